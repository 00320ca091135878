/** The configuration that holds for a plan: the user's file and the repository's, merged. */

import { isUtf8 } from 'node:buffer'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import os from 'node:os'
import type { Config, ConfigSource } from '../../config/config.ts'
import { judgingPerson } from '../../config/judgement.ts'
import { leadsBack, sharedTargets } from '../../config/leads-back.ts'
import { protectedShares } from '../../config/protected-shares.ts'
import type { NamedAgents, ReadConfig } from '../../config/read-config.ts'
import { mergeSettings, unknownAgent, type Flags, type Settings } from '../../config/settings.ts'
import { codePointAt } from '../../dialects/encoding/code-points.ts'
import { byteAt } from '../../dialects/scan/bytes.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { PlanPolicy } from '../../plan/policy.ts'
import type { Source } from '../../plan/source.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Environment } from '../../system/environment.ts'
import { readFile } from '../../system/files.ts'
import { isInside } from '../../system/look-at-path.ts'
import { kindOf } from './find-root.ts'
import { linkAt } from './link-at.ts'

export interface ReadSettings {
  readonly settings: Settings
  /** Findings about the configuration; with an error among them nothing may be started. */
  readonly diagnostics: readonly Diagnostic[]
  /** What would let gates judge the checkout: a run that is called like this does not start. */
  readonly leadsBack: readonly Diagnostic[]
  /** The configuration files that are there, so that findings can be shown with their line. */
  readonly sources: readonly Source[]
}

/** Name of the repository's configuration, at its root. */
export const repositoryFile = 'millwright.toml'

/** A configuration file larger than this is no configuration. */
const longestFile = 1024 * 1024

/** The user's own folder of configuration, whether it is there or not. `shown` is how people know it. */
export function userFolder(env: Environment): { readonly folder: string; readonly shown: string } {
  const { file, shown } = userFile(env)
  return { folder: path.dirname(file), shown: path.posix.dirname(shown) }
}

/**
 * The user's configuration file, whether it is there or not: `$XDG_CONFIG_HOME/millwright/config.toml`, by default below
 * `~/.config`. `shown` is how people know it.
 */
function userFile(env: Environment): { readonly file: string; readonly shown: string } {
  const home = env['HOME'] ?? os.homedir()
  const xdg = env['XDG_CONFIG_HOME']
  const base = xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.config')
  const file = path.join(base, 'millwright', 'config.toml')
  const shown = isInside(home, file) ? `~/${path.relative(home, file).split(path.sep).join('/')}` : file
  return { file, shown }
}

/**
 * Reads and merges the configuration. The parsers are loaded only where there is a file to read.
 *
 * @param of.root the plan's root; its `millwright.toml` is the repository's
 * @param of.dialect what the plan's dialect asks for by tradition
 */
export async function readSettings(of: {
  readonly root: string
  readonly env: Environment
  readonly dialect: PlanPolicy
  readonly flags: Flags
  /** The plan and its bookkeeping, relative to the root: no workspace may share them. */
  readonly protectedPaths?: readonly string[]
}): Promise<ReadSettings> {
  const own = userFile(of.env)
  const user = await readOne({ file: own.file, shown: own.shown, source: 'user', inside: null })
  const file = path.join(of.root, repositoryFile)
  const repository = await readOne({ file, shown: repositoryFile, source: 'repository', inside: of.root })
  const merged = mergeSettings({
    dialect: of.dialect,
    user: user.config,
    repository: repository.config,
    flags: of.flags,
  })
  // Who names another agent in the call does not need the one of the configuration.
  const isAsked = of.flags.exec === null && of.flags.agent === null
  const agents = isAsked ? await strangeAgents(user.named, repository.named) : []
  const { settings } = merged
  const configs = [user, repository].flatMap(({ config }) => config ?? [])
  return {
    settings,
    diagnostics: [
      ...user.diagnostics,
      ...repository.diagnostics,
      ...[user, repository].flatMap(({ config }) => sharedOfPlan(config, of.root, of.protectedPaths ?? [])),
      ...merged.diagnostics,
      ...sharedTargets({ root: of.root, settings, configs }),
      ...judgingPerson(settings.judgement, { agents: settings.agents, configs }),
      ...agents,
    ],
    leadsBack: leadsBack({ root: of.root, home: of.env['HOME'], settings, configs, flags: of.flags }),
    sources: [...user.sources, ...repository.sources],
  }
}

/**
 * What is said of configuration files between the plan and its root: only the root's is read, and the one above a plan looks
 * as if it held.
 */
export function besideRoot(of: { readonly root: string; readonly planPath: string }): readonly string[] {
  const folders = path.relative(of.root, of.planPath).split(path.sep).slice(0, -1)
  return folders
    .map((_, index) => [...folders.slice(0, index + 1), repositoryFile].join('/'))
    .filter((file) => kindOf(path.join(of.root, file)) === 'file')
    .map(
      (file) =>
        `${safeLine(file)} is not read: the configuration of a plan is ${repositoryFile} at the top of its repository`,
    )
}

/** MW131 for what workspaces would share of the plan, and for links into git's own data. */
function sharedOfPlan(config: Config | null, root: string, protectedPaths: readonly string[]): readonly Diagnostic[] {
  if (config === null) return []
  const behind = (file: string): string | null => {
    try {
      const relative = path.relative(root, realpathSync(path.join(root, file)))
      return relative === '..' || relative.startsWith(`..${path.sep}`) ? null : relative.split(path.sep).join('/')
    } catch {
      // What is not there leads nowhere.
      return null
    }
  }
  return protectedShares(config, protectedPaths, behind)
}

/** One configuration file as far as it could be read. */
interface ReadOne extends Pick<ReadConfig, 'config' | 'named' | 'diagnostics'> {
  readonly sources: readonly Source[]
}

const nothingNamed: NamedAgents = { agents: [], agent: null, others: [] }

/**
 * @param of.file absolute path
 * @param of.shown how people know it
 * @param of.inside what a link may not lead out of; null for a file that may lie anywhere
 */
async function readOne(of: {
  readonly file: string
  readonly shown: string
  readonly source: ConfigSource
  readonly inside: string | null
}): Promise<ReadOne> {
  const { file, shown, source } = of
  const refused = (message: string, help: string): ReadOne => ({
    config: null,
    named: null,
    diagnostics: [{ code: 'MW011', severity: 'error', message, help, span: null, related: [] }],
    sources: [],
  })
  const link = linkAt(file)
  if (link === 'dangling')
    return refused(`cannot read ${shown}: it is a link that leads to nothing`, 'repair the link or remove it')
  if (link !== null && of.inside !== null && !isInside(of.inside, link))
    // What lies outside is nobody's business here: neither read nor named.
    return refused(`${shown} is a link that leads out of the repository`, 'put the file itself into the repository')
  const read = readFile(file, longestFile)
  if (read.is === 'failed') {
    const { code, reason, help } = read.failure
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { config: null, named: nothingNamed, diagnostics: [], sources: [] }
    return refused(
      reason.replace(file, () => shown),
      help,
    )
  }
  const sources = [{ path: shown, bytes: read.bytes }]
  const wrong = notUtf8(read.bytes, shown)
  if (wrong !== null) return { config: null, named: null, diagnostics: [wrong], sources }
  const { readConfig } = await import('../../config/read-config.ts')
  const { presets } = await import('../../agents/presets.ts')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.bytes)
  const names = presets.map(({ name }) => name)
  const { config, named, diagnostics } = await readConfig(text, shown, source, names)
  return { config, named, diagnostics, sources }
}

/** MW001 at the first byte that is not UTF-8, or null. */
export function notUtf8(bytes: Uint8Array, shown: string): Diagnostic | null {
  if (isUtf8(bytes)) return null
  for (let at = 0; at < bytes.length;) {
    const { point, length } = codePointAt(bytes, at, bytes.length)
    if (point < 0) {
      const wrong = byteAt(bytes, at).toString(16).toUpperCase()
      return {
        code: 'MW001',
        severity: 'error',
        message: `not UTF-8 (byte 0x${wrong}); nothing of the file was used`,
        help: 'save the file as UTF-8',
        span: { path: shown, offset: at, length },
        related: [],
      }
    }
    at += length
  }
  return null
}

/** MW609 for agents of the configuration that nobody knows; none also where a file that could name them was not read. */
async function strangeAgents(user: ReadOne['named'], repository: ReadOne['named']): Promise<readonly Diagnostic[]> {
  if (user === null || repository === null) return []
  const asked = [repository.agent ?? user.agent, ...user.others, ...repository.others].filter((it) => it !== null)
  if (asked.length === 0) return []
  const { presets } = await import('../../agents/presets.ts')
  const known = [...new Set([...user.agents, ...repository.agents, ...presets.map(({ name }) => name)])]
  return asked
    .filter(({ name }) => name !== 'human' && !known.includes(name))
    .map(({ name, span }) => unknownAgent(name, known, span))
}

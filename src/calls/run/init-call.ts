/** What a project starts from, as typed calls: a configuration made of what it has (REQUIREMENTS K5), and prompt templates. */

import path from 'node:path'
import { presets } from '../../agents/presets.ts'
import { noFlags } from '../../config/settings.ts'
import { starterConfig } from '../../config/starter.ts'
import { discover } from '../../gates/discovery.ts'
import { findProgram } from '../../gates/find-program.ts'
import { nearest } from '../../plan/nearest-name.ts'
import { makeFolder, textOfFile, writeFileAtomic } from '../../system/files.ts'
import { isInside, namesIn, realPathOf } from '../../system/look-at-path.ts'
import { findProject, noProject } from '../plan/find-project.ts'
import { kindOf } from '../plan/find-root.ts'
import { linkAt } from '../plan/link-at.ts'
import { refuseLink } from '../plan/links.ts'
import { readSettings, repositoryFile } from '../plan/read-settings.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'
import { builtInPrompts } from './read-prompts.ts'

export interface Initialised {
  readonly is: 'initialised'
  /** Absolute path of the configuration that was written. */
  readonly file: string
  readonly gates: readonly { readonly name: string; readonly argv: readonly string[] }[]
  /** Words of the set-up that the project's files suggest; null where none is needed, as far as can be seen. */
  readonly setup: readonly string[] | null
  /** Preset of an agent that was found on the PATH, or null. */
  readonly agent: string | null
}

/**
 * Writes `millwright.toml` for the project of a folder or a plan.
 * @param options.force writes over a file that is there already; never over what a link leads to
 */
export async function init(
  place: string,
  options: { readonly force?: boolean },
  { cwd, env }: Where,
): Promise<Initialised | Wrong> {
  const project = findProject(place, cwd)
  if (project === null) return noProject(place)
  const file = path.join(project.root, repositoryFile)
  const refused = inTheWayOf(file, options.force === true)
  if (refused !== null) return refused
  const searchPath = env['PATH']
  const found = await discover(project.root, searchPath)
  const programs = await Promise.all(presets.map(({ argv }) => findProgram(argv[0] ?? '', searchPath, project.root)))
  const agent = presets.find((_, at) => programs[at] !== null)?.name ?? null
  const written = writeFileAtomic(file, starterConfig({ ...found, preset: agent }))
  if (written.is === 'failed') return { is: 'wrong', message: written.failure.reason, help: written.failure.help }
  const gates = found.gates.map(({ name, argv }) => ({ name, argv }))
  return { is: 'initialised', file, gates, setup: found.setup, agent }
}

export interface CopiedPrompts {
  readonly is: 'copied'
  /** Absolute paths of the templates that were written. */
  readonly files: readonly string[]
}

/**
 * Copies built-in prompt templates to where the project's own are looked for, to begin from; nothing else is written.
 * @param roles names of built-in templates
 * @param options.force writes over those that are there already; never over what a link leads to
 */
export async function initPrompts(
  place: string,
  roles: readonly string[],
  options: { readonly force?: boolean },
  { cwd, env }: Where,
): Promise<CopiedPrompts | Wrong> {
  const project = findProject(place, cwd)
  if (project === null) return noProject(place)
  const { settings, diagnostics } = await readSettings({ root: project.root, env, dialect: {}, flags: noFlags })
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return {
      is: 'wrong',
      message: 'the configuration holds errors, and it may name the folder of the templates',
      help: '`millwright doctor` shows them',
    }
  const from = builtInPrompts()
  const known = namesIn(from)
    .filter((it) => it.endsWith('.md'))
    .map((it) => it.slice(0, -3))
  const files: { readonly file: string; readonly text: string }[] = []
  for (const role of new Set(roles)) {
    const text = known.includes(role) ? textOfFile(path.join(from, `${role}.md`)) : null
    if (text === null) {
      const meant = nearest(role, known)
      const message = `there is no built-in prompt template ${role}${meant === null ? '' : `; did you mean ${meant}?`}`
      return {
        is: 'wrong',
        message,
        help: `built in are ${known.sort().join(', ')}; for another role, copy one of them and rename it`,
      }
    }
    const file = path.join(project.root, settings.prompts.folder, `${role}.md`)
    const refused = inTheWayOf(file, options.force === true)
    if (refused !== null) return refused
    files.push({ file, text })
  }
  const leaving = leavesBy(project.root, settings.prompts.folder)
  if (leaving !== null)
    return {
      is: 'wrong',
      message: `${leaving} is a link that leads out of the repository`,
      help: 'put the folder itself into the repository',
    }
  for (const { file, text } of files) {
    const made = makeFolder(path.dirname(file))
    const written = made.is === 'failed' ? made : writeFileAtomic(file, text)
    if (written.is === 'failed') return { is: 'wrong', message: written.failure.reason, help: written.failure.help }
  }
  return { is: 'copied', files: files.map(({ file }) => file) }
}

/** The first of the folders on a way that leads out of the project by a link; null where none does. */
function leavesBy(root: string, folder: string): string | null {
  const parts = folder.split('/')
  const ways = parts.map((_, at) => path.join(root, ...parts.slice(0, at + 1)))
  return (
    ways.find((it) => linkAt(it) === 'dangling' || !isInside(realPathOf(root) ?? root, realPathOf(it) ?? root)) ?? null
  )
}

/** Why a file is not written; null where it may be. */
function inTheWayOf(file: string, force: boolean): Wrong | null {
  const link = refuseLink(file, 'delete the link, or change the file behind it yourself')
  if (link !== null) return link
  if (kindOf(file) === 'missing' || force) return null
  return {
    is: 'wrong',
    message: `${file} is there already and was left as it is`,
    help: 'give --force to write over it',
  }
}

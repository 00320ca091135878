/** A spec's pattern, judged before its run begins, and the source that is asked for others (seed 004 §2.0a). */

import os from 'node:os'
import path from 'node:path'
import type { PatternSettings } from '../../config/config.ts'
import type { Executable, TrustPart } from '../../config/trust.ts'
import type { Plan } from '../../plan/model.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { backupQuery, feasibilityOf, withBackups } from '../../run/patterns/feasibility.ts'
import { isKnown, type PatternCourse, type PatternsJudged } from '../../run/patterns/judged.ts'
import type { Environment } from '../../system/environment.ts'
import type { PatternRemark, PatternSource } from '../../tools/patterns/source.ts'
import { version } from '../version.ts'

/** What is started for it, and what comes of that. */
export interface PatternCheck {
  /** What a person has to trust before: a program, or a server with its address and files. */
  readonly executables: readonly Executable[]
  readonly parts: readonly TrustPart[]
  /** Asks the source, where other patterns are wanted. Only after what is above was trusted. */
  readonly judge: (around: Around) => Promise<Judged>
}

interface Around {
  /** What no program is to tell. */
  readonly secrets: readonly string[]
  /** Finds its processes again after a crash. */
  readonly markers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Judged {
  readonly record: PatternsJudged
  /** What of the source was not read, in lines that are safe to show. */
  readonly remarks: readonly string[]
}

interface Question {
  readonly plan: Pick<Plan, 'spec' | 'tasks'>
  readonly settings: PatternSettings
  /** Absolute path of the project. */
  readonly root: string
  readonly env: Environment
  /** What a run that goes on knows already. */
  readonly known: PatternCourse | null
  /** A dry run executes nothing: it asks a folder, and nobody else. */
  readonly dry: boolean
}

/**
 * Finds whom to ask about a spec's pattern. Nothing is started.
 * @returns null where the plan is no spec, and where a run that goes on knows it all
 */
export async function patternCheckOf(of: Question): Promise<PatternCheck | null> {
  const { plan, settings, known } = of
  if (plan.spec === undefined) return null
  const feasibility = feasibilityOf(plan.spec, plan.tasks, settings.threshold)
  const origin = feasibility?.wantsBackups === true ? settings.from : null
  const asked = origin === null || (of.dry && origin.is !== 'folder') ? null : await sourceOf(origin, of)
  const bare = { feasibility, asked: asked?.name ?? null, failed: null }
  if (isKnown(known, bare)) return null
  return {
    executables: asked?.executables ?? [],
    parts: asked?.parts ?? [],
    judge: async (around) => {
      if (feasibility === null || asked === null) return { record: bare, remarks: [] }
      const query = backupQuery(feasibility, plan.spec?.goal ?? '')
      const found = await asked.open(around).find(query, around.signal)
      const remarks = found.remarks.slice(0, mostRemarks).map((it) => remarkText(asked.name, it))
      return found.is === 'failed'
        ? { record: { ...bare, failed: found.reason }, remarks }
        : { record: { ...bare, feasibility: withBackups(feasibility, found.matches) }, remarks }
    },
  }
}

/** More files that cannot be read are a mistake that the first ones tell. */
const mostRemarks = 20

function remarkText(name: string, { of, line, column, reason }: PatternRemark): string {
  const at = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`
  return safeLine(`WARNING: not read of ${name}: ${of === name ? '' : `${of}${at}: `}${reason}`)
}

interface Asked extends Pick<PatternCheck, 'executables' | 'parts'> {
  readonly name: string
  readonly open: (around: Around) => PatternSource
}

async function sourceOf(origin: NonNullable<PatternSettings['from']>, of: Question): Promise<Asked> {
  switch (origin.is) {
    case 'folder': {
      const { folderSource } = await import('../../tools/patterns/folder-source.ts')
      const source = folderSource(path.join(of.root, ...origin.folder.split('/')), of.root, origin.folder)
      return { name: source.name, executables: [], parts: [], open: () => source }
    }
    case 'command':
      return commandAsked(origin, of)
    case 'mcp':
      return serverAsked(origin, of)
    default:
      return origin satisfies never
  }
}

/** Longest time of a question in milliseconds, and most bytes of an answer, where nobody says it. */
const usual = { limitMs: 60_000, outputBytes: 1024 * 1024 }

async function commandAsked(
  { argv, env, timeoutMs, source }: Extract<NonNullable<PatternSettings['from']>, { is: 'command' }>,
  { root, env: from }: Question,
): Promise<Asked> {
  const { commandSource } = await import('../../tools/patterns/command-source.ts')
  const name = safeLine(argv.join(' '))
  return {
    name,
    executables: [{ what: 'patterns', argv, cwd: '.', env, set: {}, source }],
    parts: [],
    open: ({ secrets, markers }) => {
      const limits = { limitMs: timeoutMs ?? usual.limitMs, outputBytes: usual.outputBytes }
      return commandSource({ argv, cwd: root, from, allow: env, ...limits, secrets, markers }, name)
    },
  }
}

async function serverAsked(
  { server: wanted, tool, timeoutMs }: Extract<NonNullable<PatternSettings['from']>, { is: 'mcp' }>,
  { root, env }: Question,
): Promise<Asked> {
  const home = env['HOME'] ?? os.homedir()
  const name = safeLine(`${tool} of the MCP server ${wanted}`)
  const { findMcpServers } = await import('../../tools/mcp/find-servers.ts')
  const { servers } = await findMcpServers({ root, home, environment: env, platform: process.platform })
  const server = servers.find((it) => it.name === wanted)
  if (server === undefined) return unknownServer(name, wanted)
  const [{ neededTrust }, { mcpSource }] = await Promise.all([
    import('../../tools/mcp/needed-trust.ts'),
    import('../../tools/patterns/mcp-source.ts'),
  ])
  const trust = neededTrust([server])
  return {
    name,
    executables: trust.flatMap(({ command }) => command ?? []),
    parts: trust.flatMap(({ parts }) => parts),
    // Whoever opens it has asked for what is above.
    open: ({ markers }) => mcpSource(server, tool, callOf({ root, home, env, timeoutMs, markers }), name),
  }
}

function callOf(of: {
  readonly root: string
  readonly home: string
  readonly env: Environment
  readonly timeoutMs: number | null
  readonly markers: Readonly<Record<string, string>>
}) {
  const { root, home, env: environment, timeoutMs, markers } = of
  const isTrusted = (): boolean => true
  const limit = timeoutMs === null ? {} : { limitMs: timeoutMs }
  return { root, home, environment, isTrusted, version, markers, ...limit }
}

function unknownServer(name: string, wanted: string): Asked {
  const reason = safeLine(`no MCP server is configured under the name ${wanted}`)
  const source: PatternSource = { name, find: () => Promise.resolve({ is: 'failed', reason, remarks: [] }) }
  return { name, executables: [], parts: [], open: () => source }
}

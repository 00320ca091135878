/** `[research]` of the configuration: who looks things up before tasks, and by what (seed 004 §2.1a). */

import type { Config, ConfigSource, ResearchPart, ResearchToolSetting } from './config.ts'
import { durationMs } from './duration.ts'
import type { ConfigFile } from './schema.ts'

/** What is merged of all that was said. */
export interface ResearchSettings {
  readonly isOn: boolean
  /** Whom somebody names for it, and whose word that is; null takes the agent of the run. */
  readonly agent: { readonly agent: string; readonly source: ConfigSource } | null
  /** Longest time of the research before one task. */
  readonly timeoutMs: number
  /** One for each kind of source, with whose word it is. */
  readonly tools: readonly (ResearchToolSetting & { readonly by: ConfigSource })[]
}

const defaultMs = 10 * 60_000

/** What a file sets. */
export function researchOf(written: ConfigFile['research']): ResearchPart {
  return {
    enabled: written?.enabled ?? null,
    agent: written?.agent ?? null,
    timeoutMs: written?.timeout === undefined ? null : durationMs(written.timeout),
    tools: written?.tools ?? [],
  }
}

/**
 * Merges what the user and the repository say: the repository's tool of a kind of source comes before the user's, the shorter time
 * holds, and what the user has switched off stays so: what is looked up leaves the machine.
 * @param namesAgent whether the call itself says who works: then nobody else is asked
 */
export function mergeResearch(user: Config | null, repository: Config | null, namesAgent: boolean): ResearchSettings {
  const configs = [repository, user].filter((it) => it !== null)
  const agents = configs.flatMap(({ research, source }) =>
    research.agent === null ? [] : [{ agent: research.agent, source }],
  )
  const tools = configs.flatMap(({ research, source }) => research.tools.map((it) => ({ ...it, by: source })))
  const times = configs.flatMap(({ research }) => research.timeoutMs ?? [])
  return {
    isOn: configs.every(({ research }) => research.enabled !== false),
    agent: namesAgent ? null : (agents[0] ?? null),
    timeoutMs: times.length === 0 ? defaultMs : Math.min(...times),
    tools: tools.filter((it, at) => tools.findIndex((other) => other.source === it.source) === at),
  }
}

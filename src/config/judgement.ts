/** `[judgement]` of the configuration: the agent that is asked what no program can tell (seed 004 §4.1, §6.4). */

import type { JudgementSettings } from '../plan/judgement.ts'
import type { Config, ConfigSource, JudgementPart } from './config.ts'
import { durationMs } from './duration.ts'
import type { ConfigFile } from './schema.ts'

/** What is merged of all that was said, and whose word the agent is; null where nobody names one, or it is asked nothing. */
export type MergedJudgement = (JudgementSettings & { readonly source: ConfigSource }) | null

const defaultMs = 10 * 60_000

/** What a file sets; null of what it says nothing of. */
export function judgementOf(written: ConfigFile['judgement']): JudgementPart {
  return {
    agent: written?.agent ?? null,
    steps: written?.steps ?? null,
    completion: written?.completion ?? null,
    retry: written?.retry ?? null,
    timeoutMs: written?.timeout === undefined ? null : durationMs(written.timeout),
  }
}

/**
 * Merges what the user and the repository say: the repository's agent comes before the user's, the shorter time holds, and what
 * either has switched off is off: drafts are shown to the agent, and it may not be of this machine. An agent that the call names is
 * whoever works; who judges stays.
 */
export function mergeJudgement(user: Config | null, repository: Config | null): MergedJudgement {
  const parts = [repository, user].flatMap((it) => (it === null ? [] : [{ ...it.judgement, source: it.source }]))
  const named = parts.find((it) => it.agent !== null)
  if (named?.agent == null) return null
  const times = parts.flatMap(({ timeoutMs }) => timeoutMs ?? [])
  const steps = parts.every((it) => it.steps !== false)
  const completion = parts.every((it) => it.completion !== false)
  if (!steps && !completion) return null
  return {
    agent: named.agent,
    source: named.source,
    steps,
    completion,
    retry: parts.some(({ retry }) => retry === true) && parts.every(({ retry }) => retry !== false),
    limitMs: times.length === 0 ? defaultMs : Math.min(...times),
  }
}

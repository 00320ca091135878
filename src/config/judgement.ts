/** `[judgement]` of the configuration: the agent that is asked what no program can tell (seed 004 §4.1, §6.4). */

import type { JudgementSettings } from '../plan/judgement.ts'
import type { Diagnostic } from '../plan/diagnostic.ts'
import { spanOf, type Config, type ConfigSource, type ConfiguredAgent, type JudgementPart } from './config.ts'
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

/**
 * MW508 where who judges is a person: a question of the run would wait for an answer that nobody can give it.
 *
 * @param agents the merged ones: a file may name an agent of the other
 */
export function judgingPerson(
  judgement: MergedJudgement,
  { agents, configs }: { readonly agents: readonly ConfiguredAgent[]; readonly configs: readonly Config[] },
): readonly Diagnostic[] {
  if (judgement === null) return []
  const { agent: name, source } = judgement
  const kind = agents.find((it) => it.name === name)?.kind ?? (name === 'human' ? 'human' : null)
  if (kind !== 'human') return []
  const config = configs.find((it) => it.source === source)
  return [
    {
      code: 'MW508',
      severity: 'error',
      message: `judgement.agent must be an agent: ${name} is a person, whom no run can ask to judge`,
      help: 'name another one, or take the line out: in collaborative and education mode you are asked at the end',
      span: config === undefined ? null : spanOf(config, ['judgement', 'agent']),
      related: [],
    },
  ]
}

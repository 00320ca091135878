/** Performs what education mode asks an agent before a step: its answer, as far as it is shown, with all of it kept. */

import type { Outcome } from '../run/outcome.ts'
import type { RunState } from '../run/state.ts'
import type { AgentAsking } from './ask-agent.ts'
import type { EffectOf } from '../workspaces/workspaces.ts'

/** A person waits for it meanwhile. */
const longestMs = 10 * 60_000
/** Of an answer no more is recorded; all of it is kept as output of the agent. */
const mostCharacters = 16_000

/** @param task uid of the task that it is about */
export async function performConsult(
  { state }: { readonly state: RunState },
  asking: AgentAsking,
  { about, nth, agent, question }: EffectOf<'consult'>,
  task: string | null,
): Promise<Extract<Outcome, { of: 'consult' }>> {
  const said = await asking.ask({
    about,
    nth,
    brief: question,
    agent,
    task: task === null ? null : (state.tasks.get(task)?.spec.key ?? null),
    limitMs: longestMs,
    limitKey: 'ten minutes are the limit of a question',
  })
  // Of a question that was ended with its run nobody knows what the answer would have been: who resumes asks it anew.
  if (said.is === 'failed')
    return state.status === 'stopping'
      ? { of: 'consult', is: 'stopped' }
      : { of: 'consult', is: 'failed', failure: said.failure }
  return {
    of: 'consult',
    is: 'answered',
    agent: agent ?? state.agent ?? 'agent',
    text: Array.from(said.text).slice(0, mostCharacters).join(''),
    usage: said.usage,
    durationMs: said.ms,
    brief: said.kept.brief,
    output: said.kept.output,
  }
}

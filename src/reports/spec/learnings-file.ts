/** The file in which the lessons of all runs of a day are kept for whoever writes the next spec (seed 004 §6.5). */

import { escalationDefaults, propagationDefaults } from '../../plan/escalation.ts'
import { oneLine } from '../../plan/one-line.ts'
import { judgedCompletion } from '../../run/completion/complete-run.ts'
import { balanceOf } from '../../run/constitution/check-task.ts'
import type { RunState } from '../../run/state.ts'
import { byAgentCount } from '../run/judgement-lines.ts'
import { isoTime } from '../run/json.ts'
import { endOfRun } from './end-of-run.ts'
import { learningLines } from './learnings.ts'

/** Name of the file. @param at the begin of the run, in milliseconds since the epoch */
export function learningsFile(at: number): string {
  return `execution_learnings_${isoTime(at).slice(0, 10)}.md`
}

/**
 * What a run adds to the file, once it has come to its end.
 * @returns the heading by which it is known there, and all of it; null before, of another plan than a spec, and where it has none
 */
export function learningsSection(state: RunState): { readonly heading: string; readonly text: string } | null {
  const end = state.spec === null || state.run === null ? null : endOfRun(state)
  if (end === null || state.spec === null || hasNoneOfItsOwn(state)) return null
  const { descriptor, goal } = state.spec.spec
  const heading = `## ${oneLine(descriptor)}, run ${oneLine(state.run ?? '')}`
  const judged = judgedCompletion(state)
  const status = judged === null ? 'not judged' : `${judged.status}${byAgentCount(judged.judgedByAgent)}`
  const lines = learningLines({
    records: state.course.records,
    analysis: end.analysis,
    settings: state.policy.escalation ?? escalationDefaults,
    strategy: (state.policy.propagation ?? propagationDefaults).strategy,
    guideline: balanceOf(state),
  })
  const head = [`Goal: ${oneLine(goal ?? 'not told')} (${status})`, '']
  return { heading, text: [heading, '', ...head, ...lines, ''].join('\n') }
}

/** Whether a later run has brought no step to its end: it teaches nothing that an earlier one has not. */
function hasNoneOfItsOwn({ course: { records, earlierRuns } }: RunState): boolean {
  return earlierRuns.at(-1)?.steps === records.length
}

/** What is added at the end of the file; empty where it is there already. Nothing that stands there is changed. */
export function learningsToAdd(
  present: string,
  { heading, text }: { readonly heading: string; readonly text: string },
): string {
  if (present.split('\n').some((it) => it.trimEnd() === heading)) return ''
  if (present.trim() === '') return `# Execution learnings\n\n${text}`
  return `${present.endsWith('\n') ? '\n' : '\n\n'}${text}`
}

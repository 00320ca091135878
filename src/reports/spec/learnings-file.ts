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

/** Whether a path of a project is such a file in a folder. Both are relative to the root, with `/`. */
export function isLearningsFile(path: string, folder: string): boolean {
  return (
    path.startsWith(`${folder}/`) && /^execution_learnings_\d{4}-\d\d-\d\d\.md$/.test(path.slice(folder.length + 1))
  )
}

export interface LearningsSection {
  /** By which it is known in the file. */
  readonly heading: string
  /** All of it. */
  readonly text: string
  /** The line of the goal with which it is only told where the file has said otherwise of it last; null where it is told anyway. */
  readonly unless: string | null
}

/**
 * What a run adds to the file, once it has come to its end.
 * @returns null before, and of another plan than a spec
 */
export function learningsSection(state: RunState): LearningsSection | null {
  const end = state.spec === null || state.run === null ? null : endOfRun(state)
  if (end === null || state.spec === null) return null
  const { descriptor, goal } = state.spec.spec
  const heading = `## ${oneLine(descriptor)}, run ${oneLine(state.run ?? '')}`
  const judged = judgedCompletion(state)
  const status = judged === null ? 'not judged' : `${judged.status}${byAgentCount(judged.judgedByAgent)}`
  const told = `Goal: ${oneLine(goal ?? 'not told')} (${status})`
  // It teaches nothing that an earlier one has not, but that the goal is judged otherwise by now.
  if (hasNoneOfItsOwn(state)) {
    if (judged === null) return null
    const none = 'No step has come to its end in this run, and the goal was judged anew.'
    return { heading, text: [heading, '', told, '', none, ''].join('\n'), unless: told }
  }
  const lines = learningLines({
    records: state.course.records,
    analysis: end.analysis,
    settings: state.policy.escalation ?? escalationDefaults,
    strategy: (state.policy.propagation ?? propagationDefaults).strategy,
    guideline: balanceOf(state),
  })
  return { heading, text: [heading, '', told, '', ...lines, ''].join('\n'), unless: null }
}

/** What stands in the file of the same goal last; null where nothing does. */
function lastGoal(present: string, goal: string): string | null {
  const isOfIt = goal.slice(0, goal.lastIndexOf(' ('))
  const lines = present.split('\n').map((it) => it.trimEnd())
  return lines.findLast((it) => it.startsWith(`${isOfIt} (`)) ?? null
}

/** Whether a later run has brought no step to its end. */
function hasNoneOfItsOwn({ course: { records, earlierRuns } }: RunState): boolean {
  return earlierRuns.at(-1)?.steps === records.length
}

/** What is added at the end of the file; empty where it is there already. Nothing that stands there is changed. */
export function learningsToAdd(present: string, { heading, text, unless }: LearningsSection): string {
  const last = unless === null ? null : lastGoal(present, unless)
  if (unless !== null && (last === null || last === unless)) return ''
  if (present.split('\n').some((it) => it.trimEnd() === heading)) return ''
  if (present.trim() === '') return `# Execution learnings\n\n${text}`
  return `${present.endsWith('\n') ? '\n' : '\n\n'}${text}`
}

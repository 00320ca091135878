/** MW606: a gate that changed files while it judged them. */

import { listed } from '../plan/names.ts'
import { isMilestone } from './milestone-key.ts'
import type { Outcome } from './outcome.ts'
import type { StepRun, TaskRun } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/** Files that were there when a gate began and are not as they were; none where it only looked. */
export interface GateEdits {
  readonly edited: readonly string[]
  /** Whether they are again as they were. */
  readonly isPutBack: boolean
}

/**
 * What is wrong with a gate that edits, for people and agents alike: its verdict is about files that nobody keeps, so that it
 * counts as failed (RELIABILITY MW606).
 *
 * @param judged what it was to judge
 */
export function editsText(gate: string, { edited, isPutBack }: GateEdits, judged = 'it'): string {
  const then = isPutBack ? 'what it mended is put back' : 'in place nothing is put back'
  const or = isPutBack ? '' : ', or name in .gitignore what it builds'
  return `MW606 gate ${gate} changed ${listed(edited, 3)} while it judged ${judged}; ${then}, give it a form that only looks (for instance --check)${or}`
}

/**
 * Tells that files changed while a gate ran, on a draft, the base or the tip alike.
 *
 * @param task what was judged; null for the tip
 */
export function noteEdits(
  turn: Turn,
  { evidence, editedTree, edited = [], isPutBack = true }: Extract<Outcome, { of: 'run-gate' }>,
  task: TaskRun | null,
  step: StepRun | null,
): void {
  if (!editedTree) return
  const ofEngine = (it: TaskRun): string => (isMilestone(it) ? 'what was accepted' : 'the untouched base')
  const judged = task === null ? 'the last tip' : task.spec.origin === 'engine' ? ofEngine(task) : task.spec.key
  const text = editsText(evidence.gate, { edited: edited.length === 0 ? ['files'] : edited, isPutBack }, judged)
  // The same of each draft that it judges is said once.
  if (turn.state.findings.some((it) => it.text === text)) return
  emit(turn, { type: 'finding', kind: 'MW606', text }, task === null ? null : subjectOf(task, step))
}

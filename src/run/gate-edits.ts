/** MW606: a gate that changed files while it judged them. */

import type { Outcome } from './effect.ts'
import type { StepRun, TaskRun } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

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
  const judged = task === null ? 'the last tip' : task.spec.origin === 'engine' ? 'the untouched base' : task.spec.key
  const names = `${edited.slice(0, 3).join(', ')}${edited.length > 3 ? ', …' : ''}`
  const what = `gate ${evidence.gate} changed ${names === '' ? 'files' : names} while it judged ${judged}`
  const then = isPutBack ? 'they were put back' : 'they stay as they are: in place nothing is put back'
  const help = 'let it check only, or write into paths that git ignores'
  emit(
    turn,
    { type: 'finding', kind: 'MW606', text: `${what}; ${then}. ${help}` },
    task === null ? null : subjectOf(task, step),
  )
}

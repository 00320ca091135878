/** What proves a task is written down when it is done. */

import { isVerification } from '../plan/verification.ts'
import { gatesOnMerge } from './batch.ts'
import { lastKept } from './last-kept.ts'
import type { EvidenceTree } from './effect.ts'
import type { Evidence } from './outcome.ts'
import { evidenceKey } from './evidence-key.ts'
import { filesGate } from './files-gate.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'
import { proofOf, redIn } from './verdict.ts'
import { nameOf } from './views.ts'

/** What the gates said of the tree that a task was merged into, with others or alone; `tree` is null where nothing was merged. */
export interface Merged {
  readonly tree: EvidenceTree | null
  readonly verdicts: readonly Evidence[]
}

const notMerged: Merged = { tree: null, verdicts: [] }

/** The verdicts by which a step of a task is proved, where it was not given up. */
function evidenceOfStep(state: RunState, kept: readonly StepRun[], of: StepRun, merged: Merged): readonly Evidence[] {
  const { tree } = merged
  /** What a later step has asked again is its word. */
  const isAskedAgain = (gate: string): boolean =>
    kept.slice(kept.indexOf(of) + 1).some((it) => it.spec.expect === 'green' && it.spec.gates.includes(gate))
  return of.spec.gates.flatMap((gate) => {
    const own = of.verdicts.find((verdict) => verdict.gate === gate)
    if (of.spec.expect === 'red') return own ? { ...own, expected: 'red' as const } : []
    // Each step with outputs of its own has looked for these alone.
    const isOwn = gate === filesGate && of.spec.outputs !== undefined
    if (!isOwn && isAskedAgain(gate)) return []
    // What a gate said of the draft proves nothing about another tree that it was merged into; on that one the last step
    // has the verdicts of all.
    if (tree === null || gate === filesGate) return own ?? []
    // What verifies a step before the last one is said of that step's draft alone.
    if (isVerification(gate) && of !== lastKept(kept)) return own ?? []
    return onMerged(state, gate, merged) ?? []
  })
}

/** What a gate said of the tree that a task was merged into. */
function onMerged(state: RunState, gate: string, { tree, verdicts }: Merged): Evidence | null {
  if (tree === null) return null
  const own = verdicts.findLast((verdict) => verdict.gate === gate && verdict.tree === tree)
  return state.evidence.get(evidenceKey(state, gate, tree)) ?? own ?? null
}

/** The verdicts by which a task is proved: of the steps that were not given up, and of the gates that judge what these have left. */
export function evidenceOf(state: RunState, task: TaskRun, merged: Merged = notMerged): readonly Evidence[] {
  const kept = task.steps.filter((it) => it.cause === null)
  const asked = new Set(kept.flatMap((it) => it.spec.gates))
  const ofOthers = [...gatesOnMerge(task)].filter((it) => !asked.has(it))
  return [
    ...kept.flatMap((it) => evidenceOfStep(state, kept, it, merged)),
    ...ofOthers.flatMap((it) => onMerged(state, it, merged) ?? []),
  ]
}

/** Writes down what proves a task; `done` follows. */
export function prove(turn: Turn, task: TaskRun, step: StepRun, merged: Merged = notMerged): void {
  const evidence = evidenceOf(turn.state, task, merged)
  // Whoever let a red gate pass has let it pass for those that stand on this work: as it is merged, not as it was drafted.
  if (task.overridden !== null)
    for (const { gate, fingerprint, without } of redIn(evidence)) {
      if (gate === filesGate || isVerification(gate)) continue
      // One that has not looked has the words of what it needs, and with it that is let pass; else it looks, and has its own.
      const isOfNeed = without !== undefined && !turn.state.knownRed.has(without)
      for (const name of isOfNeed ? [gate, without] : [gate])
        emit(turn, { type: 'known-red', gate: name, fingerprint, by: 'override' }, subjectOf(task, step))
    }
  tellProved(turn, task, step, { evidence, drafts: task.steps.map((it) => it.draft), commit: task.commit })
}

/**
 * Writes down a proof; that nothing was changed is said where gates would else have proved something.
 * @param of.drafts of the steps that worked on the task
 */
export function tellProved(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  of: {
    readonly evidence: readonly Evidence[]
    readonly drafts: readonly StepRun['draft'][]
    readonly commit: string | null
  },
): void {
  const { evidence, drafts, commit } = of
  const proof = proofOf(task, evidence, drafts)
  if (proof !== proofOf(task, evidence, []))
    emit(turn, {
      type: 'finding',
      kind: 'nothing-changed',
      text: `${nameOf(task)} changed nothing: its gates say of the project what they said before, and it is unverified`,
    })
  emit(turn, { type: 'task-proved', proof, commit, evidence }, subjectOf(task, step))
}

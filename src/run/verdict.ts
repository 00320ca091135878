/** What the evidence of a step amounts to. */

import { changedTestsOf } from './criteria-seen.ts'
import type { Evidence } from './outcome.ts'
import type { TaskSpec } from '../plan/model.ts'
import { isVerification, verificationOf } from '../plan/verification.ts'
import { lastKept } from './last-kept.ts'
import { changesOfTask, filesGate, type Look } from './files-gate.ts'
import { isPartOf } from './known-failure.ts'
import type { Proof } from './step-status.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { gatesOf } from './task-status.ts'

/** What a gate may fail by, because it failed like that before: gate → fingerprint. */
export type KnownRed = ReadonlyMap<string, string>

/**
 * A gate that was red before in the very same way, or in more ways, and was let pass then. One that could not look at a
 * draft because that breaks the set-up has said nothing that another draft may be forgiven.
 */
export function isKnownRed(known: KnownRed, evidence: Evidence): boolean {
  if (evidence.breaksSetUp) return false
  const before = known.get(evidence.gate)
  return evidence.result !== 'passed' && before !== undefined && isPartOf(evidence.fingerprint, before)
}

/** The same of what is committed: on the tip, or merged onto it. */
export function isKnownRedOnTip({ knownRed, knownRedOnTip }: RunState, evidence: Evidence): boolean {
  return isKnownRed(knownRed, evidence) || isKnownRed(knownRedOnTip, evidence)
}

/**
 * What is forgiven to a draft: what was red on the ground that it stands on, whatever the tip has become since. Without a
 * workspace it lies in that ground itself: what was red when it began, and still is.
 */
export function forgivenTo(state: RunState, task: TaskRun): KnownRed {
  if (task.prepared) return task.forgiven
  if (state.policy.workspace !== 'none' || task.spec.origin === 'engine') return state.knownRed
  const both = [...state.knownRed].flatMap(([gate, now]): [string, string][] => {
    const before = task.forgiven.get(gate)
    if (before === undefined) return []
    if (isPartOf(now, before)) return [[gate, now]]
    return isPartOf(before, now) ? [[gate, before]] : []
  })
  return new Map(both)
}

/**
 * Whether a human let this very failure pass: of the draft, of the merge that they were asked about, or with what was red
 * there before. Another one on the merged tree is not covered by that.
 */
export function isWaived({ knownRed }: RunState, { waived }: StepRun, evidence: Evidence): boolean {
  // What breaks the set-up stops every gate, and its words say nothing of any.
  if (evidence.breaksSetUp) return waived.some((it) => it.breaksSetUp)
  const { gate, result, fingerprint } = evidence
  const same = waived.filter((it) => it.gate === gate && it.result === result).map((it) => it.fingerprint)
  const before = knownRed.get(gate)
  return same.length > 0 && isPartOf(fingerprint, ...same, ...(before === undefined ? [] : [before]))
}

/** The usual exit codes of a program that could not do its work at all, as `env` and shells give them. */
export function isUnable(exitCode: number | null): boolean {
  return exitCode === 126 || exitCode === 127
}

/**
 * Whether a verdict is what the step needs: green, or red for the first half of test-first. A test that could not run is not
 * red. The test of a criterion that is green there is a finding (`wasGreen`), which no further attempt would mend.
 */
export function holds(known: KnownRed, step: StepRun, evidence: Evidence): boolean {
  if (evidence.gate === filesGate || step.spec.expect === 'green')
    return evidence.result === 'passed' || isKnownRed(known, evidence)
  return (evidence.result === 'failed' && evidence.noTest === undefined) || wasGreen(step, evidence)
}

/** Whether the test of a criterion is green where it was to be red. */
export function wasGreen({ spec }: StepRun, { criterion, result }: Evidence): boolean {
  return spec.expect === 'red' && criterion !== undefined && result === 'passed'
}

/** Whether every gate has judged the present draft, and none against it. */
export function hasPassed(state: RunState, task: TaskRun, step: StepRun): boolean {
  const known = forgivenTo(state, task)
  return gatesOf(task, step).every((gate) => {
    const verdict = step.verdicts.findLast((it) => it.gate === gate)
    return verdict !== undefined && holds(known, step, verdict)
  })
}

/**
 * How sure the evidence makes us (DESIGN, Proof): verified is what every required gate has proved. A red one proves nothing,
 * but for one that was to be red (`expected`); where it was let pass, what the others say is not all that was required. Nor does a green
 * one prove what was not done: it says of the draft what it said of the base, and nothing of a change in which it found nothing to judge.
 * A test that was green before the work, or was changed after it was seen red, has never been seen to fail. What verifies a step
 * before the last one says nothing of all that was done, and that a file is there no more than the gate `files` says.
 * @param drafts of the steps that worked on it
 */
export function proofOf(task: TaskRun, evidence: readonly Evidence[], drafts: readonly (Look | null)[]): Proof {
  const changed = new Set(changedTestsOf(task).map(({ criterion }) => criterion))
  const proves = (it: Evidence): boolean =>
    it.expected === 'red'
      ? it.result === 'failed' && it.noTest === undefined
      : it.result === 'passed' && !changed.has(it.criterion ?? '')
  // Where nothing is red of what was merged, nothing was let pass.
  if (task.overridden !== null && !(evidence.length > 0 && evidence.every(proves))) return 'overridden'
  if (changedNothing(task.spec, drafts)) return 'unverified'
  const isOfFiles = ({ gate }: Evidence): boolean =>
    gate === filesGate || verificationOf(task.spec, gate)?.is === 'file'
  const required = evidence.filter((it) => !isOfFiles(it) && it.judgesNothing !== true)
  const isWhole = required.every((it) => proves(it) && it.without === undefined)
  const last = lastKept(task.steps)?.spec.gates ?? []
  const isOfAll = ({ gate }: Evidence): boolean => !isVerification(gate) || last.includes(gate)
  if (required.some(isOfAll) && isWhole) return 'verified'
  return evidence.some((it) => isOfFiles(it) && proves(it)) ? 'files-only' : 'unverified'
}

/** Verdicts of what was to be green and is not. */
export function redIn(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.filter((it) => it.result !== 'passed' && it.expected !== 'red')
}

/** Whether drafts were compared and are as their bases were, of a task that does not say itself that it changes nothing. */
export function changedNothing(spec: TaskSpec, drafts: readonly (Look | null)[]): boolean {
  if (spec.declaresFiles && spec.files.every((it) => it.action === 'read')) return false
  const seen = drafts.filter((it) => it !== null)
  return seen.length > 0 && seen.every((it) => it.tree !== null && changesOfTask(spec.files, it).length === 0)
}

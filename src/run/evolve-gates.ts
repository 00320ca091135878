/** Folds the gates of a run: what they said, and that those which are configured no more, or anew, have said nothing. */

import { testOfGate } from '../plan/integration-gate.ts'
import type { StepSpec } from '../plan/model.ts'
import type { Effect, GateSpec } from './effect.ts'
import { evidenceKey, gateOfKey, isOfPresentGate } from './evidence-key.ts'
import type { Evidence, Outcome } from './outcome.ts'
import type { RunState, StepRun } from './state.ts'
import { needsOf } from './gate-needs.ts'
import { makersOf } from './needed-now.ts'
import { isKnownRed, type KnownRed } from './verdict.ts'

/** Takes the gates of a run as they are configured now. */
export function setGates(state: RunState, gates: readonly GateSpec[]): void {
  const before = state.gates
  state.gates = new Map(gates.map((gate) => [gate.name, gate]))
  const others = gates.filter((it) => !isRunSame(before.get(it.name) ?? it, it)).map((it) => it.name)
  const behind = behindOthers(state, before, others)
  forgetRedefined(state, (name) => behind.has(name))
  if (behind.size > 0) forgetSaid(state, behind)
  // What was let pass was said by another command.
  state.knownRed = withoutGates(state.knownRed, others)
  state.knownRedOnTip = withoutGates(state.knownRedOnTip, others)
  for (const task of state.tasks.values()) task.forgiven = withoutGates(task.forgiven, others)
  const gone = new Set([...before.keys()].filter((name) => !state.gates.has(name)))
  for (const name of [...others, ...gone]) state.testsSeen.delete(name)
  if (gone.size > 0) dropGates(state, gone)
}

/** What gates said of trees is said of them no more, and nobody is flaky for it. */
function forgetSaid(state: RunState, gates: ReadonlySet<string>): void {
  state.evidence = new Map([...state.evidence].filter(([, it]) => !gates.has(it.gate)))
  state.redOn = new Set([...state.redOn].filter((key) => !gates.has(gateOfKey(key))))
}

/** Gates that are defined anew, and those that need such a one or need others by now: they judged what another command made. */
export function behindOthers(
  state: RunState,
  before: ReadonlyMap<string, GateSpec>,
  others: readonly string[],
): ReadonlySet<string> {
  const found = new Set(others)
  const neededIn = (gates: ReadonlyMap<string, GateSpec>, name: string): readonly string[] => {
    const gate = gates.get(name)
    const all = [...gates.values()].filter((it) => it.test === undefined || it === gate)
    const of = { all, isOwn: () => true, isLook: true, mayMake: makersOf(state) } as const
    return gate === undefined ? [] : needsOf(gate, of).map((it) => it.name)
  }
  // What is needed stands before what needs it.
  for (const name of state.gates.keys()) {
    if (!before.has(name)) continue
    const needed = neededIn(state.gates, name)
    if (needed.some((it) => found.has(it)) || needed.join('\n') !== neededIn(before, name).join('\n')) found.add(name)
  }
  return found
}

/** Whether two definitions of a gate run the same command in the same folder behind the same gates, and compare the same. */
export function isRunSame(one: GateSpec, other: GateSpec): boolean {
  const judgedBy = ({ kind, argv, values = [], contract, integration, needs, verification }: GateSpec): string =>
    JSON.stringify([
      kind,
      argv,
      values,
      contract,
      integration?.unable,
      needs && [...new Set(needs)].sort(),
      verification,
    ])
  return one.cwd === other.cwd && judgedBy(one) === judgedBy(other)
}

/** What is configured no more is asked of no task; a plan that names it itself is read next. */
function dropGates(state: RunState, gone: ReadonlySet<string>): void {
  const without = (spec: StepSpec): StepSpec => ({ ...spec, gates: spec.gates.filter((it) => !gone.has(it)) })
  for (const task of state.tasks.values()) {
    if (task.spec.origin === 'engine') continue
    task.spec = { ...task.spec, steps: task.spec.steps.map(without) }
    for (const step of task.steps) step.spec = without(step.spec)
  }
  state.findings = state.findings.filter((it) => !gone.has(it.gate ?? ''))
}

/** A gate that is defined anew has judged nothing yet. @param isOther whether it is known to run otherwise now */
export function forgetRedefined(state: RunState, isOther: (gate: string) => boolean): void {
  for (const task of state.tasks.values())
    for (const step of task.steps)
      if (step.status !== 'done' && step.verdicts.length > 0) {
        const isOfNow = (it: Evidence): boolean => isOfPresentGate(state, it) && !isOther(it.gate)
        Object.assign(step, { verdicts: step.verdicts.filter(isOfNow), waived: step.waived.filter(isOfNow) })
      }
}

/** Folds what a gate said. */
export function settleGate(
  state: RunState,
  effect: Effect,
  outcome: Extract<Outcome, { of: 'run-gate' }>,
  step: StepRun | undefined,
): void {
  const { evidence } = outcome
  const tree = outcome.editedTree || evidence.without !== undefined ? null : evidence.tree
  if (tree !== null && evidence.result !== 'could-not-run') {
    const key = evidenceKey(state, evidence.gate, tree, evidence.since)
    if (evidence.result === 'passed') state.evidence.set(key, evidence)
    // What took too long may have more time by then.
    else if (evidence.result === 'failed' && evidence.scripted === undefined) state.redOn.add(key)
  }
  noteJudged(state, evidence)
  if (outcome.left) state.makers.add(evidence.gate)
  if (step) step.verdicts.push(evidence)
  if (effect.is !== 'run-gate') return
  if (effect.purpose === 'final') state.finalChecked.set(evidence.gate, evidence)
  const isOfTip = effect.workspace === null && effect.commit !== null && effect.commit === state.tip
  const isOfGround = testOfGate(evidence.gate) === null
  if (isOfTip && isOfGround && state.folder.is === 'unknown' && evidence.tree !== null)
    state.folder = { is: 'known', tree: evidence.tree }
  if (evidence.result === 'passed' && isOfFolder(state, effect.purpose)) forgetRed(state, evidence.gate)
  // Without workspaces the folder itself is the tip.
  if ((isOfTip || state.policy.workspace === 'none') && evidence.result === 'passed') noteGreenOne(state, evidence.gate)
}

/** Remembers what an integration test came to. A failure that a person has let pass is let pass again. */
export function noteJudged(state: RunState, evidence: Evidence): void {
  // What passed without what it needs has not been seen green.
  const isGreen = evidence.result === 'passed' && evidence.without === undefined
  const isLetPass = isGreen || isKnownRed(state.knownRed, evidence)
  if (testOfGate(evidence.gate) !== null) noteTest(state, evidence.gate, isLetPass)
}

/** Remembers of an integration test whether it was green, or let pass: then nobody is told any more that it was red. */
export function noteTest(state: RunState, gate: string, isGreen: boolean): void {
  state.testsSeen.set(gate, isGreen ? 'green' : 'red')
  if (isGreen) state.findings = state.findings.filter((it) => it.kind !== 'milestone' || it.gate !== gate)
}

/** Remembers which gates are green on a tip that has just been merged: what makes them red later came after it. */
export function noteGreen(state: RunState): void {
  if (state.tipTree === null) return
  for (const gate of state.gates.keys())
    if (state.evidence.has(evidenceKey(state, gate, state.tipTree))) noteGreenOne(state, gate)
}

/** In place a commit says nothing of what lies in the folder beside it; the base of a task and its draft are that folder. */
function isOfFolder({ policy, ground }: RunState, purpose: Extract<Effect, { is: 'run-gate' }>['purpose']): boolean {
  return policy.workspace === 'in-place' && ground > 0 && (purpose === 'baseline' || purpose === 'draft')
}

function forgetRed(state: RunState, gate: string): void {
  state.knownRed = withoutGates(state.knownRed, [gate])
}

function withoutGates(known: KnownRed, gates: readonly string[]): KnownRed {
  return gates.some((it) => known.has(it)) ? new Map([...known].filter(([name]) => !gates.includes(name))) : known
}

function noteGreenOne(state: RunState, gate: string): void {
  if (state.policy.workspace !== 'in-place' || state.ground === 0) forgetRed(state, gate)
  state.knownRedOnTip = withoutGates(state.knownRedOnTip, [gate])
  state.findings = state.findings.filter((it) => it.gate !== gate)
  state.seenGreen.add(gate)
  state.greenAt.set(gate, { merged: state.merged.length, ground: state.ground })
}

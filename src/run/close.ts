/** The end of a run: the gates once more on the tip, the last marks, the last publish, then finished or parked. */

import { blockCycles } from './block-cycles.ts'
import { evidenceKey, sinceFor } from './evidence-key.ts'
import { taskOf, mayProject, type RunState } from './state.ts'
import { emit, request, type Turn } from './turn.ts'
import { filesGate } from './files-gate.ts'
import { isVerification } from '../plan/verification.ts'

/** Whether nothing is under way that will bring an outcome. A pulled attempt that nobody holds brings none. */
export function isIdle(state: RunState): boolean {
  for (const { effect, task, step } of state.effects.values()) {
    const held =
      !(effect.is === 'start-attempt' && effect.does === 'pull') || waitsFor(state, task, step) !== 'connection'
    if (held) return false
  }
  return true
}

function waitsFor(state: RunState, task: string | null, step: string | null): string | null {
  return state.tasks.get(task ?? '')?.steps.find((it) => it.spec.id === step)?.waitingOn?.is ?? null
}

/** Takes the next stage of closing; called whenever nothing is under way. */
export function close(turn: Turn): void {
  const { state } = turn
  if (state.status === 'stopping') {
    for (const { effect } of state.effects.values())
      if (effect.is === 'project' || (effect.is === 'start-attempt' && effect.does !== 'pull')) return
    // A mark that an agent set while it was ended does not stay in the plan.
    if (mayProject(state) && !state.projectedAtEnd) request(turn, { is: 'project' })
    else emit(turn, { type: 'run-parked', because: 'stopped' })
    return
  }
  if (!isIdle(state)) return
  if (state.status === 'running') {
    blockCycles(turn)
    emit(turn, { type: 'run-moved', to: 'closing' })
  }
  if (state.status === 'closing' && requestFinalGate(turn)) return
  if (!state.bookkept && state.tip !== null && state.policy.workspace !== 'none') {
    request(turn, { is: 'integrate', stage: 'commit', task: null, tree: null, tip: state.tip, author: 'millwright' })
    return
  }
  // The marks first: what is said of a publish that waits is said of files that have them.
  const troubled = state.projectTrouble !== null || state.withheld !== null
  // What was in the way may be gone by now, so that nobody has to resume for it.
  if (mayProject(state) || (troubled && !state.projectedAtEnd)) {
    request(turn, { is: 'project' })
    return
  }
  if (state.unpublished && state.tip !== null && (state.publishTrouble === null || !state.publishedAtEnd)) {
    request(turn, { is: 'publish', tip: state.tip })
    return
  }
  if (state.status === 'pausing') emit(turn, { type: 'run-parked', because: 'paused' })
  else if (isWaiting(state)) emit(turn, { type: 'run-parked', because: 'waiting' })
  else emit(turn, { type: 'run-finished' })
}

/** Whether a human or a client still has to act before everything has an end. */
export function isWaiting(state: RunState): boolean {
  if (state.publishTrouble !== null || state.projectTrouble !== null || state.withheld !== null) return true
  for (const review of state.reviews.values()) if (review.answer === null) return true
  // What was accepted is never left behind by a run that has ended.
  if (state.merging.length > 0) return true
  for (const uid of state.order) {
    const task = taskOf(state, uid)
    // Who still waits for a job here got none from a run that had them: a resume may, and nothing is told as ended before.
    if (task.selected && task.steps.some(({ waitingOn }) => waitingOn?.is === 'connection' || waitingOn?.is === 'job'))
      return true
  }
  return false
}

/**
 * Whether the tip is green is a question about the run: every gate that a merged task needed runs once on the last tip,
 * unless that very tree has passed. A red one is a finding and changes no task (D7).
 */
function requestFinalGate(turn: Turn): boolean {
  const { state } = turn
  if (state.tip === null || state.merged.length === 0) return false
  const merged = state.merged.flatMap((uid) => state.tasks.get(uid)?.steps ?? [])
  const gates = new Set(merged.flatMap((step) => (step.status === 'done' ? step.spec.gates : [])))
  for (const gate of gates) {
    // What a step is verified by is about that step: what came later may have changed it rightly.
    if (gate === filesGate || isVerification(gate) || state.finalChecked.has(gate)) continue
    if (state.tipTree !== null && state.evidence.has(evidenceKey(state, gate, state.tipTree))) continue
    // For a gate that judges changes: all that was merged since the first task of the run began.
    const first = state.tasks.get(state.merged[0] ?? '')?.base ?? null
    const asked = { workspace: null, commit: state.tip, tree: state.tipTree, ...sinceFor(state, gate, first) }
    request(turn, { is: 'run-gate', gate, ...asked, purpose: 'final' })
    return true
  }
  return false
}

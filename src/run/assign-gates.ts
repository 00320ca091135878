/** Which gates a task gets where the plan names none (REQUIREMENTS D6). */

import type { Group, Plan, TaskSpec } from '../plan/model.ts'
import { matchesPattern } from './path-pattern.ts'
import type { GateSpec } from './effect.ts'

/** A gate and the tasks it is for; empty lists mean every task. */
export type AssignableGate = Pick<GateSpec, 'name'> & {
  /** Globs: the task names a matching file. */
  readonly paths: readonly string[]
  /** Phase numbers or titles. */
  readonly phases: readonly string[]
  /** Set for an integration test: it is no task's gate. */
  readonly integration?: unknown
}

export interface AssignedGates {
  readonly plan: Plan
  /** Keys of open tasks of an agent that nothing but their own files checks (MW605), in plan order. */
  readonly unchecked: readonly string[]
  /** Names of gates that are for none of its tasks, by their phases or paths. */
  readonly idle: readonly string[]
}

/** Numbers are compared as written and without leading zeros (`6` finds `06`); titles without regard to case. */
function isPhase(group: Group | undefined, wanted: string): boolean {
  if (group === undefined) return false
  const bare = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/^0+(?=\d)/, '')
  return [group.number, group.key, group.title].some((name) => name !== null && bare(name) === bare(wanted))
}

function applies(gate: AssignableGate, task: TaskSpec, group: Group | undefined): boolean {
  if (gate.phases.length > 0 && !gate.phases.some((phase) => isPhase(group, phase))) return false
  if (gate.paths.length === 0) return true
  return task.files.some((file) =>
    gate.paths.some(
      (pattern) => matchesPattern(pattern, file.path) || (file.to !== null && matchesPattern(pattern, file.to)),
    ),
  )
}

function coveredBy({ tasks }: Plan, { covers }: TaskSpec): readonly TaskSpec[] {
  const keys = new Set(covers)
  return tasks.filter(({ key }) => keys.has(key))
}

/**
 * Fills in the gates of every step that names none.
 *
 * The built-in gate `files` goes with each task that names files. Every other gate goes with each task it applies to,
 * also with tasks that touch documents only: a documentation change can break a build, and a gate that has passed on a
 * tree is not run again, so that the proof is cheap. A step that names its gates keeps them and gets `files` as well.
 * In a task of several steps only the last one gets what the plan does not name: a half-done task may well be red. A task
 * that covers others gets every gate of theirs.
 *
 * @param plan the plan; it is not changed
 * @param all all configured and found gates, in the order in which they are to run
 */
export function assignGates(plan: Plan, all: readonly AssignableGate[]): AssignedGates {
  const gates = all.filter(({ integration }) => integration === undefined)
  const groups = new Map(plan.groups.map((group) => [group.key, group]))
  const unchecked: string[] = []
  const covered = new Map(plan.tasks.flatMap((task) => (task.covers ? [[task.key, coveredBy(plan, task)]] : [])))
  const tasks = plan.tasks.map((task) => {
    const together = [task, ...(covered.get(task.key) ?? [])]
    const found = gates
      .filter((gate) => together.some((it) => applies(gate, it, groups.get(it.group ?? ''))))
      .map((gate) => gate.name)
    const files = task.files.length > 0 ? ['files'] : []
    const lastWorked = task.steps.findLastIndex((step) => step.methods.length > 0)
    const named = task.steps.some((step) => step.gates.some((gate) => gate !== 'files'))
    const steps = task.steps.map((step, index) => {
      // Without a method nobody works: a checkpoint stays one.
      if (step.methods.length === 0) return step
      const own = step.gates.filter((gate) => gate !== 'files')
      const last = index === lastWorked
      const wanted = own.length > 0 ? own : last ? found : []
      const mine = [...(last || step.gates.includes('files') ? files : []), ...wanted]
      return { ...step, gates: [...new Set(mine)] }
    })
    if (!named && found.length === 0 && task.mark !== 'done' && lastWorked >= 0) unchecked.push(task.key)
    return { ...task, steps }
  })
  const isNamed = (name: string): boolean =>
    plan.tasks.some((task) => task.steps.some((step) => step.gates.includes(name)))
  const idle = gates.filter(
    (gate) => !isNamed(gate.name) && !plan.tasks.some((task) => applies(gate, task, groups.get(task.group ?? ''))),
  )
  return { plan: { ...plan, tasks }, unchecked, idle: plan.tasks.length === 0 ? [] : idle.map((gate) => gate.name) }
}

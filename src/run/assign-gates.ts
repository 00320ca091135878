/** Which gates a task gets where the plan names none (REQUIREMENTS D6). */

import type { Group, Plan, TaskSpec } from '../plan/model.ts'
import { isOfTasks } from '../plan/task-gate.ts'
import { isVerification, verificationGates } from '../plan/verification.ts'
import type { GateSpec } from './effect.ts'
import { filesGate } from './files-gate.ts'
import { askedByTable } from './gate-table.ts'
import { withNeeds, type NeedingGate } from './gate-needs.ts'
import { gatesAnswering, gatesNamed, wordsOf, type GateWord } from './gate-words.ts'
import { matchesPattern } from './path-pattern.ts'
import { looksAt, stacksOf } from './stacks.ts'

/** Where the built-in contract gate comes from: only who asks for it gets it. */
const builtInOrigin = 'built-in'

/** A gate and the tasks it is for; empty lists mean every task. */
export type AssignableGate = NeedingGate &
  Partial<Pick<GateSpec, 'origin'>> & {
    /** Globs: the task names a matching file. */
    readonly paths: readonly string[]
    /** Phase numbers or titles. */
    readonly phases: readonly string[]
  }

export interface AssignedGates {
  readonly plan: Plan
  /** Keys of open tasks of an agent that nothing but their own files checks (MW605), in plan order. */
  readonly unchecked: readonly string[]
  /** Names of gates that are for none of its tasks, by their phases or paths. */
  readonly idle: readonly string[]
  /** What the table asks for and no gate of the run is: keys of the open tasks that go without it. */
  readonly lacking: ReadonlyMap<GateWord, readonly string[]>
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

function isAmong(words: readonly string[] | undefined, word: string | undefined): boolean {
  if (words === undefined || words.length === 0) return true
  return words.some((it) => it.trim().toLowerCase() === word)
}

/** Whether what the gate itself says of phases, paths, layers and types fits a task. */
function applies(gate: AssignableGate, task: TaskSpec, group: Group | undefined): boolean {
  if (gate.phases.length > 0 && !gate.phases.some((phase) => isPhase(group, phase))) return false
  if (!isAmong(gate.layers, task.layer) || !isAmong(gate.types, task.kind)) return false
  if (gate.paths.length === 0) return true
  return task.files.some((file) =>
    gate.paths.some(
      (pattern) => matchesPattern(pattern, file.path) || (file.to !== null && matchesPattern(pattern, file.to)),
    ),
  )
}

/** Whoever says for which layers or types a gate is has said more than the table. */
function isByTable(gate: AssignableGate): boolean {
  return wordsOf(gate).length > 0 && (gate.layers ?? []).length + (gate.types ?? []).length === 0
}

/** What is assigned to one task, and what it was to have besides. */
interface Assigned {
  readonly gates: readonly AssignableGate[]
  readonly lacking: readonly GateWord[]
}

/**
 * Every gate that applies; of a task that has a layer or a kind those that the table asks for, and those that it knows no word
 * for. Of several that answer to a word those count that look at the language of its files, if there is one.
 */
function assignTo(task: TaskSpec, group: Group | undefined, gates: readonly AssignableGate[]): Assigned {
  const asked = askedByTable(task)
  if (asked === null) {
    const chosen = gates.filter((it) => it.origin !== builtInOrigin && applies(it, task, group))
    return { gates: withNeeds(new Set(chosen), gates), lacking: [] }
  }
  const stacks = stacksOf(task.files)
  const answering = (word: GateWord): readonly AssignableGate[] => {
    const all = gatesAnswering(word, gates.filter(isByTable))
    const own = all.filter(({ ecosystem }) => looksAt(ecosystem, stacks))
    return own.length > 0 ? own : all
  }
  const wanted = new Set([...asked.words, ...asked.ifThere].flatMap(answering))
  const chosen = gates.filter((it) => (isByTable(it) ? wanted.has(it) : true) && applies(it, task, group))
  return {
    gates: withNeeds(new Set(chosen), gates),
    lacking: asked.words.filter((word) => gatesAnswering(word, gates).length === 0),
  }
}

function coveredBy({ tasks }: Plan, { covers }: TaskSpec): readonly TaskSpec[] {
  const keys = new Set(covers)
  return tasks.filter(({ key }) => keys.has(key))
}

/**
 * Fills in the gates of every step that names none.
 *
 * The built-in gate `files` goes with each task that names files, and with each step that has to leave some. Every other gate goes with each task it applies to,
 * also with tasks that touch documents only: a documentation change can break a build, and a gate that has passed on a
 * tree is not run again, so that the proof is cheap. Where tasks have layers or kinds of work, the table of `gate-table.ts`
 * says which. A step that names its gates keeps them, by the names of those that are meant, and gets `files` as well.
 * In a task of several steps only the last one gets what the plan does not name: a half-done task may well be red. A task
 * that covers others gets every gate of theirs. What a step is verified by is a gate of that step alone, beside all others.
 *
 * @param plan the plan; it is not changed
 * @param all all configured and found gates, in the order in which they are to run
 */
export function assignGates(plan: Plan, all: readonly AssignableGate[]): AssignedGates {
  const gates = all.filter(isOfTasks)
  const groups = new Map(plan.groups.map((group) => [group.key, group]))
  const unchecked: string[] = []
  const lacking = new Map<GateWord, string[]>()
  const used = new Set<string>()
  const covered = new Map(plan.tasks.flatMap((task) => (task.covers ? [[task.key, coveredBy(plan, task)]] : [])))
  const tasks = plan.tasks.map((task) => {
    const together = [task, ...(covered.get(task.key) ?? [])].map((it) =>
      assignTo(it, groups.get(it.group ?? ''), gates),
    )
    const found = gates.filter((gate) => together.some((it) => it.gates.includes(gate))).map((gate) => gate.name)
    for (const name of found) used.add(name)
    const files = task.files.length > 0 ? [filesGate] : []
    const lastWorked = task.steps.findLastIndex((step) => step.methods.length > 0)
    const isNamed = (gate: string): boolean => gate !== filesGate && !isVerification(gate)
    const named = task.steps.some((step) => step.gates.some(isNamed))
    const isVerified = task.steps.some(({ verifications = [] }) => verifications.some((it) => it.is !== 'file'))
    const steps = task.steps.map((step, index) => {
      const own = meant(step.gates.filter(isNamed), gates, (gate) => applies(gate, task, groups.get(task.group ?? '')))
      for (const name of own) used.add(name)
      // Without a method nobody works: a checkpoint stays one.
      if (step.methods.length === 0) return own.length === 0 ? step : { ...step, gates: own }
      const last = index === lastWorked
      const wanted = own.length > 0 ? own : last ? found : []
      const looks = files.length > 0 && (last || step.gates.includes(filesGate))
      const ofStep = verificationGates(task, step)
      const mine = [...(looks || step.outputs !== undefined ? [filesGate] : []), ...ofStep, ...wanted]
      return { ...step, gates: [...new Set(mine)] }
    })
    // What stands in another file is not done from here.
    const isOpen = task.mark !== 'done' && lastWorked >= 0 && groups.get(task.group ?? '')?.file === undefined
    if (!named && !isVerified && found.length === 0 && isOpen) unchecked.push(task.key)
    if (!named && isOpen)
      for (const word of together[0]?.lacking ?? []) lacking.set(word, [...(lacking.get(word) ?? []), task.key])
    return { ...task, steps }
  })
  const idle = gates.filter(({ name, origin }) => !used.has(name) && origin !== builtInOrigin)
  return {
    plan: { ...plan, tasks },
    unchecked,
    idle: plan.tasks.length === 0 ? [] : idle.map((gate) => gate.name),
    lacking,
  }
}

/** The names of the gates that the words of a step mean, in the order of the gates; what means none stays as it is. */
function meant(
  words: readonly string[],
  gates: readonly AssignableGate[],
  isFor: (gate: AssignableGate) => boolean,
): readonly string[] {
  const found = new Set(words.flatMap((word) => gatesNamed(word, gates)))
  const unknown = words.filter((word) => gatesNamed(word, gates).length === 0)
  return [...withNeeds(found, gates, isFor).map(({ name }) => name), ...unknown]
}

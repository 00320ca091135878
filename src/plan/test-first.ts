/** ATDD on a plan: each criterion of a task becomes two steps, its test red and then green (seed 000 §5). */

import { criteriaOf, criterionKey, isTestable, type Criterion } from './criterion.ts'
import { graphOf } from './graph.ts'
import type { FileSpec, Plan, StepSpec, TaskSpec } from './model.ts'

/** What is done about one criterion. */
export interface CriterionSteps {
  /** Name of the gate that runs its test, and nothing else. */
  readonly gate: string
  /** What the agent is told that writes the test. */
  readonly red: string
  /** What the agent is told that makes it pass. */
  readonly green: string
}

/** Which task sees a criterion red: its key, by `criterionKey`. */
export type Owners = ReadonlyMap<string, string>

/**
 * The task that each criterion is worked on in: the first one, in the order in which they can be done, that traces it and has
 * work that a test can fail for. Those after it would find the test green.
 * @param known what holds already, as far as these tasks still trace it: a run that goes on keeps to what it began with
 */
export function ownersOf(plan: Plan, listed: ReadonlyMap<string, Criterion>, known: Owners): Owners {
  const tasks = new Map(plan.tasks.map((task) => [task.key, task]))
  const tracing = (task: TaskSpec): readonly string[] => criteriaOf(task, listed).map(({ id }) => criterionKey(id))
  const owners = new Map(
    [...known].filter(([criterion, key]) => {
      const task = tasks.get(key)
      return task !== undefined && tracing(task).includes(criterion)
    }),
  )
  const ordered = graphOf(plan).order.flatMap((key) => tasks.get(key) ?? [])
  // What can never be ordered is worked on where a cycle is mended.
  for (const task of [...ordered, ...plan.tasks]) {
    if (!isOpen(task) || !mayBeSplit(task)) continue
    for (const criterion of tracing(task)) if (!owners.has(criterion)) owners.set(criterion, task.key)
  }
  return owners
}

/** The criteria of open tasks that none of these can be split for: what they change no test can fail for, or they have steps of their own. */
export function unsplit(plan: Plan, listed: ReadonlyMap<string, Criterion>, owners: Owners): readonly Criterion[] {
  const all = plan.tasks.filter(isOpen).flatMap((task) => criteriaOf(task, listed))
  return [...new Map(all.map((it) => [criterionKey(it.id), it]))].flatMap(([key, it]) => (owners.has(key) ? [] : [it]))
}

function isOpen({ mark }: TaskSpec): boolean {
  return mark !== 'done' && mark !== 'skipped' && mark !== 'deferred'
}

/** A task whose author says by which steps it is done is done by those. */
function mayBeSplit(task: TaskSpec): boolean {
  const [step] = task.steps
  return (
    task.steps.length === 1 &&
    step !== undefined &&
    step.methods.length > 0 &&
    step.expect === 'green' &&
    step.yields === 'draft' &&
    task.covers === undefined &&
    !task.open &&
    isTestable(task)
  )
}

/**
 * Splits tasks into a red and a green step for each of their criteria, in the order of their priorities. The last step has the
 * gates that the task had, and the tests of all criteria.
 * @param plan with its gates assigned
 * @param of.steps by `criterionKey`; a criterion without any is left to the task's own work
 */
export function testFirst(
  plan: Plan,
  of: {
    readonly listed: ReadonlyMap<string, Criterion>
    readonly owners: Owners
    readonly steps: ReadonlyMap<string, CriterionSteps>
  },
): Plan {
  const tasks = plan.tasks.map((task): TaskSpec => {
    const [step] = task.steps
    if (step === undefined || !mayBeSplit(task)) return task
    const own = criteriaOf(task, of.listed).flatMap((criterion) => {
      const key = criterionKey(criterion.id)
      const steps = of.steps.get(key)
      return steps && of.owners.get(key) === task.key ? [{ criterion, steps }] : []
    })
    if (own.length === 0) return task
    const files = own.flatMap(({ criterion }) => testFile(task, criterion))
    // What one half has made green another one may break: the last one answers for all.
    const tests = own.map(({ steps }) => steps.gate).reverse()
    return {
      ...task,
      files: [...task.files, ...new Map(files.map((it) => [it.path, it])).values()],
      steps: own.flatMap((it, index) => halves(step, it, index === own.length - 1 ? [...step.gates, ...tests] : null)),
    }
  })
  return { ...plan, tasks }
}

/** @param last gates of the whole task and all tests, for its last criterion; null for the others */
function halves(
  step: StepSpec,
  { criterion, steps: { gate, red, green } }: { readonly criterion: Criterion; readonly steps: CriterionSteps },
  last: readonly string[] | null,
): readonly StepSpec[] {
  const told = (words: string): StepSpec['methods'] =>
    step.methods.map((method) => ({
      ...method,
      instruction: method.instruction === '' ? words : `${method.instruction}\n\n${words}`,
    }))
  const { id } = criterion
  return [
    {
      ...step,
      id: `red:${id}`,
      title: `red: the test of ${id}`,
      methods: told(red),
      gates: [gate],
      expect: 'red',
      review: 'never',
      criterion: id,
    },
    {
      ...step,
      id: `green:${id}`,
      title: `green: ${id}`,
      methods: told(green),
      gates: last ?? [gate],
      review: last === null ? 'never' : step.review,
      criterion: id,
    },
  ]
}

/** The file of a test may be written by its task, whatever that declares; two tasks with the same one exclude each other. */
function testFile({ files }: TaskSpec, { id, file }: Criterion): readonly FileSpec[] {
  if (file === null || files.some(({ path, action }) => path === file && action !== 'read')) return []
  return [{ path: file, action: 'unknown', form: 'path', to: null, note: `the test of ${id}`, mayStay: true }]
}

/**
 * Tells the rules to who decomposes a phase by itself: it keeps the order on its own word.
 * @param rules of a task that stands for others
 */
export function withRules(plan: Plan, rules: (task: TaskSpec) => string): Plan {
  const tasks = plan.tasks.map((task): TaskSpec => {
    if (task.covers === undefined) return task
    const words = rules(task)
    const steps = task.steps.map((step) => ({
      ...step,
      methods: step.methods.map((method) => ({ ...method, instruction: words })),
    }))
    return { ...task, steps }
  })
  return { ...plan, tasks }
}

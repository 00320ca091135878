/** A plan and its graph as the JSON that the command line promises (DESIGN, 'The command line'). */

import { blockersOf } from '../../plan/graph.ts'
import type { Graph } from '../../plan/graph.ts'
import type {
  Edge,
  EdgeBasis,
  EdgeNeeds,
  FileAction,
  FileSpec,
  MarkState,
  Plan,
  StepSpec,
  TaskSpec,
} from '../../plan/model.ts'

/** Where a task stands, for people. */
export interface Place {
  readonly file: string
  /** 1-based. */
  readonly line: number
}

export interface FileJson {
  readonly path: string
  readonly action: FileAction
  /** Only where the path is not that of one file: a folder, a pattern, or shortened with dots. */
  readonly form?: Exclude<FileSpec['form'], 'path'>
}

export interface TaskJson {
  readonly key: string
  readonly id: string | null
  readonly title: string
  readonly state: MarkState
  readonly group: string | null
  readonly dependsOn: readonly { readonly key: string; readonly basis: EdgeBasis; readonly needs: EdgeNeeds }[]
  /** Ids that it names as blockers and the plan does not hold: it can never start, whatever its stage. */
  readonly unknownBlockers?: readonly string[]
  readonly files: readonly FileJson[]
  readonly traces: readonly string[]
  /** Null for a task that is not written in a file. */
  readonly span: Place | null
  /** Only where the plan itself divides the task. */
  readonly steps?: readonly { readonly id: string; readonly title: string; readonly methods: readonly string[] }[]
}

export interface GraphJson {
  readonly dialect: string
  readonly tasks: readonly TaskJson[]
  readonly order: readonly string[]
  readonly stages: readonly (readonly string[])[]
  readonly criticalPath: readonly string[]
  readonly cycles: readonly (readonly string[])[]
}

export interface PlanJson {
  readonly title: string
  readonly groups: Plan['groups']
  readonly tasks: readonly TaskJson[]
  readonly edges: readonly Edge[]
}

/** What `graph --format json` prints. `placeOf` tells where the task with a key stands. Texts are the plan's own, unchanged. */
export function graphJson(plan: Plan, graph: Graph, placeOf: (key: string) => Place | null): GraphJson {
  return {
    dialect: plan.dialect,
    tasks: tasksJson(plan, placeOf),
    order: graph.order,
    stages: graph.stages,
    criticalPath: graph.criticalPath,
    cycles: graph.cycles.map((cycle) => cycle.members),
  }
}

/** The member `plan` of what `check --format json` prints. */
export function planJson(plan: Plan, placeOf: (key: string) => Place | null): PlanJson {
  return { title: plan.title, groups: plan.groups, tasks: tasksJson(plan, placeOf), edges: plan.edges }
}

function tasksJson(plan: Plan, placeOf: (key: string) => Place | null): readonly TaskJson[] {
  const blockers = blockersOf(plan)
  return plan.tasks.map((task) => ({
    key: task.key,
    id: task.id,
    title: task.title,
    state: task.mark,
    group: task.group,
    dependsOn: (blockers.get(task.key) ?? []).map(({ from, basis, needs }) => ({ key: from, basis, needs })),
    ...(task.unknownBlockers.length > 0 ? { unknownBlockers: task.unknownBlockers } : {}),
    files: task.files.map(fileJson),
    traces: task.traces,
    span: placeOf(task.key),
    ...(isDivided(task) ? { steps: task.steps.map(stepJson) } : {}),
  }))
}

function fileJson({ path, action, form }: FileSpec): FileJson {
  return form === 'path' ? { path, action } : { path, action, form }
}

/** A task that is one nameless step has no steps of its own to tell of. */
function isDivided(task: TaskSpec): boolean {
  return task.steps.length > 1 || task.steps.some((step) => step.title !== '')
}

function stepJson(step: StepSpec): { id: string; title: string; methods: readonly string[] } {
  return { id: step.id, title: step.title, methods: step.methods.map((method) => method.id) }
}

/** Small plans for tests, said in a few words: each task, step and edge in its usual form but for what is named. */

import type { Edge, MarkState, MethodSpec, Plan, StepSpec, TaskSpec } from '../../src/plan/model.ts'
import { workStep } from '../../src/plan/work-step.ts'

export interface Said {
  /** Id (also the key) to the rest. */
  readonly [id: string]: {
    readonly after?: readonly string[]
    readonly mark?: MarkState
    readonly group?: string
    readonly title?: string
    readonly more?: Partial<TaskSpec>
  }
}

/** A task of phase 06 without steps; its key is its id. */
export function task(key: string, more: Partial<TaskSpec> = {}): TaskSpec {
  return {
    key,
    id: key,
    title: `Do ${key}`,
    group: '06',
    parent: null,
    origin: 'plan',
    mark: 'todo',
    reason: null,
    description: null,
    files: [],
    declaresFiles: false,
    traces: [],
    unknownBlockers: [],
    role: null,
    steps: [],
    open: false,
    textHash: key,
    ...more,
  }
}

/** The one method of that step: an agent. */
export const [agentMethod] = workStep.methods as readonly [MethodSpec]

/** The step of a task that nobody divides. */
export function step(more: Partial<StepSpec> = {}): StepSpec {
  return { ...workStep, ...more }
}

/** A plan with explicit edges; groups in the order given, `06` being the implementation. */
export function plan(said: Said, groups: readonly string[] = ['05', '06', '07']): Plan {
  const entries = Object.entries(said)
  return {
    dialect: 'phase-tasks',
    title: 'A plan',
    groups: groups.map((number) => ({
      key: number,
      number,
      title: titles[number] ?? number,
      implementation: number === '06',
    })),
    tasks: entries.map(([key, { mark = 'todo', group = '06', title = `Do ${key}`, more = {} }]) =>
      task(key, { mark, group, title, ...more }),
    ),
    edges: entries.flatMap(([to, { after = [] }]) => after.map((from): Edge => edge(from, to))),
  }
}

const titles: Readonly<Record<string, string>> = { '05': 'Test Strategy', '06': 'Implementation', '07': 'Testing' }

/** An edge as plans write it: explicit, and its blocker has to be done. */
export function edge(from: string, to: string, more: Partial<Edge> = {}): Edge {
  return { from, to, basis: 'explicit', needs: 'done', ...more }
}

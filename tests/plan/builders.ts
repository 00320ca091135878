/** Small plans and drafts for tests of the core, said in a few words. */

import type { Draft, DraftTask } from '../../src/plan/draft.ts'
import type { Edge, MarkState, Plan, TaskSpec } from '../../src/plan/model.ts'
import type { Span } from '../../src/plan/source.ts'

const nowhere: Span = { path: 'tasks.md', offset: 0, length: 0 }

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

export function edge(from: string, to: string, more: Partial<Edge> = {}): Edge {
  return { from, to, basis: 'explicit', needs: 'done', ...more }
}

/** A task as a reader would find it. Its key is its id. */
export function draftTask(
  id: string,
  more: Partial<DraftTask> & { blocked?: string[]; blocking?: string[] } = {},
): DraftTask {
  const { blocked = [], blocking = [], ...rest } = more
  return {
    key: id,
    id: { text: id, span: nowhere },
    title: { text: `Do ${id}`, span: nowhere },
    mark: { state: 'todo', raw: ' ', span: nowhere },
    group: '06',
    section: null,
    parent: null,
    parallel: false,
    blockedBy: blocked.map((name) => ({ id: name, span: nowhere })),
    blocks: blocking.map((name) => ({ id: name, span: nowhere })),
    files: [],
    declaresFiles: false,
    traces: [],
    description: null,
    reason: null,
    tests: [],
    notes: [],
    checklist: [],
    steps: [],
    line: nowhere,
    block: nowhere,
    indent: '  ',
    ...rest,
  }
}

export function draft(tasks: readonly DraftTask[]): Draft {
  return {
    dialect: 'phase-tasks',
    title: 'A plan',
    sources: [],
    groups: [
      { key: '05', number: '05', title: 'Test Strategy', label: null, span: nowhere },
      { key: '06', number: '06', title: 'Implementation', label: null, span: nowhere },
    ],
    tasks,
    diagnostics: [],
    coverage: { taskLike: tasks.length, read: tasks.length },
  }
}

export function mark(state: MarkState): DraftTask['mark'] {
  return { state, raw: state, span: nowhere }
}

export function file(path: string, to: string | null = null): DraftTask['files'][number] {
  return { path, action: 'modify', note: null, form: 'path', to, span: nowhere, actionSpan: null }
}

export { nowhere }

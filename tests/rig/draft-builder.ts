/** Builds drafts by hand: `buildDraft` writes the plan's text and records every span, `draft` and `draftTask` have no text. */

import type { Diagnostic } from '../../src/plan/diagnostic.ts'
import type { Draft, DraftFile, DraftTask, Reference } from '../../src/plan/draft.ts'
import type { FileAction, MarkState } from '../../src/plan/model.ts'
import type { Source, Span } from '../../src/plan/source.ts'

export interface FileWish {
  path: string
  action?: FileAction
  form?: DraftFile['form']
  to?: string
}

export interface TaskWish {
  id?: string | null
  key?: string
  title?: string
  state?: MarkState
  blockedBy?: readonly string[]
  blocks?: readonly string[]
  files?: readonly (string | FileWish)[]
}

const cells: Record<MarkState, string> = {
  todo: ' ',
  done: 'X',
  blocked: 'BLOCKED',
  skipped: 'SKIP',
  deferred: 'DEFER',
  running: '~',
  unknown: '?',
}

/** A source of UTF-8 text. */
export function source(text: string, path = 'tasks.md'): Source {
  const bytes = new TextEncoder().encode(text)
  return { path, bytes }
}

/** A draft of tasks in one phase, in the shape `- [ ] T001 title` with sub-lines of two blanks. */
export function buildDraft(
  tasks: readonly TaskWish[],
  given: { readonly path?: string; readonly diagnostics?: readonly Diagnostic[] } = {},
): Draft {
  const path = given.path ?? 'tasks.md'
  const parts: string[] = []
  let length = 0
  const write = (text: string): Span => {
    const span = { path, offset: length, length: Buffer.byteLength(text) }
    parts.push(text)
    length += span.length
    return span
  }
  const upTo = (offset: number): Span => ({ path, offset, length: length - offset })

  const references = (key: string, ids: readonly string[]): Reference[] => {
    if (ids.length === 0) return []
    write(`  ${key}: [`)
    const found = ids.map((id, at) => {
      if (at > 0) write(', ')
      return { id, span: write(id) }
    })
    write(']\n')
    return found
  }
  const declared = (wishes: readonly (string | FileWish)[]): DraftFile[] => {
    if (wishes.length === 0) return []
    write('  files: ')
    const found = wishes.map((wish, at): DraftFile => {
      const file = typeof wish === 'string' ? { path: wish } : wish
      if (at > 0) write(', ')
      const span = write(file.path)
      const action = file.action ?? 'modify'
      write(' (')
      const actionSpan = write(action.toUpperCase())
      write(')')
      return { path: file.path, action, note: null, form: file.form ?? 'path', to: file.to ?? null, span, actionSpan }
    })
    write('\n')
    return found
  }

  const built = tasks.map((wish, at): DraftTask => {
    const start = length
    const state = wish.state ?? 'todo'
    write('- [')
    const mark = { state, raw: cells[state], span: write(cells[state]) }
    write('] ')
    const name = wish.id === undefined ? `T${String(at + 1).padStart(3, '0')}` : wish.id
    const id = name === null ? null : { text: name, span: write(name) }
    if (id !== null) write(' ')
    const title = { text: wish.title ?? 'a task', span: write(wish.title ?? 'a task') }
    const line = upTo(start)
    write('\n')
    const blockedBy = references('blocked_by', wish.blockedBy ?? [])
    const blocks = references('blocks', wish.blocks ?? [])
    const files = declared(wish.files ?? [])
    return {
      ...draftTask(wish.key ?? name ?? `task-${at}`),
      id,
      title,
      mark,
      blockedBy,
      blocks,
      files,
      declaresFiles: files.length > 0,
      line,
      block: upTo(start),
    }
  })
  return {
    dialect: 'phase-tasks',
    title: 'A plan',
    sources: [source(parts.join(''), path)],
    groups: [
      {
        key: '06',
        number: '06',
        title: 'Implementation',
        label: null,
        span: { path, offset: 0, length: 0 },
      },
    ],
    tasks: built,
    diagnostics: given.diagnostics ?? [],
    coverage: { taskLike: built.length, read: built.length },
  }
}

/** The place of what stands nowhere. */
export const nowhere: Span = { path: 'tasks.md', offset: 0, length: 0 }

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
    otherReason: null,
    tests: [],
    notes: [],
    checklist: [],
    told: [],
    steps: [],
    line: nowhere,
    block: nowhere,
    indent: '  ',
    ...rest,
  }
}

/** A draft of tasks in two phases, without text. */
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

/** A mark as a reader would find it. */
export function mark(state: MarkState): DraftTask['mark'] {
  return { state, raw: state, span: nowhere }
}

/** A declared file, or a rename. */
export function file(path: string, to: string | null = null): DraftTask['files'][number] {
  return { path, action: 'modify', note: null, form: 'path', to, span: nowhere, actionSpan: null }
}

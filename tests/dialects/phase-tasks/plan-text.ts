/** Plans as text for tests of the writer: a source from text, a wish from a few words, the text after a projection. */

import { readPhaseTasks } from '../../../src/dialects/phase-tasks/read.ts'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { projectPhaseTasks } from '../../../src/dialects/phase-tasks/write/project.ts'
import type { AddedTask } from '../../../src/plan/added-task.ts'
import type { Draft } from '../../../src/plan/draft.ts'
import type { MarkWish, Projected } from '../../../src/plan/projection.ts'
import type { Source } from '../../../src/plan/source.ts'

export function sourceOf(plan: string | Uint8Array, path = 'tasks.md'): Source {
  const bytes = typeof plan === 'string' ? new TextEncoder().encode(plan) : plan
  return { path, bytes }
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

export function draftOf(plan: string | Uint8Array): Draft {
  return readPhaseTasks([sourceOf(plan)])
}

/** A wish as a run would make it from the plan it has read. */
export function wish(id: string, title: string, state: MarkWish['state'], more: Partial<MarkWish> = {}): MarkWish {
  return { key: id, id, title, state, reason: null, writtenReason: null, ...more }
}

export interface Projecting {
  readonly marks?: readonly MarkWish[]
  readonly added?: readonly AddedTask[]
  readonly summary?: boolean
}

export function project(plan: string | Uint8Array, { marks = [], added = [], summary = false }: Projecting): Projected {
  return projectPhaseTasks([sourceOf(plan)], { marks, added, summary })
}

/** The plan's text after the edits of a projection. */
export function after(plan: string, projecting: Projecting): string {
  const source = sourceOf(plan)
  return textOf(applyEdits(source, project(plan, projecting).edits))
}

/** Line and column of a byte offset, 1-based, the column in UTF-16 units. */
export function placeOf(plan: string, offset: number): string {
  const before = textOf(sourceOf(plan).bytes.subarray(0, offset)).split('\n')
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`
}

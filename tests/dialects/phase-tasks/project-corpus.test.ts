import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { isOneByte } from '../../../src/dialects/phase-tasks/write/project.ts'
import type { DraftTask } from '../../../src/plan/draft.ts'
import type { MarkWish } from '../../../src/plan/projection.ts'
import { corpus } from '../../rig/corpus.ts'
import { draftOf, project, sourceOf } from './plan-text.ts'

const folder = path.join(corpus ?? '', 'phase-tasks')
const plans =
  corpus === null
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .sort()

const wishFor = (task: DraftTask, state: MarkWish['state'], more: Partial<MarkWish> = {}): MarkWish => ({
  key: task.key,
  id: task.id?.text ?? null,
  title: task.title.text,
  state,
  reason: null,
  writtenReason: null,
  ...more,
})

/** Open tasks that can be told apart; the origin's own fixtures hold a few that cannot. */
function openTasks(bytes: Uint8Array): readonly DraftTask[] {
  const { tasks } = draftOf(bytes)
  const name = (task: DraftTask) => `${task.id?.text ?? ''} ${task.title.text}`
  return tasks.filter(
    (task) => task.mark.state === 'todo' && tasks.filter((it) => name(it) === name(task)).length === 1,
  )
}

describe.skipIf(corpus === null)('on real plans', () => {
  test.each(plans)('%s: marking each open task done, one at a time, changes its byte and its state alone', (file) => {
    const bytes = new Uint8Array(readFileSync(path.join(folder, file)))
    const before = draftOf(bytes).tasks
    for (const task of openTasks(bytes)) {
      const { edits, unplaced } = project(bytes, { marks: [wishFor(task, 'done')] })
      expect(unplaced).toEqual([])
      expect(edits.map(({ offset, length }) => ({ offset, length }))).toEqual([
        { offset: task.mark.span.offset, length: task.mark.span.length },
      ])
      expect(isOneByte(edits[0]!, bytes)).toBe(true)
      const marked = applyEdits(sourceOf(bytes), edits)
      const again = draftOf(marked).tasks
      expect(again.map((it) => it.mark.state)).toEqual(
        before.map((it) => (it.mark.span.offset === task.mark.span.offset ? 'done' : it.mark.state)),
      )
      expect(again.map((it) => it.title)).toEqual(before.map((it) => it.title))
    }
  })

  test.each(plans)('%s: each open task blocked with a reason and released again gives the same bytes', (file) => {
    const bytes = new Uint8Array(readFileSync(path.join(folder, file)))
    const before = draftOf(bytes).tasks
    for (const task of openTasks(bytes)) {
      const blocked = wishFor(task, 'blocked', { reason: 'tests are red: 2 of 7' })
      const marked = applyEdits(sourceOf(bytes), project(bytes, { marks: [blocked] }).edits)
      const again = draftOf(marked).tasks
      expect(again.map((it) => it.mark.state)).toEqual(
        before.map((it) => (it.mark.span.offset === task.mark.span.offset ? 'blocked' : it.mark.state)),
      )
      expect(again.find((it) => it.line.offset === task.line.offset)?.reason?.text).toBe('tests are red: 2 of 7')
      expect(again.map((it) => it.blockedBy.map(({ id }) => id))).toEqual(
        before.map((it) => it.blockedBy.map(({ id }) => id)),
      )
      const released = wishFor(task, 'todo', { writtenReason: 'tests are red: 2 of 7' })
      const back = applyEdits(sourceOf(marked), project(marked, { marks: [released] }).edits)
      expect(Buffer.compare(back, bytes)).toBe(0)
    }
  })

  test.each(plans)('%s: nothing wished, nothing changed; what it says already is not written again', (file) => {
    const bytes = new Uint8Array(readFileSync(path.join(folder, file)))
    expect(project(bytes, {})).toEqual({ edits: [], unplaced: [] })
    const done = draftOf(bytes).tasks.filter((task) => task.mark.state === 'done')
    expect(project(bytes, { marks: done.map((task) => wishFor(task, 'done')) }).edits).toEqual([])
  })
})

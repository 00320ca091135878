import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'
import { projectProjectState } from '../../../src/dialects/project-state/write/project.ts'
import { strayed } from '../../../src/dialects/read-back.ts'
import type { DraftTask } from '../../../src/plan/draft.ts'
import type { MarkWish } from '../../../src/plan/projection.ts'
import { ownStates, realStates, type State } from './files.ts'

const states: readonly MarkWish['state'][] = ['todo', 'done', 'blocked', 'skipped', 'deferred']

function wishFor(task: DraftTask, state: MarkWish['state'], twins: number): MarkWish {
  const { key, id, title } = task
  // A claim is written over, so that each state can follow each other one.
  return {
    key,
    id: id?.text ?? null,
    title: title.text,
    twins,
    state,
    overrides: true,
    reason: null,
    writtenReason: null,
  }
}

/** Writes each state to each task, one at a time: one value changes, and every other byte stays (FORMATS R29). */
function expectLocal({ source }: State): number {
  const draft = readProjectState([source])
  if (draft.diagnostics.some(({ code }) => /^MW(?:002|010|013|40[0-4]|410)$/.test(code))) return 0
  let count = 0
  for (const task of draft.tasks)
    for (const state of states) {
      const twins = draft.tasks.filter(({ id }) => id !== null && id.text === task.id?.text).length
      const marks = [wishFor(task, state, Math.max(1, twins))]
      const { edits, unplaced, shows } = projectProjectState([source], { marks, summary: true })
      expect(unplaced).toEqual([])
      const next = { ...source, bytes: applyEdits(source, edits) }
      const after = readProjectState([next])
      expect(strayed(draft, after, edits, { ...(shows && { shows }) })).toBeNull()
      expect(after.tasks.map((it) => it.mark.state)).toEqual(
        draft.tasks.map((it) => (it === task ? state : it.mark.state)),
      )
      expect(edits.length).toBe(task.mark.state === state ? 0 : 1)
      for (const { offset, length, content } of edits) {
        expect([offset, length]).toEqual([task.mark.span.offset, task.mark.span.length])
        expect(next.bytes.length).toBe(source.bytes.length - length + new TextEncoder().encode(content).length)
        // Values and their members are all that another program sees as well.
        expect(() => JSON.parse(new TextDecoder().decode(next.bytes)) as unknown).not.toThrow()
      }
      expect(projectProjectState([next], { marks, summary: true }).edits).toEqual([])
      count += edits.length
    }
  return count
}

describe('each status is one value of the file', () => {
  const sound = ownStates.filter(({ name }) => !/odd-numbers|not-utf-8/.test(name))

  test.each(sound.map((it) => [it.name, it] as const))('%s', (_, state) => {
    expectLocal(state)
  })

  test('of the sound fixture each of five tasks takes four other states', () => {
    expect(expectLocal(ownStates.find(({ name }) => name === 'sound/state.json')!)).toBe(20)
  })
})

describe.skipIf(realStates.length === 0)('each status of a real state', () => {
  test.each(realStates.map((it) => [it.name, it] as const))('%s', (_, state) => {
    expect(expectLocal(state)).toBeGreaterThan(0)
  })
})

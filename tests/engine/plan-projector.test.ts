/** How often a plan is read to keep its marks. */

import { sha256 } from '../../src/system/digest.ts'
import { expect, test } from 'vitest'
import { planProjector, sourceOf } from '../../src/calls/plan/projectors.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { World } from '../run/world.ts'

const text =
  '# Plan\n\n## Phase 1: Build\n\n- [ ] T001 Lay the floor in floor.ts\n- [ ] T002 Raise the wall in wall.ts\n'

/** A projector of a run that has done all its tasks, and the count of readings. */
function counted(): { readonly readings: () => number; readonly marked: (bytes: string) => string } {
  let readings = 0
  const dialect: typeof phaseTasks = {
    ...phaseTasks,
    read(sources) {
      readings += 1
      return phaseTasks.read(sources)
    },
  }
  const world = new World()
  const draft = phaseTasks.read([sourceOf('tasks.md', Buffer.from(text))])
  world.start(makePlan(draft, { hash: sha256, implementation: () => true }))
  world.run()
  const projector = planProjector(dialect, 'tasks.md')
  return {
    readings: () => readings,
    marked(bytes) {
      const projected = projector.project(Buffer.from(bytes), world.state, [])
      if (projected.is !== 'projected' || projected.bytes === null) throw new Error(projected.is)
      return Buffer.from(projected.bytes).toString()
    },
  }
}

test('what a commit was made to hold is not read again where the working file gets it, nor before the next commit', () => {
  const { readings, marked } = counted()
  const done = text.replaceAll('[ ]', '[X]')
  expect(marked(text)).toBe(done)
  expect(readings()).toBe(2)
  expect([marked(text), marked(done)]).toEqual([done, done])
  expect(readings()).toBe(2)
})

test('a text of the same length is read for what it is', () => {
  const { marked } = counted()
  expect(marked(text)).toContain('- [X] T001 Lay the floor')
  // Nobody has worked on a task of that name.
  const renamed = text.replace('T001 Lay', 'T009 Lay')
  expect(marked(renamed)).toBe(renamed.replace('[ ] T002', '[X] T002'))
})

import { expect, test } from 'vitest'
import { ownPaths } from '../../src/calls/plan/open-plan.ts'
import { progressPaths } from '../../src/calls/plan/progress-file.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { harbourDraft } from '../rig/harbour-spec.ts'
import { spec } from '../../src/dialects/spec/index.ts'

test('a spec has a progress file beside it, named as it is; both its places are ours, so that no task may declare them', () => {
  const planRelative = 'Specs/tides/spec_tides.md'
  const usual = 'Specs/tides/progress_tides.json'
  const beside = 'Specs/tides/progress_tides.millwright.json'
  expect(progressPaths(spec, planRelative)).toEqual({ usual, beside })
  const notepad = 'Specs/tides/notepad_tides.md'
  expect(
    ownPaths({ dialect: spec, root: import.meta.dirname, planRelative, sources: [], draft: harbourDraft() }),
  ).toEqual([planRelative, usual, beside, notepad])
  expect(progressPaths(phaseTasks, 'tasks.md')).toBeNull()
})

/** The file in which the lessons of all runs of a day are kept (seed 004 §6.5): whatever is there stays, and nothing is told twice. */

import { describe, expect, test } from 'vitest'
import {
  isLearningsFile,
  learningsFile,
  learningsSection,
  learningsToAdd,
} from '../../../src/reports/spec/learnings-file.ts'
import { harbourPlan } from '../../rig/harbour-spec.ts'
import { ProgressWorld } from '../../run/progress-world.ts'

const section = { heading: '## tides, run 7', text: '## tides, run 7\n\nGoal: the book (ACHIEVED)\n', unless: null }
const head = '# Execution learnings\n\n'

test('is called by the day on which the run began', () => {
  expect(learningsFile(Date.UTC(2026, 0, 2, 23, 59))).toBe('execution_learnings_2026-01-02.md')
})

test.each([
  ['plans/_filing/execution_learnings_2026-01-02.md', true],
  ['_filing/execution_learnings_2026-01-02.md', false],
  ['plans/_filing/execution_learnings.md', false],
  ['plans/_filing/more/execution_learnings_2026-01-02.md', false],
])('%s is one of plans/_filing: %s', (path, isOne) => {
  expect(isLearningsFile(path, 'plans/_filing')).toBe(isOne)
})

test('a later run that has brought no step to its end teaches nothing', () => {
  const world = new ProgressWorld().begin().run()
  expect(learningsSection(world.state)?.heading).toBe('## tides, run run-1')
  world.start(harbourPlan(), { policy: world.state.policy, run: 'run-2' })
  world.run()
  expect([world.state.run, world.state.status, learningsSection(world.state)]).toEqual(['run-2', 'finished', null])
})

describe('what a run adds', () => {
  test.each([
    ['to a file that is not there, or empty, with a title', '', head + section.text],
    ['to an empty one alike', ' \n', head + section.text],
    ['behind what another run has added', `${head}## tides, run 6\n`, `\n${section.text}`],
    ['behind a last line without an end', `${head}## tides, run 6`, `\n\n${section.text}`],
    ['also where a longer heading begins like its own', `${head}## tides, run 77\n`, `\n${section.text}`],
  ])('%s', (_, present, added) => {
    expect(learningsToAdd(present, section)).toBe(added)
  })

  test.each(['\n', '\r\n'])('is nothing where it is there already, with lines that end in %j', (lineEnd) => {
    const present = `${head}${section.text}\nA remark of a person.\n`.replaceAll('\n', lineEnd)
    expect(learningsToAdd(present, section)).toBe('')
  })

  test('of a run in which nothing has ended is that the goal is judged otherwise', () => {
    const goal = (status: string): string => `Goal: the book (${status})`
    const anew = {
      heading: '## tides, run 8',
      text: `## tides, run 8\n\n${goal('PARTIAL')}\n`,
      unless: goal('PARTIAL'),
    }
    const present = head + section.text
    expect(learningsToAdd(present, anew)).toBe(`\n${anew.text}`)
    expect(learningsToAdd(`${present}\n${anew.text}`, { ...anew, heading: '## tides, run 9' })).toBe('')
    expect(learningsToAdd(present, { ...anew, unless: goal('ACHIEVED') })).toBe('')
    expect(learningsToAdd('', anew)).toBe('')
  })
})

import { describe, expect, test } from 'vitest'
import { readPhaseTasks } from '../../../src/dialects/phase-tasks/read.ts'
import { recognisePhaseTasks } from '../../../src/dialects/phase-tasks/recognise.ts'
import { corpus, corpusFiles } from '../../rig/corpus.ts'
import { sourceOf } from './printed.ts'

const plans = corpusFiles('phase-tasks', (name) => name.endsWith('tasks.md'))

/** Counts boxes with an id outside fences, by line and without anything of the reader. */
function countIds(text: string): number {
  let fenced = false
  let count = 0
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) fenced = !fenced
    else if (!fenced && /^\s*- ?\[[^\]]{0,12}\] ?T\d+[A-Z]?\b/.test(line)) count += 1
  }
  return count
}

describe.skipIf(corpus === null)('real plans', () => {
  test.each(plans)('$name: no task is lost, nothing is an error', ({ name, bytes }) => {
    const source = sourceOf(bytes, name)
    const draft = readPhaseTasks([source])
    expect(draft.tasks.filter(({ id }) => id !== null)).toHaveLength(countIds(new TextDecoder().decode(bytes)))
    expect(draft.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(draft.coverage.read).toBe(draft.coverage.taskLike)
  })

  test('plans of this format are recognised, most of them for certain', () => {
    const own = plans.filter(({ name }) => !name.includes('/fixtures/'))
    const found = own.map(({ name, bytes }) => recognisePhaseTasks([sourceOf(bytes, name)])?.strength)
    expect(found).not.toContain(undefined)
    expect(found.filter((it) => it === 'certain').length).toBeGreaterThan(own.length * 0.9)
  })

  test('files of every other format are read without a crash', () => {
    for (const { name, bytes } of corpusFiles('.', () => true)) {
      const { tasks, diagnostics } = readPhaseTasks([sourceOf(bytes, name)])
      for (const { span } of [...tasks.map(({ block }) => ({ span: block })), ...diagnostics])
        expect(span === null || span.offset + span.length <= bytes.length).toBe(true)
    }
  })
})

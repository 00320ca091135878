import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isEnd, mayMove, transitions, type StepStatus } from '../../src/run/step-status.ts'

const source = readFileSync(path.join(import.meta.dirname, '..', '..', 'src', 'run', 'step-status.ts'), 'utf8')
const drawing = source.slice(source.indexOf('```'), source.lastIndexOf('```'))
const statuses = Object.keys(transitions) as StepStatus[]

test('the drawing shows every state that work goes through, in the order of the table', () => {
  const line = drawing.split('\n').find((it) => it.includes('pending ─►')) ?? ''
  const drawn = line
    .replaceAll('*', '')
    .split('─►')
    .map((it) => it.trim())
  expect(drawn).toEqual(['pending', 'working', 'verifying', 'reviewing', 'merging', 'done'])
  drawn.slice(0, -1).forEach((from, at) => expect(mayMove(from as StepStatus, drawn[at + 1] as StepStatus)).toBe(true))
  for (const status of statuses.filter((it) => !drawn.includes(it))) expect(drawing).toContain(status)
})

test('each end that a person may change takes each of their words, and the drawing says so', () => {
  for (const from of ['blocked', 'failed'] as const)
    expect(transitions[from]).toEqual(['pending', 'done', 'skipped', 'deferred'])
  for (const from of ['skipped', 'deferred', 'done'] as const) expect(transitions[from]).toEqual(['pending'])
  for (const it of ['unblock', 'accept, skip and defer']) expect(drawing).toContain(`${it} (a human`)
})

test('done is left for lost work alone, and only a human leaves the other ends: nothing but unblock, accept, skip and defer', () => {
  expect(transitions.done).toEqual(['pending'])
  for (const status of statuses.filter((it) => isEnd(it) && it !== 'done'))
    for (const to of transitions[status]) expect(['pending', 'done', 'skipped', 'deferred']).toContain(to)
})

test('what goes back to work does so from where the drawing says', () => {
  expect(statuses.filter((from) => mayMove(from, 'working')).sort()).toEqual([
    'merging',
    'pending',
    'reviewing',
    'verifying',
    'working',
  ])
  expect(statuses.filter((from) => mayMove(from, 'failed'))).toEqual(['reviewing'])
  expect(statuses.filter((from) => mayMove(from, 'merging')).sort()).toEqual(['reviewing', 'verifying', 'working'])
})

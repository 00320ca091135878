import { describe, expect, test } from 'vitest'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'
import { bookkeeping } from '../../../src/dialects/project-state/words.ts'
import { check } from '../../../src/plan/check.ts'
import type { DraftTask } from '../../../src/plan/draft.ts'
import { noFacts } from '../../../src/plan/facts.ts'
import { ownStates, realStates } from './files.ts'

type Json = Record<string, unknown>

/** The objects with an id that stand in lists, at the top or in phases. */
function tasksIn(value: unknown, key = ''): Json[] {
  if (Array.isArray(value)) {
    const own = /tasks$/.test(key) ? value.filter((it): it is Json => typeof it === 'object' && it !== null) : []
    return own.length > 0 ? own : value.flatMap((it) => (key === 'phases' ? tasksIn(it) : []))
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, it]) => (Array.isArray(it) ? tasksIn(it, name) : []))
    : []
}

/** All that a draft says of a member of its task, so that nothing of the file is lost; undefined where it keeps nothing. */
function kept(task: DraftTask, name: string): unknown {
  switch (name) {
    case 'id':
      return task.id?.text
    case 'title':
      return task.title.text
    case 'description':
      return task.description ?? ''
    case 'status':
      return task.mark.raw.slice(1, -1)
    case 'layer':
      return task.layer?.text
    case 'specialist':
      return task.role?.text
    case 'spec_doc':
      return task.document?.text
    case 'dependencies':
    case 'depends_on':
      return task.blockedBy.map(({ id }) => id)
    case 'blocks':
      return task.blocks.map(({ id }) => id)
    case 'acceptance_criteria':
      return task.criteria?.map(({ text }) => text) ?? []
    case 'acceptance':
      return task.criteria?.map(({ text }) => text).join()
    case 'files':
    case 'files_to_touch':
      return task.files.map(({ path, action }) => (action === 'create' ? `${path} (NEW)` : path))
    case 'gates':
      return task.gates?.map(({ text }) => text) ?? []
    default:
      return undefined
  }
}

function expectKept(task: DraftTask, given: Json): void {
  for (const [name, value] of Object.entries(given)) {
    const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0)
    if (name === 'type') {
      expect(task.kind?.text).toBeDefined()
      continue
    }
    const own = kept(task, name)
    if (own !== undefined) expect([name, own]).toEqual([name, value])
    else if (!isEmpty) {
      const shown = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
      const told = task.told.map(({ text }) => text)
      expect(told).toContain(`${name}: ${shown}`)
      expect(task.notes.some(({ key }) => key === name)).toBe(!bookkeeping.has(name))
    }
  }
}

describe.skipIf(realStates.length === 0)('real states', () => {
  test('there are eight of them, with 74 tasks or more', () => {
    expect(realStates).toHaveLength(8)
    const count = realStates.reduce((sum, { source }) => sum + readProjectState([source]).tasks.length, 0)
    expect(count).toBeGreaterThanOrEqual(74)
  })

  test.each(realStates.map((it) => [it.name, it] as const))('%s is read without loss', (_, { source, beside }) => {
    const given = tasksIn(JSON.parse(new TextDecoder().decode(source.bytes)))
    const draft = readProjectState([source])
    expect(draft.tasks.map(({ id }) => id?.text)).toEqual(given.map(({ id }) => id))
    draft.tasks.forEach((task, at) => {
      expectKept(task, given[at]!)
    })
    expect(draft.coverage).toEqual({ taskLike: given.length, read: given.length })
    const errors = check(readProjectState([source, ...beside]), noFacts).filter(({ severity }) => severity === 'error')
    expect(errors).toEqual([])
  })
})

test('our own sound state is read without loss', () => {
  const { source } = ownStates.find(({ name }) => name === 'sound/state.json')!
  const state = JSON.parse(new TextDecoder().decode(source.bytes)) as { readonly tasks: readonly Json[] }
  const draft = readProjectState([source])
  expectKept(draft.tasks[0]!, state.tasks[0]!)
  expectKept(draft.tasks[2]!, state.tasks[2]!)
})

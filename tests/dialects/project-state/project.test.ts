import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'
import { projectProjectState } from '../../../src/dialects/project-state/write/project.ts'
import type { MarkWish, Projected } from '../../../src/plan/projection.ts'

const encoder = new TextEncoder()

type Wish = Partial<MarkWish> & Pick<MarkWish, 'key' | 'state'>

/** What a text becomes, and what was not written. */
function written(
  text: string,
  ...wishes: readonly Wish[]
): { readonly text: string } & Pick<Projected, 'unplaced' | 'unsaid'> {
  const source = { path: /\/[/*]/.test(text) ? 'state.jsonc' : 'state.json', bytes: encoder.encode(text) }
  const titles = new Map(readProjectState([source]).tasks.map(({ key, title }) => [key, title.text]))
  const marks = wishes.map((wish) => ({
    id: wish.key,
    title: titles.get(wish.key) ?? wish.key,
    reason: null,
    writtenReason: null,
    ...wish,
  }))
  const projected = projectProjectState([source], { marks, summary: true })
  const bytes = applyEdits(source, projected.edits)
  expect(projectProjectState([{ ...source, bytes }], { marks, summary: true }).edits).toEqual([])
  return { ...projected, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
}

const task = (id: string, status: string): string => `{"id": "${id}", "title": "One", "layer": "core"${status}}`

describe('the word', () => {
  test.each([
    ['pending', 'done', 'done'],
    ['PENDING', 'done', 'DONE'],
    ['Pending', 'done', 'Done'],
    ['pending', 'blocked', 'failed'],
    ['pending', 'skipped', 'terminated'],
    ['pending', 'deferred', 'deferred'],
    ['in_progress', 'todo', 'pending'],
  ] as const)('of a file with %s for %s is %s', (present, state, word) => {
    const text = `{"tasks": [${task('A', `, "status": "${present}"`)}]}`
    expect(written(text, { key: 'A', state }).text).toBe(text.replace(present, word))
  })

  test('is the one that the file has for that state', () => {
    const text = `{"tasks": [${task('A', ', "status": "cancelled"')}, ${task('B', ', "status": "pending"')}]}`
    expect(written(text, { key: 'B', state: 'skipped' }).text).toBe(text.replace('pending', 'cancelled'))
  })

  test('of a rejected task is that of the seed, whatever the file says of others', () => {
    const text = `{"tasks": [${task('A', ', "status": "blocked"')}, ${task('B', ', "status": "pending"')}]}`
    expect(written(text, { key: 'B', state: 'blocked', because: 'rejected' }).text).toBe(
      text.replace('pending', 'failed'),
    )
    expect(written(text, { key: 'B', state: 'blocked' }).text).toBe(text.replace('pending', 'blocked'))
  })
})

describe('a status that is not there', () => {
  test.each([
    [
      'on a line of its own',
      '{\n  "tasks": [\n    {\n      "id": "A",\n      "title": "One",\n      "layer": "x"\n    }\n  ]\n}\n',
      '{\n  "tasks": [\n    {\n      "id": "A",\n      "status": "done",\n      "title": "One",\n      "layer": "x"\n    }\n  ]\n}\n',
    ],
    [
      'with CRLF and tabs',
      '{\r\n\t"tasks": [\r\n\t\t{\r\n\t\t\t"id": "A",\r\n\t\t\t"title": "One"\r\n\t\t}\r\n\t]\r\n}',
      '{\r\n\t"tasks": [\r\n\t\t{\r\n\t\t\t"id": "A",\r\n\t\t\t"status": "done",\r\n\t\t\t"title": "One"\r\n\t\t}\r\n\t]\r\n}',
    ],
    [
      'behind the id in its line',
      '{"tasks": [ { "id": "A", "title": "One" } ]}',
      '{"tasks": [ { "id": "A", "status": "done", "title": "One" } ]}',
    ],
    ['minified', '{"tasks":[{"id":"A","title":"One"}]}', '{"tasks":[{"id":"A","status":"done","title":"One"}]}'],
    [
      'behind an id that ends its object',
      '{"tasks":[{"title":"One","id":"A"}]}',
      '{"tasks":[{"title":"One","id":"A","status":"done"}]}',
    ],
    [
      'in the place of null',
      '{"tasks": [{"id": "A", "title": "One", "status": null}]}',
      '{"tasks": [{"id": "A", "title": "One", "status": "done"}]}',
    ],
    [
      'two in the first line of a task',
      '{"tasks": [\n  { "id": "A", "title": "One",\n    "layer": "x" }\n]}',
      '{"tasks": [\n  { "id": "A", "status": "done", "title": "One",\n    "layer": "x" }\n]}',
    ],
    [
      'with the blanks of its own task',
      '{\n  "tasks": [ { "id":"A",\t "title":"One" } ]\n}',
      '{\n  "tasks": [ { "id":"A",\t "status":"done",\t "title":"One" } ]\n}',
    ],
    [
      'on a line where only what follows has one',
      '{"tasks": [\n  { "id": "A",\n    "title": "One" }\n]}',
      '{"tasks": [\n  { "id": "A",\n    "status": "done",\n    "title": "One" }\n]}',
    ],
    [
      'on a line behind an id that ends its object on one',
      '{"tasks": [\n  {\n    "title": "One",\n    "id": "A"\n  }\n]}',
      '{"tasks": [\n  {\n    "title": "One",\n    "id": "A",\n    "status": "done"\n  }\n]}',
    ],
    [
      'in the line of an id that shares it with what follows',
      '{"tasks": [\n  {\n    "id": "A",  "title": "One"\n  }\n]}',
      '{"tasks": [\n  {\n    "id": "A",  "status": "done",  "title": "One"\n  }\n]}',
    ],
  ])('is put %s', (_, text, expected) => {
    expect(written(text, { key: 'A', state: 'done' }).text).toBe(expected)
  })

  test.each([
    [
      'ends its line',
      '{"tasks": [\n  {\n    "id": "A", // given\n    "title": "One"\n  }\n]}',
      '{"tasks": [\n  {\n    "id": "A", // given\n    "status": "done",\n    "title": "One"\n  }\n]}',
    ],
    [
      'ends its line before the comma',
      '{"tasks": [\n  {\n    "id": "A" /* a */ // given\n    , "title": "One"\n  }\n]}',
      '{"tasks": [\n  {\n    "id": "A", /* a */ // given\n    "status": "done"\n    , "title": "One"\n  }\n]}',
    ],
    [
      'ends its line and its object',
      '{"tasks": [\n  {\n    "title": "One",\n    "id": "A" // given\n    // all\n  }\n]}',
      '{"tasks": [\n  {\n    "title": "One",\n    "id": "A", // given\n    "status": "done"\n    // all\n  }\n]}',
    ],
    [
      'follows it in one line',
      '{"tasks": [{"id": "A", /* given */ "title": "One"}]}',
      '{"tasks": [{"id": "A", /* given */ "status": "done", "title": "One"}]}',
    ],
    [
      'follows it in one line before the comma',
      '{"tasks": [{"id": "A" /* given */, /* title */ "title": "One"}]}',
      '{"tasks": [{"id": "A" /* given */, "status": "done", /* title */ "title": "One"}]}',
    ],
    [
      'stands before it, as another one does before what follows',
      '{"tasks": [{/* given */ "id": "A", /* title */ "title": "One"}]}',
      '{"tasks": [{/* given */ "id": "A", "status": "done", /* title */ "title": "One"}]}',
    ],
    [
      'stands between it and its colon',
      '{"tasks": [\n  {\n    "id" // key\n    : /* value */ "A",\n    "title": "One"\n  }\n]}',
      '{"tasks": [\n  {\n    "id" // key\n    : /* value */ "A",\n    "status": "done",\n    "title": "One"\n  }\n]}',
    ],
  ])('leaves the comment with the id that %s', (_, text, expected) => {
    expect(written(text, { key: 'A', state: 'done' }).text).toBe(expected)
  })

  test('is put behind the first member of a task without an id', () => {
    const text = '{"tasks": [{"title": "One", "layer": "core"}]}'
    const { key } = readProjectState([{ path: 'state.json', bytes: encoder.encode(text) }]).tasks[0]!
    expect(written(text, { key, id: null, state: 'done' }).text).toBe(
      '{"tasks": [{"title": "One", "status": "done", "layer": "core"}]}',
    )
  })
})

describe('what is left as it is', () => {
  test.each([
    ['done', 'blocked', 'MW117'],
    ['in_review', 'done', 'MW102'],
    ['deferred', 'blocked', 'MW117'],
  ] as const)('%s, where the run says %s', (status, state, code) => {
    const text = `{"tasks": [${task('A', `, "status": "${status}"`)}]}`
    const { unplaced, text: after } = written(text, { key: 'A', state })
    expect(after).toBe(text)
    expect(unplaced).toMatchObject([{ key: 'A', diagnostic: { code } }])
  })

  test('a task that only waits for others is as open as before', () => {
    const text = `{"tasks": [${task('A', ', "status": "pending"')}]}`
    const result = written(text, { key: 'A', state: 'blocked', because: 'unmet' })
    expect(result).toMatchObject({ text, unsaid: ['A'], unplaced: [] })
  })

  test.each([
    ['cut off', `{"tasks": [${task('A', '')}, {"id": "B"`],
    ['with a key twice', `{"tasks": [${task('A', ', "status": "pending", "status": "done"')}]}`],
    ['with two values', `{"tasks": [${task('A', '')}]} {}`],
  ])('a file that is %s', (_, text) => {
    expect(written(text, { key: 'A', state: 'done' })).toMatchObject({
      text,
      unplaced: [{ key: 'A', diagnostic: { code: 'MW012' } }],
    })
  })

  test('another task under the id', () => {
    const text = `{"tasks": [${task('A', '')}]}`
    expect(written(text, { key: 'A', title: 'Something else', state: 'done' })).toMatchObject({
      text,
      unplaced: [{ key: 'A', diagnostic: { code: 'MW707' } }],
    })
  })
})

test('a byte order mark and a missing last line feed stay', () => {
  const text = `\ufeff{"tasks": [${task('A', ', "status": "pending"')}]}`
  expect(written(text, { key: 'A', state: 'done' }).text).toBe(text.replace('pending', 'done'))
})

/** Where new entries stand: in the same place whether they come one by one, as into a working file, or at once, as into a commit. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { projectProjectState } from '../../../src/dialects/project-state/write/project.ts'
import type { AddedTask } from '../../../src/plan/added-task.ts'
import type { PlanRecords, Projection } from '../../../src/plan/projection.ts'

const ids = ['A-10', 'A-2', 'A-1', 'B-1', 'A-2-1']
const gates = ['unit', 'files', 'build']
const nothing: PlanRecords = {
  phase: 'execute',
  current: null,
  blockedReason: null,
  said: { current: false, blockedReason: false },
  drafts: [],
  gates: [],
  decisions: [],
  integrations: [],
}
const drafts = ids.map((id) => ({ key: id, id, files: [], explanation: '', attempt: 1, commit: null }))
const results = ids.flatMap((id) =>
  gates.map((gate) => ({
    key: id,
    id,
    gate,
    result: 'passed',
    argv: [],
    exitCode: 0,
    tree: null,
    excerpt: '',
    durationMs: 1,
  })),
)
const decisions = ids.map((id, nth) => ({
  run: 'r',
  review: `R${nth}`,
  nth: 0,
  key: id,
  id,
  type: 'approve',
  feedback: '',
  by: 'ada',
  at: '2026-01-02T03:04:05Z',
  shown: null,
}))
const integrations = [1, 2].flatMap((round) =>
  ['whole', 'core'].map((test) => ({
    run: 'r',
    test,
    layer: null,
    round,
    result: 'passed',
    details: '',
    suspected: null,
  })),
)

/** With entries of others before, between and behind, which stay where they are. */
const shapes = {
  'empty lists': '"drafts": [], "gate_results": [], "human_decisions": [], "integration_results": []',
  'empty objects': '"drafts": {}, "gate_results": {}, "human_decisions": {}, "integration_results": {}',
  'lists with entries of others':
    '"drafts": [{"task_id": "A-2"}], "gate_results": [{"task_id": "B-1", "gate": "unit"}, 1], "human_decisions": ["x"], "integration_results": [{"test": "core"}]',
  'objects with entries of others':
    '"drafts": {"A-2": {"code": "x"}, "Z": 1}, "gate_results": {"B-1": [{"gate": "unit"}], "A-1": "pass"}, "human_decisions": {"A-1": []}, "integration_results": {"Z": []}',
}

/** The same with comments, in a file that may have them. */
const commented = {
  'an object in lines': `{
  "tasks": TASKS,
  // all
  "drafts": { // by id
  },
  "gate_results": {
    // of a person
    "B-1": "pass", // by hand
    "A-1": [ /* here */ ] // last
  },
  "human_decisions": [
    // first
    // second
  ],
  "integration_results": [ /* none */ ],
}
`,
  'a list in lines': `{
  "tasks": TASKS,
  "drafts": [
    // of a person
    {"task_id": "A-2"} // by hand
    // more
  ],
  "gate_results": [ // all
    {"task_id": "B-1", "gate": "unit"}, // by hand
  ],
  "human_decisions": ["x" /* y */],
  "integration_results": [
    /* one */
    // two
  ] }
`,
  'one line': `{ "tasks": TASKS,
  "drafts": { /* a */ "A-2": 1 /* b */, /* c */ "Z": 1 /* d */ }, // e
  "gate_results": [ /* f */ 1 /* g */, /* h */ "x" /* i */ /* j */ ], // k
  "human_decisions": ["x" /* l */ // m
  ], "integration_results": [1, // n
    2 // o
  ] }
`,
  'one line with what is empty in several': `{ "tasks": TASKS, "drafts": { // by id
  }, "gate_results": [
   // filled by runs
  ], "human_decisions": [ /* none */ ], "integration_results": [] }
`,
} as const

test.each(Object.entries(commented))('with comments in %s, too, and all of these stay', (_, shape) => {
  const text = shape.replace('TASKS', JSON.stringify(ids.map((id) => ({ id, title: id, layer: 'core' }))))
  const records = { ...nothing, drafts, gates: results, decisions, integrations }
  const atOnce = written(text, { records }, 'state.jsonc')
  const commentsOf = (it: string): readonly string[] => it.match(/\/\/.*|\/\*.*?\*\//g) ?? []
  expect(commentsOf(atOnce)).toEqual(commentsOf(text))
  const order = fc.record({
    drafts: fc.shuffledSubarray(drafts),
    gates: fc.shuffledSubarray(results),
    integrations: fc.shuffledSubarray(integrations),
    decided: fc.nat(ids.length),
  })
  fc.assert(
    fc.property(order, (part) => {
      const had = (all: readonly object[], some: readonly object[]) => all.filter((it) => some.includes(it))
      let now = text
      for (let at = 1; at <= results.length; at += 1)
        now = written(
          now,
          {
            records: {
              ...nothing,
              drafts: had(drafts, part.drafts.slice(0, at)) as typeof drafts,
              gates: had(results, part.gates.slice(0, at)) as typeof results,
              decisions: decisions.slice(0, Math.min(at, part.decided)),
              integrations: had(integrations, part.integrations.slice(0, at)) as typeof integrations,
            },
          },
          'state.jsonc',
        )
      expect(written(now, { records }, 'state.jsonc')).toBe(atOnce)
    }),
    { numRuns: 15 },
  )
})

function textWith(members: string, isSpread: boolean): string {
  const tasks = ids.map((id) => ({ id, title: id, layer: 'core' }))
  const text = `{"tasks": ${JSON.stringify(tasks)}, ${members}}`
  return isSpread ? JSON.stringify(JSON.parse(text), null, 2) : text
}

function written(text: string, projection: Partial<Projection>, path = 'state.json'): string {
  const source = { path, bytes: new TextEncoder().encode(text) }
  const whole = { marks: [], summary: true, ...projection }
  const bytes = applyEdits(source, projectProjectState([source], whole).edits)
  expect(projectProjectState([{ ...source, bytes }], whole).edits).toEqual([])
  return new TextDecoder().decode(bytes)
}

/** Some of a list, in its order. */
function some<T>(all: readonly T[], { chosen }: { readonly chosen: readonly boolean[] }): readonly T[] {
  return all.filter((_, at) => chosen[at % chosen.length])
}

describe.each(Object.entries(shapes))('in %s', (_, members) => {
  test.each([true, false])('the way in which entries come leaves no trace (spread: %s)', (isSpread) => {
    const text = textWith(members, isSpread)
    const whole = { ...nothing, drafts, gates: results, decisions, integrations }
    const atOnce = written(text, { records: whole })
    const steps = fc.array(
      fc.record({ chosen: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }), decided: fc.nat(ids.length) }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(steps, (parts) => {
        let [now, decided] = [text, 0]
        const had = { drafts: new Set<object>(), gates: new Set<object>(), integrations: new Set<object>() }
        for (const part of parts) {
          for (const it of some(drafts, part)) had.drafts.add(it)
          for (const it of some(results, part)) had.gates.add(it)
          for (const it of some(integrations, part)) had.integrations.add(it)
          decided = Math.max(decided, part.decided)
          now = written(now, {
            records: {
              ...nothing,
              drafts: drafts.filter((it) => had.drafts.has(it)),
              gates: results.filter((it) => had.gates.has(it)),
              decisions: decisions.slice(0, decided),
              integrations: integrations.filter((it) => had.integrations.has(it)),
            },
          })
        }
        expect(written(now, { records: whole })).toBe(atOnce)
      }),
      { numRuns: 25 },
    )
  })
})

test('an entry stands by the natural order of ids, and what others wrote stays where it was', () => {
  const text = textWith('"drafts": ["first", "last"]', false)
  const [ten, two, one] = drafts
  const later = written(written(text, { records: { ...nothing, drafts: [ten!] } }), {
    records: { ...nothing, drafts: [ten!, two!, one!] },
  })
  const { drafts: found } = JSON.parse(later) as { drafts: readonly (string | { task_id: string })[] }
  expect(found.map((it) => (typeof it === 'string' ? it : it.task_id))).toEqual(['first', 'last', 'A-1', 'A-2', 'A-10'])
})

test('what was empty is null once something has stood there, whether this file has seen it or not', () => {
  const text = textWith('"current_task_id": "", "blocked_reason": ""', false)
  expect(written(text, { records: nothing })).toBe(text)
  const said = { current: true, blockedReason: true }
  const seen = written(text, { records: { ...nothing, said, current: 'A-1', blockedReason: 'waits' } })
  expect(seen).toContain('"current_task_id": "A-1", "blocked_reason": "waits"')
  const [one, other] = [seen, text].map((it) => written(it, { records: { ...nothing, said } }))
  expect(one).toBe(other)
  expect(one).toContain('"current_task_id": null, "blocked_reason": null')
})

test('tasks that come at once with the one that proposed them stand in its list, as when they come one by one', () => {
  const text = `{
  "first_tasks": [{"id": "F", "title": "F", "layer": "core"}],
  "second_tasks": [{"id": "S", "title": "S", "layer": "core"}]
}`
  const added = (id: string, by: string): AddedTask => ({
    key: id,
    id,
    title: `Do ${id}`,
    group: 'second_tasks',
    by,
    description: null,
    files: [],
    blockedBy: [by],
    blocks: [],
    layer: 'core',
    role: null,
    kind: null,
    criteria: [],
    gates: [],
  })
  const both = [added('S-1', 'S'), added('S-2', 'S-1')]
  const atOnce = written(text, { added: both })
  expect(written(written(text, { added: both.slice(0, 1) }), { added: both })).toBe(atOnce)
  const { second_tasks: second } = JSON.parse(atOnce) as { second_tasks: readonly { id: string }[] }
  expect(second.map(({ id }) => id)).toEqual(['S', 'S-1', 'S-2'])
})

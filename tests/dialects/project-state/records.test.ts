import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'
import { projectProjectState } from '../../../src/dialects/project-state/write/project.ts'
import { strayed } from '../../../src/dialects/read-back.ts'
import type { AddedTask } from '../../../src/plan/added-task.ts'
import type { PlanRecords, Projection } from '../../../src/plan/projection.ts'
import { ownStates, realStates } from './files.ts'

const encoder = new TextEncoder()

const nothing: PlanRecords = {
  phase: 'execute',
  current: null,
  blockedReason: null,
  said: { current: true, blockedReason: true },
  drafts: [],
  gates: [],
  decisions: [],
  integrations: [],
}
const draft = {
  key: 'A',
  id: 'A',
  files: [{ path: 'a.py', change: 'added' }],
  explanation: 'Wrote "a"\nand no more',
  attempt: 1,
  commit: 'c0ffee',
}
const gate = {
  key: 'A',
  id: 'A',
  gate: 'unit',
  result: 'failed',
  argv: ['pytest', '-q'],
  exitCode: 1,
  tree: 'abc',
  excerpt: '1 failed',
  durationMs: 12,
}
const decision = {
  run: 'r1',
  review: 'R1',
  nth: 0,
  key: 'A',
  id: 'A',
  type: 'approve',
  feedback: '',
  by: 'ada',
  at: '2026-01-02T03:04:05Z',
  shown: 'd1',
}
const integration = {
  run: 'r1',
  test: 'I1',
  layer: 'core',
  round: 1,
  result: 'failed',
  details: 'sum is 3',
  suspected: 'A',
}
const full: PlanRecords = {
  phase: 'integrate',
  current: 'A',
  blockedReason: 'waits for ada',
  said: { current: true, blockedReason: true },
  drafts: [draft],
  gates: [gate, { ...gate, gate: 'wide', result: 'passed', exitCode: 0 }],
  decisions: [decision],
  integrations: [integration],
}

function written(text: string, projection: Partial<Projection>, path = 'state.json'): string {
  const source = { path, bytes: encoder.encode(text) }
  const whole = { marks: [], summary: true, ...projection }
  const { edits, shows } = projectProjectState([source], whole)
  const bytes = applyEdits(source, edits)
  const after = { ...source, bytes }
  expect(projectProjectState([after], whole).edits).toEqual([])
  const added = (projection.added ?? []).map(({ id }) => id)
  const stray = strayed(readProjectState([source]), readProjectState([after]), edits, {
    added,
    ...(shows && { shows }),
  })
  expect(stray).toBeNull()
  return new TextDecoder().decode(bytes)
}

const tasks = '"tasks": [{"id": "A", "title": "One", "layer": "core", "status": "pending"}]'

describe('where the ids of a state are numbers', () => {
  const of = { key: '2', id: '2' }
  const records = { ...nothing, current: '2', gates: [{ ...gate, ...of }], decisions: [{ ...decision, ...of }] }
  const state = (id: string, current: string, gates = '', decisions = ''): string =>
    `{"tasks": [{"id": ${id}, "title": "Two", "status": "pending"}], "current_task_id": ${current}, "gate_results": [${gates}], "decisions": [${decisions}]}`

  test('what a run writes names its tasks by numbers', () => {
    const after = written(state('2', '1'), { records })
    expect(after).toContain('"current_task_id": 2,')
    expect(after.match(/"task_id": 2,/g)).toHaveLength(2)
    expect(written(state('"2"', '1'), { records })).toContain('"task_id": "2",')
  })

  test('what was written as a text before is still ours, and comes to be a number', () => {
    const before = written(state('2', '"2"'), { records }).replaceAll('"task_id": 2', '"task_id": "2"')
    const after = written(before, { records })
    expect(after).toBe(before.replaceAll('"task_id": "2"', '"task_id": 2'))
    expect(after).toContain('"current_task_id": "2"')
  })

  test('what is no number stays a text', () => {
    const other = {
      ...nothing,
      gates: [
        { ...gate, key: 'g/two', id: null },
        { ...gate, key: '02', id: '02' },
      ],
    }
    const after = written(state('2', '1'), { records: other })
    expect(after).toContain('"task_id": "g/two"')
    expect(after).toContain('"task_id": "02"')
  })
})

describe('what is on record', () => {
  test('is spread over lines as the file is', () => {
    const text = `{\n  ${tasks},\n  "current_task_id": null,\n  "drafts": {},\n  "gate_results": {},\n  "integration_results": [],\n  "human_decisions": [],\n  "blocked_reason": null,\n  "phase": "execute"\n}\n`
    expect(written(text, { records: full })).toBe(`{
  ${tasks},
  "current_task_id": "A",
  "drafts": {
    "A": {
      "explanation": "Wrote \\"a\\"\\nand no more",
      "files": [
        {
          "path": "a.py",
          "change": "added"
        }
      ],
      "attempt": 1,
      "commit": "c0ffee",
      "recorded_by": "millwright"
    }
  },
  "gate_results": {
    "A": [
      {
        "gate": "unit",
        "result": "failed",
        "argv": [
          "pytest",
          "-q"
        ],
        "exit_code": 1,
        "tree": "abc",
        "duration_ms": 12,
        "output": "1 failed",
        "recorded_by": "millwright"
      },
      {
        "gate": "wide",
        "result": "passed",
        "argv": [
          "pytest",
          "-q"
        ],
        "exit_code": 0,
        "tree": "abc",
        "duration_ms": 12,
        "output": "1 failed",
        "recorded_by": "millwright"
      }
    ]
  },
  "integration_results": [
    {
      "test": "I1",
      "run": "r1",
      "round": 1,
      "layer": "core",
      "result": "failed",
      "details": "sum is 3",
      "suspected": "A",
      "recorded_by": "millwright"
    }
  ],
  "human_decisions": [
    {
      "task_id": "A",
      "run": "r1",
      "review": "R1",
      "nth": 0,
      "type": "approve",
      "feedback": "",
      "decided_by": "ada",
      "at": "2026-01-02T03:04:05Z",
      "shown": "d1",
      "recorded_by": "millwright"
    }
  ],
  "blocked_reason": "waits for ada",
  "phase": "integrate"
}
`)
  })

  test('is in one line where the file is minified, with what is there already', () => {
    const text = `{${tasks.replaceAll(' ', '')},"drafts":[{"task_id":"B"}],"decisions":{},"phase":"EXECUTE"}`
    const now = written(text, { records: { ...full, decisions: [{ ...decision, feedback: 'ü' }] } })
    expect(now).toBe(
      `{${tasks.replaceAll(' ', '')},"drafts":[{"task_id":"B"},{"task_id":"A","explanation":"Wrote \\"a\\"\\nand no more","files":[{"path":"a.py","change":"added"}],"attempt":1,"commit":"c0ffee","recorded_by":"millwright"}],"decisions":{"A":[{"run":"r1","review":"R1","nth":0,"type":"approve","feedback":"ü","decided_by":"ada","at":"2026-01-02T03:04:05Z","shown":"d1","recorded_by":"millwright"}]},"phase":"INTEGRATE"}`,
    )
  })

  test('gets no place that the file does not have', () => {
    const text = `{\n  "phase": "Phase 1: Port",\n  ${tasks}\n}\n`
    expect(written(text, { records: full })).toBe(text)
  })

  test.each([
    ['a draft of another program', '"drafts": {"A": {"code": "x"}}'],
    ['results of another program in another shape', '"gate_results": {"A": {"build": "pass"}}'],
    ['containers that are none', '"drafts": 1, "gate_results": null, "human_decisions": "none", "current_task_id": []'],
  ])('leaves %s as it is', (_, members) => {
    const text = `{${tasks}, ${members}}`
    expect(written(text, { records: { ...full, phase: 'execute' } })).toBe(text)
  })

  test('keeps every byte of what others wrote beside it', () => {
    const foreign = '{ "type":"APPROVE",   "who" : "bob" }'
    const text = `{${tasks}, "human_decisions": [${foreign}]}`
    expect(written(text, { records: { ...nothing, decisions: [decision] } })).toContain(`[${foreign}, {"task_id": "A"`)
  })

  test('is replaced where a run says something else by now, each entry alone', () => {
    const text = `{\n  ${tasks},\n  "gate_results": {},\n  "drafts": {}\n}\n`
    const first = written(text, { records: full })
    const second = written(first, { records: { ...full, gates: [{ ...gate, result: 'passed', exitCode: 0 }] } })
    expect(second).toBe(first.replace('"failed"', '"passed"').replace('"exit_code": 1', '"exit_code": 0'))
  })

  test('is replaced in the form that it was written in, whatever the form of the file', () => {
    const text = `{ "phase": "execute", ${tasks},\n  "gate_results": [\n    1\n  ],\n  "drafts": {} }\n`
    const gates = [{ ...gate, result: 'passed' }]
    const later = written(written(text, { records: { ...full, gates: [gate] } }), { records: { ...full, gates } })
    expect(later).toBe(written(text, { records: { ...full, gates } }))
    expect(later).toContain('    1,\n    {\n      "task_id": "A",\n      "gate": "unit",\n      "result": "passed",\n')
  })

  test('is escaped as the file is, and not as what was escaped in an entry before', () => {
    const text = `{${tasks}, "drafts": {}}`
    const hidden = { ...draft, explanation: 'a\u200bb' }
    const both = { ...nothing, drafts: [hidden, { ...draft, key: 'B', id: 'B', explanation: 'é' }] }
    const later = written(written(text, { records: { ...nothing, drafts: [hidden] } }), { records: both })
    expect(later).toBe(written(text, { records: both }))
    expect(later).toContain('"é"')
  })

  test.each([
    ['in lines', true],
    ['in one line', false],
  ])('keeps the comments of a person in an entry that is written anew (%s)', (_, isSpread) => {
    const text = isSpread
      ? `{\n  ${tasks},\n  "gate_results": [],\n  "drafts": {}\n}\n`
      : `{${tasks}, "gate_results": [], "drafts": {}}`
    const first = written(text, { records: full }, 'state.jsonc')
    const said = first
      .replace('"gate": "unit",', '/* slow */ "gate": "unit", /* a */')
      .replace('"result": "failed",', '"result": /* b */ "failed", /* at night */')
      .replace('"explanation":', isSpread ? '// of ada\n      "explanation":' : '/* of ada */ "explanation":')
    expect(written(said, { records: full }, 'state.jsonc')).toBe(said)
    const gates = [{ ...gate, result: 'passed', exitCode: 0, argv: [] }, full.gates[1]!]
    const records = { ...full, gates, drafts: [{ ...draft, attempt: 2, files: [] }] }
    expect(written(said, { records }, 'state.jsonc')).toBe(
      said
        .replace('"failed"', '"passed"')
        .replace('"exit_code": 1', '"exit_code": 0')
        .replace('"attempt": 1', '"attempt": 2')
        .replace(/"argv": \[.*?\]/s, '"argv": []')
        .replace(/"files": \[.*?\]/s, '"files": []'),
    )
    const again = written(written(said, { records }, 'state.jsonc'), { records: full }, 'state.jsonc')
    expect(again).toBe(said)
  })

  test('decisions stand under the name that holds something', () => {
    const text = `{${tasks}, "human_decisions": null, "decisions": []}`
    expect(written(text, { records: { ...nothing, decisions: [decision] } })).toContain('"decisions": [{"task_id": "A"')
  })

  test('a second decision of a review, and one of another run, are entries of their own', () => {
    const text = `{${tasks}, "human_decisions": []}`
    const decisions = [decision, { ...decision, nth: 1, type: 'pause' }, { ...decision, run: 'r2' }]
    expect(written(text, { records: { ...nothing, decisions } }).match(/"recorded_by"/g)).toHaveLength(3)
  })

  test('is not written into a file that has lost most of its tasks: somebody is saving it', () => {
    const text = `{${tasks}, "drafts": {}, "current_task_id": null, "phase": "intake"}`
    const marks = ['A', 'B', 'C'].map((key) => {
      return { key, id: key, title: `Do ${key}`, state: 'done', reason: null, writtenReason: null } as const
    })
    const source = { path: 'state.json', bytes: encoder.encode(text.replace('"One"', '"Do A"')) }
    const { edits, unplaced } = projectProjectState([source], { marks, summary: true, records: full })
    expect([edits, unplaced.map((it) => it.diagnostic.code)]).toEqual([[], ['MW012', 'MW012', 'MW012']])
  })

  test('a reason goes again when the run goes on', () => {
    const text = `{${tasks}, "blocked_reason": "waits for ada", "current_task_id": "A"}`
    expect(written(text, { records: nothing })).toBe(`{${tasks}, "blocked_reason": null, "current_task_id": null}`)
  })

  test('holds any text, and a reader finds it as it was and nothing hidden', () => {
    const text = `{\n  ${tasks},\n  "drafts": {}\n}\n`
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (explanation) => {
        const now = written(text, { records: { ...nothing, drafts: [{ ...draft, explanation }] } })
        const found = JSON.parse(now) as { drafts: { A: { explanation: string } } }
        expect(found.drafts.A.explanation).toBe(explanation.replaceAll(/\p{Cs}/gu, '\ufffd'))
        const source = { path: 'state.json', bytes: encoder.encode(now) }
        expect(readProjectState([source]).diagnostics.filter(({ code }) => code !== 'MW004')).toEqual([])
      }),
    )
  })

  test('shows what no editor shows: an escape says it', () => {
    const text = `{\n  ${tasks},\n  "blocked_reason": null\n}\n`
    const now = written(text, { records: { ...nothing, blockedReason: 'a\u202eb\u007f\u2028\u200bc' } })
    expect(now).toContain('"a\\u202eb\\u007f\\u2028\\u200bc"')
    expect(readProjectState([{ path: 'state.json', bytes: encoder.encode(now) }]).diagnostics).toEqual([])
  })

  test('is escaped where the file escapes everything beyond ASCII', () => {
    const text = `{"request": "\\u00fcber", ${tasks}, "drafts": {}}`
    expect(written(text, { records: { ...nothing, drafts: [{ ...draft, explanation: 'é😀' }] } })).toContain(
      '"explanation": "\\u00e9\\ud83d\\ude00"',
    )
  })
})

describe('tasks that join the plan', () => {
  const added: AddedTask = {
    key: 'A-3',
    id: 'A-3',
    title: 'Find out why',
    group: 'tasks',
    by: 'A-1',
    description: 'The sum is off',
    files: [
      { path: 'src/a.py', action: 'modify', form: 'path', to: null, note: null },
      { path: 'src/b.py', action: 'create', form: 'path', to: null, note: null },
      { path: 'src/c.py', action: 'unknown', form: 'path', to: null, note: null },
    ],
    blockedBy: ['A-1'],
    blocks: [],
    layer: null,
    role: null,
    kind: null,
    criteria: [],
    gates: [],
  }
  const text = `{
  "other_tasks": [],
  "tasks": [
    {"id": "A-1", "title": "One", "layer": "core", "depends_on": [], "status": "PENDING"}
  ]
}
`

  test('are numbered where all tasks of the file are, with what waits for them', () => {
    const numbered =
      '{"tasks": [{"id": 1, "title": "One", "depends_on": []}, {"id": 2, "title": "Two", "depends_on": [1]}]}\n'
    const now = written(numbered, {
      added: [{ ...added, key: '3', id: '3', by: '1', blockedBy: ['1'], blocks: ['2'] }],
    })
    const { tasks: all } = JSON.parse(now) as { tasks: { id: unknown; depends_on: unknown }[] }
    expect(all.map(({ id, depends_on: waits }) => [id, waits])).toEqual([
      [1, []],
      [2, [1, 3]],
      [3, [1]],
    ])
  })

  test('are as open as what else waits, keep any words, and say what the rejected task said of risk and gates', () => {
    const more = {
      description: 'a * b\n- vector<int>[6]',
      criteria: ['`f(2 * 3)`'],
      gates: ['unit'],
      isCritical: true,
    } as const
    const mark = {
      key: 'A-3',
      id: 'A-3',
      title: 'x',
      state: 'blocked',
      because: 'unmet',
      reason: null,
      overrides: false,
    } as const
    const now = written(text, { added: [{ ...added, ...more }], marks: [mark as never] })
    const task = (JSON.parse(now) as { tasks: object[] }).tasks[1]
    expect(task).toMatchObject({
      description: more.description,
      gates: ['unit'],
      risk_level: 'high',
      status: 'PENDING',
    })
    const [, read] = readProjectState([{ path: 'state.json', bytes: encoder.encode(now) }]).tasks
    expect(read).toMatchObject({ isCritical: true, description: more.description, gates: [{ text: 'unit' }] })
  })

  test('stand in the list of their proposer, under the names and in the words of the file', () => {
    const now = written(text, { added: [added] })
    expect(now).toBe(
      text.replace(
        '"PENDING"}',
        `"PENDING"},
    {
      "id": "A-3",
      "title": "Find out why",
      "description": "The sum is off",
      "depends_on": [
        "A-1"
      ],
      "files_to_touch": [
        "src/a.py (MODIFY)",
        "src/b.py (NEW)",
        "src/c.py"
      ],
      "status": "PENDING"
    }`,
      ),
    )
    const task = readProjectState([{ path: 's.json', bytes: encoder.encode(now) }]).tasks.at(-1)
    expect(task).toMatchObject({
      title: { text: added.title },
      description: added.description,
      blockedBy: [{ id: 'A-1' }],
      files: added.files.map(({ path, action }) => ({ path, action })),
    })
  })

  test('stand in the first list where nobody knows their proposer, with the state that they have', () => {
    const marks = [
      { key: 'A-3', id: 'A-3', title: added.title, state: 'done', reason: null, writtenReason: null } as const,
    ]
    const now = written(text, { added: [{ ...added, by: 'gone', description: null, files: [] }], marks })
    expect(now).toContain('"other_tasks": [\n    {\n      "id": "A-3",\n      "title": "Find out why",\n')
    expect(now).toContain('"status": "DONE"')
  })
})

describe('every state that there is', () => {
  const sound = [...ownStates, ...realStates].filter(
    ({ source }) =>
      readProjectState([source]).tasks.length > 0 &&
      !readProjectState([source]).diagnostics.some(({ code }) => /^MW(?:001|40[0-6]|410)$/.test(code)),
  )

  test.each(sound.map((it) => [it.name, it] as const))(
    '%s takes records and stays JSON with the same tasks',
    (_, { source }) => {
      const text = new TextDecoder().decode(source.bytes)
      const first = readProjectState([source]).tasks[0]!
      const own = { key: first.key, id: first.id?.text ?? null }
      const records: PlanRecords = {
        ...full,
        drafts: [{ ...draft, ...own }],
        gates: [{ ...gate, ...own }],
        decisions: [{ ...decision, ...own }],
      }
      const now = written(text, { records })
      const [before, after] = [text, now].map((it) => JSON.parse(it) as Record<string, unknown>)
      expect(Object.keys(after!)).toEqual(Object.keys(before!))
      for (const key of ['tasks', 'phases', 'deferred_tasks', 'charter', 'audit_results', 'request'])
        expect(after![key]).toEqual(before![key])
    },
  )
})

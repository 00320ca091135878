import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graphOf } from '../../src/plan/graph.ts'
import type { Plan } from '../../src/plan/model.ts'
import { columns, fit, pad, wrap } from '../../src/reports/graph/columns.ts'
import { dotGraph } from '../../src/reports/graph/dot.ts'
import { graphJson, planJson } from '../../src/reports/graph/json.ts'
import { mermaidGraph } from '../../src/reports/graph/mermaid.ts'
import { textGraph } from '../../src/reports/graph/text.ts'
import { edge, plan, task } from '../rig/plan-builder.ts'

const ferry = plan({
  T001: { group: '05', mark: 'done', title: 'List the cache cases' },
  T002: { after: ['T001'], title: 'Add the store' },
  T003: { after: ['T002'], title: 'Evict by age' },
  T004: { after: ['T002', 'T001'], mark: 'blocked', title: 'Warm the cache at start' },
  T006: { after: ['T007'], title: 'Ring one' },
  T007: { after: ['T006'], title: 'Ring two' },
  T009: { group: '07', after: ['T003', 'T007'], title: 'Tell everybody', more: { unknownBlockers: ['T099'] } },
})
const text = (said: Plan, width: number, colour = false) => textGraph(said, graphOf(said), { width, colour })
const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

describe('text', () => {
  test('shows stages, signs, names, what each comes after, the critical path and the cycles', () => {
    expect(`\n${text(ferry, 80)}`).toMatchInlineSnapshot(`
      "
      A plan                    7 tasks, 1 done · 3 stages · critical path 2 · 1 cycle

      stage 1   ✓ 05 T001  List the cache cases
      stage 2 ★ ○ 06 T002  Add the store                             after T001 (05) ✓
      stage 3 ★ ○ 06 T003  Evict by age                                     after T002
                ✗ 06 T004  Warm the cache at start             after T002, T001 (05) ✓

      cycle: T006 -> T007 -> T006 (each waits for the next; 2 tasks can never start)
                ○ 06 T006  Ring one                                         after T007
                ○ 06 T007  Ring two                                         after T006

      held by a cycle:
                ○ 07 T009  Tell everybody
                           after T003 (06), T007 (06), T099 (not in this plan)

      ★ critical path (2): T002 → T003
      "
    `)
  })

  test('what has no room beside stands below', () => {
    expect(`\n${text(ferry, 40)}`).toMatchInlineSnapshot(`
      "
      A plan
      7 tasks, 1 done · 3 stages · critical
      path 2 · 1 cycle

      stage 1   ✓ 05 T001  List the cache cas…
      stage 2 ★ ○ 06 T002  Add the store
                           after T001 (05) ✓
      stage 3 ★ ○ 06 T003  Evict by age
                           after T002
                ✗ 06 T004  Warm the cache at…
                           after T002, T001
                           (05) ✓

      cycle: T006 -> T007 -> T006 (each waits
      for the next; 2 tasks can never start)
                ○ 06 T006  Ring one
                           after T007
                ○ 06 T007  Ring two
                           after T006

      held by a cycle:
                ○ 07 T009  Tell everybody
                           after T003 (06),
                           T007 (06), T099
                           (not in this plan)

      ★ critical path (2): T002 → T003
      "
    `)
  })

  test('colours add nothing but colour', () => {
    const coloured = text(ferry, 80, true)
    expect(coloured).toContain('\u001b[')
    const bare = coloured.replace(escapes, '')
    expect(bare.split('\n').map((line) => line.trimEnd())).toEqual(text(ferry, 80).split('\n'))
  })

  test('an empty plan says so', () => {
    expect(text(plan({}), 80)).toContain('no tasks')
  })

  test('one group alone has no column; a long critical path is shortened', () => {
    const keys = Array.from({ length: 30 }, (_, at) => `T${at + 1}`)
    const chain = {
      ...plan({}, ['06']),
      tasks: keys.map((key) => task(key)),
      edges: keys.slice(1).map((key, at) => edge(keys[at]!, key)),
    }
    expect(text(chain, 200)).toMatch(/stage 1 {2}★ ○ T1 {3}Do T1\n/)
    expect(text(chain, 200)).toContain('★ critical path (30): T1 → T2 → T3')
    expect(text(chain, 200)).toMatch(/T11 → … 18 more → T30\n/)
  })

  test('no line is wider than the terminal, whatever the plan says', () => {
    const anyTitle = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(
        fc.array(anyTitle, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 40, max: 120 }),
        (titles, width) => {
          const said = plan(
            Object.fromEntries(
              titles.map((title, at) => [
                `T${at}`,
                {
                  title,
                  after: at > 0 ? ['T0'] : ['T5'],
                  more: { id: at === 3 ? null : `T${at}${title}`, unknownBlockers: at === 2 ? [title] : [] },
                },
              ]),
            ),
          )
          for (const line of text(said, width).split('\n')) expect(columns(line)).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})

describe('hostile text', () => {
  const nasty = 'a "b" #c; <i>&amp;</i> `d` [e]{f} \\n %%{init: {}}%% | --> end \u001b[2J\u202e\n  t0 --> t1'
  const hostile = plan({
    T1: { title: nasty },
    [nasty]: { title: '1. list', after: ['T1'], more: { unknownBlockers: [nasty] } },
  })
  const graph = graphOf({ ...hostile, title: nasty })

  test('moves no cursor, begins no line', () => {
    for (const shown of [
      textGraph({ ...hostile, title: nasty }, graph, { width: 100, colour: false }),
      mermaidGraph({ ...hostile, title: nasty }, graph),
      dotGraph({ ...hostile, title: nasty }, graph),
    ]) {
      expect(shown).toMatch(/^[\n\P{C}]*$/u)
      expect(shown).toContain('x1b')
      for (const line of shown.split('\n')) expect(line).not.toMatch(/^ *t0 -->.*end/)
    }
  })

  test('Mermaid sees nothing but letters between the quotes', () => {
    const source = mermaidGraph(hostile, graph)
    for (const line of source.split('\n').filter((each) => each.includes('"'))) {
      const [, label] = /"(.*)"/.exec(line) ?? []
      expect(line.split('"')).toHaveLength(3)
      expect(label).not.toMatch(/[<>&`[\]{}%|\\"]/)
      expect(label?.replace(/#\d+;/g, '')).not.toContain('#')
    }
    expect(source).toContain('t0["T1 a #34;b#34; #35;c#59;')
  })

  test('Mermaid is given no Markdown list', () => {
    const said = plan({ a: { title: '1. First', more: { id: null } }, b: { title: '- dash', more: { id: null } } })
    expect(mermaidGraph(said, graphOf(said))).toContain('["1#46; First"]')
    expect(mermaidGraph(said, graphOf(said))).toContain('["#45; dash"]')
  })

  test('DOT keeps its quotes in pairs', () => {
    for (const line of dotGraph({ ...hostile, title: nasty }, graph).split('\n')) {
      const open = line.replace(/\\./g, '').split('"').length % 2
      expect(open).toBe(1)
    }
    expect(dotGraph(hostile, graph)).toContain('&amp;amp;')
  })
})

test('Mermaid shows groups, states, the critical path, cycles and strangers', () => {
  const source = mermaidGraph(ferry, graphOf(ferry))
  const lines = source.split('\n').filter((line) => !line.includes('classDef'))
  expect(`\n${lines.join('\n')}`).toMatchInlineSnapshot(`
    "
    flowchart LR
      subgraph g0["05 Test Strategy"]
        t0["T001 List the cache cases"]:::done
      end
      subgraph g1["06 Implementation"]
        t1["T002 Add the store"]:::todo
        t2["T003 Evict by age"]:::todo
        t3["T004 Warm the cache at start"]:::blocked
        t4["T006 Ring one"]:::cycle
        t5["T007 Ring two"]:::cycle
      end
      subgraph g2["07 Testing"]
        t6["T009 Tell everybody"]:::todo
      end
      u0["T099 (not in this plan)"]:::stranger
      t0 --> t1
      t1 ==> t2
      t1 --> t3
      t0 --> t3
      t5 --x t4
      t4 --x t5
      t2 --> t6
      t5 --> t6
      u0 -.-> t6
    "
  `)
  for (const [, look] of source.matchAll(/:::(\w+)/g)) expect(source).toContain(`classDef ${look} `)
})

test('DOT shows the same', () => {
  expect(`\n${dotGraph(ferry, graphOf(ferry))}`).toMatchInlineSnapshot(`
    "
    digraph plan {
      label="A plan"; labelloc=t; rankdir=LR; fontname="sans-serif";
      node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=11];
      edge [color="#57606a"];
      subgraph cluster_0 {
        label="05 Test Strategy"; color="#8c959f";
        t0 [label="T001\\nList the cache cases", fillcolor="#dafbe1", color="#1a7f37"];
      }
      subgraph cluster_1 {
        label="06 Implementation"; color="#8c959f";
        t1 [label="T002\\nAdd the store", fillcolor="#f6f8fa", color="#57606a"];
        t2 [label="T003\\nEvict by age", fillcolor="#f6f8fa", color="#57606a"];
        t3 [label="T004\\nWarm the cache at start", fillcolor="#ffebe9", color="#cf222e"];
        t4 [label="T006\\nRing one", fillcolor="#ffebe9", color="#cf222e", penwidth=3];
        t5 [label="T007\\nRing two", fillcolor="#ffebe9", color="#cf222e", penwidth=3];
      }
      subgraph cluster_2 {
        label="07 Testing"; color="#8c959f";
        t6 [label="T009\\nTell everybody", fillcolor="#f6f8fa", color="#57606a"];
      }
      u0 [label="T099\\nnot in this plan", style=dashed, color="#cf222e"];
      t0 -> t1;
      t1 -> t2 [penwidth=3, color="#1f2328"];
      t1 -> t3;
      t0 -> t3;
      t5 -> t4 [color="#cf222e"];
      t4 -> t5 [color="#cf222e"];
      t2 -> t6;
      t5 -> t6;
      u0 -> t6 [style=dashed];
    }
    "
  `)
})

test('what the plan does not say itself is drawn weakly', () => {
  const said = {
    ...plan({ T1: {}, T2: {}, T3: {}, T4: {} }),
    edges: [edge('T1', 'T2', { basis: 'inferred' }), edge('T3', 'T4', { needs: 'settled' })],
  }
  const graph = { ...graphOf(said), criticalPath: [] }
  expect(mermaidGraph(said, graph)).toContain('t0 -.-> t1')
  expect(dotGraph(said, graph)).toContain('t2 -> t3 [style=dashed]')
})

describe('JSON', () => {
  const said = plan({
    T1: {
      mark: 'done',
      more: { traces: ['FR-1'], files: [{ path: 'a.ts', action: 'create', form: 'path', to: null, note: 'n' }] },
    },
    T2: { after: ['T1', 'T3'] },
    T3: { after: ['T2'] },
  })
  const placeOf = (key: string) => (key === 'T1' ? { file: 'tasks.md', line: 3 } : null)

  test('the graph has the fields of the contract and no others', () => {
    expect(graphJson(said, graphOf(said), placeOf)).toEqual({
      dialect: 'phase-tasks',
      tasks: [
        {
          key: 'T1',
          id: 'T1',
          title: 'Do T1',
          state: 'done',
          group: '06',
          dependsOn: [],
          files: [{ path: 'a.ts', action: 'create' }],
          traces: ['FR-1'],
          span: { file: 'tasks.md', line: 3 },
        },
        {
          key: 'T2',
          id: 'T2',
          title: 'Do T2',
          state: 'todo',
          group: '06',
          dependsOn: [
            { key: 'T1', basis: 'explicit', needs: 'done' },
            { key: 'T3', basis: 'explicit', needs: 'done' },
          ],
          files: [],
          traces: [],
          span: null,
        },
        {
          key: 'T3',
          id: 'T3',
          title: 'Do T3',
          state: 'todo',
          group: '06',
          dependsOn: [{ key: 'T2', basis: 'explicit', needs: 'done' }],
          files: [],
          traces: [],
          span: null,
        },
      ],
      order: ['T1'],
      stages: [['T1']],
      criticalPath: [],
      cycles: [['T2', 'T3']],
    })
  })

  test('a blocker that the plan does not hold stands beside those it holds, as it does in the text', () => {
    const lost = plan({ T1: {}, T2: { after: ['T1'], more: { unknownBlockers: ['T099'] } } })
    const [first, second] = graphJson(lost, graphOf(lost), placeOf).tasks
    expect(first).not.toHaveProperty('unknownBlockers')
    expect(second).toMatchObject({ dependsOn: [{ key: 'T1' }], unknownBlockers: ['T099'] })
    expect(planJson(lost, placeOf).tasks[1]).toMatchObject({ unknownBlockers: ['T099'] })
    expect(textGraph(lost, graphOf(lost), { width: 80, colour: false })).toContain('after T1, T099 (not in this plan)')
  })

  test('a path that is not that of one file says what it is', () => {
    const forms = ['path', 'directory', 'glob', 'abbreviated'] as const
    const files = forms.map((form) => ({ path: 'src/a', action: 'create', form, to: null, note: null }) as const)
    const many = plan({ T1: { more: { files } } })
    const [told] = graphJson(many, graphOf(many), placeOf).tasks
    expect(told?.files.map(({ form }) => form)).toEqual([undefined, 'directory', 'glob', 'abbreviated'])
    expect(planJson(many, placeOf).tasks).toEqual([told])
  })

  test('the plan has title, groups, tasks and edges', () => {
    const json = planJson(said, placeOf)
    expect(Object.keys(json)).toEqual(['title', 'groups', 'tasks', 'edges'])
    expect(json.tasks).toEqual(graphJson(said, graphOf(said), placeOf).tasks)
    expect(json.edges).toEqual(said.edges)
  })

  test('steps are told of where the plan has them', () => {
    const step = {
      id: 's1',
      title: 'Read',
      methods: [],
      gates: [],
      expect: 'green',
      review: 'never',
      critical: true,
      yields: 'draft',
    } as const
    const steps = (list: Plan['tasks'][number]['steps']) =>
      planJson(plan({ T1: { more: { steps: list } } }), placeOf).tasks[0]?.steps
    expect(steps([{ ...step, title: '' }])).toBeUndefined()
    expect(steps([step])).toEqual([{ id: 's1', title: 'Read', methods: [] }])
  })
})

describe('columns', () => {
  test.each([
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['🚢', 2],
    ['', 0],
  ])('%s takes %i', (shown, width) => {
    expect(columns(shown)).toBe(width)
  })

  test('what is cut ends with a sign and never takes more than its room', () => {
    expect(fit('abcdef', 4)).toBe('abc…')
    expect(fit('abc def', 5)).toBe('abc…')
    expect(fit('日本語', 4)).toBe('日…')
    expect(fit('abc', 3)).toBe('abc')
    expect(fit('abc', 0)).toBe('')
    expect(pad('日', 4)).toBe('日  ')
  })

  test('text is broken at blanks', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('an enormous word', 4)).toEqual(['an', 'enor', 'mous', 'word'])
    expect(wrap('日本語', 3)).toEqual(['日', '本', '語'])
    expect(wrap('  ', 4)).toEqual([])
  })
})

test('10,000 tasks are drawn at once', () => {
  const keys = Array.from({ length: 10_000 }, (_, at) => `T${at}`)
  const said: Plan = {
    ...plan({}),
    tasks: keys.map((key) => task(key)),
    edges: keys.slice(1).map((key, at) => edge(keys[at]!, key)),
  }
  const graph = graphOf(said)
  expect(textGraph(said, graph, { width: 80, colour: false }).split('\n').length).toBeGreaterThan(10_000)
  expect(mermaidGraph(said, graph)).toContain('t9998 ==> t9999')
})

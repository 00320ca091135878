/** SPECLets of both files: spellings, ids of tasks that begin anew in each, and what is found in them. */

import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const inline = `[goal]
description = "Print the tide book."
[[speclets]]
id = 1
name = "Collect the data"
parallel_allowed = true
[[speclets.tasks]]
id = 1
name = "Fetch"
[[speclets.tasks.steps]]
id = 1
action = "x"
[[speclets.tasks]]
id = 2
name = "Sort"
[[speclets]]
id = 2
name = "Set the book"
dependencies = [1]
[[speclets.tasks]]
id = 1
name = "Draw"
`

describe('tasks within SPECLets', () => {
  test('have the id of their SPECLet before their own', () => {
    const { tasks, spec, said } = readFiles({ toml: inline })
    expect(tasks.map(({ key, group, blockedBy, after }) => [key, group, blockedBy.map(({ id }) => id), after])).toEqual(
      [
        ['1/1', '1', [], undefined],
        ['1/2', '1', [], [{ key: '1/1', basis: 'order' }]],
        ['2/1', '2', ['1/1', '1/2'], [{ key: '1/2', basis: 'phase' }]],
      ],
    )
    expect(spec.speclets).toEqual([
      { id: '1', title: 'Collect the data', dependsOn: [], tasks: ['1/1', '1/2'], parallelAllowed: true, stage: 1 },
      { id: '2', title: 'Set the book', dependsOn: ['1'], tasks: ['2/1'], parallelAllowed: false, stage: 2 },
    ])
    expect(said('MW511')).toEqual([])
  })

  test.each([['### Task [1.1]: Fetch', '### Task [1.2]: Sort', '### Task [2.1]: Draw']])(
    'are the same as %s of the Markdown',
    (...headings) => {
      const md = `## Goal\n\nPrint the tide book.\n\n${headings.map((it) => `${it}\n\n- **Step [1]:** Do it\n`).join('\n')}`
      const { said, tasks } = readFiles({ md, toml: inline })
      expect(said('MW505').filter((it) => it.includes(' error '))).toEqual([])
      expect(tasks).toHaveLength(3)
    },
  )

  test('those of the Markdown alone, too, where an id is used again', () => {
    const md = `## SPECLet [a]: One\n\n### Task [1]: Fetch\n\n## SPECLet [b]: Two\n\n**Depends On:** \`["a"]\`\n\n### Task [1]: Draw\n`
    const { tasks } = readFiles({ md })
    expect(tasks.map(({ key, blockedBy }) => [key, blockedBy.map(({ id }) => id)])).toEqual([
      ['a/1', []],
      ['b/1', ['a/1']],
    ])
  })
})

describe('how tasks and dependencies are listed', () => {
  const tasks = '[[tasks]]\nid = 1\n[[tasks]]\nid = 2\n'
  test.each([
    ['tasks = [1]', 'tasks = [2]\ndepends_on = ["a"]'],
    ['tasks = ["1"]', 'tasks = ["2"]\ndependencies = ["a"]'],
    ['tasks = ["task_1"]', 'tasks = ["task-2"]\ndepends_on = "a"'],
    ['tasks = 1', 'tasks = "2"\ndepends_on = ["Collect the data"]'],
    ['tasks = [1]', 'tasks = [2]\ndepends_on = ["collect_the_data"]'],
  ])('%j, %j', (a, b) => {
    const toml = `[[speclets]]\nid = "a"\nname = "Collect the data"\n${a}\n[[speclets]]\nid = "b"\n${b}\n${tasks}`
    const { spec, said } = readFiles({ toml })
    expect(spec.speclets.map(({ id, tasks: of, dependsOn }) => [id, of, dependsOn])).toEqual([
      ['a', ['1'], []],
      ['b', ['2'], ['a']],
    ])
    expect([...said('MW510'), ...said('MW511')]).toEqual([])
  })

  test.each(['SPECLets', 'spec_lets'])('[[%s]] is the same table', (name) => {
    expect(readFiles({ toml: `[[${name}]]\nid = "a"\ntasks = [1]\n${tasks}` }).spec.speclets).toHaveLength(1)
  })

  test('dependencies of the parameters count, and those of the Markdown where they name none', () => {
    const md = '## SPECLet [a]: A\n\n## SPECLet [b]: B\n\n**Depends On:** `["a"]`\n'
    const toml = (own: string): string =>
      `[[speclets]]\nid = "a"\ntasks = [1, 2]\n[[speclets]]\nid = "b"\n${own}\n${tasks}`
    const stages = (own: string): readonly number[] =>
      readFiles({ md, toml: toml(own) }).spec.speclets.map(({ stage }) => stage)
    expect([stages(''), stages('depends_on = []')]).toEqual([
      [1, 2],
      [1, 1],
    ])
  })
})

describe('tasks that the two files list differently for a SPECLet', () => {
  const of = (inText: string, more = ''): string => `## SPECLet [a]: A\n\n**Tasks Included:** \`${inText}\`\n${more}`
  const files = (inText: string, inData: string, more = ''): { readonly md: string; readonly toml: string } => ({
    md: of(inText, more),
    toml: `[[speclets]]\nid = "a"\ntasks = ${inData}\n[[tasks]]\nid = 1\n[[tasks]]\nid = 2\n`,
  })
  const draw = '\n### Task [2]: Draw\n'
  const both = '\n### Task [1]: Read\n\n### Task [2]: Draw\n'
  /** What is told of it, what stands at its place, and at those beside it. */
  const difference = ({ md, toml }: ReturnType<typeof files>) =>
    readFiles({ md, toml })
      .found.filter(({ message }) => message.includes('a: tasks'))
      .map(({ code, severity, message, span, related }) => [
        `${severity} ${code} ${message}`,
        ...[span, ...related.map((it) => it.span)].map((it) =>
          it === null ? '' : (it.path === 'spec_x.md' ? md : toml).slice(it.offset, it.offset + it.length),
        ),
      ])
  const message = (a: string, b: string): string =>
    `warning MW505 SPECLet a: tasks is ${a} here and ${b} in the parameters`
  const unassigned = (...tasks: readonly number[]): readonly string[] =>
    tasks.map((it) => `parameters_x.toml:${3 + 2 * it}:6 error MW511 task ${it} is in no SPECLet`)

  test('are told at both lists, and those of the parameters count', () => {
    const less = files('[1, task_2]', '[1]')
    expect(difference(less)).toEqual([[message('[1, 2]', '[1]'), '[1, task_2]', '[1]']])
    expect(readFiles(less).said('MW511')).toEqual(unassigned(2))
    const more = files('[1]', '[1, 2]')
    expect(difference(more)).toEqual([[message('[1]', '[1, 2]'), '[1]', '[1, 2]']])
    expect([readFiles(more).spec.speclets[0]?.tasks, readFiles(more).said('MW511')]).toEqual([['1', '2'], []])
  })

  test('the same ones in another order are no difference, and neither is what one file alone lists', () => {
    expect(difference(files('[task_2, task_1]', '[1, 2]'))).toEqual([])
    const alone = { md: of('[1, 2]'), toml: files('', '[]').toml.replace('tasks = []\n', '') }
    expect([difference(alone), readFiles(alone).spec.speclets[0]?.tasks]).toEqual([[], ['1', '2']])
  })

  test('a list of none says that none is in it, whatever the Markdown lists or has standing in it', () => {
    const listed = files('[1, 2]', '[]', both)
    expect(difference(listed)).toEqual([[message('[1, 2]', '[]'), '[1, 2]', '[]']])
    const within = files('[]', '[]', both)
    expect(difference(within)).toEqual([[message('[1, 2]', '[]'), '[a]', '[]', '[]', '[1]', '[2]']])
    for (const it of [listed, within]) {
      expect(readFiles(it).said('MW511')).toEqual(unassigned(1, 2))
      expect(readFiles(it).tasks.map(({ group }) => group)).toEqual(['tasks', 'tasks'])
    }
    expect(difference(files('[]', '[1, 2]', '\n## Tasks\n### Task [1]: Read\n'))).toEqual([
      [message('[]', '[1, 2]'), '[]', '[1, 2]'],
    ])
  })

  test('but leaves them to the other file where its own has no tasks at all', () => {
    const leaves = { md: of('[]', both), toml: '[[speclets]]\nid = "a"\ntasks = []\n' }
    expect(readFiles(leaves).spec.speclets[0]?.tasks).toEqual(['1', '2'])
    expect([difference(leaves), readFiles(leaves).said('MW511')]).toEqual([[], []])
  })

  test('one that stands in the SPECLet in the Markdown counts as listed there, and all are told at the SPECLet', () => {
    const within = files('[1]', '[1]', draw)
    expect(difference(within)).toEqual([[message('[1, 2]', '[1]'), '[a]', '[1]', '[1]', '[2]']])
    expect(readFiles(within).said('MW511')).toEqual(unassigned(2))
  })
})

test('a task in none, in two, and one that there is not, each at its place', () => {
  const { said } = readFiles({
    toml: `[[speclets]]
id = "a"
tasks = [1, 9]
[[speclets]]
id = "b"
tasks = [1]
[[tasks]]
id = 1
[[tasks]]
id = 2
`,
  })
  expect(said('MW511')).toEqual([
    'parameters_x.toml:3:13 error MW511 SPECLet a lists task 9, which there is not',
    'parameters_x.toml:6:10 error MW511 task 1 is in two SPECLets: a and b',
    'parameters_x.toml:10:6 error MW511 task 2 is in no SPECLet',
  ])
})

describe('files that two SPECLets name', () => {
  const of = (a: string, b: string, more = ''): readonly string[] =>
    readFiles({
      toml: `[[speclets]]
id = "a"
tasks = [1]
parallel_allowed = true
[[speclets]]
id = "b"
tasks = [2]
parallel_allowed = true
${more}
[[tasks]]
id = 1
[[tasks.steps]]
id = 1
expected_output = "${a}"
[[tasks]]
id = 2
[[tasks.steps]]
id = 1
expected_output = "${b}"
`,
    }).said('MW512')

  test.each([
    ['data/tides.csv with 12 months', 'all of `data/tides.csv`', 1],
    ['./data/tides.csv', 'data//tides.csv', 1],
    ['a table (book.pdf)', 'book.pdf, cover.pdf', 1],
    ['src/', 'src/', 1],
    ['a.csv', 'b.csv', 0],
    ['../a.csv', '../a.csv', 0],
    ['Node.js v1.2, e.g.', 'Node.js v1.2, e.g.', 0],
    ['it works', 'it works', 0],
  ])('%j and %j: %i', (a, b, found) => {
    expect(of(a, b)).toHaveLength(found)
  })

  test('are of no matter where one waits for the other', () => {
    expect(of('a.csv', 'a.csv', 'depends_on = ["a"]')).toEqual([])
  })

  test('are of no matter where both wait for each other, so that neither is begun', () => {
    expect(of('a.csv', 'a.csv', 'depends_on = ["b"]')).toEqual([])
    const ring = `[[speclets]]\nid = "a"\ndepends_on = ["b"]\ntasks = [1]\nparallel_allowed = true\n`
    const both = ring + ring.replace('"a"\ndepends_on = ["b"]\ntasks = [1]', '"b"\ndepends_on = ["a"]\ntasks = [2]')
    const task = (id: number): string => `[[tasks]]\nid = ${id}\n[[tasks.steps]]\nid = 1\nexpected_output = "a.csv"\n`
    const { said } = readFiles({ toml: both + task(1) + task(2) })
    expect([said('MW510').length, said('MW512')]).toEqual([1, []])
  })
})

describe('a document that is one SPECLet', () => {
  const md = '# Print the book\n\n**SPEClet ID:** 4 | **Dependencies:** [2]\n\n## Goal\n\nPrint the tide book.\n'
  test('is one task where it has none of its own', () => {
    const { tasks, said } = readFiles({ md })
    expect(tasks.map(({ key, title, steps }) => [key, title.text, steps.map(({ title: it }) => it)])).toEqual([
      ['1', 'Print the book', ['Print the book']],
    ])
    expect(said('MW510')).toEqual([
      'spec_x.md:3:40 warning MW510 SPECLet 4 depends on 2, which is no part of this plan; nothing waits for it',
    ])
    expect([...said('MW522'), ...said('MW523')]).toEqual([])
  })

  test('and its steps are that task’s', () => {
    const { tasks } = readFiles({ md: `${md}\n- **Step [1]:** Draw\n- **Step [2]:** Bind\n` })
    expect(tasks.map(({ steps }) => steps.map(({ title }) => title))).toEqual([['Draw', 'Bind']])
  })
})

describe('SPECLets without tasks', () => {
  const tasks = '[[tasks]]\nid = 1\n[[tasks]]\nid = 2\n'
  const speclet = (id: string, needs: string, of: string): string =>
    `[[speclets]]\nid = "${id}"\ndepends_on = [${needs}]\ntasks = [${of}]\n`

  test('are seen through, however many stand behind each other, and each task behind them is needed once', () => {
    const toml = `${speclet('a', '', '1')}${speclet('b', '"a"', '')}${speclet('c', '"b", "a"', '')}${speclet('d', '"c", "b"', '2')}${tasks}`
    const [, last] = readFiles({ toml }).tasks
    expect(last?.blockedBy.map(({ id }) => id)).toEqual(['1'])
    expect(last?.after).toEqual([{ key: '1', basis: 'phase' }])
  })

  test('are no finding where no task is in the plan, or they are documents of their own', () => {
    expect(
      readFiles({ toml: speclet('a', '', '') })
        .said('MW523')
        .join(''),
    ).not.toContain('has no tasks')
    const md = '# SPEClet 2: Draw\n\n**SPEClet ID:** 2\n**Dependencies:** 1\n\n### Task [1]: Draw\n'
    expect(readFiles({ md }).said('MW523')).toEqual([])
  })
})

test('two SPECLets of one id are told at both places, and count as one', () => {
  const two = ['a', 'b', 'a'].map((id, at) => `[[speclets]]\nid = "${id}"\ntasks = [${at + 1}]\n`).join('')
  const toml = `${two}${[1, 2, 3].map((id) => `[[tasks]]\nid = ${id}\n`).join('')}`
  const { found, said, spec } = readFiles({ toml })
  expect(said('MW510')).toEqual(['parameters_x.toml:8:6 error MW510 two SPECLets have the id a'])
  expect(found.find(({ code }) => code === 'MW510')?.related).toEqual([
    { message: 'the other one', span: expect.objectContaining({ path: 'parameters_x.toml', offset: 18 }) },
  ])
  expect(spec.speclets.map(({ id, tasks }) => [id, tasks])).toEqual([
    ['a', ['1', '3']],
    ['b', ['2']],
  ])
})

import { describe, expect, test } from 'vitest'
import { tell } from './told.ts'

describe('SPECLets', () => {
  test.each(['### SPECLet [data]: Collect', '## SPEClet [data]: Collect', '#### speclet [data] Collect'])(
    '%s',
    (head) => {
      const { told, at } = tell(`# a\n${head}\n`)
      expect(told.speclets).toMatchObject([
        { id: 'data', title: { text: 'Collect' }, saysDependencies: null, saysTasks: null, dependsOn: [] },
      ])
      expect(at(told.speclets[0]?.span)).toBe('[data]')
    },
  )

  test('letters are names of theirs; only the [n] of the template is none', () => {
    const { told, printed } = tell(
      `# a\n${['i', 'k', 'm', 'x', 'N', 'n'].map((id) => `### SPECLet [${id}]: b\n`).join('')}`,
    )
    expect(told.speclets.map(({ id }) => id)).toEqual(['i', 'k', 'm', 'x', 'N'])
    expect(printed).toEqual(['7:13 warning MW516'])
  })

  test.each([
    ['**Depends On:** `["data"]`', ['data'], '["data"]'],
    ['**Depends On:** `[]` (can start at once)', [], '[]'],
    ['**Dependencies:** None', [], 'None'],
    ['**Dependencies:** None (beside the other one)', [], 'None'],
    ['**Dependencies:** [data]', ['data'], '[data]'],
    ['**Dependencies:** data, 7', ['data', '7'], 'data, 7'],
    ['**Dependencies:**\n- data\n- 7', ['data', '7'], 'data\n- 7'],
    ['**Dependencies:** collect_tables', ['data'], 'collect_tables'],
    ['**Dependencies:** All previous SPECLets', ['data'], 'All previous SPECLets'],
    ['**SPEClet ID:** x | **Dependencies:** [data] | **Phase:** 2', ['data'], '[data]'],
    ['**Depends On:** `[list of SPECLet IDs this depends on]`', [], '[list of SPECLet IDs this depends on]'],
    ['**Purpose:** words', [], ''],
  ])('%s', (field, ids, place) => {
    const { told, at } = tell(`# a\n## SPECLet [data]: Collect & tables\n## SPECLet [book]: Print\n${field}\n`)
    const book = told.speclets[1]
    expect(book?.dependsOn.map(({ text }) => text)).toEqual(ids)
    expect([book?.saysDependencies === null, at(book?.saysDependencies)]).toEqual([place === '', place])
  })

  test('tasks, flags and places', () => {
    const { told, at } = tell(
      '# a\n### SPECLet [data]: Collect\n**Tasks Included:** `[task_1, task_2]`\n**Parallel Allowed:** `true` (both)\n**Critical:** Yes (all waits)\n',
    )
    const [data] = told.speclets
    expect(data?.tasks.map(({ text, span }) => [text, at(span)])).toEqual([
      ['1', '1'],
      ['2', '2'],
    ])
    expect(at(data?.saysTasks)).toBe('[task_1, task_2]')
    expect([data?.parallel?.value, at(data?.parallel?.span), data?.critical?.value]).toEqual([true, 'true', true])
  })

  test('tasks below it are in it, until a heading of its level that is none', () => {
    const text =
      '# a\n### SPECLet [data]: b\n#### Task [1]: c\n### Task [2]: d\n### SPECLet [book]: e\n### Task [3]: f\n### Notes\n### Task [4]: g\n'
    const { told } = tell(text)
    expect(told.tasks.map(({ id, speclet }) => [id, speclet])).toEqual([
      ['1', 'data'],
      ['2', 'data'],
      ['3', 'book'],
      ['4', null],
    ])
  })

  test('an overview and the section with the tasks are one', () => {
    const { told, found } = tell(
      [
        '# a',
        '## SPECLet Structure',
        '### SPECLet [1]: Collect',
        '**Dependencies:** None',
        '**Parallel allowed:** Yes',
        '**Tasks:**',
        '- Task [1.1]: fetch',
        '- Task [1.2]: only here',
        '### SPECLet [2]: Print',
        '**Dependencies:** collect',
        '## SPECLet [1]: Collect',
        '**Critical:** Yes',
        '### Task [1.1]: fetch',
        '- **Step [1]:** go',
        '## SPECLet [2]: Print',
        '**Dependencies:** Collect',
        '### Task [2.1]: print',
      ].join('\n'),
    )
    expect(told.speclets).toMatchObject([
      { id: '1', parallel: { value: true }, critical: { value: true }, tasks: [{ text: '1.2' }] },
      { id: '2', dependsOn: [{ text: '1' }] },
    ])
    expect(told.tasks.map(({ id, speclet }) => `${speclet ?? ''}/${id}`)).toEqual(['1/1', '2/1'])
    expect(told.coverage).toEqual({ taskLike: 5, read: 5 })
    expect(found).toEqual([])
  })

  test('two with the same id and tasks in both are two', () => {
    const { told } = tell('# a\n## SPECLet [1]: b\n### Task [1]: c\n## SPECLet [1]: d\n### Task [2]: e\n')
    expect(told.speclets.map(({ title }) => title?.text)).toEqual(['b', 'd'])
  })

  test('what is told behind the tasks is of the same one', () => {
    const { told } = tell('# a\n## SPECLet [1]: b\n### Task [1]: c\n## SPECLet [1]: b\n**Parallel allowed:** no\n')
    expect(told.speclets).toMatchObject([{ id: '1', parallel: { value: false } }])
  })

  test('a difference between both places is told, and all are waited for', () => {
    const { told, printed } = tell(
      '# a\n### SPECLet [1]: b\n### SPECLet [2]: c\n**Dependencies:** [1]\n## SPECLet [2]: c\n**Dependencies:** None\n',
    )
    expect(told.speclets[1]?.dependsOn.map(({ text }) => text)).toEqual(['1'])
    expect(printed).toEqual(['6:3 warning MW505'])
  })

  test('very many that each wait for all before are an error, and not written out', () => {
    const heads = Array.from(
      { length: 2_000 },
      (_, at) => `## SPECLet [s${at}]: a\n**Dependencies:** All previous SPECLets\n`,
    )
    const { told, found } = tell(`# a\n${heads.join('')}`)
    expect(told.speclets).toHaveLength(2_000)
    expect(found[0]).toMatchObject({ code: 'MW008', severity: 'error' })
    expect(told.speclets.reduce((sum, { dependsOn }) => sum + dependsOn.length, 0)).toBeLessThanOrEqual(200_000)
  })

  test('a task that is numbered as one of another SPECLet is told', () => {
    expect(tell('# a\n## SPECLet [1]: b\n### Task [2.1]: c\n').printed).toEqual(['3:10 error MW511'])
  })
})

describe('a document that is one SPECLet', () => {
  test('by its header, without tasks: its steps and its block are there', () => {
    const text =
      '# Platform\n**SPEClet ID:** 1 | **Dependencies:** [0] | **Phase:** 2\n\n## Goal\nA base.\n\n## Work\n- **Step [1]:** dig\n  - **Primary method:** spade\n- **Step [2]:** fill\n'
    const { told, at, found } = tell(text)
    expect(told).toMatchObject({
      tasks: [],
      goals: [{ text: 'A base.' }],
      speclets: [{ id: '1', title: { text: 'Platform' }, dependsOn: [{ text: '0' }] }],
      document: { speclet: '1', steps: [{ id: '1', method: { text: 'spade' } }, { id: '2' }] },
    })
    expect([at(told.speclets[0]?.span), at(told.speclets[0]?.saysDependencies)]).toEqual(['1', '[0]'])
    expect(at(told.document?.block)).toBe(text)
    expect(found).toEqual([])
  })

  test('with tasks they are in it', () => {
    const { told } = tell('# SPECLet [2]: Shop\n**Dependencies:** 1\n## Task [1]: a\n- Step 1.1: b\n')
    expect(told).toMatchObject({
      title: { text: 'Shop' },
      tasks: [{ id: '1', speclet: '2' }],
      document: { speclet: '2', steps: [] },
      speclets: [{ dependsOn: [{ text: '1' }] }],
    })
  })
})

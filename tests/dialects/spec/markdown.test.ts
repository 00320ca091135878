import { describe, expect, test } from 'vitest'
import { stepIn, taskIn, tell } from './told.ts'

describe('tasks', () => {
  test.each([
    ['### Task [1]: Fetch the tables', '1', null],
    ['## Task [1]: Fetch the tables', '1', null],
    ['#### Task [1]: Fetch the tables  ', '1', null],
    ['### Task 1: Fetch the tables', '1', null],
    ['### Task [2.1]: Fetch the tables', '1', '2'],
    ['### Task [0]: Fetch the tables', '0', null],
    ['### TASK [1] — Fetch the tables', '1', null],
    ['### **Task [1]:** Fetch the tables', '1', null],
    ['###Task 12: Fetch the tables', '12', null],
    ['### ✅ Task [1]: Fetch the tables ###', '1', null],
  ])('%s', (head, id, speclet) => {
    const { told, at, found } = tell(`# Spec: a\n\n${head}\n`)
    expect(told.tasks).toHaveLength(1)
    const [task] = told.tasks
    expect(task).toMatchObject({ id, speclet, title: { text: 'Fetch the tables' } })
    expect(at(task?.title?.span)).toBe('Fetch the tables')
    expect(at(task?.span)).toMatch(new RegExp(`(?:^|[.[])${id}\\]?$`))
    expect(at(task?.block)).toBe(head)
    expect(told.coverage).toEqual({ taskLike: 1, read: 1 })
    expect(found).toEqual([])
  })

  test.each([
    '### Task 1 Completion Gate',
    '### Tasks',
    '## Task Breakdown',
    '```\n### Task [1]: a\n```',
    '<!--\n### Task [1]: a\n-->',
  ])('no task: %s', (text) => {
    const { told, found } = tell(`# a\n${text}\n`)
    expect([told.tasks, found, told.coverage.taskLike]).toEqual([[], [], 0])
  })

  test('a heading that lacks its colon, and a point that is no heading, are told', () => {
    const { told, printed } = tell('# a\n### Task 3 Build the thing\n- Task [4]: bake\n')
    expect([told.tasks, printed]).toEqual([[], ['2:5 warning MW801', '3:3 warning MW801']])
    expect(told.coverage).toEqual({ taskLike: 2, read: 0 })
  })

  test('points about tasks in sections of words are none', () => {
    expect(tell('# a\n## Bridging (both files)\n- Task [1] → `tasks[id=1]`\n- Task 2: same\n').found).toEqual([])
  })

  test('words and fields below the head', () => {
    const text = [
      '### Task [1]: Fetch (critical)',
      '**TOML Reference:** `tasks[id=1]` in x.toml',
      '**Research Enabled:** true (prices change)',
      '**Research Sources:** ["a", "b c"]',
      '',
      'First words',
      'and more.',
      '',
      'Then others.',
      '- **Step [1]:** go',
      '- **Mode:** dynamic (mostly)',
      '- **Max retries:** 2',
      '- **Verification:** every day has two tides;',
      '  no gap',
      '- **Logging:** as ever',
    ].join('\n')
    const { told, at, found } = tell(text)
    const [task] = told.tasks
    expect(task).toMatchObject({
      critical: { value: true },
      research: { value: true },
      description: { text: 'First words\nand more.\n\nThen others.' },
      mode: { text: 'dynamic' },
      retries: { value: 2 },
      verification: { text: 'every day has two tides;\nno gap' },
    })
    expect(task?.researchSources.map((it) => it.text)).toEqual(['a', 'b c'])
    expect(task?.notes.map((it) => it.text)).toEqual([
      'TOML Reference: `tasks[id=1]` in x.toml',
      'Research Enabled: true (prices change)',
      'Mode: dynamic (mostly)',
      'Logging: as ever',
    ])
    expect(at(task?.mode?.span)).toBe('dynamic')
    expect(at(task?.verification?.span)).toBe('every day has two tides;\n  no gap')
    expect(at(task?.block)).toBe(text)
    expect(found).toEqual([])
  })

  test.each([
    ['Append structured entry to progress_x.json for each step', []],
    ['Record verification display in progress', []],
    ['Write the outcome to the log', []],
    ['Record the KDF parameters and the logistics', ['Logging: Record the KDF parameters and the logistics']],
  ])('what is to be written into the log of the run is for nobody who works: %s', (words, notes) => {
    const step = '- **Step [1]:** go\n  - **Method:** by hand\n'
    const { told } = tell(`### Task [1]: Go\n\n${step}\n**Logging:** ${words}\n`)
    expect(told.tasks[0]?.notes.map((it) => it.text)).toEqual(notes)
    const one = tell(`### Task [1]: Go\n\n**Method:** by hand\n**Logging:** ${words}\n`)
    const [task] = one.told.tasks
    expect([...(task?.notes ?? []), ...(task?.steps ?? []).flatMap((it) => it.notes)].map((it) => it.text)).toEqual(
      notes,
    )
  })

  test('a task that has the fields of a step itself is one step', () => {
    expect(taskIn('### Task 1: a\n- **Primary method:** do it\n- **Expected output:** it\n').steps).toMatchObject([
      { id: '1', title: null, method: { text: 'do it' }, expected: { text: 'it' } },
    ])
  })

  test('a task ends with a heading of its level, not with one below it', () => {
    const { told } = tell(
      '## Task [1]: a\n### Background\nwords\n- Step 1.1: x\n## Notes\n- Primary method: none of it\n',
    )
    expect(told.tasks[0]?.description?.text).toBe('Background\nwords')
    expect(told.tasks[0]?.steps[0]).toMatchObject({ id: '1', method: null, notes: [] })
  })
})

describe('steps', () => {
  test.each([
    '- **Step [1]:** Draw the pages',
    '- Step 1.1: Draw the pages',
    '#### Step [1.1]: Draw the pages',
    '- **Step [1.1]:** Draw the pages',
    '### Step [1]: Draw the pages',
    '- **Step 1.1:** Draw the pages',
    '#### Step 1.1: Draw the pages',
    '- Step [1.1] Draw the pages',
    '- **Step 1: Draw the pages**',
    '- [ ] Step 1: Draw the pages',
    '* **Step [1]**: Draw the pages',
    '**Step 1:** Draw the pages',
    '- **Step 1.1** Draw the pages',
    '* **Step 1** Draw the pages',
  ])('%s', (line) => {
    const { told, at, found } = tell(`## Task [1]: a\n\n${line}\n`)
    const step = told.tasks[0]?.steps[0]
    expect(told.tasks[0]?.steps).toHaveLength(1)
    expect(step).toMatchObject({ id: '1', title: { text: 'Draw the pages' }, critical: null })
    expect(at(step?.title?.span)).toBe('Draw the pages')
    expect(at(step?.span)).toMatch(/1\]?$/)
    expect(told.coverage).toEqual({ taskLike: 2, read: 2 })
    expect(found).toEqual([])
  })

  test.each([
    ['- Step 1.1: Draw (critical)', true, 'critical'],
    ['- Step 1.1: Draw (non-critical)', false, 'non-critical'],
    ['- **Step 1: Draw (Critical)**', true, 'Critical'],
    ['- **Step 1.1 (critical):** Draw', true, 'critical'],
    ['- **Step [1] (critical):** Draw', true, 'critical'],
    ['- **Step [1]** (critical): Draw', true, 'critical'],
    ['- Step 1.1 (critical): Draw', true, 'critical'],
    ['- **Step 1 (non-critical)** – Draw', false, 'non-critical'],
    ['- Step 1 (optional): Draw', false, 'optional'],
    ['#### Step 1 (critical): Draw', true, 'critical'],
    ['#### Step 1 (critical) Draw', true, 'critical'],
    ['- **Step 1 (critical):** Draw (non-critical)', true, 'critical'],
  ])('%s is a flag', (line, value, said) => {
    const { told, at } = tell(`## Task [1]: a\n${line}\n`)
    const step = told.tasks[0]?.steps[0]
    expect([step?.title?.text, step?.critical?.value, at(step?.critical?.span)]).toEqual(['Draw', value, said])
  })

  test('a flag behind the number of a task, too', () => {
    const task = taskIn('# a\n### Task [2] (critical): Bind\n- **Step [1]:** c\n')
    expect([task.title?.text, task.critical?.value]).toEqual(['Bind', true])
  })

  test('with its fields, all of it is the step’s', () => {
    const { told, found } = tell(
      '# a\n### Task [1]: a\n- **Step 1.1:** b\n- **Step 1.2 (critical):** Sign\n  - **Backup [1]:** ask\n  - **Expected Output:** a name\n',
    )
    expect([found, told.coverage]).toEqual([[], { taskLike: 3, read: 3 }])
    expect(told.tasks[0]?.steps[0]).toMatchObject({ backups: [], expected: null })
    expect(told.tasks[0]?.steps[1]).toMatchObject({ expected: { text: 'a name' }, backups: [{ id: '1' }] })
  })

  test.each([
    ['- Step 1.2 d', 3],
    ['- **Step 2 d**', 3],
    ['**Step 2 d**', 1],
    ['**Step 2** d', 1],
    ['- **Step Two:** d', 3],
    ['- Step two: d', 3],
    ['#### Step Two: d', 6],
    ['### Task Two: d', 5],
    ['- **Step 2 (if it rains):** d', 3],
  ])('%s is none that can be read, and told', (line, column) => {
    const { told, printed } = tell(`# a\n### Task [1]: a\n- **Step [1]:** b\n\n${line}\n`)
    expect([told.tasks[0]?.steps.length, printed]).toEqual([1, [`5:${column} warning MW801`]])
    expect(told.coverage).toEqual({ taskLike: 3, read: 2 })
  })

  test.each([
    'Step 2 is as the first.',
    '- Step two of it is done by hand',
    '- Step 1 Results',
    '- **Step 1 Output:** d',
    '- **Mind:** step 2 d',
  ])('%s is words', (line) => {
    expect(tell(`# a\n### Task [1]: a\n- **Step [1]:** b\n\n${line}\n`).printed).toEqual([])
  })

  test('words about steps in a value, or outside of tasks, are words', () => {
    expect(tell('# a\n## Overview\n- **Step 1** first\n- Step 2 then\n').printed).toEqual([])
    const value = '# a\n### Task [1]: a\n- **Step [1]:** b\n  - **Primary method:**\n    - Step 2 uses it\n'
    expect(tell(value).printed).toEqual([])
  })

  test('a head and a field that say opposite things are told; the field counts', () => {
    const { told, printed } = tell('## Task [1]: a\n- Step 1: b (critical)\n  - Critical: false\n')
    expect(told.tasks[0]?.steps[0]?.critical?.value).toBe(false)
    expect(printed).toEqual(['3:15 warning MW520'])
  })

  test('a step that is numbered as one of another task is told and read where it stands', () => {
    const { told, printed, found } = tell('## Task [2]: a\n- Step 1.1: b\n- Step 2.2: c\n')
    expect(told.tasks[0]?.steps.map(({ id }) => id)).toEqual(['1', '2'])
    expect(printed).toEqual(['2:8 warning MW506'])
    expect(found[0]?.related).toHaveLength(1)
  })

  test.each([
    ['\nPrint it\nin black.\n', 'Print it\nin black.', null, []],
    ['\nPrint it.\n\nThen bind it.\n- **Expected output:** a book\n', 'Print it.', 'Print it.\n\nThen bind it.', []],
    ['- sort\n- count\n', '- sort\n- count', null, []],
    ['- **Primary method:** Print\n\nIn black.\n', null, 'Print', ['In black.']],
    ['\nTODO\n', null, null, ['TODO']],
    ['', null, null, []],
  ])('the words below a heading that says nothing are its text: %j', (below, title, method, notes) => {
    const told = stepIn(`### Task [1]: a\n#### Step [1]:\n${below}`)
    expect([told.title?.text ?? null, told.method?.text ?? null, told.notes.map(({ text }) => text)]).toEqual([
      title,
      method,
      notes,
    ])
  })

  test('the words below a heading that says something stay beside it', () => {
    const { title, notes } = stepIn('### Task [1]: a\n#### Step [1]: Print\n\nIn black.\n')
    expect([title?.text, notes.map(({ text }) => text)]).toEqual(['Print', ['In black.']])
  })

  test('a step below no task is told', () => {
    expect(tell('# a\n### Step 1: b\n## Plan\n- **Step [2]:** c\n').printed).toEqual([
      '2:5 warning MW801',
      '4:3 warning MW801',
    ])
  })
})

describe('fields of a step', () => {
  const step = (lines: string): ReturnType<typeof stepIn> => stepIn(`## Task [1]: a\n- **Step [1]:** b\n${lines}`)

  test.each([
    '**Primary method:** x',
    '**Primary method**: x',
    'Primary method: x',
    '**Primary:** x',
    '**Method:** x',
    '**Action:** x',
    '**primary_method:** x',
  ])('- %s', (field) => {
    expect(step(`  - ${field}\n`).method?.text).toBe('x')
  })

  test.each([
    ['**Backup [1]:** x', '1'],
    ['**Backup 1:** x', '1'],
    ['**Backup [1.1.2]:** x', '2'],
    ['**Backup:** x', '1'],
    ['Backup 3: x', '3'],
    ['**Backup [2]**: x', '2'],
  ])('- %s', (field, id) => {
    expect(step(`  - ${field}\n`).backups).toMatchObject([{ id, text: { text: 'x' } }])
  })

  test.each([
    ['true', true],
    ['false (nice to have)', false],
    ['yes', true],
    ['No.', false],
    ['`true`', true],
  ])('Critical: %s', (said, value) => {
    expect(step(`  - **Critical:** ${said}\n`).critical?.value).toBe(value)
  })

  test('flags and numbers that are none are told', () => {
    const { told, printed } = tell('## Task [1]: a\n- **Step [1]:** b\n  - Critical: maybe\n  - Max retries: -x\n')
    expect(told.tasks[0]?.steps[0]).toMatchObject({ critical: null, retries: null })
    expect(printed).toEqual(['3:15 error MW508', '4:18 error MW508'])
  })

  test('a remark is none of a mode', () => {
    expect(step('  - **Mode:** collaborative (pauses for an answer)\n').mode?.text).toBe('collaborative')
  })

  test('a value goes on in the lines below, with its list', () => {
    const { told, at, found } = tell(
      '## Task [1]: a\r\n- **Step [1]:** b\r\n  - **Primary method:** Ask:\r\n    - Mode: which one?\r\n      - twice\r\n    more\r\n  - **Expected output:** an answer\r\n',
    )
    const one = told.tasks[0]?.steps[0]
    expect(one).toMatchObject({
      method: { text: 'Ask:\n- Mode: which one?\n  - twice\nmore' },
      mode: null,
      expected: { text: 'an answer' },
    })
    expect(at(one?.method?.span).startsWith('Ask:')).toBe(true)
    expect(found).toEqual([])
  })

  test('how a backup is done stands below it', () => {
    const text =
      '  - **Backup [1]:** by OCR\n    - Trigger: primary_failure\n    - Execution method: tool\n    - Tool path: `scripts/ocr.py`\n    - Tool args: --months 12\n  - **Mode:** silent\n'
    expect(step(text)).toMatchObject({
      mode: { text: 'silent' },
      backups: [
        {
          text: { text: 'by OCR' },
          trigger: { text: 'primary_failure' },
          kind: { text: 'tool' },
          tool: { text: 'scripts/ocr.py' },
          toolArguments: { text: '--months 12' },
        },
      ],
    })
  })

  test('verification and logging deeper than the step are its own', () => {
    const text = '## Task 1: a\n- **Step 1.1:** b\n  - **Verification:** of the step\n- **Verification:** of the task\n'
    expect(taskIn(text)).toMatchObject({
      verification: { text: 'of the task' },
      steps: [{ verification: { text: 'of the step' } }],
    })
  })

  test('below a heading the points are those of the step, a line without a bullet one of the task', () => {
    const text = '## Task [1]: a\n### Step [1]: b\n- **Mode:** silent\n- **Note:** n\n\n**Verification:** of the task\n'
    expect(taskIn(text)).toMatchObject({
      verification: { text: 'of the task' },
      mode: null,
      steps: [{ mode: { text: 'silent' }, notes: [{ text: 'Note: n' }], verification: null }],
    })
  })

  test('fields as far left as their step', () => {
    expect(step('- Primary method: m\n- Critical: true\n- Verification: v\n')).toMatchObject({
      method: { text: 'm' },
      critical: { value: true },
      verification: null,
    })
  })

  test('a field that stands twice is told; the first one counts', () => {
    const { told, printed } = tell('## Task [1]: a\n- Step 1: b\n  - Mode: silent\n  - Mode: dynamic\n')
    expect(told.tasks[0]?.steps[0]?.mode?.text).toBe('silent')
    expect(printed).toEqual(['4:5 warning MW801'])
  })

  test('a long title goes on below', () => {
    expect(stepIn('## Task 1: a\n- Step 1.1: draw\n  all pages\n').title?.text).toBe('draw\nall pages')
  })

  test('a code fence belongs to the value it stands below', () => {
    const text = '  - **Primary method:** run\n    ```sh\n    - **Step [9]:** no\n    ```\n  - **Mode:** silent\n'
    expect(step(text)).toMatchObject({
      mode: { text: 'silent' },
      method: { text: 'run\n```sh\n- **Step [9]:** no\n```' },
    })
  })
})

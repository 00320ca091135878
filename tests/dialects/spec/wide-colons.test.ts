/** Full-width colons behind labels are read as plain ones; those of sentences stay as they are. */

import { expect, test } from 'vitest'
import { recogniseSpec } from '../../../src/dialects/spec/recognise.ts'
import { readFiles } from './reading.ts'

const written = (colon: string, blank = ' '): string => `# 潮

## Goal${colon}${blank}Keep the tides

## Definition of Complete${colon}

- [ ] \`a.md\` exists

### Task [1]${colon}${blank}読む

- **Step [1]${colon}**${blank}Read them
  - **Critical${colon}** true
  - **Primary method**${colon}${blank}Use the API
  - **Backup [1]${colon}** Read the print
  - **Backup [2]${colon}**${blank}Ask the harbour
  - **Expected output${colon}** \`a.md\`
  - Mode${colon}${blank}silent
`

const told = (md: string): unknown => {
  const { spec, tasks, found } = readFiles({ md })
  const plain = (key: string, value: unknown): unknown =>
    ['span', 'line', 'block', 'mark', 'offset'].includes(key) ? undefined : value
  return JSON.parse(
    JSON.stringify([spec.goal, spec.completion, tasks, found.map((it) => `${it.code} ${it.message}`)], plain),
  )
}

test.each([
  ['', '：'],
  [' ', '：'],
])('read as the plain ones (%j behind them)', (blank, colon) => {
  expect(told(written(colon, blank))).toEqual(told(written(':')))
  expect(readFiles({ md: written(colon, blank) }).tasks[0]?.steps[0]).toMatchObject({
    critical: true,
    mode: 'silent',
    expected: '`a.md`',
    methods: [{ id: 'primary' }, { id: 'backup-1' }, { id: 'backup-2' }],
  })
})

test('places are those of the file', () => {
  const md = '# 潮\n\n### Task [1]： 読む\n\n- **Step [1]：** Read\n  - **Bakcup [1]：** x\n'
  expect(readFiles({ md }).said('MW526')).toEqual([
    'spec_x.md:6:7 warning MW526 "Bakcup [1]" is not looked at; did you mean backup?',
  ])
})

test.each(['Keep the tides：daily', 'API：潮', '注意：表', 'Read the tables (今日：2) and **潮**：x'])(
  'a sentence keeps its own: %s',
  (text) => {
    const { tasks } = readFiles({
      md: `### Task [1]: Read\n\n- **Step [1]:** Read\n  - **Expected output:** ${text}\n`,
    })
    expect(tasks[0]?.steps[0]?.expected).toBe(text)
  },
)

test('a spec is known by such labels', () => {
  const bytes = new TextEncoder().encode('- **Primary method：** x\n')
  expect(recogniseSpec([{ path: 'plan.md', bytes }])).not.toBeNull()
})

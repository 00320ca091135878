/** Flags and modes of a step as people write them: the sure ones are read, the others told at their place. */

import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const read = (lines: string): ReturnType<typeof readFiles> =>
  readFiles({ md: `# X\n\n## Goal\n\nRead the tables\n\n### Task [1]: Read\n\n- **Step [1]:** Read them\n${lines}\n` })

const step = (lines: string): unknown => {
  const [it] = read(lines).tasks[0]?.steps ?? []
  return [it?.critical, it?.mode ?? null, it?.retries ?? null]
}

describe('read', () => {
  test.each([
    ['  - __Critical:__ true', [true, null, null]],
    ['  - __Critical__: true', [true, null, null]],
    ['  - __critical_flag:__ true', [true, null, null]],
    ['  - __Critical: true__', [true, null, null]],
    ['  - **Critical** - true', [true, null, null]],
    ['  - **Critical** – true', [true, null, null]],
    ['  - __Critical__ — yes', [true, null, null]],
    ['  - **Critical:**\n    true', [true, null, null]],
    ['  - **Critical:**\n\n    true', [true, null, null]],
    ['  - **Mode:**\n    silent', [false, 'silent', null]],
    ['  - **Mode:** silent, **Critical:** true', [true, 'silent', null]],
    ['  - **Mode:** silent; Critical: true | Max retries: 2', [true, 'silent', 2]],
    ['  - **Mode:** silent **Critical:** true', [true, 'silent', null]],
    ['  - Mode: silent, critical: true', [true, 'silent', null]],
    ['  - **Mode:** silent (see **Critical:** below)', [false, 'silent', null]],
  ])('%j', (lines, expected) => {
    expect(step(lines)).toEqual(expected)
    expect(read(lines).said('MW526')).toEqual([])
  })

  test('other fields, too', () => {
    const { tasks } = read(
      '  - __Primary method:__ Use the export\n  - **Backup [1]** - Read the print\n  - __Expected output__: `a.md`',
    )
    expect(tasks[0]?.steps[0]).toMatchObject({
      expected: '`a.md`',
      methods: [{ instruction: 'Use the export' }, { instruction: 'Read the print' }],
    })
  })

  test('of a task', () => {
    const { tasks } = readFiles({
      md: '### Task [1]: Read\n\n- __Critical:__ true, **Mode:** silent\n- **Step [1]:** Read\n',
    })
    expect(tasks[0]?.steps[0]).toMatchObject({ critical: true, mode: 'silent' })
  })
})

describe('told', () => {
  test.each([
    ['  - **Critical** true', ['spec_x.md:10:5 warning MW526 "Critical" has no colon and is not looked at']],
    ['  - **Critical**', ['spec_x.md:10:5 warning MW526 "Critical" has no colon and is not looked at']],
    ['  - Critical', ['spec_x.md:10:5 warning MW526 "Critical" has no colon and is not looked at']],
    [
      '  - **Expected output:** `a.md`, **Critical:** true',
      ['spec_x.md:10:36 warning MW526 "Critical" stands within other words and is not looked at'],
    ],
    [
      '  - **Backup [1]:** Read the print. __Mode:__ silent',
      ['spec_x.md:10:39 warning MW526 "Mode" stands within other words and is not looked at'],
    ],
  ])('%j', (lines, expected) => {
    const { said, tasks } = read(lines)
    expect(said('MW526')).toEqual(expected)
    expect(tasks[0]?.steps[0]?.critical).toBe(false)
  })

  test('behind the words of a step', () => {
    const { said } = readFiles({ md: '### Task [1]: Read\n\n- **Step [1]:** Read them, **Critical:** true\n' })
    expect(said('MW526')).toEqual([
      'spec_x.md:3:30 warning MW526 "Critical" stands within other words and is not looked at',
    ])
  })

  test.each([
    '  - **Critical thinking** is needed',
    '  - Critical parts are read first',
    '  - **Expected output:** the **critical** parts - true ones',
    '  - **Expected output:** **Critical path**: a list',
    '  - __init__: the module',
    '  - **Note** - true',
  ])('nothing of %j', (lines) => {
    expect(read(lines).said('MW526')).toEqual([])
    expect(step(lines)).toEqual([false, null, null])
  })
})

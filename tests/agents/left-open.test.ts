import { describe, expect, test } from 'vitest'
import { leavesOpen } from '../../src/agents/left-open.ts'

describe('a text that would take in what stands behind it', () => {
  test.each([
    ['a fence', 'Do it:\n```js\ncode'],
    ['one of tildes', '~~~\ncode'],
    ['one that a shorter one does not close', '````\ncode\n```'],
    ['one that another sign does not close', '```\n~~~'],
    ['one that words behind do not close', '```\ncode\n``` end'],
    ['one that is indented a little', '   ```\ncode'],
    ['one behind a list', '- one\n\n```\ncode'],
    ['one behind one that is closed', '```\na\n```\n```\nb'],
    ['one that a deep indentation does not close', '```\ncode\n    ```'],
    ['a comment', 'a\n<!-- b\nc'],
    ['a block of HTML', '<pre>\ncode'],
    ['one in which another one ends', '<PRE class="a">\n<b>code</b>'],
  ])('%s', (_, text) => {
    expect(leavesOpen(text)).toBe(true)
  })

  test.each([
    ['a text', 'Do it.\n- one\n- two'],
    ['a fence that is closed', '```js\ncode\n```'],
    ['one that a longer one closes, behind blanks', '```\ncode\n  ````  '],
    ['one in an entry of a list that is closed', '- ```js\n  code\n  ```\n- two'],
    ['one in an entry of a list, which ends with it', '- one\n  ```\n  code\n\nMore'],
    ['one in the last entry of a list', '1. one\n   ```\n   code'],
    ['one in a quotation, which ends with it', '> ```\n> code'],
    ['code that is indented', 'a\n\n    ```\n    code'],
    ['code within a line', '```code``` is it'],
    ['a comment that is closed', '<!-- a\nb -->'],
    ['one in one line', '<!-- a -->'],
    ['a block of HTML that is closed', '<pre>\n\ncode</pre>'],
    ['a sign in a line', 'write `<!--` there'],
    ['a fence in a comment', '<!--\n```\n-->'],
    ['carriage returns', '```\r\ncode\r\n```\r\n'],
  ])('is not %s', (_, text) => {
    expect(leavesOpen(text)).toBe(false)
  })

  test('takes time by its length alone', () => {
    const long = '- '.repeat(100_000) + '\n' + '```\n'.repeat(100_001) + '>'.repeat(100_000)
    expect(leavesOpen(long)).toBe(true)
  })
})

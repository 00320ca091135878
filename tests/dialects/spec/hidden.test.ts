/** Characters that nobody sees, and bytes that are no text, in commands and paths that are run or looked for: errors (MW005, MW001). */

import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const start = '[goal]\ndescription = "Count"\n[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\naction = "Do"\n'
const ofBytes = (toml: string | Uint8Array): readonly string[] =>
  readFiles({ toml }).found.flatMap((it) =>
    /^MW00[135]$/.test(it.code) ? [`${it.severity} ${it.code}: ${it.message}`] : [],
  )
const inMarkdown = (criterion: string): readonly string[] =>
  readFiles({
    md: `# X\n\n## Goal\n\nCount\n\n## Definition of Complete\n\n- ${criterion}\n\n### Task [1]: Do\n\n- **Step [1]:** Do\n`,
  }).found.flatMap((it) => (it.code === 'MW005' ? [`${it.severity} ${it.code}: ${it.message}`] : []))

const raw = (point: string, where: string): string => `error MW005: invisible character ${point} in ${where}`
const named = 'an id, a path or a command'

describe('in a verification', () => {
  test.each([
    ['verification = { command = "npm \u202etest" }', raw('U+202E (right-to-left override)', named)],
    ['verification = { command = ["npm", "te\u200bst"] }', raw('U+200B (zero-width space)', named)],
    [
      'verification = { command = "npm \\u202etest" }',
      raw('U+202E (right-to-left override)', `${named}, written as an escape`),
    ],
    [
      'verification = { command = ["npm", "te\\u200Bst"] }',
      raw('U+200B (zero-width space)', `${named}, written as an escape`),
    ],
    [
      '[[tasks.steps.verification]]\ncommand = "npm \\U0000202etest"',
      raw('U+202E (right-to-left override)', `${named}, written as an escape`),
    ],
  ])('%j', (lines, message) => {
    expect(ofBytes(start + lines)).toEqual([message])
  })

  test('a byte that is no UTF-8', () => {
    const toml = Buffer.from(`${start}verification = { command = "npm t\u00e9st" }`, 'latin1')
    expect(ofBytes(toml)).toEqual(['error MW001: not UTF-8 (byte 0xE9)'])
  })

  test('also behind the first argument of a backup', () => {
    const toml = `${start}[[tasks.steps.backups]]\nid = 1\ndescription = "x"\ntool_path = "a.py"\ntool_args = ["a", "b\u200b"]`
    expect(ofBytes(toml)).toEqual([raw('U+200B (zero-width space)', named)])
  })

  test('lines of a script are nothing hidden', () => {
    expect(ofBytes(`${start}verification = { command = ["sh", "-c", "a\\nb\\tc"] }`)).toEqual([])
  })
})

describe('in what a criterion or an expected output names', () => {
  test.each([
    [
      '[completion_criteria]\nverification = ["`npm \u202etest` passes"]',
      raw('U+202E (right-to-left override)', named),
    ],
    ['[completion_criteria]\nverification = "`np\u200bm test` passes"', raw('U+200B (zero-width space)', named)],
    [
      '[completion_criteria]\nverification = "`npm \\u202etest` passes"',
      raw('U+202E (right-to-left override)', `${named}, written as an escape`),
    ],
    [
      '[[tasks.steps]]\nid = 2\nexpected_output = "`re\\u200bport.md`"',
      raw('U+200B (zero-width space)', `${named}, written as an escape`),
    ],
  ])('%j', (lines, message) => {
    expect(ofBytes(`${start}${lines}`)).toEqual([message])
  })

  test('in the Markdown', () => {
    expect(inMarkdown('`npm \u202etest` passes')).toEqual([raw('U+202E (right-to-left override)', named)])
    expect(inMarkdown('`\u200bnpm test` passes')).toEqual([raw('U+200B (zero-width space)', named)])
  })

  test('beside it, and in an example of another script, it is as in any text', () => {
    expect(inMarkdown('`npm test` passes\u200b')).toEqual([
      'warning MW005: invisible character U+200B (zero-width space) in the text',
    ])
    expect(inMarkdown('`می\u200cروم` is shown')).toEqual([])
    expect(ofBytes(`${start}[completion_criteria]\na = "\\u202e \`npm test\` passes"`)).toEqual([])
  })
})

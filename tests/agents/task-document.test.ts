import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTaskDocument } from '../../src/agents/task-document.ts'

let top = ''
let root = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mw-document-')))
  root = path.join(top, 'project')
  const files = {
    'project/docs/tasks/FE-1.md': 'The whole of FE-1.',
    'project/plans/notes/FE-2.md': 'Beside the plan.',
    'project/docs/both.md': 'of the root',
    'project/plans/docs/both.md': 'of the plan',
    'project/.env.txt': 'x',
    'project/.git/notes.md': 'git’s own',
    'project/src/solve.cpp': 'int main() {}',
    'project/docs/binary.md': 'a\0b',
    'project/docs/long.md': 'é'.repeat(60_000),
    'secret.md': 'nobody’s business',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(top, name)), { recursive: true })
    writeFileSync(path.join(top, name), text)
  }
  mkdirSync(path.join(root, 'docs/folder.md'))
  symlinkSync('../../secret.md', path.join(root, 'docs/out.md'))
  symlinkSync('tasks/FE-1.md', path.join(root, 'docs/in.md'))
  symlinkSync('gone.md', path.join(root, 'docs/dangling.md'))
  symlinkSync('../.git/notes.md', path.join(root, 'docs/git.md'))
})
afterEach(() => rmSync(top, { recursive: true }))

test.each([
  ['docs/tasks/FE-1.md', 'docs/tasks/FE-1.md', 'The whole of FE-1.'],
  ['./docs//tasks/FE-1.md', 'docs/tasks/FE-1.md', 'The whole of FE-1.'],
  ['notes/FE-2.md', 'plans/notes/FE-2.md', 'Beside the plan.'],
  ['../docs/tasks/FE-1.md', 'docs/tasks/FE-1.md', 'The whole of FE-1.'],
  ['docs/both.md', 'docs/both.md', 'of the root'],
  ['docs/in.md', 'docs/in.md', 'The whole of FE-1.'],
])('%s is read from the root, else from the plan', (written, place, text) => {
  expect(readTaskDocument(root, 'plans/state.json', written)).toEqual({ path: place, text })
})

test.each([
  ['../../secret.md', 'no path inside the project'],
  ['/etc/passwd', 'no path inside the project'],
  ['~/notes.md', 'no path inside the project'],
  ['C:\\x.md', 'no path inside the project'],
  ['https://example.org/x.md', 'no path inside the project'],
  ['', 'no path inside the project'],
  ['.', 'read it yourself'],
  ['docs/out.md', 'no business'],
  ['docs/git.md', 'no business'],
  ['.git/notes.md', 'no business'],
  ['docs/missing.md', 'not there'],
  ['docs/dangling.md', 'not there'],
  ['docs/binary.md', 'cannot be read as text'],
  ['docs/folder.md', 'cannot be read as text'],
  ['src/solve.cpp', 'read it yourself'],
])('%s is not quoted, and it is said why', (written, why) => {
  const read = readTaskDocument(root, 'plans/state.json', written)
  expect([read.text, read.why]).toEqual([null, expect.stringContaining(why)])
})

test('of a long one the beginning is read, to the end of a character', () => {
  const { text } = readTaskDocument(root, 'tasks.json', 'docs/long.md')
  expect(text).toBe('é'.repeat(32 * 1024))
})

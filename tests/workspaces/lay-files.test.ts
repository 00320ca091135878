/** Files of ours in a folder that agents can reach: whatever they made of it, it is as it has to be, and nothing else is touched. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { layFile, layFiles } from '../../src/workspaces/lay-files.ts'

let top: string
let dir: string
beforeEach(() => {
  top = mkdtempSync(path.join(os.tmpdir(), 'millwright-lay-'))
  dir = path.join(top, 'git')
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const folders = ['refs', 'refs/heads']
const lay = (head = 'one'): void =>
  layFiles(dir, folders, { HEAD: Buffer.from(head), config: Buffer.from('[core]'), 'refs/note': Buffer.from('n') })
const inode = (name: string): number => statSync(path.join(dir, name)).ino
const listed = (): readonly string[] => readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
const sound = ['HEAD', 'config', 'refs', 'refs/heads', 'refs/note']

function expectLaid(head: string): void {
  expect(listed()).toEqual(sound)
  expect(['HEAD', 'config', 'refs/note'].map((it) => readFileSync(path.join(dir, it), 'utf8'))).toEqual([
    head,
    '[core]',
    'n',
  ])
}

test.each(['one', 'another head', '', 'o'])(
  'what is still as it was laid is written over, and not made anew: %j',
  (head) => {
    lay()
    const before = ['', ...sound].map(inode)
    lay(head)
    expectLaid(head)
    expect(['', ...sound].map(inode)).toEqual(before)
  },
)

const instead = (name: string, put: (file: string) => void): void => {
  const file = path.join(dir, name)
  rmSync(file, { recursive: true })
  put(file)
}

test.each<[string, (theirs: string) => void]>([
  ['another file', () => writeFileSync(path.join(dir, 'refs', 'heads', 'main'), 'x')],
  ['a folder', () => mkdirSync(path.join(dir, 'hooks'))],
  ['a folder in the place of a file', () => instead('config', (file) => mkdirSync(file))],
  ['a file in the place of a folder', () => instead('refs/heads', (file) => writeFileSync(file, ''))],
  ['a link in the place of a file', (theirs) => instead('config', (file) => symlinkSync(theirs, file))],
  ['another name of a file elsewhere', (theirs) => instead('config', (file) => linkSync(theirs, file))],
  [
    'a link in the place of a folder',
    () => {
      renameSync(path.join(dir, 'refs'), path.join(top, 'refs'))
      symlinkSync(path.join(top, 'refs'), path.join(dir, 'refs'))
    },
  ],
  ['a pipe', () => instead('HEAD', (file) => execFileSync('mkfifo', [file]))],
  ['a file less', () => instead('HEAD', () => undefined)],
  ['a folder less', () => instead('refs/heads', () => undefined)],
  ['nothing', () => instead('', () => undefined)],
  ['other content', () => writeFileSync(path.join(dir, 'config'), '[core]\n\thooksPath = x')],
])('with %s in it, it is as it has to be again, and nothing outside has changed', (_what, change) => {
  const theirs = path.join(top, 'theirs')
  writeFileSync(theirs, 'theirs')
  lay()
  change(theirs)
  lay('two')
  expectLaid('two')
  expect(readFileSync(theirs, 'utf8')).toBe('theirs')
  if (existsSync(path.join(top, 'refs'))) expect(readFileSync(path.join(top, 'refs/note'), 'utf8')).toBe('n')
})

test.each<[string, (file: string, theirs: string) => void]>([
  ['nothing', () => undefined],
  ['a folder', (file) => mkdirSync(path.join(file, 'deep'), { recursive: true })],
  ['a link', (file, theirs) => symlinkSync(theirs, file)],
  ['something longer', (file) => writeFileSync(file, 'x'.repeat(100))],
])('one file, with %s in its place', (_what, put) => {
  const [file, theirs] = [path.join(top, 'pointer'), path.join(top, 'theirs')]
  writeFileSync(theirs, 'theirs')
  put(file, theirs)
  layFile(file, Buffer.from('gitdir'))
  expect([readFileSync(file, 'utf8'), readFileSync(theirs, 'utf8')]).toEqual(['gitdir', 'theirs'])
})

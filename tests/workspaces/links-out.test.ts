/** Which paths lead out of the repository by a link, read as a system walks them. */

import { expect, test } from 'vitest'
import { linksOut } from '../../src/workspaces/links-out.ts'

const links: Readonly<Record<string, string>> = {
  absolute: '/etc/passwd',
  'a/up': '../../x',
  'a/inside': '../b/file',
  folder: 'a/deep',
  'a/deep/back': '../../a',
  'a/deep/through': '../../folder/../../..',
  'a/first': 'second',
  'a/second': '../absolute',
  'b/git': '../.git/config',
  'b/Git': '../.GIT/hooks/pre-commit',
  'b/gitignore': '../.gitignore',
  out: '..',
  round: 'round',
  empty: './/a/./inside',
}

const ways: readonly (readonly [path: string, to: string | null])[] = [
  ['absolute', '/etc/passwd'],
  ['a/up', '../../x'],
  ['a/inside', null],
  ['folder', null],
  ['folder/new.txt', null],
  ['a/deep/back', null],
  // Where a link leads decides what is above it: `folder/..` is `a`, and three up from there is outside.
  ['a/deep/through', '../../folder/../../..'],
  ['a/first', '/etc/passwd'],
  ['b/git', '../.git/config'],
  ['b/Git', '../.GIT/hooks/pre-commit'],
  ['b/gitignore', null],
  ['out/other/file', '..'],
  ['round', null],
  ['empty', null],
  ['plain/file.txt', null],
  ['.git/config', null],
]

test.each(ways)('%s', async (path, to) => {
  const found = await linksOut((it) => Promise.resolve(links[it] ?? null), [path, path])
  expect(found).toEqual(to === null ? [] : [{ path, to }])
})

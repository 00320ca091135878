/** What a folder's `.gitignore` files say, read without git, is what git says of them. */

import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openIgnoreRules } from '../../src/workspaces/ignore-rules.ts'
import { makeRepository, type Repository } from './repository.ts'

let repository: Repository
beforeEach(() => {
  repository = makeRepository()
})
afterEach(() => repository.end())

const files = [
  'a.log',
  'a/b/keep.log',
  'a/x.pyc',
  'a/x.pyo',
  'a/x.pyz',
  'Build/x',
  'build/x',
  'cuild/x',
  'dist/app',
  'src/dist/app',
  'docs/a/b.tmp',
  'gen/.gitkeep',
  'gen/x',
  'out/.gitkeep',
  'out/deep/x',
  '#name',
  '!name',
  'space ',
  'space',
  '{a,b}',
  'a-x',
  'b]x',
  'c^x',
  'nested/own/x.txt',
  'nested/own/y.txt',
  'ää',
]

const rules = `# built

/
*.log
!keep.log
*.py[co]
[Bb]uild/
/dist/
docs/**/*.tmp
gen/*
!gen/.gitkeep
out/**
!out/.gitkeep
\\#name
\\!name
space\\ 
{a,b}
[^b-z]-x
[]b]?x
c[!a]x
ä?
`

test.each([
  ['as it stands', rules],
  [
    'with a byte order mark and the line ends of Windows',
    '\uFEFF' + rules.replace('space\\ \n', '').replaceAll('\n', '\r\n'),
  ],
])('%s', (_, text) => {
  repository.write('.gitignore', text)
  repository.write('nested/own/.gitignore', '*\n!y.txt\n')
  for (const it of files) repository.write(it, '')
  const asked = spawnSync('git', ['check-ignore', '--no-index', '--stdin', '-z'], {
    cwd: repository.root,
    input: files.map((it) => `${it}\0`).join(''),
    encoding: 'utf8',
  })
  const said = asked.stdout.split('\0').slice(0, -1)
  const isIgnored = openIgnoreRules(repository.root)
  expect(files.filter((it) => isIgnored(it, false))).toEqual(said)
  expect(said.length).toBeGreaterThan(10)
})

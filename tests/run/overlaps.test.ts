/** Which declared paths may name one file. */

import { describe, expect, test } from 'vitest'
import type { FileSpec } from '../../src/plan/model.ts'
import { overlapsOf } from '../../src/run/overlaps.ts'

const formOf = (path: string): FileSpec['form'] => {
  if (/\.{3}|…/.test(path)) return 'abbreviated'
  if (/[*?{]/.test(path)) return 'glob'
  return path.endsWith('/') || path === '.' ? 'directory' : 'path'
}
const file = (path: string): FileSpec => ({ path, action: 'modify', form: formOf(path), to: null, note: null })

describe('a path that is a link', () => {
  const link: FileSpec = { ...file('linked'), leadsTo: 'src/lib' }
  test.each(['src/lib', 'src/lib/a.ts', 'src', 'src/**', 'linked/b.ts', '.'])('and %s', (other) => {
    const overlaps = overlapsOf([link, file(other)])
    expect([overlaps.get('linked'), overlaps.get(other)]).toEqual([[other], ['linked']])
  })

  test('and another one to the same', () => {
    const overlaps = overlapsOf([link, { ...file('other'), leadsTo: 'src/lib' }])
    expect([...overlaps]).toEqual([
      ['other', ['linked']],
      ['linked', ['other']],
    ])
  })

  test('and what it does not lead to', () => {
    expect(overlapsOf([link, file('src/a.ts'), file('lib')]).size).toBe(0)
  })
})

describe('two declared paths', () => {
  test.each([
    ['src/', 'src/a.txt'],
    ['src/', 'src/deep/er/a.txt'],
    ['src', 'src/a.txt'],
    ['src', 'src/'],
    ['src/', 'src/lib/'],
    ['.', 'a.txt'],
    ['.', 'src/a.txt'],
    ['src/*.txt', 'src/a.txt'],
    ['src/*.txt', 'src/'],
    ['src/', 'src/**'],
    ['src/**', 'src/a.*'],
    ['src/**', 'src/lib/'],
    ['src/*.{ts,md}', 'src/a.md'],
    ['**/*.md', 'docs/*.md'],
    ['*', 'a.txt'],
    ['.../a.txt', 'src/a.txt'],
    ['src/.../a.txt', 'src/b/c/a.txt'],
    ['src/.../a.txt', 'src/**'],
    ['src/app', 'src/*/q.txt'],
    ['src/app', '**/q.txt'],
    ['src/app', 'src/{app,lib}/q.txt'],
    ['.github', '**/ci.yml'],
    ['src/**/x1*.ts', 'src/**/x*.ts'],
    ['src/**/x*1.ts', 'src/**/x2*.ts'],
    ['src/**/x*', 'src/**/y*.ts'],
    ['src/{lib,app/y*.ts}', 'src/app/*.ts'],
    ['src/{x.ts,app/y*.ts}', 'src/x*.ts'],
    ['src/**/{x,y}*.ts', 'src/**/y*.ts'],
  ])('%s and %s may name one file', (one, other) => {
    expect(overlapsOf([file(one), file(other)])).toEqual(
      new Map([
        [one, [other]],
        [other, [one]],
      ]),
    )
    expect(overlapsOf([file(other), file(one)])).toEqual(overlapsOf([file(one), file(other)]))
  })

  test.each([
    ['src/', 'source/a.txt'],
    ['src/', 'src.txt'],
    ['src/a', 'src/a.txt'],
    ['src/a.txt', 'src/b.txt'],
    ['src/*.txt', 'src/a.md'],
    ['src/*.txt', 'src/lib/a.txt'],
    ['src/*.txt', 'src/*.md'],
    ['src/*.txt', 'lib/'],
    ['src/*/q.txt', 'lib'],
    ['src/*/q.txt', 'src/app.ts'],
    ['src/**', 'lib/*'],
    ['src/*.{ts,md}', 'src/a.js'],
    ['src/.../a.txt', 'src/b/c/b.txt'],
    ['src/**/x1*.ts', 'src/**/x2*.ts'],
    ['src/x1*.ts', 'src/**/x2?.ts'],
  ])('%s and %s name nothing in common', (one, other) => {
    expect(overlapsOf([file(one), file(other)])).toEqual(new Map())
  })
})

test('each pair is told once, however often it is declared, and the same path not at all', () => {
  const found = overlapsOf(['src/', 'src/a.txt', 'src/', 'src/a.txt', 'src/*'].map(file))
  expect(new Map([...found].map(([path, others]) => [path, [...others].sort()]))).toEqual(
    new Map([
      ['src/', ['src/*', 'src/a.txt']],
      ['src/a.txt', ['src/', 'src/*']],
      ['src/*', ['src/', 'src/a.txt']],
    ]),
  )
})

test('where a file is moved to counts as well', () => {
  const moved: FileSpec = { ...file('a.txt'), action: 'rename', to: 'src/a.txt' }
  expect(overlapsOf([moved, file('src/')]).get('src/')).toEqual(['src/a.txt'])
})

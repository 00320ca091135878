import fc from 'fast-check'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { classifyPath, foldPath, portability, protectedBy } from '../../src/plan/path-safety.ts'

describe('classifyPath', () => {
  test.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts', 'src/a.ts'],
    ['src/./a.ts', 'src/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['a/../b', 'b'],
    ['a/b/../../c', 'c'],
    ['tests/cache/', 'tests/cache'],
    ['.', '.'],
    ['./', '.'],
    ['a/..', '.'],
    ['..a/b', '..a/b'],
    ['a..', 'a..'],
    ['docs/.../x.md', 'docs/.../x.md'],
    ['a b/c', 'a b/c'],
    ['src/~x', 'src/~x'],
    ['src/-x', 'src/-x'],
    ['src/a.ts:10', 'src/a.ts:10'],
    ['caf\u00e9/\u65e5\u672c.md', 'caf\u00e9/\u65e5\u672c.md'],
    ['%2e%2e/x', '%2e%2e/x'],
    ['...', '...'],
    ['{a..b,c}/x', '{a..b,c}/x'],
  ])('%j is safe as %j', (text, path) => {
    expect(classifyPath(text)).toEqual({ kind: 'safe', path })
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['..', 'parent'],
    ['../x', 'parent'],
    ['./../x', 'parent'],
    ['a/../../b', 'parent'],
    ['a\\..\\..\\b', 'parent'],
    ['a//..//..//b', 'parent'],
    ['{src,../other}/x.ts', 'parent'],
    ['{a,../b}.ts', 'parent'],
    ['a/{b,..}/c', 'parent'],
    ['{..,b}/c', 'parent'],
    ['/', 'absolute'],
    ['/etc/passwd', 'absolute'],
    ['\\etc', 'absolute'],
    ['~', 'home'],
    ['~/x', 'home'],
    ['~user/x', 'home'],
    ['./~/x', 'home'],
    ['a/../~/x', 'home'],
    ['C:\\x', 'drive'],
    ['c:/x', 'drive'],
    ['c:x', 'drive'],
    ['./C:/x', 'drive'],
    ['\\\\srv\\share', 'server'],
    ['//srv/share', 'server'],
    ['\\\\?\\C:\\x', 'server'],
    ['https://example.org/x', 'address'],
    ['file:///etc/passwd', 'address'],
    ['-rf', 'option'],
    ['--output=x', 'option'],
    ['./-rf', 'option'],
    ['a/../-rf', 'option'],
    ['.. /x', 'trailing'],
    ['a/.. ./../x', 'trailing'],
    ['. /x', 'trailing'],
    ['a/\uff0e\uff0e/x', 'look-alike'],
    ['a/\u2025/x', 'look-alike'],
    ['a\uff0fb', 'look-alike'],
    ['a\u0000b', 'control'],
    ['a\nb', 'control'],
    ['a\u001b[2Jb', 'control'],
    ['a\u009bb', 'control'],
    ['a\u202eb', 'invisible'],
    ['a\u200bb', 'invisible'],
    ['a\u{e0041}b', 'invisible'],
    ['a\ud800b', 'invisible'],
    ['\ufeffa', 'invisible'],
  ])('%j is unsafe: %s', (text, why) => {
    expect(classifyPath(text)).toEqual({ kind: 'unsafe', why })
  })

  test('whatever is called safe stays below the folder it is joined to, and is its own spelling', () => {
    const pieces = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'b c',
      '~',
      'C:',
      '-x',
      '...',
      '.. ',
      '\uff0e\uff0e',
      'x.',
      '.git',
    )
    const separators = fc.constantFrom('/', '\\', '//', '/./')
    const texts = fc
      .array(fc.tuple(pieces, separators), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.map(([piece, separator]) => piece + separator).join(''))
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary', maxLength: 30 })), (text) => {
        const verdict = classifyPath(text)
        if (verdict.kind === 'unsafe') return
        for (const system of [path.posix, path.win32]) {
          const root = system === path.posix ? '/repo/root' : 'D:\\repo\\root'
          const relative = system.relative(root, system.resolve(root, verdict.path))
          expect(relative.split(system.sep)).not.toContain('..')
          expect(system.isAbsolute(relative)).toBe(false)
        }
        expect(classifyPath(verdict.path)).toEqual(verdict)
      }),
      { numRuns: 20_000 },
    )
  })

  test('a long path takes no square of time to classify', () => {
    expect(classifyPath('a/../'.repeat(200_000))).toEqual({ kind: 'safe', path: '.' })
    expect(classifyPath(`${'.'.repeat(500_000)} x`).kind).toBe('safe')
  })
})

describe('protectedBy', () => {
  test('names what is protected', () => {
    expect(protectedBy('.git/config', [])).toBe('.git')
    expect(protectedBy('Docs/Tasks.md', ['docs/tasks.md'])).toBe('docs/tasks.md')
    expect(protectedBy('docs/tasks.md.bak', ['docs/tasks.md'])).toBeNull()
  })

  test.each(['.git::$INDEX_ALLOCATION/config', '.git:x', '.GIT. /x', 'git~2/config', 'a/.Git'])('%s', (it) => {
    expect(protectedBy(it, [])).toBe('.git')
  })
})

test('folding takes together what some system takes for one file', () => {
  expect(foldPath('Src/Cafe\u0301.ts. ')).toBe(foldPath('src/caf\u00e9.ts'))
})

test('ordinary names are portable', () => {
  for (const it of ['src/a.ts', 'console.ts', 'com10', 'docs/.../x', 'docs/REQ-1-.../x', '.'])
    expect(portability(it)).toBeNull()
  for (const it of ['nul', 'src/Aux.txt', 'COM1', 'lpt9.log']) expect(portability(it)).toContain('reserves')
})

import { describe, expect, test } from 'vitest'
import { askReader } from '../../../src/gates/contract/ask-reader.ts'
import { readFiles, readingLimits } from '../../../src/gates/contract/read-files.ts'
import { readText, signaturesOf } from './signatures-of.ts'

describe('files that nobody wrote for reading', () => {
  test('a file of a megabyte is read whole', async () => {
    const one = (index: number): string => `export function f${index}(a: string, b: number): void { return }\n`
    const text = Array.from({ length: 17_000 }, (_, index) => one(index)).join('')
    expect(text.length).toBeGreaterThan(1_000_000)
    const found = await signaturesOf('a.ts', text)
    expect(found).toHaveLength(17_000)
    expect(found.at(-1)).toBe('f16999: function f16999(a: string, b: number): void')
  })

  test('a larger one is not looked into', async () => {
    const bytes = new Uint8Array(readingLimits.fileBytes + 1).fill(0x20)
    expect(await readText('a.ts', bytes)).toMatchObject({ is: 'refused' })
  })

  test('bytes that are no text do not parse', async () => {
    expect(await readText('a.py', new Uint8Array([0x66, 0xff, 0xfe]))).toMatchObject({
      is: 'broken',
      line: 1,
      column: 1,
    })
    expect(await readText('a.py', 'x = 1\ny = "\0"\n')).toMatchObject({ is: 'broken', line: 2, column: 6 })
  })

  test.each([
    ['a.ts', 'export const a = ', '('],
    ['a.ts', '', '{'],
    ['a.hpp', '', 'namespace a {'],
    ['a.hpp', '', 'class A { public:'],
    ['a.py', 'x = ', '['],
    ['a.hpp', '', '#ifdef __cplusplus\n'],
  ])('what is nested without end (%s %s%s…) ends', async (file, start, sign) => {
    const read = await readText(file, `${start}${sign.repeat(20_000)}`)
    expect(['broken', 'refused', 'read']).toContain(read.is)
  })

  test.each([
    ['a.ts', 'export const a = ', '(', '1', ')'],
    ['a.ts', '', 'namespace a {', '', '}'],
    ['a.hpp', '', 'namespace a {', 'void f();', '}'],
    ['a.hpp', '', 'struct A {', 'int x;', '};'],
    ['a.py', 'x = ', '[', '', ']'],
    ['a.ts', 'export type A = ', '(', 'a', ')'],
    ['a.ts', 'export type A = ', '{a:', 'b', '}'],
  ])('what is nested deeply and closes again (%s %s%s…) is read or refused, and never half read', async (...of) => {
    const [file, start, opens, inner, closes] = of
    const read = await readText(file, `${start}${opens.repeat(2000)}${inner}${closes.repeat(2000)}`)
    expect(['refused', 'read', 'broken']).toContain(read.is)
  })

  test.each([
    [
      'a.ts',
      (names: readonly string[]) =>
        `export { ${names.join(', ')} }\n${names.map((it) => `const ${it} = 1\n`).join('')}`,
    ],
    ['a.hpp', (names: readonly string[]) => `enum E { ${names.join(', ')} };\n`],
    [
      'a.py',
      (names: readonly string[]) =>
        `__all__ = [${names.map((it) => `"${it}"`).join(', ')}]\n${names.map((it) => `def ${it}(): pass\n`).join('')}`,
    ],
    [
      'a.ts',
      (names: readonly string[]) => `export class A {\n${names.map((it) => `  ${it}(): void {}\n`).join('')}}\n`,
    ],
    ['a.js', (names: readonly string[]) => `module.exports = { ${names.map((it) => `${it}: 1`).join(', ')} }\n`],
  ])('thousands of names in one place (%s) are all read', async (file, write) => {
    const names = Array.from({ length: 3000 }, (_, index) => `name${index}`)
    const found = new Set(
      (await signaturesOf(file, write(names))).flatMap((it) => it.split(': ')[0]?.split(/::|\./).at(-1) ?? []),
    )
    expect(names.filter((it) => !found.has(it))).toEqual([])
  })

  test('an empty file offers nothing', async () => {
    for (const file of ['a.ts', 'a.py', 'a.hpp', 'a.go', 'a.rs', 'A.java'])
      expect(await signaturesOf(file, '')).toEqual([])
  })

  test('names that objects have by themselves are names as any other', async () => {
    const text =
      'export function constructor(): void {}\nexport const __proto__ = 1\nexport function toString(): string { return "" }\n'
    expect(await signaturesOf('a.ts', text)).toEqual([
      'constructor: function constructor(): void',
      '__proto__: const __proto__',
      'toString: function toString(): string',
    ])
  })

  test('of a language that nobody knows nothing is read', async () => {
    expect(await readText('a.txt', 'x')).toMatchObject({ is: 'refused' })
  })

  test('more files than are read at once are told', async () => {
    const file = { path: 'a.py', bytes: new Uint8Array() }
    const files = Array.from({ length: readingLimits.files + 1 }, () => file)
    expect(await askReader(files, { limitMs: 60_000 }).done).toMatchObject({ is: 'failed' })
  })

  test('each file has its own answer, in their order', async () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
    const read = await readFiles([
      { path: 'a.py', bytes: bytes('def f(:\n') },
      { path: 'b.ts', bytes: bytes('export const b = 1\n') },
      { path: 'c.py', bytes: bytes('c = 1\n') },
    ])
    expect(read?.map((it) => [it.path, it.is])).toEqual([
      ['a.py', 'broken'],
      ['b.ts', 'read'],
      ['c.py', 'read'],
    ])
  })
})

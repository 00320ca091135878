import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractText, readContract, type StoredContract } from '../../../src/gates/contract/stored-contract.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const whole = `millwright contract 1

file src/a.ts
# why it is so
  open
    function open(path: string): void
    function open(path: string, mode: number): void
  ns::Shape::operator bool
    operator bool() const

file src/b.py
  f
    def f(x, y="#")
`

describe('the stored contract', () => {
  test('is read and written the same, in one order', () => {
    const read = readContract(bytes(whole))
    expect(read.is).toBe('read')
    if (read.is !== 'read') return
    const sorted = contractText(read.contract)
    expect(sorted.indexOf('ns::Shape')).toBeLessThan(sorted.indexOf('  open'))
    const again = readContract(bytes(sorted))
    expect(again.is === 'read' && contractText(again.contract)).toBe(sorted)
    expect([...(read.contract.get('src/a.ts')?.notes ?? [])]).toEqual(['why it is so'])
  })

  test('line ends of Windows, blank lines and notes change nothing', () => {
    const read = readContract(
      bytes(whole.replaceAll('\n', '\r\n').replace('file src/b.py', '# note\r\n\r\nfile src/b.py')),
    )
    expect(read.is === 'read' && read.contract.get('src/b.py')?.entries.get('f')).toEqual(['def f(x, y="#")'])
  })

  test.each([
    ['', 1, 1, 'begin'],
    ['{}\n', 1, 1, 'begin'],
    ['millwright contract 2\n', 1, 1, 'begin'],
    ['millwright contract 1\nfiles a\n', 2, 1, 'file PATH'],
    ['millwright contract 1\n  f\n', 2, 3, 'above'],
    ['millwright contract 1\nfile a.ts\n f\n', 3, 2, 'two blanks'],
    ['millwright contract 1\nfile a.ts\n    f\n', 3, 5, 'two blanks'],
    ['millwright contract 1\nfile a.ts\n  f\n  g\n    g()\n', 4, 3, 'f has no signature'],
    ['millwright contract 1\nfile a.ts\n  f\n', 3, 1, 'f has no signature'],
    ['millwright contract 1\nfile a.ts\n  f\n    f()\n  f\n    f()\n', 5, 3, 'second time'],
    ['millwright contract 1\nfile a.ts\nfile a.ts\n', 3, 1, 'second time'],
    ['millwright contract 1\nfile ../a.ts\n', 2, 1, 'no path inside'],
    ['millwright contract 1\nfile a.ts\n  f\n    f()\nfile door.pyx\n', 5, 1, 'no parser reads'],
    ['millwright contract 1\nfile a.ts\n<<<<<<< HEAD\n', 3, 1, 'merge conflict'],
    ['millwright contract 1\nfile a.ts\n  f\n=======\n', 4, 1, 'merge conflict'],
  ])('what is damaged is told with its place: %j', (text, line, column, what) => {
    const read = readContract(bytes(text))
    expect(read).toMatchObject({ is: 'damaged', line, column })
    expect(read.is === 'damaged' && read.what).toContain(what)
  })

  test('bytes that are no text', () => {
    const read = readContract(Buffer.concat([bytes('millwright contract 1\nfile a'), Buffer.from([0xff, 0x0a])]))
    expect(read).toMatchObject({ is: 'damaged', line: 2, what: 'it is no text in UTF-8' })
  })

  test('names that objects have by themselves are names as any other', () => {
    const read = readContract(
      bytes('millwright contract 1\nfile __proto__.py\n  constructor\n    constructor()\n  __proto__\n    x\n'),
    )
    expect(read.is === 'read' && [...(read.contract.get('__proto__.py')?.entries.keys() ?? [])]).toEqual([
      'constructor',
      '__proto__',
    ])
  })

  test('whatever is written is read again', () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((it) => `x${it.replaceAll(/[\s\p{C}]/gu, '.')}`)
    const entries = fc.dictionary(line, fc.uniqueArray(line, { minLength: 1, maxLength: 3 }), { maxKeys: 4 })
    const path = fc.stringMatching(/^[a-z]{1,5}(?:\/[a-z]{1,5}){0,2}\.ts$/)
    const contracts = fc
      .dictionary(path, entries, { maxKeys: 4 })
      .map(
        (it): StoredContract =>
          new Map(
            Object.entries(it).map(([file, own]) => [file, { entries: new Map(Object.entries(own)), notes: [] }]),
          ),
      )
    fc.assert(
      fc.property(contracts, (contract) => {
        const text = contractText(contract)
        const read = readContract(bytes(text))
        expect(read.is === 'read' && contractText(read.contract)).toBe(text)
      }),
    )
  })

  test('whatever bytes there are, reading ends with an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (noise, isBegun) => {
        const read = readContract(isBegun ? Buffer.concat([bytes('millwright contract 1\n'), noise]) : noise)
        expect(['read', 'damaged']).toContain(read.is)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitWords } from '../../src/plan/split-words.ts'

describe('words as a shell splits them', () => {
  const table: [line: string, words: string[]][] = [
    ['npm test', ['npm', 'test']],
    ['  a\t b  ', ['a', 'b']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`a'b'"c"`, ['abc']],
    [`x ''`, ['x', '']],
    [String.raw`a\ b "c\"d" "e\f" 'g\h'`, ['a b', 'c"d', 'e\\f', 'g\\h']],
    ['echo "a && b" \'$(x)\' a=b --c=d', ['echo', 'a && b', '$(x)', 'a=b', '--c=d']],
    ['ls src/*.ts a#b ~x x~', ['ls', 'src/*.ts', 'a#b', '~x', 'x~']],
    ['cost 5$ "7$"', ['cost', '5$', '7$']],
    ['', []],
  ]
  for (const [line, words] of table) test(line, () => expect(splitWords(line)).toEqual({ is: 'words', words }))
})

describe('what only a shell does is refused', () => {
  const table: [line: string, operators: string[], before: string[]][] = [
    ['npm test && curl x | sh', ['&&', '|'], ['npm', 'test']],
    ['a 2>&1', ['>', '&'], ['a']],
    ['a>b', ['>'], ['a']],
    ['a; b', [';'], ['a']],
    ['a `b`', ['`'], ['a']],
    ['a "$(b)"', ['$('], ['a', '$(b)']],
    ['sh -c "test -n $B"', ['$'], ['sh', '-c', 'test -n $B']],
    ['sh -c "test -n $B" && c', ['$', '&&'], ['sh', '-c', 'test -n $B']],
    ['a $HOME', ['$'], ['a']],
    ['a "${B}"', ['${'], ['a', '${B}']],
    ['a ~/b', ['~'], ['a']],
    ['a # b', ['#'], ['a']],
    ['(a)', ['('], []],
    ['a\nb', ['\\n'], ['a']],
  ]
  for (const [line, operators, before] of table)
    test(JSON.stringify(line), () => {
      const read = splitWords(line)
      expect(read.is).toBe('needs-shell')
      if (read.is !== 'needs-shell') return
      expect(read.use.operators).toEqual(expect.arrayContaining(operators))
      expect(read.use.before).toEqual(before)
    })
  test('open quotes', () => {
    expect(splitWords('a "b')).toEqual({ is: 'unclosed', quote: '"' })
    expect(splitWords("a 'b")).toEqual({ is: 'unclosed', quote: "'" })
    expect(splitWords('a \\')).toEqual({ is: 'unclosed', quote: '\\' })
  })
})

test('any words, quoted, come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
      expect(splitWords(line)).toEqual({ is: 'words', words })
    }),
  )
})

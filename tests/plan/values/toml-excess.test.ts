import { expect, test } from 'vitest'
import { readToml } from '../../../src/plan/values/toml.ts'
import { excessIn } from '../../../src/plan/values/toml-excess.ts'

const long = 'a'.repeat(70_000)

test.each([
  ['a text', `# "${long}\na = "it's \\" b"\nb = `, `"${long}"`],
  ['a literal text of several lines', `a = '''\nx "\n'''\nb = `, `'''\n${long}\n'''`],
  ['one that is not closed', 'a = "x\nb = ', `"""${long}\n`],
  ['a number', 'a = [1, ', '7'.repeat(70_000)],
])('%s that is too long is found where it begins', (_, before, value) => {
  const message = `A value of ${value.length} characters is too long`
  expect(excessIn(before + value)).toEqual({ index: before.length, message })
})

test('brackets that stand too deep are found at the first of them, and what is in texts and comments counts for none', () => {
  const text = `[t]\na = "${'['.repeat(100)}" # ${'['.repeat(100)}\nb = ${'['.repeat(100)}${']'.repeat(100)}\n`
  expect(excessIn(text)).toEqual({ index: text.lastIndexOf('b = ') + 4 + 64, message: 'Nested too deeply' })
  expect(excessIn('a = 1\n')).toEqual({ index: 0, message: 'Nested too deeply, or a text is too long' })
})

test('what the parser could not hold is told at its place', () => {
  const { diagnostics } = readToml(`a = 1\nb = "${'ä'.repeat(3_000_000)}"\n`, 'x.toml')
  expect(diagnostics).toMatchObject([
    { code: 'MW500', message: 'not TOML: a value of 3000002 characters is too long', span: { offset: 10 } },
  ])
})

import { describe, expect, it } from 'vitest'
import { holdsPlaceholder, isPlaceholder } from '../../../src/dialects/spec/placeholder.ts'

describe('what is nothing but a placeholder', () => {
  it.each([
    '[Insert goal description]',
    '[your goal]',
    'TODO',
    'tbd.',
    'FIXME:',
    'YYYY-MM-DD',
    'true/false',
    ' {{this.name}} ',
  ])('%s', (text) => {
    expect(isPlaceholder(text)).toBe(true)
  })
  it.each(['', '[]', '[1]', '["a", "b"]', '[a](b)', '[x] done', 'TODO list of the harbour', 'xxxx', 'a {{b}}'])(
    'not %j',
    (text) => {
      expect(isPlaceholder(text)).toBe(false)
    },
  )
  it('is told in time from a long text that only looks like one', () => {
    expect(isPlaceholder(`[${'a ['.repeat(200_000)}]`)).toBe(false)
    expect(isPlaceholder(`[${'- '.repeat(200_000)}]`)).toBe(false)
  })
})

describe('a placeholder within a text', () => {
  it.each(['spec_[descriptor].md', 'the [Insert name] page', 'a {{name}} page'])('%s', (text) => {
    expect(holdsPlaceholder(text)).toBe(true)
  })
  it('no word of a sentence is one', () => {
    expect(holdsPlaceholder('insert the [descriptor of the file] here')).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { holdsPlaceholder, isPlaceholder, isUndecided } from '../../../src/dialects/spec/placeholder.ts'

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
    '_To be defined_',
    '<describe step>',
    '<TODO>',
    'to be determined.',
    'TBA',
  ])('%s', (text) => {
    expect(isPlaceholder(text)).toBe(true)
  })
  it.each([
    '',
    '[]',
    '[1]',
    '["a", "b"]',
    '[a](b)',
    '[x] done',
    'TODO list of the harbour',
    'xxxx',
    'a {{b}}',
    '__init__',
    '_',
    'To be defined by the mayor',
  ])('not %j', (text) => {
    expect(isPlaceholder(text)).toBe(false)
  })
  it('is told in time from a long text that only looks like one', () => {
    expect(isPlaceholder(`<${'a '.repeat(200_000)}<>`)).toBe(false)
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

describe('a value that has to be one thing, and is none', () => {
  it.each([
    '[desktop_app|web_app]',
    '[language]',
    'TODO',
    'todo: choose one',
    'TBD (python?)',
    '{{language}}',
    '<language>',
    '{language}',
    '${LANGUAGE}',
    'desktop_app | web_app',
    'To be determined',
    'unknown',
    '???',
    '...',
    '-',
  ])('%s', (text) => {
    expect(isUndecided(text)).toBe(true)
  })
  it.each([
    'python',
    'C#',
    'C++',
    '.NET',
    'none',
    'not_applicable',
    'todo_app',
    'todo lists',
    'Node.js/TypeScript',
    'unknown_users',
    'R',
  ])('not %s', (text) => {
    expect(isUndecided(text)).toBe(false)
  })
  it('is told in time from a long text that only looks like one', () => {
    for (const part of ['<', '${', 'todo ', 'todo: ', '[ab '])
      expect(isUndecided(`${part.repeat(200_000)}x`)).toBe(part === 'todo: ')
  })
})

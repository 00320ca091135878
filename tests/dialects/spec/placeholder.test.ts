import { describe, expect, it } from 'vitest'
import { tell } from './told.ts'
import { readFiles } from './reading.ts'
import {
  holdsPlaceholder,
  isOpen,
  isPlaceholder,
  isUndecided,
  isUnwritten,
  saysNothing,
} from '../../../src/dialects/spec/placeholder.ts'

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

describe('what says nothing where something is to be done or has to hold', () => {
  it.each([
    '<action>',
    '{action}',
    '${ACTION}',
    '{some action}',
    'INSERT HERE',
    'Placeholder',
    'TODO: ...',
    'TBD -',
    'TODO',
  ])('%s', (text) => {
    expect([isUnwritten(text), saysNothing(text)]).toEqual([true, true])
  })
  it.each(['...', '…', '???', '-', '—', '___'])('%s', (text) => {
    expect([isUnwritten(text), saysNothing(text)]).toEqual([false, true])
  })
  it.each([
    '<div>',
    '{}',
    '{"a": 1}',
    '{"a"}',
    '<book.txt>',
    '_',
    '',
    'insert here the page',
    'TODO list',
    'todo.md',
    '- a',
    '[]',
  ])('not %j', (text) => {
    expect(saysNothing(text)).toBe(false)
  })
})

describe('what says itself that it is still to be decided', () => {
  it.each(['TODO: ask the mayor', 'TBD - by hand?', 'FIXME:ask', 'TODO(me): ask', 'tba – the mayor'])('%s', (text) => {
    expect(isOpen(text)).toBe(true)
  })
  it.each([
    'TODO/FIXME comments are gone',
    'TODO-list is there',
    'todo.md',
    'TODO list: sorted',
    'Todos: none',
    'No TODO: left',
  ])('not %s', (text) => {
    expect(isOpen(text)).toBe(false)
  })
})

describe('is told in every place of the Markdown where an agent would be given it', () => {
  const md = (words: { readonly [place: string]: string }): string =>
    [
      '# a',
      '## Goal',
      words['goal'] ?? 'Print the book.',
      `### Task [1]: ${words['task'] ?? 'Print'}`,
      `- **Step [1]:** ${words['step'] ?? 'Print it'}`,
      `  - **Backup [1]:** ${words['backup'] ?? 'By hand'}`,
      `  - **Expected output:** ${words['output'] ?? 'book.txt'}`,
      '## Definition of Complete',
      `- [ ] ${words['criterion'] ?? '`book.txt` exists'}`,
      '',
    ].join('\n')
  const places = ['goal', 'task', 'step', 'backup', 'output', 'criterion']
  it.each(
    places.flatMap((place) =>
      ['TODO: ask the mayor', '<action>', '`{action}`', 'INSERT HERE'].map((text) => [place, text] as const),
    ),
  )('%s: %s', (place, text) => {
    const { found, printed } = tell(md({ [place]: text }))
    expect(found.filter(({ code }) => code !== 'MW527').map(({ code }) => code)).toEqual(['MW516'])
    expect(printed[0]).toMatch(new RegExp(`^${[3, 4, 5, 6, 7, 9][places.indexOf(place)]}:`))
  })
  it.each(['...', '???', '-'])('%s as a step', (text) => {
    const { found, told } = tell(md({ step: text }))
    expect(found.map(({ code }) => code)).toEqual(['MW516'])
    expect(told.tasks[0]?.steps[0]?.title).toBeNull()
    expect(readFiles({ md: md({ step: text }) }).said('MW506')).toHaveLength(1)
  })
  it('and what stands behind it is kept', () => {
    const { told } = tell(md({ goal: 'TODO: ask the mayor', criterion: 'TBD - signed' }))
    expect(told.goals[0]?.text).toBe('TODO: ask the mayor')
    expect(told.criteria.map(({ text }) => text.text)).toEqual(['TBD - signed'])
  })
  it('arguments of a tool are none', () => {
    const tool = '  - **Backup [1]:** Run it\n    - **Tool path:** a.py\n    - **Tool args:** {file}\n'
    expect(tell(`### Task [1]: a\n- **Step [1]:** b\n${tool}`).found).toEqual([])
  })
})

it.each(['TODO: ask', '<action>', '{action}', '...', '???', '-', 'INSERT HERE', 'TBD - ask'])(
  'is told of the parameters: %s',
  (text) => {
    const toml = `[goal]\ndescription = "Print it all."\n[[tasks]]\nid = 1\nname = "a"\n[[tasks.steps]]\nid = 1\naction = "${text}"\n`
    expect(readFiles({ toml }).said('MW516')).toEqual([
      `parameters_x.toml:8:10 warning MW516 words of a template are left: ${text}`,
    ])
    expect(
      readFiles({ toml: `[constraints]\nsign = "-"\nlong = "..."\n${toml.replace(text, 'Ask')}` }).said('MW516'),
    ).toEqual([])
  },
)

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

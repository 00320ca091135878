import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fillPrompt, promptSlots, readPromptTemplate, type PromptSlot } from '../../src/agents/prompt-template.ts'

const needed = '{title}{task}{feedback}{departures}{result}'

const values = Object.fromEntries(Object.keys(promptSlots).map((name) => [name, ''])) as Record<PromptSlot, string>

/** A template filled with some values, the others being empty. */
function filled(text: string, some: Partial<Record<PromptSlot, string>>): string {
  const read = readPromptTemplate(text, 'x.md')
  if ('diagnostics' in read) throw new Error(read.diagnostics.map((it) => it.message).join('; '))
  return fillPrompt(read.template, { ...values, ...some })
}

/** Message, help and place of all that is wrong with a template. */
function found(text: string): readonly (readonly [string, string, number, number])[] {
  const read = readPromptTemplate(text, 'x.md')
  return 'template' in read
    ? []
    : read.diagnostics.map(
        ({ message, help, span }) => [message, help, span?.offset ?? -1, span?.length ?? -1] as const,
      )
}

describe('a prompt template', () => {
  test('has slots for values, of which nothing is looked at', () => {
    const some = { id: '{title}', title: 'A {task} {{id}}', task: 'T\n\n\n\nx', role: 'core' }
    expect(filled(`# {id}: {title} ({role})\n\n{task}{feedback}{departures}{result}\n`, some)).toBe(
      '# {title}: A {task} {{id}} (core)\n\nT\n\n\n\nx\n',
    )
  })

  test('has at most one blank line where a slot has nothing to say', () => {
    const text = 'a\n\n{title}\n\n{background}\n\n{task}\n\n{feedback}\n\n{departures}\n\n{result}\nb'
    expect(filled(text, { result: 'R' })).toBe('a\n\nR\nb\n')
    expect(filled(text, { background: 'B', task: 'T', feedback: 'F', departures: 'D', result: 'R' })).toBe(
      'a\n\nB\n\nT\n\nF\n\nD\n\nR\nb\n',
    )
  })

  test.each([
    ['a{1} { x } {} {"id": 1} {-} {é}', 'a{1} { x } {} {"id": 1} {-} {é}'],
    ['vector<int>{{size}} and {{ not }}', 'vector<int>{size} and {{ not }}'],
    ['\ufeff# x', '# x'],
    [`{${'a'.repeat(41)}}`, `{${'a'.repeat(41)}}`],
    ['{', '{'],
  ])('keeps braces that are no slot: %s', (text, kept) => {
    expect(filled(`${text}${needed}`, {})).toBe(`${kept}\n`)
  })

  test('names a slot that does not exist at its place in bytes, and what was meant', () => {
    expect(found(`é {tasks} ${needed}`)).toEqual([
      [
        'there is no slot {tasks}; did you mean {task}?',
        expect.stringContaining('write {{tasks}} where the braces are meant'),
        3,
        7,
      ],
    ])
    expect(found(`{Task}${needed}`)[0]?.[0]).toBe('there is no slot {Task}; did you mean {task}?')
    expect(found(`{constructor}${needed}`)[0]?.[0]).toBe('there is no slot {constructor}')
  })

  test('may not do without what agents have to be told', () => {
    expect(found('{title} {task} {result} {departures}')).toEqual([
      ['the template lacks the slot {feedback}', expect.stringContaining('the words of a review'), 0, 0],
    ])
    expect(found('')[0]?.[0]).toBe('the template lacks the slots {title}, {task}, {feedback}, {departures}, {result}')
    expect(found('{title}{{task}}{feedback}{departures}{result}')[0]?.[0]).toBe('the template lacks the slot {task}')
    // Of many tasks the plan says no more than that.
    expect(found('{task}{feedback}{departures}{result}')[0]?.[0]).toBe('the template lacks the slot {title}')
  })

  test('with many slots that do not exist is read in a moment', () => {
    expect(found('{x}'.repeat(5_000)).length).toBe(5_001)
    expect(filled('{'.repeat(16_000) + needed, {})).toHaveLength(16_001)
  })
})

test('those that ship with the program are sound, short, and say how to work in their own words', () => {
  const folder = path.join(import.meta.dirname, '../../prompts')
  const files = readdirSync(folder)
  expect(files.sort()).toEqual(['algorithm.md', 'core.md', 'generic.md', 'infra.md', 'workflow.md'])
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    expect([file, found(text)]).toEqual([file, []])
    expect(Buffer.byteLength(text)).toBeLessThan(8_000)
    // What all templates have: the rules of this program, and what went before.
    for (const slot of ['{id}', '{title}', '{background}', '{rules}']) expect(text).toContain(slot)
    if (file !== 'generic.md') expect(text).toMatch(/Look first:[^]*Test first:/)
  }
})

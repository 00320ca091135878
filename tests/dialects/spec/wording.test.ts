/** What both files of a spec say of one thing in words that have nothing in common (seed 004 §1.8, §1.8a). */

import { describe, expect, test } from 'vitest'
import { preflightOf } from '../../../src/reports/spec/preflight.ts'
import { check } from '../../../src/plan/check.ts'
import { noFacts } from '../../../src/plan/facts.ts'
import { readFiles, type Files } from './reading.ts'

interface Words {
  readonly task?: string
  readonly title?: string | null
  readonly method?: string | null
  readonly expected?: string
  readonly backup?: string
  readonly more?: string
}

const usual = {
  task: 'Fetch the tide tables of the harbour',
  title: 'Download the tide tables',
  method: 'Export all tables from the site of the agency',
  expected: 'data/tides.csv with twelve months',
  backup: 'Type the printed almanac in by hand',
}

function markdown(words: Words = {}): string {
  const { task, title, method, expected, backup } = { ...usual, ...words }
  return [
    `## Goal\n\nPrint the tide book of the harbour.\n\n### Task [1]: ${task}\n`,
    `- **Step [1]:** ${title ?? ''}`,
    ...(method === null ? [] : [`  - **Primary method:** ${method}`]),
    `  - **Expected output:** ${expected}`,
    `  - **Backup [1]:** ${backup}`,
    words.more ?? '',
  ].join('\n')
}

function parameters(words: Words = {}): string {
  const { task, title, method, expected, backup } = { ...usual, ...words }
  return [
    `[goal]\ndescription = "Print the tide book of the harbour."\n[[tasks]]\nid = 1\ndescription = "${task}"`,
    `[[tasks.steps]]\nid = 1`,
    ...(title === null ? [] : [`description = "${title}"`]),
    ...(method === null ? [] : [`action = "${method}"`]),
    `expected_output = "${expected}"`,
    words.more ?? '',
    `[[tasks.steps.backups]]\nid = 1\ndescription = "${backup}"`,
  ].join('\n')
}

const said = (files: Files): readonly string[] => readFiles(files).said('MW530')
const pair = (md: Words, toml: Words): readonly string[] => said({ md: markdown(md), toml: parameters(toml) })
const cake = 'Bake a chocolate cake with cherries'

describe('words that have nothing in common are told', () => {
  test.each<[string, Words, string]>([
    ['of a task', { task: cake }, `spec_x.md:5:15 warning MW530 task 1 is "${usual.task}" here and "${cake}" in`],
    ['of a step', { title: cake }, `spec_x.md:7:17 warning MW530 step 1.1 is "${usual.title}" here and "${cake}" in`],
    [
      'of a method',
      { method: cake },
      `spec_x.md:8:25 warning MW530 step 1.1: method is "${usual.method}" here and "${cake}" in`,
    ],
    [
      'of an expected output',
      { expected: cake },
      `spec_x.md:9:26 warning MW530 step 1.1: expected output is "${usual.expected}" here and "${cake}" in`,
    ],
    [
      'of a backup',
      { backup: cake },
      `spec_x.md:10:21 warning MW530 backup 1 of step 1.1 is "${usual.backup}" here and "${cake}" in`,
    ],
  ])('%s', (_, words, expected) => {
    expect(pair({}, words)).toEqual([`${expected} the parameters; hardly a word is in both`])
    expect(pair(words, {})).toHaveLength(1)
  })

  test('of a SPECLet', () => {
    const md = markdown().replace('### Task', '### SPECLet [data]: Collect all tide tables\n\n#### Task')
    const toml = (title: string): string =>
      `[[speclets]]\nid = "data"\ndescription = "${title}"\ntasks = [1]\n${parameters()}`
    expect(said({ md, toml: toml(cake) })).toEqual([
      expect.stringContaining(`MW530 SPECLet data is "Collect all tide tables" here and "${cake}" in`),
    ])
    expect(said({ md, toml: toml('Tables are collected from the agency') })).toEqual([])
  })

  test('of a step that each file calls by another name', () => {
    expect(pair({ method: null }, { title: null, method: cake })).toEqual([
      expect.stringContaining(`step 1.1 is "${usual.title}" here and "${cake}" in`),
    ])
    expect(pair({ method: null }, { title: null })).toEqual([])
  })

  test('of a step of which a short title and its method say enough together', () => {
    const short = { title: 'Read them', method: 'Tables of the agency' }
    const other = [expect.stringContaining(`step 1.1 is "Read them" here and "${cake}" in`)]
    expect(pair(short, { title: cake, method: null })).toEqual(other)
    expect(pair(short, { title: 'Fetch whatever the agency has', method: null })).toEqual([])
    expect(pair(short, { title: null, method: cake })).toEqual([
      expect.stringContaining(`step 1.1: method is "Tables of the agency" here and "${cake}" in`),
    ])
  })

  test('once for a step, at the Markdown, with the place in the parameters and what else differs', () => {
    const { found } = readFiles({
      md: markdown(),
      toml: parameters({ title: cake, expected: 'A signed contract between two crews' }),
    })
    const [only, ...more] = found.filter(({ code }) => code === 'MW530')
    expect(more).toEqual([])
    expect(only?.span?.path).toBe('spec_x.md')
    expect(only?.related.map(({ message, span }) => [message, span.path])).toEqual([
      ['in the parameters', 'parameters_x.toml'],
      ['the expected output here', 'spec_x.md'],
      ['the expected output in the parameters', 'parameters_x.toml'],
    ])
  })

  test('of outputs in other files, whatever else is said of them', () => {
    expect(pair({}, { expected: 'data/prices.csv with twelve months' })).toEqual([
      expect.stringMatching(/"data\/prices\.csv with twelve months" in the parameters; they name other files$/),
    ])
    expect(pair({}, { expected: 'out/tides.csv, one year of it' })).toEqual([])
    expect(pair({ expected: 'the book in out/' }, { expected: 'out/book.pdf' })).toEqual([])
  })

  test('of a script without blanks', () => {
    const words = { task: '收集港口的潮汐表格', title: '下载所有潮汐表格数据' }
    expect(pair(words, { ...words, title: '烤一个樱桃巧克力蛋糕' })).toHaveLength(1)
    expect(pair(words, { ...words, title: '获取潮汐表格' })).toEqual([])
  })
})

describe('other words for the same are not', () => {
  test.each<[string, Words, Words]>([
    ['the same words', {}, {}],
    ['shorter ones', {}, { title: 'Tide tables', expected: 'the CSV of the tides' }],
    ['other forms of a word', { title: 'Categorise each proposal' }, { title: 'Categories for all proposed changes' }],
    [
      'a heading, and a sentence with a note below it',
      { task: 'Implement Approved Changes', more: '- **Purpose:** Roll everything out that people wanted' },
      { task: 'Roll out what people wanted' },
    ],
    ['a heading that sums up the steps', { task: 'Download whatever is needed' }, { task: 'All tide data at hand' }],
    [
      'what the other file says in another place',
      { title: 'Get all of the agency data' },
      { method: 'Data of the agency is fetched' },
    ],
    ['too few words', { title: 'Download them' }, { title: cake }],
    ['a placeholder', {}, { title: '[Insert the action of this step here]' }],
    ['what is still open', {}, { title: 'TODO: ask the mayor of the town' }],
  ])('%s', (_, md, toml) => {
    expect(pair(md, toml)).toEqual([])
  })

  test('a long text may share a word by chance', () => {
    const title = 'Download tide tables, currents, winds, buoys, lights, wrecks and depths'
    const more = (words: string): Words => ({ title: `${words}, boats, nets, crews, sails, ropes, anchors and masts` })
    expect(pair({ title }, more('Sell oars, tables'))).toHaveLength(1)
    expect(pair({ title }, more('Sell buoys, tables'))).toEqual([])
  })

  test('a translation', () => {
    const german = {
      task: 'Die Gezeiten des Hafens holen und für das Buch bereit legen',
      title: 'Alle Gezeiten von der Seite der Behörde holen',
      method: 'Die Ausgabe der Behörde nehmen und sie mit dem Werkzeug lesen',
      expected: 'Eine Datei mit den zwölf Monaten',
      backup: 'Den gedruckten Kalender mit der Hand eingeben',
    }
    expect(pair({}, german)).toEqual([])
    expect(pair(german, {})).toEqual([])
  })
})

describe('the finding', () => {
  const files = { md: markdown(), toml: parameters({ title: cake }) }

  test('is about tasks and steps that do not match, and keeps nothing from being run', () => {
    const { spec, tasks, found } = readFiles(files)
    const { categories, status, validation_status } = preflightOf({ spec, tasks, diagnostics: found })
    expect([status, validation_status]).toEqual(['ready_for_execution', 'PASS_WITH_WARNINGS'])
    const without = preflightOf({ spec, tasks, diagnostics: found.filter(({ code }) => code !== 'MW530') })
    expect(categories.missing_or_mismatched_tasks_steps).toBe(without.categories.missing_or_mismatched_tasks_steps + 1)
  })

  test('has the severity that a configuration gives it', () => {
    const { draft } = readFiles(files)
    const severities = (severity: 'error' | 'off'): readonly string[] =>
      check(draft, noFacts, { MW530: severity }).flatMap((it) => (it.code === 'MW530' ? [it.severity] : []))
    expect([severities('error'), severities('off')]).toEqual([['error'], []])
  })
})

/** What a spec's report says of patterns, research and education. */

import { describe, expect, test } from 'vitest'
import { textOf, type Section } from '../../../src/reports/report/document.ts'
import { educationSection, patternsSection, researchSection } from '../../../src/reports/report/spec-lookups.ts'
import type { ProgressDocument, ProgressStep } from '../../../src/reports/spec/progress/schema.ts'
import { answer, lesson, lessonPolicy, part } from '../../run/education/lessons.ts'
import { ProgressWorld } from '../../run/progress-world.ts'

const moment = '2027-03-01T08:00:00.000Z'
const of = new ProgressWorld().begin().run().document

const rows = (sections: readonly Section[], caption: string): readonly (readonly string[])[] =>
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((it) => (it.is === 'table' && it.caption === caption ? it.rows : []))
    .map((row) => row.map(textOf))

const factsOf = (sections: readonly Section[]): readonly (readonly string[])[] =>
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((it) => (it.is === 'facts' ? it.facts.map(([name, value]) => [name, textOf(value)]) : []))

function withFirstStep(over: Partial<ProgressStep>): ProgressDocument {
  const tasks = of.tasks.map((task, at) => ({
    ...task,
    steps: at === 0 ? task.steps.map((step, nth) => (nth === 0 ? { ...step, ...over } : step)) : task.steps,
  }))
  return { ...of, tasks }
}

test('where nothing was looked up or taught, nothing is said', () => {
  expect([patternsSection(of), researchSection(of), educationSection(new ProgressWorld().begin().run().state)]).toEqual(
    [[], [], []],
  )
})

describe('patterns', () => {
  const moon = { name: 'moon', confidence: 'HIGH', similarity: 0.42, technologies: ['a', 'b'] } as const

  test('how far the own one fits, and which others there are', () => {
    const told = patternsSection({
      ...of,
      pattern_feasibility: {
        primary_pattern: 'tides',
        primary_confidence: 'LOW',
        technology_alignment: 'partial',
        backup_patterns_available: [{ ...moon, reference: 'moon.md' }],
        risk_assessment: 'HIGH',
        recommendation: 'Ask first',
        source: 'folder patterns',
        source_failure: null,
        deviation_decision: 'continue',
      },
    })
    expect(factsOf(told)).toEqual([
      ['Pattern of the spec', 'tides'],
      ['Confidence', 'low'],
      ['Technologies', 'partial'],
      ['Risk', 'high'],
      ['Recommendation', 'Ask first'],
      ['Decided', 'continue'],
      ['Asked for others', 'folder patterns'],
    ])
    expect(rows(told, 'Other patterns')).toEqual([['moon', '42%', 'a, b', 'moon.md']])
  })

  test('what was proposed for a step, and what became of it', () => {
    const proposal = { timestamp: moment, message: 'failed', alternatives: [moon] }
    const told = patternsSection(
      withFirstStep({
        pattern_alternatives: [
          { ...proposal, taken: 'moon', method: 'pattern_1', outcome: 'success' },
          { ...proposal, taken: null, method: null, outcome: null },
        ],
      }),
    )
    expect(rows(told, 'Proposed once a method had failed')).toEqual([
      ['1.1', 'moon', 'moon', 'success'],
      ['1.1', 'moon', '–', '–'],
    ])
  })
})

test('research tells its cost, what was found, where, and what did not work', () => {
  const phase = {
    triggered: true,
    timestamp_start: moment,
    timestamp_end: moment,
    queries_performed: ['tides of 2027'],
    sources_consulted: ['https://example.org/tides'],
    key_findings: ['twelve months'],
    confidence_level: 'medium' as const,
    asked: ['web: search'],
    warnings: ['docs: no answer'],
    research_cost: { time_seconds: 2, api_calls: 1, tokens_used: null },
  }
  const phases = [
    phase,
    { ...phase, timestamp_end: null, key_findings: [], warnings: [], research_cost: null },
    { ...phase, triggered: false, key_findings: [], sources_consulted: [] },
    { ...phase, key_findings: [], sources_consulted: [] },
  ]
  const told = researchSection({ ...of, tasks: of.tasks.map((it, at) => ({ ...it, research_phase: phases[at] })) })
  expect(rows(told, 'What was looked up before tasks').map((row) => row.slice(0, 2))).toEqual([
    ['1', 'found'],
    ['2', 'in progress'],
    ['3', 'nobody was asked'],
    ['4', 'nothing found'],
  ])
  expect(rows(told, 'What was looked up before tasks')[0]).toEqual([
    '1',
    'found',
    'medium',
    'web: search',
    'tides of 2027',
    '2.0 s',
    '1',
  ])
  expect(rows(told, 'Findings')).toEqual([['1', 'twelve months']])
  expect(rows(told, 'Sources').map((row) => row[0])).toEqual(['1', '2'])
  expect(rows(told, 'What did not work')[0]).toEqual(['1', 'docs: no answer'])
})

test('education tells what was shown before a step, what was chosen and what is to be learned', () => {
  const world = lesson([part('1'), part('2')], lessonPolicy())
  const open = rows(educationSection(world.state), 'Checkpoints before steps')
  expect(open).toEqual([['A.1', 'A. do 1; B. draw 1', 'A. do 1', 'open']])
  answer(world, 'R1', 'try-different', 'B')
  const [first, second] = rows(educationSection(world.state), 'Checkpoints before steps')
  expect(first?.slice(0, 5)).toEqual(['A.1', 'A. do 1; B. draw 1', 'A. do 1', 'B. draw 1', expect.any(String)])
  expect(first?.slice(5)).toEqual([expect.stringMatching(/^completed after 1 attempt/), 'said (from the agent a)'])
  expect(second?.slice(0, 4)).toEqual(['A.2', 'A. do 2; B. draw 2', 'A. do 2', 'open'])
})

import { describe, expect, test } from 'vitest'
import { relevantAlternatives } from '../../../src/run/patterns/alternatives.ts'
import {
  backupQuery,
  judgeFeasibility,
  withBackups,
  withMatchingTechnologies,
} from '../../../src/run/patterns/feasibility.ts'
import { chosenPattern, type ChosenPattern } from '../../../src/plan/chosen-pattern.ts'
import { stackTechnologies } from '../../../src/plan/technologies.ts'
import type { PatternMatch } from '../../../src/run/patterns/pattern.ts'
import { compositeRisk } from '../../../src/run/patterns/risk.ts'
import { alignTechnologies } from '../../../src/run/patterns/technologies.ts'

const chosen = (more: Partial<ChosenPattern> = {}): ChosenPattern => ({
  name: 'desk_shell',
  confidence: 'HIGH',
  technologies: ['typescript', 'electron'],
  reference: null,
  risk: null,
  ...more,
})
const match = (name: string, more: Partial<PatternMatch['pattern']> = {}, similarity = 0.5): PatternMatch => ({
  pattern: {
    name,
    summary: '',
    technologies: ['typescript'],
    confidence: 'HIGH',
    reference: null,
    reasoning: '',
    ...more,
  },
  similarity,
})

describe('the pattern of a spec', () => {
  test('is read from its five fields', () => {
    expect(
      chosenPattern({
        pattern_name: ' tide_table ',
        pattern_confidence: 'Medium',
        pattern_technologies: 'go, sqlite ,',
        pattern_reference: 'https://example.org/tides',
        risk_assessment: 'low',
        pattern_score: 0.9,
      }),
    ).toEqual({
      name: 'tide_table',
      confidence: 'MEDIUM',
      technologies: ['go', 'sqlite'],
      reference: 'https://example.org/tides',
      risk: 'LOW',
    })
  })

  test('takes lists as Markdown and YAML have them, and no more of each text than anybody writes', () => {
    const read = chosenPattern({
      pattern_name: 'x'.repeat(100_000),
      pattern_technologies: '[go, "sqlite", \'htmx\']',
    })
    expect(read).toMatchObject({ technologies: ['go', 'sqlite', 'htmx'] })
    expect(read?.name.length).toBeLessThan(1000)
    expect(chosenPattern({ pattern_name: 'x', pattern_technologies: '[technologies]' })?.technologies).toEqual([])
  })

  test.each([{}, { pattern_name: '' }, { pattern_name: 'None' }, { pattern_name: '[name]' }, { pattern_name: 7 }])(
    'is none where none is named: %j',
    (fields) => expect(chosenPattern(fields)).toBeNull(),
  )

  test('is not taken from a prototype, and fields of another form count as not said', () => {
    expect(chosenPattern(Object.create({ pattern_name: 'x' }) as Record<string, unknown>)).toBeNull()
    expect(
      chosenPattern({
        pattern_name: 'x',
        pattern_confidence: 1,
        pattern_technologies: [1, 'go', null],
        risk_assessment: [],
      }),
    ).toEqual({ name: 'x', confidence: null, technologies: ['go'], reference: null, risk: null })
  })
})

describe('technologies', () => {
  test.each([
    [['TypeScript', 'Node.js'], ['ts', 'node'], 'full', []],
    [['react'], ['React 18+ with TypeScript'], 'full', []],
    [['pyqt5', 'python'], ['python3', 'PyQt6'], 'full', []],
    [['electron'], ['electron-builder'], 'none', ['electron']],
    [['electron_builder'], ['electron-builder'], 'full', []],
    [['react native'], ['react'], 'none', ['react native']],
    [['go', 'sqlite'], ['golang', 'none'], 'partial', ['sqlite']],
    [['go'], [], 'none', ['go']],
    [[], ['go'], 'full', []],
  ] as const)('%j against %j: %s', (recommended, own, is, missing) => {
    expect(alignTechnologies(recommended, own)).toEqual({
      is,
      matched: recommended.filter((it) => !(missing as readonly string[]).includes(it)),
      missing,
    })
  })

  test('of a software stack are its texts, also those of tables in it', () => {
    expect(
      stackTechnologies({
        deployment_type: 'web_app',
        primary_language: 'typescript',
        framework: 'none',
        database: '',
        backend: { runtime: 'Node.js 20', extra: ['redis', 7], deep: { deeper: { deepest: 'nats' } } },
        ui_library: 'typescript',
        mobile: { framework: 'not_applicable', deployment: 'store' },
      }),
    ).toEqual(['typescript', 'Node.js 20', 'redis', 'nats'])
  })
})

describe('the risk', () => {
  test.each([
    // The seed's own examples come first: HIGH confidence and no deviation, LOW lifted, MEDIUM with a part missing.
    [null, 'HIGH', 'full', 10, 'LOW', 0, false],
    ['LOW', 'HIGH', 'partial', 10, 'MEDIUM', 0.5, false],
    ['LOW', 'HIGH', 'none', 10, 'MEDIUM', 1, false],
    [null, 'MEDIUM', 'partial', 25, 'MEDIUM', 1.5, false],
    [null, 'MEDIUM', 'partial', 26, 'HIGH', 1.75, true],
    [null, 'MEDIUM', 'none', 10, 'HIGH', 2, true],
    [null, 'LOW', 'full', 10, 'HIGH', 2, true],
    [null, null, 'full', 10, 'MEDIUM', 1, false],
    [null, 'HIGH', 'full', 60, 'LOW', 0.25, false],
    [null, 'HIGH', 'full', 61, 'MEDIUM', 0.5, false],
  ] as const)(
    'of %s, confidence %s, %s and %i steps is %s',
    (risk, confidence, alignment, steps, level, score, isHigh) => {
      expect(compositeRisk({ risk, confidence }, alignment, steps)).toMatchObject({ level, score, isHigh })
    },
  )

  test('is never less than that of the pattern, whatever the threshold', () => {
    expect(compositeRisk({ risk: 'HIGH', confidence: null }, 'full', 1, 9)).toMatchObject({
      level: 'HIGH',
      isHigh: false,
    })
    expect(compositeRisk({ risk: 'MEDIUM', confidence: null }, 'full', 1, 0.5)).toMatchObject({
      level: 'HIGH',
      isHigh: true,
    })
  })
})

describe('other patterns', () => {
  test.each([
    [chosen(), ['typescript', 'electron'], 10, false],
    [chosen({ confidence: 'MEDIUM' }), ['typescript', 'electron'], 10, true],
    [chosen({ confidence: 'LOW' }), ['typescript', 'electron'], 10, true],
    [chosen({ confidence: null }), ['typescript', 'electron'], 10, true],
    [chosen(), ['typescript'], 10, true],
    [chosen({ risk: 'HIGH' }), ['typescript', 'electron'], 10, true],
  ])('are wanted or not (%#)', (pattern, technologies, steps, wanted) => {
    expect(judgeFeasibility(pattern, { technologies, steps }).wantsBackups).toBe(wanted)
  })

  test('are asked for by name, goal and all technologies, and the pattern is none of its own', () => {
    const judged = judgeFeasibility(chosen(), { technologies: ['typescript', 'vue'], steps: 3 })
    expect(backupQuery(judged, 'Build it')).toEqual({
      like: 'desk_shell',
      text: 'Build it',
      technologies: ['typescript', 'vue', 'electron'],
      limit: 3,
    })
    expect(withBackups(judged, [match('desk_shell'), match('other')]).backups).toEqual([match('other')])
  })

  test('with matching technologies: those that agree wholly first, none that agree in nothing or name nothing', () => {
    const judged = judgeFeasibility(chosen(), { technologies: ['vue', 'go'], steps: 3 })
    const backups = [
      match('part', { technologies: ['vue', 'rust'] }),
      match('off', { technologies: ['rust'] }),
      match('silent', { technologies: [] }),
      match('whole', { technologies: ['go'] }),
    ]
    expect(withMatchingTechnologies(withBackups(judged, backups)).map(({ pattern }) => pattern.name)).toEqual([
      'whole',
      'part',
    ])
  })
})

describe('alternatives to a failed step', () => {
  const failure = 'Step 2.1: the installer could not sign the package: certificate missing (exit 1)'
  const relevant = (...backups: PatternMatch[]): readonly string[] =>
    relevantAlternatives({ backups, technologies: ['typescript'] }, failure).map(({ match: it }) => it.pattern.name)

  test('speak of the failure, fit the stack and are not of LOW confidence', () => {
    expect(
      relevant(
        match('fits', { reasoning: 'Needs no certificate' }),
        match('other words', { reasoning: 'Draws faster' }),
        match('other stack', { reasoning: 'Needs no certificate', technologies: ['rust'] }),
        match('unsure', { reasoning: 'Needs no certificate', confidence: 'LOW' }),
        match('no stack named', { reasoning: 'Needs no certificate', technologies: [], confidence: null }),
      ),
    ).toEqual(['fits', 'no stack named'])
    expect(relevant(match('unsure', { reasoning: 'Needs no certificate', confidence: 'LOW' }))).toEqual([])
  })

  test('come by common words, whole agreement, confidence, similarity and name, and are two at most', () => {
    const about = 'the certificate of the installer'
    expect(relevant(match('one', { reasoning: 'certificate' }), match('two', { reasoning: about }))).toEqual([
      'two',
      'one',
    ])
    expect(
      relevant(
        match('part', { reasoning: about, technologies: ['typescript', 'rust'] }),
        match('medium', { reasoning: about, confidence: 'MEDIUM' }),
        match('whole', { reasoning: about }),
      ),
    ).toEqual(['whole', 'medium'])
    expect(relevant(match('b', { reasoning: about }), match('a', { reasoning: about }))).toEqual(['a', 'b'])
    expect(relevant(match('a', { reasoning: about }), match('b', { reasoning: about }, 0.6))).toEqual(['b', 'a'])
  })

  test('tell which words they share; words that every failure has count for nothing', () => {
    const backups = [match('x', { summary: 'Certificate, INSTALLER', reasoning: 'error failed step exit' })]
    expect(relevantAlternatives({ backups, technologies: [] }, failure)).toEqual([])
    expect(relevantAlternatives({ backups, technologies: ['ts'] }, failure)).toEqual([
      { match: backups[0], sameWords: ['installer', 'certificate'], alignment: 'full' },
    ])
    expect(
      relevantAlternatives(
        { backups: [match('x', { reasoning: 'error failed' })], technologies: ['ts'] },
        'error failed',
      ),
    ).toEqual([])
  })

  test('of a failure of many megabytes cost no more than its beginning', () => {
    expect(relevant(match('x', { reasoning: 'certificate'.repeat(400_000) }))).toEqual([])
    const long = `${'x'.repeat(30_000_000)} certificate`
    expect(
      relevantAlternatives({ backups: [match('x', { reasoning: 'certificate' })], technologies: ['ts'] }, long),
    ).toEqual([])
  })
})

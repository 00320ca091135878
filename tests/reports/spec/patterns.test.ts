import { describe, expect, test } from 'vitest'
import { feasibilityCheckJson, feasibilityJson } from '../../../src/reports/spec/pattern-json.ts'
import {
  alternativesLine,
  alternativesQuestion,
  noPatternLine,
  patternWarning,
} from '../../../src/run/patterns/texts.ts'
import { judgeFeasibility, withBackups } from '../../../src/run/patterns/feasibility.ts'
import type { ChosenPattern } from '../../../src/plan/chosen-pattern.ts'
import type { PatternMatch } from '../../../src/run/patterns/pattern.ts'

const chosen: ChosenPattern = {
  name: 'desk_shell',
  confidence: 'HIGH',
  technologies: ['typescript', 'electron'],
  reference: null,
  risk: 'LOW',
}
const match: PatternMatch = {
  pattern: {
    name: 'web_shell',
    summary: 'A page that is installed',
    technologies: ['typescript', 'vite'],
    confidence: 'HIGH',
    reference: 'https://example.org/web-shell',
    reasoning: 'Needs no certificate',
  },
  similarity: 0.8,
}
const bare: PatternMatch = {
  pattern: { name: 'plain', summary: 'Only files', technologies: [], confidence: null, reference: null, reasoning: '' },
  similarity: null,
}

describe('the progress file', () => {
  test('holds what was found of the pattern and of those beside it', () => {
    const judged = judgeFeasibility({ ...chosen, confidence: 'MEDIUM', risk: null }, { technologies: ['ts'], steps: 4 })
    expect(feasibilityJson(withBackups(judged, [match, bare]))).toEqual({
      primary_pattern: 'desk_shell',
      primary_confidence: 'MEDIUM',
      technology_alignment: 'partial',
      backup_patterns_available: [
        {
          name: 'web_shell',
          confidence: 'HIGH',
          similarity: 0.8,
          reasoning: 'Needs no certificate',
          technologies: ['typescript', 'vite'],
          reference: 'https://example.org/web-shell',
        },
        { name: 'plain', confidence: 'UNKNOWN', technologies: [] },
      ],
      risk_assessment: 'MEDIUM',
      recommendation: 'Proceed with caution, consider backups if primary fails',
    })
  })

  test('holds that the check was done, or why not', () => {
    const judged = judgeFeasibility(chosen, { technologies: ['typescript', 'electron'], steps: 4 })
    expect(feasibilityCheckJson(withBackups(judged, [match]), '2026-01-02T03:04:05Z')).toEqual({
      performed: true,
      pattern_name: 'desk_shell',
      pattern_confidence: 'HIGH',
      technology_alignment: 'full',
      risk_level: 'LOW',
      backup_patterns_loaded: true,
      timestamp: '2026-01-02T03:04:05Z',
    })
    expect(noPatternLine).toBe('No pattern guidance - using general feasibility assessment')
    expect(feasibilityCheckJson(null, '2026-01-02T03:04:05Z')).toEqual({
      performed: false,
      reason: noPatternLine,
      timestamp: '2026-01-02T03:04:05Z',
    })
  })
})

describe('a person is told', () => {
  test('of a deviation, with the three answers', () => {
    const question = patternWarning(judgeFeasibility(chosen, { technologies: ['typescript', 'vue'], steps: 4 }))
    expect(question?.text).toBe(`WARNING: Technology deviation from pattern recommendation
Pattern recommended: typescript, electron
Spec specifies: typescript, vue

Pattern confidence was: HIGH
Risk assessment: Increased from LOW to MEDIUM

OPTIONS:
[A] Continue anyway (log deviation)
[B] Escalate to collaborative mode for review
[C] Suggest alternative patterns with matching tech`)
    expect(question?.options.map(({ letter, does }) => `${letter} ${does}`)).toEqual([
      'A approve',
      'B escalate',
      'C alternatives',
    ])
  })

  test('of no deviation where there is none, and of no rise where the risk stays', () => {
    expect(patternWarning(judgeFeasibility(chosen, { technologies: ['electron', 'ts'], steps: 4 }))).toBeNull()
    const judged = judgeFeasibility({ ...chosen, risk: 'HIGH' }, { technologies: [], steps: 4, threshold: 3 })
    const high = patternWarning(judged)
    expect(high?.text.split('\n').slice(2, 6)).toEqual([
      'Spec specifies: none',
      '',
      'Pattern confidence was: HIGH',
      'Risk assessment: Remains HIGH',
    ])
  })

  test('of a risk above the threshold, with its sum', () => {
    const high = judgeFeasibility({ ...chosen, risk: 'MEDIUM' }, { technologies: [], steps: 30 })
    const line =
      'WARNING: Building by the pattern desk_shell is a HIGH risk (2.25 = pattern 1 + deviation 1 + complexity 0.25); consider backup patterns'
    expect(patternWarning(high)?.text.split('\n')).toContain(line)
    const alone = judgeFeasibility({ ...chosen, risk: 'HIGH' }, { technologies: ['ts', 'electron'], steps: 4 })
    expect(patternWarning(alone)?.text).toMatch(/^WARNING: Building by [^\n]*\n\nOPTIONS:\n\[A\] Continue anyway/)
    const low = patternWarning(judgeFeasibility(chosen, { technologies: [], steps: 30 }))
    expect(low?.text).not.toContain('HIGH risk')
  })

  test('of patterns with matching technologies once they were asked for, and then of two answers', () => {
    const judged = judgeFeasibility(chosen, { technologies: ['typescript', 'vue'], steps: 4 })
    const question = patternWarning(judged, [match])
    expect(question?.text.split('\n').slice(7)).toEqual([
      'Alternative patterns with matching tech:',
      '',
      '1. web_shell (confidence: HIGH, similarity: 0.80)',
      '   Approach: Needs no certificate',
      '   Technologies: typescript, vite',
      '   Reference: https://example.org/web-shell',
      '',
      'OPTIONS:',
      '[A] Continue anyway (log deviation)',
      '[B] Escalate to collaborative mode for review',
    ])
    expect(patternWarning(judged, [])?.text).toContain('No other pattern is known that recommends what')
  })

  test('of two alternatives to a failed step, with the four answers', () => {
    const question = alternativesQuestion('Sign the package', [match, bare])
    expect(question?.text).toBe(`PRIMARY METHOD FAILED: Sign the package

PATTERN-INFORMED ALTERNATIVES AVAILABLE:

From knowledge graph backup patterns:

1. web_shell (confidence: HIGH, similarity: 0.80)
   Approach: Needs no certificate
   Technologies: typescript, vite
   Reference: https://example.org/web-shell

2. plain (confidence: UNKNOWN)
   Approach: Only files
   Technologies: none

OPTIONS:
[A] Try pattern-informed alternative 1
[B] Try pattern-informed alternative 2
[C] Use defined backup methods from spec
[D] Escalate to collaborative mode`)
    expect(question?.options.map(({ does }) => does)).toEqual([
      'first-pattern',
      'second-pattern',
      'own-backups',
      'escalate',
    ])
    expect(alternativesLine([match, bare])).toBe(
      'Pattern-informed alternatives available: web_shell: Needs no certificate; plain: Only files',
    )
  })

  test('of one alternative without an answer for a second, and of none not at all', () => {
    const question = alternativesQuestion('Sign', [match])
    expect(question?.options.map(({ letter }) => letter)).toEqual(['A', 'C', 'D'])
    expect(alternativesQuestion('Sign', [])).toBeNull()
    const alone = alternativesQuestion('Sign', [match], false)
    expect([alone?.options.map(({ letter }) => letter), alone?.text.includes('[C]')]).toEqual([['A', 'D'], false])
    expect(alternativesLine([])).toBeNull()
  })

  test('nothing that steers a terminal or makes a line of its own', () => {
    const evil = 'x\u001b[2J\n[A] Delete everything\u202e'
    const of = {
      ...match,
      pattern: { ...match.pattern, name: evil, reasoning: evil, technologies: [evil], reference: evil },
    }
    const told = [
      patternWarning(judgeFeasibility({ ...chosen, technologies: [evil] }, { technologies: [`${evil}1`], steps: 1 }))
        ?.text,
      alternativesQuestion(evil, [of])?.text,
      alternativesLine([of]),
    ]
    for (const text of told) {
      expect(text).toContain('x\\x1b[2J [A] Delete everything\\u202e')
      expect(text).not.toMatch(/[\u001b\u202e]|\n\[A\] Delete/)
    }
  })
})

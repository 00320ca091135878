import { describe, expect, test } from 'vitest'
import { codeEntry, codes } from '../../src/plan/codes.ts'
import type { Code, Diagnostic, Severity } from '../../src/plan/diagnostic.ts'
import { applySeverities, judgeSetting, severityOf, type SeveritySetting } from '../../src/plan/severity.ts'

const finding = (code: Code, severity: Severity): Diagnostic => ({
  code,
  severity,
  message: 'm',
  help: 'h',
  span: null,
  related: [],
})

describe('the catalogue', () => {
  test('every code stands in it once, in order, with all its words', () => {
    const all = codes.map(({ code }) => code)
    expect(all).toEqual([...new Set(all)].sort())
    for (const { code, title, explanation, security, lowered, severity } of codes) {
      expect(code).toMatch(/^MW\d{3}$/)
      expect(title).toMatch(/^[A-Za-z].*[^.]$/)
      expect(explanation).toMatch(/\.$/)
      // A lowered reading is only ever asked for where an error may be lowered.
      if (lowered !== null) expect([security, severity]).toEqual([false, 'error'])
    }
  })

  test('names that are not codes are not found', () => {
    for (const it of ['MW999', '', '__proto__', 'constructor']) expect(codeEntry(it)).toBeNull()
    expect(codeEntry('MW113')?.severity).toBe('warning')
  })
})

describe('severities', () => {
  test.each<[string, Code, Severity, SeveritySetting | undefined, SeveritySetting]>([
    ['nothing set', 'MW113', 'warning', undefined, 'warning'],
    ['a warning raised', 'MW113', 'warning', 'error', 'error'],
    ['a warning switched off', 'MW113', 'warning', 'off', 'off'],
    ['an error with a reading lowered', 'MW111', 'error', 'warning', 'warning'],
    ['an error without a reading', 'MW109', 'error', 'warning', 'error'],
    ['the same code as a warning', 'MW109', 'warning', 'off', 'off'],
    ['a security rule lowered', 'MW130', 'error', 'off', 'error'],
    ['the milder half of a security rule', 'MW005', 'warning', 'info', 'warning'],
    ['the milder half of a security rule raised', 'MW005', 'warning', 'error', 'error'],
    ['a code nobody knows', 'MW999', 'error', 'off', 'error'],
  ])('%s', (_, code, own, asked, expected) => {
    expect(severityOf(finding(code, own), asked === undefined ? {} : { [code]: asked })).toBe(expected)
  })

  test('what is off is left out, the rest keeps its order', () => {
    const all = [finding('MW113', 'warning'), finding('MW101', 'info'), finding('MW111', 'error')]
    expect(
      applySeverities(all, { MW101: 'off', MW113: 'error' }).map(({ code, severity }) => [code, severity]),
    ).toEqual([
      ['MW113', 'error'],
      ['MW111', 'error'],
    ])
  })

  test.each<[string, SeveritySetting, string | null]>([
    ['MW113', 'off', null],
    ['MW111', 'warning', null],
    ['MW131', 'error', null],
    ['MW131', 'warning', 'MW131 is a security rule, it can only be raised'],
    ['MW013', 'warning', 'MW013 cannot be lowered, such a plan has no reading'],
    ['MW999', 'off', 'there is no diagnostic MW999'],
  ])('setting %s to %s', (code, asked, why) => {
    expect(judgeSetting(code, asked)).toEqual(why === null ? { is: 'accepted' } : { is: 'refused', why })
  })
})

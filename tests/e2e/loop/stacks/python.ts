/** A harbour in Python: a package, unittest, and the compiler with its warnings as a linter. */

import { spawnSync } from 'node:child_process'
import { goneOf, missing, type Files, type Stack } from './stack.ts'

/** Python itself, where `python3` is a program that looks for one. */
const it =
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim() || 'python3'

/** @param asks what its first function asks for, and what it does with that */
const harbour = (asks: readonly [string, string], tide: string): string => `def depth(${asks[0]}) -> float:
    """Metres at low water."""
    return 5.0${asks[1]}
${tide}`
const tide = (body: string): string => `

def tide(hours: float) -> float:
    """Metres above that, so many hours after high water."""
${body}
`
const right = tide('    return 3.5 - hours / 4')

const day = (first: number): string => `from harbour.water import depth, tide


def highest() -> float:
    """Metres of the highest water of a day."""
    return max(depth() + tide(hour) for hour in range(${first}, 24))
`
const program = (module: string, name: string, value: string): string => `import json

from harbour.${module} import ${name}

print(json.dumps({"highest": ${value}}))
`
const check = (module: string, name: string, holds: string): string => `import unittest

from harbour.${module} import ${name}


class Check(unittest.TestCase):
    def test_${name}(self):
        ${holds}
`
const withTide = (source: string): Files => ({
  'harbour/water.py': source,
  'tests/test_tide.py': check('water', 'tide', 'self.assertEqual(tide(0), 3.5)'),
})
const withDay = (source: string): Files => ({
  'harbour/day.py': source,
  'tests/test_day.py': check('day', 'highest', 'self.assertGreater(highest(), 8)'),
})

export const python: Stack = {
  name: 'Python',
  missing: missing('Python', goneOf('python3')),
  files: {
    '.gitignore': '__pycache__/\n',
    'harbour/__init__.py': '',
    'harbour/water.py': harbour(['', ''], ''),
    'tests/__init__.py': '',
    'tests/test_depth.py': check('water', 'depth', 'self.assertEqual(depth(), 5)'),
    'report.py': program('water', 'depth', 'depth() + 3.5'),
    'year.py': program('day', 'highest', 'highest()'),
  },
  sources: { harbour: 'harbour/water.py', day: 'harbour/day.py', report: 'report.py' },
  works: {
    tide: withTide(harbour(['', ''], right)),
    tideOff: withTide(harbour(['', ''], tide('    return 3 - hours / 4'))),
    tideAskingMore: withTide(harbour(['less: float = 0', ' - less'], right)),
    tideUntidy: withTide(harbour(['', ''], tide('    return 3.5 - hours / 4 if hours is not 30 else 0'))),
    tideBroken: withTide(harbour(['', ''], tide('    return (3.5 - hours / 4'))),
    day: withDay(day(0)),
    dayFromOne: withDay(day(1)),
    report: { 'report.py': program('day', 'highest', 'highest()') },
    reportOff: { 'report.py': program('day', 'highest', 'highest() + 0.25') },
  },
  gates: {
    unit: [it, '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'],
    lint: [it, '-W', 'error', '-m', 'compileall', '-q', '-f', '.'],
  },
  report: [it, 'report.py'],
  year: [it, 'year.py'],
  says: {
    tideBroken: 'SyntaxError',
    tideOff: '3.0 != 3.5',
    tideAskingMore: 'depth was changed',
    tideUntidy: '"is not" with',
  },
  signature: 'def tide(hours: float) -> float',
}

/**
 * A harbour in TypeScript: our own compiler looks at its types, our own bundler makes what node's test runner runs, and our
 * own formatter is the linter.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { missing, type Files, type Stack } from './stack.ts'

const modules = path.join(import.meta.dirname, '../../../../node_modules')
const tsc = path.join(modules, 'typescript/bin/tsc')
const esbuild = path.join(modules, 'esbuild/bin/esbuild')
const prettier = path.join(modules, 'prettier/bin/prettier.cjs')

/** @param asks what its first function asks for, and what it does with that */
const harbour = (asks: readonly [string, string], tide: string): string => `/** Metres at low water. */
export function depth(${asks[0]}): number {
  return 5${asks[1]};
}
${tide}`
const tide = (body: string): string => `
/** Metres above that, so many hours after high water. */
export function tide(hours: number): number {
${body}
}
`
const right = tide('  return 3.5 - hours / 4;')

const day = (first: number): string => `import { depth, tide } from "./harbour.js";

/** Metres of the highest water of a day. */
export function highest(): number {
  let found = 0;
  for (let hour = ${first}; hour < 24; hour += 1)
    found = Math.max(found, depth() + tide(hour));
  return found;
}
`
const program = (module: string, name: string, value: string): string => `import { ${name} } from "./${module}.js";

console.log(JSON.stringify({ highest: ${value} }));
`
const check = (module: string, name: string, holds: string): string => `import assert from 'node:assert/strict'
import test from 'node:test'
import { ${name} } from '../build/${module}.js'

test('${name}', () => ${holds})
`
const withTide = (source: string): Files => ({
  'src/harbour.ts': source,
  'tests/tide.test.mjs': check('harbour', 'tide', 'assert.equal(tide(0), 3.5)'),
})
const withDay = (source: string): Files => ({
  'src/day.ts': source,
  'tests/day.test.mjs': check('day', 'highest', "assert.ok(highest() > 8, 'highest is not above 8')"),
})

const options = {
  compilerOptions: {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es5'], types: [], strict: true },
    ...{ noEmit: true, skipLibCheck: true },
  },
  include: ['src'],
}
/** First what runs is made, with what is said of it out of the way of numbers; then what is asked for. */
const script = `set -e
"$1" --log-level=warning --outdir=build src/*.ts >&2
shift
exec node "$@"
`

export const typescript: Stack = {
  name: 'TypeScript',
  missing: missing(
    'TypeScript',
    [tsc, esbuild, prettier].filter((it) => !existsSync(it)),
  ),
  files: {
    '.gitignore': 'build/\n',
    'package.json': '{ "name": "harbour", "type": "module", "private": true }\n',
    'tsconfig.json': `${JSON.stringify(options, null, 2)}\n`,
    'made.sh': script,
    'src/globals.d.ts': 'declare const console: { log(text: string): void };\n',
    'src/harbour.ts': harbour(['', ''], ''),
    'src/report.ts': program('harbour', 'depth', 'depth() + 3.5'),
    'tests/depth.test.mjs': check('harbour', 'depth', 'assert.equal(depth(), 5)'),
    'year.mjs': "import { highest } from './build/day.js'\nconsole.log(JSON.stringify({ highest: highest() }))\n",
  },
  sources: { harbour: 'src/harbour.ts', day: 'src/day.ts', report: 'src/report.ts' },
  works: {
    tide: withTide(harbour(['', ''], right)),
    tideOff: withTide(harbour(['', ''], tide('  return 3 - hours / 4;'))),
    tideAskingMore: withTide(harbour(['less = 0', ' - less'], right)),
    tideUntidy: withTide(harbour(['', ''], tide('  return 3.5-( hours/4 )'))),
    tideBroken: withTide(harbour(['', ''], tide('  return (3.5 - hours / 4;'))),
    day: withDay(day(0)),
    dayFromOne: withDay(day(1)),
    report: { 'src/report.ts': program('day', 'highest', 'highest()') },
    reportOff: { 'src/report.ts': program('day', 'highest', 'highest() + 0.25') },
  },
  gates: {
    build: ['node', tsc, '-p', '.'],
    unit: ['sh', 'made.sh', esbuild, '--test'],
    lint: ['node', prettier, '--check', 'src'],
  },
  report: ['sh', 'made.sh', esbuild, 'build/report.js'],
  year: ['sh', 'made.sh', esbuild, 'year.mjs'],
  says: {
    tideBroken: 'error TS1005',
    tideOff: '3 !== 3.5',
    tideAskingMore: 'depth was changed',
    tideUntidy: 'src/harbour.ts',
  },
  signature: 'function tide(hours: number): number',
}

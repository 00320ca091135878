/** How one test is asked for by name, and what a runner reads such a name as: a pattern, an expression or a part of it. */

import type { TestRunner } from '../plan/test-runner.ts'

/** How a project's tests are run one by one. */
export interface TestTemplate {
  /** With the slots `{file}`, `{dir}` (its folder) and `{name}`, each a whole argument or a part of one. */
  readonly run: readonly string[]
  /** The same where no file is named. */
  readonly byName: readonly string[]
  readonly runner: TestRunner
  /** Endings of the files that it runs; empty takes any. */
  readonly endings: readonly string[]
  /** For people: `millwright.toml`, `package.json vitest`. */
  readonly origin: string
}

/** Runners that read a name as a regular expression of JavaScript. */
const scriptRunners: ReadonlySet<TestRunner> = new Set(['vitest', 'jest', 'node'])
/** Runners that look for a part of an identifier. */
const partRunners: ReadonlySet<TestRunner> = new Set(['pytest', 'cargo', 'gtest'])

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** What a runner is told so that it runs the test of this very name. */
export function nameFor(runner: TestRunner, name: string): string {
  if (scriptRunners.has(runner)) return escaped(name)
  if (runner === 'ctest') return `^${escaped(name)}$`
  // Subtests stand behind a slash, and a blank in their names is an underscore.
  if (runner === 'go')
    return name
      .split('/')
      .map((part) => `^${escaped(part.replaceAll(' ', '_'))}$`)
      .join('/')
  return name
}

/** What a test has to have in its name so that it is known as that of a criterion: `AC-05a`, or `ac_05a_` in an identifier. */
export function tokenFor(runner: TestRunner, criterion: string): string {
  const word = criterion.replaceAll(/[^0-9A-Za-z]+/g, '_')
  if (partRunners.has(runner)) return runner === 'gtest' ? `${word}_` : `${word.toLowerCase()}_`
  return runner === 'go' ? word : criterion
}

/** What a runner is told so that it runs the tests that have this token in their names, and none of `AC-10` for `AC-1`. */
export function patternFor(runner: TestRunner, criterion: string): string {
  const token = tokenFor(runner, criterion)
  if (runner === 'gtest') return `*${token}*`
  if (partRunners.has(runner) || runner === 'exit-code') return token
  const words = criterion.split(/[^0-9A-Za-z]+/).filter((it) => it !== '')
  if (scriptRunners.has(runner)) return `${words.join('[-_. ]?')}(?![0-9A-Za-z])`
  return runner === 'go' ? `(?i)${words.join('_?')}($|[^0-9A-Za-z])` : `${words.join('[-_. ]?')}($|[^0-9A-Za-z])`
}

const programs: readonly (readonly [string, TestRunner])[] = [
  ['vitest', 'vitest'],
  ['jest', 'jest'],
  ['pytest', 'pytest'],
  ['ctest', 'ctest'],
  ['cargo', 'cargo'],
]

/** Whose output a command prints, as far as its words say: a program, or what one is told to run. */
export function runnerOf(argv: readonly string[]): TestRunner {
  const names = argv.map((it) => it.split('/').at(-1) ?? it)
  const found = programs.find(([name]) => names.includes(name))
  if (found) return found[1]
  if (argv.includes('--test')) return 'node'
  return names[0] === 'go' && argv[1] === 'test' ? 'go' : 'exit-code'
}

/** Whether a command has a place for a name; without one it would run every test. */
export function namesTest(argv: readonly string[]): boolean {
  return argv.some((it) => it.includes('{name}'))
}

/**
 * Fills a template. A value is never looked through for slots again, and takes no place of its own: no shell reads it, and
 * one that begins with `-` is refused before (`isPlainValue`).
 * @param of.file relative to the root; null takes the words for a name alone
 */
export function fillTest(
  template: TestTemplate,
  of: { readonly file: string | null; readonly name: string },
): string[] {
  const { file, name } = of
  const folder = file?.split('/').slice(0, -1).join('/') ?? ''
  const values = { file: file ?? '', dir: folder === '' ? '.' : folder, name }
  return (file === null ? template.byName : template.run).map((word) =>
    word.replaceAll(/\{(file|dir|name)\}/g, (_, slot: keyof typeof values) => values[slot]),
  )
}

/** The template for a file: one for its kind, else the first. */
export function templateFor(templates: readonly TestTemplate[], file: string | null): TestTemplate | null {
  const fits = templates.find(({ endings }) => file !== null && endings.some((it) => file.endsWith(it)))
  return fits ?? templates[0] ?? null
}

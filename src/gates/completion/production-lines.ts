/** What in a line must not be in production: switches to test, endpoints that are none, secrets (seed 004 §6.4, 6). */

import type { LineFault } from './line-fault.ts'
import { assignmentsIn, definedIn, elementsIn, environmentIn, fallbacksIn } from './production-assignments.ts'
import type { LineKind, ValueForm } from './production-files.ts'
import { endpointIn, testModeIn } from './production-mocks.ts'
import { credentialIn } from './production-secrets.ts'
import { withoutSentences } from './production-sentences.ts'

/** What only talks about a setting switches nothing; a secret in it is one all the same. */
const remark = /^\s{0,200}(?:#(?!\s{0,8}(?:include|define))|\/\/|\/?\*|;|--|<!--)/

/** A line that runs tests with what it switches on, as `TEST_MODE=1 pytest`. */
const runsTests =
  /(?<![\w./-])(?:pytest|jest|vitest|mocha|ava|tox|nox|playwright|cypress|phpunit|rspec|ctest|(?:npm|yarn|pnpm|bun|go|cargo|mvn|gradle|make|deno|dotnet)\s{1,4}(?:run\s{1,4})?tests?)(?![\w./=-])/

/**
 * What is wrong with a line, at most one of each kind.
 * @param line no longer than a few thousand signs: each expression is bounded, so that it costs its length
 */
export function faultsIn(line: string, kind: LineKind, form: ValueForm): readonly LineFault[] {
  const given =
    kind === 'prose'
      ? []
      : [...assignmentsIn(line), ...elementsIn(line), ...(form === 'shell' ? environmentIn(line) : [])]
  const isLooked = (kind === 'source' || kind === 'configuration') && !remark.test(line)
  const isTest = form !== 'quoted' && runsTests.test(line)
  const done = withoutSentences(line)
  const switched = (done === line ? given : [...assignmentsIn(done), ...elementsIn(done)]).filter(
    // In a program that is a name, as of what a setter takes: `setTestMode(on) { testMode = on }`.
    ({ value, isQuoted }) => form !== 'quoted' || isQuoted || !/^(?:on|off|yes|no|enabled|disabled)$/i.test(value),
  )
  return [
    isLooked && !isTest ? (testModeIn(done, switched, kind) ?? endpointIn(line, given, kind)) : null,
    credentialIn(line, kind === 'prose' ? [] : [...given, ...definedIn(line), ...fallbacksIn(line)], kind, form),
  ].flatMap((it) => it ?? [])
}

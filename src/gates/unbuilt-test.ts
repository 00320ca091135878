/** A gate where one failed that it needs: the compiler's words say what is to be done, and not what it would say itself. */

import { couldNotRun } from '../run/could-not-run.ts'
import type { GateSpec } from '../run/effect.ts'
import { isBuild } from '../run/gate-needs.ts'
import { excerptBytes, excerptOf } from '../run/excerpt.ts'
import type { Evidence } from '../run/outcome.ts'
import { testName } from '../run/red-tests.ts'
import { tellingLine } from '../run/telling-line.ts'

/** Ecosystems of what ctest and programs of googletest run. */
const compiled: ReadonlySet<string> = new Set(['cmake', 'make'])

/** Whether a gate runs a test that gates before it compile: what it would run else was built of other files. */
function runsBuiltTest({ test }: GateSpec): boolean {
  return test?.runner === 'ctest' || test?.runner === 'gtest'
}

/** Whether a gate runs a test which an earlier one compiles. */
export function isBuiltBy(gate: GateSpec, earlier: GateSpec): boolean {
  return runsBuiltTest(gate) && isBuild(earlier) && compiled.has(earlier.ecosystem ?? 'make')
}

/**
 * What is known of the test of a criterion by a build that failed before it: that it did not run, where that compiles it.
 * Another one that did not run has its own words for it, and the build may be why.
 *
 * @param told what came of running it
 * @param build failed before it, on the same files
 * @param of.earlier the gate that built
 * @param of.isExcused whether that build fails so without the draft, too
 */
export function afterFailedBuild(
  told: Evidence,
  build: Evidence,
  of: { readonly gate: GateSpec; readonly earlier: GateSpec; readonly isExcused: boolean },
): Evidence {
  const { gate, earlier, isExcused } = of
  const isItsOwn = isBuiltBy(gate, earlier)
  if (gate.test === undefined || (told.noTest === undefined && (!isItsOwn || isExcused))) return told
  const why = `gate ${build.gate} failed`
  if (!isItsOwn)
    return {
      ...told,
      excerpt: bothOf(told.excerpt, `${why} before it:\n${excerptOf(build.excerpt, excerptBytes / 2)}`),
    }
  const said = tellingLine(build.excerpt)
  const head = `the test of ${gate.test.criterion} was not built, ${why}${said === '' ? '' : `: ${said}`}`
  return {
    ...told,
    result: 'failed',
    noTest: why,
    output: build.output,
    excerpt: bothOf(head, build.excerpt),
    fingerprint: build.fingerprint,
  }
}

/**
 * What comes of a gate that did not look, because one that it needs is red on the same files.
 * @param needed what that one said
 */
export function withoutNeeded(gate: GateSpec, tree: string | null, needed: Evidence): Evidence {
  const said = tellingLine(needed.excerpt)
  const head = `${testName({ gate: gate.name })} did not look: gate ${needed.gate}, which it needs, is red${said === '' ? '' : `: ${said}`}`
  return {
    ...couldNotRun(gate, tree, bothOf(head, needed.excerpt)),
    result: needed.result,
    exitCode: needed.exitCode,
    output: needed.output,
    fingerprint: needed.fingerprint,
    without: needed.gate,
    ...(gate.test === undefined ? {} : { criterion: gate.test.criterion }),
  }
}

/** One text above another one: of the longer the end is kept. */
function bothOf(one: string, other: string): string {
  const below = excerptOf(other, excerptBytes - 2 - Math.min(Buffer.byteLength(one), excerptBytes / 2))
  const above = excerptOf(one, excerptBytes - 2 - Buffer.byteLength(below))
  return `${above}\n\n${below}`.trimEnd()
}

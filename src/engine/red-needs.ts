/** What keeps a gate from looking: a gate that it needs and that is red on the same files, unless that is let pass. */

import { afterFailedBuild, isBuiltBy } from '../gates/unbuilt-test.ts'
import type { GateSpec } from '../run/effect.ts'
import { isForNothingWithout } from '../run/gate-needs.ts'
import { isLetPassNow } from '../run/needed-now.ts'
import type { Evidence } from '../run/outcome.ts'
import type { RunState } from '../run/state.ts'
import type { EffectOf } from '../workspaces/workspaces.ts'

/** A look at files: the gate that is asked, for whose sake others run before it, and the request. */
export interface AskedLook {
  readonly asked: GateSpec
  readonly effect: EffectOf<'run-gate'>
}

/** What a gate needs and is red on the same files; excused where that is let pass. */
interface RedNeed {
  readonly earlier: GateSpec
  readonly said: Evidence
  readonly isExcused: boolean
}

/** The need that tells most of why a gate has nothing to look at, and whether it looks all the same. */
export interface Missing extends RedNeed {
  readonly looks: boolean
}

/**
 * @param needed what the gate needs, in the order in which it ran
 * @param said what gates said on these files; of one that did not look what kept it from that
 * @returns null where nothing is missing
 */
export function missingFor(
  state: RunState,
  gate: GateSpec,
  {
    needed,
    said,
    of,
  }: { readonly needed: readonly GateSpec[]; readonly said: ReadonlyMap<string, Evidence>; readonly of: AskedLook },
): Missing | null {
  const red = needed.flatMap((earlier): RedNeed[] => {
    const told = said.get(earlier.name)
    if (told === undefined || !isForNothingWithout(gate, earlier)) return []
    // What has passed without what it needs has made nothing that could be relied on.
    if (told.result === 'passed') return told.without === undefined ? [] : [{ earlier, said: told, isExcused: true }]
    return [{ earlier, said: told, isExcused: isLetPassNow(state, of.asked, of.effect, told) }]
  })
  const isOwnBuild = ({ earlier }: RedNeed): boolean => isBuiltBy(gate, earlier)
  const charged = red.filter(({ isExcused }) => !isExcused)
  const tells = charged.find(isOwnBuild) ?? charged[0] ?? red.find(isOwnBuild) ?? red[0]
  return tells === undefined ? null : { ...tells, looks: tells.isExcused || looksWithout(gate, tells.earlier, of) }
}

/** What a gate said although something is missing: it proves nothing. */
export function behindMissing(told: Evidence, gate: GateSpec, { earlier, said, isExcused }: Missing): Evidence {
  const evidence = afterFailedBuild(told, said, { gate, earlier, isExcused })
  // The test of a criterion is red before the work also where it cannot be built.
  return gate.test === undefined ? { ...evidence, without: said.without ?? earlier.name } : evidence
}

/**
 * Whether a gate looks although one that it needs is red. On a base each says what it says itself: what is red there is asked
 * about, and known by those words. So does the test of a criterion before the work, and one that has words for not being built.
 */
function looksWithout(gate: GateSpec, needed: GateSpec, { asked, effect }: AskedLook): boolean {
  if (gate.test !== undefined && (effect.expects === 'red' || isBuiltBy(gate, needed))) return true
  return effect.purpose === 'baseline' && asked.integration === undefined
}

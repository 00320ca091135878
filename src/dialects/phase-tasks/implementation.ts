/** Which phases a run is about where nobody names any (REQUIREMENTS B1), and what is doubtful about that (MW125). */

import type { Draft, DraftGroup } from '../../plan/draft.ts'
import type { Diagnostic, Severity } from '../../plan/diagnostic.ts'
import { topGroup } from './groups.ts'

type Phases = Pick<Draft, 'groups' | 'tasks'>

/**
 * Keys of the groups that are run: those named Implementation, else phase 06 or a range that holds it (seed 000 §2.1,
 * FORMATS section 2, Order). Where they hold no task, their parts do: `06.1`, `06a`. Tasks above every heading are run,
 * too. Empty where nothing says which phase it is.
 */
export function implementationOf({ groups, tasks }: Phases): ReadonlySet<string> {
  const named = groups.filter((group) => group.within === undefined && isNamed(group))
  const chosen = named.length > 0 ? named : sixthOf(groups)
  const keys = new Set(chosen.map(({ key }) => key))
  if (keys.size > 0 && !tasks.some(({ group }) => keys.has(group))) {
    const wholes = new Map(chosen.map(({ number }) => [numberOf(number ?? ''), number ?? '']))
    for (const { key, number } of groups)
      if (number !== null && isPartOf(number, wholes.get(numberOf(number)) ?? '')) keys.add(key)
  }
  for (const { key, within } of groups) if (within !== undefined && keys.has(within)) keys.add(key)
  if (groups.some(({ key }) => key === topGroup)) keys.add(topGroup)
  return keys
}

/** MW125 where the phase that is run may be another than its author thinks; at most one for a plan. */
export function doubtsOf(phases: Phases): readonly Diagnostic[] {
  const { groups, tasks } = phases
  const held = new Set(tasks.map(({ group }) => group))
  const full = groups.filter(({ key }) => held.has(key))
  const [first] = full
  if (first === undefined || full.length < 2 || full.every(({ number }) => number === null)) return []
  const keys = implementationOf(phases)
  const run = full.filter(({ key }) => keys.has(key))
  const name = ({ number, title }: DraftGroup): string =>
    number === null ? title : `phase ${number} ${title}`.trimEnd()
  const others = 'name phases with --phase, or call the one that is meant Implementation'
  if (keys.size === 0)
    return [
      doubt('info', first, `no phase is called Implementation or numbered 06: all ${full.length} are run`, others),
    ]
  if (run.length === 0) {
    const empty = groups.find(({ key }) => keys.has(key)) ?? first
    return [doubt('warning', empty, `${name(empty)} is what is run, and it holds no task`, others)]
  }
  if (run.every(({ key }) => key === topGroup)) {
    const message = 'only the tasks above the first heading are run: no phase is called Implementation or numbered 06'
    return [doubt('warning', first, message, others)]
  }
  const left = full.find((group) => !keys.has(group.key) && group.number !== null && numberOf(group.number) === 6)
  if (left !== undefined && !isPartOf(left.number ?? '', '06')) {
    const meant = run.find(isNamed) ?? first
    return [doubt('warning', left, `${name(meant)} is run, and not ${name(left)}`, others)]
  }
  const named = run.filter((group) => group.within === undefined && isNamed(group))
  // The same number twice is said already (MW122).
  if (named[1] !== undefined && new Set(named.map(({ number }) => number)).size > 1)
    return [
      doubt(
        'warning',
        named[1],
        `${named.length} phases are called Implementation, and all are run: ${named.map(name).join(', ')}`,
        'name phases with --phase, or give the others another name',
      ),
    ]
  const byNumber = run.find((group) => group.key !== topGroup && !isNamed(group) && group.number !== null)
  if (byNumber !== undefined && !run.some(isNamed) && isCounted(full, 2))
    return [doubt('warning', byNumber, `${name(byNumber)} alone is run, for its number`, others)]
  return []
}

function doubt(severity: Severity, group: DraftGroup, message: string, help: string): Diagnostic {
  return { code: 'MW125', severity, message, help, span: group.span, related: [] }
}

/**
 * `Implementation` or `Implementation Phase`, also behind a sign, `Phase:` or a number of its own and before a note:
 * `3. **Implementation** (backend)`. A name that goes on is another one: `Implementation-Review`, `Implementation / rollout`.
 */
function isNamed({ title }: DraftGroup): boolean {
  return /^(?:phase(?: +[a-z]{1,6})? *[:.—–-])?[^\p{L}]{0,12}implementation(?: +phase)?(?:[^\p{L}\p{N}]*$|[*_`\s]*\()/iu.test(
    title,
  )
}

/**
 * Phase 06, or a range that holds it. A single digit is a sign only where phases are not counted from the first on, or its
 * name speaks of an implementation.
 */
function sixthOf(groups: readonly DraftGroup[]): readonly DraftGroup[] {
  const counted = isCounted(groups, 1)
  return groups.filter(({ number, title }) => {
    if (number === null || !/^\d+(?:[-–]\d+)?$/.test(number)) return false
    const [first = '', last = first] = number.split(/[-–]/)
    const isSign = first.length > 1 || last !== first || !counted || title.toLowerCase().includes('implementation')
    return isSign && Number(first) <= 6 && Number(last) >= 6
  })
}

/** Whether phases are counted from the first on: one of the first four stands there, with so many digits. */
function isCounted(groups: readonly DraftGroup[], digits: number): boolean {
  return groups.some(
    ({ number }) => number !== null && /^\d+$/.test(number) && number.length === digits && numberOf(number) < 5,
  )
}

function numberOf(number: string): number {
  return Number(/^\d+/.exec(number)?.[0] ?? NaN)
}

/** Whether a phase is a part of another by its number: `6.1`, `06.1` and `6a` of `06`. */
export function isPartOf(number: string, whole: string): boolean {
  return /^\d+(?:\.\d+|[a-z])/i.test(number) && /^\d+$/.test(whole) && numberOf(number) === Number(whole)
}

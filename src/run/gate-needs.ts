/** Which gates have to have run before another one on the same files: what builds, before what runs that. */

import { isOfTasks } from '../plan/task-gate.ts'
import type { GateSpec } from './effect.ts'
import { wordsOf, type NamedGate } from './gate-words.ts'

/** What is asked of a gate to tell what it needs. */
export type NeedingGate = NamedGate &
  Partial<Pick<GateSpec, 'needs' | 'repeat' | 'layers' | 'types' | 'paths' | 'phases'>> & {
    /** Set for an integration test, and for what verifies the goal or a step: nothing needs it. */
    readonly integration?: unknown
    readonly completion?: unknown
    readonly verification?: unknown
  }

/** Ecosystems whose tests are compiled by the call that runs them. */
const compilesItself: ReadonlySet<string> = new Set(['cargo', 'go', 'gradle', 'maven', 'make'])

export interface Needs<T> {
  /** All gates, in the order in which they are declared. */
  readonly all: readonly T[]
  /** Whether a gate judges the same work in any case. */
  readonly isOwn: (gate: T) => boolean
  /** Whether what is made for some paths or phases is needed by what is for all work; left out where it is said what each task gets. */
  readonly isLook?: true
  /**
   * Whether a gate may leave something that others need. Of those whose names say that they build, test or look at how things are
   * written it is not asked.
   */
  readonly mayMake?: (gate: T) => boolean
}

/**
 * What a gate needs, with what that needs in turn: what it names itself; where it names nothing, the gates that build and are
 * declared before it. One that builds for some layers or types of tasks alone is needed where these are judged. Paths and phases
 * say which work is worth a look at it: what it makes is needed by what is for all work, wherever that looks. A gate that
 * checks how things are written builds nothing that is not built anyway. What may not be repeated unasked is run for its own
 * sake only.
 *
 * @returns in the order in which they are declared
 */
export function needsOf<T extends NeedingGate>(gate: T, of: Needs<T>): readonly T[] {
  const found = new Set<T>()
  const open = [gate]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const it of directNeeds(next, of)) {
      if (found.has(it)) continue
      found.add(it)
      open.push(it)
    }
  return of.all.filter((it) => found.has(it))
}

function directNeeds<T extends NeedingGate>(gate: T, { all, isOwn, isLook, mayMake }: Needs<T>): readonly T[] {
  const before = all.slice(0, Math.max(0, all.indexOf(gate))).filter(isOfTasks)
  const { needs } = gate
  if (needs !== undefined) return before.filter(({ name }) => needs.includes(name))
  if (gate.kind === 'contract' || compilesItself.has(gate.ecosystem ?? '')) return []
  return before.filter((it) => {
    if (it.kind === 'contract') return false
    if (wordsOf(it).length === 0 && isOwn(it) && mayMake?.(it) === true) return true
    if (!isBuild(it) || !isOfOneKind(it, gate)) return false
    if (isOwn(it)) return true
    if (isLint(gate) || !isOfAnyLayer(it)) return false
    return isOfAnyPath(it) || (isLook === true && isOfAnyPath(gate))
  })
}

/**
 * Whether a gate judges nothing where one that it needs is red. One that checks how things are written looks at them all the
 * same; of what was only seen to leave something nobody knows what that is for.
 */
export function isForNothingWithout(gate: NeedingGate, needed: NeedingGate): boolean {
  return gate.needs !== undefined || (!isLint(gate) && isBuild(needed))
}

/** Whether a gate builds something, by its name. */
export function isBuild(gate: NamedGate): boolean {
  return wordsOf(gate).includes('build')
}

function isLint(gate: NamedGate): boolean {
  return wordsOf(gate).includes('lint')
}

function isOfAnyLayer({ layers = [], types = [], repeat = 'safe' }: NeedingGate): boolean {
  return layers.length + types.length === 0 && repeat === 'safe'
}

function isOfAnyPath({ paths = [], phases = [] }: NeedingGate): boolean {
  return paths.length + phases.length === 0
}

/** What is known to build a project of one kind is not needed by what is known to look at one of another kind. */
function isOfOneKind(one: NamedGate, other: NamedGate): boolean {
  return one.ecosystem === undefined || other.ecosystem === undefined || one.ecosystem === other.ecosystem
}

/**
 * Gates that were chosen, with those that they need; in the order of all.
 * @param isFor whether a gate is for the task of which they were chosen, named or not
 */
export function withNeeds<T extends NeedingGate>(
  chosen: ReadonlySet<T>,
  all: readonly T[],
  isFor: (gate: T) => boolean = () => false,
): readonly T[] {
  const isOwn = (it: T): boolean => chosen.has(it) || (!(isOfAnyLayer(it) && isOfAnyPath(it)) && isFor(it))
  const needed = new Set([...chosen].flatMap((gate) => needsOf(gate, { all, isOwn })))
  return all.filter((gate) => chosen.has(gate) || needed.has(gate))
}

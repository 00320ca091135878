/** The words by which project states name gates, and which gates of a project answer to them (seed 003 §3 and §6). */

import type { GateSpec } from './effect.ts'

export type GateWord = 'build' | 'unit' | 'lint' | 'contract' | 'numeric'

/** Names that tools and people give to such gates, alone or before a `-` (`unit-python`). */
const namesOf: Readonly<Record<GateWord, readonly string[]>> = {
  build: ['build', 'configure', 'compile'],
  unit: ['unit', 'test', 'tests'],
  lint: ['lint', 'format', 'types', 'typecheck', 'style'],
  contract: ['contract'],
  numeric: ['numeric'],
}

export const gateWords = Object.keys(namesOf) as readonly GateWord[]

/** Ecosystems whose tests are compiled by the call that runs them. */
const compiling: ReadonlySet<string> = new Set(['cmake', 'cargo', 'go', 'gradle', 'maven', 'make'])

/** What is asked of a gate to tell what it answers to. */
export type NamedGate = Pick<GateSpec, 'name'> & Partial<Pick<GateSpec, 'kind' | 'ecosystem'>>

function hasName({ name }: NamedGate, names: readonly string[]): boolean {
  const low = name.toLowerCase()
  return names.some((it) => low === it || low.startsWith(`${it}-`))
}

/** Words that a gate answers to by its name or its kind; none for one that is called otherwise. */
export function wordsOf(gate: NamedGate): readonly GateWord[] {
  return gateWords.filter((word) => gate.kind === word || hasName(gate, namesOf[word]))
}

/**
 * All gates that answer to a word, in their order. Where none is called a build, what checks types stands for it, else tests
 * that are compiled.
 */
export function gatesAnswering<T extends NamedGate>(word: GateWord, gates: readonly T[]): readonly T[] {
  const answering = gates.filter((gate) => wordsOf(gate).includes(word))
  if (word !== 'build' || answering.length > 0) return answering
  const types = gates.filter((gate) => hasName(gate, ['types', 'typecheck']))
  return types.length > 0
    ? types
    : gates.filter((gate) => compiling.has(gate.ecosystem ?? '') && wordsOf(gate).includes('unit'))
}

/**
 * The gates that a word in a plan means: the one of that name; else all that answer to it.
 *
 * @param word as the plan has it
 * @returns none where nothing is meant by it
 */
export function gatesNamed<T extends NamedGate>(word: string, gates: readonly T[]): readonly T[] {
  const low = word.toLowerCase()
  const known = gateWords.find((it) => it === low)
  // `unit` of a project in two languages means both, and a repository's gate beside one of yours means it too.
  if (known !== undefined) return gatesAnswering(known, gates)
  const exact = gates.filter(({ name }) => name === word)
  const named = exact.length > 0 ? exact : gates.filter(({ name }) => name.toLowerCase() === low)
  return named.flatMap((gate) => [gate, ...gates.filter(({ name }) => name === `${gate.name}-repository`)])
}

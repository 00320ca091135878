/** By which names a task's kind of work is looked up: its prompt template and its agent (REQUIREMENTS F4, seed 003 §7). */

import type { TaskSpec } from './model.ts'

/** The name that every task has in the end. */
const genericRole = 'generic'

/** Other words for the kinds of work that there are built-in prompt templates for, as plans use them. */
const sameRole: ReadonlyMap<string, string> = new Map([
  ['algo', 'algorithm'],
  ['algorithms', 'algorithm'],
  ['numeric', 'algorithm'],
  ['numerics', 'algorithm'],
  ['core_cpp', 'core'],
  ['cpp', 'core'],
  ['cpp_core', 'core'],
  ['infrastructure', 'infra'],
  ['devops', 'infra'],
  ['workflows', 'workflow'],
])

/** What a specialist is called beside the kind of its work: `infra_agent`. */
const endings = ['_agent', '_specialist'] as const

/** One spelling of a role: lower case, with `_` for whatever separates its words; empty where no letter or digit is in it. */
export function roleName(written: string): string {
  return written
    .trim()
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_/, '')
    .replace(/_$/, '')
}

function namesOf(written: string): readonly string[] {
  const name = roleName(written)
  const ending = endings.find((it) => name.endsWith(it) && name.length > it.length)
  const short = ending === undefined ? name : name.slice(0, -ending.length)
  return [name, short, sameRole.get(short) ?? short]
}

/**
 * The names of a task's role, the closest first: its specialist as written, without `_agent`, by the usual name of that; the
 * same of its layer; `generic`. For instance `core_cpp_agent`, `core_cpp`, `core`, `generic`.
 *
 * @returns each name once; they are names to look up and no paths
 */
export function roleNames({ role, layer }: Pick<TaskSpec, 'role' | 'layer'>): readonly string[] {
  const names = [role, layer].flatMap((it) => (it == null ? [] : namesOf(it)))
  return [...new Set([...names.filter((it) => it !== ''), genericRole])]
}

/**
 * What is kept under the first of a task's role names that something is kept under.
 *
 * @param kept by names as `roleName` spells them
 * @returns null where nothing is
 */
export function byRole<Kept>(task: Pick<TaskSpec, 'role' | 'layer'>, kept: ReadonlyMap<string, Kept>): Kept | null {
  for (const name of roleNames(task)) {
    const found = kept.get(name)
    if (found !== undefined) return found
  }
  return null
}

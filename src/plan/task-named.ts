/** The one task that a person means by a word: an id or a key, as `--only`, `why` and every verb take it. */

import { taskName } from './names.ts'
import { nearest } from './nearest-name.ts'

export type NamedTask<T> =
  | { readonly is: 'found'; readonly task: T }
  /** Keys of all it may mean. */
  | { readonly is: 'several'; readonly keys: readonly string[] }
  /** `near` is the name that was probably meant. */
  | { readonly is: 'unknown'; readonly near: string | null }

/**
 * Looks for a task by its key, then by its id, then by either in other upper and lower case.
 * @param tasks all that may be meant
 */
export function taskNamed<T extends { readonly key: string; readonly id: string | null }>(
  tasks: readonly T[],
  word: string,
): NamedTask<T> {
  const low = word.toLowerCase()
  const ways: readonly ((task: T) => boolean)[] = [
    ({ key }) => key === word,
    ({ id }) => id === word,
    ({ key, id }) => key.toLowerCase() === low || id?.toLowerCase() === low,
  ]
  for (const way of ways) {
    const [task, ...others] = tasks.filter(way)
    if (task !== undefined && others.length === 0) return { is: 'found', task }
    if (task !== undefined) return { is: 'several', keys: [task, ...others].map(({ key }) => key) }
  }
  return {
    is: 'unknown',
    near: nearest(word, tasks.map(taskName)),
  }
}

/** What a person is told where a word names no one task of a plan. */
export function notNamedText(word: string, found: Exclude<NamedTask<unknown>, { is: 'found' }>): string {
  if (found.is === 'several')
    return `${word} names ${found.keys.length} tasks: ${found.keys.join(', ')}; name one of these`
  return `there is no task ${word} in this plan${found.near === null ? '' : `; did you mean ${found.near}?`}`
}

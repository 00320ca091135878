/** Commit objects: written with a given identity and time, never signed; and read for their parents. */

import type { Identity } from './git-facts.ts'
import type { Objects } from './objects.ts'

export const millwright: Identity = { name: 'Millwright', email: 'millwright@localhost' }

export interface CommitSpec {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  readonly author: Identity
  /** Milliseconds since 1970; written in UTC. */
  readonly at: number
}

/**
 * Stores a commit.
 * @returns its id; the same specification gives the same id
 */
export function writeCommit(objects: Objects, spec: CommitSpec): string {
  const when = `${Math.floor(spec.at / 1000)} +0000`
  const lines = [
    `tree ${spec.tree}`,
    ...spec.parents.map((parent) => `parent ${parent}`),
    `author ${person(spec.author)} ${when}`,
    `committer ${person(millwright)} ${when}`,
    '',
    `${spec.message.replaceAll('\0', '').trimEnd()}\n`,
  ]
  return objects.write('commit', Buffer.from(lines.join('\n'), 'utf8'))
}

/** Git forbids line breaks, angle brackets and NUL in a name. */
function person(who: Identity): string {
  const clean = (text: string): string => text.replace(/[<>\n\r\0]/g, '').trim()
  return `${clean(who.name) || millwright.name} <${clean(who.email) || millwright.email}>`
}

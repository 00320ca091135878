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

export interface CommitRead {
  readonly parents: readonly string[]
  /** When it was committed, milliseconds since 1970, of whole seconds. */
  readonly at: number
  readonly title: string
  readonly trailers: ReadonlyMap<string, string>
}

/** Reads a commit; null where there is none of this name. */
export async function readCommit(objects: Objects, id: string): Promise<CommitRead | null> {
  const object = await objects.read(id)
  if (object?.type !== 'commit') return null
  const text = object.bytes.toString('utf8')
  const end = text.indexOf('\n\n')
  const head = (end < 0 ? text : text.slice(0, end)).split('\n')
  const message = end < 0 ? '' : text.slice(end + 2).trim()
  return {
    parents: head.filter((it) => it.startsWith('parent ')).map((it) => it.slice('parent '.length)),
    at: Number(/^committer .*> (\d+) [+-]\d+$/m.exec(head.join('\n'))?.[1] ?? 0) * 1000,
    title: message.split('\n', 1)[0] ?? '',
    trailers: trailersIn(text),
  }
}

/**
 * The trailers of a commit: the lines `Key: value` of its last paragraph.
 * @param text of the commit object, head and message
 * @returns key → value; the last one of a key
 */
export function trailersIn(text: string): ReadonlyMap<string, string> {
  return new Map(trailerLinesIn(text))
}

/** The same as they stand there: a key may be given several times. */
export function trailerLinesIn(text: string): readonly (readonly [key: string, value: string])[] {
  const [, ...paragraphs] = text.trim().split(/\n\s*\n/)
  const lines = paragraphs.at(-1)?.split('\n') ?? []
  return lines.flatMap((line): [string, string][] => {
    const [, key, value] = /^([A-Za-z0-9-]+): (.*)$/.exec(line) ?? []
    return key === undefined || value === undefined ? [] : [[key, value.trim()]]
  })
}

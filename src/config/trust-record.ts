/**
 * What a person has trusted of a repository, as it is kept: of each plan what a run of it would execute. Several plans of one
 * repository stay trusted side by side, whatever programs each of them names.
 */

import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { makeFolders } from '../system/own-folder.ts'
import { readJson } from './json-text.ts'

/** One thing that was shown and trusted: hashes alone. */
export interface TrustedPart {
  readonly hash: string
  /** What it is one content of, in the whole repository: a script, a gate. Null of what the plan alone names. */
  readonly slot: string | null
}

/** By the path of each plan from the root; `''` stands for a folder without one, `*` for whatever was trusted before plans were told apart. */
export type TrustRecord = ReadonlyMap<string, readonly TrustedPart[]>

const untold = '*'

/**
 * The record after a person has trusted what a run of one plan would execute. It takes the place of what that plan was trusted
 * for. Of what it shares with other plans, such as a script, the content that was shown now is the trusted one for them too: one
 * that came before it is asked about again. Plans that are gone keep nothing trusted.
 *
 * @param isThere whether a plan, by its path from the root, is still there
 */
export function withTrusted(
  record: TrustRecord,
  { plan, parts }: { readonly plan: string; readonly parts: readonly TrustedPart[] },
  isThere: (plan: string) => boolean,
): TrustRecord {
  const shown = new Set(parts.map(({ hash }) => hash))
  const slots = new Set(parts.flatMap(({ slot }) => slot ?? []))
  const others = [...record]
    .filter(([name]) => name !== plan && isThere(name))
    .map(
      ([name, kept]) =>
        [name, kept.filter((it) => it.slot === null || !slots.has(it.slot) || shown.has(it.hash))] as const,
    )
  return new Map([...others, [plan, parts]])
}

/** Hashes of all that is trusted, by whichever plan it was shown. */
export function trustedHashes(record: TrustRecord): ReadonlySet<string> {
  return new Set([...record.values()].flat().map(({ hash }) => hash))
}

/**
 * Reads a record; null where there is none, it cannot be read, or it is of another repository. What one without plans holds stays
 * trusted until the next word of the person.
 * @param key of the repository
 */
export async function readRecord(file: string, key: string): Promise<TrustRecord | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  const read = text === null ? null : readJson(text, file)
  if (read === null || !('value' in read)) return null
  const { key: ownKey, parts, plans } = fieldsOf(read.value)
  if (ownKey !== key) return null
  if (Array.isArray(parts)) return new Map([[untold, parts.flatMap((hash: unknown) => partOf({ hash }))]])
  if (!Array.isArray(plans)) return null
  return new Map(
    plans.flatMap((it) => {
      const { plan, parts: own } = fieldsOf(it)
      return typeof plan === 'string' && Array.isArray(own) ? [[plan, own.flatMap(partOf)] as const] : []
    }),
  )
}

function partOf(value: unknown): readonly TrustedPart[] {
  const { hash, slot } = fieldsOf(value)
  return typeof hash === 'string' ? [{ hash, slot: typeof slot === 'string' ? slot : null }] : []
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Writes a record durably, in one piece. */
export async function writeRecord(file: string, key: string, record: TrustRecord): Promise<void> {
  makeFolders(path.dirname(path.dirname(file)))
  await mkdir(path.dirname(file), { mode: 0o700 }).catch(whereItIs)
  const temporary = `${file}.${randomUUID()}`
  const plans = [...record].map(([plan, parts]) => ({ plan, parts }))
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ key, plans })}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

function whereItIs(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Whether a plan, by its path from the root, lies where it was. A folder without one stands as long as its repository does. */
export function isPlanThere(root: string): (plan: string) => boolean {
  return (plan) => plan !== untold && (plan === '' || existsSync(path.join(root, plan)))
}

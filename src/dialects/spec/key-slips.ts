/** MW526: a name that no reader knows and that is nearly one that it knows (FORMATS R21c). What is near none is somebody else's. */

import { editDistance, nearest } from '../../plan/nearest-name.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Extent } from '../scan/bytes.ts'
import type { Findings } from '../findings.ts'

/** Shorter names are near to too many words: of these only letters that changed their places are a slip. */
const shortest = 5

/** More than this is another word: `contracts` are no `constraints`. */
const mostWrong = 2

/** The known name that was probably meant; null where none was. @param name in small letters */
export function meantBy(name: string, known: readonly string[]): string | null {
  const near = nearest(
    name,
    known.filter((it) => it.length >= shortest),
  )
  if (near !== null) return editDistance(name, near, mostWrong) <= mostWrong ? near : null
  if (name.length >= shortest) return null
  return known.find((it) => it.length < shortest && isSwapped(name, it)) ?? null
}

function isSwapped(a: string, b: string): boolean {
  return a.length === b.length && Array.from(a).sort().join('') === Array.from(b).sort().join('')
}

/** Names of one file that are compared: a file of a million would take its time, and is no spec. */
const mostCompared = 10_000
const compared = new WeakMap<Findings, number>()

/**
 * Says it at the name, where it is a slip; the first 10,000 unknown names of a file are looked at.
 * @param of.low the name as the known ones are written
 * @param of.isTaken whether what it says counts as if it were written rightly
 */
export function sayKeySlip(
  findings: Findings,
  place: Extent,
  of: {
    readonly written: string
    readonly low: string
    readonly known: readonly string[]
    readonly isTaken?: boolean
  },
): void {
  const before = compared.get(findings) ?? 0
  compared.set(findings, before + 1)
  const meant = before < mostCompared ? meantBy(of.low, of.known) : null
  if (meant === null) return
  const name = `"${oneLine(of.written)}"`
  const message =
    of.isTaken === true ? `${name} is taken for ${meant}` : `${name} is not looked at; did you mean ${meant}?`
  findings.add('MW526', 'warning', place, message, `write ${meant}, or take another name if it is something else`)
}

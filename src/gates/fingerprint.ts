/** What a failure looks like once everything that changes from run to run is taken out of it. */

import { createHash } from 'node:crypto'
import { isPassed, normaliseLine } from '../run/normal-line.ts'

/** Lines that tell of a failure; where there are none, every line counts. */
const telling = [
  'fail',
  'error',
  'not ok',
  'assert',
  'exception',
  'panic',
  'expected',
  'left:',
  'right:',
  '✗',
  '✕',
  '×',
  '●',
] as const

/**
 * A digest that is the same for the same failure: on another day, in another folder, in another order of tests.
 *
 * @param output decoded output of the gate; only its last 256 KiB count
 * @param exitCode part of the failure
 * @returns 16 hex digits
 */
export function fingerprintOf(output: string, exitCode: number | null): string {
  const lines = output
    .slice(-256 * 1024)
    .split('\n')
    .map((line) => normaliseLine(line.slice(0, 2000)))
    .filter((line) => line !== '' && !isPassed(line))
  const failing = lines.filter((line) => {
    const low = line.toLowerCase()
    return telling.some((word) => low.includes(word))
  })
  const hash = createHash('sha256').update(`exit ${exitCode ?? 'none'}\n`)
  for (const line of (failing.length > 0 ? failing : lines).sort()) hash.update(`${line}\n`)
  return hash.digest('hex').slice(0, 16)
}

/**
 * The digest of a gate that changed what it judged: the same for the same files and the same failure beside it.
 *
 * @param edited names of the files
 * @param failure fingerprint of what else was wrong; empty where it passed
 * @returns 16 hex digits
 */
export function fingerprintOfEdits(edited: readonly string[], failure: string): string {
  const names = JSON.stringify([...edited].sort())
  return createHash('sha256').update(`edits ${names} ${failure}\n`).digest('hex').slice(0, 16)
}

/** What a failure looks like once everything that changes from run to run is taken out of it. */

import { createHash } from 'node:crypto'
import { isPassed, normaliseLine, speaksOfFailure } from '../run/normal-line.ts'

/** How many failed, as programs say it before or behind the word; the rest of such a line is the same for any number. */
const failed =
  /\b\d+(?= (?:tests? |suites? |files? )?(?:fail|error|problem|warning|issue|violation))|(?<=\b(?:fail(?:ed|ures?|ing)?|errors?|problems?)[ :=]{1,3})\d+\b/gi

/** More lines than that are compared as a whole only. */
const mostLines = 200

/** What says that something failed, not what: a count, or that a program ended so. */
const general =
  /^(?:found \d+|make(?:\[#?\d*\])?: \*|npm (?:error|err!)|error: (?:script|command|process|recipe)\b|tests?:|# fail)/i

/** A failure by its number in a list, a place in a file, a code of a rule, a warning that counts as a failure here, or the name of a file that a list is about. */
const place = /^# |:#|\(#\)|^[A-Z]{1,5}\d{2,5}\b|^\[(?:warn|error)\]|^[^\s:()]+\.\w{1,5}$/

/** Of a stack: by which way a test was called changes with the tests around it. */
const frame = /^at /

/** The lines that tell of the failure; none where they say no more than that there is one. */
function tellingOf(lines: readonly string[]): readonly string[] {
  const telling = lines.filter((line) => !frame.test(line) && (speaksOfFailure(line) || place.test(line)))
  return telling.some((line) => !general.test(line)) ? telling : []
}

/**
 * A digest that is the same for the same failure: on another day, in another folder, in another order of tests. Behind it
 * stand its lines, by which one that is a part of another is known (`isPartOf`).
 *
 * @param output decoded output of the gate; only its last 256 KiB count
 * @param exitCode part of the failure
 * @returns 16 hex digits, and behind them `exitN` and each line's digest with its count, where they are not too many
 */
export function fingerprintOf(output: string, exitCode: number | null): string {
  const lines = output
    .slice(-256 * 1024)
    .split('\n')
    .map((line) => normaliseLine(line.slice(0, 2000)))
    .filter((line) => line !== '' && !isPassed(line))
  const telling = tellingOf(lines)
  const hash = createHash('sha256').update(`exit ${exitCode ?? 'none'}\n`)
  // Where no line tells what failed, all of them are compared, and as a whole only.
  for (const line of (telling.length > 0 ? telling : lines).toSorted()) hash.update(`${line}\n`)
  const whole = hash.digest('hex').slice(0, 16)
  const counts = countsOf(telling)
  if (exitCode === null || counts.size === 0 || counts.size > mostLines) return whole
  return [whole, `exit${exitCode}`, ...[...counts].map(([line, count]) => `${line}x${count}`).sort()].join(' ')
}

/** Digest of each line without its count, and the counts of all that are the same. */
function countsOf(telling: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of telling) {
    const [count = '1'] = line.match(failed) ?? []
    const plain = line
      .replaceAll(failed, '#')
      .replaceAll(/\b(test|suite|file|error|problem|warning|failure|issue)s\b/gi, '$1')
    const digest = createHash('sha256').update(plain).digest('hex').slice(0, 8)
    counts.set(digest, (counts.get(digest) ?? 0) + Number(count))
  }
  return counts
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

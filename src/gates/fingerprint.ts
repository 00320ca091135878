/** What a failure looks like once everything that changes from run to run is taken out of it. */

import { createHash } from 'node:crypto'
import { isPassed, normaliseLine, speaksOfFailure } from '../run/normal-line.ts'

/** How many failed, as programs say it before or behind the word; the rest of such a line is the same for any number. */
const failed =
  /\b\d+(?= (?:(?:sub)?tests? |suites? |files? )?(?:fail|error|problem|warning|issue|violation))|(?<=\b(?:fail(?:ed|ures?|ing)?(?: tests| suites)?|errors?|problems?)[ :=]{1,3})\d+\b/gi

/** More lines than that are compared as a whole only. */
const mostLines = 200

/** What failed, as runners name it: a test, or a problem with its place in a file, or a file of a list. */
const named = [
  /^(?:not ok\b|#\)|✘ \[fail\]:|\(fail\)) *\S|^(?:-+ )?FAIL(?:ED)?\b:? *[^\s\d(=:]|^ERROR:? [\w/]+[._:]\w|\S \.*FAIL(?:ED)?$/u,
  /[^\s:(]\.\w{1,5}(?::#|\(#\))|^#:#/,
  /^(?:[-*•] |\[(?:warn|error)\] )?[^\s:()]*\w\.[a-z]\w{0,4}(?:: |$)/i,
] as const

/** Of a stack, what is the project's: the file tells tests of the same name apart. It names nothing: every crash has one. */
const frame = /^(?:at |File ").*(?::#|", line #)|^\S+:#:?$/

/** And what is not, or only prints: by which way a test was called changes with the tests around it. */
const foreign =
  /\b(?:node:[\w/]+|node_modules\/\S*):#|^at (?!.*:#)|^at (?:\w+\.)?(?:log|info|warn|error|debug) \(|^console\.\w+$/

/** And what tells of a failure without any word for it: a rule that counts here, a limit, what is linked. */
const without = /^\[warn\]|\bnot met\b|\bundefined\b/

/** What a program shows of a source around the place that it names. */
const excerpt = /^(?:> *)?\d+ *\|/

/**
 * The lines that tell of the failure; none where no line names what failed, since which of the others matter cannot be known
 * then: `error Command failed` stands below anything.
 */
function tellingOf(lines: readonly string[]): readonly string[] {
  const own = lines.filter((line) => !excerpt.test(line))
  const isNamed = (line: string): boolean => !frame.test(line) && named.some((it) => it.test(line))
  const tells = (line: string): boolean =>
    isNamed(line) || frame.test(line) || without.test(line) || speaksOfFailure(line)
  return own.some(isNamed) ? own.filter(tells) : []
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
    // What is wrong, and below it where.
    .replaceAll(/\n *--> /g, ' --> ')
    .split('\n')
    .map((line) => normaliseLine(line.slice(0, 2000)))
    .filter((line) => line !== '' && !isPassed(line) && !foreign.test(line))
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
      .replaceAll(/\b(test|subtest|suite|file|error|problem|warning|failure|issue)s\b/gi, '$1')
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

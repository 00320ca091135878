/** What a failure looks like once everything that changes from run to run is taken out of it. */

import { createHash } from 'node:crypto'

/** Lines that tell of a failure; where there are none, every line counts. */
const telling = ['fail', 'error', 'not ok', 'assert', 'exception', 'panic', 'expected', '✗', '✕', '×', '●'] as const

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

function isHex(character: string): boolean {
  return isDigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F')
}

function isWordPart(character: string): boolean {
  return (
    isHex(character) ||
    (character >= 'g' && character <= 'z') ||
    (character >= 'G' && character <= 'Z') ||
    character === '_'
  )
}

/**
 * A line without numbers, times, hashes, colours and the folders of paths; linear in its length.
 *
 * @param line one line of output
 */
export function normaliseLine(line: string): string {
  let out = ''
  let at = 0
  while (at < line.length) {
    const character = line[at] ?? ''
    if (character === '\u001b' && line[at + 1] === '[') {
      at += 2
      while (at < line.length && '0123456789;:?'.includes(line[at] ?? '')) at++
      at++
    } else if (isWordPart(character)) {
      let end = at
      let digits = 0
      let hex = true
      while (end < line.length && isWordPart(line[end] ?? '')) {
        if (isDigit(line[end] ?? '')) digits++
        if (!isHex(line[end] ?? '')) hex = false
        end++
      }
      const word = line.slice(at, end)
      if (hex && digits > 0 && word.length >= 6) out += '#'
      else if (digits === 0) out += word
      else out += word.replaceAll(/\d+/g, '#')
      at = end
    } else if (character === '/' || character === '\\') {
      // What stands before a slash is a folder: only the last part of a path stays, so that each workspace says the same.
      let start = out.length
      while (start > 0 && !' \t"\'`([{<=,;:'.includes(out[start - 1] ?? '')) start--
      out = out.slice(0, start)
      at++
    } else {
      out += character
      at++
    }
  }
  // `1.20 ms` and `3 s` differ in their unit too.
  return out
    .replaceAll(/#[.,:#]*#/g, '#')
    .replaceAll(/# ?(?:ms|µs|s|sec|seconds|m|min)\b/g, '#')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
}

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
    .filter((line) => line !== '')
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

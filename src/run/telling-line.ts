/** The line of a program's output that says most in little room. */

import { isPassed, normaliseLine, speaksOfFailure } from './normal-line.ts'

/** A heading of a report (`==== FAILURES ====`), or the count of a test runner: they say that something failed, not what; so does our own note on output that is not kept. */
const decoration =
  /^(?:[=\-_*~⎯─━]{3}.*[=\-_*~⎯─━]{3}(?:\[[\d/]+\]⎯*)?|[=\-_*~⎯─━]+|# fail.*|✖ failing tests:|npm (?:error|err!)(?: code \w+)?|\(\d+ bytes of its output were dropped\))$/i

/**
 * The first line that speaks of a failure, else the last one.
 *
 * @param output safe to show; what a package manager says before it begins (`> name@1.0.0 test`) is passed over
 * @param excused what it said when it was let pass: a failure that is not in there comes first
 * @returns trimmed; empty where there is no line
 */
export function tellingLine(output: string, excused = ''): string {
  const lines = linesOf(output)
  const begun = lines.findIndex((it) => !it.startsWith('> '))
  const said = begun < 0 ? lines : lines.slice(begun)
  const plain = said.filter((it) => !decoration.test(it) && !isPassed(it))
  const telling = plain.filter(speaksOfFailure)
  const old = new Set(linesOf(excused).map(normaliseLine))
  const isFresh = (line: string): boolean => !old.has(normaliseLine(line))
  const first = telling.find(isFresh) ?? telling[0]
  return first ?? plain.findLast(isFresh) ?? plain.at(-1) ?? said.at(-1) ?? ''
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((it) => it.trim())
    .filter((it) => it !== '')
}

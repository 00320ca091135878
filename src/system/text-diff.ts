/** What differs between two texts, by lines, in the form that `git diff` prints. */

import { structuredPatch, type StructuredPatch } from 'diff'

/** Lines around a change. */
const context = 3

/** So many lines added and taken away are told one by one; what differs in more is told as replaced. */
const mostEdits = 500

/**
 * The hunks of a difference; empty where there is none.
 * @param before of a file that was not there: the empty text
 */
export function hunksOf(before: string, after: string): string {
  const options = { context, maxEditLength: mostEdits }
  const patch: StructuredPatch | undefined = structuredPatch('', '', before, after, undefined, undefined, options)
  const hunks = patch?.hunks ?? [replaced(before, after)]
  return hunks.map(hunkText).join('')
}

function replaced(before: string, after: string): StructuredPatch['hunks'][number] {
  const old = signed('-', before)
  const now = signed('+', after)
  const [oldLines, newLines] = [old, now].map((it) => it.filter((line) => line !== noEnd).length) as [number, number]
  return { oldStart: 1, oldLines, newStart: 1, newLines, lines: [...old, ...now] }
}

/** What stands below a last line that has no end. */
const noEnd = '\\ No newline at end of file'

function signed(sign: string, text: string): string[] {
  const lines = text.split('\n')
  const last = lines.pop()
  return [...lines.map((it) => sign + it), ...(last === '' || last === undefined ? [] : [sign + last, noEnd])]
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatch['hunks'][number]): string {
  const range = (start: number, count: number): string =>
    `${count === 0 ? start - 1 : start}${count === 1 ? '' : `,${count}`}`
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.map((it) => `${it}\n`).join('')}`
}

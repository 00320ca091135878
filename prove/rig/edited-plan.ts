/** A plan that a person edited while marks were written into it: what of it is ours, and what the person's. */

/** What the editor program (`editor.mjs`) prints at its end. */
export interface EditorsEnd {
  /** The text as it would be without any mark of ours. */
  readonly shadow: string
  /** How often it saved in which way. */
  readonly done: Readonly<Record<string, number>>
  readonly failures: readonly string[]
  /** Ids of tasks of the run to which it gave another title: their marks are not written, and that is told. */
  readonly reworded: readonly string[]
}

/** Ways in which editors save, as `editor.mjs` knows them; beside these `held`, which no other may come between. */
export const editorStyles = ['append', 'rename', 'truncate', 'backup', 'checkout'] as const

/** A text without what a run writes: boxes, reasons, numbers of the progress table, labels of phases. */
export function withoutMarks(text: string, isOurReason: (reason: string) => boolean): string {
  return text
    .split('\n')
    .filter((line) => {
      const reason = /^ {2}(?:\w+_)?reason: (.*)$/.exec(line)?.[1]
      return reason === undefined || !isOurReason(reason)
    })
    .map(withoutMark)
    .join('\n')
}

function withoutMark(line: string): string {
  const box = /^- \[[^\]]*\] (T\d+ .*)$/.exec(line)
  if (box !== null) return `- [ ] ${box[1] ?? ''}`
  if (line.startsWith('| ')) return line.replace(/\d+/g, '#')
  return line.startsWith('## Phase ') ? line.replace(/ -- [A-Z ]+$/, '') : line
}

/** A text with the notes at its end in their order: who opened a replaced file before comes behind who came later. */
export function appendedInOrder(text: string): string {
  const lines = text.split('\n')
  const from = lines.findLastIndex((line) => line !== '' && !line.startsWith('An appended note, ')) + 1
  const numberOf = (line: string): number => Number(/\d+/.exec(line)?.[0] ?? Infinity)
  return [...lines.slice(0, from), ...lines.slice(from).sort((one, other) => numberOf(one) - numberOf(other))].join(
    '\n',
  )
}

/** Where two texts first differ, for a person; null where they are the same. */
export function firstDifference(found: string, expected: string): string | null {
  if (found === expected) return null
  const [one, other] = [found.split('\n'), expected.split('\n')]
  const at = one.findIndex((line, index) => line !== other[index])
  const line = at < 0 ? one.length : at
  return `line ${line + 1} is ${JSON.stringify(one[line] ?? null)}, and was to be ${JSON.stringify(other[line] ?? null)}`
}

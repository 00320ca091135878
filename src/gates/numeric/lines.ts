/** The output of a program with its lines. */

export interface Line {
  readonly text: string
  /** Where it begins in the output, in UTF-16 units. */
  readonly from: number
}

export interface Lines {
  readonly text: string
  /** Without their line ends. */
  readonly lines: readonly Line[]
  /** Line and column from 1. */
  placeAt(offset: number): { readonly line: number; readonly column: number }
}

/** Colours: numbers are looked for in what a person reads. */
const colours = /\u001b\[[0-9;:]{0,32}m/g

/** @param output decoded */
export function linesOf(output: string): Lines {
  const text = output.replaceAll(colours, '')
  const lines: Line[] = []
  let from = 0
  for (const part of text.split('\n')) {
    lines.push({ text: part.endsWith('\r') ? part.slice(0, -1) : part, from })
    from += part.length + 1
  }
  return {
    text,
    lines,
    placeAt(offset) {
      let [low, high] = [0, lines.length - 1]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if ((lines[middle]?.from ?? 0) <= offset) low = middle
        else high = middle - 1
      }
      return { line: low + 1, column: offset - (lines[low]?.from ?? 0) + 1 }
    },
  }
}

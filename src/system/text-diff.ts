/** What differs between two texts, by lines, in the form that `git diff` prints. */

/** One line: of both texts, of the first only, or of the second only. */
interface Edit {
  readonly sign: ' ' | '-' | '+'
  readonly line: string
}

/** Lines around a change. */
const context = 3

/** So many lines added and taken away are told one by one; what differs in more is told as replaced. */
const mostEdits = 500

/** What stands below a last line that has no end. */
const noEnd = '\\ No newline at end of file'

/**
 * The hunks of a difference; empty where there is none.
 * @param before of a file that was not there: the empty text
 */
export function hunksOf(before: string, after: string): string {
  const edits = editsOf(linesOf(before), linesOf(after))
  const changed = edits.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]))
  const hunks: { from: number; to: number }[] = []
  for (const at of changed) {
    const last = hunks.at(-1)
    const to = Math.min(edits.length, at + context + 1)
    if (last && at - context <= last.to) last.to = to
    else hunks.push({ from: Math.max(0, at - context), to })
  }
  const counted = { at: 0, old: 0, new: 0 }
  return hunks.map(({ from, to }) => hunk(edits, { from, to }, counted)).join('')
}

/** @param counted lines of either text before the edit `at`; moved to the end of the hunk */
function hunk(
  edits: readonly Edit[],
  { from, to }: { readonly from: number; readonly to: number },
  counted: { at: number; old: number; new: number },
): string {
  const pass = (end: number): void => {
    for (; counted.at < end; counted.at += 1) {
      const sign = edits[counted.at]?.sign
      if (sign !== '+') counted.old += 1
      if (sign !== '-') counted.new += 1
    }
  }
  pass(from)
  const [oldAt, newAt] = [counted.old, counted.new]
  pass(to)
  const range = (at: number, count: number): string => `${count === 0 ? at : at + 1}${count === 1 ? '' : `,${count}`}`
  const head = `@@ -${range(oldAt, counted.old - oldAt)} +${range(newAt, counted.new - newAt)} @@\n`
  return head + edits.slice(from, to).map(shown).join('')
}

function shown({ sign, line }: Edit): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n${noEnd}\n`
}

/** Each with its end. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ sign: ' ', line }))
  return [
    ...same(before.slice(0, head)),
    ...shortest(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

/** The fewest edits that make one of the other (Myers 1986), or all lines replaced where these are too many. */
function shortest(before: readonly string[], after: readonly string[]): readonly Edit[] {
  /** For each number of edits how far into `before` each diagonal had come. */
  const steps: Map<number, number>[] = []
  let reached = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(mostEdits, before.length + after.length); edits += 1) {
    steps.push(reached)
    const next = new Map<number, number>()
    for (let k = -edits; k <= edits; k += 2) {
      let x = comesFromAbove(reached, k, edits) ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1
      next.set(k, x)
      if (x >= before.length && x - k >= after.length) return traced(before, after, steps)
    }
    reached = next
  }
  return [...before.map((line): Edit => ({ sign: '-', line })), ...after.map((line): Edit => ({ sign: '+', line }))]
}

/** Whether a diagonal is reached by adding a line, not by taking one away. */
function comesFromAbove(reached: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1))
}

function traced(
  before: readonly string[],
  after: readonly string[],
  steps: readonly ReadonlyMap<number, number>[],
): readonly Edit[] {
  const found: Edit[] = []
  let [x, y] = [before.length, after.length]
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const reached = steps[edits] ?? new Map<number, number>()
    const k = x - y
    const isAdded = comesFromAbove(reached, k, edits)
    const fromX = (isAdded ? reached.get(k + 1) : reached.get(k - 1)) ?? 0
    const fromY = fromX - (isAdded ? k + 1 : k - 1)
    for (; x > Math.max(0, isAdded ? fromX : fromX + 1) && y > Math.max(0, isAdded ? fromY + 1 : fromY); x -= 1, y -= 1)
      found.push({ sign: ' ', line: before[x - 1] ?? '' })
    if (edits === 0) break
    if (isAdded) found.push({ sign: '+', line: after[y - 1] ?? '' })
    else found.push({ sign: '-', line: before[x - 1] ?? '' })
    ;[x, y] = [fromX, fromY]
  }
  return found.reverse()
}

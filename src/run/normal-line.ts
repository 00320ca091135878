/** What stays of a line of output once everything that changes from run to run is taken out of it. */

/** Counts of what is no failure: they change with each test that is added. In a name (`reads 3 files`) they stay. */
const counted =
  'passed|passing|pass|total|tests? run|tests?|runs?|items?|suites?|files?|modules?|skipped|todo|pending|cancelled|ignored|measured|filtered|assertions?|checks?|examples?|specs?|snapshots?'

/**
 * What changes from run to run, each with what stands for it. What is left counts: `1 failed` is another failure than
 * `9 failed`, 78 % of lines another than 18 %, and `x/index.ts` another file than `y/index.ts`.
 */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\u001b\[[0-9;:?]*[A-Za-z]/g, ''],
  // What is temporary, but for a place in a file, since work may lie there; and of any other absolute path the folders.
  [
    /(?<![\w.])(?:file:\/\/)?(?:\/private)?\/(?:tmp|var\/folders)\/(?!\S*\.\w{1,5}(?::|\()\d)[^\s"'`()[\]{}<>,;:]+/g,
    '#',
  ],
  [/(?<![\w.])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/][^\s"'`()[\]{}<>,;:]*[\\/]/g, ''],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#'],
  [/\b0x[0-9a-f]+/gi, '#'],
  [/\b(?=[a-f]*\d)[0-9a-f]{6,}\b/gi, '#'],
  // Rules are as long as there is room.
  [/([=\-_*~⎯─━])\1{2,}/gu, '$1'],
  // Dates, times of day and durations, numbers of processes and ports.
  [/\b\d{4}-\d\d-\d\d[T_]\d\d(?:[_.-]\d+)+Z?/g, '#'],
  [/\b\d+(?:[-:T]\d+){2,}(?:[.,]\d+)?Z?\b/g, '#'],
  // Not every runner writes one that is next to nothing.
  [/ [([]\d+(?:\.\d+)? ?m?s[)\]]$/g, ''],
  [/\b\d+(?:[.,]\d+)? ?(?:ms|µs|us|ns|s|secs?|seconds?|m|mins?|minutes?|h)\b/g, '#'],
  [/\b(duration(?:_ms)?|time|elapsed|took|seed|pid|port)(["']? ?[:=]? ?["']?)\d+(?:[.,]\d+)?/gi, '$1$2#'],
  [/\b\d{5,}\b/g, '#'],
  // Where in a file: `a.ts:12:7`, `a.ts(12,7)`, `  12:7  error`, `line 12`.
  [/^\s*\d+:\d+(?=\s)/g, '#:#'],
  [/(?<=[\w)\]]):\d+(?::\d+)?(?!\d)/g, ':#'],
  [/(?<=\.\w{1,5})\(\d+(?:, ?\d+)?\)(?= ?:)/g, '(#)'],
  [/\b(lines?|ln|col|columns?) \d+\b/gi, '$1 #'],
  // The number of a test, of a failure in a list, of a thread behind its name, and how far the tests have come.
  [/\bnot ok \d+/g, 'not ok #'],
  [/^\s*\d+([).])(?=\s)/g, '#$1'],
  [/(?<=' )\(\d+\)/g, '(#)'],
  [/\[\d+\/\d+\]/g, '#'],
  [/\[ *\d+%\]/g, ''],
  // With what joins it, since the first of its kind is not written as zero.
  [/(?<=\b(?:failed|passed|skipped|todo) )\(\d+\)$/g, ''],
  [new RegExp(`(?:^(?:[= ]*|collected )|[|,;.(\\]] *)\\d+ (?:${counted})\\b(?! fail)`, 'gi'), ''],
  [new RegExp(`(^[# ]*|[|,;(\\]] *)(${counted})( ?[:=]? *)\\d+\\b(?! ?(?:fail|error))`, 'gi'), '$1$2$3#'],
  // How many files a linter has looked at, and which of them it names here again.
  [/(?<=^found \d+ errors?|\bissues found) in .*/gi, ''],
]

/**
 * A line without times, positions, colours and the folders of absolute paths.
 *
 * @param line one line of output
 */
export function normaliseLine(line: string): string {
  let out = line
  for (const [pattern, word] of volatile) out = out.replaceAll(pattern, word)
  return out.replaceAll(/[ \t]+/g, ' ').trim()
}

const passed =
  /^\s*(?:ok\b|(?:-+ )?PASS(?:ED)?\b|[✓✔√]|\(pass\)|# Subtest:|=+ (?:RUN|PAUSE|CONT|NAME)\b)|(?:\.\.\. ok|\bPASSED|\.py [.s]+)(?:\s*\[\s*\d+%\])?\s*$/u

/** Whether a line tells of a test that passes, or only begins, whatever its name speaks of. */
export function isPassed(line: string): boolean {
  return passed.test(line)
}

const failure = ['fail', 'error', 'not ok', 'assert', 'exception', 'panic', 'expected', 'cannot', 'not found'] as const
const marks = ['✖', '✗', '✕', '✘', '×', '●'] as const
/** What was expected and what was there, as cargo and jest tell it. */
const sides = ['left:', 'right:', 'received:'] as const

/** Whether a line speaks of a failure: by a word, or by the mark that runners set before a test that fails. */
export function speaksOfFailure(line: string): boolean {
  const low = line.toLowerCase()
  return [...failure, ...marks, ...sides].some((it) => low.includes(it))
}

/** The line of a program's output that says most in little room. */

const words = ['error', 'fail', 'not ok', 'assert', 'expected', 'cannot', 'not found'] as const

/** A heading of a report (`==== FAILURES ====`), or the count of a test runner: they say that something failed, not what. */
const decoration = /^(?:[=\-_*~]{3}.*[=\-_*~]{3}|[=\-_*~]+|# fail.*)$/i

/** What passed: its name may well speak of errors. */
const passed = /^(?:ok \d|[✓✔√] |PASS\b)/

/**
 * The first line that speaks of a failure, else the last one.
 *
 * @param output safe to show; what a package manager says before it begins (`> name@1.0.0 test`) is passed over
 * @returns trimmed; empty where there is no line
 */
export function tellingLine(output: string): string {
  const lines = output
    .split('\n')
    .map((it) => it.trim())
    .filter((it) => it !== '')
  const begun = lines.findIndex((it) => !it.startsWith('> '))
  const said = begun < 0 ? lines : lines.slice(begun)
  const plain = said.filter((it) => !decoration.test(it) && !passed.test(it))
  const telling = plain.find((line) => words.some((word) => line.toLowerCase().includes(word)))
  return telling ?? plain.at(-1) ?? said.at(-1) ?? ''
}

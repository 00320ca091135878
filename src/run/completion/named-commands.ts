/** Commands that the criteria of a spec name. They are listed for whoever may run them; the plan's own text never runs anything. */

import { oneLine } from '../../plan/one-line.ts'
import { noWordsText, splitWords } from '../../plan/split-words.ts'
import type { CompletionCheck } from './finding.ts'

export interface NamedCommand {
  /** As it is written, in one line. */
  readonly line: string
  /** Its words; null where it is none that can be run without a shell. */
  readonly argv: readonly string[] | null
  /** Why it has no words; null where it has. */
  readonly fault: string | null
  readonly check: CompletionCheck
}

/** Programs that a line in back-ticks begins with when it is a command and no name. */
const programs =
  /^(?:\.\/[\w./-]{1,200}|(?:npm|npx|pnpm|yarn|bun|node|deno|python3?|pip3?|pytest|tox|uv|poetry|ruff|mypy|cargo|go|make|cmake|ctest|mvn|gradle|dotnet|ruby|bundle|rake|rspec|php|composer|docker|kubectl|terraform|bash|sh|tsc|eslint|vitest|jest|mocha|playwright|cypress|curl))$/

const longest = 4_000
const mostCommands = 20

/**
 * The commands of a sentence: what stands in back-ticks and begins with a program that is known, or with `./`, and has words
 * behind it or is a test runner of one word (`pytest`).
 */
export function commandsNamed(text: string, check: CompletionCheck): readonly NamedCommand[] {
  const parts = text.slice(0, longest).split('`')
  const found: NamedCommand[] = []
  for (let at = 1; at < parts.length - 1 && found.length < mostCommands; at += 2) {
    const line = (parts[at] ?? '').trim()
    const [first = '', ...more] = line.split(/\s+/)
    if (
      !programs.test(first) ||
      (more.length === 0 && !/^(?:pytest|tox|vitest|jest|mocha|rspec|make|ctest|\.\/.*)$/.test(first))
    )
      continue
    const words = splitWords(line)
    found.push({
      line: oneLine(line),
      argv: words.is === 'words' ? words.words : null,
      fault: words.is === 'words' ? null : noWordsText(words),
      check,
    })
  }
  return found
}

/** The commands that a fence of a shell shows: lines that each can be run alone, and no script. */

import { isOptional } from '../../../plan/optional-criterion.ts'
import { splitWords } from '../../../plan/split-words.ts'

export interface ShellCommand {
  /** On one line, without a prompt and a comment. */
  readonly text: string
  /** Its first line and its last one, from 0. */
  readonly from: number
  readonly to: number
  /** What the fence shows that it prints. */
  readonly prints: readonly string[]
  /** A comment that says what is to come of it; null where none does, or it only says what it is. */
  readonly wants: string | null
}

const prompt = /^\s*[$%]\s+/
const continued = /\\\s*$/
/** What goes on over lines, or changes what those below it mean. */
const ofScript = new Set(
  (
    'if then else elif fi for while until do done case esac select function in { } ( ) [[ cd pushd popd export unset shopt source . alias ' +
    'eval exec trap umask ulimit declare local readonly return exit break continue wait'
  ).split(' '),
)
/** `set -e` only says when it stops. */
const stopping = /^set (?:[-+][euxo]+|pipefail| )+$/
const assignment = /^[A-Za-z_]\w*=\S*$/

/** Whether the name of a fence's language is that of a shell. */
export function isShell(info: string): boolean {
  return /^(?:\{\.)?(?:bash|sh|shell|zsh|ksh|console|terminal|shell-?session|sh-session)\b/i.test(info.trim())
}

/** Whether a line begins with a prompt, as only a shell shows. */
export function hasPrompt(line: string): boolean {
  return /^\s*\$ /.test(line)
}

/**
 * The commands in the lines of a fence; null where they are a script, which only a shell could run as a whole: with loops, conditions,
 * here-documents, another folder or variables that are set.
 */
export function shellCommands(lines: readonly string[]): readonly ShellCommand[] | null {
  const isPrompted = lines.some(hasPrompt)
  const found: { text: string; from: number; to: number; prints: string[]; above: string | null }[] = []
  let isOpen = false
  let comment: string | null = null
  for (const [at, line] of lines.entries()) {
    const last = found.at(-1)
    const own = line.replace(prompt, '').trim()
    if (isOpen && last !== undefined) {
      last.text = `${last.text} ${own.replace(/^> /, '').replace(continued, '').trim()}`
      last.to = at
    } else if (isPrompted && !prompt.test(line) && !own.startsWith('#')) {
      if (own !== '') last?.prints.push(own)
      continue
    } else if (own === '' || own.startsWith('#')) {
      comment = own === '' ? null : own
      continue
    } else if (stopping.test(own)) continue
    else found.push({ text: own.replace(continued, '').trim(), from: at, to: at, prints: [], above: comment })
    isOpen = continued.test(line)
  }
  const commands = found.map(({ above, ...it }) => {
    const at = commentAt(it.text)
    const [text, behind] = at === -1 ? [it.text, null] : [it.text.slice(0, at).trimEnd(), it.text.slice(at)]
    return { ...it, text, wants: wanted(above, behind) }
  })
  if (commands.some(({ text }) => isOfScript(text))) return null
  const others = commands.filter(({ text }) => !installs.test(text))
  return others.length === 0 ? commands : others
}

/** What is only made ready for the commands behind it says nothing of the goal. */
const installs =
  /^(?:(?:npm|pnpm|bun) (?:ci|i|install)|yarn(?: install)?|(?:python3? -m )?pip3? install(?: -\S+| \S+)*|poetry install|uv sync|bundle install|composer install|go mod download|cargo fetch)(?: --?[\w-]+)*$/

/** Where a comment begins behind a command; -1 where none does. */
function commentAt(text: string): number {
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\\' && quote !== "'") at += 1
    else if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '#' && /\s/.test(text.charAt(at - 1))) return at
  }
  return -1
}

/** Whether words say what is to come of a command, and not only what it does. */
export function saysOutcome(text: string): boolean {
  return ofOutcome.test(text)
}

const ofOutcome =
  /\b(?:expect\w*|should|must|needs?|has|have|prints?|printed|returns?|outputs?|shows?|lists?|contains?|displays?|responds?|says?|no|not|none|nothing|never|without|zero|empty|only|exactly|least|most|less|more|under|over|above|below|fails?|failing|exits?|errors?)\b|[≥≤<>=%→"“]|\d/i

function wanted(...comments: readonly (string | null)[]): string | null {
  const said = comments.flatMap((it) => {
    // A number before it says in which order they come.
    const text = it?.replace(/^#+\s*(?:(?:step\s+)?\d+[.):]?\s+)?/i, '').trim() ?? ''
    return ofOutcome.test(text) || isOptional({ text, under: [] }) ? [text] : []
  })
  return said.length === 0 ? null : said.join('; ')
}

function isOfScript(text: string): boolean {
  const [first = ''] = text.split(/[\s;]+/)
  return (
    ofScript.has(first) ||
    text.split(/\s+/).every((it) => assignment.test(it)) ||
    /^[\w-]+\s*\(\)|<<|`|&\s*$/.test(text) ||
    splitWords(text).is === 'unclosed'
  )
}

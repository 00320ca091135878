/** Commands that the criteria of a spec name. They are listed for whoever may run them; the plan's own text never runs anything. */

import { oneLine } from '../../plan/one-line.ts'
import { noWordsText, splitWords } from '../../plan/split-words.ts'
import { clausesBehind, joinsMore, saidBehind, saysNo, wordsOf } from '../../plan/values/named-paths.ts'
import { isActing } from './acting-command.ts'
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
const programs = new RegExp(
  `^(?:\\./[\\w./-]{1,200}|(?:${[
    'npm npx pnpm yarn bun node deno tsc tsx eslint biome oxlint prettier stylelint vitest jest mocha ava playwright cypress',
    'python3? pip3? pytest tox nox uv poetry pdm hatch ruff mypy pyright flake8 pylint black',
    'cargo go gofmt golangci-lint staticcheck make cmake ctest ninja meson bazel just zig clang-tidy cppcheck swift swiftlint xcodebuild',
    'mvn gradle sbt lein clj kotlinc ktlint detekt dotnet flutter dart mix gleam rebar3 cabal ghc dune opam julia Rscript',
    'ruby bundle rake rspec rubocop php composer phpunit phpstan psalm pint perl luacheck busted',
    'docker kubectl helm terraform ansible-lint tflint hadolint actionlint yamllint shellcheck bats bash sh curl xmllint jq',
  ]
    .join(' ')
    .replaceAll(' ', '|')}))$`,
)

/** Those that are words as well: a command only with what they need behind them. */
const wordPrograms: Readonly<Record<string, RegExp>> = {
  test: /^-[a-z] \S/,
  grep: /^(?:-\S+ )*\S+ \S/,
  diff: /^(?:-\S+ )*\S*[./]\S* \S*[./]\S*$/,
  cmp: /^(?:-\S+ )*\S*[./]\S* \S*[./]\S*$/,
}

const longest = 4_000
const mostCommands = 20

/** Beside its commands, all that a sentence has that says no more than that they pass. */
const passingWords: ReadonlySet<string> = new Set(
  (
    'a an the and or is are was were be been it they which that these following all each run runs ran execute executed executes running with by of must should shall ' +
    'pass passes passed passing succeed succeeds succeeded green successful successfully exit exits code 0 zero test tests suite unit ' +
    'integration check checks lint linter build verification verified verify method command commands'
  ).split(' '),
)

/** Those that name what may pass beside a command: behind it they are about something else. */
const otherWords: ReadonlySet<string> = new Set(
  'suite unit integration check checks lint linter build verification'.split(' '),
)
/** That its tests pass a command may say of itself, but not in a sentence of their own. */
const itsOwn: ReadonlySet<string> = new Set(['test', 'tests'])

/** Words that tell something of a command, where none says that it passes. */
const telling: ReadonlySet<string> = new Set('is are was were runs ran executed'.split(' '))
const passed = /^(?:pass|succe|green|exit)/

/** Whether a sentence only says of a program of this folder that it is there, or names a file that is no script (`./lib.js`). */
function isOnlyNamed(program: string, text: string): boolean {
  if (!program.startsWith('./') || runs.test(text)) return false
  return !/^\.\/[^.]*$|\.(?:sh|bash|zsh|cmd|bat|ps1)$/.test(program) || /\bexists?\b|\bis there\b/i.test(text)
}

const runs = /\b(?:pass\w*|succe\w+|green|exits?|runs?|ran|execut\w+)\b/i

/** The sentence cut at its back-ticks: every second part stood within them; a last one that is never closed did not. */
function partsOf(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  const parts = text.slice(0, longest).split('`')
  return parts.map((it, at) => ({ text: it, isCode: at % 2 === 1 && at < parts.length - 1 }))
}

/** How the format's own list of criteria begins those two: it names the check, and says nothing of it (seed 004 §6.4). */
const label = /^[\s*_]{0,8}(?:quality(?: standards?)?(?: met)?|verification (?:method|passed|criteria))[\s*_]{0,8}:/i

/** Whether a sentence says no more than that its commands pass: of all else that it says they tell nothing. */
export function saysOnlyThatTheyPass(text: string): boolean {
  const commands = new Set(commandsNamed(text, 'verification_passed').map(({ line }) => line))
  const parts = partsOf(text.replace(label, ''))
  const isCommand = (it: (typeof parts)[number]): boolean => it.isCode && commands.has(oneLine(it.text.trim()))
  const words = parts.flatMap((it) => (isCommand(it) ? [] : wordsOf(it.text)))
  const told = parts.map((it) => (isCommand(it) ? '§' : it.text)).join('')
  const isAbout =
    saidBehind(told).every((part) => wordsOf(part).every((it) => !otherWords.has(it))) &&
    clausesBehind(told).every((clause) => wordsOf(clause).every((it) => !otherWords.has(it) && !itsOwn.has(it)))
  const isPlain =
    words.every((it) => passingWords.has(it)) &&
    isAbout &&
    !told.includes('?') &&
    !saysNo(told) &&
    !joinsMore(text.replace(label, ''), commands.size)
  // `npm test` runs the integration suite: whether it does, its passing does not tell.
  const tellsMore = words.some((it) => telling.has(it)) && !words.some((it) => passed.test(it))
  return text.length <= longest && isPlain && !tellsMore
}

/** The words of what may be run, and why what may not has none. */
function runnable(words: ReturnType<typeof splitWords>): Pick<NamedCommand, 'argv' | 'fault'> {
  if (words.is !== 'words') return { argv: null, fault: noWordsText(words) }
  if (isActing(words.words))
    return { argv: null, fault: 'it starts, installs or publishes something, which a person has to do' }
  return { argv: words.words, fault: null }
}

/** What is said before and behind a command of a sentence. */
export interface Around {
  readonly before: string
  readonly behind: string
  /** How many commands it names. */
  readonly commands: number
}

/** Says no more than that what is behind it goes for both. */
const joint = /^[\s,;/&+]*(?:(?:and|or|as well as|both)[\s,]*)?$/i

/**
 * What a sentence says of one of its commands: what stands before the first one, and what stands behind this one, or where that only
 * joins the next one to it, behind that: of "`a` and `b` pass" the same goes for both.
 */
export function saidAround(text: string, line: string): Around {
  const commands = new Set(commandsNamed(text, 'verification_passed').map((it) => it.line))
  const lines: string[] = []
  const said = ['']
  for (const part of partsOf(text.replace(label, ''))) {
    const named = oneLine(part.text.trim())
    if (part.isCode && commands.has(named)) {
      lines.push(named)
      said.push('')
    } else said.push(`${said.pop() ?? ''}${part.isCode ? `\`${part.text}\`` : part.text}`)
  }
  const behind = said.slice(lines.indexOf(line) + 1).find((it) => !joint.test(it))
  return { before: said[0] ?? '', behind: behind ?? '', commands: lines.length }
}

/**
 * The commands of a sentence: what stands in back-ticks and begins with a program that is known, or with `./`, and has words
 * behind it or is a test runner of one word (`pytest`).
 */
export function commandsNamed(text: string, check: CompletionCheck): readonly NamedCommand[] {
  const found: NamedCommand[] = []
  for (const part of partsOf(text).filter(({ isCode }) => isCode)) {
    if (found.length === mostCommands) break
    const line = part.text.trim()
    const [first = '', ...more] = line.split(/\s+/)
    if (
      !(programs.test(first) || wordPrograms[first]?.test(more.join(' ').slice(0, 300)) === true) ||
      (more.length === 0 && isOnlyNamed(first, text)) ||
      (more.length === 0 &&
        !/^(?:pytest|tox|nox|vitest|jest|mocha|rspec|phpunit|make|ctest|rubocop|golangci-lint|\.\/.*)$/.test(first))
    )
      continue
    const words = splitWords(line)
    found.push({ line: oneLine(line), ...runnable(words), check })
  }
  return found
}

/** A line or script for a shell, taken apart into the commands in it: enough to see which files it names, never to run it. */

export interface ShellCommand {
  /** Program and arguments, without quotes, keywords, redirections, and what assigns variables before it. */
  readonly words: readonly string[]
  /** Values of the variables that it is given. */
  readonly given: readonly string[]
  /** Files that it reads as its input. */
  readonly inputs: readonly string[]
  /** The same number for the commands of one pipeline. */
  readonly pipe: number
  /** Commands whose output it takes as words. */
  readonly inner: readonly ShellCommand[]
}

/** Stands for the folder of the script that a line stands in. */
export const here = '@here'
/** Stands for the root of the repository. */
export const top = '@root'

/** Words before a command that belong to the shell. */
const keywords: ReadonlySet<string> = new Set(
  'if then elif else while until do ! exec eval command builtin time nohup coproc'.split(' '),
)
const declares: ReadonlySet<string> = new Set(['export', 'local', 'readonly', 'declare', 'typeset'])
const assignment = /^([A-Za-z_]\w*)\+?=/

/** Output of commands inside of commands is taken so far. */
const deepest = 20
/** No name of a variable, with what is done to its value, is longer. */
const longestName = 300

interface Reader {
  readonly text: string
  at: number
  pipes: number
  /** Signs that values of variables may still add: a text cannot make itself long. */
  left: number
  readonly variables: Map<string, string>
}

/**
 * @param text one line or a whole script
 * @returns its commands in order; what is not known in a word (`$NAME`, the output of commands) stays in it as `$`
 */
export function commandsOf(text: string): readonly ShellCommand[] {
  const reader: Reader = { text, at: 0, pipes: 0, left: 100_000, variables: new Map() }
  const commands: ShellCommand[] = []
  // A bracket that closes nothing ends nothing.
  while (reader.at < text.length) commands.push(...readCommands(reader, '', 0))
  return commands
}

/** Reads to the sign that ends the output of commands (`)`, a backtick), or to the end. */
function readCommands(reader: Reader, end: string, depth: number): readonly ShellCommand[] {
  const commands: ShellCommand[] = []
  let command = newCommand(reader)
  const now: { word: string | null; redirect: string } = { word: null, redirect: '' }
  let open = 0
  const endWord = (): void => {
    if (now.word !== null) {
      if (now.redirect === '') command.words.push(now.word)
      else if (now.redirect === '<') command.inputs.push(now.word)
      now.redirect = ''
    }
    now.word = null
  }
  const endCommand = (isPiped: boolean): void => {
    endWord()
    now.redirect = ''
    const settled = settle(command, reader.variables)
    if (settled !== null) commands.push(settled)
    const { pipe } = command
    command = newCommand(reader)
    if (isPiped) command.pipe = pipe
  }
  const add = (text: string): void => {
    now.word = (now.word ?? '') + text
  }
  const { text } = reader
  while (reader.at < text.length) {
    const sign = text.charAt(reader.at)
    const next = text.charAt(reader.at + 1)
    reader.at += 1
    if (sign === end && open === 0) break
    if (sign === "'") add(readQuoted(reader))
    else if (sign === '"') add(readDoubled(reader, command.inner, depth))
    else if (sign === '\\') {
      reader.at += 1
      if (next !== '\n' && next !== '\r') add(next)
    } else if (sign === '$' || sign === '`') add(readValue(reader, sign, command.inner, depth))
    else if (sign === '#' && now.word === null) {
      while (reader.at < text.length && text.charAt(reader.at) !== '\n') reader.at += 1
    } else if ((sign === '<' || sign === '>') && next === '(' && depth < deepest) {
      reader.at += 1
      add(outputOf(readCommands(reader, ')', depth + 1), command.inner))
    } else if (sign === '<' || sign === '>' || (sign === '&' && next === '>')) {
      if (now.word !== null && /^\d+$/.test(now.word)) now.word = null
      endWord()
      now.redirect = sign
      while ('<>&|-'.includes(text.charAt(reader.at)) && reader.at < text.length)
        now.redirect += text.charAt(reader.at++)
      if (now.redirect === '<<<') now.redirect = ''
    } else if ('\n;&|()'.includes(sign) || ('{}'.includes(sign) && now.word === null)) {
      if (sign === '(') open += 1
      if (sign === ')' && open > 0) open -= 1
      endCommand(sign === '|' && next !== '|')
      if (sign === '|' && next === '|') reader.at += 1
    } else if (/\s/.test(sign)) endWord()
    else add(sign)
  }
  endCommand(false)
  return commands
}

interface Growing {
  readonly words: string[]
  readonly inputs: string[]
  pipe: number
  readonly inner: ShellCommand[]
}

function newCommand(reader: Reader): Growing {
  reader.pipes += 1
  return { words: [], inputs: [], pipe: reader.pipes, inner: [] }
}

/** Tells variables from words; null where nothing is left. */
function settle({ words, inputs, pipe, inner }: Growing, variables: Map<string, string>): ShellCommand | null {
  const begins = words.findIndex((it) => !keywords.has(it) && !assignment.test(it))
  const before = begins < 0 ? words : words.slice(0, begins)
  const rest = begins < 0 ? [] : words.slice(begins)
  const given: string[] = []
  for (const word of declares.has(rest[0] ?? '') ? [...before, ...rest] : before) {
    const name = assignment.exec(word)
    if (!name) continue
    const value = word.slice(name[0].length)
    given.push(value)
    if (value.length < 2 * longestName) variables.set(name[1] ?? '', value)
  }
  if (rest.length + given.length + inputs.length + inner.length === 0) return null
  return { words: rest, given, inputs, pipe, inner }
}

function readQuoted(reader: Reader): string {
  const ends = reader.text.indexOf("'", reader.at)
  const from = reader.at
  reader.at = ends < 0 ? reader.text.length : ends + 1
  return reader.text.slice(from, ends < 0 ? undefined : ends)
}

function readDoubled(reader: Reader, inner: ShellCommand[], depth: number): string {
  const { text } = reader
  let word = ''
  while (reader.at < text.length) {
    const sign = text.charAt(reader.at)
    reader.at += 1
    if (sign === '"') break
    if (sign === '\\') word += text.charAt(reader.at++)
    else if (sign === '$' || sign === '`') word += readValue(reader, sign, inner, depth)
    else word += sign
  }
  return word
}

/** What stands behind a `$` or between backticks; `$` stays where it is not known. */
function readValue(reader: Reader, sign: string, inner: ShellCommand[], depth: number): string {
  const { text, variables } = reader
  const next = text.charAt(reader.at)
  if (sign === '`' || next === '(') {
    if (depth >= deepest) return '$'
    if (sign === '$') reader.at += 1
    return outputOf(readCommands(reader, sign === '`' ? '`' : ')', depth + 1), inner)
  }
  if (next === '{') {
    const ends = text.slice(reader.at, reader.at + longestName).indexOf('}')
    if (ends < 0) return '$'
    const name = text.slice(reader.at + 1, reader.at + ends)
    reader.at += ends + 1
    return spend(reader, braced(name, variables))
  }
  const name = /^(?:[A-Za-z_]\w*|\d)/.exec(text.slice(reader.at, reader.at + longestName))?.[0] ?? ''
  reader.at += name.length
  return name === 'BASH_SOURCE' ? '$0' : spend(reader, variables.get(name) ?? `$${name}`)
}

function spend(reader: Reader, value: string): string {
  reader.left -= value.length
  return reader.left < 0 ? '$' : value
}

/** What `${…}` stands for. */
function braced(inside: string, variables: ReadonlyMap<string, string>): string {
  const [, name = '', does = ''] = /^(\w+)(?:\[0\])?(.*)$/s.exec(inside) ?? []
  const value = name === '0' || name === 'BASH_SOURCE' ? '$0' : variables.get(name)
  if (does.startsWith('%/') || does.startsWith('%%/')) return value === undefined ? '$' : folderOf(value)
  return value ?? /^:?[-=](.*)$/s.exec(does)?.[1] ?? `$${name}`
}

/** What commands print, as far as it is a place that scripts ask for. */
function outputOf(commands: readonly ShellCommand[], inner: ShellCommand[]): string {
  inner.push(...commands)
  const all = commands.map((it) => it.words)
  const last = all.at(-1) ?? []
  const [program, ...rest] = last
  const value = rest.findLast((it) => !it.startsWith('-')) ?? ''
  if (program === 'dirname') return folderOf(value)
  if (program === 'readlink' || program === 'realpath') return value
  if (program === 'pwd') return all.length === 1 ? '.' : (all.findLast((it) => it[0] === 'cd')?.at(-1) ?? '$')
  return last.join(' ').startsWith('git rev-parse --show-toplevel') ? top : '$'
}

function folderOf(place: string): string {
  if (place === '$0') return here
  const slash = place.lastIndexOf('/')
  return slash < 0 ? (place.startsWith('$') || place.startsWith('@') ? `${place}/..` : '.') : place.slice(0, slash)
}

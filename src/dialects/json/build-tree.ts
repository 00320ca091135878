/** From tokens to a tree, by a stack of its own: however deep a file is nested, it costs no stack of calls. */

import { place as placeIn } from '../../plan/position.ts'
import type { Source } from '../../plan/source.ts'
import type { Findings } from '../findings.ts'
import { standsAt, wholeText, type Extent } from '../scan/bytes.ts'
import { readString } from './scalars.ts'
import { closedEnd, numberAt, singleQuoted, wordAt } from './slips.ts'
import { tokensOf, type Tokens } from './tokens.ts'
import type { JsonMember, JsonNode } from './tree.ts'

/** How deep objects and lists may lie in each other (RELIABILITY 6). */
const deepest = 64
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

interface Open {
  readonly is: 'object' | 'list'
  readonly start: number
  readonly members: Map<string, JsonMember>
  readonly items: JsonNode[]
  /** Key of the member that is being read. */
  key: (Extent & { readonly name: string }) | null
}

/** A file while it is read. */
interface Building {
  readonly source: Source
  /** With one character for each byte. */
  readonly text: string
  readonly tokens: Tokens
  readonly findings: Findings
  readonly open: Open[]
  root: JsonNode | null
  /** `first`: an element or the end; `next`: an element, or the end where a comma may trail. */
  expects: 'value' | 'first' | 'next' | 'colon' | 'separator' | 'nothing'
  comma: Extent | null
  readonly isLoose: boolean
}

/**
 * Reads one value and says what is wrong. After a slip that has one reading (a trailing comma, a comment, single quotes, a key
 * without quotes) it goes on; after any other it stops with what it has.
 * @returns the value, and whether the end of the file was reached in order
 */
export function buildTree(
  source: Source,
  findings: Findings,
): { readonly root: JsonNode | null; readonly isComplete: boolean } {
  const text = wholeText(source.bytes)
  const it: Building = {
    source,
    text,
    tokens: tokensOf(text, standsAt(source.bytes, 0, '\u00ef\u00bb\u00bf') ? 3 : 0),
    findings,
    open: [],
    root: null,
    expects: 'value',
    comma: null,
    isLoose: source.path.toLowerCase().endsWith('.jsonc'),
  }
  let went: 'on' | 'done' | 'stop'
  do {
    it.tokens.next()
    went = takeToken(it)
  } while (went === 'on')
  while (it.open.length > 0) close(it, it.tokens.start)
  return { root: it.root, isComplete: went === 'done' }
}

function takeToken(it: Building): 'on' | 'done' | 'stop' {
  const { tokens, open, findings } = it
  const into = open.at(-1) ?? null
  if (tokens.kind === 'comment') return takeComment(it)
  if (it.expects === 'nothing') {
    if (tokens.kind === 'end') return 'done'
    const help = 'a JSON file holds one value: take out what follows it'
    findings.add('MW410', 'error', token(it), 'something follows the value', help)
    return 'stop'
  }
  // A string that the file ends in is no string at all.
  if (tokens.kind === 'end' || (tokens.fault === 'string-open' && tokens.end >= it.text.length)) {
    sayCut(it, into)
    return 'stop'
  }
  if (it.expects === 'colon') {
    it.expects = 'value'
    if (tokens.kind === 'colon') return 'on'
    wrong(it, before(it), "':' expected", "write ':' between key and value")
  }
  if (tokens.kind === 'close-object' || tokens.kind === 'close-list') return takeEnd(it, into)
  if (it.expects === 'separator') {
    it.expects = 'next'
    if (tokens.kind === 'comma') {
      it.comma = token(it)
      return 'on'
    }
    it.comma = null
    const end = into?.is === 'object' ? '}' : ']'
    wrong(it, before(it), `',' or '${end}' expected`, 'look for a comma or a quote that is missing')
  }
  if (tokens.kind === 'comma' || tokens.kind === 'colon') {
    wrong(
      it,
      token(it),
      `'${it.text.charAt(tokens.start)}' in the place of a value`,
      'write a value there, or take it out',
    )
    return tokens.kind === 'comma' && it.expects === 'next' ? 'on' : 'stop'
  }
  return into?.is === 'object' && it.expects !== 'value' ? takeKey(it, into) : takeValue(it)
}

function takeComment(it: Building): 'on' | 'stop' {
  const isOpen = it.tokens.fault !== null
  if (isOpen) wrong(it, token(it), 'a comment is never closed', 'take it out: JSON has no comments')
  else if (!it.isLoose) wrong(it, token(it), 'comments are not JSON', 'take it out, or call the file .jsonc')
  return isOpen ? 'stop' : 'on'
}

function takeEnd(it: Building, into: Open | null): 'on' | 'stop' {
  const { tokens } = it
  if (into?.is !== (tokens.kind === 'close-object' ? 'object' : 'list')) {
    const wanted = into === null ? 'a value' : into.is === 'object' ? "',' or '}'" : "',' or ']'"
    wrong(it, token(it), `${wanted} expected`, 'look for a bracket that is missing, or one too many')
    return 'stop'
  }
  if (it.expects === 'value') {
    wrong(it, before(it), 'a value is missing', 'write the value, or take the key out')
    return 'stop'
  }
  if (it.expects === 'next' && it.comma !== null && !it.isLoose)
    wrong(it, it.comma, 'trailing comma', 'take the comma out')
  close(it, tokens.end)
  return 'on'
}

function takeKey(it: Building, into: Open): 'on' | 'stop' {
  const { tokens, findings, source, text } = it
  const of = { bytes: source.bytes, text }
  if (tokens.kind === 'open-object' || tokens.kind === 'open-list') {
    wrong(it, token(it), 'a key is expected', 'write "key": before the value')
    return 'stop'
  }
  let inner: Extent = token(it)
  if (tokens.kind === 'string') {
    inner = { start: tokens.start + 1, end: closedEnd(text, tokens) }
    if (tokens.fault !== null) wrong(it, token(it), 'this key is not closed, or has an unknown escape', 'write "key"')
  } else {
    const quoted = singleQuoted(text, tokens)
    if (quoted === null) wrong(it, token(it), 'a key needs quotes', 'write it as "key"')
    else wrong(it, { start: tokens.start, end: tokens.start + 1 }, 'single quote; JSON needs "', 'write " in its place')
    inner = quoted ?? inner
  }
  const at = token(it)
  const name = readString(of, inner, at, findings).text
  if (forbidden.has(name)) {
    const help = 'take it out: it could change how programs work that read the file'
    findings.add('MW403', 'error', at, `key "${name}" is not allowed`, help)
  }
  const first = into.members.get(name)
  if (first !== undefined) {
    const shown = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)
    const message = `duplicate key ${shown} (first at ${placeIn(source, first.start)})`
    const related = [{ message: 'it is given here first', span: findings.span(first.key) }]
    findings.add('MW402', 'error', at, message, 'take one of them out: programs differ in which one counts', related)
  }
  into.key = { name, ...at }
  it.expects = 'colon'
  return 'on'
}

function takeValue(it: Building): 'on' | 'stop' {
  const { tokens, open, findings, source, text } = it
  const at = token(it)
  switch (tokens.kind) {
    case 'open-object':
    case 'open-list':
      if (open.length >= deepest) {
        findings.add('MW404', 'error', at, `nested deeper than ${deepest} levels`, 'make the file flatter')
        return 'stop'
      }
      open.push({
        is: tokens.kind === 'open-object' ? 'object' : 'list',
        start: at.start,
        members: new Map(),
        items: [],
        key: null,
      })
      it.expects = 'first'
      return 'on'
    case 'null':
      put(it, { is: 'literal', value: null, ...at })
      return 'on'
    case 'true':
    case 'false':
      put(it, { is: 'literal', value: tokens.kind === 'true', ...at })
      return 'on'
    case 'number':
      put(it, numberAt(text, tokens, findings))
      return 'on'
    case 'string': {
      if (tokens.fault === 'escape') wrong(it, at, 'unknown escape in a string', 'write \\\\ for a backslash')
      if (tokens.fault === 'string-open')
        wrong(it, { start: at.end, end: at.end }, 'the line ends inside a string', 'close the string, or write \\n')
      const inner = { start: at.start + 1, end: closedEnd(text, tokens) }
      put(it, readString({ bytes: source.bytes, text }, inner, at, findings))
      return 'on'
    }
    default: {
      const node = wordAt(source.bytes, text, tokens, findings)
      if (node !== null) put(it, node)
      return node === null ? 'stop' : 'on'
    }
  }
}

function put(it: Building, node: JsonNode): void {
  const into = it.open.at(-1)
  it.expects = into === undefined ? 'nothing' : 'separator'
  if (into === undefined) it.root = node
  else if (into.is === 'list') into.items.push(node)
  else if (into.key !== null) {
    const { name, start, end } = into.key
    // Of a key that is given twice the first one stays: both are told, and nothing is run.
    if (!into.members.has(name))
      into.members.set(name, { name, key: { start, end }, value: node, start, end: node.end })
    into.key = null
  }
}

function close(it: Building, end: number): void {
  const top = it.open.pop()
  if (top === undefined) return
  const { is, start, members, items } = top
  put(it, is === 'object' ? { is, members, start, end } : { is, items, start, end })
}

/** MW401, with what was opened last. */
function sayCut(it: Building, into: Open | null): void {
  const { source, tokens, findings } = it
  const at = source.bytes.length
  const inside =
    tokens.kind === 'string' ? 'a string' : into === null ? 'a value' : into.is === 'object' ? 'an object' : 'a list'
  const where = into === null ? '' : `; ${into.is} opened at ${placeIn(source, into.start)} is not closed`
  const opened = into === null ? null : findings.span({ start: into.start, end: into.start + 1 })
  const isEmpty = into === null && tokens.kind === 'end'
  const message = isEmpty ? 'file ends before a value' : `file ends inside ${inside}${where} (partial write?)`
  const help = 'bring the file back whole, from where it came; nothing of it was used'
  const related = opened === null ? [] : [{ message: 'it is opened here', span: opened }]
  findings.add('MW401', 'error', { start: at, end: at }, message, help, related)
}

function token({ tokens: { start, end } }: Building): Extent {
  return { start, end }
}

/** The place before the present token. */
function before({ tokens: { start } }: Building): Extent {
  return { start, end: start }
}

function wrong({ findings }: Building, place: Extent, message: string, help: string): void {
  findings.add('MW400', 'error', place, message, help)
}

/** Writes JSON values into a file that is there, as its own author would: with its indentation, line ends and spaces. */

import type { Edit } from '../../plan/source.ts'
import { invisibleName } from '../encoding/characters.ts'
import { byte, decode, wholeText } from '../scan/bytes.ts'
import { beforeBlocks, behindBlocks, commentsIn, holdsComment } from './comments.ts'
import { says } from './equal.ts'
import { beginsLine, holdsLineFeed, indentAt } from './lines.ts'
import type { JsonList, JsonMember, JsonNode, JsonObject, JsonValue } from './tree.ts'

/** How a file is laid out. */
export interface Layout {
  readonly path: string
  readonly bytes: Uint8Array
  /** Whether members of the whole stand on lines of their own. */
  readonly isSpread: boolean
  /** One step of indentation. */
  readonly step: string
  readonly lineEnd: '\n' | '\r\n'
  /** What stands between key and value, and between two values of one line. */
  readonly colon: string
  readonly comma: string
  /** Whether everything beyond ASCII is written as escapes. */
  readonly isAscii: boolean
}

/** Looks at a file's first members; two spaces and one value a line where it holds none. */
export function layoutOf(path: string, bytes: Uint8Array, root: JsonNode | null): Layout {
  const first = root?.is === 'object' ? [...root.members.values()][0] : undefined
  const feed = bytes.indexOf(byte.lineFeed)
  const isSpread = first === undefined || root === null || holdsLineFeed(bytes, root.start, first.start)
  const own =
    first === undefined || root === null ? '' : indentAt(bytes, first.start).slice(indentAt(bytes, root.start).length)
  const between = first === undefined ? ': ' : decode(bytes, first.key.end, first.value.start)
  const isMinified = !isSpread && !between.includes(' ')
  return {
    path,
    bytes,
    isSpread,
    step: isSpread && /^[ \t]+$/.test(own) ? own : '  ',
    lineEnd: feed > 0 && bytes[feed - 1] === byte.carriageReturn ? '\r\n' : '\n',
    colon: isPlainColon(between) ? between : ': ',
    comma: isMinified ? ',' : ', ',
    isAscii: holdsEscapes(bytes),
  }
}

/** Whether what stands between a key and its value can stand so between others: in one line, without comments. */
export function isPlainColon(between: string): boolean {
  return /^[ \t]*:[ \t]*$/.test(between)
}

/**
 * Whether a file writes characters beyond ASCII as escapes, and none as itself. Escapes of what is never written as itself say
 * nothing: one that was written here would change how all that follows is written.
 */
function holdsEscapes(bytes: Uint8Array): boolean {
  const text = wholeText(bytes)
  if (/[^\0-\x7f]/.test(text.slice(3))) return false
  for (const [escapes] of text.matchAll(/(?:\\u[0-9a-fA-F]{4})+|\\./g))
    if (
      escapes.length > 2 &&
      Array.from(JSON.parse(`"${escapes}"`) as string).some((it) => it > '\x7f' && !isHidden(it))
    )
      return true
  return false
}

/**
 * A string with its quotes. What no editor shows, or what programs take for an end of a line, is written as an escape, so
 * that what is written here is never found to hold hidden characters.
 */
export function quote(text: string, { isAscii }: Pick<Layout, 'isAscii'>): string {
  let written = ''
  for (const character of JSON.stringify(text)) {
    written += isHidden(character) || (isAscii && character > '\x7f') ? escaped(character) : character
  }
  return written
}

/** Whether no editor shows a character, or programs take it for an end of a line. */
function isHidden(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return (point >= 0x7f && point < 0xa0) || point === 0x2028 || point === 0x2029 || invisibleName(point) !== null
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
}

/** A value as text; spread over lines that begin with `indent` and more, or in one line where that is null. */
function render(value: JsonValue, indent: string | null, layout: Omit<Layout, 'path' | 'bytes'>): string {
  if (typeof value === 'string') return quote(value, layout)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const isList = Array.isArray(value)
  const below = indent === null ? null : indent + layout.step
  const parts = isList
    ? (value as readonly JsonValue[]).map((item) => render(item, below, layout))
    : Object.entries(value as Readonly<Record<string, JsonValue | undefined>>).flatMap(([name, member]) =>
        member === undefined ? [] : [`${quote(name, layout)}${layout.colon}${render(member, below, layout)}`],
      )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  if (indent === null || below === null) return open + parts.join(layout.comma) + close
  const { lineEnd } = layout
  return `${open}${lineEnd}${below}${parts.join(`,${lineEnd}${below}`)}${lineEnd}${indent}${close}`
}

/** Replaces a value by another one, in the form that the old one has: over lines where that is, else in one. */
export function replaceNode(node: JsonNode, value: JsonValue, { path, bytes, ...layout }: Layout): Edit {
  const indent = holdsLineFeed(bytes, node.start, node.end) ? indentAt(bytes, node.start) : null
  const content = render(value, indent, layout)
  return { path, offset: node.start, length: node.end - node.start, content }
}

/**
 * Replaces an object by another one. Where it has comments in it and the same members, only those that say something else are
 * replaced, so that what a person has said beside the others, and before and behind each, stays.
 */
export function replaceMembers(
  object: JsonObject,
  members: Readonly<Record<string, JsonValue>>,
  layout: Layout,
): readonly Edit[] {
  const { bytes } = layout
  const present = [...object.members.values()]
  const areSame =
    present.length === Object.keys(members).length && present.every(({ name }) => Object.hasOwn(members, name))
  if (!areSame || !holdsComment(bytes, object)) return [replaceNode(object, members, layout)]
  return present.flatMap(({ name, value, start }) => {
    const wanted = members[name] ?? null
    if (says(value, wanted)) return []
    const indent = beginsLine(bytes, start) ? indentAt(bytes, start) : null
    return [
      {
        path: layout.path,
        offset: value.start,
        length: value.end - value.start,
        content: render(wanted, indent, layout),
      },
    ]
  })
}

/** Where something new is put: behind or before a part of a container that is there; without either behind its last one. */
export interface Spot {
  readonly behind?: Part
  readonly before?: Part
  /** Whether what stands above `before` is said of it; else that was there before anything stood here. */
  readonly isSaidOf?: boolean
  /** What a line of its own begins with, null in the line of that part; as the container is laid out where it is not given. */
  readonly indent?: string | null
}

/** An item of a list, or a member of an object. */
export type Part = JsonNode | JsonMember

/** Puts members into an object, behind the last one unless a spot is named; one edit for all of them. */
export function addMembers(
  object: JsonObject,
  members: readonly (readonly [string, JsonValue])[],
  layout: Layout,
  spot: Spot = {},
): Edit {
  return add(
    object,
    { present: [...object.members.values()], spot },
    (indent) => members.map(([name, value]) => `${quote(name, layout)}${layout.colon}${render(value, indent, layout)}`),
    layout,
  )
}

/** Puts items into a list, behind the last one unless a spot is named; one edit for all of them. */
export function addItems(list: JsonList, items: readonly JsonValue[], layout: Layout, spot: Spot = {}): Edit {
  return add(list, { present: list.items, spot }, (indent) => items.map((item) => render(item, indent, layout)), layout)
}

function add(
  container: JsonObject | JsonList,
  { present, spot }: { readonly present: readonly Part[]; readonly spot: Spot },
  rendered: (indent: string | null) => readonly string[],
  layout: Layout,
): Edit {
  const { path, bytes, lineEnd } = layout
  const [first] = present
  const next = spot.behind ?? spot.before ?? present.at(-1)
  if (first === undefined || next === undefined) {
    const above = indentAt(bytes, container.start)
    // Where comments are allowed, what somebody has said of what is to come stays before it.
    const { end: offset } = commentsIn(bytes, container.start + 1, container.end - 1)
    const isSpread = layout.isSpread || holdsLineFeed(bytes, container.start, container.end)
    const indent = isSpread ? above + layout.step : null
    const parts = rendered(indent)
    // The line that it ends on goes on to begin as it does, so that what is put behind it stands in the same place later.
    const gap = decode(bytes, offset, container.end - 1)
    const isOnOwnLine = holdsLineFeed(bytes, offset, container.end)
    const below = isOnOwnLine ? indentAt(bytes, container.end - 1) : above
    const isBare = offset === container.start + 1
    const content =
      indent === null
        ? `${isBare ? '' : gap}${parts.join(layout.comma)}`
        : `${lineEnd}${indent}${parts.join(`,${lineEnd}${indent}`)}${lineEnd}${below}`
    return { path, offset, length: container.end - 1 - offset, content }
  }
  const isSpread = holdsLineFeed(bytes, container.start, first.start) || beginsLine(bytes, next.start)
  const indent = spot.indent === undefined ? (isSpread ? indentAt(bytes, next.start) : null) : spot.indent
  const parts = rendered(indent)
  const between = indent === null ? layout.comma : `,${lineEnd}${indent}`
  const beside = indent === null ? null : besideComments(container, { next, spot }, layout)
  if (beside !== null) {
    const { offset, length, head, tail } = beside
    const content = parts.map((part) => `${lineEnd}${indent ?? ''}${part}`).join(',')
    return { path, offset, length, content: head + content + tail }
  }
  if (spot.before === undefined || spot.behind !== undefined) {
    const offset = indent === null ? behindBlocks(bytes, next.end) : next.end
    return { path, offset, length: 0, content: parts.map((part) => between + part).join('') }
  }
  const isSaid = indent === null && spot.isSaidOf === true
  const offset = isSaid ? beforeBlocks(bytes, container.start + 1, next.start) : next.start
  return { path, offset, length: 0, content: parts.map((part) => part + between).join('') }
}

/**
 * Where something new stands so that each comment stays with what it is about: behind those on the line of the part it follows,
 * and before those above the part that it precedes. Null where there are none.
 */
function besideComments(
  container: JsonObject | JsonList,
  { next, spot }: { readonly next: Part; readonly spot: Spot },
  { bytes }: Layout,
): {
  readonly offset: number
  readonly length: number
  /** What goes before and behind it. */
  readonly head: string
  readonly tail: string
} | null {
  if (spot.before !== undefined && spot.behind === undefined) {
    if (spot.isSaidOf !== true || commentsIn(bytes, container.start + 1, next.start).count === 0) return null
    const { end } = commentsIn(bytes, container.start + 1, next.start, 'line')
    return { offset: end, length: 0, head: '', tail: ',' }
  }
  const { end, count, hasComma } = commentsIn(bytes, next.end, container.end - 1, 'line')
  if (count === 0) return null
  if (hasComma) return { offset: end, length: 0, head: '', tail: ',' }
  return { offset: next.end, length: end - next.end, head: `,${decode(bytes, next.end, end)}`, tail: '' }
}

/** The public signatures of one parsed file. */

import type { Node, QueryMatch } from '@vscode/tree-sitter-wasm'
import { sortMatches, type Found, type Item, type Scope } from './captures.ts'
import { hiddenMembers, insideOf } from './hidden-ranges.ts'
import type { Written } from './languages.ts'
import type { Signature } from './signature.ts'
import { textOf, type TextOptions } from './signature-text.ts'

/**
 * Reads the public signatures of a file.
 *
 * @param source the text that was parsed
 * @param matches what the query of its language found in it
 * @returns them in the order of the file; overloads have one name
 */
export function extract(source: string, matches: readonly QueryMatch[], written: Written): readonly Signature[] {
  const found = sortMatches(matches, written)
  const options: TextOptions = { source, cut: found.cut, tuple: written.language.tuple }
  const isHidden = hiddenIn(found)
  const named = namesIn(found, written.language.joinedBy)
  const textFor = textsOf(found, options)
  const signatures: Signature[] = []
  const seen = new Set<string>()
  const add = (name: string, text: string, node: Node): void => {
    const key = `${name}\n${text}`
    if (seen.has(key)) return
    seen.add(key)
    signatures.push({ name, text, line: node.startPosition.row + 1 })
  }
  for (const item of inOrder(found.items.values())) {
    const names = isHidden(item) ? [] : named.of(item)
    named.enter(item, names)
    if (names.length === 0) continue
    const text = textFor(item)
    const lead = (item.isGlobal ? [] : named.lead()).map((it) => `${textOf(it, options)} `)
    for (const name of names) add(name, `${lead.join('')}${text || name}`, item.nameNode)
  }
  const given = new Set(signatures.map((it) => it.name))
  for (const { name, as, node, from } of found.listed)
    if (from !== null) add(as, `${name} from ${textOf(from, options)}`, node)
    else if (!named.isKnown(name) && !given.has(as)) add(as, `listed: ${name}`, node)
  return signatures.toSorted((one, other) => one.line - other.line)
}

/** The outer before the inner. */
function inOrder(items: Iterable<Item>): readonly Item[] {
  return [...items].toSorted(
    ({ node: one }, { node: other }) => one.startIndex - other.startIndex || other.endIndex - one.endIndex,
  )
}

function hiddenIn({ bodies, hidden, blocks, switches }: Found): (item: Item) => boolean {
  const inside = insideOf([...bodies, ...hidden, ...hiddenMembers(blocks, switches)])
  return ({ node, nameNode, anchor }) =>
    anchor === null ? inside(node.startIndex) || inside(nameNode.startIndex) : inside(anchor.startIndex)
}

/**
 * The texts of declarations. What is said of all names of one is put together once, so that a declaration of a thousand names
 * takes no thousand times as long.
 */
function textsOf({ items }: Found, options: TextOptions): (item: Item) => string {
  const parts = new Map<number, Node[]>()
  for (const { node, part } of items.values())
    if (part !== null) {
      const known = parts.get(node.id)
      if (known === undefined) parts.set(node.id, [part])
      else known.push(part)
    }
  const around = new Map<number, string>()
  return ({ node, part }) => {
    const all = part === null ? [] : (parts.get(node.id) ?? [])
    const [first, ...rest] = all
    if (part === null || first === undefined || rest.length === 0) return textOf(node, options)
    const known =
      around.get(node.id) ??
      textOf(node, options, {
        first: first.id,
        rest: new Set([...rest.map((it) => it.id), ...commasIn(first.parent)]),
        instead: stand,
      })
    around.set(node.id, known)
    return known.replace(stand, () => textOf(part, options))
  }
}

/** Stands for a part of a text; no source has it, and if it had, this would be its first. */
const stand = '\uFFFC'

function commasIn(parent: Node | null): readonly number[] {
  return (parent?.children ?? []).flatMap((it) => (it?.type === ',' ? it.id : []))
}

interface Open {
  readonly end: number
  /** What names in it begin with; none where nothing in it is seen. */
  readonly names: readonly string[]
  readonly lead: readonly Node[]
}

/** Gives names their scopes, while items come in the order of the file. */
function namesIn(
  found: Found,
  joinedBy: string,
): {
  of(item: Item): readonly string[]
  /** Says what a declaration is called outside, for what is in it. */
  enter(item: Item, names: readonly string[]): void
  lead(): readonly Node[]
  isKnown(name: string): boolean
} {
  const scopes = found.scopes.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const aliases = new Map<string, string[]>()
  for (const { name, as, from } of found.listed)
    if (from === null) aliases.set(name, [...(aliases.get(name) ?? []), as])
  const known = new Set<string>()
  const called = new Map<number, readonly string[]>()
  const open: Open[] = []
  let next = 0

  const leave = (at: number): void => {
    while ((open.at(-1)?.end ?? Infinity) <= at) open.pop()
  }
  const joined = (own: readonly string[]): readonly string[] => {
    const outer = open.at(-1)?.names
    return outer === undefined
      ? own
      : outer.flatMap((it) => own.map((name) => (it === '' ? name : `${it}${joinedBy}${name}`)))
  }
  const openScope = (scope: Scope): void => {
    leave(scope.start)
    const item = scope.nameNode === null ? undefined : called.get(scope.nameNode.id)
    const names = item ?? (scope.name === null ? (open.at(-1)?.names ?? ['']) : joined([scope.name]))
    open.push({ end: scope.end, names, lead: [...(open.at(-1)?.lead ?? []), ...scope.lead] })
  }
  /** Opens what begins before an item, or with it and is around it. */
  const goTo = ({ node, nameNode }: Item): void => {
    for (let scope = scopes[next]; scope !== undefined; scope = scopes[(next += 1)]) {
      const isBefore = scope.start < node.startIndex || (scope.start === node.startIndex && scope.end >= node.endIndex)
      if (!isBefore || scope.nameNode?.id === nameNode.id) break
      openScope(scope)
    }
    leave(node.startIndex)
  }
  return {
    of(item) {
      goTo(item)
      const isTop = open.every((it) => it.names.length === 1 && it.names[0] === '')
      if (isTop) known.add(item.name)
      const byName = aliases.get(item.name) ?? []
      if (item.shown === 'listed' && !isTop) return []
      const own =
        isTop && (item.shown === 'listed' || (item.shown === 'public' && found.hasLists)) ? byName : [item.name]
      return item.isGlobal ? own : joined(own)
    },
    enter(item, names) {
      called.set(item.nameNode.id, names)
    },
    lead: () => open.at(-1)?.lead ?? [],
    isKnown: (name) => known.has(name),
  }
}

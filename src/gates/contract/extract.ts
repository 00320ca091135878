/** The public signatures of one parsed file. */

import type { Node, QueryMatch } from '@vscode/tree-sitter-wasm'
import { sortMatches, type Found, type Item } from './captures.ts'
import { placesOf } from './field-places.ts'
import { hiddenMembers, insideOf } from './hidden-ranges.ts'
import type { Written } from './languages.ts'
import { namesIn } from './names.ts'
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
  const { language } = written
  const found = sortMatches(matches, written)
  const { form, asides, values } = found
  const withCut = (...more: readonly ReadonlySet<number>[]): TextOptions => ({
    source,
    language,
    form: { ...form, cut: new Set([form.cut, ...more].flatMap((it) => [...it])) },
    renamed: null,
  })
  const made = withCut(asides)
  const options = withCut(asides, values)
  const inside = hiddenIn(found)
  const isHidden = ({ node, nameNode, anchor }: Item): boolean =>
    anchor === null ? inside(node.startIndex) || inside(nameNode.startIndex) : inside(anchor.startIndex)
  const named = namesIn(found, language.joinedBy)
  const places = placesOf(found.placed, found.blocks, inside)
  const textFor = textsOf(found, places, options)
  const writtenFor = textsOf(found, places, asWritten(withCut(values)))
  const leadText = (lead: Node | null): string => (lead === null ? '' : `${textOf(lead, options)} `)
  const signatures: Signature[] = []
  const seen = new Set<string>()
  const add = (name: string, text: string, node: Node, others: Pick<Signature, 'written' | 'inside'> = {}): void => {
    const key = `${name}\n${text}`
    if (seen.has(key)) return
    seen.add(key)
    signatures.push({ name, text, ...others, line: node.startPosition.row + 1 })
  }
  for (const item of inOrder(found.items.values())) {
    const names = isHidden(item) ? [] : named.of(item)
    named.enter(item, names)
    if (names.length === 0) continue
    const around = (item.isGlobal ? [] : named.lead()).map(leadText).join('')
    const fields = found.fields.get(item.nameNode.id)?.map((it) => textOf(it, made))
    for (const { name, last, lead } of names) {
      const before = `${item.is === 'type' ? '' : leadText(lead)}${around}`
      const as = found.own.has(item.nameNode.id) && last !== item.nameNode.text ? last : null
      const said = (by: typeof textFor, called: string | null): string =>
        `${before}${(item.isName ? '' : by(item, called)) || name}`
      const [text, written] = [said(textFor, as), said(writtenFor, as)]
      add(name, text, item.nameNode, {
        ...(written === text ? {} : { written }),
        ...(as === null ? {} : { inside: said(writtenFor, null) }),
      })
      if (fields !== undefined) add(`${name}${language.joinedBy}()`, `(${fields.join(', ')})`, item.nameNode)
    }
  }
  const given = new Set(signatures.map((it) => it.name))
  for (const { listed, names } of named.undeclared())
    for (const name of names)
      if (listed.from !== null)
        add(name, `${leadText(listed.lead)}${listed.name} from ${textOf(listed.from, options)}`, listed.node)
      else if (!given.has(name)) add(name, `listed: ${listed.name}`, listed.node)
  return signatures.toSorted((one, other) => one.line - other.line)
}

/** With words in the order that somebody chose. */
function asWritten(options: TextOptions): TextOptions {
  return { ...options, form: { ...options.form, words: new Set(), repeated: new Set() } }
}

/** The outer before the inner. */
function inOrder(items: Iterable<Item>): readonly Item[] {
  return [...items].toSorted(
    ({ node: one }, { node: other }) => one.startIndex - other.startIndex || other.endIndex - one.endIndex,
  )
}

function hiddenIn({ bodies, hidden, blocks, switches }: Found): (at: number) => boolean {
  return insideOf([...bodies, ...hidden, ...hiddenMembers(blocks, switches)])
}

/**
 * The texts of declarations. What is said of all names of one is put together once, so that a declaration of a thousand names
 * takes no thousand times as long.
 */
function textsOf(
  { items, numbers }: Found,
  places: ReadonlyMap<number, number>,
  options: TextOptions,
): (item: Item, as: string | null) => string {
  const parts = new Map<number, { readonly part: Node; readonly among: Node | null }[]>()
  for (const { node, part, among } of items.values())
    if (part !== null) {
      const known = parts.get(node.id)
      if (known === undefined) parts.set(node.id, [{ part, among }])
      else known.push({ part, among })
    }
  const around = new Map<number, string>()
  const textAround = (node: Node, among: Node | null): string => {
    const all = parts.get(node.id) ?? []
    const first = all.find((it) => it.among?.id === among?.id)?.part ?? node
    const rest = all.map((it) => (it.among === null || it.among.id === among?.id ? it.part : it.among).id)
    const between = [...commasIn(first.parent), ...commasIn(among?.parent ?? null)]
    return textOf(node, options, {
      first: first.id,
      rest: new Set([...rest, ...between].filter((id) => id !== first.id)),
      instead: stand,
    })
  }
  const textFor = ({ node, nameNode, part, among }: Item, as: string | null): string => {
    const named = as === null ? options : { ...options, renamed: { id: nameNode.id, as } }
    if (part === null || (parts.get(node.id)?.length ?? 0) < 2) return textOf(node, named)
    const key = among?.id ?? node.id
    const known = around.get(key) ?? textAround(node, among)
    around.set(key, known)
    return known.replace(stand, () => textOf(part, named))
  }
  return (item, as) => {
    const number = numbers.get(item.node.id)
    const place = item.part === null ? undefined : places.get(item.part.id)
    const behind = `${number === undefined ? '' : ` ${number}`}${place === undefined ? '' : `, field ${place}`}`
    return `${textFor(item, as)}${behind}`
  }
}

/** Stands for a part of a text; no source has it, and if it had, this would be its first. */
const stand = '\uFFFC'

function commasIn(parent: Node | null): readonly number[] {
  return (parent?.children ?? []).flatMap((it) => (it?.type === ',' ? it.id : []))
}

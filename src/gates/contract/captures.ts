/** What a language's query found in a file, sorted by what the captures mean (`language-file.ts`). */

import type { Node, QueryMatch } from '@vscode/tree-sitter-wasm'
import type { Placed } from './field-places.ts'
import { contentOf } from './grouping.ts'
import { insideOf, type Members, type Range, type Switch } from './hidden-ranges.ts'
import { numbersOf, type Counted } from './enumerators.ts'
import type { Written } from './languages.ts'
import { innermostAt, listedIn, type Listed, type Named, type Place } from './listed.ts'
import { sameness, type Lexis } from './sameness.ts'
import type { Form } from './signature-text.ts'

/** When a declaration is seen from outside. */
type Shown = 'always' | 'listed' | 'public'

export interface Item {
  node: Node
  /** Node by which declarations and scopes of one thing know each other. */
  readonly nameNode: Node
  readonly name: string
  readonly shown: Shown
  readonly isGlobal: boolean
  /** The node whose place says whether it is hidden, where it is not its own. */
  readonly anchor: Node | null
  /** Of a declaration of several names: what belongs to this one. */
  readonly part: Node | null
  /** What holds that and its like alone, where the declaration has other parts beside it. */
  readonly among: Node | null
  readonly is: 'value' | 'type' | null
  /** Its name says all of it. */
  readonly isName: boolean
}

export interface Scope extends Range {
  readonly nameNode: Node | null
  readonly name: string | null
  /** What is in it belongs to what stands elsewhere under this name, and is seen with that alone. */
  readonly isOfKnown: boolean
  /** Names in it are handed out by lists in it. */
  readonly isRoom: boolean
  /** Nodes whose text goes before the signatures in it. */
  readonly lead: readonly Node[]
}

export interface Found {
  /** By the id of the name's node. */
  readonly items: ReadonlyMap<string, Item>
  readonly scopes: readonly Scope[]
  readonly form: Form
  /** Ids of nodes that are left out unless it is said how a thing is made: values, and the `=` before them. */
  readonly values: ReadonlySet<number>
  /** Ids of nodes that people read and that nothing is compared by. */
  readonly asides: ReadonlySet<number>
  /** Ids of names by which a thing is known inside; outside another one may stand there. */
  readonly own: ReadonlySet<number>
  /** What stands behind enumerators, by the ids of their nodes. */
  readonly numbers: ReadonlyMap<number, string>
  readonly placed: Placed
  /** Fields from which a thing is made, by the id of the name of its class. */
  readonly fields: ReadonlyMap<number, readonly Node[]>
  readonly bodies: readonly Range[]
  readonly hidden: readonly Range[]
  readonly blocks: readonly Members[]
  readonly switches: readonly Switch[]
  readonly listed: readonly Listed[]
  /** Scopes that say themselves what is public in them; null is the file. */
  readonly lists: ReadonlySet<Range | null>
  /** Where a name is taken away for the last time. */
  readonly gone: ReadonlyMap<string, number>
}

/** Sorts what was found; a name that belongs to something declared elsewhere is left out. */
export function sortMatches(matches: readonly QueryMatch[], { language, groups }: Written): Found {
  const items = new Map<string, Item>()
  const scopes: Scope[] = []
  const cut = new Set<number>()
  const values = new Set<number>()
  const kept: Node[] = []
  const [asides, spoken, repeated] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const own = new Set<number>()
  const [separated, bracketed] = [new Set<number>(), new Set<number>()]
  const [bare, called, words] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const counted: Counted[] = []
  const placed = { members: [] as Node[], nameless: [] as Node[], others: [] as number[], lists: new Set<number>() }
  const fields = new Map<number, Node[]>()
  const gone = new Map<string, number>()
  const bodies: Range[] = []
  const hidden: Range[] = []
  const blocks: Members[] = []
  const switches: Switch[] = []
  const listed: Named[] = []
  const foreign: Place[] = []
  const led: Place[] = []
  const lists: number[] = []

  for (const { captures, setProperties: set = {} } of matches) {
    if (typeof set['only'] === 'string' && !groups.has(set['only'])) continue
    if (typeof set['not'] === 'string' && groups.has(set['not'])) continue
    const all = (name: string): readonly Node[] => captures.filter((it) => it.name === name).map((it) => it.node)
    const one = (name: string): Node | null => all(name)[0] ?? null
    for (const node of all('cut')) cut.add(node.id)
    for (const node of all('value')) {
      if (language.kept.has(contentOf(node, language)?.type ?? '')) continue
      for (const id of withSign(node)) values.add(id)
    }
    kept.push(...all('kept'))
    for (const node of all('aside')) asides.add(node.id)
    for (const node of all('own')) own.add(node.id)
    for (const node of all('unnamed')) {
      const named = innerName(node, language.through)
      if (named.childCount === 0) asides.add(named.id)
    }
    for (const node of all('spoken')) spoken.add(innerName(node, language.through).id)
    for (const node of all('repeated')) repeated.add(node.id)
    for (const node of all('body')) {
      cut.add(node.id)
      bodies.push(rangeOf(node))
    }
    for (const node of all('separated')) separated.add(node.id)
    for (const node of all('bracketed')) bracketed.add(node.id)
    for (const node of all('bare')) bare.add(node.id)
    for (const node of all('called')) called.add(node.id)
    for (const node of all('words')) words.add(node.id)
    const list = one('list')
    const enumerator = one('counted')
    if (enumerator !== null && list !== null)
      counted.push({
        id: enumerator.id,
        name: plainName(enumerator.childForFieldName('name') ?? enumerator, language),
        start: enumerator.startIndex,
        number: one('number')?.text ?? null,
        list: { id: list.id, ...rangeOf(list) },
      })
    placed.members.push(...all('placed'))
    placed.nameless.push(...all('nameless'))
    for (const node of all('unplaced')) placed.others.push(node.startIndex)
    for (const node of all('places')) placed.lists.add(node.startIndex)
    const holder = one('holder')
    for (const node of all('field')) if (holder !== null) pushTo(fields, holder.id, node)
    for (const node of all('gone')) gone.set(node.text, Math.max(node.startIndex, gone.get(node.text) ?? 0))
    for (const node of all('private')) hidden.push(rangeOf(node))
    for (const node of all('members')) blocks.push({ ...rangeOf(node), isHidden: false })
    for (const node of all('members.hidden')) blocks.push({ ...rangeOf(node), isHidden: true })
    for (const node of all('show')) switches.push({ at: node.startIndex, hides: false })
    for (const node of all('hide')) switches.push({ at: node.startIndex, hides: true })
    for (const node of all('lists')) lists.push(node.startIndex)
    for (const node of all('listed')) {
      const name = plainName(node, language)
      const last = asText(set['as']) ?? plainName(one('as') ?? node, language)
      const [outer] = all('within')
      const within = asText(set['within']) ?? (outer === undefined ? null : plainName(outer, language))
      const as = within === null ? last : `${within}${language.joinedBy}${last}`
      listed.push({ name, as, last, node, isAlias: set['alias'] === 'yes', isWithin: within !== null })
    }
    const [from, lead] = [one('from'), one('lead')]
    for (const node of all('foreign')) if (from !== null) foreign.push({ ...rangeOf(node), says: from })
    for (const node of all('led')) if (lead !== null) led.push({ ...rangeOf(node), says: lead })
    const nameNode = one('name')
    const inner = nameNode === null ? null : innerName(nameNode, language.through)
    if (inner !== null && language.elsewhere.has(inner.type)) continue
    const name =
      inner === null ? null : (asText(set['name']) ?? `${asText(set['prefix']) ?? ''}${plainName(inner, language)}`)
    const scope = one('scope')
    if (scope !== null)
      scopes.push({
        ...rangeOf(scope),
        nameNode: inner,
        name,
        isOfKnown: set['of'] === 'known',
        isRoom: set['lists'] === 'own',
        lead: all('lead'),
      })
    const node = one('item')
    if (node === null || inner === null || name === null) continue
    const key = String(inner.id)
    const known = items.get(key)
    const shown = shownOf(set['shown'])
    // What stands around a declaration, such as `template <…>` or a decorator, is part of it.
    if (
      known !== undefined &&
      !isAround(node, known.node) &&
      !isMore({ node, shown, isRenamed: name === set['name'] }, known)
    )
      continue
    items.set(key, {
      node,
      nameNode: inner,
      name,
      shown,
      isGlobal: set['global'] === 'yes',
      anchor: one('anchor'),
      part: one('part'),
      among: one('among'),
      is: set['is'] === 'value' || set['is'] === 'type' ? set['is'] : null,
      isName: set['text'] === 'name',
    })
  }
  for (const id of kept.flatMap(withSign)) values.delete(id)
  for (const id of spoken) asides.delete(id)
  const isInBody = insideOf(bodies)
  const rooms = scopes.filter((it) => it.isRoom)
  return {
    items,
    scopes,
    form: { cut, separated, bracketed, bare, called, words, repeated },
    values,
    asides,
    own,
    numbers: numbersOf(counted),
    placed,
    fields,
    bodies,
    hidden,
    blocks,
    switches,
    listed: listedIn(
      listed.filter(({ node }) => !isInBody(node.startIndex)),
      { foreign, led, rooms },
    ),
    lists: new Set(lists.toSorted((one, other) => one - other).map(innermostAt(rooms))),
    gone,
  }
}

/** Adds to what a map has of a key. */
export function pushTo<Key, T>(map: Map<Key, T[]>, key: Key, value: T): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}

/** A value and the `=` before it. */
function withSign({ id, previousSibling }: Node): readonly number[] {
  return previousSibling?.type === '=' ? [previousSibling.id, id] : [id]
}

function rangeOf({ startIndex, endIndex }: Node): Range {
  return { start: startIndex, end: endIndex }
}

function isAround(node: Node, other: Node): boolean {
  return (
    node.id !== other.id &&
    node.startIndex <= other.startIndex &&
    node.endIndex >= other.endIndex &&
    node.endIndex - node.startIndex > other.endIndex - other.startIndex
  )
}

const visibility: readonly Shown[] = ['listed', 'public', 'always']

function shownOf(set: string | null | undefined): Shown {
  return set === 'listed' || set === 'public' ? set : 'always'
}

/** Whether another look at the same declaration says that it is seen by more, or under a name of its own. */
function isMore(
  { node, shown, isRenamed }: { readonly node: Node; readonly shown: Shown; readonly isRenamed: boolean },
  known: Item,
): boolean {
  return node.id === known.node.id && (isRenamed || visibility.indexOf(shown) > visibility.indexOf(known.shown))
}

function asText(set: string | null | undefined): string | null {
  return typeof set === 'string' ? set : null
}

/** The node of a name inside of what only stands around it. */
function innerName(node: Node, through: ReadonlySet<string>): Node {
  let inner = node
  while (through.has(inner.type)) {
    const next = inner.childForFieldName('declarator') ?? inner.lastNamedChild
    if (next === null) return inner
    inner = next
  }
  return inner
}

/** A name as its language reads it, without quotes around it. */
function plainName(node: Node, lexis: Lexis): string {
  const text = sameness(node.text.slice(0, longestName).replaceAll(/\s+/g, ' '), lexis)
  return text.replaceAll(/^["'`]|["'`]$/g, '')
}

const longestName = 300

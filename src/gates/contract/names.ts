/** What declarations are called outside, while they come in the order of the file. */

import type { Node } from '@vscode/tree-sitter-wasm'
import type { Found, Item, Scope } from './captures.ts'
import type { Listed } from './listed.ts'

interface Open {
  readonly end: number
  /** What names in it begin with; none where nothing in it is seen. */
  readonly names: readonly string[]
  readonly lead: readonly Node[]
}

/**
 * Gives names their scopes.
 * @param joinedBy what stands between a scope and a name in it
 */
export function namesIn(
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
  const outside = outsideNames(found)
  const known = new Set<string>()
  const called = new Map<number, readonly string[]>()
  const calledByName = new Map<string, readonly string[]>()
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
    const item = scope.isOfKnown
      ? (calledByName.get(scope.name ?? '') ?? [])
      : scope.nameNode === null
        ? undefined
        : called.get(scope.nameNode.id)
    const names = item ?? (scope.name === null ? (open.at(-1)?.names ?? ['']) : joined([scope.name]))
    open.push({ end: scope.end, names, lead: [...(open.at(-1)?.lead ?? []), ...scope.lead] })
  }
  const isTop = (): boolean => open.every((it) => it.names.length === 1 && it.names[0] === '')
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
      const isOutside = isTop()
      if (isOutside) known.add(item.name)
      if (item.shown === 'listed' && !isOutside) return []
      const own = isOutside ? outside(item) : [item.name]
      return item.isGlobal ? own : joined(own)
    },
    enter(item, names) {
      called.set(item.nameNode.id, names)
      if (isTop()) calledByName.set(item.name, names)
    },
    lead: () => open.at(-1)?.lead ?? [],
    isKnown: (name) => known.has(name),
  }
}

/** Tells what something is called outside that is declared in no scope. */
function outsideNames({ items, listed, hasLists, gone }: Found): (item: Item) => readonly string[] {
  const byName = new Map<string, Listed[]>()
  for (const it of listed) {
    if (it.from !== null) continue
    const known = byName.get(it.name)
    if (known === undefined) byName.set(it.name, [it])
    else known.push(it)
  }
  const isSeen = ({ shown }: Item): boolean => shown === 'always' || (shown === 'public' && !hasLists)
  const seen = new Set([...items.values()].filter(isSeen).map(({ name }) => name))
  /** What others call it, also by other names that are handed out. */
  const others = (name: string, isValue: boolean): readonly string[] => {
    const found = new Set<string>()
    const asked = new Set([name])
    for (const one of asked)
      for (const { as, isAlias } of byName.get(one) ?? [])
        if (!isAlias) found.add(as)
        else if (!isValue) {
          asked.add(as)
          if (seen.has(as)) found.add(as)
        }
    return [...found]
  }
  return (item) => {
    const isGone = item.node.startIndex < (gone.get(item.name) ?? 0)
    const more = others(item.name, item.is === 'value')
    return isGone || !isSeen(item) ? more : [...new Set([item.name, ...more])]
  }
}

/** Whether a value that stands in a file is one that is to be written. */

import type { JsonNode, JsonValue } from './tree.ts'

/** Compares by what a program reads: the order of members, spaces and escapes make no difference. */
export function says(node: JsonNode, value: JsonValue): boolean {
  switch (node.is) {
    case 'string':
      return node.text === value
    case 'number':
    case 'literal':
      return node.value === value
    case 'list':
      return (
        Array.isArray(value) &&
        value.length === node.items.length &&
        node.items.every((item, at) => says(item, (value as readonly JsonValue[])[at] ?? null))
      )
    case 'object': {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
      const wanted = Object.entries(value as Readonly<Record<string, JsonValue | undefined>>).flatMap(([name, it]) =>
        it === undefined ? [] : [[name, it] as const],
      )
      return (
        wanted.length === node.members.size &&
        wanted.every(([name, it]) => {
          const member = node.members.get(name)
          return member !== undefined && says(member.value, it)
        })
      )
    }
  }
}

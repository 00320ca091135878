/** What an audit has found of a project, as its state keeps it (seed 003 §1: what exists, and what can be built on). */

import type { AuditItem } from '../../plan/model.ts'
import { oneLine } from '../../plan/one-line.ts'
import { valueAt, type JsonNode } from '../json/tree.ts'

/** Names of the list; of several the first one with entries. */
const lists = ['audit_items', 'audit_results'] as const
/** More are not told anybody. */
const mostItems = 1000
const longestText = 2000

/** The findings in the order of the file. An entry without a name is none; what is of another type is left out. */
export function readAudit(root: JsonNode | null): readonly AuditItem[] {
  const items = lists.map((name) => valueAt(root, name)).find((it) => it?.is === 'list' && it.items.length > 0)
  if (items?.is !== 'list') return []
  return items.items.slice(0, mostItems).flatMap((item) => {
    const component = textOf(valueAt(item, 'component'))
    if (component === '') return []
    return [
      {
        component: oneLine(component),
        status: oneLine(textOf(valueAt(item, 'status'))),
        description: textOf(valueAt(item, 'description')),
        text: detailsOf(valueAt(item, 'details')),
      },
    ]
  })
}

function textOf(node: JsonNode | undefined): string {
  return node?.is === 'string' ? node.text.slice(0, longestText).trim() : ''
}

/** `name: value` for each detail that is a word or a number. */
function detailsOf(node: JsonNode | undefined): string {
  if (node?.is === 'string') return textOf(node)
  if (node?.is !== 'object') return ''
  const lines = [...node.members.values()].flatMap(({ name, value }) => {
    const said =
      value.is === 'string' ? textOf(value) : value.is === 'number' || value.is === 'literal' ? String(value.value) : ''
    return said === '' ? [] : [`${oneLine(name)}: ${said}`]
  })
  return lines.join('\n').slice(0, longestText)
}

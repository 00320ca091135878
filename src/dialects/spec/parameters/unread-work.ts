/** MW801 for what of a parameters file is to be done, or says what comes first, and is not read: nothing of it is passed over in silence. */

import { safeLine } from '../../../plan/safe-text.ts'
import { entriesOf, entryOf, extentOf, isTable, scalarText, type Table } from './table.ts'

type Place = 'root' | 'speclet' | 'task' | 'step' | 'other'

/** Where tasks and steps stand, and SPECLets. */
const read: Readonly<Record<Place, Readonly<Record<string, Place>>>> = {
  root: { tasks: 'task', speclets: 'speclet', SPECLets: 'speclet', spec_lets: 'speclet' },
  speclet: { tasks: 'task' },
  task: { steps: 'step' },
  step: {},
  other: {},
}
const ofWork = /^(?:(?:sub_?)?(?:tasks|steps?)|(?:task|step)_?\d+)$/i
const first = ['depends_on', 'dependencies', 'depends', 'blocked_by']

/** Looks at all tables, each once. */
export function sayUnreadWork(root: Table): void {
  look(root, 'root')
}

function look(table: Table, place: Place): void {
  if (place === 'task' || place === 'step') sayFirst(table, place)
  for (const { name, key, value, path } of entriesOf(table)) {
    const inner = tablesIn({ ...table, value: {}, path }, value)
    if (inner.length === 0) continue
    const next = Object.hasOwn(read[place], name) ? read[place][name] : undefined
    const isWork = next === undefined && ofWork.test(name) && (Array.isArray(value) || inner.some(isToDo))
    if (!isWork) for (const it of inner) look(it, next ?? 'other')
    else {
      const what = safeLine(path.filter((it) => typeof it === 'string').join('.'))
      const help = 'write tasks as [[tasks]] or [[speclets.tasks]], and their steps below them as [[tasks.steps]]'
      const message = `${what} holds tasks or steps, and is not read`
      table.of.findings.once('MW801', 'warning', what, extentOf(key), message, help)
    }
  }
}

function tablesIn(table: Table, value: unknown): readonly Table[] {
  if (isTable(value)) return [{ ...table, value }]
  if (!Array.isArray(value)) return []
  return value.flatMap((it: unknown, at) => (isTable(it) ? [{ ...table, value: it, path: [...table.path, at] }] : []))
}

/** Whether a table is a task or a step, or holds some by their names: `[limits.tasks]` with numbers is neither. */
function isToDo(table: Table): boolean {
  const says = ({ value }: Table): boolean =>
    ['id', 'action', 'description', 'primary_method'].some((it) => it in value)
  return says(table) || Object.values(table.value).some((it) => isTable(it) && says({ ...table, value: it }))
}

/** What a task or a step depends on. */
function sayFirst(table: Table, what: 'task' | 'step'): void {
  const entry = entryOf(table, first)
  if (entry === null || !saysSome(entry.value)) return
  const { id } = table.value
  const whose = scalarText(id) === null ? `a ${what}` : `${what} ${safeLine(scalarText(id) ?? '')}`
  const message = `${entry.name} of ${whose} is not looked at: ${what}s are done in the order of their ids`
  const help =
    what === 'step'
      ? 'number them in the order in which they are to be done'
      : 'number them in the order in which they are to be done; only SPECLets depend on each other'
  table.of.findings.add('MW801', 'warning', extentOf(entry.key), message, help)
}

function saysSome(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'string' || !/^\s*(?:none|-|n\/a)?\s*$/i.test(value)
}

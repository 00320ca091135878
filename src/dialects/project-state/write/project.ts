/** The writer: which bytes of a project state change so that it shows what a run wants it to say. Only values change. */

import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Draft, DraftTask } from '../../../plan/draft.ts'
import { oneLine } from '../../../plan/one-line.ts'
import type { MarkWish, Projected, Projection } from '../../../plan/projection.ts'
import type { Edit, Source } from '../../../plan/source.ts'
import { joinEdits } from '../../edits.ts'
import { findAgain, halfWritten, isUnreadable, missingFrom } from '../../find-again.ts'
import { readJson } from '../../json/read-json.ts'
import type { JsonNode, JsonObject } from '../../json/tree.ts'
import { layoutOf, quote } from '../../json/write.ts'
import { readProjectState } from '../read.ts'
import { taskListsOf } from '../task-lists.ts'
import { addTasks } from './add-tasks.ts'
import { recordEdits } from './records.ts'
import { onlyWaits, spellingOf, statusEdit, wordOf } from './statuses.ts'

/**
 * The edits after which the present bytes of the plan's own file, the first source, show `projection`. Reads the bytes anew,
 * so that edits made by people meanwhile are kept, unless the caller has just read them. Projecting the result again gives
 * no edits.
 */
export function projectProjectState(sources: readonly Source[], projection: Projection, read?: Draft): Projected {
  const [source] = sources
  if (source === undefined) return { edits: [], unplaced: [] }
  const draft = read ?? readProjectState([source])
  const { root } = readJson(source)
  const layout = layoutOf(source.path, source.bytes, root)
  const spelling = spellingOf(draft)
  const objects = objectsOf(root)
  const edits: Edit[] = []
  const unplaced: { key: string; diagnostic: Diagnostic }[] = []
  const unsaid: string[] = []
  const shows = new Map<string, string>()
  let isWaiting = isUnreadable(draft)
  const missing = isWaiting ? [] : missingFrom(draft, projection.added ?? [])
  const isMissing = new Set(missing.map(({ key }) => key))
  for (const found of findAgain(
    draft,
    projection.marks.filter(({ key }) => !isMissing.has(key)),
  )) {
    const { wish } = found
    if (found.is === 'lost') {
      isWaiting ||= found.diagnostic.code === 'MW012'
      unplaced.push({ key: wish.key, diagnostic: found.diagnostic })
      continue
    }
    const { task } = found
    const refused = refusal(task, wish)
    if (refused !== null) unplaced.push({ key: wish.key, diagnostic: refused })
    else if (isLeftAsItIs(task, wish)) unsaid.push(wish.key)
    else if (task.mark.state !== wish.state) {
      const object = objects.get(task.block.offset)
      if (object === undefined) throw new Error(`internal: task ${task.key} is no object of the file`)
      const word = wordOf(wish, spelling)
      edits.push(statusEdit(task, object, word, layout))
      shows.set(task.key, quote(word, layout))
    }
  }
  // A file that is being written by somebody else right now is left alone as a whole.
  if (isWaiting) {
    for (const { key } of missing) unplaced.push({ key, diagnostic: halfWritten(draft) })
    return { edits: [], unplaced }
  }
  const added = addTasks(root, draft, missing, { wishes: projection.marks, spelling, layout })
  const records = projection.records === undefined ? [] : recordEdits(root, projection.records, layout)
  return { edits: joinEdits(edits, added, records), unplaced, unsaid, shows }
}

/** The objects of tasks by the place where they begin. */
function objectsOf(root: JsonNode | null): ReadonlyMap<number, JsonObject> {
  return new Map(
    taskListsOf(root).flatMap(({ list }) =>
      list.items.flatMap((item) => (item.is === 'object' ? [[item.start, item] as const] : [])),
    ),
  )
}

/** What only waits for others is as open as it was: the format has no word for it, and its own tool asks nothing else of a task. */
function isLeftAsItIs({ mark }: DraftTask, wish: MarkWish): boolean {
  return onlyWaits(wish) && mark.state === 'todo'
}

/** Why the wish must not be written over what the plan says now; null where it may. */
function refusal({ mark }: DraftTask, wish: MarkWish): Diagnostic | null {
  const now = mark.state
  if (now === wish.state || wish.overrides === true) return null
  const name = oneLine(wish.id ?? wish.title)
  const said = oneLine(mark.raw)
  const of = { severity: 'warning', span: mark.span, related: [] } as const
  if (now === 'unknown')
    return {
      ...of,
      code: 'MW102',
      message: `${name} has the unknown state ${said}; ${wish.state} was not written over it`,
      help: 'set its status to a known one; it is never rewritten',
    }
  const message = `the plan says ${said} for ${name}, the run says ${wish.state}; the plan was left as it is`
  if (now === 'done')
    return {
      ...of,
      code: 'MW117',
      message,
      help: 'a done task is never reverted; accept it in the run, or set its status to pending',
    }
  if ((now === 'skipped' || now === 'deferred') && wish.state === 'blocked')
    return {
      ...of,
      code: 'MW117',
      message,
      help: 'set aside in the plan: skip or defer it in the run too, or set its status to pending',
    }
  return null
}

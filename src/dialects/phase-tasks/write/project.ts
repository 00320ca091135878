/** The writer: which bytes of a plan change so that it shows what a run wants it to say. */

import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Draft, DraftTask } from '../../../plan/draft.ts'
import type { MarkState } from '../../../plan/model.ts'
import type { MarkWish, Projected, Projection } from '../../../plan/projection.ts'
import type { Edit, Source } from '../../../plan/source.ts'
import { joinEdits } from '../../edits.ts'
import { findAgain, halfWritten, isUnreadable, missingFrom } from '../../find-again.ts'
import { insertTasks } from './insert-tasks.ts'
import { staleProgress } from './progress.ts'
import { readPhaseTasks } from '../read.ts'
import { reasonEdits } from './reason-edits.ts'
import { cellOf, doneLetter } from './spellings.ts'

export { isOneByte } from '../../edits.ts'

/**
 * The edits after which the present bytes show `projection`, and the tasks for which nothing was written. Reads the
 * bytes anew, so that edits made by people meanwhile are kept, unless the caller has just read them (`read`). Projecting the result again gives no edits. A done task is
 * never reverted (seed 000 §3.2), an unknown cell never rewritten (FORMATS R13).
 */
export function projectPhaseTasks(sources: readonly Source[], projection: Projection, read?: Draft): Projected {
  if (projection.marks.length === 0 && !projection.summary && !projection.added?.length)
    return { edits: [], unplaced: [] }
  return projectDraft(read ?? readPhaseTasks(sources), projection)
}

/** The same for bytes that have just been read: `draft` holds them as its sources. */
function projectDraft(draft: Draft, projection: Projection): Projected {
  const bytesOf = new Map(draft.sources.map(({ path, bytes }) => [path, bytes]))
  const letter = doneLetter(draft)
  const states = new Map<DraftTask, MarkState>()
  const edits: Edit[] = []
  const unplaced: { key: string; diagnostic: Diagnostic }[] = []
  let waiting = isUnreadable(draft)
  const missing = waiting ? [] : missingFrom(draft, projection.added ?? [])
  const isMissing = new Set(missing.map(({ key }) => key))
  const present = projection.marks.filter(({ key }) => !isMissing.has(key))
  for (const found of findAgain(draft, present)) {
    const { wish } = found
    const diagnostic = found.is === 'lost' ? found.diagnostic : refusal(found.task, wish)
    waiting ||= diagnostic?.code === 'MW012'
    if (found.is === 'lost' || diagnostic !== null) {
      if (diagnostic !== null) unplaced.push({ key: wish.key, diagnostic })
      continue
    }
    const { task } = found
    const bytes = bytesOf.get(task.block.path)
    if (bytes === undefined) throw new Error(`internal: task ${task.key} is in no source`)
    states.set(task, wish.state)
    const changes = task.mark.state !== wish.state
    if (changes) edits.push({ ...task.mark.span, content: cellOf(wish.state, letter) })
    edits.push(...reasonEdits({ bytes, task, wish, changes }))
  }
  // A plan that is being written by somebody else right now is left alone as a whole.
  const inserted = waiting
    ? { edits: [], tasks: [], unplaced: missing.map(({ key }) => ({ key, diagnostic: halfWritten(draft) })) }
    : insertTasks(draft, missing, projection.marks)
  for (const { task, state } of inserted.tasks) states.set(task, state)
  unplaced.push(...inserted.unplaced)
  const whole = { ...draft, tasks: [...draft.tasks, ...inserted.tasks.map(({ task }) => task)] }
  const stale =
    projection.summary && !waiting ? staleProgress(whole, (task) => states.get(task) ?? task.mark.state) : []
  return {
    edits: joinEdits(
      edits,
      inserted.edits,
      stale.flatMap(({ edit }) => edit ?? []),
    ),
    unplaced,
  }
}

/** Why the wish must not be written over what the plan says now; null where it may. */
function refusal(task: DraftTask, wish: MarkWish): Diagnostic | null {
  const now = task.mark.state
  if (now === wish.state || wish.overrides === true) return null
  const name = wish.id ?? wish.title
  const cell = `[${task.mark.raw}]`
  const of = { severity: 'warning', span: task.mark.span, related: [] } as const
  if (now === 'unknown' || now === 'running')
    return {
      ...of,
      code: 'MW102',
      message: `${name} has the unknown state ${cell}; ${wish.state} was not written over it`,
      help: 'set the box to a known state; it is never rewritten',
    }
  const message = `the plan says ${cell} for ${name}, the run says ${wish.state}; the plan was left as it is`
  if (now === 'done')
    return {
      ...of,
      code: 'MW117',
      message,
      help: 'a done task is never reverted; accept it in the run, or untick the box',
    }
  if ((now === 'skipped' || now === 'deferred') && wish.state === 'blocked')
    return {
      ...of,
      code: 'MW117',
      message,
      help: 'set aside in the plan: skip or defer it in the run too, or restore the box',
    }
  return null
}

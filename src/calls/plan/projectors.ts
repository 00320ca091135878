/** The files that a run keeps true, wired to the plan's dialect: the plan itself, and the log of deviations beside it. */

import path from 'node:path'
import type { DeviationLog, Dialect } from '../../dialects/dialect.ts'
import { applyEdits } from '../../dialects/edits.ts'
import { strayed } from '../../dialects/read-back.ts'
import type { AddedTask } from '../../plan/added-task.ts'
import type { Draft } from '../../plan/draft.ts'
import type { MarkWish, Projected } from '../../plan/projection.ts'
import type { Source } from '../../plan/source.ts'
import type { Projector } from '../../engine/projector.ts'
import type { Failure } from '../../run/outcome.ts'
import { addedTo } from '../../run/added-tasks.ts'
import { doneWith } from '../../run/covered.ts'
import { recordsOf } from '../../run/records.ts'
import { isoTime } from '../../reports/run/json.ts'
import { taskOf, type RunState, type TaskRun } from '../../run/state.ts'
import { marksOf, nameOf } from '../../run/views.ts'

/** A source from a path and its bytes. */
export function sourceOf(file: string, bytes: Uint8Array): Source {
  return { path: file, bytes }
}

/**
 * What of the plan is written: `all` that the run has come to; `anew` also what stood there before it; `news` only what it has
 * come to since, so that a box which a person has changed is left to the next reading of the plan.
 */
export type Written = 'all' | 'anew' | 'news'

/**
 * Keeps the plan's marks, reasons, progress table and labels.
 * @param file relative to the root
 * @param names keys by which the run knows tasks → what the file calls them by now, where that is something else
 */
export function planProjector(
  dialect: Dialect,
  file: string,
  written: Written = 'all',
  names: ReadonlyMap<string, Name> = new Map(),
): Projector {
  if (dialect.isMarkless === true)
    return {
      path: file,
      project: (bytes) => ({ is: 'projected', bytes, shown: [], unplaced: [], withheld: null }),
    }
  const read = recentReadings(dialect, file)
  return {
    path: file,
    project(bytes, state, merging) {
      if (bytes === null)
        return {
          is: 'waiting',
          failure: {
            reason: `${file} is gone`,
            help: 'put it back; its marks are in the journal and follow by themselves',
          },
        }
      const draft = read(bytes)
      // Of bytes that were read before in another place: what is known of those is not looked for again.
      const source = draft.sources[0] ?? sourceOf(file, bytes)
      if (state.order.length > 0 && draft.tasks.length === 0)
        return {
          is: 'waiting',
          failure: {
            reason: `${file} holds no task just now (MW012)`,
            help: 'finish the edit; the marks follow by themselves',
          },
        }
      const present = new Map(
        draft.tasks.flatMap((it) => (it.reason === null ? [] : [[it.key, it.reason.text] as const])),
      )
      const marks = marksOf(state, {
        present,
        isAnew: written === 'anew',
        merging: doneWith(state, merging),
      })
      const wishes = written === 'news' ? newsOf(marks, state, draft, names) : marks
      const added = addedTo(state)
      const named = wishes.map((wish) => ({ ...wish, ...names.get(wish.key) }))
      const records = dialect.keepsRecords ? { records: recordsOf(state, merging, isoTime) } : {}
      const projection = { marks: named, added, summary: wishes.length > 0, ...records }
      const { edits, unplaced, unsaid = [], shows } = dialect.project([source], projection, draft)
      const known = new Map([...names].map(([key, now]) => [now.key, key]))
      const notWritten = unplaced.map((it) => ({ ...it, key: known.get(it.key) ?? it.key }))
      const lost = new Set([...notWritten.map((it) => it.key), ...unsaid.map((key) => known.get(key) ?? key)])
      const next = edits.length === 0 ? bytes : applyEdits(source, edits)
      const stray =
        edits.length === 0
          ? null
          : strayed(draft, read(next), edits, { added: newIn(draft, added), ...(shows && { shows }) })
      if (stray !== null)
        return {
          is: 'waiting',
          failure: {
            reason: `nothing was written into ${file}: with the marks in it ${stray}`,
            help: 'look for a comment or a code fence that is opened and never closed, mend it, and resume',
          },
        }
      return {
        is: 'projected',
        bytes: next,
        shown: wishes
          .filter((it) => !lost.has(it.key))
          .flatMap((it) => {
            const uid = state.byKey.get(it.key)
            return uid === undefined ? [] : [{ uid, state: it.state, writtenReason: ourReason(taskOf(state, uid), it) }]
          }),
        unplaced: notWritten.map((it) => it.diagnostic.message),
        withheld: withheldOf(file, state, wishes, notWritten),
      }
    },
  }
}

/**
 * What a commit and the working file hold, and what each is made to hold next: a format that keeps records writes them into
 * the working file at other times.
 */
const mostReadings = 4

/**
 * Reads a file again only where its bytes are others than in the last readings: what a commit was made to hold is what the
 * working file holds a moment later. A reading of 10,000 tasks takes some 80 ms (measured), of as many in JSON 500 ms.
 */
function recentReadings(dialect: Dialect, file: string): (bytes: Uint8Array) => Draft {
  let recent: readonly { readonly bytes: Uint8Array; readonly draft: Draft }[] = []
  return (bytes) => {
    const found = recent.find((it) => Buffer.compare(it.bytes, bytes) === 0)
    const reading = found ?? { bytes, draft: dialect.read([sourceOf(file, bytes)]) }
    recent = [reading, ...recent.filter((it) => it !== reading)].slice(0, mostReadings)
    return reading.draft
  }
}

/** How a plan's file names a task. */
export type Name = Pick<MarkWish, 'key' | 'id' | 'title'>

/** Those but for marks that the plan was known to show, that nothing was decided about since, and that a person has changed. */
function newsOf(
  wishes: readonly MarkWish[],
  state: RunState,
  { tasks }: Draft,
  names: ReadonlyMap<string, Name>,
): readonly MarkWish[] {
  const present = new Map(tasks.map(({ key, mark }) => [key, mark.state]))
  return wishes.filter(({ key, state: wanted }) => {
    const shown = state.tasks.get(state.byKey.get(key) ?? '')?.shown
    return wanted !== shown || present.get(names.get(key)?.key ?? key) === shown
  })
}

/** Ids of the added tasks that a plan does not hold yet. */
function newIn({ tasks }: Draft, added: readonly AddedTask[]): readonly string[] {
  const present = new Set(tasks.map(({ id }) => id?.text))
  return added.flatMap(({ id }) => (present.has(id) ? [] : [id]))
}

/** The reason that stands beside a mark if it is ours: what a person wrote into the plan, and the run repeats, is theirs. */
function ourReason({ spec, reasonsWritten }: TaskRun, { state, reason }: MarkWish): string | null {
  if (reason === null || reasonsWritten.includes(reason)) return reason
  return spec.mark === state && spec.reason === reason ? null : reason
}

const mostNamed = 5

/** Which marks the plan does not show and why; null where it shows all. */
function withheldOf(
  file: string,
  state: RunState,
  wishes: readonly MarkWish[],
  unplaced: Projected['unplaced'],
): Failure | null {
  const stateOf = new Map(wishes.map((wish) => [wish.key, wish.state]))
  const missing = unplaced.filter(({ key }) => {
    const task = state.tasks.get(state.byKey.get(key) ?? '')
    return task !== undefined && task.shown !== stateOf.get(key)
  })
  const [first] = missing
  if (first === undefined) return null
  const names = missing.slice(0, mostNamed).map(({ key }) => key)
  const more = missing.length > mostNamed ? ', …' : ''
  return {
    reason: `${file} does not show the mark of ${names.join(', ')}${more}: ${first.diagnostic.message}`,
    help: first.diagnostic.help,
  }
}

/** Path of the log of deviations beside a plan, relative to the root; null where its dialect has none. */
export function deviationLogOf({ deviationLog }: Dialect, planFile: string): string | null {
  return deviationLog === undefined ? null : path.posix.join(path.posix.dirname(planFile), deviationLog.name)
}

/**
 * Keeps the log of deviations beside the plan: each one in the form of its dialect, appended once (seed 000 §4.3).
 * @returns nothing where the dialect has none
 */
export function deviationLogProjectors(dialect: Dialect, planFile: string): readonly Projector[] {
  const { deviationLog: log } = dialect
  const file = deviationLogOf(dialect, planFile)
  return log === undefined || file === null ? [] : [deviationLogProjector(log, file)]
}

function deviationLogProjector(log: DeviationLog, file: string): Projector {
  return {
    path: file,
    project(bytes, state, merging) {
      // In the order in which tasks ended: what is appended once for each commit is the same text in the end.
      const ending = merging.flatMap((uid) => state.tasks.get(uid) ?? [])
      const open = ending.flatMap(({ uid, deviations: own }) => own.map((deviation) => ({ task: uid, deviation })))
      const deviations = [...state.recorded, ...open].flatMap(({ task: uid, deviation }) => {
        const { what, reason, action, impact } = deviation
        const task = uid === null ? null : state.tasks.get(uid)
        if (task === undefined) return []
        return [{ task: task === null ? deviation.task : nameOf(task), what, reason, action, impact }]
      })
      if (deviations.length === 0) return { is: 'projected', bytes, shown: [], unplaced: [], withheld: null }
      const source = sourceOf(file, bytes ?? new Uint8Array())
      const edits = log.append(source, deviations)
      return {
        is: 'projected',
        bytes: edits.length === 0 ? bytes : applyEdits(source, edits),
        shown: [],
        unplaced: [],
        withheld: null,
      }
    },
  }
}

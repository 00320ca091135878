/** Whether the progress file of a spec is what the journal gives, byte for byte (REQUIREMENTS I7, J1). */

import path from 'node:path'
import type { Journal } from '../../engine/journal/journal.ts'
import { toRunEvent } from '../../engine/fold-journal.ts'
import type { EventBody, RunEvent } from '../../run/event.ts'
import { fold } from '../../run/evolve.ts'
import type { RunState } from '../../run/state.ts'
import { saysNothingNew } from '../../reports/spec/progress/nothing-new.ts'
import type { ProgressDocument } from '../../reports/spec/progress/schema.ts'
import { progressText } from '../../reports/spec/progress/seal.ts'
import { sha256 } from '../../system/digest.ts'
import { readFile } from '../../system/files.ts'
import type { Reading } from '../plan/open-plan.ts'
import { placeOfProgress } from '../plan/progress-file.ts'

/** `differs`: somebody else has changed it; `behind`: the run has not ended, and it shows an earlier moment. */
export interface ProgressShown {
  readonly path: string
  readonly is: 'as-journal' | 'missing' | 'differs' | 'behind'
  /** Whether the run was complete, so that the file is sealed. */
  readonly sealed: boolean
}

/** The events up to the end of the last run, whatever people have said since; all of them where it has not ended. */
function atItsEnd(events: readonly RunEvent[]): readonly RunEvent[] {
  const ended = events.findLastIndex(({ body }) => body.type === 'run-finished')
  const isOver = ended >= 0 && !events.slice(ended).some(({ body }) => body.type === 'executor-started')
  return isOver ? events.slice(0, ended + 1) : events
}

/** Those that the file of a spec shows: where a later run had nothing to add to a sealed record, those up to that (I7). */
export function eventsShown(events: readonly RunEvent[]): readonly RunEvent[] {
  const last = atItsEnd(events)
  const began = last.findLastIndex(({ body }) => body.type === 'run-started')
  if (began <= 0) return last
  const earlier = atItsEnd(last.slice(0, began))
  const sealed = documentOf(earlier)
  const now = sealed?.seal === undefined ? null : documentOf(last)
  return sealed !== null && now !== null && saysNothingNew(sealed, now) ? eventsShown(earlier) : last
}

/**
 * Those that a report tells of: those that the file shows, as long as nothing came behind the end of the last run. What is going on,
 * what waits for people, and what they have said since stands in no sealed record, and is told all the same.
 */
export function eventsReported(events: readonly RunEvent[]): readonly RunEvent[] {
  const ended = events.findLastIndex(({ body }) => body.type === 'run-finished')
  const isOver = ended >= 0 && !events.slice(ended).some(({ body }) => goesOn.has(body.type))
  return isOver ? eventsShown(events) : events
}

const goesOn: ReadonlySet<EventBody['type']> = new Set(['run-started', 'executor-started', 'command-handled'])

function documentOf(events: readonly RunEvent[]): ProgressDocument | null {
  const text = progressText(fold(events), sha256)
  return text === null ? null : (JSON.parse(text) as ProgressDocument)
}

/** The state that the file shows. */
export function stateShown(journal: Journal): RunState {
  return fold(eventsShown(journal.read<EventBody>().events.map(toRunEvent)))
}

/** The events up to where a run that waits was parked: what people have said since stands in the file once it goes on. */
function asParked(events: readonly RunEvent[]): readonly RunEvent[] | null {
  const parked = events.findLastIndex(({ body }) => body.type === 'run-parked')
  const isParked = parked >= 0 && !events.slice(parked).some(({ body }) => body.type === 'executor-started')
  return isParked ? events.slice(0, parked + 1) : null
}

/** Compares the file with what the journal gives, or gave when the run was parked; null where there is none to be. */
export function progressShown(
  journal: Journal,
  { dialect, root, planRelative }: Pick<Reading, 'dialect' | 'root' | 'planRelative'>,
): ProgressShown | null {
  const place = placeOfProgress(dialect, { root, planRelative })
  const all = place === null ? [] : journal.read<EventBody>().events.map(toRunEvent)
  const events = eventsShown(all)
  const state = fold(events)
  const text = progressText(state, sha256)
  if (place === null || text === null) return null
  const sealed = state.status === 'finished'
  const read = readFile(path.join(root, ...place.path.split('/')), 64 * 1024 * 1024)
  if (read.is === 'failed')
    return { path: place.foreign ?? place.path, is: place.foreign === null ? 'missing' : 'differs', sealed }
  const isText = (it: string | null): boolean => it !== null && Buffer.compare(read.bytes, Buffer.from(it)) === 0
  // Where the sealed record was gone, the later run has written its own.
  if (isText(text) || isText(progressText(fold(atItsEnd(all)), sha256)))
    return { path: place.path, is: 'as-journal', sealed }
  const parked = asParked(events)
  if (parked !== null && isText(progressText(fold(parked), sha256)))
    return { path: place.path, is: 'as-journal', sealed }
  return { path: place.path, is: sealed ? 'differs' : 'behind', sealed }
}

/** What a person is told of a file that is not what the journal gives; null where it is, or will be. */
export function progressTrouble(
  shown: ProgressShown | null,
  isAtWork: boolean,
): { readonly message: string; readonly help: string } | null {
  if (shown === null || shown.is === 'as-journal' || isAtWork) return null
  const { path: file, is, sealed } = shown
  const help = '`millwright rebuild` writes it anew from the journal'
  if (is === 'missing') return { message: `${file} is gone`, help }
  if (is === 'behind') return { message: `${file} is not what the journal gives: the run has not ended`, help }
  const how = sealed
    ? 'one that was changed after the run had ended, and its seal no longer holds'
    : 'that of another run'
  return {
    message: `${file} is not what the journal gives: it is ${how}`,
    help: `look at what was changed, put the file elsewhere if it is to be kept, then ${help}`,
  }
}

/** What a key and its value mean for the task they belong to, as a sub-line or as an annotation. */

import type { Text } from '../../../plan/draft.ts'
import { byte, byteAt, decode, type Extent } from '../../scan/bytes.ts'
import { withoutComments } from '../../scan/comment.ts'
import { limits } from '../../limits.ts'
import { readDependencies } from './dependencies.ts'
import { readFiles } from './files.ts'
import { readTestFiles, readTests } from './test-values.ts'
import { saysNoFiles } from './file-note.ts'
import type { Findings } from '../findings.ts'
import { isListKey, type FoundKey, type Key } from './keys.ts'
import { firstPlace, push, pushAll, takeNote, tell, type TaskBuilder } from '../task-builder.ts'
import { readTraces } from './traces.ts'

/** Reads a key's value into its task and reports MW107 and MW108 besides what the values have. */
export function applyKey(bytes: Uint8Array, task: TaskBuilder, found: FoundKey, findings: Findings): void {
  const { key, near, name, extent, value } = found
  if (key === null) {
    if (near !== null) {
      const help = `write "${near}:"; as it stands nothing is read from this line`
      const message =
        found.fault === null
          ? `unknown key '${name}'; did you mean ${near}?`
          : `${found.fault}; did you mean '${near}:'?`
      findings.add('MW107', 'error', extent, message, help)
    }
    const text = decode(bytes, value.start, value.end)
    takeNote(task, { key: name, value: text, span: findings.span(value) }, toldAs(name, text))
    return
  }
  const first = firstPlace(task, key)
  if (first === null || followsBlock(task, key)) {
    task.keys = push(task.keys, key)
    task.keyPlaces = push(push(task.keyPlaces, extent.start), extent.end)
  } else {
    const kept = isListKey(key) ? 'the lists are united' : 'both are kept'
    const related = [{ message: 'first here', span: findings.span(first) }]
    findings.add('MW108', 'warning', extent, `'${key}' stands twice in this task; ${kept}`, 'write it once', related)
  }
  applyValue(bytes, task, key, value, findings, name)
}

/** Whether the reasons so far only open a block: the first that says something on its line is the one that counts. */
function followsBlock(task: TaskBuilder, key: Key): boolean {
  return (key === 'reason' && task.reason === null) || (key === 'defer_reason' && task.deferReason === null)
}

/** Reads a value, or one element of a list that stands below its key. */
export function applyValue(
  bytes: Uint8Array,
  task: TaskBuilder,
  key: Key,
  given: Extent,
  findings: Findings,
  name: string = key,
): void {
  const value = isListKey(key) ? withoutComments(bytes, given) : given
  switch (key) {
    case 'files': {
      const room = roomIn(task.files, limits.filesOfTask)
      const files = room > 0 ? readFiles(bytes, value, findings, room) : []
      task.files = taken(task.files, files, room)
      if (files.length > 0) task.declaresFiles = true
      else applyNoFiles(task, decode(bytes, value.start, value.end), name)
      return
    }
    case 'blocked_by': {
      const room = roomIn(task.blockedBy, limits.blockersOfTask)
      if (room > 0) task.blockedBy = taken(task.blockedBy, readDependencies(bytes, value, findings, room), room)
      return
    }
    case 'blocks': {
      const room = roomIn(task.blocks, limits.blockersOfTask)
      if (room > 0) task.blocks = taken(task.blocks, readDependencies(bytes, value, findings, room), room)
      return
    }
    case 'traces': {
      const room = roomIn(task.traces, limits.tracesOfTask)
      if (room > 0) task.traces = taken(task.traces, readTraces(bytes, value, findings, room), room)
      return
    }
    case 'tests': {
      const room = roomIn(task.tests, limits.testsOfTask)
      const roomForFiles = roomIn(task.testFiles, limits.filesOfTask)
      if (room > 0) task.tests = taken(task.tests, readTests(bytes, value, findings, room), room)
      if (roomForFiles > 0)
        task.testFiles = taken(task.testFiles, readTestFiles(bytes, value, findings, roomForFiles), roomForFiles)
      if (value.end > value.start) tell(task, toldAs(name, decode(bytes, value.start, value.end)), null)
      return
    }
    case 'description':
      if (value.end > value.start && !opensBlock(bytes, value))
        task.lead = push(task.lead, decode(bytes, value.start, value.end))
      return
    case 'reason':
    case 'defer_reason':
    case 'result':
    case 'notes':
      applyText(task, key, { text: decode(bytes, value.start, value.end), span: findings.span(value) }, name)
  }
}

/** How much more of a list is read: one more than the limit, so that the rules say that it is exceeded (MW008). */
function roomIn(list: readonly unknown[], limit: number): number {
  return Math.max(0, limit + 1 - list.length)
}

/** A list with what a value adds to it, as far as there is room. */
function taken<T>(list: readonly T[], more: readonly T[], room: number): readonly T[] {
  return pushAll(list, more.length > room ? more.slice(0, room) : more)
}

/** A list without any file: a note alone may say that there are none. */
function applyNoFiles(task: TaskBuilder, text: string, name: string): void {
  const isNote = /^\[?\s*\(/.test(text)
  if (!isNote || saysNoFiles(text)) task.declaresFiles = true
  if (isNote) tell(task, toldAs(name, text), null)
}

function applyText(
  task: TaskBuilder,
  key: 'reason' | 'defer_reason' | 'result' | 'notes',
  { text, span }: Text,
  name: string,
): void {
  const says = text.length > 2 || !/^[|>]/.test(text)
  if (key === 'reason' && task.reason === null && says) {
    task.reason = { text, span }
    return
  }
  if (key === 'defer_reason' && says) task.deferReason ??= { text, span }
  takeNote(task, { key, value: text, span }, toldAs(name, text))
}

/** A note as its line has it; of one that opens a block the key alone, for its lines follow. */
function toldAs(name: string, text: string): string {
  return /^[|>].{0,2}$/.test(text) ? `${name}:` : `${name}: ${text}`
}

/** `|`, `>` and what YAML may put behind them: the text stands on the lines below. */
export function opensBlock(bytes: Uint8Array, { start, end }: Extent): boolean {
  const first = byteAt(bytes, start)
  return end > start && end - start <= 3 && (first === byte.pipe || first === byte.greater)
}

/** Writes tasks that joined the plan during a run into it: each one insertion of lines in the style of its neighbours. */

import { addedTaskLines, type AddedTask } from '../../../plan/added-task.ts'
import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Draft, DraftTask } from '../../../plan/draft.ts'
import { oneLine } from '../../../plan/one-line.ts'
import type { MarkWish } from '../../../plan/projection.ts'
import type { Edit } from '../../../plan/source.ts'
import { applyEdits, joinEdits } from '../../edits.ts'
import { strayed } from '../../read-back.ts'
import { byte, decode } from '../../scan/bytes.ts'
import { readPhaseTasks } from '../read.ts'
import { reasonKeyFor } from './reason-edits.ts'
import { endOfLine, isBlockOpening, lineEndBefore } from './reason-line.ts'
import { cellOf, doneLetter } from './spellings.ts'

export interface Insertions {
  readonly edits: readonly Edit[]
  /** The new tasks as they count in their groups, with the state that their mark shows. */
  readonly tasks: readonly { readonly task: DraftTask; readonly state: MarkWish['state'] }[]
  readonly unplaced: readonly { readonly key: string; readonly diagnostic: Diagnostic }[]
}

/**
 * The insertions that write `missing` into the plan: behind the last task of the group (and of the `###` part in which the
 * proposer stands), with its bullet, indentation, line end and empty lines. Each is read back: where it would not be read
 * as exactly that task, or anything else would be read differently, it is not made and has a diagnostic.
 *
 * @param draft the plan as it is, without other edits
 * @param wishes what the marks are to show
 */
export function insertTasks(draft: Draft, missing: readonly AddedTask[], wishes: readonly MarkWish[]): Insertions {
  const edits: Edit[] = []
  const tasks: { task: DraftTask; state: MarkWish['state'] }[] = []
  const unplaced: { key: string; diagnostic: Diagnostic }[] = []
  const isApart = standsApart(draft)
  for (const added of missing) {
    const anchor = anchorOf(draft, added)
    const wish = wishes.find(({ key }) => key === added.key)
    const edit = anchor === null ? null : insertion(draft, anchor, added, { wish, isApart })
    if (anchor === null || edit === null || !isReadBack(draft, added, edit)) {
      unplaced.push({ key: added.key, diagnostic: cannotWrite(added, anchor) })
      continue
    }
    edits.push(edit)
    tasks.push({ task: { ...anchor, key: added.key }, state: wish?.state ?? 'todo' })
  }
  return { edits, tasks, unplaced }
}

/** The task behind which a new one is written: the last of the proposer's part, else of the group, else the proposer. */
function anchorOf({ tasks }: Draft, { group, by }: AddedTask): DraftTask | null {
  const proposer = tasks.find(({ key }) => key === by)
  const inGroup = tasks.filter((task) => task.group === group)
  const inPart = inGroup.filter(({ section }) => section === proposer?.section)
  return inPart.at(-1) ?? inGroup.at(-1) ?? proposer ?? null
}

function insertion(
  draft: Draft,
  anchor: DraftTask,
  added: AddedTask,
  { wish, isApart }: { readonly wish: MarkWish | undefined; readonly isApart: boolean },
): Edit | null {
  const { path, offset, length } = anchor.block
  const bytes = draft.sources.find((source) => source.path === path)?.bytes
  if (bytes === undefined) return null
  const end = endOfLine(bytes, offset + length)
  const eol = lineEndBefore(bytes, end)
  const cell = cellOf(wish?.state ?? 'todo', doneLetter(draft))
  const lines = addedTaskLines(added, { bullet: bulletOf(bytes, anchor), cell, indent: anchor.indent })
  const reason = oneLine(wish?.reason ?? '')
  const key = wish === undefined ? null : reasonKeyFor(wish.state)
  if (key !== null && reason !== '' && !isBlockOpening(reason)) lines.push(`${anchor.indent}${key}: ${reason}`)
  const text = [...(isApart ? [''] : []), ...lines].join(eol)
  return { path, offset: end, length: 0, content: bytes[end - 1] === byte.lineFeed ? text + eol : eol + text }
}

/** What stands before the box of a task, where that is white space and a bullet; `- ` elsewhere. */
function bulletOf(bytes: Uint8Array, { mark }: DraftTask): string {
  const box = mark.span.offset - 1
  const start = box <= 0 ? 0 : bytes.lastIndexOf(byte.lineFeed, box - 1) + 1
  const before = decode(bytes, start, Math.max(start, box))
  return /^[ \t]*[-*+][ \t]+$/.test(before) ? before : '- '
}

/** Whether most tasks that follow another one in their part have an empty line above them. */
function standsApart({ tasks, sources }: Draft): boolean {
  let apart = 0
  let close = 0
  const bytesOf = new Map(sources.map(({ path, bytes }) => [path, bytes]))
  tasks.forEach((task, at) => {
    const before = tasks[at - 1]
    const bytes = bytesOf.get(task.block.path)
    if (before?.group !== task.group || before.section !== task.section || bytes === undefined) return
    const start = bytes.lastIndexOf(byte.lineFeed, task.line.offset) + 1
    const above = decode(bytes, Math.max(0, Math.min(start, task.line.offset) - 3), Math.min(start, task.line.offset))
    if (/\n\r?\n$/.test(above)) apart += 1
    else close += 1
  })
  return apart > close
}

/** Whether the plan with the insertion is read as it was, with exactly that task more. */
function isReadBack(draft: Draft, added: AddedTask, edit: Edit): boolean {
  const sources = draft.sources.map((source) => ({ ...source, bytes: applyEdits(source, [edit]) }))
  const after = readPhaseTasks(sources)
  if (strayed(draft, after, joinEdits([edit]), { added: [added.id] }) !== null) return false
  const [task, ...others] = after.tasks.filter(({ id }) => id?.text === added.id)
  return task !== undefined && others.length === 0 && says(task) === wanted(added)
}

function says({
  title,
  group,
  blockedBy,
  blocks,
  files,
  description,
  traces,
  tests,
  notes,
  parallel,
}: DraftTask): string {
  const listed = files.map(({ path, action }) => [path, action])
  // Why it is deferred is a note as well, and stands beside its mark.
  const noted = notes.filter(({ key }) => key !== 'defer_reason')
  return JSON.stringify([
    title.text,
    group,
    description,
    listed,
    blockedBy.map(({ id }) => id),
    blocks.map(({ id }) => id),
    traces.length + tests.length + noted.length,
    parallel,
  ])
}

function wanted({ title, group, blockedBy, blocks, files, description }: AddedTask): string {
  return JSON.stringify([
    title,
    group,
    description,
    files.map(({ path, action }) => [path, action]),
    blockedBy,
    blocks,
    0,
    false,
  ])
}

function cannotWrite(added: AddedTask, anchor: DraftTask | null): Diagnostic {
  return {
    code: 'MW707',
    severity: 'warning',
    message: `task ${added.id} could not be written into the plan`,
    help: `add it by hand: ${addedTaskLines(added).join(' / ')}`,
    span: anchor?.title.span ?? null,
    related: [],
  }
}

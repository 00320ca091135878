/** The box of a task: which state it shows, and what is odd about it. */

import type { Mark } from '../../../plan/draft.ts'
import type { MarkState } from '../../../plan/model.ts'
import { byte, decode, isNoBreakSpace, skipBlanks } from '../../scan/bytes.ts'
import type { Box } from '../../scan/box.ts'
import type { Findings } from '../findings.ts'

/** Cells that this dialect knows (FORMATS R13); every other one is an unknown state. */
const states: ReadonlyMap<string, MarkState> = new Map<string, MarkState>([
  [' ', 'todo'],
  ['x', 'done'],
  ['X', 'done'],
  ['BLOCKED', 'blocked'],
  ['SKIP', 'skipped'],
  ['DEFER', 'deferred'],
])

const hints: ReadonlyMap<string, string> = new Map([
  ['~', "some formats write '~' for running or partly done; write [ ] or [X]"],
  ['-', "some formats write '-' for skipped or running; write [ ], [X] or [SKIP]"],
])

/** Reads a box's cell and reports MW007 and MW102. An empty or blank cell is todo; the mark will replace its content. */
export function readMark(bytes: Uint8Array, box: Box, findings: Findings): Mark {
  const { cell } = box
  const raw =
    cell.end - cell.start === 1 && bytes[cell.start] === byte.space ? ' ' : decode(bytes, cell.start, cell.end)
  const span = findings.span(cell)
  if (box.noBreakSpace >= 0) {
    const place = { start: box.noBreakSpace, end: box.noBreakSpace + 2 }
    const message = 'no-break space U+00A0 in checkbox; use a normal space'
    findings.add('MW007', 'error', place, message, 'type the box again: - [ ]')
  }
  const known = states.get(raw)
  if (known !== undefined) return { state: known, raw, span }
  if (skipBlanks(bytes, cell.start, cell.end) === cell.end) {
    if (!holdsNoBreakSpace(bytes, cell.start, cell.end))
      findings.add('MW102', 'warning', cell, 'empty checkbox; read as not done', 'write [ ] with one space')
    return { state: 'todo', raw, span }
  }
  const message = `unknown state '${raw}'; not counted as done, never rewritten`
  const help = hints.get(raw) ?? 'known are [ ], [X], [BLOCKED], [SKIP] and [DEFER]; write one of them'
  findings.add('MW102', 'warning', cell, message, help)
  return { state: 'unknown', raw, span }
}

function holdsNoBreakSpace(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (isNoBreakSpace(bytes, at)) return true
  return false
}

/** Reports MW100 where a blank is missing around the brackets; `called` names the task, `end` is the line's. */
export function checkSpacing(bytes: Uint8Array, box: Box, called: string, findings: Findings, end: number): void {
  // The state that stands there: nobody is told to untick a task.
  const help = `write "- [${decode(bytes, box.cell.start, box.cell.end)}] T001 text"`
  if (box.open === box.behindBullet) {
    const sign = decode(bytes, box.behindBullet - 1, box.behindBullet)
    const place = { start: box.open, end: box.open }
    findings.add('MW100', 'warning', place, `a space is missing after '${sign}'; read as ${called}`, help)
  }
  if (box.text === box.behind && box.behind < end && bytes[box.behind - 1] === byte.closeSquare) {
    const place = { start: box.behind, end: box.behind }
    findings.add('MW100', 'warning', place, `a space is missing after ']'; read as ${called}`, help)
  }
}

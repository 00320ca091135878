/** Lines of a goal: its paragraphs, and `**Goal:** text` on a line of its own. */

import { readField } from './field.ts'
import { isOfGoals } from '../goal-name.ts'
import { isBehindTasks, leaveTask, sectionKind } from './heading-line.ts'
import type { Reading, TextLine } from './reading.ts'
import { startField } from './task-builder.ts'

/** A line of the paragraphs of a goal. */
export function takeGoalLine(reading: Reading, it: TextLine): void {
  const { goal, isAfterBlank } = reading
  if (goal === null) return
  if (isAfterBlank && goal.length > 0) goal.push({ start: it.start, end: it.start, width: 0 })
  goal.push({ start: it.start, end: it.end, width: it.width })
}

/** `**Goal:** text` on a line of its own; `**Secondary Goal:** text` may be a point, too. */
export function takeBoldGoal(reading: Reading, it: TextLine): boolean {
  const field = readField(reading.bytes, it.content, it.end)
  if (field?.key !== 'goal' || !field.isBold) return false
  if (it.isBullet && (field.low === 'goal' || sectionKind(reading) !== 'other')) return false
  const lines = [{ ...field.value, width: it.width }]
  reading.goals.push({ lines, isMany: isOfGoals(field.low) })
  const builder = { ...startField(field, it.width), lines }
  reading.field = { builder, width: it.width, isBullet: it.isBullet, isOfStep: false }
  return true
}

/** Leaves the last task where `**Goal:** text` stands behind its steps: it is the whole spec's, unless tasks or steps have goals of their own. */
export function leaveTaskForGoal(reading: Reading, it: TextLine): void {
  const { task, bytes, speclet, isAfterBlank, isBehindRule } = reading
  if (task === null || speclet !== null || it.isBullet || it.width > 0) return
  const field = readField(bytes, it.start, it.end)
  if (field?.key !== 'goal' || !field.isBold) return
  if (!isBehindTasks(reading, it.line)) reading.tasksHaveGoals = true
  else if (isBehindRule || (isAfterBlank && task.steps.length > 0 && !reading.tasksHaveGoals)) leaveTask(reading, 0)
}

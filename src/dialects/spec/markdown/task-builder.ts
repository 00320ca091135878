/** Tasks and steps while their lines come in. */

import { decode, type Extent } from '../../scan/bytes.ts'
import { sayDeceivingId } from './deceiving.ts'
import { isNumber, type Head } from './head.ts'
import type { FieldBuilder, Reading, StepBuilder, TaskBuilder } from './reading.ts'
import type { Field } from './field.ts'

/** Opens the task of a heading. `place` is the heading's text. */
export function openTask(reading: Reading, head: Head, level: number, place: Extent): void {
  const { speclet, document, tasks, findings } = reading
  const around = speclet ?? document
  const named = head.before.at(0) ?? null
  if (around !== null && named !== null && isNumber(around.id) && around.id !== named) {
    const message = `this task stands in SPECLet ${around.id} and is numbered as one of SPECLet ${named}`
    findings.add('MW511', 'error', head.idPlace, message, 'give it a number of its own SPECLet, or move it', [
      { message: 'the SPECLet that it stands in', span: findings.span(around.place) },
    ])
  }
  sayDeceivingId(reading, head.idPlace)
  if (around !== null) around.tasks += 1
  const task = startTask(head, place, level, around?.id ?? named)
  tasks.push(task)
  reading.task = task
  reading.step = null
}

function startTask(head: Head | null, place: Extent, level: number, speclet: string | null): TaskBuilder {
  const own = startStep(null, { place: head?.idPlace ?? place, form: 'line', width: 0 })
  return { head, place, level, speclet, steps: [], own, fields: [], prose: [], end: place.end }
}

interface StepPlace {
  readonly place: Extent
  readonly form: StepBuilder['form']
  readonly width: number
}

function startStep(head: Head | null, { place, form, width }: StepPlace): StepBuilder {
  return { head, place, form, width, titleLines: [], fields: [], prose: [], isFlat: false }
}

/** Opens a step of the task above; false where there is none. */
export function openStep(reading: Reading, head: Head, at: StepPlace): boolean {
  const { findings, document } = reading
  let task = reading.task
  if (task === null && document !== null) {
    reading.loose ??= startTask(null, document.place, 0, document.id)
    task = reading.loose
  }
  if (task === null) return false
  const named = head.before.at(-1) ?? null
  if (task.head !== null && named !== null && isNumber(task.head.id) && Number(named) !== Number(task.head.id)) {
    const message = `this step is numbered as one of task ${named} and stands in task ${task.head.id}; read where it stands`
    findings.add('MW506', 'warning', head.idPlace, message, 'give it a number of its own task, or move it', [
      { message: 'the task that it stands in', span: findings.span(task.head.idPlace) },
    ])
  }
  const step = startStep(head, at)
  task.steps.push(step)
  task.end = Math.max(task.end, at.place.end)
  reading.step = step
  reading.field = null
  return true
}

/** A field as it begins. */
export function startField(field: Field, width: number): FieldBuilder {
  const { name, number, low, key, value } = field
  return { field: { name, number, low }, key, lines: [{ ...value, width }], parts: [] }
}

/** The task whose lines come in: of a document without tasks the one that holds its steps. */
export function taskOf(reading: Reading): TaskBuilder | null {
  return reading.task ?? (reading.step === null ? null : reading.loose)
}

/** What a field says as far as it stands in one line: beside its name, or else below it. */
export function firstLine(
  bytes: Uint8Array,
  { lines }: FieldBuilder,
): { readonly extent: Extent; readonly text: string } {
  const line = lines.find(({ start, end }) => end > start)
  const extent = { start: line?.start ?? 0, end: line?.end ?? 0 }
  return { extent, text: decode(bytes, extent.start, extent.end) }
}

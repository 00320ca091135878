/** Lines below the head of a task: steps, fields, what goes on from the line above, and words. */

import { byte, find, trimmed, type Extent } from '../../scan/bytes.ts'
import { readBox } from '../../scan/box.ts'
import { sayDeceiving } from './deceiving.ts'
import { fieldsBeside, sayFlagWithoutColon } from './flags-within.ts'
import { ofOneWord, readField, readPlainName, sayMisspelt, type Field, type FieldKey } from './field.ts'
import { readHead, type Head, type NoHead } from './head.ts'
import { sayNoHead, sayUnread } from './heading-line.ts'
import { sayPlaceholder } from './placeholder.ts'
import type { FieldBuilder, Reading, StepBuilder, TaskBuilder, TextLine } from './reading.ts'
import { openStep, startField } from './task-builder.ts'

const ofStep: ReadonlySet<FieldKey | null> = new Set<FieldKey>(['method', 'backup', 'expected'])
const ofTask: ReadonlySet<FieldKey | null> = new Set<FieldKey>(['verification', 'logging', 'research', 'sources'])
const ofBackup: ReadonlySet<FieldKey | null> = new Set<FieldKey>(['trigger', 'kind', 'tool', 'arguments'])

/** Reads a line that stands in a task. */
export function readTaskLine(reading: Reading, task: TaskBuilder, it: TextLine): void {
  const { bytes, used, lines } = reading
  used[it.line] = 1
  task.end = Math.max(task.end, lines.textEnd(it.line))
  const content = { start: behindBox(bytes, it), end: it.end }
  const head = readHead(bytes, content.start, content.end)
  if (head?.is === 'head' && head.word === 'step' && takeStep(reading, it, head, content)) return
  const field = readField(bytes, content.start, content.end)
  if (takePart(reading, it, field)) return
  if (field !== null && isField(reading, it, field)) {
    if (head?.is === 'none') sayHead(reading, head, content)
    takeField(reading, task, it, field)
    return
  }
  if (field === null) sayPlainSlip(reading, it, content)
  if (field === null && (it.isBullet || it.width > 0)) sayFlagWithoutColon(bytes, reading.findings, content)
  if (goesOn(reading, it)) return
  if (head === null) sayDeceiving(reading, content)
  else if (head.word !== 'speclet' && (it.isBullet || head.isBold)) sayHead(reading, head, content)
  takeProse(reading, task, it)
}

/** Behind the bullet, and the box of a step that is ticked by people. */
function behindBox(bytes: Uint8Array, it: TextLine): number {
  const box = it.isBullet ? readBox(bytes, it.start, it.end) : null
  return box?.is === 'box' ? box.text : it.content
}

/** A step as a point, or in emphasis; deeper than a field of a step the words in plain letters are part of its value. */
function takeStep(reading: Reading, it: TextLine, head: Head, place: Extent): boolean {
  const { field, coverage, findings } = reading
  if (head.isLoose && !it.isBullet) return false
  if (!it.isBullet && !head.isBold && head.title.end <= head.title.start) return false
  if (!head.isBold && field?.isOfStep === true && it.width > field.width) return false
  if (head.isTemplate) {
    sayPlaceholder(findings, head.idPlace)
    return true
  }
  coverage.taskLike += 1
  if (!openStep(reading, head, { place, form: 'line', width: it.width })) return false
  coverage.read += 1
  return true
}

/** How a backup is done stands deeper than the backup. */
function takePart({ field: open }: Reading, it: TextLine, field: Field | null): boolean {
  if (field === null || open?.builder.key !== 'backup' || it.width <= open.width || !ofBackup.has(field.key))
    return false
  open.builder.parts.push(startField(field, it.width))
  return true
}

/** Whether `name: value` is a field here: words in plain letters are only where a field can stand. */
function isField({ field: open }: Reading, it: TextLine, field: Field): boolean {
  const isNested = open !== null && it.width > open.width
  if (field.isBold) return !isNested || isKnown(field.key)
  return it.isBullet && !isNested && isKnown(field.key)
}

/** A point in plain letters, where a field can stand, whose name is nearly that of one. */
function sayPlainSlip({ bytes, findings, field: open }: Reading, it: TextLine, { start, end }: Extent): void {
  if (!it.isBullet || (open !== null && it.width > open.width)) return
  const plain = readPlainName(bytes, start, end)
  if (plain !== null) sayMisspelt(bytes, findings, plain)
}

function isKnown(key: FieldKey | null): boolean {
  return ofStep.has(key) || ofOneWord.has(key) || ofTask.has(key)
}

function takeField(reading: Reading, task: TaskBuilder, it: TextLine, field: Field): void {
  if (field.key === 'steps') {
    reading.field = null
    return
  }
  for (const one of fieldsBeside(reading.bytes, field)) {
    const step = stepFor(reading, it, one.key)
    const builder = startField(one, it.width)
    const own = ofStep.has(one.key) ? task.own : null
    const target: { readonly fields: FieldBuilder[] } = step ?? own ?? task
    target.fields.push(builder)
    reading.field = { builder, width: it.width, isBullet: it.isBullet, isOfStep: step !== null || own !== null }
  }
}

/** The step that a field belongs to; null where it is one of the task. */
function stepFor(reading: Reading, it: TextLine, key: FieldKey | null): StepBuilder | null {
  const { step } = reading
  if (step === null) return null
  if (step.form === 'heading') {
    const isOfStep = it.isBullet || it.width > 0 || !ofTask.has(key)
    return isOfStep ? step : null
  }
  if (it.width > step.width) return step
  if (ofStep.has(key)) {
    step.isFlat = true
    return step
  }
  if (step.isFlat && ofOneWord.has(key)) return step
  reading.step = null
  return null
}

/** Takes a line that goes on with the value, or the title, above it. */
export function goesOn(reading: Reading, it: TextLine): boolean {
  const { field, step, isAfterBlank, bytes } = reading
  const line = { start: it.start, end: it.end, width: it.width }
  if (field !== null) {
    const { lines } = field.builder
    const isDeeper = it.width > field.width
    const isLazy = !isAfterBlank && !it.isBullet
    const isList = it.isBullet && !field.isBullet && it.width >= field.width && isOpenEnded(bytes, field.builder)
    if (!isDeeper && !isLazy && !isList) {
      reading.field = null
      return false
    }
    lines.push(line)
    return true
  }
  if (step?.form !== 'line' || step.fields.length > 0 || step.prose.length > 0) return false
  if (it.isBullet || (it.width <= step.width && isAfterBlank)) return false
  step.titleLines.push(line)
  return true
}

/** Whether a list may follow: nothing stands behind the name, or a colon at the end, or a list does already. */
function isOpenEnded(bytes: Uint8Array, { lines }: FieldBuilder): boolean {
  const [first] = lines
  return first === undefined || first.end <= first.start || bytes[first.end - 1] === byte.colon
}

/** A point, or words in bold, that begin like a task or a step, among words. */
function sayHead(reading: Reading, head: Head | NoHead, place: Extent): void {
  if (head.is === 'none' && head.word === 'step') {
    // The name of a field may say what it is about: `**Step 2 output:** …`
    const colon = find(reading.bytes, byte.colon, head.rest.start, head.rest.end)
    const end = colon < 0 || head.isSpelledOut ? head.rest.end : colon
    sayNoHead(reading, { ...head, rest: trimmed(reading.bytes, head.rest.start, end) }, place)
  }
  if (head.is === 'none') return
  reading.coverage.taskLike += 1
  sayUnread(reading, place, 'stands among the words of a task')
}

function takeProse(reading: Reading, task: TaskBuilder, it: TextLine): void {
  const { step, isAfterBlank } = reading
  if (step?.form === 'line' && it.width <= step.width) reading.step = null
  const { prose } = reading.step ?? task
  if (isAfterBlank && prose.length > 0) prose.push({ start: it.start, end: it.start, width: 0 })
  prose.push({ start: it.start, end: it.end, width: it.width })
}

/** Takes the lines of a code fence into what it stands in. */
export function takeFence(reading: Reading, task: TaskBuilder, it: TextLine): void {
  const { field } = reading
  task.end = Math.max(task.end, it.end)
  const line = { start: it.start, end: it.end, width: it.width }
  if (field !== null && it.width > field.width) field.builder.lines.push(line)
  else (reading.step ?? task).prose.push(line)
}

/** What a brief says of its task: all that the plan says of it, and the texts that it points to. */

import type { FileAction, FileSpec, TaskSpec } from '../plan/model.ts'
import { taskName } from '../plan/names.ts'
import { shownPath } from '../plan/shown-path.ts'
import { printable } from '../run/excerpt.ts'
import type { Found } from '../run/outcome.ts'
import { closed, section, stacked, type Room } from './brief-room.ts'
import { specPart, type SpecBrief } from './brief-spec.ts'
import { foundPart, researchPart, stepOpening, stepPart, type StepBrief } from './brief-step.ts'
import { criteriaAsked, openings, waitingTold } from './templates.ts'
import type { TaskDocument } from './task-document.ts'
import type { TraceTexts } from './trace-texts.ts'

/** Most bytes of each part. */
const most = {
  line: 1_000,
  instruction: 8_000,
  description: 24_000,
  criteria: 8_000,
  files: 8_000,
  document: 24_000,
  traces: 16_000,
} as const

const words: Record<FileAction, string> = {
  create: 'CREATE',
  modify: 'MODIFY',
  delete: 'DELETE',
  read: 'REVIEW (read only, no change expected)',
  rename: 'RENAME',
  unknown: 'as the task says',
}

function fileLine(file: FileSpec): string {
  const to = file.to === null ? '' : ` -> \`${file.to}\``
  const notes = [file.form === 'directory' ? 'a folder' : '', file.note ?? ''].filter((it) => it !== '')
  const note = notes.length === 0 ? '' : ` — ${notes.join('; ')}`
  return `- \`${shownPath(file)}\`${to} (${words[file.action]})${note}`
}

/** Of whom a person wants other tasks in place of the one that they rejected. */
export interface Proposing {
  /** Who rejected it, and what they said; empty where they said nothing. */
  readonly rejection: { readonly by: string; readonly text: string }
  /** Names and titles of those that wait for the rejected task. */
  readonly waiting: readonly string[]
  /** What was proposed last, as the JSON that proposes it; empty the first time. */
  readonly before: string
}

function filesSection(task: TaskSpec, proposes: Proposing | null, room: Room): string {
  if (task.files.length === 0)
    return task.declaresFiles ? section('Files', 'The plan says that this task changes no file.') : ''
  if (proposes !== null) return section('Files', room.take(task.files.map(fileLine).join('\n'), most.files))
  // A task that only says which tests it writes leaves open what else it changes.
  const others = task.declaresFiles ? '\n\nA change of any other file is a departure from the plan.' : ''
  return section('Files', `${room.take(task.files.map(fileLine).join('\n'), most.files)}${others}`)
}

/** Numbered, because the result speaks of them by number; what has several lines stays one item. */
function criteriaSection({ criteria = [] }: TaskSpec, asked: string, room: Room): string {
  if (criteria.length === 0) return ''
  const items = criteria.map((it, at) => `${at + 1}. ${closed(it.trim()).replaceAll('\n', '\n    ')}`)
  return section('Acceptance criteria', stacked(room.take(items.join('\n'), most.criteria), asked))
}

/** Where the task belongs, and what kind of work it is, as far as the plan says it. */
function placeOf({ layer, kind, role }: TaskSpec, phase: string | null, room: Room): string {
  const named = { Layer: layer, 'Kind of work': kind, Specialist: role }
  const kinds = Object.entries(named).flatMap(([name, it]) => (it == null ? [] : [`${name}: ${printable(it)}`]))
  return stacked(
    phase === null ? '' : room.take(`It belongs to: ${phase}`, most.line),
    room.take(kinds.join('. ').replaceAll('\n', ' '), most.line),
  )
}

function documentSection(document: TaskDocument | null, room: Room): string {
  if (document === null) return ''
  const name = `\`${printable(document.path).replaceAll(/[`\n]/g, '')}\``
  if (document.text === null) return section('Its own document', `The plan points to ${name}: ${document.why}.`)
  const text = `The plan points to ${name}, which tells more of the task:\n\n${room.fenced(document.text, most.document)}`
  return section('Its own document', text)
}

function tracesSection(task: TaskSpec, { texts, unclear }: TraceTexts, room: Room): string {
  if (task.traces.length === 0) return ''
  const open = unclear.map(
    ({ id, files }) =>
      `${id} is not quoted: it stands in ${files.slice(0, 8).join(', ')}, and the plan does not say which is meant.`,
  )
  const quoted = texts.map(
    (it) => `### ${it.id} (${it.file}:${it.line})\n\n${room.fenced(it.text.trimEnd(), most.traces)}`,
  )
  return section(
    'What it fulfils',
    stacked(room.take(`Traces: ${task.traces.join(', ')}`, most.line), ...open, ...quoted),
  )
}

function waitingSection({ waiting }: Proposing, room: Room): string {
  const names = waiting.map((it) => `- ${printable(it).replaceAll('\n', ' ')}`).join('\n')
  return names === '' ? '' : section('Who waits for it', stacked(waitingTold, room.take(names, most.files)))
}

/**
 * What the brief says of its task, in the order in which it is read; what is needed most takes its room first.
 *
 * @param of.phase title of the phase or group
 * @param of.instruction that of the method; empty where the task's text is all
 * @param of.step set where the plan divides the task: the step that the attempt is for
 * @param of.spec set where the plan is a spec: what holds for all of it
 * @param of.research what was found before it began; null where nothing was
 * @param of.document what the plan points to; null where it points to nothing
 */
export function taskPart(
  of: {
    readonly task: TaskSpec
    readonly phase: string | null
    readonly instruction: string
    readonly step: StepBrief | null
    readonly spec: SpecBrief | null
    readonly research: Found | null
    readonly traces: TraceTexts
    readonly document: TaskDocument | null
    readonly proposes: Proposing | null
  },
  room: Room,
): string {
  const { task, proposes } = of
  const whole = specPart(of.spec, task.group, room)
  const description = section('Description', room.prose(task.description ?? '', most.description))
  const criteria = criteriaSection(task, proposes === null ? criteriaAsked : '', room)
  const files = filesSection(task, proposes, room)
  const place = placeOf(task, of.phase, room)
  const instruction =
    of.step === null
      ? section('This attempt', room.prose(of.instruction, most.instruction))
      : stepPart(of.step, of.instruction, room)
  const research = of.research === null ? researchPart(task.research ?? null, room) : foundPart(of.research, room)
  const document = documentSection(of.document, room)
  const traces = tracesSection(task, of.traces, room)
  if (proposes !== null)
    return stacked(
      openings.proposal,
      place,
      whole,
      description,
      criteria,
      files,
      document,
      traces,
      waitingSection(proposes, room),
    )
  const others = `${task.covers ? openings.phase : openings.task} Other tasks are done by others, before or after you.`
  const opening = of.step === null || of.step.steps.length < 2 ? others : stepOpening(of.step, taskName(task))
  return stacked(opening, place, instruction, research, whole, description, criteria, files, document, traces)
}

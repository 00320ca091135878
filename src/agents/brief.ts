/** What an agent is told: one Markdown text made of the task and of what it needs to know around it. */

import type { FileAction, FileSpec, TaskSpec } from '../plan/model.ts'
import { shellWord } from '../plan/shell-word.ts'
import { shownPath } from '../plan/shown-path.ts'
import type { FileChange } from '../run/outcome.ts'
import { printable } from '../run/excerpt.ts'
import {
  addedTasks,
  briefTemplate,
  draftGone,
  draftKept,
  fillTemplate,
  methods,
  openings,
  sharedFolders,
  ticks,
} from './templates.ts'
import type { TraceTexts } from './trace-texts.ts'

/** What a blocker left behind. */
export interface BlockerOutput {
  readonly id: string
  readonly title: string
  readonly commit: string | null
  readonly changes: readonly FileChange[]
  /** What its agent said of it; a claim. */
  readonly said: string
}

/** What went wrong before, with the text of the evidence. */
export interface FeedbackText {
  readonly from: 'gate' | 'review' | 'attempt' | 'merge' | 'files' | 'person'
  readonly source: string
  readonly text: string
  /** The end of the output, as kept in the evidence. */
  readonly excerpt: string
}

export interface BriefInput {
  readonly task: TaskSpec
  /** Path of the plan, relative to the root. */
  readonly plan: string
  /** Title of the phase or group. */
  readonly phase: string | null
  /** The method's own instruction; empty where the task's text is all. */
  readonly instruction: string
  readonly traces: TraceTexts
  readonly blockers: readonly BlockerOutput[]
  readonly feedback: readonly FeedbackText[]
  /** Whether the attempt goes on from the last draft. */
  readonly keepsDraft: boolean
  /** Names and commands of the gates that will judge. */
  readonly gates: readonly { readonly name: string; readonly argv: readonly string[] }[]
  /** The gates must be red after this step (first half of test-first). */
  readonly expectsRed: boolean
  /** Paths of the working directory that lead into the person's checkout. */
  readonly shared: readonly string[]
  /** What becomes of tasks that the agent would add. */
  readonly addedTasks: 'record' | 'accept'
}

/** Most bytes of a brief's changing parts; together they fit one argument of a command line. */
const most = { description: 24_000, blockers: 12_000, feedback: 24_000, excerpt: 6_000 } as const

const words: Record<FileAction, string> = {
  create: 'CREATE',
  modify: 'MODIFY',
  delete: 'DELETE',
  read: 'REVIEW (read only, no change expected)',
  rename: 'RENAME',
  unknown: 'as the task says',
}

/** Cuts at a length and says so. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}\n… (${text.length - limit} more characters left out)`
}

/** A fence longer than any run of back-ticks in the text, so that the text cannot close it. */
function fenced(text: string): string {
  let longest = 0
  let run = 0
  for (const character of text) {
    run = character === '`' ? run + 1 : 0
    if (run > longest) longest = run
  }
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}text\n${text.trimEnd()}\n${fence}`
}

function section(title: string, body: string): string {
  return body.trim() === '' ? '' : `\n## ${title}\n\n${body.trimEnd()}\n`
}

function fileLine(file: FileSpec): string {
  const to = file.to === null ? '' : ` -> \`${file.to}\``
  const notes = [file.form === 'directory' ? 'a folder' : '', file.note ?? ''].filter((it) => it !== '')
  const note = notes.length === 0 ? '' : ` — ${notes.join('; ')}`
  return `- \`${shownPath(file)}\`${to} (${words[file.action]})${note}`
}

function filesSection(task: TaskSpec): string {
  if (task.files.length === 0)
    return task.declaresFiles ? section('Files', 'The plan says that this task changes no file.') : ''
  // A task that only says which tests it writes leaves open what else it changes.
  const others = task.declaresFiles ? '\n\nA change of any other file is a departure from the plan.' : ''
  return section('Files', `${task.files.map(fileLine).join('\n')}${others}`)
}

function tracesSection(task: TaskSpec, { texts, unclear }: TraceTexts): string {
  if (task.traces.length === 0) return ''
  const quoted = texts.map((it) => `### ${it.id} (${it.file}:${it.line})\n\n${fenced(it.text)}`)
  const open = unclear.map(
    ({ id, files }) =>
      `${id} is not quoted: it stands in ${files.slice(0, 8).join(', ')}, and the plan does not say which is meant.`,
  )
  return section('What it fulfils', [`Traces: ${task.traces.join(', ')}`, ...open, ...quoted].join('\n\n'))
}

function blockerText(blocker: BlockerOutput): string {
  const commit = blocker.commit === null ? '' : ` (commit ${blocker.commit.slice(0, 12)})`
  const files = blocker.changes.slice(0, 40).map((it) => `  - ${it.change} \`${it.path}\``)
  const more = blocker.changes.length > 40 ? [`  - and ${blocker.changes.length - 40} more`] : []
  const said = blocker.said.trim() === '' ? [] : [`  - it said: ${blocker.said.replaceAll(/\s+/g, ' ').slice(0, 400)}`]
  return [`- ${blocker.id} ${blocker.title}${commit}`, ...files, ...more, ...said].join('\n')
}

function feedbackSection(input: BriefInput): string {
  if (input.feedback.length === 0) return ''
  const parts = input.feedback.map((it) => {
    const excerpt = it.excerpt === '' ? '' : `\n\n${fenced(cut(it.excerpt, most.excerpt))}`
    return `### ${it.from}: ${it.source}\n\n${it.text}${excerpt}`
  })
  return section(
    'What went wrong before',
    cut([input.keepsDraft ? draftKept : draftGone, ...parts].join('\n\n'), most.feedback),
  )
}

function gatesLine(input: BriefInput): string {
  const named = input.gates
    .filter((gate) => gate.argv.length > 0)
    .map((gate) => `${gate.name} (\`${gate.argv.map(shellWord).join(' ')}\`)`)
  if (input.expectsRed)
    return `- Write the test only. These checks must fail afterwards, for the reason you test: ${named.join(', ')}.`
  return named.length === 0 ? '' : `- These checks decide afterwards; run them yourself first: ${named.join(', ')}.`
}

function sharedLine(shared: readonly string[]): string {
  const names = shared.map((it) => `\`${printable(it).replaceAll(/[`\n]/g, '')}\``)
  return names.length === 0 ? '' : `\n${fillTemplate(sharedFolders, { names: names.join(', ') })}`
}

/** Endings of files that nobody writes a test for. */
const documents = ['.md', '.markdown', '.mdx', '.rst', '.adoc', '.png', '.svg', '.jpg', '.gif', '.pdf'] as const

function isDocument(path: string): boolean {
  const name = (path.split('/').at(-1) ?? '').toLowerCase()
  return (
    documents.some((ending) => name.endsWith(ending)) || /^(?:licen[cs]e|changelog|readme|authors|notice)$/.test(name)
  )
}

/** Which way of working a task asks for: only what it declares decides, never its words. */
function methodOf({ task, expectsRed }: BriefInput): keyof typeof methods {
  const changed = task.files.filter((file) => file.action !== 'read')
  if (task.declaresFiles && changed.length === 0) return 'look'
  if (changed.length > 0 && changed.every((file) => isDocument(file.to ?? file.path))) return 'documents'
  return expectsRed ? 'test' : 'code'
}

/**
 * Assembles a brief (REQUIREMENTS B4, seed 000 §2.5). Pure: the same input gives the same text, so that a brief's hash
 * binds an attempt. It always begins with `#`, so that no command line can read it as an option.
 *
 * @param input the task and what it needs to know; texts of the plan, of agents and of tools are data and are fenced
 *   or cut where they could take over the rest
 */
export function assembleBrief(input: BriefInput): string {
  const { task } = input
  const text = fillTemplate(briefTemplate, {
    id: printable(task.id ?? task.key),
    title: task.title,
    opening: task.covers ? openings.phase : openings.task,
    place: input.phase === null ? '' : `\nIt belongs to: ${input.phase}\n`,
    instruction: section('This attempt', input.instruction),
    description: section('Description', cut(task.description ?? '', most.description)),
    files: filesSection(task),
    traces: tracesSection(task, input.traces),
    blockers: section('What was done before you', cut(input.blockers.map(blockerText).join('\n'), most.blockers)),
    feedback: feedbackSection(input),
    method: methods[methodOf(input)],
    gates: gatesLine(input),
    shared: sharedLine(input.shared),
    ticks: fillTemplate(task.covers ? ticks.covered : ticks.none, {
      file: ` (\`${printable(input.plan).replaceAll(/[`\n]/g, '')}\`)`,
    }),
    ...addedTasks[input.addedTasks],
  })
  return text.replaceAll(/\n{3,}/g, '\n\n').replaceAll('\0', '')
}

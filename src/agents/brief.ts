/** What an agent is told: one Markdown text made of the task and of what it needs to know around it. */

import { oneLine } from '../plan/one-line.ts'
import type { AuditItem } from '../plan/model.ts'
import { taskName } from '../plan/names.ts'
import type { ProgressClaims } from '../plan/progress-claims.ts'
import { printable } from '../run/excerpt.ts'
import type { Found } from '../run/outcome.ts'
import { backgroundPart, type BlockerOutput } from './brief-background.ts'
import { draftPart, feedbackPart, type FeedbackText } from './brief-feedback.ts'
import { makeRoom, section, stacked } from './brief-room.ts'
import { rulesPart, type Rules } from './brief-rules.ts'
import type { SpecBrief } from './brief-spec.ts'
import type { StepBrief } from './brief-step.ts'
import { taskPart, type Proposing } from './brief-task.ts'
import { fillPrompt, type PromptTemplate } from './prompt-template.ts'
import type { TaskDocument } from './task-document.ts'
import { addedTasks, criteriaResult, departures, fillTemplate, proposalResult, result } from './templates.ts'
import type { TraceTexts } from './trace-texts.ts'

export interface BriefInput extends Rules {
  /** Set where other tasks are to be proposed in place of `task`, which a person has rejected. */
  readonly proposes: Proposing | null
  /** That of the task's role, and what the role is called. */
  readonly template: PromptTemplate
  readonly role: string
  /** Title of the phase or group. */
  readonly phase: string | null
  /** The method's own instruction; empty where the task's text is all. */
  readonly instruction: string
  /** Set where the plan divides the task: the step that the attempt is for. */
  readonly step: StepBrief | null
  /** Set where the plan is a spec: what holds for all of it. */
  readonly spec: SpecBrief | null
  /** What was found before the task began; null where nothing was. */
  readonly research: Found | null
  /** What a progress file of another tool says of the plan; null where there is none. */
  readonly claims: ProgressClaims | null
  readonly traces: TraceTexts
  /** What the plan says tells the whole of the task. */
  readonly document: TaskDocument | null
  /** All findings of the plan's audit. */
  readonly audit: readonly AuditItem[]
  readonly blockers: readonly BlockerOutput[]
  /** Public signatures of the files that the blockers changed, as text; empty where none are known. */
  readonly contracts: string
  readonly feedback: readonly FeedbackText[]
  /** Whether the attempt goes on from the last draft. */
  readonly keepsDraft: boolean
  /** What the last draft changes, as a diff, where a person sent it back or rejected it; else empty. */
  readonly draft: string
  /** What becomes of tasks that the agent would add. */
  readonly addedTasks: 'record' | 'accept'
}

/** Bytes of a whole brief: a little less than one argument of a command line holds, which is where it may have to fit. */
export const longestBrief = 118 * 1024
/** Bytes of it that are our own words, and of names that are not cut. */
const ownWords = 10 * 1024
const longestTitle = 1_000

/**
 * Assembles a brief (REQUIREMENTS B4, seed 000 §2.5, seed 003 §1). Pure: the same input gives the same text, so that a brief's
 * hash binds an attempt.
 *
 * @param input the task and what it needs to know; texts of agents, of tools and of people are data: they are fenced where
 *   they could take over the rest, and what is too long for a brief is cut, the words of people last
 */
export function assembleBrief(input: BriefInput): string {
  const { task, template, proposes } = input
  const room = makeRoom(longestBrief - template.bytes - ownWords)
  const id = room.take(printable(taskName(task)), longestTitle)
  const title = room.take(oneLine(task.title), longestTitle)
  // What a person said takes its room before all else; what was changed by it, and what is there already, after the task.
  const feedback = feedbackPart(input, room)
  const told = taskPart(input, room)
  const draft = draftPart(input, room)
  const criteria = (task.criteria ?? []).length > 0 ? criteriaResult : ''
  const { plan, added } = addedTasks[input.addedTasks]
  const text = fillPrompt(template, {
    id: proposes === null ? id : `In place of ${id}`,
    title,
    role: input.role,
    task: told,
    background: backgroundPart(input, room),
    feedback: stacked(feedback, draft),
    rules: rulesPart(input),
    departures: proposes === null ? section('Departures from the plan', fillTemplate(departures, { id, plan })) : '',
    result: section('Result', proposes === null ? fillTemplate(result, { id, criteria, added }) : proposalResult),
  })
  return text.replaceAll('\0', '')
}

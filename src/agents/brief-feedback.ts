/** What a brief says of what went wrong before: the words of people as they are, and what gates and attempts said. */

import { printable } from '../run/excerpt.ts'
import { isOfPerson, mostOfPerson } from '../run/feedback.ts'
import { section, stacked, type Room } from './brief-room.ts'
import type { Proposing } from './brief-task.ts'
import { draftGone, draftGoneInStep, draftKept, draftShown, proposedTold } from './templates.ts'

/** What went wrong before, with the text of the evidence. */
export interface FeedbackText {
  readonly from: 'gate' | 'review' | 'attempt' | 'merge' | 'files' | 'person' | 'judgement'
  readonly source: string
  readonly text: string
  /** The end of the output, as kept in the evidence. */
  readonly excerpt: string
}

/** Most bytes: of the words of one review, of those of all; of one text of a program, of all; of the draft that was sent back. */
const most = {
  words: mostOfPerson,
  allWords: 50_000,
  text: 6_000,
  allTexts: 12_000,
  draft: 16_000,
  proposal: 24_000,
} as const

/** A sentence needs no fence; whatever could be read as a heading, a list or a fence of its own gets one. */
function isPlain(text: string): boolean {
  return /^[\p{L}\p{N}][^\n`]*$/u.test(text)
}

function partOf({ from, source, text, excerpt }: FeedbackText, room: Room): string {
  const said = isOfPerson({ from })
    ? room.fenced(text, most.words)
    : isPlain(text)
      ? room.take(text, most.text)
      : room.fenced(text.trimEnd(), most.text)
  const head = `### ${from}: ${printable(source).replaceAll('\n', ' ')}`
  return stacked(head, said, excerpt === '' ? '' : room.fenced(excerpt.trimEnd(), most.text))
}

/** Why a task was rejected, what was proposed in its place, and what was said of that. */
function rejectionPart(feedback: readonly FeedbackText[], { rejection, before }: Proposing, room: Room): string {
  const why = { from: 'review', source: rejection.by, text: rejection.text, excerpt: '' } as const
  const said = toldOf(feedback, room)
  const last = before === '' ? '' : stacked(proposedTold, room.fenced(before, most.proposal))
  return stacked(
    rejection.text.trim() === '' ? '' : section('Why it was rejected', partOf(why, room.within(most.allWords))),
    said === '' ? '' : section('What was said of the last proposal', stacked(last, said)),
  )
}

/**
 * @param of.keepsDraft whether the attempt goes on from the last draft
 * @param of.step set where the plan divides the task, and says how each step is done
 * @param of.proposes set where tasks are to be proposed in place of one that was rejected
 */
export function feedbackPart(
  of: {
    readonly feedback: readonly FeedbackText[]
    readonly keepsDraft: boolean
    readonly proposes: Proposing | null
    readonly step: object | null
  },
  room: Room,
): string {
  if (of.proposes !== null) return rejectionPart(of.feedback, of.proposes, room)
  const told = toldOf(of.feedback, room)
  const gone = of.step === null ? draftGone : draftGoneInStep
  return told === '' ? '' : section('What went wrong before', stacked(of.keepsDraft ? draftKept : gone, told))
}

function toldOf(feedback: readonly FeedbackText[], room: Room): string {
  const [words, texts] = [room.within(most.allWords), room.within(most.allTexts)]
  // Who spoke last takes room first.
  const parts = new Map(feedback.toReversed().map((it) => [it, partOf(it, isOfPerson(it) ? words : texts)]))
  return stacked(...feedback.map((it) => parts.get(it) ?? ''))
}

/** @param of.draft what the draft changes that a person sent back, or rejected; empty where there is none */
export function draftPart(of: { readonly draft: string; readonly proposes: object | null }, room: Room): string {
  const diff = of.draft
  if (diff.trim() === '') return ''
  return stacked(
    of.proposes === null ? '### The draft that was sent back' : '### The draft that was rejected',
    draftShown,
    room.fenced(diff.trimEnd(), most.draft, 'diff'),
  )
}

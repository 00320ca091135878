/** What people and other processes may say to a run. Each command is handled once, by its id. */

import type { Commit } from './effect.ts'
import type { Proposal } from './outcome.ts'
import type { Policy } from '../plan/policy.ts'

/** Who speaks. An agent's attempt may not use the verbs of a human; it is refused and recorded. */
export interface Speaker {
  readonly who: string
  readonly as: 'human' | 'agent'
}

/** What a review may be answered with; each question names those that it takes. */
export const reviewAnswers = [
  'approve',
  'revise',
  'reject',
  'pause',
  'override',
  'ignore-same',
  'retry',
  'skip',
  'block',
  // To a deviation from a pattern, and to patterns that may help; `alternatives` also to a checkpoint of education mode.
  'escalate',
  'alternatives',
  'first-pattern',
  'second-pattern',
  'own-backups',
  // To such a checkpoint, beside approve: explain the approaches, begin with another one.
  'explain-more',
  'try-different',
  // To a SPECLet that has failed, beside retry: end those that it blocks, or halt.
  'skip-blocked',
  'halt',
  // To what has turned to people: go on, in dynamic mode again.
  'dynamic',
] as const

export type ReviewAnswer = (typeof reviewAnswers)[number]

export type CommandBody =
  | {
      readonly verb: 'unblock'
      readonly task: string
      readonly text: string
      /** The commit of a done task that was looked for in the person's history and is not there: the work is lost. */
      readonly lost?: Commit
      /** The plan has an open box for a task that is done: it is to be done again. */
      readonly reopened?: boolean
    }
  | { readonly verb: 'skip'; readonly task: string; readonly text: string }
  | { readonly verb: 'defer'; readonly task: string; readonly text: string }
  | { readonly verb: 'accept'; readonly task: string; readonly text: string }
  | {
      readonly verb: 'answer'
      readonly review: string
      readonly answer: ReviewAnswer
      readonly text: string
      /** Digest of what the person was shown, or how it begins; absent: what was shown when it was asked. */
      readonly presented?: string
    }
  | { readonly verb: 'pause'; readonly text: string }
  | { readonly verb: 'stop'; readonly text: string }
  | { readonly verb: 'set-policy'; readonly policy: Partial<Policy> }
  /** A run that has turned to people is to go on in the mode that it had before. */
  | { readonly verb: 'mode'; readonly mode: string; readonly text: string }
  /** Pull mode: take a task whose method is `pull`, or take it up again after its connection was lost. */
  | { readonly verb: 'claim'; readonly task: string }
  | { readonly verb: 'lose'; readonly task: string; readonly claim: number }
  | {
      readonly verb: 'report'
      readonly task: string
      /** The claim's number; an older one is fenced. */
      readonly claim: number
      readonly says: 'done' | 'blocked' | 'failed'
      readonly text: string
      readonly proposal: Proposal | null
    }
  /** What lies in the inbox and is none of these: damaged, or of another version. It is refused. */
  | { readonly verb: 'unknown' }

export interface Command {
  readonly id: string
  readonly by: Speaker
  readonly body: CommandBody
}

/** Verbs by which a person ends a task, also one whose attempt was stopped or cut off. */
export const endingVerbs: ReadonlySet<CommandBody['verb']> = new Set(['skip', 'defer', 'accept'])

/** Verbs that only a human may use (DESIGN, Agents, pull mode, people). */
export const humanVerbs: ReadonlySet<CommandBody['verb']> = new Set([
  'unblock',
  'skip',
  'defer',
  'accept',
  'answer',
  'pause',
  'stop',
  'set-policy',
  'mode',
])

type Kind = 'text' | 'number' | 'answer' | 'says' | 'object' | 'object or null'

/** What each verb needs beside its name; more is let be. */
const needs: Readonly<Record<Exclude<CommandBody['verb'], 'unknown'>, Readonly<Record<string, Kind>>>> = {
  unblock: { task: 'text', text: 'text' },
  skip: { task: 'text', text: 'text' },
  defer: { task: 'text', text: 'text' },
  accept: { task: 'text', text: 'text' },
  answer: { review: 'text', answer: 'answer', text: 'text' },
  pause: { text: 'text' },
  stop: { text: 'text' },
  'set-policy': { policy: 'object' },
  mode: { mode: 'text', text: 'text' },
  claim: { task: 'text' },
  lose: { task: 'text', claim: 'number' },
  report: { task: 'text', claim: 'number', says: 'says', text: 'text', proposal: 'object or null' },
}

const answers: readonly unknown[] = reviewAnswers

/**
 * Reads what lies in the inbox under an id.
 * @param said as another process put it there: `{by, body}`
 * @returns the command; one that is refused where it is none
 */
export function commandOf(id: string, said: unknown): Command {
  const { by, body } = fieldsOf(said)
  const { who, as } = fieldsOf(by)
  const verb = fieldsOf(body)['verb']
  const wanted = typeof verb === 'string' && Object.hasOwn(needs, verb) ? needs[verb as keyof typeof needs] : null
  const isSound =
    wanted !== null &&
    typeof who === 'string' &&
    (as === 'human' || as === 'agent') &&
    Object.entries(wanted).every(([name, kind]) => isOfKind(fieldsOf(body)[name], kind))
  return isSound
    ? { id, by: { who, as }, body: body as CommandBody }
    : { id, by: { who: 'somebody', as: 'agent' }, body: { verb: 'unknown' } }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isOfKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'answer':
      return answers.includes(value)
    case 'says':
      return value === 'done' || value === 'blocked' || value === 'failed'
    case 'object':
      return typeof value === 'object' && value !== null
    case 'object or null':
      return typeof value === 'object'
    default:
      return kind satisfies never
  }
}

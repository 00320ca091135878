/** What people and other processes may say to a run. Each command is handled once, by its id. */

import type { Commit } from './effect.ts'
import type { Proposal } from './outcome.ts'
import type { Policy } from '../plan/policy.ts'

/** Who speaks. An agent's attempt may not use the verbs of a human; it is refused and recorded. */
export interface Speaker {
  readonly who: string
  readonly as: 'human' | 'agent'
}

export type ReviewAnswer =
  'approve' | 'revise' | 'reject' | 'pause' | 'override' | 'ignore-same' | 'retry' | 'skip' | 'block'

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
  | { readonly verb: 'answer'; readonly review: string; readonly answer: ReviewAnswer; readonly text: string }
  | { readonly verb: 'pause'; readonly text: string }
  | { readonly verb: 'stop'; readonly text: string }
  | { readonly verb: 'set-policy'; readonly policy: Partial<Policy> }
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
])

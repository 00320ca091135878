/**
 * The states of a step and the only transitions between them: the one transition table.
 *
 * ```
 * pending ─► working ─► verifying ─► reviewing ─► merging ─► done
 *    ▲        ▲  │          │            │           │
 *    │        └──┴ next attempt / backup / round ◄───┴─ conflict, or a gate is red on the merged tree
 *    │           └──► blocked{cause}      └─ reject ─► failed (the plan goes back to decompose)
 *    ├── unblock (a human), from blocked and failed, skipped and deferred, and from behind a step that left the plan; from
 *    │   done only where the work is lost (its commit is in no history of the human's any more), the human opened its box in
 *    │   the plan, or the plan says it otherwise, or what comes after it no more, before its task was merged
 *    ├── accept, skip and defer (a human), from blocked and failed, and from where a task waits for its turn or for them
 *    ├── replaced (a human accepts what is proposed in place of a rejected task), from failed to skipped
 *    ├── taken over (a human, by a verb or a mark), from working and verifying where nothing is under way for it
 *    └── a blocker that came into the plan meanwhile, from working before its next attempt
 * ```
 *
 * `ready` and "blocked by a blocker" are derived, never stored; waiting is a field on any state (DESIGN, States).
 */

export type StepStatus =
  'pending' | 'working' | 'verifying' | 'reviewing' | 'merging' | 'done' | 'blocked' | 'failed' | 'skipped' | 'deferred'

/**
 * From a status to those it may move to. A step without methods begins with its gates, one without gates with its review.
 * A step that is not critical and is used up ends `skipped` with its cause, by way of `merging` when earlier steps of
 * its task have something to merge.
 */
export const transitions: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  pending: ['pending', 'working', 'verifying', 'reviewing', 'done', 'blocked', 'skipped', 'deferred'],
  working: ['pending', 'working', 'verifying', 'reviewing', 'merging', 'blocked', 'skipped'],
  verifying: ['pending', 'working', 'reviewing', 'merging', 'done', 'blocked', 'skipped'],
  reviewing: ['working', 'verifying', 'merging', 'done', 'blocked', 'failed', 'skipped'],
  merging: ['working', 'reviewing', 'done', 'blocked', 'skipped'],
  done: ['pending'],
  blocked: ['pending', 'done', 'skipped', 'deferred'],
  failed: ['pending', 'done', 'skipped', 'deferred'],
  skipped: ['pending'],
  deferred: ['pending'],
}

/** Whether a step may move from one status to another. */
export function mayMove(from: StepStatus, to: StepStatus): boolean {
  return transitions[from].includes(to)
}

/** Nothing more happens to a step in this status unless a human says so. */
export function isEnd(status: StepStatus): boolean {
  return (
    status === 'done' || status === 'blocked' || status === 'failed' || status === 'skipped' || status === 'deferred'
  )
}

/** Why a step ended blocked or failed; shown to people and written beside the mark. */
export type Cause =
  | { readonly is: 'retries-exhausted'; readonly attempts: number; readonly last: string }
  /** What the other steps of its task have left is red where it is left out. `last`: what the gate has said. */
  | { readonly is: 'red-without'; readonly gate: string; readonly last: string }
  | { readonly is: 'interruptions'; readonly count: number }
  /** `limit`: attempts, or milliseconds of them. */
  | { readonly is: 'budget'; readonly of: 'attempts' | 'ms'; readonly limit: number }
  | { readonly is: 'agent-missing'; readonly agent: string; readonly help: string }
  /** `tool`: as `toolName` says it. */
  | { readonly is: 'tool-missing'; readonly tool: string; readonly help: string }
  | { readonly is: 'agent-gave-up'; readonly text: string }
  | { readonly is: 'cycle'; readonly members: readonly string[] }
  | { readonly is: 'unknown-blocker'; readonly ids: readonly string[] }
  /** `draft`: the commit that holds the work, where there is git. */
  | { readonly is: 'conflict'; readonly paths: readonly string[]; readonly draft?: string }
  | { readonly is: 'gate-cannot-run'; readonly gate: string; readonly help: string }
  | { readonly is: 'baseline'; readonly gate: string }
  /** Integration tests that are red; what finds out why has joined the plan. */
  | { readonly is: 'milestone'; readonly tests: readonly string[] }
  | { readonly is: 'unverified'; readonly changedNothing?: true }
  | { readonly is: 'deviation'; readonly what: string }
  | { readonly is: 'workspace'; readonly reason: string }
  /** The work is whole and kept; it could not be brought to the tip. */
  | { readonly is: 'not-merged'; readonly reason: string }
  | { readonly is: 'rejected'; readonly by: string; readonly text: string }
  | { readonly is: 'mark'; readonly text: string }
  | { readonly is: 'human'; readonly by: string; readonly text: string }
  /** A person has accepted other tasks in its place, by these ids. */
  | { readonly is: 'replaced'; readonly by: readonly string[] }
  | { readonly is: 'bad-proposal'; readonly text: string }

/** How sure we are that a done task is done; shown wherever the task is shown (DESIGN, Proof). */
export type Proof = 'verified' | 'files-only' | 'unverified' | 'overridden' | 'by-human'

/** What a step waits for; a field on any status. */
export type WaitingOn =
  | { readonly is: 'human'; readonly review: string }
  | { readonly is: 'connection' }
  | { readonly is: 'timer'; readonly timer: string }
  | { readonly is: 'workspace' }
  /** Other SPECLets of its stage: people are asked about the failure once they are over. */
  | { readonly is: 'stage'; readonly stage: number; readonly cause: Cause }
  /** What is looked up before its task begins. */
  | { readonly is: 'research' }
  /** What an agent says of its output, which no program can judge. */
  | { readonly is: 'judgement' }
  /** What an agent says of its approaches, before a person is asked. `words`: what the person wants to be explained. */
  | { readonly is: 'agent'; readonly asks: 'comparison' | 'explanation'; readonly words: string }
  /** All jobs are taken; `then`: what it waits for once it has one. */
  | { readonly is: 'job'; readonly then: WaitingOn | null }
  /** A check of the ground that the work is to be merged onto. */
  | { readonly is: 'blocker'; readonly task: string }

/** What was looked up before the tasks of a run, as plain data folded from its events (seed 004 §2.1a). */

import type { Outcome } from '../outcome.ts'

export type Researched = Extract<Outcome, { of: 'research' }>

/** The research before a task of this run. */
export interface ResearchRecord {
  /** Key of the task. */
  readonly task: string
  /** When it was asked for, and when it ended, in milliseconds since the epoch; null while it is under way. */
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome: Researched | null
}

interface Records {
  research: ResearchRecord[]
}

/** The research before a task, in the present run; null where nobody has asked for it. */
export function researchOf(
  { course }: { readonly course: Records },
  { key }: { readonly key: string },
): ResearchRecord | null {
  return course.research.find((it) => it.task === key) ?? null
}

/** Notes that it was asked for. @param at milliseconds since the epoch */
export function noteResearchAsked(course: Records, task: string, at: number): void {
  course.research.push({ task, startedAt: at, endedAt: null, outcome: null })
}

/** Notes what came of it. @param at milliseconds since the epoch */
export function noteResearched(course: Records, task: string, outcome: Researched, at: number): void {
  course.research = course.research.map((it) =>
    it.task === task && it.outcome === null ? { ...it, endedAt: at, outcome } : it,
  )
}

/** What a rule is: a pure function from a plan and some facts to findings. */

import type { Diagnostic } from '../diagnostic.ts'
import type { Draft } from '../draft.ts'
import type { Facts } from '../facts.ts'
import type { Source, Span } from '../source.ts'
import type { PlanIndex } from './plan-index.ts'

export interface RuleContext {
  readonly draft: Draft
  readonly facts: Facts
  readonly index: PlanIndex
  /** What protected thing a safe path names or lies in, or null; `place` is its number, by which it is looked up once. */
  readonly guard: (path: string, place: number) => string | null
}

export type Rule = (context: RuleContext) => Diagnostic[]

/** How many further places one finding shows. */
export const relatedLimit = 100

/** The source a span lies in. */
export function sourceOf(draft: Draft, span: Span): Source | undefined {
  return draft.sources.find((it) => it.path === span.path)
}

/** A word of the plan inside a message: shortened where it is long, so that a message stays one line. */
export function quoted(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`
}

/** `1 task`, `3 tasks`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`
}

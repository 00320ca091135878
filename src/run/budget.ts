/**
 * Budgets: how many attempts, and how much of agents' time, a task, a run and a day may use. An attempt is charged before it
 * starts, with all the time that it may take; what it did not take is given back when it ends. Nobody saw what an interrupted
 * one took: it took all that it might have (REQUIREMENTS C8: unknown cost is never zero).
 */

import type { MethodSpec } from '../plan/model.ts'
import type { BudgetOf, Policy } from '../plan/policy.ts'
import type { Effect } from './effect.ts'
import type { Outcome } from './outcome.ts'
import type { RunState, Spent, TaskRun } from './state.ts'
import { currentStep } from './task-status.ts'

export const nothingSpent: Spent = { attempts: 0, ms: 0 }

export type Scope = 'task' | 'run' | 'day'

/** Whether an attempt may start. `ms`: the most that it may take. `wait`: what others may still give back decides it. */
export type Allowance =
  | { readonly is: 'granted'; readonly ms: number }
  | { readonly is: 'wait' }
  | { readonly is: 'used'; readonly scope: Scope; readonly of: keyof BudgetOf; readonly limit: number }

const dayMs = 24 * 60 * 60_000
const minuteMs = 60_000
/** An attempt with less time than this could do nothing. */
const leastMs = 1_000

/** Whether anything is limited. */
export function hasBudgets({ budgets }: Policy): boolean {
  return budgets !== undefined
}

/**
 * Whether an attempt of a task may start, and how much time it gets: no more than its own limit, nor than what is left.
 * @param now milliseconds since the epoch
 */
export function allowanceOf(state: RunState, task: TaskRun, now: number): Allowance {
  const { budgets } = state.policy
  const { spec, method } = currentStep(task)
  let ms = mostOf(state, spec.methods[method])
  if (budgets === undefined) return { is: 'granted', ms }
  const charged = [...state.charged.values()]
  const scopes = [
    ['task', task.spent, charged.filter((it) => it.task === task.uid)],
    ['run', state.spent, charged],
    ['day', spentOfDay(state, now), charged],
  ] as const
  let waits = false
  for (const [scope, spent, under] of scopes) {
    const limit = budgets[scope]
    if (limit?.attempts !== undefined && spent.attempts >= limit.attempts)
      return { is: 'used', scope, of: 'attempts', limit: limit.attempts }
    if (limit?.ms === undefined) continue
    const left = limit.ms - spent.ms - under.reduce((sum, it) => sum + it.ms, 0)
    if (left < leastMs && under.length === 0) return { is: 'used', scope, of: 'ms', limit: limit.ms }
    waits ||= left < leastMs
    ms = Math.min(ms, left)
  }
  return waits ? { is: 'wait' } : { is: 'granted', ms }
}

/** The most that an attempt of a method may take where no budget leaves it less. */
export function mostOf(
  { policy: { limits, agentsMs = {} }, agent }: RunState,
  method: Pick<MethodSpec, 'does' | 'agent'> | undefined,
): number {
  const name = method?.does === 'agent' ? (method.agent ?? agent) : null
  const own = name !== null && Object.hasOwn(agentsMs, name) ? agentsMs[name] : undefined
  return own ?? limits.attemptMs
}

/** What all runs of the plan have used in the 24 hours before a moment. */
export function spentOfDay({ spentByMinute }: RunState, now: number): Spent {
  let sum = nothingSpent
  for (const [minute, spent] of spentByMinute) if (minute * minuteMs > now - dayMs) sum = plus(sum, spent)
  return sum
}

/** An amount for people: `12 attempts`, `90 min`, `90 s` where it is no number of minutes. @param limit attempts, or milliseconds */
export function amountText(of: keyof BudgetOf, limit: number): string {
  if (of === 'attempts') return limit === 1 ? '1 attempt' : `${limit} attempts`
  return limit % minuteMs === 0 ? `${limit / minuteMs} min` : `${Math.round(limit / 100) / 10} s`
}

/** Folds the start of an attempt. @param id of its effect @param at milliseconds since the epoch */
export function chargeAttempt(
  state: RunState,
  id: number,
  effect: Extract<Effect, { is: 'start-attempt' }>,
  at: number,
): void {
  const task = state.tasks.get(effect.name.task)
  spend(state, task, at, { attempts: 1, ms: 0 })
  // Nobody knows how long the one who claims it will take.
  const ms = effect.does === 'pull' ? 0 : (effect.limitMs ?? mostOf(state, effect))
  state.charged.set(id, { task: effect.name.task, at, ms })
}

/** Folds the end of an attempt. */
export function settleCharge(
  state: RunState,
  id: number,
  outcome: Extract<Outcome, { of: 'start-attempt' }>,
  at: number,
): void {
  const charge = state.charged.get(id)
  if (!charge) return
  state.charged.delete(id)
  const sinceStart = at - charge.at
  const unseen = sinceStart > 0 ? Math.min(sinceStart, charge.ms) : charge.ms
  const ms = outcome.how === 'interrupted' ? unseen : outcome.durationMs
  spend(state, state.tasks.get(charge.task), at, { attempts: 0, ms })
}

/** A new run begins, and nothing of the one before is under way. */
export function beginBudgets(state: RunState): void {
  state.charged.clear()
  state.spent = nothingSpent
  for (const task of state.tasks.values()) task.spent = nothingSpent
}

/** What a clock that was ahead has noted for later counts from now on, where it would count for as long as that was ahead. */
export function seeClock(state: RunState, at: number): void {
  const now = Math.floor(at / minuteMs)
  for (const [minute, spent] of state.spentByMinute) {
    if (minute <= now) continue
    state.spentByMinute.delete(minute)
    state.spentByMinute.set(now, plus(state.spentByMinute.get(now) ?? nothingSpent, spent))
  }
}

function spend(state: RunState, task: TaskRun | undefined, at: number, what: Spent): void {
  if (task) task.spent = plus(task.spent, what)
  state.spent = plus(state.spent, what)
  const minute = Math.floor(at / minuteMs)
  const isNew = !state.spentByMinute.has(minute)
  state.spentByMinute.set(minute, plus(state.spentByMinute.get(minute) ?? nothingSpent, what))
  if (!isNew) return
  for (const past of state.spentByMinute.keys()) if (past * minuteMs <= at - dayMs) state.spentByMinute.delete(past)
}

function plus(one: Spent, other: Spent): Spent {
  return { attempts: one.attempts + other.attempts, ms: one.ms + other.ms }
}

/** What a person has to know of a draft before it is accepted, whatever the question is that it is accepted by. */

import { rewrittenGates, rewrittenTools } from './rewritten-gates.ts'
import { safeLine } from '../plan/safe-text.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'

/**
 * What a draft changes of that by which gates, agents and the set-up are defined, undeclared, and of the plan's tools, as a
 * sentence; or null.
 */
export function rewrittenText(state: RunState, task: TaskRun, step: StepRun): string | null {
  const told = [gatesText(state, task, step), toolsText(step)].filter((it) => it !== null)
  return told.length === 0 ? null : told.join('; ')
}

function toolsText(step: StepRun): string | null {
  const names = rewrittenTools(step)
  return names.length === 0 ? null : `it changes what a tool of the plan runs: ${names.join(', ')}`
}

function gatesText(state: RunState, task: TaskRun, step: StepRun): string | null {
  const rewritten = rewrittenGates(state, task, step)
  if (rewritten === null) return null
  const why = rewritten.declaredSince
    ? 'declares that only since agents are at work, so that nobody knows whose word it is'
    : 'does not declare that'
  return `it changes what defines ${rewritten.of}, and ${why}: ${rewritten.names.join(', ')}`
}

/**
 * What stands against a draft apart from its gates, each as part of a sentence. A green gate that its own subject has
 * written proves nothing until somebody has looked.
 */
export function openPoints(state: RunState, task: TaskRun, step: StepRun): readonly string[] {
  const rewritten = rewrittenText(state, task, step)
  // What was there when a step before it was accepted was asked about then.
  const accepted = new Set(task.steps.flatMap((it) => (it !== step && it.status === 'done' ? it.accepted : [])))
  const open = state.policy.deviations === 'ask' ? task.deviations.filter((it) => !accepted.has(it)) : []
  const deviations = open.map((it) => safeLine(it.what))
  return [...(rewritten === null ? [] : [rewritten]), ...deviations]
}

/** Standard mode: the whole phase becomes one task, which one agent decomposes by itself (seed 000 §1). */

import type { Group, Plan, TaskSpec } from './model.ts'
import { workStep } from './work-step.ts'

/** Key of the task that stands for a group. */
export function phaseKey(group: Group): string {
  return `phase:${group.key}`
}

/**
 * Adds one task for each group to be run; the plan's own tasks stay as they are and are not selected.
 *
 * The task covers the open tasks of its group: those that the agent ticks in its copy of the plan are claims, and become
 * marks only when the gates of the whole have passed.
 *
 * @param hash SHA-256 of a text, as lower-case hex
 */
export function standardPlan(
  plan: Plan,
  groups: readonly Group[],
  hash: (text: string) => string,
): { readonly plan: Plan; readonly selected: readonly string[] } {
  const added = groups.flatMap((group) => {
    const open = plan.tasks.filter((task) => task.group === group.key && task.mark === 'todo')
    return open.length === 0 ? [] : [phaseTask(group, open, hash)]
  })
  return { plan: { ...plan, tasks: [...plan.tasks, ...added] }, selected: added.map((task) => task.key) }
}

function phaseTask(group: Group, open: readonly TaskSpec[], hash: (text: string) => string): TaskSpec {
  const lines = open.map((task) => {
    const files = task.files.map((file) => `${file.path} (${file.action})`).join(', ')
    return [
      `- [ ] ${[task.id, task.title].filter((it) => it !== null).join(' ')}`,
      files === '' ? '' : `  files: ${files}`,
      task.description ?? '',
    ]
      .filter((it) => it !== '')
      .join('\n')
  })
  const description = [
    'Decompose this phase by yourself and do all of it. Mark a task of the plan with [X] in your copy when it is done:',
    ...lines,
  ].join('\n')
  return {
    key: phaseKey(group),
    id: null,
    title: group.number === null ? group.title : `Phase ${group.number}: ${group.title}`,
    group: group.key,
    parent: null,
    origin: 'plan',
    mark: 'todo',
    reason: null,
    description,
    files: [],
    declaresFiles: false,
    unknownBlockers: [],
    traces: [...new Set(open.flatMap((task) => task.traces))],
    role: null,
    steps: [workStep],
    open: false,
    covers: open.map((task) => task.key),
    textHash: hash(description),
  }
}

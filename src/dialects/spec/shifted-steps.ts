/** Steps that the two files number from another one on: `0, 1, 2` and `1, 2, 3` are the same three. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { finding, nameOf } from './checks/checked.ts'
import { sameWords } from './same-words.ts'
import type { ToldSpecText } from './markdown/told-text.ts'
import type { ToldSpec, ToldStep, ToldTask } from './told.ts'

/**
 * The Markdown with the numbers of the parameters, in tasks whose steps are as many in both files, count up by one, and are the
 * same by their words only if they are taken in their order. Each such task is told (MW505).
 */
export function withNumbersAlike(
  markdown: ToldSpecText,
  parameters: ToldSpec | null,
): { readonly told: ToldSpecText; readonly diagnostics: readonly Diagnostic[] } {
  const others = new Map<string, ToldTask | null>()
  for (const task of parameters?.tasks ?? []) others.set(task.id, others.has(task.id) ? null : task)
  const diagnostics: Diagnostic[] = []
  const tasks = markdown.tasks.map((task) => {
    // An id that is given twice says nothing of which one is meant.
    const other = others.get(task.id) ?? null
    if (other === null || !isShifted(task.steps, other.steps)) return task
    const [own, theirs] = [task.steps[0], other.steps[0]]
    if (own === undefined || theirs === undefined) return task
    const from = (step: ToldStep): string => `${safeLine(step.id)} in ${nameOf(step.span.path)}`
    const message = `steps of task ${safeLine(task.id)} are numbered from ${from(own)} and from ${from(theirs)}; taken in their order`
    const related = [{ message: 'the first one there', span: theirs.span }]
    diagnostics.push(finding('MW505', 'warning', own.span, message, 'give them the same numbers in both', related))
    return { ...task, steps: task.steps.map((step, at) => ({ ...step, id: other.steps[at]?.id ?? step.id })) }
  })
  return { told: diagnostics.length === 0 ? markdown : { ...markdown, tasks }, diagnostics }
}

function isShifted(own: readonly ToldStep[], theirs: readonly ToldStep[]): boolean {
  if (own.length < 2 || own.length !== theirs.length || own[0]?.id === theirs[0]?.id) return false
  if (!countsUp(own) || !countsUp(theirs)) return false
  const byId = new Map(theirs.map((step) => [step.id, step]))
  const inOrder = own.filter((step, at) => isSame(step, theirs[at])).length
  return inOrder > own.filter((step) => isSame(step, byId.get(step.id))).length
}

function countsUp(steps: readonly ToldStep[]): boolean {
  const first = Number(steps[0]?.id)
  return Number.isSafeInteger(first) && steps.every(({ id }, at) => id === String(first + at))
}

function isSame(one: ToldStep, other: ToldStep | undefined): boolean {
  return one.title !== null && other?.title != null && sameWords(one.title.text, other.title.text)
}

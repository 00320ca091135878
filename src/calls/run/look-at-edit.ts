/** What was done to the tasks of a plan: ticks, tasks that were added or taken out, and tasks that say something else. */

import type { Dialect } from '../../dialects/dialect.ts'
import type { DraftTask } from '../../plan/draft.ts'
import type { PlanLook } from '../../workspaces/workspaces.ts'
import { sourceOf } from '../plan/projectors.ts'

/**
 * Compares a plan as an agent was given it with what it is after; changes nothing. A commit may still show a task as
 * blocked that is free by now: its tick counts as well.
 * @param file the plan's path, for the reader
 */
export function lookAtEdit(dialect: Dialect, file: string): (base: Uint8Array, edited: Uint8Array) => PlanLook {
  return (base, edited) => {
    const [old, now] = [base, edited].map((bytes) => dialect.read([sourceOf(file, bytes)]).tasks)
    if (old === undefined || now === undefined) return { ticked: [] }
    const lines = continuedLines(old, now)
    const kept = new Set(lines.values())
    const added = namesOf(now.filter((task) => !lines.has(task)))
    const removed = namesOf(old.filter((task) => !kept.has(task)))
    const changed = namesOf([...lines].flatMap(([task, was]) => (isOther(was, task) ? [task] : [])))
    return {
      ticked: now.flatMap((task) => {
        const was = lines.get(task)
        const isTicked = task.mark.state === 'done' && was !== undefined && was.mark.state !== 'done'
        return isTicked ? [{ key: was.key, title: was.title.text }] : []
      }),
      ...(added.length + removed.length + changed.length > 0 ? { tasks: { added, removed, changed } } : {}),
    }
  }
}

/** Whether a line says something else than that the task is done. What is ticked off below it is part of that. */
function isOther(was: DraftTask, task: DraftTask): boolean {
  const said = ({ id, title, files, blockedBy }: DraftTask): string =>
    JSON.stringify([
      id?.text,
      title.text,
      files.map((file) => [file.path, file.to, file.action]),
      blockedBy.map((it) => it.id),
    ])
  const isMarked = task.mark.state !== was.mark.state && task.mark.state !== 'done'
  return isMarked || said(was) !== said(task)
}

function namesOf(tasks: readonly DraftTask[]): readonly string[] {
  return tasks.map((task) => task.id?.text ?? task.title.text)
}

/**
 * What each line was before. A person may renumber the plan in the very folder that an agent works in: what a line says
 * tells which task it is, and its key does only where the words are new.
 */
function continuedLines(old: readonly DraftTask[], now: readonly DraftTask[]): ReadonlyMap<DraftTask, DraftTask> {
  const byKey = new Map(old.map((task) => [task.key, task]))
  const byTitle = new Map<string, DraftTask | null>()
  for (const task of old) byTitle.set(task.title.text, byTitle.has(task.title.text) ? null : task)
  const titles = new Set(now.map((task) => task.title.text))
  const lineOf = (task: DraftTask): DraftTask | null => {
    const same = byKey.get(task.key)
    if (same === undefined || same.title.text === task.title.text) return same ?? byTitle.get(task.title.text) ?? null
    return byTitle.get(task.title.text) ?? (titles.has(same.title.text) ? null : same)
  }
  return new Map(
    now.flatMap((task) => {
      const line = lineOf(task)
      return line === null ? [] : [[task, line] as const]
    }),
  )
}

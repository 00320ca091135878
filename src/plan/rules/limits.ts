/** MW008: sizes of tasks and their parts beyond what is read (RELIABILITY 6). */

import type { Diagnostic } from '../diagnostic.ts'
import { byteLength } from '../path-safety.ts'
import type { Span } from '../source.ts'
import { quoted, type Rule } from './rule.ts'

export const maxTasks = 200_000
export const maxBlockers = 1_000
export const maxIdBytes = 64
export const maxPathBytes = 1_024

const exceeded = (message: string, help: string, span: Span): Diagnostic => ({
  code: 'MW008',
  severity: 'error',
  message,
  help,
  span,
  related: [],
})

/** Whether a text is long enough that its bytes have to be counted: a UTF-16 unit has three of them at most. */
function mayExceed(text: string, most: number): boolean {
  return text.length * 3 > most
}

export const limits: Rule = ({ draft, index }) => {
  const found: Diagnostic[] = []
  const beyond = draft.tasks[maxTasks]
  if (beyond !== undefined && !index.faulted(beyond.line))
    found.push(
      exceeded(
        `the plan has ${draft.tasks.length} tasks, the limit is ${maxTasks}`,
        'split the plan into several files',
        beyond.line,
      ),
    )
  draft.tasks.forEach((task) => {
    if (task.id !== null && mayExceed(task.id.text, maxIdBytes)) {
      const bytes = byteLength(task.id.text)
      if (bytes > maxIdBytes && !index.faulted(task.id.span))
        found.push(
          exceeded(
            `task id ${quoted(task.id.text)} has ${bytes} bytes, the limit is ${maxIdBytes}`,
            'give the task a short id such as T001',
            task.id.span,
          ),
        )
    }
    const surplus = task.blockedBy[maxBlockers]
    if (surplus !== undefined && !index.faulted(surplus.span))
      found.push(
        exceeded(
          `${quoted(task.id?.text ?? task.key)} names at least ${task.blockedBy.length} blockers, the limit is ${maxBlockers}`,
          'put a task between that waits for them, and wait for that one',
          surplus.span,
        ),
      )
    task.files.forEach((file) => {
      if (!mayExceed(file.path, maxPathBytes)) return
      const bytes = byteLength(file.path)
      if (bytes > maxPathBytes && !index.faulted(file.span))
        found.push(
          exceeded(
            `path has ${bytes} bytes, the limit is ${maxPathBytes}`,
            'name a shorter path, or a folder with a closing /',
            file.span,
          ),
        )
    })
  })
  return found
}

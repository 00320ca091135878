/** MW008: sizes of tasks and their parts beyond what is read (RELIABILITY 6). */

import type { Diagnostic } from '../diagnostic.ts'
import type { DraftTask } from '../draft.ts'
import { byteLength, longestId } from '../path-safety.ts'
import type { Span } from '../source.ts'
import { quoted, type Rule } from './rule.ts'

export const maxTasks = 200_000
export const maxBlockers = 1_000
export const maxFiles = 1_000
export const maxTests = 1_000
export const maxTraces = 10_000
const maxPathBytes = 1_024

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
  const say = (message: string, help: string, span: Span): void => {
    if (!index.faulted(span)) found.push(exceeded(message, help, span))
  }
  const beyond = draft.tasks[maxTasks]
  if (beyond !== undefined)
    say(
      `the plan has ${draft.tasks.length} tasks, the limit is ${maxTasks}`,
      'split the plan into several files',
      beyond.line,
    )
  draft.tasks.forEach((task) => {
    if (task.id !== null && mayExceed(task.id.text, longestId)) {
      const bytes = byteLength(task.id.text)
      const message = `task id ${quoted(task.id.text)} has ${bytes} bytes, the limit is ${longestId}`
      if (bytes > longestId) say(message, 'give the task a short id such as T001', task.id.span)
    }
    sayLists(task, say)
    task.files.forEach((file) => {
      if (!mayExceed(file.path, maxPathBytes)) return
      const bytes = byteLength(file.path)
      const help = 'name a shorter path, or a folder with a closing /'
      if (bytes > maxPathBytes) say(`path has ${bytes} bytes, the limit is ${maxPathBytes}`, help, file.span)
    })
  })
  return found
}

/** No list of this length is over any of the limits. */
const fewest = Math.min(maxBlockers, maxFiles, maxTests, maxTraces)

/** Lists of a task that hold more than is read. */
function sayLists(task: DraftTask, say: (message: string, help: string, span: Span) => void): void {
  const { blockedBy, blocks, files, tests, traces } = task
  if (Math.max(blockedBy.length, blocks.length, files.length, tests.length, traces.length) <= fewest) return
  const name = quoted(task.id?.text ?? task.key)
  const lists = [
    {
      surplus: blockedBy[maxBlockers]?.span,
      what: `names at least ${blockedBy.length} blockers`,
      limit: maxBlockers,
      help: 'put a task between that waits for them, and wait for that one',
    },
    {
      surplus: blocks[maxBlockers]?.span,
      what: `blocks at least ${blocks.length} tasks`,
      limit: maxBlockers,
      help: 'put a task between that they wait for',
    },
    {
      surplus: files[maxFiles]?.span,
      what: `declares at least ${files.length} files`,
      limit: maxFiles,
      help: 'name a folder or a pattern, or split the task',
    },
    {
      surplus: tests[maxTests]?.span,
      what: `proposes at least ${tests.length} checks`,
      limit: maxTests,
      help: 'name one command that runs them all',
    },
    {
      surplus: traces.length > maxTraces ? (task.id?.span ?? task.line) : undefined,
      what: `traces at least ${traces.length} names`,
      limit: maxTraces,
      help: 'name the requirement above them, or split the task',
    },
  ]
  for (const { surplus, what, limit, help } of lists)
    if (surplus !== undefined) say(`${name} ${what}, the limit is ${limit}`, help, surplus)
}

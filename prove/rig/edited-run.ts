/** A whole run of the real program while a person edits its plan. */

import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { markOf, obey, writePlan, type PlannedTask } from '../../tests/rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../tests/rig/repository.ts'
import { appendedInOrder, firstDifference, withoutMarks } from './edited-plan.ts'
import { startEditor } from './edit-session.ts'

/** Runs a plan and edits it meanwhile. @returns what is wrong in the end, or null, and how many edits there were */
export async function editedRun(of: {
  readonly seed: number
  readonly edits: number
  readonly styles: readonly string[]
}): Promise<{ readonly wrong: string | null; readonly edits: number }> {
  const tasks: readonly PlannedTask[] = Array.from({ length: 8 }, (_, at) => ({
    id: `T${String(at + 1).padStart(4, '0')}`,
    files: { [`src/file-${at + 1}.txt`]: 'CREATE' },
    ...(at % 3 === 0 ? {} : { blockedBy: [`T${String(at).padStart(4, '0')}`] }),
  }))
  const repository = makeRepository({
    files: { 'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]) },
    script: {
      by: 'state',
      tasks: Object.fromEntries(tasks.map((task) => [task.id, [{ ...obey(task), linger: 30 }]])),
    },
  })
  const file = path.join(repository.root, 'tasks.md')
  const running = repository.start('run', 'tasks.md', '--exec', repository.exec, '--yes')
  await repository.begun('T0001', running)
  const editing = startEditor(file, { ...of, longestMs: 25, own: false })
  try {
    const [end, ran] = await Promise.all([editing.end, running.ended])
    const last = ran.code === 0 ? ran : await repository.call('resume', 'tasks.md', '--yes')
    const said = `\n${ran.err.slice(-800)}${last.out.slice(-800)}${last.err.slice(-800)}`
    const edits = Object.values(end.done).reduce((sum, it) => sum + it, 0)
    const wrong = end.failures[0] ?? (last.code === 0 ? null : `exit code ${last.code}`)
    if (wrong !== null) return { wrong: `${wrong}${said}`, edits }
    const found = await judge(repository, { file, shadow: end.shadow, tasks })
    return { wrong: found === null ? null : `${found}${said}`, edits }
  } finally {
    running.child.kill('SIGKILL')
    repository.remove()
  }
}

async function judge(
  repository: Repository,
  of: { readonly file: string; readonly shadow: string; readonly tasks: readonly PlannedTask[] },
): Promise<string | null> {
  const text = readFileSync(of.file, 'utf8')
  const difference = firstDifference(
    appendedInOrder(withoutMarks(text, () => true)),
    appendedInOrder(withoutMarks(of.shadow, () => true)),
  )
  if (difference !== null) return `an edit is lost or garbled: ${difference}`
  const open = of.tasks.find(({ id }) => markOf(text, id) !== 'X')
  if (open !== undefined) return `${open.id} is done and its box is [${markOf(text, open.id) ?? 'gone'}]`
  const rebuilt = await repository.call('rebuild', 'tasks.md')
  if (readFileSync(of.file, 'utf8') !== text) return 'rebuild changes the plan once more'
  if (rebuilt.code !== 0) return `rebuild ends with exit code ${rebuilt.code}: ${rebuilt.err}`
  const left = readdirSync(repository.root).filter((it) => it.startsWith('.tasks.md') || it.endsWith('~'))
  return left.length === 0 ? null : `left behind: ${left.join(', ')}`
}

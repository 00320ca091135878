/** The doubles of a dry run: agents that do just what the plan declares, gates that pass, a reviewer who approves, unless a file says otherwise. */

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  idleAttempt,
  noDoubles,
  nthOf,
  readDoubles,
  type AttemptDouble,
  type Doubles,
  type GateDouble,
} from '../../agents/doubles.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Plan, TaskSpec } from '../../plan/model.ts'
import type { GateResult } from '../../run/outcome.ts'

/**
 * An attempt that does what a task declares and no more; in standard mode what each covered one does, and ticks these.
 * @param folders paths below which the plan declares others
 */
function obedient(task: TaskSpec, covered: readonly TaskSpec[], folders: ReadonlySet<string>): AttemptDouble {
  const files = [task, ...covered].flatMap((it) => it.files).filter((file) => file.form !== 'glob')
  const target = (file: (typeof files)[number]): string => {
    if (file.form === 'directory' || folders.has(file.path)) return `${file.path}/dry-run.txt`
    return file.form === 'abbreviated' ? file.path.replaceAll(/\.{3}|…/g, 'dry-run') : file.path
  }
  const line = `dry run: ${task.id ?? task.key}\n`
  const ofAction = (...actions: string[]): typeof files => files.filter((file) => actions.includes(file.action))
  return {
    ...idleAttempt,
    write: new Map([
      ...ofAction('create').map((file) => [target(file), line] as const),
      ...ofAction('rename').flatMap((file) => (file.to === null ? [] : [[file.to, line] as const])),
    ]),
    append: new Map(ofAction('modify', 'unknown').map((file) => [target(file), line])),
    delete: ofAction('delete', 'rename').map((file) => file.path),
    tick: covered.flatMap(({ id }) => id ?? []),
    says: 'done',
  }
}

function foldersAbove(file: string): readonly string[] {
  const parts = file.split('/').filter((it) => it !== '')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Reads the doubles of a call and completes them from the plan. */
export async function dryRunDoubles(
  plan: Plan,
  file: string | null,
  cwd: string,
): Promise<{ readonly doubles: Doubles } | { readonly diagnostics: readonly Diagnostic[] }> {
  let given = noDoubles
  if (file !== null) {
    const text = await readFile(path.resolve(cwd, file), 'utf8').catch(() => null)
    if (text === null)
      return {
        diagnostics: [
          {
            code: 'MW011',
            severity: 'error',
            message: `the doubles ${file} cannot be read`,
            help: 'name a file with --doubles',
            span: null,
            related: [],
          },
        ],
      }
    const read = readDoubles(text, file)
    if (read.doubles === null) return { diagnostics: read.diagnostics }
    given = read.doubles
  }
  const tasks = new Map(given.tasks)
  const byKey = new Map(plan.tasks.map((task) => [task.key, task]))
  const folders = new Set(plan.tasks.flatMap((task) => task.files.flatMap((file) => foldersAbove(file.path))))
  if (!tasks.has('*'))
    for (const task of plan.tasks) {
      const covered = (task.covers ?? []).flatMap((key) => byKey.get(key) ?? [])
      if (!tasks.has(task.id ?? task.key)) tasks.set(task.id ?? task.key, [obedient(task, covered, folders)])
    }
  // Drafts that nobody has anything against, like the gates.
  const reviews: Doubles['reviews'] = new Map([['*', [{ answer: 'approve', text: '' }]], ...given.reviews])
  return { doubles: { ...given, tasks, reviews } }
}

const results: Readonly<Record<GateDouble, GateResult>> = {
  pass: 'passed',
  fail: 'failed',
  missing: 'could-not-run',
  'time-out': 'timed-out',
}

/** Gates by script: each use takes the next of its sequence; without one a gate passes. */
export function gateDoubles(doubles: Doubles): (gate: string) => GateResult {
  const used = new Map<string, number>()
  return (gate) => {
    const nth = (used.get(gate) ?? 0) + 1
    used.set(gate, nth)
    return results[nthOf(doubles.gates, gate, nth) ?? 'pass']
  }
}

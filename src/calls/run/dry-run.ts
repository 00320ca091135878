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
import { taskName } from '../../plan/names.ts'
import { nearest } from '../../plan/nearest-name.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Source, Span } from '../../plan/source.ts'
import type { GateResult } from '../../run/outcome.ts'
import { pathIn } from '../../run/path-pattern.ts'

/**
 * An attempt that does what a task declares and no more; in standard mode what each covered one does, and ticks these.
 * @param folders paths below which the plan declares others
 */
function obedient(
  task: TaskSpec,
  covered: readonly TaskSpec[] = [],
  folders: ReadonlySet<string> = new Set<string>(),
): AttemptDouble {
  const files = [task, ...covered].flatMap((it) => [...it.files, ...it.steps.flatMap(({ outputs = [] }) => outputs)])
  const target = (file: (typeof files)[number]): string => {
    if (file.form === 'glob') return pathIn(file.path, 'dry-run')
    if (file.form === 'directory' || folders.has(file.path)) return `${file.path}/dry-run.txt`
    return file.form === 'abbreviated' ? file.path.replaceAll(/\.{3}|…/g, 'dry-run') : file.path
  }
  const line = `dry run: ${taskName(task)}\n`
  const ofAction = (...actions: string[]): typeof files => files.filter((file) => actions.includes(file.action))
  return {
    ...idleAttempt,
    write: new Map([
      ...ofAction('create').map((file) => [target(file), line] as const),
      ...ofAction('rename').flatMap((file) => (file.to === null ? [] : [[file.to, line] as const])),
    ]),
    append: new Map(ofAction('modify', 'unknown').map((file) => [target(file), line])),
    // Which files a pattern would take away is nowhere said.
    delete: ofAction('delete', 'rename').flatMap((file) => (file.form === 'glob' ? [] : [file.path])),
    tick: covered.flatMap(({ id }) => id ?? []),
    says: 'done',
  }
}

/** The same for a task that joins the plan while it is played. */
export function obedientJoined(task: TaskSpec): AttemptDouble {
  return obedient(task)
}

function foldersAbove(file: string): readonly string[] {
  const parts = file.split('/').filter((it) => it !== '')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** The doubles of a dry run, and what of its file plays no part; the file itself where there is one. */
export type DryRunDoubles =
  | { readonly doubles: Doubles; readonly warnings: readonly Diagnostic[]; readonly texts: readonly Source[] }
  | { readonly doubles: null; readonly diagnostics: readonly Diagnostic[]; readonly texts: readonly Source[] }

/**
 * Reads the doubles of a call and completes them from the plan.
 * @param gates names of the gates that may judge in this run
 */
export async function dryRunDoubles(
  plan: Plan,
  gates: readonly string[],
  file: string | null,
  cwd: string,
): Promise<DryRunDoubles> {
  let given = noDoubles
  let warnings: readonly Diagnostic[] = []
  const texts: Source[] = []
  if (file !== null) {
    const text = await readFile(path.resolve(cwd, file), 'utf8').catch(() => null)
    if (text === null)
      return {
        doubles: null,
        texts,
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
    texts.push({ path: file, bytes: Buffer.from(text) })
    if (read.doubles === null) return { doubles: null, diagnostics: read.diagnostics, texts }
    given = read.doubles
    warnings = unknownNames(given, { plan, gates, span: read.span })
  }
  const tasks = new Map(given.tasks)
  const byKey = new Map(plan.tasks.map((task) => [task.key, task]))
  const folders = new Set(plan.tasks.flatMap((task) => task.files.flatMap((file) => foldersAbove(file.path))))
  if (!tasks.has('*'))
    for (const task of plan.tasks) {
      const covered = (task.covers ?? []).flatMap((key) => byKey.get(key) ?? [])
      if (!tasks.has(taskName(task))) tasks.set(taskName(task), [obedient(task, covered, folders)])
    }
  // Drafts that nobody has anything against, like the gates.
  const reviews: Doubles['reviews'] = new Map([['*', [{ answer: 'approve', text: '' }]], ...given.reviews])
  return { doubles: { ...given, tasks, reviews }, warnings, texts }
}

/** Doubles of tasks and gates that the run does not have: nobody would notice that they play no part. */
function unknownNames(
  { tasks, gates, reviews }: Doubles,
  known: {
    readonly plan: Plan
    readonly gates: readonly string[]
    readonly span: (at: readonly string[]) => Span
  },
): readonly Diagnostic[] {
  const ids = known.plan.tasks.map(taskName)
  // What joins the plan on the way has a name that nobody knows yet.
  const joins =
    [...reviews.values()].some((all) => all.some(({ answer }) => answer === 'reject')) ||
    [...tasks.values()].some((all) => all.some(({ addTasks }) => addTasks.length > 0))
  const unknown = (member: string, names: Iterable<string>, what: string, there: readonly string[]): Diagnostic[] => {
    const all = new Set(['*', ...there])
    return [...names].flatMap((name): Diagnostic[] => {
      // Who proposes tasks in place of a rejected one is called by that.
      if (all.has(name) || all.has(name.replace(/^decompose:/, ''))) return []
      const near = nearest(name, there)
      if (joins && what === 'task') {
        const message = `${member}.${oneLine(name)}: there is no task ${oneLine(name)} yet; these doubles are played where one of that name joins the plan`
        const help = near === null ? 'correct the name, if another is meant' : `if another is meant: perhaps ${near}`
        return [{ code: 'MW407', severity: 'info', message, help, span: known.span([member, name]), related: [] }]
      }
      const message = `${member}.${oneLine(name)}: there is no ${what} ${oneLine(name)}, and nothing plays these doubles`
      const help = near === null ? 'correct the name, or take it out' : `did you mean ${near}?`
      return [{ code: 'MW407', severity: 'warning', message, help, span: known.span([member, name]), related: [] }]
    })
  }
  return [
    ...unknown('tasks', tasks.keys(), 'task', ids),
    ...unknown('gates', gates.keys(), 'gate', known.gates),
    ...unknown('reviews', reviews.keys(), 'task', ids),
  ]
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

/** A harbour in the language of a stack, a project state with three tasks about it, and a specialist who does as scripted. */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseTree, type Node } from 'jsonc-parser'
import type { Project, RunView } from '../../rig/project.ts'
import type { Files, Stack, Work } from './stacks/stack.ts'

export const plan = 'project_state.json'

/** One attempt: files that it writes, and what stands in its result. */
export interface Doing {
  readonly work?: Work
  readonly says?: object
}

/** What the specialist does in each attempt at a task; the last one holds for all that follow. */
export type Doings = Readonly<Record<string, readonly (Work | Doing)[]>>

export interface HarbourChoice {
  /** Members that stand in each task, or in one of them, beside what it has anyway. */
  readonly each?: object
  readonly tasks?: Readonly<Record<string, object>>
  /** Tests of layers, as the state names them. */
  readonly integrationTests?: readonly object[]
  readonly does?: Doings
}

/** Done well: each task at once. */
const well: Doings = { 'HB-2': ['tide'], 'HB-9': ['day'], 'HB-10': ['report'] }

/** Fills an empty project, and commits it. */
export function harbour(project: Project, stack: Stack, choice: HarbourChoice = {}): Project {
  for (const [file, text] of Object.entries(stack.files)) project.write(file, text)
  project.write(plan, `${JSON.stringify(stateFor(stack, choice), null, 2)}\n`)
  project.write('millwright.toml', configFor(stack))
  project.commit('A harbour')
  project.agent(specialist(stack, { ...well, ...choice.does }))
  return project
}

/** The tasks stand in no order: what counts are ids and dependencies. */
function stateFor({ sources }: Stack, { each = {}, tasks = {}, integrationTests }: HarbourChoice): object {
  const task = (id: string, more: object): object => ({ id, ...more, ...each, ...tasks[id], status: 'pending' })
  return {
    request: 'How high does the water stand?',
    project_id: 'harbour',
    phase: 'execute',
    audit_results: [
      { component: 'depth', status: 'extensible', description: `low water, in ${sources.harbour}`, details: {} },
      { component: 'moon', status: 'missing', description: 'not looked at', details: {} },
    ],
    current_task_id: null,
    tasks: [
      task('HB-10', {
        title: 'Report the highest water',
        layer: 'workflow',
        type: 'integration',
        dependencies: ['HB-9'],
        acceptance_criteria: ['prints 8.5 m'],
        files_to_touch: [sources.report],
      }),
      task('HB-2', {
        title: 'Add the tide to the depth',
        layer: 'core',
        type: 'new',
        description: 'A cosine will do.\n- no tables',
        dependencies: [],
        acceptance_criteria: ['3.5 m at high water', 'depth stays as it is'],
        files_to_touch: [sources.harbour],
      }),
      task('HB-9', {
        title: 'Find the highest water of a day',
        layer: 'workflow',
        type: 'new',
        dependencies: ['HB-2'],
        acceptance_criteria: [],
        files_to_touch: [`${sources.day} (NEW)`],
      }),
    ],
    drafts: {},
    gate_results: {},
    ...(integrationTests === undefined ? {} : { integration_tests: integrationTests }),
    integration_results: [],
    human_decisions: [],
    blocked_reason: null,
  }
}

function configFor({ gates, report }: Stack): string {
  const command = (name: string, argv: readonly string[]): string => `[gates.${name}]\nrun = ${JSON.stringify(argv)}\n`
  return `${Object.entries(gates)
    .map(([name, argv]) => command(name, argv))
    .join('')}[gates.contract]
kind = "contract"
${command('report', report)}kind = "numeric"
[[gates.report.values]]
name = "highest"
json_path = "$.highest"
reference = 8.5
atol = 0.01
`
}

/** Writes down in which order it is called and what it is told, and does what is next. */
function specialist({ works }: Stack, does: Doings): string {
  const known = (it: Work | Doing): { readonly files: Files; readonly says?: object } => {
    const { work, says } = typeof it === 'string' ? { work: it } : it
    return { files: work === undefined ? {} : works[work], ...(says === undefined ? {} : { says }) }
  }
  const all = Object.fromEntries(Object.entries(does).map(([task, attempts]) => [task, attempts.map(known)]))
  return `const all = ${JSON.stringify(all)}
// Who takes a rejected task apart is told by a number of the run, too.
const named = task.replace(/^(decompose:[^.]*)[.][0-9]+$/, '$1')
append(path.join(meeting, 'calls'), named + ' ')
write(path.join(meeting, 'brief.' + named + '.' + attempt), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))
const { files = {}, says } = all[named]?.[attempt - 1] ?? all[named]?.at(-1) ?? {}
for (const [file, text] of Object.entries(files)) write(file, text)
if (says) say(says)`
}

/** Tasks for which the specialist was called, in the order of the calls. */
export function callsIn(project: Project): readonly string[] {
  const file = path.join(project.top, 'meeting', 'calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
}

/** What the specialist was told in one attempt, from 1. */
export function briefOf(project: Project, task: string, attempt: number): string {
  return readFileSync(path.join(project.top, 'meeting', `brief.${task}.${attempt}`), 'utf8')
}

/** Runs the plan in a process of its own. */
export function run(project: Project, ...words: readonly string[]): Promise<{ code: number | null; view: RunView }> {
  return project.view('run', plan, '--yes', '--exec', project.exec, ...words)
}

export function resume(project: Project): Promise<{ code: number | null; view: RunView }> {
  return project.view('resume', plan, '--yes')
}

/** Answers the one question that waits, by a process of its own. @param text what the person says with it */
export async function answer(project: Project, { waiting }: RunView, word: string, text?: string): Promise<void> {
  const [asked, ...others] = waiting
  if (asked?.review === undefined || others.length > 0) throw new Error(`not one question: ${JSON.stringify(waiting)}`)
  const words = text === undefined ? [] : ['-m', text]
  const { code, err } = await project.run('review', word, asked.review, ...words, '--plan', plan)
  if (code !== 0) throw new Error(`${word} was refused: ${err}`)
}

/** The fields of the state that tests look at. */
export interface State {
  readonly phase: string
  readonly current_task_id: string | null
  readonly blocked_reason: string | null
  readonly tasks: readonly { readonly id: string; readonly status: string }[]
  readonly drafts: Readonly<Record<string, object>>
  readonly gate_results: Readonly<Record<string, readonly { readonly gate: string; readonly result: string }[]>>
  readonly integration_results: readonly object[]
  readonly human_decisions: readonly object[]
}

export function stateOf(project: Project): State {
  return JSON.parse(project.read(plan)) as State
}

/** What each task's status says. */
export function statusesIn(project: Project): Readonly<Record<string, string>> {
  return Object.fromEntries(stateOf(project).tasks.map(({ id, status }) => [id, status]))
}

const written = ['phase', 'current_task_id', 'drafts', 'gate_results', 'integration_results', 'human_decisions']

/** The bytes of a state around the values that a run writes. */
export function around(text: string): string {
  const root = parseTree(text)
  if (root === undefined) throw new Error('no JSON')
  const member = (of: Node | undefined, name: string): readonly Node[] =>
    (of?.children ?? []).flatMap(({ children: [key, value] = [] }) => (key?.value === name && value ? [value] : []))
  const [tasks] = member(root, 'tasks')
  const values = [
    ...[...written, 'blocked_reason'].flatMap((name) => member(root, name)),
    ...(tasks?.children ?? []).flatMap((task) => member(task, 'status')),
  ]
  return values
    .sort((a, b) => b.offset - a.offset)
    .reduce((rest, { offset, length }) => `${rest.slice(0, offset)}…${rest.slice(offset + length)}`, text)
}

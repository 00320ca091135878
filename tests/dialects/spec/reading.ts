/** What tests ask of a whole spec: the draft of its files, and what is found in them. */

import { spec as dialect } from '../../../src/dialects/spec/index.ts'
import { check } from '../../../src/plan/check.ts'
import type { Diagnostic } from '../../../src/plan/diagnostic.ts'
import type { Draft, DraftTask } from '../../../src/plan/draft.ts'
import { noFacts } from '../../../src/plan/facts.ts'
import { makePlan } from '../../../src/plan/make-plan.ts'
import { place } from '../../../src/plan/position.ts'
import type { Plan } from '../../../src/plan/model.ts'
import type { Source } from '../../../src/plan/source.ts'
import type { Spec } from '../../../src/plan/spec.ts'

const encoder = new TextEncoder()

export interface Files {
  readonly md?: string | Uint8Array
  readonly toml?: string | Uint8Array
  readonly constitution?: string | Uint8Array
}

export interface ReadSpec {
  readonly draft: Draft
  readonly spec: Spec
  readonly tasks: readonly DraftTask[]
  readonly found: readonly Diagnostic[]
  /** `file:line:column severity code message` of each finding. */
  readonly printed: readonly string[]
  /** The same of one code. */
  readonly said: (code: string) => readonly string[]
  readonly plan: () => Plan
}

/** Reads the files as the command does: the Markdown is the plan where there is one. */
export function readFiles({ md, toml, constitution }: Files): ReadSpec {
  const bytes = (it: string | Uint8Array): Uint8Array => (typeof it === 'string' ? encoder.encode(it) : it)
  const named: readonly (readonly [string, string | Uint8Array | undefined])[] = [
    ['spec_x.md', md],
    ['parameters_x.toml', toml],
    ['project_constitution.toml', constitution],
  ]
  const sources: Source[] = named.flatMap(([path, it]) => (it === undefined ? [] : [{ path, bytes: bytes(it) }]))
  const draft = dialect.read(sources)
  const found = check(draft, noFacts)
  const printed = found.map(({ code, severity, message, span }) => {
    const source = draft.sources.find(({ path }) => path === span?.path)
    const at = span === null || source === undefined ? '' : `${span.path}:${place(source, span.offset)} `
    return `${at}${severity} ${code} ${message}`
  })
  if (draft.spec === undefined) throw new Error('no spec')
  return {
    draft,
    spec: draft.spec,
    tasks: draft.tasks,
    found,
    printed,
    said: (code) => printed.filter((it) => it.includes(` ${code} `)),
    plan: () => makePlan(draft, { hash: null, implementation: () => true, behind: () => undefined }),
  }
}

/** The one task of a parameters file that holds these lines below `[[tasks]]`. */
export function taskOf(lines: string): DraftTask {
  const { tasks } = readFiles({ toml: `[[tasks]]\nid = 1\n${lines}\n` })
  if (tasks.length !== 1 || tasks[0] === undefined) throw new Error(`${tasks.length} tasks`)
  return tasks[0]
}

/** The one step of such a task that holds these lines. */
export function stepOf(lines: string): DraftTask['steps'][number] {
  const { steps } = taskOf(`[[tasks.steps]]\nid = 1\n${lines}`)
  if (steps.length !== 1 || steps[0] === undefined) throw new Error(`${steps.length} steps`)
  return steps[0]
}

/** A parameters file of SPECLets, each with one task of one step: `{a: [], b: ['a']}`. */
export function specletsToml(
  dependencies: Readonly<Record<string, readonly string[]>>,
  { alone = [] }: { readonly alone?: readonly string[] } = {},
): string {
  const ids = Object.keys(dependencies)
  const list = (names: readonly string[]): string => `[${names.map((it) => JSON.stringify(it)).join(', ')}]`
  const speclets = ids.map(
    (id, at) =>
      `[[speclets]]\nid = ${JSON.stringify(id)}\ndepends_on = ${list(dependencies[id] ?? [])}\ntasks = [${at + 1}]\nparallel_allowed = ${!alone.includes(id)}\n`,
  )
  const tasks = ids.map(
    (id, at) => `[[tasks]]\nid = ${at + 1}\nname = "Do ${id}"\n[[tasks.steps]]\nid = 1\naction = "x"\n`,
  )
  return [...speclets, ...tasks].join('\n')
}

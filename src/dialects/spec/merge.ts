/**
 * The two files of a spec as one: tasks and steps are the same by SPECLet, task id and step id. Flags and numbers are those of
 * the parameters, texts as well where they have them, else those of the Markdown (FORMATS section 6). Words
 * of the Markdown that say all that those of the parameters do, and more, are taken alone.
 */

import type { Text } from '../../plan/draft.ts'
import type { Span } from '../../plan/source.ts'
import { backupIds } from './backup-ids.ts'
import { saysMore } from './same-words.ts'
import type { Told, ToldBackup, ToldSpec, ToldSpeclet, ToldStep, ToldTask } from './told.ts'

/** Where something stands; null in a file that does not have it. */
export interface Places {
  readonly markdown: Span | null
  readonly parameters: Span | null
}

/** What one file says and what the other one says; null where one says nothing. */
export interface Sides<What> {
  readonly markdown: What | null
  readonly parameters: What | null
}

export interface MergedStep extends Omit<ToldStep, 'span' | 'backups' | 'methodNotes' | 'notes'> {
  readonly sides: Sides<ToldStep>
  readonly backups: readonly MergedBackup[]
}

export interface MergedBackup extends Omit<ToldBackup, 'span' | 'notes'> {
  readonly sides: Sides<ToldBackup>
}

/** Its id has its SPECLet before it where ids begin anew in each: `2/1`. It is not unique where a file has one twice. */
export interface MergedTask extends Omit<ToldTask, 'span' | 'steps' | 'block' | 'notes'> {
  readonly sides: Sides<ToldTask>
  readonly steps: readonly MergedStep[]
}

export interface MergedSpeclet {
  readonly id: string
  readonly sides: Sides<ToldSpeclet>
  readonly title: Text | null
  readonly dependsOn: readonly Text[]
  readonly parallel: Told<boolean> | null
  readonly tasks: Sides<SpecletTasks>
}

/** What a file says is in a SPECLet; null of one that says nothing of that. */
export interface SpecletTasks {
  /** Those that it lists or has standing in it, each once. */
  readonly all: readonly Assignment[]
  /** Its list; null where it has none. */
  readonly list: Span | null
}

export interface Merged {
  readonly tasks: readonly MergedTask[]
  readonly speclets: readonly MergedSpeclet[]
  /** Ids of SPECLets that a task is listed in or stands in, by the task's id; more than one is a fault. */
  readonly assigned: ReadonlyMap<string, readonly Assignment[]>
  /** What SPECLets list and no file has a task for. */
  readonly unknownTasks: readonly Assignment[]
}

/** A task's place in a SPECLet, and where that is said. */
export interface Assignment {
  readonly task: string
  readonly speclet: string
  readonly span: Span
}

/**
 * Puts both files together, tasks in the order of the parameters and behind them those of the Markdown alone. Where only one
 * of the files has tasks or SPECLets, it is the plan.
 */
export function merge(markdown: ToldSpec | null, parameters: ToldSpec | null): Merged {
  const paired = pair(markdown?.speclets ?? [], parameters?.speclets ?? [], ({ id }) => id)
  const local = isLocal(markdown, parameters)
  const idOf = (task: ToldTask): string => (local && task.speclet !== null ? `${task.speclet}/${task.id}` : task.id)
  const pairs = pair(markdown?.tasks ?? [], parameters?.tasks ?? [], idOf)
  const ids = new Set(pairs.map(({ id }) => id))
  const listedIn = (side: keyof Sides<unknown>): readonly Assignment[] =>
    paired.flatMap(({ id, sides }) =>
      (sides[side]?.tasks ?? []).map(({ text, span }) => ({ task: taskIdOf(text, id, ids), speclet: id, span })),
    )
  const withinOf = (side: keyof Sides<unknown>): readonly Assignment[] =>
    pairs.flatMap(({ id, sides: { [side]: told } }) =>
      told === null || told.speclet === null ? [] : [{ task: id, speclet: told.speclet, span: told.span }],
    )
  const listed = { parameters: listedIn('parameters'), markdown: listedIn('markdown') }
  const within = { parameters: withinOf('parameters'), markdown: withinOf('markdown') }
  // What the parameters list for a SPECLet is all that is in it.
  const listing = new Set(
    paired.flatMap(({ id, sides }) => (listOf(parameters, sides.parameters) === null ? [] : [id])),
  )
  const counts = ({ speclet }: Assignment): boolean => !listing.has(speclet)
  const assigned = byKey(
    [...listed.parameters, ...listed.markdown.filter(counts), ...within.parameters, ...within.markdown.filter(counts)],
    ({ task }) => task,
    ({ speclet }) => speclet,
  )
  const tasksOf = (side: keyof Sides<unknown>): ReadonlyMap<string, readonly Assignment[]> =>
    byKey(
      [...listed[side], ...within[side]],
      ({ speclet }) => speclet,
      ({ task }) => task,
    )
  const tasks = { parameters: tasksOf('parameters'), markdown: tasksOf('markdown') }
  const speclets = paired.map(({ id, sides }) =>
    mergeSpeclet(id, sides, {
      parameters: tasksIn(tasks.parameters.get(id) ?? [], listOf(parameters, sides.parameters)),
      markdown: tasksIn(tasks.markdown.get(id) ?? [], listOf(markdown, sides.markdown)),
    }),
  )
  return {
    tasks: pairs.map(({ id, sides }) => mergeTask(id, sides, assigned.get(id)?.[0]?.speclet ?? null)),
    speclets,
    assigned,
    unknownTasks: [...listed.parameters, ...listed.markdown].filter(({ task }) => !ids.has(task)),
  }
}

/** The list of tasks of a SPECLet, also one of none. In a file without any task that one only leaves them to the other file. */
function listOf(file: ToldSpec | null, speclet: ToldSpeclet | null): Span | null {
  if (file === null || speclet === null || (speclet.tasks.length === 0 && file.tasks.length === 0)) return null
  return speclet.saysTasks
}

function tasksIn(all: readonly Assignment[], list: Span | null): SpecletTasks | null {
  return all.length === 0 && list === null ? null : { all, list }
}

/** Assignments by a key; of those of one key that are the same by their other name the first. */
function byKey(
  all: readonly Assignment[],
  keyOf: (it: Assignment) => string,
  nameOf: (it: Assignment) => string,
): ReadonlyMap<string, readonly Assignment[]> {
  const found = new Map<string, Map<string, Assignment>>()
  for (const it of all) {
    const before = found.get(keyOf(it)) ?? new Map<string, Assignment>()
    if (!before.has(nameOf(it))) before.set(nameOf(it), it)
    found.set(keyOf(it), before)
  }
  return new Map([...found].map(([key, of]) => [key, [...of.values()]]))
}

/** Whether ids of tasks begin anew in each SPECLet: tasks stand within `[[speclets]]`, or an id is used in two of them. */
function isLocal(markdown: ToldSpec | null, parameters: ToldSpec | null): boolean {
  if (parameters !== null && parameters.tasks.length > 0)
    return parameters.tasks.some(({ speclet }) => speclet !== null)
  const at = new Map<string, string | null>()
  return (markdown?.tasks ?? []).some(({ id, speclet }) => {
    const before = at.get(id)
    at.set(id, speclet)
    return before !== undefined && before !== speclet
  })
}

/** A listed id as the task has it: `1.2` and `2` of SPECLet 1 are its task 2. */
function taskIdOf(listed: string, speclet: string, ids: ReadonlySet<string>): string {
  if (ids.has(listed)) return listed
  const inner = `${speclet}/${listed.startsWith(`${speclet}.`) ? listed.slice(speclet.length + 1) : listed}`
  return ids.has(inner) ? inner : listed
}

/**
 * What both files have under one id, in the order of the parameters; what only the Markdown has comes behind what stands before
 * it there. The second of an id in a file is one of its own.
 */
function pair<What extends object>(
  markdown: readonly What[],
  parameters: readonly What[],
  idOf: (it: What) => string,
): readonly { readonly id: string; readonly sides: Sides<What> }[] {
  const open = new Map<string, What>()
  for (const it of markdown) if (!open.has(idOf(it))) open.set(idOf(it), it)
  const both = parameters.map((it) => {
    const id = idOf(it)
    const other = open.get(id) ?? null
    open.delete(id)
    return { id, sides: { parameters: it, markdown: other } }
  })
  const paired = new Set(both.flatMap(({ sides }) => sides.markdown ?? []))
  const behind = new Map<What | null, What[]>([[null, []]])
  let last: What | null = null
  for (const it of markdown) {
    if (paired.has(it)) behind.set((last = it), [])
    else behind.get(last)?.push(it)
  }
  const aloneBehind = (it: What | null): readonly { readonly id: string; readonly sides: Sides<What> }[] =>
    (behind.get(it) ?? []).map((alone) => ({ id: idOf(alone), sides: { parameters: null, markdown: alone } }))
  return [
    ...aloneBehind(null),
    ...both.flatMap((it) => [it, ...(it.sides.markdown === null ? [] : aloneBehind(it.sides.markdown))]),
  ]
}

/** The parameters' word, else the Markdown's. */
function either<What, Part>({ parameters, markdown }: Sides<What>, part: (it: What) => Part | null): Part | null {
  return (parameters === null ? null : part(parameters)) ?? (markdown === null ? null : part(markdown))
}

/** The same for texts, but for those of the Markdown that say the same and more: nothing of it is told twice. */
function fuller<What>(sides: Sides<What>, part: (it: What) => Text | null): Text | null {
  const [own, other] = [either(sides, part), sides.markdown === null ? null : part(sides.markdown)]
  return own !== null && other !== null && saysMore(other.text, own.text) ? other : own
}

/** The same for lists: one that is empty says nothing. */
function eitherList<What, Part>(sides: Sides<What>, part: (it: What) => readonly Part[]): readonly Part[] {
  return either(sides, (it) => (part(it).length > 0 ? part(it) : null)) ?? []
}

function mergeSpeclet(id: string, sides: Sides<ToldSpeclet>, tasks: MergedSpeclet['tasks']): MergedSpeclet {
  return {
    id,
    sides,
    title: either(sides, ({ title }) => title),
    dependsOn: either(sides, ({ dependsOn, saysDependencies }) => (saysDependencies === null ? null : dependsOn)) ?? [],
    parallel: either(sides, ({ parallel }) => parallel),
    tasks,
  }
}

function mergeTask(id: string, sides: Sides<ToldTask>, speclet: string | null): MergedTask {
  const steps = pair(sides.markdown?.steps ?? [], sides.parameters?.steps ?? [], (it) => it.id)
  return {
    id,
    speclet,
    sides,
    title: either(sides, ({ title }) => title),
    description: fuller(sides, ({ description }) => description),
    steps: steps.map((it) => mergeStep(it.id, it.sides)),
    critical: either(sides, ({ critical }) => critical),
    mode: either(sides, ({ mode }) => mode),
    retries: either(sides, ({ retries }) => retries),
    research: either(sides, ({ research }) => research),
    researchSources: eitherList(sides, ({ researchSources }) => researchSources),
    verification: fuller(sides, ({ verification }) => verification),
  }
}

function mergeStep(id: string, sides: Sides<ToldStep>): MergedStep {
  const ids = backupIds([sides.parameters, sides.markdown])
  const backups = pair(sides.markdown?.backups ?? [], sides.parameters?.backups ?? [], (it) => ids.get(it) ?? it.id)
  return {
    id,
    sides,
    title: either(sides, ({ title }) => title),
    method: fuller(sides, ({ method }) => method),
    backups: backups.map((it) => mergeBackup(it.id, it.sides)),
    expected: either(sides, ({ expected }) => expected),
    critical: either(sides, ({ critical }) => critical),
    mode: either(sides, ({ mode }) => mode),
    retries: either(sides, ({ retries }) => retries),
    verification: fuller(sides, ({ verification }) => verification),
    verifications: eitherList(sides, ({ verifications }) => verifications),
  }
}

function mergeBackup(id: string, sides: Sides<ToldBackup>): MergedBackup {
  return {
    id,
    sides,
    text: fuller(sides, ({ text }) => text),
    trigger: either(sides, ({ trigger }) => trigger),
    kind: either(sides, ({ kind }) => kind),
    tool: either(sides, ({ tool }) => tool),
    toolArguments: either(sides, ({ toolArguments }) => toolArguments),
  }
}

/** From what a reader found to the plan that is run: references become edges, files and steps take their one form. */

import { findCycles } from './graph/cycles.ts'
import { workStep } from './work-step.ts'
import type { Draft, DraftFile, DraftGroup, DraftIntegration, DraftTask, Reference, Text } from './draft.ts'
import { classifierOf } from './rules/declared-files.ts'
import type { PathFact } from './facts.ts'
import type { Edge, FileSpec, IntegrationSpec, MarkState, Plan, StepSpec, TaskSpec } from './model.ts'
import { noWordsText, splitWords } from './split-words.ts'

export interface PlanOptions {
  /** Whether a group belongs to what is run unless others are named (REQUIREMENTS B1). The dialect knows. */
  readonly implementation: (group: DraftGroup) => boolean
  /**
   * Digest of a text, for instance SHA-256 in hex. Handed in because the core has no cryptography; null where nobody compares
   * tasks by their words, so that none has a `textHash`.
   */
  readonly hash: ((text: string) => string) | null
  /** Where a path, as it is written, leads by links (`leadsTo`, `liesAt` of its facts); absent where nobody has looked. */
  readonly behind?: (path: string) => Pick<PathFact, 'leadsTo' | 'liesAt'> | undefined
}

/**
 * Makes the plan of a draft in which `check` found no error.
 *
 * - `blocked_by` and `blocks` are one relation: their union, without doubles, as explicit edges that need `done`.
 * - A reference means the first task with that id; where that could be doubted, `check` has refused the plan (MW110).
 * - A blocker that the plan does not hold is kept by name with the task that waits for it (MW111 lowered in severity);
 *   in `blocks` it means nothing, as nobody waits.
 * - A parent of lettered sub-tasks completes when all its children did (FORMATS section 2): see `rollUps`.
 */
export function makePlan(draft: Draft, options: PlanOptions): Plan {
  const byId = firstById(draft.tasks)
  const explicit = explicitEdges(draft.tasks, byId)
  const rolled = rollUps(draft.tasks, explicit)
  const parents = new Set(rolled.map((edge) => edge.to))
  const keys = draft.tasks.some((task) => task.parent !== null) ? new Set(draft.tasks.map((task) => task.key)) : null
  const spelling = spellingOf(draft)
  return {
    dialect: draft.dialect,
    title: draft.title,
    groups: draft.groups.map((group) => ({
      key: group.key,
      number: group.number,
      title: group.title,
      implementation: options.implementation(group),
      ...(group.within === undefined ? {} : { within: group.within }),
      ...(draft.unordered === true ? { unordered: true as const } : {}),
      ...(group.file === undefined ? {} : { file: group.file }),
    })),
    tasks: draft.tasks.map((task) =>
      taskSpec(task, {
        hash: options.hash,
        spelling,
        behind: options.behind ?? (() => undefined),
        parent: task.parent !== null && keys?.has(task.parent) === true ? task.parent : null,
        unknownBlockers: unknownAmong(task.blockedBy, byId),
        steps: task.steps.length > 0 ? task.steps : parents.has(task.key) ? rollUpSteps : stepsOf(task),
      }),
    ),
    edges: [...explicit, ...rolled, ...orderEdges(draft.tasks, explicit)],
    ...(draft.integrations === undefined
      ? {}
      : { integrations: draft.integrations.flatMap((it) => integrationSpec(it, byId, draft)) }),
    ...(draft.audit === undefined ? {} : { audit: draft.audit }),
    ...(draft.spec === undefined ? {} : { spec: draft.spec }),
  }
}

/** A test of other tasks alone is none (MW111): `check` has said so. */
function integrationSpec(
  { id, description, layer, covers, command, argv, reference }: DraftIntegration,
  byId: ReadonlyMap<string, number>,
  { tasks }: Draft,
): readonly IntegrationSpec[] {
  const keys = covers.flatMap((it) => tasks[byId.get(it.id) ?? -1]?.key ?? [])
  if (layer === null && covers.length > 0 && keys.length === 0) return []
  const values = reference.map(({ name, value, atol, rtol }) => ({ name, value, atol, rtol }))
  return [
    {
      id: id.text,
      origin: id.span.path,
      description,
      layer: layer?.text.toLowerCase() ?? null,
      covers: keys,
      ...(argv === null ? { argv: [], unable: unableText(command) } : { argv }),
      reference: values,
    },
  ]
}

/** Why a test cannot run whose command is no words, and what to do about it. */
function unableText({ text, span }: Text): string {
  const words = splitWords(text)
  const why = words.is === 'words' ? 'names no program' : noWordsText(words)
  return `its command ${why}: put the line into a script and name that in ${span.path}`
}

/** Places of the first task with each id. */
function firstById(tasks: readonly DraftTask[]): ReadonlyMap<string, number> {
  const byId = new Map<string, number>()
  tasks.forEach(({ id }, at) => {
    if (id !== null && !byId.has(id.text)) byId.set(id.text, at)
  })
  return byId
}

function explicitEdges(tasks: readonly DraftTask[], byId: ReadonlyMap<string, number>): readonly Edge[] {
  // One number for each pair of places.
  const seen = new Set<number>()
  const edges: Edge[] = []
  const add = (blocker: number | undefined, waiting: number | undefined): void => {
    const from = blocker === undefined ? undefined : tasks[blocker]?.key
    const to = waiting === undefined ? undefined : tasks[waiting]?.key
    if (blocker === undefined || waiting === undefined || from === undefined || to === undefined) return
    const name = blocker * tasks.length + waiting
    if (seen.has(name)) return
    seen.add(name)
    edges.push({ from, to, basis: 'explicit', needs: 'done' })
  }
  tasks.forEach((task, at) => {
    task.blockedBy.forEach(({ id }) => add(byId.get(id), at))
    task.blocks.forEach(({ id }) => add(at, byId.get(id)))
  })
  return edges
}

/** Edges that only order: a task that needs another one done waits for it anyway. */
function orderEdges(tasks: readonly DraftTask[], explicit: readonly Edge[]): readonly Edge[] {
  if (tasks.every(({ after }) => after === undefined)) return none
  const said = new Set(explicit.map(({ from, to }) => JSON.stringify([from, to])))
  return tasks.flatMap(({ key: to, after = [] }) =>
    after
      .filter(({ key }) => !said.has(JSON.stringify([key, to])))
      .map(({ key: from, basis }): Edge => ({ from, to, basis, needs: 'settled' })),
  )
}

const none: readonly never[] = []

function unknownAmong(references: readonly Reference[], byId: ReadonlyMap<string, number>): readonly string[] {
  const unknown = references.filter(({ id }) => !byId.has(id))
  return unknown.length === 0 ? none : [...new Set(unknown.map(({ id }) => id))]
}

/**
 * Edges from sub-tasks to parents that only stand for them (`T005` of `T005A`, `T005B`).
 *
 * Real plans write a parent in two ways. Mostly it is work of its own and its children say `blocked_by: [T005]`; then it
 * is an ordinary task and the plan's edges are all there is. Only where nothing of that kind is written, and it names no
 * file of its own, is it the sum of its children: it completes when they all did, and nobody is asked to work on it. The
 * edges are `inferred`, never explicit, because the plan does not say them. A child that the plan skips is not waited
 * for.
 *
 * An inference must never make a cycle of its own: a parent of which a child waits, directly or by way of others, is an
 * ordinary task too. All that is inferred is tried at once, and whatever takes part in a cycle is left out.
 */
function rollUps(tasks: readonly DraftTask[], explicit: readonly Edge[]): readonly Edge[] {
  if (tasks.every((task) => task.parent === null)) return []
  const byKey = new Map(tasks.map((task) => [task.key, task]))
  const children = tasks.flatMap((task): Edge[] => {
    const parent = task.parent === null ? undefined : byKey.get(task.parent)
    if (parent === undefined || parent.files.length > 0 || parent.steps.length > 0) return []
    if (task.mark.state === 'skipped') return []
    return [{ from: task.key, to: parent.key, basis: 'inferred', needs: 'done' }]
  })
  if (children.length === 0) return []

  const cycles = findCycles([...byKey.keys()], [...explicit, ...children])
  const cycleOf = new Map(cycles.flatMap((cycle, at) => cycle.members.map((key) => [key, at] as const)))
  const isWork = (edge: Edge): boolean => cycleOf.has(edge.from) && cycleOf.get(edge.from) === cycleOf.get(edge.to)
  const working = new Set(children.filter(isWork).map((edge) => edge.to))
  const said = new Set(explicit.map((edge) => JSON.stringify([edge.from, edge.to])))
  return children.filter((edge) => !working.has(edge.to) && !said.has(JSON.stringify([edge.from, edge.to])))
}

/** A parent that is the sum of its children: nobody works, so there is nothing to merge. */
const rollUpStep: StepSpec = { ...workStep, methods: [], yields: 'nothing' }

const workSteps = [workStep]

/** Marks about which a person is asked. */
const unclear: ReadonlySet<MarkState> = new Set<MarkState>(['unknown', 'running'])

/** One step, with the gates that the plan names for it. */
function stepsOf({ gates = [] }: DraftTask): readonly StepSpec[] {
  return gates.length === 0 ? workSteps : [{ ...workStep, gates: gates.map(({ text }) => text) }]
}
const rollUpSteps = [rollUpStep]

function taskSpec(
  task: DraftTask,
  given: {
    readonly hash: ((text: string) => string) | null
    readonly spelling: (path: string) => string
    readonly behind: NonNullable<PlanOptions['behind']>
    readonly parent: string | null
    readonly unknownBlockers: readonly string[]
    readonly steps: readonly StepSpec[]
  },
): TaskSpec {
  const id = task.id?.text ?? null
  const title = task.title.text
  const files = task.files.length === 0 ? none : task.files.map((file) => fileSpec(file, given))
  return {
    key: task.key,
    id,
    title,
    group: task.group,
    parent: given.parent,
    origin: 'plan',
    mark: task.mark.state,
    ...(task.mark.word !== undefined && unclear.has(task.mark.state) ? { markWord: task.mark.word } : {}),
    reason: task.reason?.text ?? null,
    description: descriptionOf(task),
    files,
    declaresFiles: task.declaresFiles,
    traces: task.traces,
    unknownBlockers: given.unknownBlockers,
    role: task.role?.text ?? null,
    steps: given.steps,
    open: false,
    ...(task.layer === undefined ? {} : { layer: task.layer.text.toLowerCase() }),
    ...(task.kind === undefined ? {} : { kind: task.kind.text.toLowerCase() }),
    ...(task.gates === undefined ? {} : { namedGates: task.gates.map(({ text }) => text) }),
    ...(task.isCritical === true ? { isCritical: true } : {}),
    ...(task.criteria === undefined ? {} : { criteria: task.criteria.map(({ text }) => text) }),
    ...(task.document === undefined ? {} : { document: task.document.text }),
    ...(task.research === undefined ? {} : { research: task.research }),
    // JSON keeps the parts apart: no two different tasks are written alike. A task keeps its words under another id.
    textHash:
      given.hash === null
        ? ''
        : given.hash(
            JSON.stringify([
              title,
              wordsOf(task),
              files.map(inOrder),
              task.traces,
              ...criteriaOf(task),
              ...stepsIn(task),
            ]),
          ),
  }
}

/** What stands below the task, in the order of the plan: also its checklist, and lines that mean something only to people. */
function descriptionOf({ description, told }: DraftTask): string | null {
  if (told.length === 0) return description
  return told.map(({ text, state }) => (state !== null && settled.has(state) ? `${text} (${state})` : text)).join('\n')
}

/** Of an item in one of these, an agent is told that nothing is left to do. */
const settled: ReadonlySet<MarkState> = new Set(['done', 'blocked', 'skipped', 'deferred'])

/** What a task has to fulfil is part of its words; left out where its format has no such thing, as it always was. */
function criteriaOf({ criteria }: DraftTask): readonly unknown[] {
  return criteria === undefined ? [] : [criteria.map(({ text }) => text)]
}

/** The steps that a plan divides it into are part of its words, too. */
function stepsIn({ steps }: DraftTask): readonly unknown[] {
  return steps.length === 0 ? [] : [steps]
}

/** The same words whatever their order, and whatever is ticked off: by them a task is known again. */
function wordsOf(task: DraftTask): string | null {
  if (task.checklist.length + task.notes.length + task.tests.length === 0) return task.description
  const parts = [
    ...(task.description === null ? [] : [task.description]),
    ...task.checklist.map((item) => `- ${item.text}`),
    ...task.notes.map((note) => `${note.key}: ${note.value}`),
    ...task.tests.map(({ text }) => `tests: ${text}`),
  ]
  return parts.length === 0 ? null : parts.join('\n')
}

function fileSpec(
  file: DraftFile,
  {
    spelling,
    behind,
  }: { readonly spelling: (path: string) => string; readonly behind: NonNullable<PlanOptions['behind']> },
): FileSpec {
  const fact = file.form === 'path' || file.form === 'directory' ? behind(file.path) : undefined
  // Who deletes or renames a link leaves what it leads to as it is.
  const real = file.action === 'delete' || file.action === 'rename' ? fact?.liesAt : fact?.leadsTo
  const path = spelling(file.path)
  return {
    // The slash says that a pattern is one of folders.
    path: file.form === 'glob' && file.path.endsWith('/') && !path.endsWith('/') ? `${path}/` : path,
    action: file.action,
    form: file.form,
    to: file.to === null ? null : spelling(file.to),
    note: file.note,
    ...(real === undefined ? {} : { leadsTo: real }),
  }
}

/** The one spelling of a safe path; another is left as it is written, because `check` has refused it (MW130). */
function spellingOf(draft: Draft): (path: string) => string {
  const classify = classifierOf(draft)
  return (path) => {
    const found = classify(path)
    return found.kind === 'safe' ? found.path : path
  }
}

function inOrder(file: FileSpec): readonly unknown[] {
  return [file.path, file.action, file.form, file.to, file.note]
}

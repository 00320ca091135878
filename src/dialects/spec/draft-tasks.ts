/** From what both files of a spec say to tasks of a draft: ids, order, steps and what each waits for (seed 004 §2). */

import type { DraftGroup, DraftTask, Reference, Text } from '../../plan/draft.ts'
import { compareNatural } from '../../plan/natural.ts'
import type { FileSpec, StepSpec } from '../../plan/model.ts'
import type { Spec } from '../../plan/spec.ts'
import type { Source, Span } from '../../plan/source.ts'
import { outputsNamed } from '../../plan/values/named-paths.ts'
import { limits } from '../limits.ts'
import { modeOf } from './defaults.ts'
import type { Merged, MergedStep, MergedTask } from './merge.ts'
import { methodsOf } from './methods.ts'
import type { ToldConstitution } from './parameters/read-constitution.ts'
import { toldBesides } from './told-besides.ts'

/** The group of tasks that are in no SPECLet. */
const alone = 'tasks'

/** A key for each task, in the order of `merged`: its id, with an occurrence where it is not the first. */
export function keysOf({ tasks }: Merged): readonly string[] {
  const seen = new Map<string, number>()
  return tasks.map(({ id }) => {
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? id : `${id}#${count}`
  })
}

/** A group for each SPECLet, and one for tasks that are in none. */
export function groupsOf(
  { speclets, tasks }: Merged,
  { descriptor }: Spec,
  file: Source | null,
): readonly DraftGroup[] {
  const nowhere: Span = { path: file?.path ?? '', offset: 0, length: 0 }
  const groups = new Map<string, DraftGroup>()
  for (const { id, title, sides } of speclets)
    if (!groups.has(id))
      groups.set(id, {
        key: id,
        number: null,
        title: title?.text ?? id,
        label: null,
        span: sides.parameters?.span ?? sides.markdown?.span ?? nowhere,
      })
  if (tasks.some(({ speclet }) => speclet === null || !groups.has(speclet)))
    groups.set(alone, { key: alone, number: null, title: descriptor, label: null, span: nowhere })
  return [...groups.values()]
}

/**
 * The tasks in the order in which they are done: SPECLets by their stages, tasks by their ids (seed 004 §2.0b, §2.1).
 *
 * A task needs those of the SPECLets that its own depends on, done; one without tasks stands for those that it depends on itself. Behind the one before it in its SPECLet it only comes in
 * order: whether a failure there halts it is decided before its steps. The first of a SPECLet also waits until all of the
 * stage before are over, and where SPECLets may not run side by side, until the one before it is.
 */
export function draftTasks(
  merged: Merged,
  keys: readonly string[],
  spec: Spec,
  constitution: ToldConstitution,
): readonly DraftTask[] {
  const known = new Set(merged.speclets.map(({ id }) => id))
  const groupOf = ({ speclet }: MergedTask): string => (speclet !== null && known.has(speclet) ? speclet : alone)
  const byGroup = new Map<string, { readonly task: MergedTask; readonly key: string }[]>()
  merged.tasks.forEach((task, at) => {
    const group = groupOf(task)
    const before = byGroup.get(group)
    const item = { task, key: keys[at] ?? task.id }
    if (before === undefined) byGroup.set(group, [item])
    else before.push(item)
  })
  for (const items of byGroup.values()) items.sort((a, b) => compareNatural(a.task.id, b.task.id))
  const order = [...byGroup.keys()]
  const stage = new Map(spec.speclets.map((it) => [it.id, it.stage]))
  // What is in no stage has no order either: nothing of it is run.
  order.sort((a, b) => (stage.get(a) ?? 0) - (stage.get(b) ?? 0))
  const waits = waitsOf(order, { stage, spec, byGroup })
  return order.flatMap((group) => {
    // What waits for itself is told as such (MW510), and nothing of the plan is run.
    const needed = stage.get(group) === 0 ? [] : neededBy(merged, group, byGroup)
    return (byGroup.get(group) ?? []).map(({ task, key }, at, items): DraftTask => {
      const before = items[at - 1]
      return draftTask(task, {
        key,
        group,
        blockedBy: needed,
        after: before === undefined ? (waits.get(group) ?? []) : [{ key: before.key, basis: 'order' }],
        constitution,
      })
    })
  })
}

type ByGroup = ReadonlyMap<string, readonly { readonly task: MergedTask; readonly key: string }[]>

/**
 * All tasks of the SPECLets that a SPECLet depends on, also by way of those without tasks. More of them than anybody may name are told
 * by their number (MW008).
 */
function neededBy({ speclets }: Merged, group: string, byGroup: ByGroup): readonly Reference[] {
  const dependenciesOf = (it: string): readonly Text[] => speclets.find(({ id }) => id === it)?.dependsOn ?? []
  const found = [...dependenciesOf(group)]
  const seen = new Set(found.map(({ text }) => text))
  // What is added comes up in turn. It is named where the dependency is that leads to it.
  for (const { text, span } of found) {
    if (byGroup.has(text)) continue
    for (const behind of dependenciesOf(text)) {
      if (seen.has(behind.text)) continue
      seen.add(behind.text)
      found.push({ ...behind, span })
    }
  }
  return found
    .flatMap(({ text, span }) =>
      (byGroup.get(text) ?? []).slice(0, limits.blockersOfTask + 1).map(({ task }) => ({ id: task.id, span })),
    )
    .slice(0, limits.blockersOfTask + 1)
}

/** What the first task of each group waits for beside what it needs: any end of the last ones of the nearest stage before that has tasks. */
function waitsOf(
  order: readonly string[],
  of: { readonly stage: ReadonlyMap<string, number>; readonly spec: Spec; readonly byGroup: ByGroup },
): ReadonlyMap<string, NonNullable<DraftTask['after']>> {
  const isParallel = new Map(of.spec.speclets.map((it) => [it.id, it.parallelAllowed]))
  const lastOf = (group: string): string | undefined => of.byGroup.get(group)?.at(-1)?.key
  const waits = new Map<string, NonNullable<DraftTask['after']>>()
  const stages = new Map<number, string[]>()
  for (const group of order) {
    const at = of.stage.get(group) ?? 0
    const within = stages.get(at) ?? []
    const alike = within.filter((it) => isParallel.get(group) !== true || isParallel.get(it) !== true)
    const before = Math.max(0, ...[...stages.keys()].filter((it) => it < at))
    const last = before > 0 ? (stages.get(before) ?? []) : []
    waits.set(
      group,
      [
        ...last.flatMap((it) => ({ key: lastOf(it) ?? '', basis: 'phase' as const })),
        ...alike.flatMap((it) => ({ key: lastOf(it) ?? '', basis: 'order' as const })),
      ].filter(({ key }) => key !== ''),
    )
    stages.set(at, [...within, group])
  }
  return waits
}

function draftTask(
  task: MergedTask,
  of: Pick<DraftTask, 'key' | 'group' | 'blockedBy' | 'after'> & {
    readonly constitution: ToldConstitution
  },
): DraftTask {
  const told = task.sides.parameters ?? task.sides.markdown
  const span = told?.span ?? { path: '', offset: 0, length: 0 }
  const elsewhere = [task.sides.markdown, task.sides.parameters].flatMap((it) =>
    it === null || it.span.path === span.path ? [] : it.span,
  )
  const title = task.title ?? { text: `Task ${task.id}`, span }
  const isResearched = task.research?.value ?? of.constitution.research ?? false
  const steps = [...task.steps].sort((a, b) => compareNatural(a.id, b.id))
  return {
    key: of.key,
    id: { text: task.id, span },
    ...(elsewhere.length === 0 ? {} : { idElsewhere: elsewhere }),
    title,
    mark: { state: 'todo', raw: '', span: { ...span, length: 0 } },
    group: of.group,
    section: null,
    parent: null,
    parallel: false,
    blockedBy: of.blockedBy,
    blocks: [],
    files: [],
    declaresFiles: false,
    traces: [],
    description: descriptionOf(task),
    reason: null,
    otherReason: null,
    tests: [],
    notes: [],
    checklist: [],
    told: [],
    steps: steps.map((step) => stepSpec(step, task, of.constitution)),
    ...(task.critical?.value === true ? { isCritical: true as const } : {}),
    ...(isResearched ? { research: task.researchSources.map(({ text }) => text) } : {}),
    ...(of.after === undefined || of.after.length === 0 ? {} : { after: of.after }),
    line: span,
    block: told?.block ?? span,
    indent: '',
  }
}

/** What is told of a task beside its steps, a paragraph each. */
function descriptionOf({ title, description, verification, sides }: MergedTask): string | null {
  const line = (name: string, text: Text | null): readonly string[] =>
    text === null ? [] : [`${name}${text.text.trim()}`]
  const more = toldBesides(sides, {
    main: [title, description, verification],
    parts: [
      ['Title', (it) => it.title],
      ['Description', (it) => it.description],
      ['Verification', (it) => it.verification],
    ],
  })
  const lines = [...line('', description), ...line('Verification: ', verification), ...more]
  return lines.length === 0 ? null : apart(lines)
}

/** What goes over several lines stands apart from what is around it. */
function apart(texts: readonly string[]): string {
  return texts
    .map((text, at) => {
      const before = texts[at - 1]
      return `${before === undefined ? '' : text.includes('\n') || before.includes('\n') ? '\n\n' : '\n'}${text}`
    })
    .join('')
}

/** What is told of a step beside its title, its output and how it is verified, and of none of its methods alone. */
function notesOf({ title, method, expected, verification, sides }: MergedStep): string {
  return apart(
    toldBesides(sides, {
      main: [title, method, expected, verification],
      parts: [
        ['Title', (it) => it.title],
        ['Expected output', (it) => it.expected],
        ['Verification', (it) => it.verification],
      ],
    }),
  )
}

function stepSpec(step: MergedStep, task: MergedTask, constitution: ToldConstitution): StepSpec {
  const mode = modeOf(step.mode?.text ?? null, task.mode?.text ?? null, null)
  const outputs = outputsNamed(step.expected?.text ?? '').map(({ path, form }): FileSpec => ({
    path,
    form: form === 'directory' ? form : 'path',
    action: 'unknown',
    to: null,
    note: null,
  }))
  const notes = notesOf(step)
  const retries = step.retries ?? task.retries ?? constitution.retries
  return {
    id: step.id,
    title: (step.title ?? step.method)?.text.trim() ?? '',
    methods: methodsOf(step),
    gates: [],
    expect: 'green',
    review: mode === 'collaborative' ? 'critical' : 'never',
    critical: (step.critical ?? task.critical)?.value ?? false,
    yields: 'draft',
    ...(mode === null ? {} : { mode }),
    ...(retries === null ? {} : { retries: retries.value }),
    ...(step.expected === null ? {} : { expected: step.expected.text.trim() }),
    ...(outputs.length === 0 ? {} : { outputs }),
    ...(step.verification === null ? {} : { verificationWords: step.verification.text.trim() }),
    ...(notes === '' ? {} : { notes }),
    ...(step.verifications.length === 0 ? {} : { verifications: step.verifications.map(({ value }) => value) }),
  }
}

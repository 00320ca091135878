/** Finds the tasks of a run in a plan that people may have edited meanwhile: by id and title, twins by their order. */

import type { AddedTask } from '../plan/added-task.ts'
import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Draft, DraftTask } from '../plan/draft.ts'
import { quoted } from '../plan/one-line.ts'
import type { MarkWish } from '../plan/projection.ts'
import type { Span } from '../plan/source.ts'
import { countTwins, withoutOccurrence } from '../plan/task-key.ts'

export type Found =
  | { readonly is: 'found'; readonly wish: MarkWish; readonly task: DraftTask }
  | { readonly is: 'lost'; readonly wish: MarkWish; readonly diagnostic: Diagnostic }

/**
 * Findings of the reader after which nothing it read can be relied on: UTF-16, merge markers, no task at all, and JSON that
 * is cut off, or holds a slip or a key twice.
 */
const unreadable = new Set<string>(['MW002', 'MW010', 'MW013', 'MW400', 'MW401', 'MW402', 'MW403', 'MW404', 'MW410'])

/** Whether nothing may be written because the plan cannot be relied on, or holds no task. */
export function isUnreadable(draft: Draft): boolean {
  return draft.tasks.length === 0 || draft.diagnostics.some(({ code }) => unreadable.has(code))
}

/**
 * For each wish, in their order, the one task it means or why there is none (FORMATS R14, R16). Where the plan is unreadable
 * or has lost most of the tasks asked for, it is taken to be half written: nothing is found then, and each wish gets
 * MW012 (RELIABILITY 3.1). A task that two wishes mean goes to the first of them.
 */
export function findAgain(draft: Draft, wishes: readonly MarkWish[]): readonly Found[] {
  const byId = groupBy(draft.tasks, (task) => task.id?.text ?? null)
  const byTitle = groupBy(draft.tasks, (task) => words(task.title.text))
  const twins = countTwins(draft.tasks.map(({ key }) => key))
  const found = wishes.map((wish) => findOne(wish, byId, byTitle, twins))
  if (wishes.length > 0 && isHalfWritten(draft, wishes, byId, byTitle))
    return wishes.map((wish) => ({ is: 'lost', wish, diagnostic: halfWritten(draft) }))
  const taken = new Set<DraftTask>()
  return found.map((one) => {
    if (one.is === 'lost') return one
    if (taken.has(one.task)) return lost(one.wish, 'is named twice by the run', [one.task])
    taken.add(one.task)
    return one
  })
}

function findOne(wish: MarkWish, byId: Index, byTitle: Index, twins: ReadonlyMap<string, number>): Found {
  const title = words(wish.title)
  const titled = byTitle.get(title) ?? []
  if (wish.id === null) {
    const nameless = titled.filter((task) => task.id === null)
    return alone(wish, nameless) ?? twin(wish, nameless, twins) ?? lost(wish, timesFound(nameless), nameless)
  }
  const named = byId.get(wish.id) ?? []
  const present = named.filter((task) => words(task.title.text) === title)
  const former = new Set(wish.formerTitles?.map(words))
  const same = present.length > 0 ? present : named.filter((task) => former.has(words(task.title.text)))
  const renamed = (wish.formerIds ?? [])
    .flatMap((id) => byId.get(id) ?? [])
    .filter((task) => words(task.title.text) === title || former.has(words(task.title.text)))
  const [only] = same
  if (only !== undefined && same.length === 1) {
    const declaring = [only, ...renamed].filter((task) => declares(task, wish))
    return { is: 'found', wish, task: declaring.length === 1 && declaring[0] ? declaring[0] : only }
  }
  if (same.length > 1) return twin(wish, same, twins) ?? lost(wish, timesFound(same), same)
  if (renamed[0] !== undefined && renamed.length === 1) return { is: 'found', wish, task: renamed[0] }
  const [other] = named
  if (other !== undefined)
    return lost(
      wish,
      `was worked on as ${quoted(title)} and is ${quoted(words(other.title.text))} in the plan now`,
      named,
    )
  // The id is gone from the plan. A line that only lost its id is still the same task; one with another id may not be.
  const nameless = titled.filter((task) => task.id === null)
  if (titled.length === 1 && nameless[0] !== undefined) return { is: 'found', wish, task: nameless[0] }
  return lost(wish, 'is no longer in the plan', titled)
}

/** Whether a task declares what the one that is looked for does. */
function declares({ files }: DraftTask, wish: MarkWish): boolean {
  const paths = (all: readonly string[]): string => [...new Set(all)].sort().join('\n')
  return wish.files !== undefined && paths(files.map((it) => it.path)) === paths(wish.files)
}

/** The only candidate; or of several in different groups the one that still has the wish's key. */
function alone(wish: MarkWish, candidates: readonly DraftTask[]): Found | null {
  const [first] = candidates
  if (first !== undefined && candidates.length === 1) return { is: 'found', wish, task: first }
  if (new Set(candidates.map((task) => task.group)).size < candidates.length) return null
  const keyed = candidates.find((task) => task.key === wish.key)
  return keyed === undefined ? null : { is: 'found', wish, task: keyed }
}

/** Of candidates that look the same the one with the wish's key, while the plan holds as many as the run read. */
function twin(wish: MarkWish, candidates: readonly DraftTask[], twins: ReadonlyMap<string, number>): Found | null {
  if (twins.get(withoutOccurrence(wish.key)) !== (wish.twins ?? 1)) return null
  const task = candidates.find(({ key }) => key === wish.key)
  return task === undefined ? null : { is: 'found', wish, task }
}

function lost(wish: MarkWish, what: string, candidates: readonly DraftTask[]): Found {
  const [first, ...others] = candidates
  const related = others.map((task) => ({ message: 'and here', span: placeOf(task) }))
  const diagnostic: Diagnostic = {
    code: 'MW707',
    severity: 'warning',
    message: `task ${wish.id ?? `"${words(wish.title)}"`} ${what}; its mark was not written`,
    help: 'put its line back as it was; its mark is in the journal and follows by itself',
    span: first === undefined ? null : placeOf(first),
    related,
  }
  return { is: 'lost', wish, diagnostic }
}

function placeOf(task: DraftTask): Span {
  return task.id?.span ?? task.title.span
}

function timesFound(tasks: readonly DraftTask[]): string {
  return tasks.length === 0 ? 'is no longer in the plan' : `stands ${tasks.length} times in the plan`
}

function isHalfWritten(draft: Draft, wishes: readonly MarkWish[], byId: Index, byTitle: Index): boolean {
  if (isUnreadable(draft)) return true
  const gone = wishes.filter((wish) => !byId.has(wish.id) && !byTitle.has(words(wish.title)))
  return gone.length > 1 && gone.length * 2 > wishes.length
}

/** That the plan is being edited, and nothing is written meanwhile (MW012). */
export function halfWritten(draft: Draft): Diagnostic {
  return {
    code: 'MW012',
    severity: 'warning',
    message: 'plan being edited; waiting until it holds its tasks again',
    help: 'finish or undo the edit; if the tasks are really gone, tell the run to forget them',
    span: draft.diagnostics.find(({ code }) => unreadable.has(code))?.span ?? null,
    related: [],
  }
}

/** A title without differences that nobody sees: white space around it and runs of it. */
function words(title: string): string {
  return title.split(/\s+/).filter(Boolean).join(' ')
}

type Index = ReadonlyMap<string | null, readonly DraftTask[]>

function groupBy(tasks: readonly DraftTask[], keyOf: (task: DraftTask) => string | null): Index {
  const index = new Map<string | null, DraftTask[]>()
  for (const task of tasks) {
    const key = keyOf(task)
    const list = index.get(key)
    if (list) list.push(task)
    else index.set(key, [task])
  }
  return index
}

/** Those of the added tasks that the plan does not hold: nothing in it has their id. */
export function missingFrom(draft: Draft, added: readonly AddedTask[]): readonly AddedTask[] {
  if (added.length === 0) return []
  const ids = new Set(draft.tasks.map(({ id }) => id?.text))
  return added.filter(({ id }) => !ids.has(id))
}

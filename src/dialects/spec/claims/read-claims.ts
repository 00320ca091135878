/**
 * Reads a progress file of another tool, leniently: no two of them are alike (FORMATS section 6). What it says are claims about
 * the tasks of a plan; what is not understood is left out.
 */

import type { Draft, DraftTask } from '../../../plan/draft.ts'
import {
  unreadClaims,
  type Claimed,
  type ClaimedStep,
  type ClaimedTask,
  type ProgressClaims,
} from '../../../plan/progress-claims.ts'
import type { Source } from '../../../plan/source.ts'
import { readJson } from '../../json/read-json.ts'
import { valueAt, type JsonNode } from '../../json/tree.ts'
import { namesOfPlan, type NamesOfPlan } from './names-of-plan.ts'
import { claimedBy, claimOf } from './status-word.ts'
import { countedIn, listedIn, type Listed } from './told-ids.ts'

/** Most names that the plan does not have which are kept. */
const mostUnknown = 1_000

const inside = ['progress', 'execution', 'state', 'results', 'run'] as const
const taskLists = ['tasks', 'task_progress', 'task_status', 'task_results'] as const
/** Lists of ids that say by their name how these stand. */
const idLists: readonly (readonly [name: string, says: Claimed['state']])[] = [
  ['tasks_completed', 'done'],
  ['completed_tasks', 'done'],
  ['tasks_failed', 'failed'],
  ['failed_tasks', 'failed'],
  ['tasks_in_progress', 'partial'],
  ['in_progress_tasks', 'partial'],
  ['pending_tasks', 'pending'],
  ['tasks_pending', 'pending'],
]
const wholeNames = ['status', 'goal_achievement_status', 'overall_status', 'completion_status'] as const

/** Never throws, whatever the bytes are; linear in them. @param draft the plan that the file lies beside */
export function readClaims(source: Source, draft: Pick<Draft, 'tasks' | 'spec'>): ProgressClaims {
  const { root, diagnostics } = readJson(source)
  const fault = faultOf(root, diagnostics)
  if (root === null || fault !== null) return unreadClaims(source.path, fault ?? 'it is empty', draft.tasks)
  const gathering: Gathering = {
    names: namesOfPlan(draft),
    tasks: new Map(),
    speclets: new Map(),
    unknown: new Set(),
  }
  const places = [root, ...inside.flatMap((name) => valueAt(root, name) ?? [])]
  for (const place of places) gather(place, gathering)
  const whole = wholeNames.map((name) => claimedBy(valueAt(root, name))).find((it) => it !== null) ?? null
  return {
    file: source.path,
    fault: null,
    whole,
    tasks: [...gathering.tasks.values()],
    speclets: [...gathering.speclets].map(([id, claimed]) => ({ id, ...claimed })),
    unknown: [...gathering.unknown],
    untold: draft.tasks.flatMap(({ key }) => (gathering.tasks.has(key) ? [] : [key])),
  }
}

function faultOf(root: JsonNode | null, diagnostics: ReturnType<typeof readJson>['diagnostics']): string | null {
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (error !== undefined) return error.message
  return root?.is === 'object' ? null : 'it is no JSON object'
}

interface Gathering {
  readonly names: NamesOfPlan
  readonly tasks: Map<string, ClaimedTask>
  readonly speclets: Map<string, Claimed>
  readonly unknown: Set<string>
}

function gather(place: JsonNode, gathering: Gathering): void {
  if (place.is !== 'object') return
  for (const name of taskLists)
    for (const item of listedIn(valueAt(place, name), 'task')) noteTask(item, null, gathering)
  const direct = [...place.members.values()].filter(({ name }) => /^task[\s_-]?\d/i.test(name))
  if (direct.length > 0) {
    const members = new Map(direct.map((it) => [it.name, it]))
    for (const item of listedIn({ ...place, members }, 'task')) noteTask(item, null, gathering)
  }
  for (const item of listedIn(valueAt(place, 'speclets'), 'speclet')) noteSpeclet(item, gathering)
  // Steps of all tasks in one list: `1.2` names the task too.
  for (const item of listedIn(valueAt(place, 'steps'), 'step')) noteStepAlone(item, gathering)
  for (const [name, state] of idLists)
    for (const item of listedIn(valueAt(place, name), 'task')) noteTask(item, null, gathering, { state, word: null })
}

function noteUnknown(name: string, { unknown }: Gathering): void {
  if (unknown.size < mostUnknown) unknown.add(name)
}

function noteSpeclet(item: Listed, gathering: Gathering): void {
  const { node } = item
  const id = gathering.names.speclet(item.id, item.title)
  const claimed = claimOf(node)
  if (id === null && item.isSure && item.id !== null) noteUnknown(`SPECLet ${item.id}`, gathering)
  if (id !== null && claimed !== null && !gathering.speclets.has(id)) gathering.speclets.set(id, claimed)
  for (const it of listedIn(valueAt(node, 'tasks'), 'task')) noteTask(it, item.id, gathering)
}

/** @param given what is said where the item itself says nothing */
function noteTask(item: Listed, speclet: string | null, gathering: Gathering, given: Claimed | null = null): void {
  const { node } = item
  const task = gathering.names.task(item.id, { speclet, title: item.title })
  const counted = countedIn(node)
  const said = claimOf(node) ?? given
  if (task === null) {
    if (item.isSure && item.id !== null && (node?.is === 'object' || said !== null))
      noteUnknown(speclet === null ? item.id : `${speclet}/${item.id}`, gathering)
    return
  }
  if (gathering.tasks.has(task.key)) return
  const own = stepsOf(listedIn(valueAt(node, 'steps'), 'step'), task, gathering)
  const claimed = said ?? summed(own, counted)
  if (claimed === null && own.length === 0) return
  gathering.tasks.set(task.key, {
    key: task.key,
    ...(claimed ?? { state: 'unknown', word: null }),
    steps: own,
    counted,
  })
}

function stepsOf(items: readonly Listed[], task: DraftTask, gathering: Gathering): readonly ClaimedStep[] {
  const known = new Set(task.steps.map(({ id }) => id))
  const found = new Map<string, ClaimedStep>()
  for (const { id: told, node, isSure } of items) {
    if (told === null) continue
    const id = known.has(told) ? told : told.slice(told.lastIndexOf('.') + 1)
    const claimed = claimOf(node)
    if (!known.has(id)) {
      if (isSure && node?.is === 'object') noteUnknown(`${task.key}.${id}`, gathering)
    } else if (claimed !== null && !found.has(id)) found.set(id, { id, ...claimed })
  }
  return [...found.values()]
}

function noteStepAlone(item: Listed, gathering: Gathering): void {
  const at = item.id?.lastIndexOf('.') ?? -1
  if (item.id === null || at < 1) return
  const task = gathering.names.task(item.id.slice(0, at), { speclet: null, title: null })
  if (task === null) {
    if (item.isSure) noteUnknown(item.id, gathering)
    return
  }
  const [step] = stepsOf([{ ...item, id: item.id.slice(at + 1) }], task, gathering)
  if (step === undefined) return
  const before = gathering.tasks.get(task.key)
  const steps = [...(before?.steps ?? []).filter((it) => it.id !== step.id), step]
  const claimed = before !== undefined && before.word !== null ? before : summed(steps, null, task.steps.length)
  const { state, word } = claimed ?? { state: 'unknown', word: null }
  gathering.tasks.set(task.key, { key: task.key, state, word, steps, counted: before?.counted ?? null })
}

/** What steps come to where nothing is said of their task. @param of how many there are */
function summed(
  steps: readonly ClaimedStep[],
  counted: ClaimedTask['counted'],
  of: number | null = null,
): Claimed | null {
  const done = counted?.done ?? steps.filter((it) => it.state === 'done').length
  const total = counted === null ? (of ?? steps.length) : counted.total
  if (counted === null && steps.length === 0) return null
  if (steps.some((it) => it.state === 'failed')) return { state: 'failed', word: null }
  if (total !== null && total > 0 && done >= total) return { state: 'done', word: null }
  const isBegun = done > 0 || steps.some((it) => it.state === 'partial')
  return { state: isBegun ? 'partial' : 'pending', word: null }
}

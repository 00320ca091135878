/** What is told of an edit of the plan during a run: claims, tasks that leave, and who was at work meanwhile. */

import type { Edge, Plan, TaskSpec } from '../plan/model.ts'
import { listed, taskName } from '../plan/names.ts'
import { bothSides } from './both-sides.ts'
import { planEdited } from './edit-deviations.ts'
import type { SpecifiedTask } from './event.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'
import { emit, type Turn } from './turn.ts'
import { taskStatus } from './task-status.ts'
import { nameOf } from './views.ts'

/** The command by which a person says what a mark says. */
const verbs: Readonly<Partial<Record<TaskSpec['mark'], string>>> = {
  done: 'accept',
  skipped: 'skip',
  deferred: 'defer',
  todo: 'unblock',
}

/**
 * A mark that came while somebody was at work, or that is no answer to what the task waits for, and the command that says it.
 * @param about.atWork who was, in words
 */
export function tellClaim(
  turn: Turn,
  task: TaskRun,
  mark: TaskSpec['mark'],
  { atWork, named }: { readonly atWork: string | null; readonly named: string },
): void {
  const name = nameOf(task)
  const verb = verbs[mark]
  const what = mark === 'done' ? 'was ticked' : `was marked ${mark}`
  if (taskStatus(task) === 'reviewing') {
    const text = `${name} ${what} in the plan, and waits for an answer: the mark is undone; \`millwright review --plan ${named}\` shows what is asked`
    emit(turn, { type: 'finding', kind: 'claim', text })
    return
  }
  // A box that nobody understood is not written over.
  const so = task.spec.mark === 'unknown' ? 'stands there without being counted' : 'undone'
  const how = verb === undefined ? 'set it when nobody is at work' : `\`millwright ${verb} ${named} ${name}\``
  emit(turn, {
    type: 'finding',
    kind: 'claim',
    text: `${name} ${what} in the plan while ${atWork ?? 'nobody was at work'}: that is taken as a claim, and ${so}; ${how} if it was you`,
  })
}

/** What a reading of the plan differs in from the one before. */
export interface Edited {
  readonly added: readonly { readonly spec: TaskSpec }[]
  readonly changed: readonly SpecifiedTask[]
  readonly removed: readonly string[]
  /** The new reading. */
  readonly plan: Pick<Plan, 'tasks' | 'edges'>
}

/**
 * A task that leaves is always told. What else changed while somebody was at work may be an agent's doing: it is a deviation
 * of the run (REQUIREMENTS B7), and taken all the same.
 */
export function tellEdit(
  turn: Turn,
  edited: Edited,
  { atWork, during }: { readonly atWork: string | null; readonly during: readonly string[] },
): void {
  const { state } = turn
  const { added, changed, removed, plan } = withoutPhases(state, edited)
  const gone = removed
    .map((uid) => taskOf(state, uid))
    .filter((it) => it.selected)
    .map(nameOf)
  const came = added.map(({ spec }) => taskName(spec))
  const renamed = changed.filter(({ uid, spec }) => taskOf(state, uid).spec.key !== spec.key)
  const reworded = changed.filter(({ uid, spec }) => !sameText({ ...taskOf(state, uid).spec, key: spec.key }, spec))
  const what = [
    ...(gone.length > 0 ? [`${namesAre(gone)} no longer in it, and no longer part of this run`] : []),
    ...(came.length > 0 && atWork !== null ? [`${namesAre(came)} new in it`] : []),
    ...(atWork === null ? [] : renamed.map(({ uid, spec }) => `${taskOf(state, uid).spec.key} is now ${spec.key}`)),
    ...(reworded.length > 0 && atWork !== null ? [changedText(state, reworded)] : []),
    ...(atWork === null ? [] : reordered(state, { added, changed, plan })),
  ]
  if (what.length === 0) return
  if (atWork === null)
    emit(turn, { type: 'finding', kind: 'plan-edited', text: `the plan was edited: ${what.join('; ')}` })
  else
    emit(turn, {
      type: 'outside-changed',
      deviation: planEdited({
        what: what.join('; '),
        atWork,
        during: during.flatMap((uid) => state.tasks.get(uid)?.spec.key ?? []),
      }),
    })
}

/** Which tasks say something else, with both sides of it where that can be told on a line. */
function changedText(state: RunState, changed: readonly SpecifiedTask[]): string {
  const name = ({ spec }: SpecifiedTask): string => taskName(spec)
  const sides = changed.slice(0, mostNamed).flatMap((it) => {
    const sides = bothSides(taskOf(state, it.uid).spec, it.spec)
    return sides === null ? [] : [changed.length === 1 ? sides : `${name(it)}: ${sides}`]
  })
  return `${namesAre(changed.map(name))} changed in it${sides.length === 0 ? '' : ` (${sides.join('; ')})`}`
}

/** What stands for a phase follows from what is open of its own tasks: nobody has written that into the plan. */
function withoutPhases(state: RunState, { added, changed, removed, plan }: Edited): Edited {
  const tasks = plan.tasks.filter(({ covers }) => covers === undefined)
  const isOwn = ({ spec }: { readonly spec: TaskSpec }): boolean => spec.covers === undefined
  return {
    added: added.filter(isOwn),
    changed: changed.filter(isOwn),
    removed: removed.filter((uid) => isOwn(taskOf(state, uid))),
    plan: { tasks, edges: plan.edges },
  }
}

/** The tasks of an edge, by uid: `other` waits for `one`. */
interface Ends {
  readonly one: string
  readonly other: string
}

/** Which tasks of both readings wait for others now than they did, whatever they are called by now. */
function reordered(state: RunState, { added, changed, plan }: Omit<Edited, 'removed'>): readonly string[] {
  const isNew = new Set(added.map(({ spec }) => spec.key))
  const renamed = new Map(changed.map(({ uid, spec }) => [spec.key, uid]))
  const uids = new Map(
    plan.tasks.flatMap(({ key }): readonly [string, string][] => {
      const uid = renamed.get(key) ?? (isNew.has(key) ? undefined : state.byKey.get(key))
      return uid === undefined ? [] : [[key, uid]]
    }),
  )
  const names = new Map([...uids].map(([key, uid]) => [uid, key]))
  const between = (edges: readonly Edge[], uidOf: ReadonlyMap<string, string>): readonly Ends[] =>
    edges.flatMap(({ from, to }) => {
      const [one, other] = [uidOf.get(from), uidOf.get(to)]
      return one !== undefined && other !== undefined && names.has(one) && names.has(other) ? [{ one, other }] : []
    })
  const keyOf = ({ one, other }: Ends): string => `${one}\n${other}`
  const known = between(
    state.edges.filter((it) => it.basis !== 'engine'),
    state.byKey,
  )
  const present = between(plan.edges, uids)
  const [before, after] = [new Set(known.map(keyOf)), new Set(present.map(keyOf))]
  const text = ({ one, other }: Ends, words: string): string => `${names.get(other)} ${words} ${names.get(one)}`
  const told = [
    ...known.filter((it) => !after.has(keyOf(it))).map((it) => text(it, 'no longer waits for')),
    ...present.filter((it) => !before.has(keyOf(it))).map((it) => text(it, 'now waits for')),
  ]
  return told.length > 6 ? [...told.slice(0, 6), `${told.length - 6} more such changes`] : told
}

const mostNamed = 6

function namesAre(names: readonly string[]): string {
  return `${listed(names, mostNamed)} ${names.length === 1 ? 'is' : 'are'}`
}

/** Whether two readings say the same to be done. */
export function sameText(a: TaskSpec, b: TaskSpec): boolean {
  return (
    a.key === b.key &&
    a.textHash === b.textHash &&
    a.group === b.group &&
    JSON.stringify(a.unknownBlockers) === JSON.stringify(b.unknownBlockers) &&
    JSON.stringify(a.steps) === JSON.stringify(b.steps)
  )
}

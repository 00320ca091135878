/** Random plans, outcomes and people, and what has to hold of every run that they make. */

import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { markOf } from '../../src/run/track.ts'
import { fold } from '../../src/run/evolve.ts'
import { isEnd } from '../../src/run/step-status.ts'
import { taskStatus } from '../../src/run/task-status.ts'
import { standing } from '../../src/run/views.ts'
import { Luck, PeopleWorld, type Act } from './people.ts'
import { planText, type Edit } from './people-plan.ts'
import { recorded, watch } from './watch.ts'

const place = fc.nat(11)
const file = fc.option(fc.nat(3), { nil: null })
const after = fc.array(place, { maxLength: 2 })
const mark = fc.constantFrom('todo', 'done', 'blocked', 'skipped', 'deferred', 'unknown')
const gates = fc.constantFrom(['unit'], ['unit', 'lint'], ['lint'], [])

const policy = fc.record({
  mode: fc.constantFrom('dynamic', 'silent', 'collaborative', 'education'),
  jobs: fc.integer({ min: 1, max: 3 }),
  workspace: fc.constantFrom('worktree', 'in-place', 'none'),
  retries: fc.nat(2),
  interruptions: fc.constantFrom(5, 1),
  redraft: fc.constantFrom('draft', 'base'),
  gateRounds: fc.constantFrom(null, 2),
  reviewRounds: fc.constantFrom(3, 1),
  exhausted: fc.constantFrom('block', 'ask'),
  unverified: fc.constantFrom('accept', 'ask', 'block'),
  baseline: fc.constantFrom('ask', 'ignore-same', 'block'),
  deviations: fc.constantFrom('record', 'ask', 'block', 'ignore'),
  addedTasks: fc.constantFrom('record', 'accept'),
  rejected: fc.constantFrom('fail', 'decompose'),
  review: fc.constantFrom('never', 'always'),
} as const)

const newPolicy = fc.record({
  jobs: fc.integer({ min: 1, max: 3 }),
  retries: fc.nat(2),
  exhausted: fc.constantFrom('block', 'ask'),
  review: fc.constantFrom('never', 'always'),
} as const)

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('mark' as const), task: place, mark }) },
  fc.record({ is: fc.constantFrom('retitle' as const, 'remove' as const, 'renumber' as const), task: place }),
  fc.record({ is: fc.constant('add' as const), task: place, after, file }),
  fc.record({ is: fc.constant('swap' as const), task: place, with: place }),
  fc.record({ is: fc.constant('file' as const), task: place, file }),
  fc.record({ is: fc.constant('blockers' as const), task: place, after }),
)

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ does: fc.constant('go' as const), steps: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('verb' as const),
      verb: fc.constantFrom('skip' as const, 'defer' as const, 'accept' as const, 'unblock' as const),
      task: place,
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('answer' as const), review: place, option: place }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('edit' as const), edit, seen: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('pause' as const, 'stop' as const, 'kill' as const) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('begin' as const) }) },
  fc.record({ does: fc.constant('policy' as const), policy: newPolicy }),
  fc.record({
    does: fc.constant('call' as const),
    gates,
    only: fc.option(fc.array(place, { minLength: 1, maxLength: 3 }), { nil: null }),
  }),
)

export const scenario = fc.noBias(
  fc.record({
    tasks: fc.array(
      fc.record({ mark: fc.oneof({ weight: 4, arbitrary: fc.constant('todo' as const) }, mark), after, file }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    policy,
    gates,
    mechanical: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    acts: fc.array(act, { maxLength: 60, size: 'max' }),
    luck: fc.array(fc.nat(359), { maxLength: 400, size: 'max' }),
  }),
)

export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

/** Plays a scenario to the end of its run. @returns what was wrong on the way and in the end */
export function faultsOf({ tasks, policy, gates, mechanical, acts, luck }: Scenario): readonly string[] {
  const world = new PeopleWorld(planText(tasks), { policy, gates, only: null, mechanical }, new Luck(luck))
  const faults: string[] = []
  world.act({ does: 'begin' })
  for (const it of acts) {
    if (it.does === 'kill') faults.push(...foldFaults(world))
    world.act(it)
  }
  world.settle()
  const { overlaps, early, shared, undone } = watch(world.log)
  return [
    ...faults,
    ...foldFaults(world),
    ...overlaps.map((it) => `two attempts at once: ${it}`),
    ...early.map((it) => `begun early: ${it}`),
    ...shared.map((it) => `one file at once: ${it}`),
    ...undone.filter((it) => it !== 'reopened' && it !== 'work-lost').map((it) => `done undone: ${it}`),
    ...endFaults(world, mechanical),
    ...boxFaults(world),
  ]
}

function foldFaults({ log, state }: PeopleWorld): readonly string[] {
  const [folded, live] = [recorded(fold(log)), recorded(state)] as [Record<string, unknown>, Record<string, unknown>]
  const keys = Object.keys(live).filter((key) => !isDeepStrictEqual(folded[key], live[key]))
  return keys.map((key) => `the log folds to another ${key}`)
}

/** Every task of the run has come to an end, and says why where it is not done. */
function endFaults({ state }: PeopleWorld, mechanical: boolean): readonly string[] {
  return [...state.tasks.values()].flatMap((task) => {
    if (task.left || !task.selected) return []
    const { state: status, reason } = standing(state, task)
    const { key } = task.spec
    // In standard mode what the agent of a phase did not tick stays open.
    if (!isEnd(status)) return mechanical ? [`${key} ends ${status}`] : []
    if ((status === 'blocked' || status === 'failed') && !reason) return [`${key} is ${status} without a reason`]
    return taskStatus(task) === 'done' && task.proof === null ? [`${key} is done without a proof`] : []
  })
}

/** The plan says of each task what the run says. */
function boxFaults(world: PeopleWorld): readonly string[] {
  const { state } = world
  const told = new Set(
    world.log.flatMap(({ body }) => (body.type === 'finding' && body.kind === 'MW117' ? [body.text] : [])),
  )
  return world.boxes().flatMap(({ id, mark }) => {
    const task = state.tasks.get(state.byKey.get(id) ?? '')
    if (!task || task.left) return [`${id} is in the plan and not in the run`]
    const want = standing(state, task).state
    // A box that nobody understands is never written over (FORMATS R13), whatever a verb has said of its task.
    if (mark === 'unknown' || (task.spec.mark === 'unknown' && want === 'blocked')) return []
    // Where a person has marked done work otherwise between runs, that is said, and stands there until something is written
    // (MW117), also under another number.
    const says = (it: string): string =>
      `${it} is done in the journal, and its mark now says ${mark}; the journal stands`
    if (want === 'done' && [id, ...task.formerIds].some((it) => told.has(says(it)))) return []
    return mark === markOf(want) ? [] : [`box ${mark} of a ${want} task`]
  })
}

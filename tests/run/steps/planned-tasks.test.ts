/** What comes before a task: of SPECLets only its own, and those that it depends on, whatever the stages wait for. */

import { expect, test } from 'vitest'
import { spec as dialect } from '../../../src/dialects/spec/index.ts'
import { escalationDefaults } from '../../../src/plan/escalation.ts'
import { makePlan } from '../../../src/plan/make-plan.ts'
import { builtInPolicy } from '../../../src/plan/policy.ts'
import { tasksBefore, tasksOfPlan, tasksRightBefore } from '../../../src/run/steps/planned-tasks.ts'
import { sha256 } from '../../../src/system/digest.ts'
import { World } from '../world.ts'

const goal = 'Bring the mill to life again.'

const speclet = (id: string, dependsOn: readonly string[], tasks: readonly number[]): string => `
[[speclets]]
id = "${id}"
depends_on = ${JSON.stringify(dependsOn)}
tasks = ${JSON.stringify(tasks)}
parallel_allowed = true
`

const task = (id: number): string => `
[[tasks]]
id = ${id}
description = "Do part ${id}"
[[tasks.steps]]
id = 1
action = "Do it"
`

/** Task → tasks before it, by their ids. @param head what stands above the tasks */
function before(head: string, by: typeof tasksBefore = tasksBefore): Readonly<Record<string, readonly string[]>> {
  const encoder = new TextEncoder()
  const parameters = [`[goal]\ndescription = "${goal}"\n`, head, ...[1, 2, 3, 4, 5].map(task)].join('')
  const draft = dialect.read([
    { path: 'spec_mill.md', bytes: encoder.encode(`# Mill\n\n## Goal\n\n${goal}\n`) },
    { path: 'parameters_mill.toml', bytes: encoder.encode(parameters) },
  ])
  const plan = makePlan(draft, { hash: sha256, implementation: () => true, behind: () => undefined })
  const world = new World()
  const escalation = { ...escalationDefaults, ...draft.policy?.escalation }
  world.start(plan, { policy: { ...builtInPolicy, ...draft.policy, escalation, workspace: 'none' } })
  const { state } = world
  const idOf = new Map(tasksOfPlan(state).map(({ spec: { key, id } }) => [key, id ?? key]))
  return Object.fromEntries(
    tasksOfPlan(state).map((it) => [
      it.spec.id ?? '',
      by(state, it)
        .map((key) => idOf.get(key) ?? key)
        .sort(),
    ]),
  )
}

test('without SPECLets all earlier ones', () => {
  expect(before('')).toEqual({ 1: [], 2: ['1'], 3: ['1', '2'], 4: ['1', '2', '3'], 5: ['1', '2', '3', '4'] })
})

test('a SPECLet of a stage before that is not needed is none of it', () => {
  const speclets = [
    speclet('wheel', [], [1, 2]),
    speclet('stones', [], [3]),
    speclet('grind', ['wheel'], [4]),
    speclet('bake', ['grind'], [5]),
  ]
  expect(before(speclets.join(''))).toEqual({ 1: [], 2: ['1'], 3: [], 4: ['1', '2'], 5: ['1', '2', '4'] })
  expect(before(speclets.join(''), tasksRightBefore)).toEqual({ 1: [], 2: ['1'], 3: [], 4: ['1', '2'], 5: ['4'] })
})

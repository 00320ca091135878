/** A small plan whose steps are taught, and what is asked and said of it, for tests of education mode. */

import { educationDefaults, type Education } from '../../../src/plan/education.ts'
import { escalationDefaults, propagationDefaults } from '../../../src/plan/escalation.ts'
import type { MethodSpec, Plan, StepSpec, TaskSpec } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import type { ReviewAnswer } from '../../../src/run/command.ts'
import { isAtWork } from '../../../src/run/state.ts'
import { agentMethod, edge, plan, step, task, World, type Script } from '../world.ts'

/** One method for each text, the first of them the primary. */
export function ways(...texts: readonly string[]): readonly MethodSpec[] {
  return texts.map((instruction, at) => ({ ...agentMethod, id: at === 0 ? 'primary' : `backup-${at}`, instruction }))
}

export function part(id: string, over: Partial<StepSpec> = {}): StepSpec {
  return step({
    id,
    title: `part ${id}`,
    critical: true,
    methods: ways(`do ${id}`, `draw ${id}`),
    retries: 0,
    review: 'never',
    ...over,
  })
}

export function lessonPolicy(education: Partial<Education> = {}, over: Partial<Policy> = {}): Partial<Policy> {
  return {
    workspace: 'worktree',
    mode: 'education',
    review: 'never',
    unverified: 'accept',
    escalation: escalationDefaults,
    propagation: { ...propagationDefaults, strategy: 'continue_and_log' },
    education: { ...educationDefaults, ...education },
    ...over,
  }
}

/** The plan that a world was begun with: a run that is parked goes on with it. */
const begun = new WeakMap<World, Plan>()

/** Tasks one after the other, run until something waits. */
export function taught(tasks: readonly TaskSpec[], policy: Partial<Policy>, script: Script = {}): World {
  const world = new World(script)
  const edges = tasks
    .slice(1)
    .map(({ key }, at) => edge(tasks[at]?.key ?? '', key, { basis: 'order', needs: 'settled' }))
  const read = plan(tasks, edges)
  begun.set(world, read)
  world.start(read, { policy })
  return world.run()
}

/** One task `A` with these steps. */
export function lesson(steps: readonly StepSpec[], policy = lessonPolicy(), script: Script = {}): World {
  return taught([task('A', { steps })], policy, script)
}

/** Goes on with the plan as somebody has edited it. */
export function edit(world: World, tasks: readonly TaskSpec[], policy: Partial<Policy>): World {
  const read = plan(tasks, [])
  begun.set(world, read)
  world.start(read, { policy })
  return world.run()
}

/** Answers, and goes on where nobody is at work. */
export function answer(world: World, review: string, said: ReviewAnswer, text = ''): World {
  world.say({ verb: 'answer', review, answer: said, text })
  return goOn(world)
}

export function goOn(world: World): World {
  if (!isAtWork(world.state)) world.start(begun.get(world) ?? plan([]), { policy: world.state.policy })
  return world.run()
}

/** What was asked, oldest first. */
export function asked(world: World): readonly string[] {
  return world.log.flatMap(({ body }) => (body.type === 'review-asked' ? [body.question] : []))
}

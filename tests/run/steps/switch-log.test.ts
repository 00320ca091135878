/** What is logged with each change of a mode: step and task, cause, counters and the methods tried (seed 004 §3). */

import { expect, test } from 'vitest'
import { propagationDefaults } from '../../../src/plan/escalation.ts'
import type { StepSpec } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import { fold } from '../../../src/run/evolve.ts'
import type { ModeSwitch } from '../../../src/run/steps/mode-switch.ts'
import { plan, task, World, type Script } from '../world.ts'
import { answer, lessonPolicy, part, taught, ways } from '../education/lessons.ts'

const policy = (over: Partial<Policy> = {}): Partial<Policy> =>
  lessonPolicy({}, { mode: 'dynamic', exhausted: 'ask', ...over })

const small = (id: string, over: Partial<StepSpec> = {}): StepSpec =>
  part(id, { critical: false, methods: ways(`do ${id}`), ...over })

const failing = (...steps: readonly string[]): Script => ({
  attempts: Object.fromEntries(steps.map((it) => [it, [{ how: 'failed' as const }]])),
})
const four = ['1', '2', '3', '4'].map((id) => small(id))
const threeFail = failing('A/1', 'A/2', 'A/3')

/** Where a change came from, and what was counted and tried then. */
function told({ taskId, step, reason, log }: ModeSwitch): unknown {
  const { measurements: counted } = log
  return {
    at: `${String(taskId)} ${String(step)}`,
    reason,
    counted: counted && [counted.consecutive_failures, counted.failure_count, counted.critical_failure],
    inARow: log.consecutive_failure_count,
    tried: log.attempted_methods.map(
      (it) => `${it.step_id}: ${it.methods.map(({ method, attempts }) => `${method} ${attempts}`).join(', ')}`,
    ),
  }
}

/** The last change; a fold of the log comes to the same. */
function last(world: World): unknown {
  expect(fold(world.log).course.switches).toEqual(world.state.course.switches)
  const found = world.state.course.switches.at(-1)
  return found && told(found)
}

test('an answer that lets it be dynamic again, of the step that was asked about', () => {
  const world = taught([task('A', { steps: four })], policy(), threeFail)
  answer(world, 'R1', 'dynamic')
  expect(last(world)).toEqual({
    at: 'A A.4',
    reason: 'a person chose it',
    counted: [3, 3, null],
    inARow: 3,
    tried: ['A.1: primary 1', 'A.2: primary 1', 'A.3: primary 1'],
  })
})

test('the verb, of the step that a question stands at: what has failed of it counts, and its event names it', () => {
  const steps = [small('1'), small('2', { critical: true, retries: 1, methods: ways('do 2', 'draw 2') })]
  const world = taught([task('A', { steps })], policy(), failing('A/1', 'A/2'))
  world.say({ verb: 'mode', mode: 'dynamic', text: '' })
  expect(last(world)).toEqual({
    at: 'A A.2',
    reason: 'a person chose it',
    counted: [2, 2, 'A.2'],
    inARow: 2,
    tried: ['A.1: primary 1', 'A.2: primary 2, backup[1] 2'],
  })
  expect(world.log.find(({ body }) => body.type === 'mode-chosen')?.subject).toMatchObject({ step: '2' })
})

test('what is shown as a draft has not failed: only the methods before it', () => {
  const tasks = [
    task('A', { steps: four.slice(0, 3) }),
    task('B', { steps: [small('1', { methods: ways('do', 'draw') })] }),
  ]
  const script = { attempts: { ...threeFail.attempts, 'B/1': [{ how: 'failed' as const }, {}] } }
  const world = taught(tasks, policy(), script)
  answer(world, 'R1', 'approve')
  world.say({ verb: 'mode', mode: 'dynamic', text: '' })
  expect(last(world)).toMatchObject({
    at: 'B B.1',
    inARow: 3,
    tried: expect.arrayContaining(['B.1: primary 1']) as unknown,
  })
})

test('the next call, of the step that began or ended last', () => {
  const read = plan([task('A', { steps: four.slice(0, 2) })])
  const world = new World(failing('A/1'))
  world.start(read, { policy: policy() })
  world.run()
  world.say({ verb: 'set-policy', policy: { mode: 'silent' } })
  expect(last(world)).toEqual({
    at: 'A A.2',
    reason: 'a person chose it',
    counted: [0, 1, null],
    inARow: 0,
    tried: ['A.2: primary 1'],
  })
})

test('before any step nothing is known of one', () => {
  const world = new World()
  world.start(plan([]), { policy: policy() })
  world.say({ verb: 'set-policy', policy: { mode: 'silent' } })
  expect(last(world)).toEqual({ at: 'null null', reason: 'a person chose it', counted: null, inARow: 0, tried: [] })
})

test('a step that must not begin: it, and what has failed before it', () => {
  const propagation = { ...propagationDefaults, strategy: 'halt_on_critical' } as const
  const tasks = [task('A', { steps: [small('1', { critical: true })] }), task('B', { steps: [small('1')] })]
  const world = taught(tasks, policy({ propagation }), failing('A/1'))
  answer(world, 'R1', 'block')
  world.say({ verb: 'mode', mode: 'dynamic', text: '' })
  answer(world, 'R2', 'block')
  const [, chosen] = world.state.course.switches.map(told)
  expect(chosen).toMatchObject({ at: 'B B.1', counted: [1, 1, 'A.1'], inARow: 1, tried: ['A.1: primary 1'] })
})

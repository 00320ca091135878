import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge } from '../../src/plan/model.ts'
import { fold } from '../../src/run/evolve.ts'
import { taskStatus } from '../../src/run/task-status.ts'
import { recorded, watch } from './watch.ts'
import { edge, gate, plan, step, task, World, type AttemptScript } from './world.ts'

const hows = ['finished', 'finished', 'finished', 'failed', 'timed-out', 'missing', 'interrupted'] as const
const results = ['passed', 'passed', 'passed', 'failed', 'could-not-run', 'timed-out'] as const

/** Random plans, cycles and self blockers among them, with random outcomes. */
const scenario = fc.record({
  size: fc.integer({ min: 1, max: 9 }),
  edges: fc.array(fc.tuple(fc.nat(8), fc.nat(8), fc.boolean()), { maxLength: 14 }),
  gates: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
  files: fc.array(fc.nat(3), { minLength: 9, maxLength: 9 }),
  marks: fc.array(fc.constantFrom('todo', 'todo', 'todo', 'todo', 'done', 'blocked', 'deferred', 'unknown'), {
    minLength: 9,
    maxLength: 9,
  }),
  attempts: fc.array(fc.array(fc.constantFrom(...hows), { minLength: 1, maxLength: 4 }), {
    minLength: 9,
    maxLength: 9,
  }),
  results: fc.array(fc.constantFrom(...results), { minLength: 1, maxLength: 6 }),
  jobs: fc.integer({ min: 1, max: 4 }),
  workspace: fc.constantFrom('none', 'worktree', 'in-place'),
  order: fc.infiniteStream(fc.nat(7)),
  deaths: fc.array(fc.nat(40), { maxLength: 3 }),
  conflicts: fc.array(fc.nat(8), { maxLength: 2 }),
  brings: fc.array(fc.boolean(), { maxLength: 6 }),
} as const)

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

function planOf(s: Scenario) {
  const keys = Array.from({ length: s.size }, (_, index) => `T${index}`)
  const tasks = keys.map((key, index) =>
    task(key, {
      mark: s.marks[index] ?? 'todo',
      files: [{ path: `f${s.files[index] ?? 0}`, action: 'create', form: 'path', to: null, note: null }],
      declaresFiles: true,
      steps: [step({ gates: s.gates[index] ? ['files', 'unit'] : ['files'] })],
    }),
  )
  const edges = s.edges
    .filter(([a, b]) => a < s.size && b < s.size)
    .map(([a, b, settled]): Edge => edge(`T${a}`, `T${b}`, { needs: settled ? 'settled' : 'done' }))
  return plan(tasks, edges)
}

function play(s: Scenario): World {
  const read = planOf(s)
  const attempts: Record<string, readonly AttemptScript[]> = {}
  read.tasks.forEach(
    (it, index) => (attempts[`${it.key}/work`] = (s.attempts[index] ?? ['finished' as const]).map((how) => ({ how }))),
  )
  const world = new World({
    attempts,
    gates: { unit: s.results, 'unit baseline': ['passed'] },
    conflicts: s.conflicts.map((n) => `T${n}`),
    brings: [...s.brings, false],
  })
  const begin = (): void =>
    world.start(read, {
      gates: [gate('unit')],
      policy: { jobs: s.jobs, workspace: s.workspace, retries: 2, baseline: 'ignore-same' },
    })
  begin()
  const choose = (): number => s.order.next().value as number
  for (const steps of s.deaths) {
    for (let n = 0; n < steps && world.step(choose()); n += 1);
    if (world.state.status === 'finished') break
    world.die()
    begin()
  }
  world.run(choose)
  return world
}

test('every run ends, and the same log folds to the same state', () => {
  fc.assert(
    fc.property(scenario, (s) => {
      const world = play(s)
      expect(['finished', 'parked']).toContain(world.state.status)
      expect(recorded(fold(world.log))).toEqual(recorded(world.state))
      expect(world.state.active.size === 0 || s.workspace !== 'worktree').toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('no task starts before its blockers are done, and never two attempts of one task at once', () => {
  fc.assert(
    fc.property(scenario, (s) => {
      const { overlaps, early } = watch(play(s).log)
      expect(overlaps).toEqual([])
      expect(early).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('nothing done is worked on again, and done never comes without its gates', () => {
  fc.assert(
    fc.property(scenario, (s) => {
      const world = play(s)
      const done = new Set<string>()
      for (const { subject, body } of world.log) {
        if (body.type === 'step-moved' && body.to === 'done' && subject) done.add(subject.task)
        if (body.type === 'effect-requested' && body.effect.is === 'start-attempt')
          expect(done.has(body.effect.name.task)).toBe(false)
      }
      for (const it of world.state.tasks.values()) {
        if (taskStatus(it) !== 'done' || it.proof === 'by-human' || it.spec.origin === 'engine') continue
        for (const wanted of it.steps[0]!.spec.gates)
          expect(it.evidence.find((found) => found.gate === wanted)?.result).toBe('passed')
        expect(it.proof).toBe(it.steps[0]!.spec.gates.includes('unit') ? 'verified' : 'files-only')
      }
    }),
    { numRuns: 1000 },
  )
})

test('a task that can run does run: what is left open waits for something that is not met', () => {
  fc.assert(
    fc.property(scenario, (s) => {
      const world = play(s)
      if (world.state.status !== 'finished') return
      for (const it of world.state.tasks.values()) {
        const status = taskStatus(it)
        if (status === 'pending') expect(it.unmet).toBeGreaterThan(0)
        else expect(['done', 'blocked', 'failed', 'skipped', 'deferred']).toContain(status)
      }
    }),
    { numRuns: 1000 },
  )
})

test('in place no attempt begins while our own marks are still being written', () => {
  fc.assert(
    fc.property(scenario, (s) => {
      const world = play({ ...s, workspace: 'in-place' })
      const writing = new Set<number>()
      for (const { body } of world.log) {
        if (body.type === 'effect-requested' && (body.effect.is === 'project' || body.effect.is === 'publish'))
          writing.add(body.id)
        if (body.type === 'effect-settled') writing.delete(body.id)
        if (body.type === 'effect-requested' && body.effect.is === 'prepare-workspace') expect(writing.size).toBe(0)
      }
    }),
    { numRuns: 300 },
  )
})

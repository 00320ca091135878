/** Random plans with random ends of attempts, on the real program: the marks are those that the pure core foretells. */

import { afterEach, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../rig/agent-program.ts'
import { markOf, writePlan, type PlannedTask } from '../../rig/plan-writer.ts'
import { randomFrom, type Random } from '../../rig/random.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'
import { edge, gate, plan, step, task, World, type AttemptScript } from '../../run/world.ts'
import { standing } from '../../../src/run/views.ts'
import type { Evidence } from '../../../src/run/outcome.ts'

/** How one attempt of the random agent ends. */
type End = 'good' | 'bad' | 'fails' | 'gives up'

interface RandomPlan {
  readonly tasks: readonly PlannedTask[]
  readonly ends: ReadonlyMap<string, readonly End[]>
  readonly jobs: number
}

/** Up to nine tasks; edges lead mostly forward, now and then back, so that cycles happen. */
function randomPlan(random: Random): RandomPlan {
  const count = 3 + random.below(7)
  const ids = Array.from({ length: count }, (_, index) => `T${String(index + 1).padStart(4, '0')}`)
  const ends = new Map<string, readonly End[]>()
  const tasks = ids.map((id, index): PlannedTask => {
    const others = ids.filter((it, at) => it !== id && (at < index ? random.chance(0.25) : random.chance(0.03)))
    const good = random.chance(0.7)
    const failures = Array.from({ length: random.below(good ? 4 : 1) }, () => random.pick<End>(['bad', 'fails']))
    ends.set(id, [...failures, good ? 'good' : random.pick<End>(['bad', 'fails', 'gives up'])])
    const mark = random.chance(0.1) ? random.pick(['X', 'BLOCKED']) : ' '
    return { id, mark, files: { [`src/${id}.txt`]: 'CREATE' }, ...(others.length > 0 ? { blockedBy: others } : {}) }
  })
  return { tasks, ends, jobs: 1 + random.below(3) }
}

/** What the agent program does for such an end. Each attempt writes something else, so that no gate is spared. */
function behaviours(id: string, ends: readonly End[]): readonly Behaviour[] {
  const file = `src/${id}.txt`
  return ends.map((end, index): Behaviour => {
    switch (end) {
      case 'good':
        return { write: { [file]: `${id}\n` } }
      case 'bad':
        return { write: { [file]: `BAD ${index}\n` } }
      case 'fails':
        return { write: { [file]: `${id} ${index}\n` }, exit: 3 }
      case 'gives up':
        return { write: { [file]: `${id}\n` }, result: { status: 'blocked', summary: 'it cannot be done' } }
      default:
        return end satisfies never
    }
  })
}

/** The marks by the pure core, whose world ends attempts and gates the same way. */
function foretold({ tasks, ends, jobs }: RandomPlan): Record<string, string> {
  const attempts: Record<string, readonly AttemptScript[]> = {}
  const gates: Record<string, readonly Evidence['result'][]> = {}
  for (const [id, list] of ends) {
    attempts[`${id}/work`] = list.map((end) =>
      end === 'fails' ? { how: 'failed' } : end === 'gives up' ? { says: 'blocked' } : {},
    )
    gates[`gate-${id} draft`] = list.flatMap((end) => (end === 'good' ? ['passed'] : end === 'bad' ? ['failed'] : []))
    gates[`gate-${id}`] = ['passed']
  }
  const marks = { X: 'done', BLOCKED: 'blocked', ' ': 'todo' } as const
  const world = new World({ attempts, gates })
  world.start(
    plan(
      tasks.map(({ id, mark }) =>
        task(id, { mark: marks[mark as keyof typeof marks], steps: [step({ gates: [`gate-${id}`] })] }),
      ),
      tasks.flatMap(({ id, blockedBy }) => (blockedBy ?? []).map((from) => edge(from, id))),
    ),
    { gates: tasks.map(({ id }) => gate(`gate-${id}`)), policy: { workspace: 'worktree', jobs } },
  )
  world.run()
  return Object.fromEntries(tasks.map(({ id }) => [id, standing(world.state, world.task(id)).state]))
}

const words: Readonly<Record<string, string>> = { X: 'done', BLOCKED: 'blocked', ' ': 'pending' }

describe('random plans', () => {
  let repository: Repository
  afterEach(() => repository.remove())

  for (let seed = 1; seed <= 20; seed += 1)
    it(`end as the core foretells (seed ${seed})`, async () => {
      const made = randomPlan(randomFrom(seed))
      const text = writePlan([{ number: '06', title: 'Implementation', tasks: made.tasks }])
      repository = makeRepository({
        files: { 'tasks.md': text },
        gated: ['src'],
        script: {
          by: 'attempt',
          tasks: Object.fromEntries([...made.ends].map(([id, ends]) => [id, behaviours(id, ends)])),
        },
      })
      const call = ['run', 'tasks.md', '--exec', repository.exec, '--yes', '--jobs', String(made.jobs)]
      const { code, err, report } = await repository.report(...call, '--workspace', 'worktree')
      const expected = foretold(made)
      const written = repository.read('tasks.md')
      const marks = Object.fromEntries(made.tasks.map(({ id }) => [id, words[markOf(written, id) ?? '']]))
      expect(marks, `${text}\n${err}`).toEqual(expected)
      expect(Object.fromEntries(report.tasks.map((it) => [it.id, it.state]))).toEqual(expected)
      expect(code).toBe(Object.values(expected).every((it) => it === 'done') ? 0 : 1)
      expect(repository.git('status', '--porcelain')).toBe('')
      const done = made.tasks.filter(({ id, mark }) => mark === ' ' && expected[id] === 'done')
      for (const { id } of done) expect(repository.git('show', `HEAD:src/${id}.txt`)).toBe(`${id}\n`)
      const commits = repository.git('log', '--format=%(trailers:key=Millwright-Task,valueonly)').split('\n')
      expect(commits.filter((it) => it !== '').sort()).toEqual(done.map(({ id }) => id).sort())
    })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan, TaskSpec } from '../../src/plan/model.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome, Proposal } from '../../src/run/outcome.ts'
import { addedTo, freeIds } from '../../src/run/added-tasks.ts'
import { fitTask, sortProposal } from '../../src/run/proposed-tasks.ts'
import { openProposals, proposalText } from '../../src/run/open-proposals.ts'
import { isUnwritten } from '../../src/run/task-status.ts'
import { marksOf, viewRun } from '../../src/run/views.ts'
import { edge, gate, plan, step, task, World } from './world.ts'

const accept = { addedTasks: 'accept' } as const

function proposes(
  titles: readonly string[],
  { blockedBy = [], more = {} }: { readonly blockedBy?: readonly string[]; readonly more?: Partial<TaskSpec> } = {},
): { readonly proposal: Proposal } {
  const tasks = titles.map((title) => task(`+${title}`, { id: null, title, group: null, origin: 'agent', ...more }))
  const edges = tasks.flatMap(({ key }) => blockedBy.map((from) => edge(from, key)))
  return { proposal: { tasks, edges, steps: [], finished: false } }
}

const file = (path: string) => ({ path, action: 'create', form: 'path', to: null, note: null }) as const

/** A world with a plan file: projecting writes the tasks that joined, and reads of the file see them. */
class WithFile extends World {
  file: Plan = plan([])
  override perform(effect: Effect): Outcome {
    if (effect.is !== 'project') return super.perform(effect)
    for (const added of addedTo(this.state)) {
      if (this.file.tasks.some((it) => it.id === added.id)) continue
      const spec = task(added.key, {
        title: added.title,
        group: added.group,
        files: added.files,
        declaresFiles: added.files.length > 0,
        textHash: `read ${added.title}`,
        steps: [step({ gates: ['unit'] })],
      })
      const edges = added.blockedBy.map((from) => edge(from, added.key))
      this.file = { ...this.file, tasks: [...this.file.tasks, spec], edges: [...this.file.edges, ...edges] }
    }
    const wished = new Map(marksOf(this.state).map(({ key, state: mark }) => [key, mark]))
    this.file = { ...this.file, tasks: this.file.tasks.map((it) => ({ ...it, mark: wished.get(it.key) ?? it.mark })) }
    const marks = [...wished].flatMap(([key, state]) => {
      const uid = this.state.byKey.get(key)
      const isThere = this.file.tasks.some((it) => it.key === key)
      return uid === undefined || !isThere ? [] : [{ uid, state, writtenReason: null }]
    })
    return { of: 'project', is: 'projected', marks }
  }

  reads(changed: Plan = this.file): void {
    this.file = changed
    this.feed({ is: 'plan-read', read: { plan: changed, hash: JSON.stringify(changed) }, by: 'test' })
  }
}

describe('a task that the policy lets in', () => {
  test('gets the next id, its proposer’s group, the gates of any task and its edges', () => {
    const world = new World({
      attempts: {
        'T0041/work': [
          proposes(['Check *the* store\n- [ ] T0001 x'], {
            blockedBy: ['T0040'],
            more: { files: [file('a.ts'), file('a, b')] },
          }),
        ],
      },
    })
    world.start(plan([task('T0040'), task('T0041')]), {
      policy: accept,
      gates: [gate('unit'), { ...gate('docs'), paths: ['docs/**'] }, { ...gate('later'), phases: ['08'] }],
    })
    world.run()
    expect(world.task('T0042').spec).toMatchObject({
      id: 'T0042',
      title: 'Check the store - ( ) T0001 x',
      group: '06',
      origin: 'plan',
      files: [{ path: 'a.ts' }],
      steps: [{ gates: ['files', 'unit'] }],
    })
    expect(world.state.edges).toContainEqual(edge('T0040', 'T0042'))
    expect(world.statuses()).toMatchObject({ T0041: 'done', T0042: 'done' })
    expect(viewRun(world.state).counts).toMatchObject({ done: 3, remaining: 0 })
  })

  test('whose box a person made unknown is open again once they open it', () => {
    const world = new WithFile({ attempts: { 'A/work': [proposes(['b'])] } })
    const odd = (mark: TaskSpec['mark']): Plan => ({
      ...world.file,
      tasks: world.file.tasks.map((it) => (it.key === 'T001' ? { ...it, mark } : it)),
    })
    world.file = plan([task('A')])
    world.start(world.file, { policy: accept, selection: ['A'], takesNew: false })
    world.run()
    world.start(odd('unknown'), { policy: accept, run: 'run-2' })
    world.run()
    expect([world.status('T001'), world.state.status]).toEqual(['blocked', 'parked'])
    world.start(odd('todo'), { policy: accept })
    world.run()
    expect([world.status('T001'), world.state.status]).toEqual(['done', 'finished'])
  })

  test('a gate that nobody has needed yet is checked on the base before it', () => {
    const world = new World({ attempts: { 'A/work': [proposes(['b'], { more: { files: [file('docs/x')] } })] } })
    world.start(plan([task('A')]), { policy: accept, gates: [{ ...gate('docs'), paths: ['docs/**'] }] })
    world.run()
    expect(world.statuses()).toMatchObject({ 'baseline:run-1:docs': 'done', T001: 'done' })
  })

  test.each([
    ['all is selected', null, undefined, 'done'],
    ['phases are selected', ['A'], true, 'done'],
    ['tasks are named', ['A'], false, 'pending'],
  ] as const)('is run where the call takes in new tasks: %s', (_name, selection, takesNew, status) => {
    const world = new World({ attempts: { 'A/work': [proposes(['b'])] } })
    world.start(plan([task('A'), task('B')]), {
      policy: accept,
      selection,
      ...(takesNew === undefined ? {} : { takesNew }),
    })
    world.run()
    expect(world.state.status).toBe('finished')
    expect(world.status('T001')).toBe(status)
    expect(addedTo(world.state)).toMatchObject([{ id: 'T001', by: 'A' }])
  })

  test('is added once, however often its proposer is accepted', () => {
    const world = new World({
      attempts: { 'A/work': [proposes(['b', 'b'])] },
      gates: { 'unit draft': ['passed'], 'unit merged': ['failed'] },
      sameTree: false,
    })
    const tasks = ['A', 'B'].map((key) => task(key, { files: [file(key)], steps: [step({ gates: ['unit'] })] }))
    world.start(plan(tasks), { policy: { ...accept, workspace: 'worktree', jobs: 2 }, gates: [gate('unit')] })
    world.run((): number => world.pending.length - 1)
    const accepted = world.log.filter(({ body }) => body.type === 'step-moved' && body.to === 'merging')
    expect(accepted.length).toBeGreaterThan(3)
    expect([...world.state.byKey.keys()].filter((key) => key.startsWith('T0'))).toEqual(['T001'])
  })

  test('is not added where it waits for what is no task of the plan, and that is said', () => {
    const world = new World({ attempts: { 'A/work': [proposes(['b'], { blockedBy: ['Z'] })] } })
    world.start(plan([task('A')]), { policy: accept })
    world.run()
    expect(world.statuses()).toEqual({ A: 'done' })
    expect(world.state.findings.map(({ text }) => text)).toEqual([
      'A proposes a task that does not fit the plan: "b" waits for Z, which is no task of the plan',
    ])
  })
})

describe('the file of a plan that a task has joined', () => {
  /** A run in which T002 has joined and is at work, written or not. */
  function joined(isWritten: boolean): WithFile {
    const world = new WithFile({ attempts: { 'T001/work': [proposes(['b'])] } })
    world.file = plan([task('T001'), task('T009', { group: '06', mark: 'deferred' })])
    world.start(world.file, { policy: accept })
    while (!world.state.byKey.has('T010')) world.step()
    if (isWritten) while (isUnwritten(world.task('T010'))) world.step(world.pending.length - 1)
    return world
  }

  test('is read as holding that very task once it was written', () => {
    const world = joined(true)
    const { uid } = world.task('T010')
    world.reads()
    expect(world.task('T010')).toMatchObject({ uid, spec: { textHash: 'read b', added: { by: 'T001' } } })
    world.run()
    expect(world.status('T010')).toBe('done')
    expect([...world.state.byKey.keys()].filter((key) => key.startsWith('T'))).toHaveLength(3)
  })

  test('does not lose it to an edit from before it was written', () => {
    const world = joined(false)
    world.reads({ ...world.file, tasks: [...world.file.tasks, task('T003')] })
    world.run()
    expect(world.statuses()).toMatchObject({ T003: 'done', T010: 'done' })
    expect(world.file.tasks.map(({ key }) => key)).toContain('T010')
  })

  test('may be edited: a new title is the task’s', () => {
    const world = joined(true)
    world.reads({
      ...world.file,
      tasks: world.file.tasks.map((it) => (it.key === 'T010' ? { ...it, title: 'c', textHash: 'c' } : it)),
    })
    expect(world.task('T010').spec.title).toBe('c')
  })

  test('may lose it: it is neither run nor written again', () => {
    const world = joined(true)
    world.reads({ ...world.file, tasks: world.file.tasks.filter(({ key }) => key !== 'T010') })
    world.run()
    expect(addedTo(world.state)).toEqual([])
    expect(world.file.tasks.map(({ key }) => key)).toEqual(['T001', 'T009'])
  })

  test('may hold another task under its id: it gets the next one', () => {
    const world = joined(false)
    world.reads({ ...world.file, tasks: [...world.file.tasks, task('T010', { title: 'a person’s own' })] })
    world.run()
    expect(world.task('T010').spec.title).toBe('a person’s own')
    expect(world.task('T011').spec).toMatchObject({ id: 'T011', title: 'b', added: { by: 'T001' } })
    expect(world.statuses()).toMatchObject({ T010: 'done', T011: 'done' })
  })
})

test('deaths at any point: each proposed task joins once, is written once and runs', () => {
  fc.assert(
    fc.property(
      fc.record({
        jobs: fc.integer({ min: 1, max: 3 }),
        picks: fc.infiniteStream(fc.nat(5)),
        deaths: fc.array(fc.nat(14), { maxLength: 5 }),
        // The file was written, and the executor died before it could record that.
        losing: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      } as const),
      ({ jobs, picks, deaths, losing }) => {
        const world = new WithFile({
          attempts: {
            'T001/work': [proposes(['one', 'two'], { blockedBy: ['T002'] })],
            'T002/work': [proposes(['three'])],
          },
        })
        world.file = plan([task('T001', { files: [file('x')] }), task('T002', { files: [file('y')] })])
        const begin = (): void =>
          world.start(world.file, {
            gates: [gate('unit')],
            policy: { ...accept, jobs, workspace: 'worktree', baseline: 'ignore-same' },
            selection: world.file.tasks.map(({ key }) => key),
            takesNew: true,
          })
        begin()
        for (const [at, steps] of deaths.entries()) {
          for (let n = 0; n < steps && world.step(picks.next().value as number); n += 1);
          if (world.state.status === 'finished') break
          const writing = world.pending.find(({ effect }) => effect.is === 'project')
          if (losing[at] && writing) world.perform(writing.effect)
          world.die()
          begin()
        }
        world.run(() => picks.next().value as number)
        const ids = ['T003', 'T004', 'T005']
        expect(world.file.tasks.map(({ key }) => key).sort()).toEqual(['T001', 'T002', ...ids])
        expect(new Set(world.file.tasks.map(({ title }) => title))).toEqual(
          new Set(['Do T001', 'Do T002', 'one', 'two', 'three']),
        )
        expect(world.statuses()).toMatchObject(Object.fromEntries(ids.map((id) => [id, 'done'])))
        expect([...world.state.byKey.keys()].filter((key) => key.startsWith('T'))).toHaveLength(5)
        expect(world.state.findings.filter(({ kind }) => kind.startsWith('MW'))).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

describe('with the default policy', () => {
  test('a proposal is a finding with the lines to add, until the plan holds the task', () => {
    const world = new World({
      attempts: { 'T001/work': [proposes(['Close | it'], { blockedBy: ['T002'], more: { files: [file('a.ts')] } })] },
    })
    const written = plan([task('T001'), task('T002')])
    world.start(written)
    world.run()
    expect(world.statuses()).toEqual({ T001: 'done', T002: 'done' })
    const [found, ...others] = openProposals(world.state)
    expect(others).toEqual([])
    const text =
      'T001 proposes a task that is not in the plan; to take it in, add behind T002:\n- [ ] T003 Close / it\n  files: a.ts (CREATE)\n  blocked_by: [T002]'
    expect(proposalText(found!, 'T001')).toBe(text)
    expect(viewRun(world.state).findings).toEqual([{ kind: 'added-task', text }])
    world.start(plan([...written.tasks, task('T003', { title: 'Close / it' })]), { run: 'run-2' })
    expect(openProposals(world.state)).toEqual([])
  })

  test('a proposal says what it waits for although that is no task of the plan', () => {
    const world = new World({ attempts: { 'T001/work': [proposes(['b'], { blockedBy: ['T002\n- [ ] x', 'T001'] })] } })
    world.start(plan([task('T001')]))
    world.run()
    expect(proposalText(openProposals(world.state)[0]!, 'T001')).toBe(
      'T001 proposes a task that is not in the plan; to take it in, add behind T001 (it is to wait for T002 - ( ) x, which is no task of the plan):\n- [ ] T002 b\n  blocked_by: [T001]',
    )
  })
})

describe('of what is proposed', () => {
  const offered = (key: string, title: string, more: Partial<TaskSpec> = {}): TaskSpec =>
    task(key, { id: null, group: null, origin: 'agent', title, ...more })
  const of = (...tasks: readonly TaskSpec[]): Proposal => ({ tasks, edges: [], steps: [], finished: false })
  const world = new World()
  world.start(plan([task('T001', { title: 'There' }), task('T002', { unknownBlockers: ['T003'] })]))

  test('ids that a task of the plan waits for, though nobody has them, are given to none', () => {
    expect(freeIds(world.state, 1)).toEqual(['T004'])
  })

  test('what the plan has already is left out, and what waits for it waits for the one that is there', () => {
    const proposal = { ...of(offered('x', 'There'), offered('y', 'New')), edges: [edge('x', 'y')] }
    const { fit, wrong } = sortProposal(world.state, proposal, null)
    expect([fit.map(({ it }) => it.title), wrong]).toEqual([['New'], []])
  })

  test('no more files are taken than a plan is to hold, and no criterion that says nothing', () => {
    const files = Array.from({ length: 40 }, (_, at) => file(`a${at}.ts`))
    const fitted = fitTask(
      world.state,
      of(),
      offered('x', 'New', { files, criteria: ['<!-- -->', ' \u200b ', 'works'] }),
    )
    expect(fitted.files).toHaveLength(30)
    expect(fitted.criteria).not.toContain('')
    expect(fitted.criteria).toContain('works')
  })
})

/** What defines a gate, an agent or the set-up is changed: by a draft, and by commits of others. */

import { expect, test } from 'vitest'
import { edge, gate, plan, step, task, World, type Script } from './world.ts'

const checked = (key: string, over = {}): ReturnType<typeof task> =>
  task(key, { steps: [step({ gates: ['unit'] })], ...over })
const both = plan([checked('A'), checked('B')], [edge('A', 'B')])
const choice = { policy: { workspace: 'worktree' }, gates: [gate('unit')] } as const

function ran(script: Script, read = both): World {
  const world = new World(script)
  world.start(read, choice)
  return world.run()
}

test('a draft that changes it is asked about, each thing once', () => {
  const world = ran({ redefines: ['t.sh', 't.sh', 'Makefile'] }, plan([checked('A')]))
  expect([...world.state.reviews.values()].map((it) => [it.kind, it.question])).toEqual([
    ['deviation', 'it changes what defines a gate, and does not declare that: t.sh, Makefile'],
  ])
})

test('what a task declares, or the tasks that it stands for, is no question', () => {
  const file = { path: 't.sh', action: 'modify', form: 'path', to: null } as const
  const files = [file] as unknown as ReturnType<typeof task>['files']
  const own = ran({ redefines: ['t.sh'] }, plan([checked('A', { files, declaresFiles: true })]))
  expect(own.status('A')).toBe('done')
  const standing = plan([task('C', { files, declaresFiles: true }), checked('A', { covers: ['C'] })])
  const world = new World({ redefines: ['t.sh'] })
  world.start(standing, { ...choice, selection: ['A'] })
  expect(world.run().status('A')).toBe('done')
})

test('commits of others that change it stop the run, before the gate is run on them', () => {
  const world = ran({ brings: [true, false], bringsRedefined: ['t.sh'] })
  expect([world.status('A'), world.state.status, world.state.parkedFor]).toEqual(['done', 'parked', 'stopped'])
  expect(world.state.findings.map((it) => [it.kind, it.text])).toEqual([
    ['gate-changed', expect.stringContaining('gate unit: t.sh; look at it, then run `millwright trust`')],
  ])
  expect([...world.state.untrusted]).toEqual(['gate unit'])
  world.start(both, choice)
  world.run()
  expect([world.status('B'), world.state.status, world.state.untrusted.size]).toEqual(['done', 'finished', 0])
  // What was to be done about it has been done.
  expect(world.state.findings).toEqual([])
})

test('where no gate is to be run any more, they stop nothing', () => {
  const world = ran({ brings: [true, false], bringsRedefined: ['t.sh'], gates: {} }, plan([task('A')]))
  expect([world.status('A'), world.state.status]).toEqual(['done', 'finished'])
})

const others = [
  [{ is: 'agent', name: 'a' }, 'the agent', 'agent a'],
  [{ is: 'set-up' }, 'the set-up', 'the set-up'],
] as const

test.each(others)('of %o: a draft is asked about, commits of others stop the run', (defined, of, named) => {
  const drafted = ran({ defined, redefines: ['x.sh'] }, plan([checked('A')]))
  expect([...drafted.state.reviews.values()].map((it) => it.question)).toEqual([
    `it changes what defines ${of}, and does not declare that: x.sh`,
  ])
  const world = ran({ defined, brings: [true, false], bringsRedefined: ['x.sh'] })
  expect([world.state.status, world.state.parkedFor]).toEqual(['parked', 'stopped'])
  expect(world.state.findings.map((it) => it.text)).toEqual([expect.stringContaining(`what defines ${named}: x.sh;`)])
  expect([...world.state.untrusted]).toEqual([named])
})

test('of how plans are run: a draft is asked about; commits of others stop nothing, as a run goes on as it began', () => {
  const defined = { is: 'mode' } as const
  const drafted = ran({ defined, redefines: ['state.json'] }, plan([checked('A')]))
  expect([...drafted.state.reviews.values()].map((it) => it.question)).toEqual([
    'it changes what defines how plans are run, and does not declare that: state.json',
  ])
  const world = ran({ defined, brings: [true, false], bringsRedefined: ['state.json'] })
  expect([world.state.status, world.status('B'), world.state.findings]).toEqual(['finished', 'done', []])
})

test('what no open task needs any more stops nothing; the last gates still need the set-up', () => {
  const brings = { brings: [true, false], bringsRedefined: ['x.sh'] }
  const status = (script: Script, read = plan([checked('A')])): string =>
    ran({ ...brings, ...script }, read).state.status
  expect(status({ defined: { is: 'agent', name: 'a' } })).toBe('finished')
  expect(status({ defined: { is: 'agent', name: 'other' } }, both)).toBe('finished')
  expect(status({ defined: { is: 'set-up' } }, plan([task('A')]))).toBe('finished')
  expect(status({ defined: { is: 'set-up' } })).toBe('parked')
})

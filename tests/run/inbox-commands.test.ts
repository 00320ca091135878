/** What lies in the inbox is data that another process wrote: what is no command is refused, and changes nothing else. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandOf, type CommandBody } from '../../src/run/command.ts'
import { plan, task, World } from './world.ts'

const by = { who: 'ada', as: 'human' } as const
const bodies: readonly Exclude<CommandBody, { verb: 'unknown' }>[] = [
  { verb: 'unblock', task: 'A', text: '' },
  { verb: 'unblock', task: 'A', text: '', reopened: true },
  { verb: 'skip', task: 'A', text: '' },
  { verb: 'defer', task: 'A', text: '' },
  { verb: 'accept', task: 'A', text: '' },
  { verb: 'answer', review: 'R1', answer: 'approve', text: '' },
  { verb: 'pause', text: '' },
  { verb: 'stop', text: '' },
  { verb: 'set-policy', policy: { jobs: 2 } },
  { verb: 'claim', task: 'A' },
  { verb: 'lose', task: 'A', claim: 1 },
  { verb: 'report', task: 'A', claim: 1, says: 'done', text: '', proposal: null },
]

test.each(bodies.map((body) => [body.verb, body] as const))('%s comes through as it was put there', (_, body) => {
  expect(commandOf('c1', { by, body })).toEqual({ id: 'c1', by, body })
})

describe('what is no command', () => {
  test.each([
    ['nothing', null],
    ['a text', 'skip'],
    ['a list', []],
    ['no speaker', { body: bodies[0] }],
    ['a speaker of another kind', { by: { who: 'ada', as: 'root' }, body: bodies[0] }],
    ['an unknown verb', { by, body: { verb: 'skjp', task: 'A', text: '' } }],
    ['a verb of every object', { by, body: { verb: 'constructor' } }],
    ['no task', { by, body: { verb: 'skip', text: '' } }],
    ['a task that is a number', { by, body: { verb: 'skip', task: 7, text: '' } }],
    ['an answer that nobody may give', { by, body: { verb: 'answer', review: 'R1', answer: 'yes', text: '' } }],
  ])('%s', (_, said) => {
    expect(commandOf('c1', said).body).toEqual({ verb: 'unknown' })
  })

  test('is refused, once, and the run goes on', () => {
    const world = new World()
    world.start(plan([task('A')]))
    const command = commandOf('c1', { by, body: { verb: 'nothing of ours' } })
    world.feed({ is: 'command', command })
    world.feed({ is: 'command', command })
    const refused = world.log.flatMap(({ body }) => (body.type === 'command-refused' ? [body] : []))
    expect(refused).toMatchObject([{ command: 'c1', verb: 'unknown', because: 'it cannot be read as a command' }])
    expect(world.run().statuses()).toEqual({ A: 'done' })
  })

  test('any JSON: never an error, and never a command that is not whole', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...bodies), fc.jsonValue(), (any, body, other) => {
        const { body: read } = commandOf('c1', any)
        expect(read).toEqual({ verb: 'unknown' })
        const [name = ''] = Object.keys(body).filter((it) => it !== 'verb')
        const damaged = commandOf('c1', { by, body: { ...body, [name]: other } })
        if (damaged.body.verb !== 'unknown') expect(damaged.body).toEqual({ ...body, [name]: other })
      }),
      { numRuns: 300 },
    )
  })
})

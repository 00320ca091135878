/** What people and agents are told of red integration tests, and of whose files these speak. */

import { describe, expect, test } from 'vitest'
import { newState } from '../../src/run/new-state.ts'
import { commandText, mostNamed, redTestText } from '../../src/run/red-tests.ts'
import type { RunState } from '../../src/run/state.ts'
import { evidence, gate, plan, task, World } from './world.ts'

const name = 'integration:ab'

function stateWith(description?: string): RunState {
  const state = newState()
  const said = description === undefined ? {} : { description }
  state.gates.set(name, { ...gate(name), origin: 'checks/ab.json', integration: { layer: null, covers: [], ...said } })
  return state
}

const red = (excerpt: string, over: object = {}) =>
  evidence(name, null, { result: 'failed', exitCode: 1, excerpt, ...over })

describe('a red test', () => {
  test.each([
    ['what it printed', red('ok so far\nexpected 3, got 4\n'), 'ab: expected 3, got 4'],
    ['how it ended where it printed nothing', red(''), 'ab: failed, exit code 1'],
    ['that it could not run', red('', { result: 'could-not-run', exitCode: 126 }), 'ab: could not run, exit code 126'],
    ['no name of a gate', red(`gate ${name} failed: n is 2, expected 3`), 'ab: n is 2, expected 3'],
    ['its limit', red(`${name} took longer than 5 ms and was ended`), 'ab: ab took longer than 5 ms and was ended'],
    ['no note on what was dropped', red('wrong sign\n(51607296 bytes of its output were dropped)'), 'ab: wrong sign'],
  ])('is told by %s', (_, it, text) => {
    expect(redTestText(stateWith(), it)).toBe(text)
  })

  test('is told with what it looks at', () => {
    expect(redTestText(stateWith('the depth\nat the pier'), red('3'))).toBe('ab (the depth at the pier): 3')
  })

  test('is run again by the same words, or by where they stand', () => {
    const by = (...argv: readonly string[]): string => commandText(stateWith(), red('', { argv }))
    expect(by('sh', 'check.sh', '--arg', 'two words')).toBe('sh check.sh --arg "two words"')
    expect(by('sh', '-c', 'a | b')).toBe('the command of ab in checks/ab.json')
  })
})

describe('who is named', () => {
  const files = (...paths: readonly string[]) =>
    paths.map((path) => ({ path, action: 'create', form: 'path', to: null, note: null }) as const)
  const tasksOf = (...all: readonly (readonly string[])[]) => {
    const world = new World({})
    world.start(plan(all.map((paths, at) => task(`T-${at}`, { files: files(...paths) }))))
    return all.map((_, at) => world.task(`T-${at}`))
  }
  const named = (output: string, ...all: readonly (readonly string[])[]): string | undefined =>
    mostNamed(tasksOf(...all), output)?.spec.key

  test.each([
    ['by a whole name', 'data.c:3: wrong sign', 'T-1'],
    ['by the longest name', 'lib/a.c:3: wrong sign', 'T-2'],
    ['below a folder', '/tmp/work/data.c:3: wrong', 'T-1'],
    ['from here', './data.c: wrong', 'T-1'],
    ['most often', 'a.c:1 data.c:2 data.c:3', 'T-1'],
    ['by no longer name', 'my-a.c a.cc a.c.bak x.a.c', 'T-0'],
  ])('%s', (_, output, key) => {
    expect(named(output, ['a.c'], ['data.c'], ['lib/a.c'])).toBe(key)
  })

  test('is the first where nobody is, and nobody among none', () => {
    expect([named('nothing', ['a'], ['b']), mostNamed([], 'a')]).toEqual(['T-0', null])
  })
})

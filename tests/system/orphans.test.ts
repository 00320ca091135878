import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { monotonic } from '../../src/system/clock.ts'
import { newId } from '../../src/system/identifiers.ts'
import { endMarked, findMarked } from '../../src/system/orphans.ts'
import { hasProc, isAlive, nameProcess, processMoment } from '../../src/system/process-table.ts'
import { runProcess } from '../../src/system/process.ts'

const program = (name: string, ...args: string[]): string[] => [
  process.execPath,
  path.join(import.meta.dirname, 'programs', `${name}.mjs`),
  ...args,
]
const name = 'MILLWRIGHT_ATTEMPT'

/** Starts a program and waits until its output holds all of these, in whatever order: two processes may write into it. */
function startAndHear(
  argv: readonly string[],
  value: string,
  ...heard: readonly string[]
): Promise<{ output: string; stop: () => void }> {
  let output = ''
  return new Promise((resolve) => {
    const running = runProcess({
      argv,
      cwd: os.tmpdir(),
      env: {},
      markers: { [name]: value },
      onOutput: (chunk) => {
        output += Buffer.from(chunk).toString()
        if (heard.every((it) => output.includes(it))) resolve({ output, stop: () => running.stop() })
      },
    })
  })
}

describe.runIf(hasProc)('orphans', () => {
  test('a grandchild in a session of its own is found by the marker and ended, although it ignores nobody else', async () => {
    const value = newId()
    const { output } = await startAndHear(program('leave-child', 'session', 'stay'), value, 'child ', 'ready')
    const child = nameProcess(Number(/child (\d+)/.exec(output)?.[1]))
    expect(findMarked({ name, value }).found.map((it) => it.pid)).toContain(child.pid)
    const { ended, left } = await endMarked({ name, value }, { graceMs: 500 })
    expect(left).toEqual([])
    expect(ended.map((it) => it.pid)).toContain(child.pid)
    expect(isAlive(child)).toBe(false)
    expect(findMarked({ name, value }).found).toEqual([])
  })

  test('one that ignores the polite signal is killed', async () => {
    const value = newId()
    await startAndHear(program('ignore-term'), value, 'ready')
    const { ended, left } = await endMarked({ name, value }, { graceMs: 50 })
    expect([ended.length, left.length]).toEqual([1, 0])
  })

  test('one that drops the marker on the polite signal is followed by its name and killed', async () => {
    const value = newId()
    const shed = "trap 'exec env -i sleep 1000' TERM; echo ready; while :; do sleep 0.01; done"
    await startAndHear(['sh', '-c', shed], value, 'ready')
    const [found] = findMarked({ name, value }).found
    const { left } = await endMarked({ name, value }, { graceMs: 100 })
    expect(left).toEqual([])
    expect(isAlive(found!)).toBe(false)
  })

  test('one that has no environment is found by its parent, in whatever session it is', async () => {
    const value = newId()
    const bare = `setsid env -i sh -c 'echo "bare $$"; sleep 1000 & echo "below $!"; wait'`
    const { output } = await startAndHear(
      ['setsid', 'sh', '-c', `${bare} & echo ready; wait`],
      value,
      'below ',
      'ready',
    )
    const hidden = [/bare (\d+)/, /below (\d+)/].map((it) => nameProcess(Number(it.exec(output)?.[1])))
    const { ended, left } = await endMarked({ name, value }, { graceMs: 500 })
    expect(left).toEqual([])
    expect(ended.map((it) => it.pid)).toEqual(expect.arrayContaining(hidden.map((it) => it.pid)))
    expect(hidden.filter(isAlive)).toEqual([])
  })

  test('a stopped one is ended too', async () => {
    const value = newId()
    await startAndHear(program('hang'), value, 'ready')
    const [found] = findMarked({ name, value }).found
    process.kill(found!.pid, 'SIGSTOP')
    const { left } = await endMarked({ name, value }, { graceMs: 500 })
    expect(left).toEqual([])
    expect(isAlive(found!)).toBe(false)
  })

  test('another value, or the value as a part of another, is not ours', async () => {
    const value = newId()
    const running = await startAndHear(program('hang'), `${value}x`, 'ready')
    expect(findMarked({ name, value }).found).toEqual([])
    running.stop()
  })

  test('one that carries the marker without what has to be there with it is not ours', async () => {
    const value = newId()
    const running = await startAndHear(program('hang'), value, 'ready')
    const found = (further: Record<string, string>) => findMarked({ name, value, with: further }).found.length
    expect([found({}), found({ [name]: value }), found({ MILLWRIGHT_PLAN: 'p' })]).toEqual([1, 1, 0])
    running.stop()
  })

  test('a recorded process is only ended when it started at the recorded time', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'])
    const real = nameProcess(child.pid!)
    const later = { pid: real.pid, started: '1' }
    expect((await endMarked({ name, value: newId() }, { recorded: [later] })).ended).toEqual([])
    expect(isAlive(real)).toBe(true)
    expect((await endMarked({ name, value: newId() }, { recorded: [real] })).ended).toEqual([real])
    expect(isAlive(real)).toBe(false)
  })

  test('after a while its number may be any: the numbers have gone once round', async () => {
    const value = newId()
    await startAndHear(program('ignore-term'), value, 'ready')
    const moment = processMoment()!
    // What was given last lies behind its number, as it does after a round.
    expect(findMarked({ name, value }, [], { ...moment, at: monotonic() }).found).toEqual([])
    const { ended, left } = await endMarked(
      { name, value },
      { graceMs: 50, since: { ...moment, at: monotonic() - 1_000 } },
    )
    expect([ended.length, left.length]).toEqual([1, 0])
  })

  test('nothing to end is told at once', async () => {
    expect(await endMarked({ name, value: newId() })).toMatchObject({ ended: [], left: [] })
  })
})

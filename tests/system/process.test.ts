import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { builtProgram } from '../rig/built-program.ts'
import { wait } from '../../src/system/clock.ts'
import { supervise } from '../../src/system/supervision.ts'
import { compile } from './programs/compile.ts'
import { runProcess, type ProcessOptions } from '../../src/system/process.ts'
import { isAlive, isGroupAlive, nameProcess } from '../../src/system/process-table.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = (name: string, ...args: string[]): string[] => [
  process.execPath,
  path.join(import.meta.dirname, 'programs', `${name}.mjs`),
  ...args,
]
const run = (argv: readonly string[], more: Partial<ProcessOptions> = {}): ReturnType<typeof runProcess> =>
  runProcess({ argv, cwd: folder, env: {}, graceMs: 200, ...more })
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe.each([
  ['by this process itself', false],
  ['by a supervisor', true],
])('started %s:', (_by, isSupervised) => {
  let end: () => void = () => undefined
  beforeAll(() => {
    if (isSupervised) end = supervise(() => undefined, path.join(path.dirname(builtProgram()), 'supervisor.js'))
  })
  afterAll(() => end())

  describe('a program that ends by itself', () => {
    test('gets its arguments, environment, folder and input as they are, and nothing else', async () => {
      const odd = ['a b', '$(id)', '`x`', '"', "'", '', '-n', '*', 'é\n', '; rm']
      const result = await run(program('echo-back', ...odd), {
        env: { A: '1' },
        markers: { MILLWRIGHT_ATTEMPT: 'm' },
        input: 'the brief é',
      }).result
      const said = JSON.parse(text(result.output))
      expect(said).toEqual({ argv: odd, env: { A: '1', MILLWRIGHT_ATTEMPT: 'm' }, cwd: folder, input: 'the brief é' })
      expect(result).toMatchObject({ how: 'exited', exitCode: 0, signal: null, droppedBytes: 0, leftBehind: false })
    })

    test('reads the end of its input at once when there is none', async () => {
      const result = await run(program('echo-back')).result
      expect(JSON.parse(text(result.output)).input).toBe('')
    })

    test('is written to until its input is closed, also before it has begun', async () => {
      const running = run(program('echo-back'), { input: 'one ', keepsInput: true })
      running.write(Buffer.from('two '))
      await running.pid
      running.write(Buffer.from('three é'))
      running.endInput()
      running.write(Buffer.from('never'))
      expect(JSON.parse(text((await running.result).output)).input).toBe('one two three é')
    })

    test('that has ended is written to without harm', async () => {
      const running = run([process.execPath, '-e', 'process.exit(3)'], { keepsInput: true })
      expect(await running.result).toMatchObject({ how: 'exited', exitCode: 3 })
      running.write(Buffer.from('late'))
      running.endInput()
    })

    test.each([
      ['an exit code', 'process.exit(7)', { how: 'exited', exitCode: 7, signal: null }],
      ['a signal', 'process.kill(process.pid, "SIGKILL")', { how: 'signalled', exitCode: null, signal: 'SIGKILL' }],
    ])('ends with %s', async (_, code, expected) => {
      expect(await run([process.execPath, '-e', code]).result).toMatchObject(expected)
    })

    test('and says a value that is hidden, in any parts and spellings', async () => {
      const seen: string[] = []
      const code = `const say = (it) => new Promise((go) => process.stdout.write(it, go))
      await say('one S3"cr'); await new Promise((go) => setTimeout(go, 50)); await say('et! two S3"cre'); await say(' S3')
      await say('\\n' + JSON.stringify({ it: 'S3"cret!' }) + Buffer.from('S3"cret!').toString('base64') + ' S3"')`
      const result = await run([process.execPath, '--input-type=module', '-e', code], {
        hide: ['S3"cret!', 'short', folder],
        onOutput: (chunk) => seen.push(text(chunk)),
      }).result
      const expected = 'one *** two S3"cre S3\n{"it":"***"}*** S3"'
      expect([text(result.output), seen.join('')]).toEqual([expected, expected])
    })

    test('that does not read a large input is no error', async () => {
      const result = await run([process.execPath, '-e', 'process.exit(0)'], { input: 'x'.repeat(4_000_000) }).result
      expect(result).toMatchObject({ how: 'exited', exitCode: 0 })
    })

    test('and floods its output keeps the beginning and the end, and counts all', async () => {
      let seen = 0
      const result = await run(program('flood', '50000000'), {
        keepBytes: 10_000,
        onOutput: (chunk) => (seen += chunk.length),
      }).result
      const lost = 50_000_007 - 10_000 - 4096
      const seam = `\n[${lost} bytes of output were dropped here]\n`
      expect(result.output.length).toBe(10_000 + 4096 + seam.length)
      expect(text(result.output).slice(4096, 4096 + seam.length)).toBe(seam)
      expect(text(result.output).endsWith('xTHE END')).toBe(true)
      expect(result.droppedBytes).toBe(lost)
      expect(seen).toBe(50_000_007)
    })
  })

  describe('a program that cannot be started', () => {
    const plain = path.join(folder, 'plain.txt')
    writeFileSync(plain, 'no program')
    test.each<[string, string[], Partial<ProcessOptions>, { code: string; message: RegExp }]>([
      [
        'is not there',
        ['millwright-no-such-program'],
        {},
        { code: 'ENOENT', message: /'millwright-no-such-program' was not found/ },
      ],
      [
        'has no folder to work in',
        [process.execPath],
        { cwd: path.join(folder, 'gone') },
        { code: 'ENOENT', message: /no folder/ },
      ],
      ['may not be executed', [plain], {}, { code: 'EACCES', message: /may not be executed/ }],
      ['has no name', [], {}, { code: 'EINVAL', message: /command is empty/ }],
      ['has a NUL in its arguments', ['true', 'a\0b'], {}, { code: 'EINVAL', message: /NUL/ }],
      ['has a NUL in its environment', ['true'], { env: { A: 'a\0' } }, { code: 'EINVAL', message: /'A'/ }],
      ['has too long a command', ['true', 'x'.repeat(3_000_000)], {}, { code: 'E2BIG', message: /too long/ }],
    ])('because it %s', async (_, argv, more, { code, message }) => {
      const running = run(argv, more)
      const result = await running.result
      expect(await running.pid).toBeNull()
      expect(result).toMatchObject({ how: 'not-started', exitCode: null, failure: { code } })
      expect(result.failure?.message).toMatch(message)
    })
  })

  describe('a program that does not end by itself', () => {
    test('is ended after its time limit', async () => {
      const running = run(program('hang'), { limitMs: 50 })
      expect(await running.result).toMatchObject({ how: 'timed-out', signal: 'SIGTERM' })
      expect(isAlive(nameProcess((await running.pid)!))).toBe(false)
    })

    test('is not ended for the time in which nobody here was awake', async () => {
      const running = run(program('hang'), { limitMs: 2_000, idleMs: 2_000 })
      const pid = (await running.pid) ?? 0
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
      // What was due meanwhile is looked at first.
      await wait(20)
      process.kill(pid, 'SIGKILL')
      expect(await running.result).toMatchObject({ how: 'signalled', signal: 'SIGKILL' })
    })

    test('is ended when it says nothing any more', async () => {
      const result = await run(program('hang'), { idleMs: 300, limitMs: 60_000 }).result
      expect(result).toMatchObject({ how: 'idle' })
    })

    test('is killed when it does not mind the polite signal; the first cause is told', async () => {
      const running = run(program('ignore-term'), {
        onOutput: (chunk) => {
          // Once it minds no signal; its answer shows that it was asked politely first.
          if (text(chunk).includes('ready')) running.stop()
        },
        limitMs: 60_000,
      })
      const result = await running.result
      expect(result).toMatchObject({ how: 'stopped', signal: 'SIGKILL', leftBehind: false })
      expect(text(result.output)).toContain('no')
    })

    test.skipIf(process.platform !== 'linux')(
      'is ended with what it has started in a session of its own, though that has no mark',
      async () => {
        const running = run(program('leave-child', 'session', 'stay'), {
          onOutput: (chunk) => {
            if (text(chunk).includes('child')) running.stop()
          },
        })
        const result = await running.result
        const child = Number(/child (\d+)/.exec(text(result.output))?.[1])
        expect(result).toMatchObject({ how: 'stopped', leftBehind: false })
        expect(isAlive(nameProcess(child))).toBe(false)
      },
    )

    test('stop after the end changes nothing', async () => {
      const running = run([process.execPath, '-e', ''])
      const result = await running.result
      running.stop()
      expect(result.how).toBe('exited')
    })
  })

  describe('a program that leaves a child behind', () => {
    const childOf = (output: Uint8Array): number => Number(/child (\d+)/.exec(text(output))?.[1])

    test('which holds the output open: we go on, and the child is ended', async () => {
      const running = run(program('leave-child', 'group'))
      const result = await running.result
      expect(result).toMatchObject({ how: 'exited', exitCode: 0, leftBehind: false })
      expect(isGroupAlive((await running.pid)!)).toBe(false)
      expect(isAlive(nameProcess(childOf(result.output)))).toBe(false)
    })

    test('in a session of its own: we go on all the same', async () => {
      const result = await run(program('leave-child', 'session')).result
      const child = childOf(result.output)
      expect(result).toMatchObject({ how: 'exited', exitCode: 0 })
      // Only the marker finds this one; see the orphans.
      process.kill(child, 'SIGKILL')
    })
  })
})

test('a supervisor that is lost before it has told what it began: nothing of ours is ended', async () => {
  const supervisor = path.join(folder, 'lost.mjs')
  writeFileSync(supervisor, 'process.send({ is: "ready" }); process.on("message", () => process.exit(1))\n')
  const script = await compile(path.join(import.meta.dirname, 'programs', 'lose-supervisor.ts'), folder)
  const result = await run([process.execPath, script, supervisor]).result
  expect([result.how, text(result.output)]).toEqual(['exited', '["lost",true]\n'])
})

test('a supervisor that is lost each time before it has begun anything is replaced a few times, and then that is told', async () => {
  const supervisor = path.join(folder, 'in-vain.mjs')
  writeFileSync(supervisor, 'process.exit(1)\n')
  const told: string[] = []
  const end = supervise(() => told.push('unguarded'), supervisor)
  let how = 'lost'
  for (let count = 0; how === 'lost' && count < 9; count += 1)
    how = (await run([process.execPath, '-e', '']).result).how
  expect([how, told]).toEqual(['exited', ['unguarded']])
  expect(await run([process.execPath, '-e', '']).result).toMatchObject({ how: 'exited' })
  expect(told).toHaveLength(1)
  end()
})

test('supervisors that are lost before they have begun anything are counted anew after one that has', async () => {
  const supervisor = path.join(folder, 'at-times-in-vain.mjs')
  const good = path.join(folder, 'good')
  // It lets go and stays, as the program that it tells of, which is ended: nobody hears of an end before what was told.
  writeFileSync(
    supervisor,
    `import { existsSync } from 'node:fs'
    if (!existsSync(${JSON.stringify(good)})) process.exit(1)
    setInterval(() => undefined, 1_000)
    process.on('message', ({ id }) => process.send({ is: 'started', id, pid: process.pid }, () => process.disconnect()))
    process.send({ is: 'ready' })\n`,
  )
  const told: string[] = []
  const end = supervise(() => told.push('unguarded'), supervisor)
  onTestFinished(end)
  const lose = async (): Promise<void> => {
    expect((await run([process.execPath, '-e', '']).result).how).toBe('lost')
  }
  for (let count = 0; count < 3; count += 1) await lose()
  writeFileSync(good, '')
  await lose()
  rmSync(good)
  for (let count = 0; count < 3; count += 1) await lose()
  expect(told).toEqual([])
  await lose()
  expect(told).toEqual(['unguarded'])
})

test('a supervisor that is no longer needed lets what it has begun come to its end', async () => {
  const end = supervise(() => undefined, path.join(path.dirname(builtProgram()), 'supervisor.js'))
  const first = await run([process.execPath, '-e', '']).result
  const running = run([process.execPath, '-e', 'setTimeout(() => console.log("to the end"), 100)'])
  end()
  const last = await running.result
  expect([first.how, last.how, text(last.output)]).toEqual(['exited', 'exited', 'to the end\n'])
})

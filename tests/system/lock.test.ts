import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/system/identifiers.ts'
import { acquireLock, lookAtLock, wakeHolder } from '../../src/system/lock.ts'
import { processFacts } from '../../src/system/process-table.ts'
import { compile, startProgram, until, type Program } from './programs/compile.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-lock-'))
let holdLock = ''
beforeAll(async () => {
  holdLock = await compile(path.join(import.meta.dirname, 'programs', 'hold-lock.ts'), folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const kinds = process.platform === 'linux' ? (['abstract', 'file'] as const) : (['file'] as const)

describe.each(kinds)('the lock (%s)', (kind) => {
  const options = (name: string): { name: string; kind: 'abstract' | 'file'; folder: string; note: string } => ({
    name,
    kind,
    folder,
    note: path.join(folder, `${name}.note`),
  })
  const start = (name: string): Program => startProgram(holdLock, [name, kind, folder, options(name).note])

  test('is held by one and refused to the next, who is told by whom', async () => {
    const name = newId()
    const first = await acquireLock(options(name))
    expect(first.held).toBe(true)
    const second = await acquireLock(options(name))
    const since = first.held === true ? first.lock.since : 0
    expect(second).toEqual({ held: false, holder: { pid: process.pid, host: os.hostname(), state: 'running', since } })
    if (first.held === true) await first.lock.release()
    const third = await acquireLock(options(name))
    expect(third.held).toBe(true)
    if (third.held === true) await third.lock.release()
    expect(await lookAtLock(options(name))).toBeNull()
  })

  test('goes to exactly one of those who race for it', async () => {
    const name = newId()
    // A holder that was killed leaves its socket file behind, and each of them finds it.
    const dead = start(name)
    await dead.line()
    dead.child.kill('SIGKILL')
    await dead.ended
    const programs = Array.from({ length: 6 }, () => start(name))
    const said = await Promise.all(
      programs.map(async (it) => JSON.parse(await it.line()) as { held: boolean; holder: { pid: number } }),
    )
    expect(said.filter((it) => it.held)).toHaveLength(1)
    const winner = programs[said.findIndex((it) => it.held)]!
    for (const it of said.filter((other) => !other.held)) expect(it.holder.pid).toBe(winner.pid)
    for (const it of programs) it.say('enough')
    await Promise.all(programs.map((it) => it.ended))
  })

  test('stays held while its holder is stopped, and says so; free at once when the holder is killed', async () => {
    const name = newId()
    const holder = start(name)
    expect(JSON.parse(await holder.line())).toEqual({ held: true })
    holder.child.kill('SIGSTOP')
    await until(() => processFacts(holder.pid)?.state === 'stopped')
    const refused = await acquireLock(options(name))
    expect(refused).toMatchObject({
      held: false,
      holder: { pid: holder.pid, state: 'stopped', since: expect.any(Number) },
    })
    holder.child.kill('SIGKILL')
    await holder.ended
    const taken = await acquireLock(options(name))
    expect(taken.held).toBe(true)
    if (taken.held === true) await taken.lock.release()
  })

  test('is a door bell: ringing wakes the holder, asking does not', async () => {
    const name = newId()
    const holder = start(name)
    await holder.line()
    expect(await lookAtLock(options(name))).toMatchObject({ pid: holder.pid })
    expect(await wakeHolder(options(name))).toMatchObject({ pid: holder.pid, state: 'running' })
    expect(await holder.line()).toBe('woken')
    holder.say('enough')
    await holder.ended
    expect(await wakeHolder(options(name))).toBeNull()
  })
})

describe('the lock with a file, of a holder whose socket is not seen', () => {
  /** Another name stands for another container: the folder is the same, and each has sockets of its own. */
  const place = (): { note: string; file: string; folder: string } => {
    const name = newId()
    return { note: path.join(folder, `${name}.note`), file: path.join(folder, `${name}.lock`), folder }
  }
  const start = ({ note, file }: { note: string; file: string }): Program =>
    startProgram(holdLock, [newId(), kinds[0], folder, note, file])

  test('is refused to the next, who is told by whom; looking disturbs nobody', async () => {
    const of = place()
    const other = { ...of, name: newId() }
    expect(await lookAtLock(other)).toBeNull()
    const holder = start(of)
    expect(JSON.parse(await holder.line())).toEqual({ held: true })
    const told = { pid: holder.pid, host: os.hostname(), state: 'unknown', since: expect.any(Number) }
    expect(await lookAtLock(other)).toEqual(told)
    expect(await acquireLock(other)).toEqual({ held: false, holder: told })
    // Whoever was refused has left nothing: neither a socket nor a note.
    expect(await lookAtLock({ ...other, file: path.join(folder, 'none') })).toBeNull()
    expect(JSON.parse(readFileSync(of.note, 'utf8'))).toMatchObject({ pid: holder.pid })
    holder.say('enough')
    await holder.ended
    expect(await lookAtLock(other)).toBeNull()
  })

  test('stays held while its holder is stopped; free at once when the holder is killed', async () => {
    const of = place()
    const holder = start(of)
    await holder.line()
    holder.child.kill('SIGSTOP')
    expect(await acquireLock({ ...of, name: newId() })).toMatchObject({ held: false, holder: { pid: holder.pid } })
    holder.child.kill('SIGKILL')
    await holder.ended
    const taken = await acquireLock({ ...of, name: newId() })
    expect(taken.held).toBe(true)
    if (taken.held === true) await taken.lock.release()
    expect(await lookAtLock({ ...of, name: newId() })).toBeNull()
  })

  test('the process numbers of another host mean nobody here', async () => {
    const of = place()
    const holder = start(of)
    await holder.line()
    writeFileSync(of.note, '{"pid":1,"host":"another-host","since":5}\n')
    expect(await lookAtLock({ ...of, name: newId() })).toEqual({
      pid: null,
      host: 'another-host',
      state: 'unknown',
      since: 5,
    })
    holder.say('enough')
    await holder.ended
  })

  test('where a file cannot be locked, the socket alone counts', async () => {
    const taken = await acquireLock({ name: newId(), file: path.join(folder, 'missing', 'lock') })
    expect(taken.held).toBe(true)
    if (taken.held === true) await taken.lock.release()
  })
})

describe.skipIf(process.platform === 'win32')('a guest of the lock', () => {
  /** What the holder answers to a line of so many signs, its end included. */
  async function answerTo(signs: number): Promise<string> {
    const own = mkdtempSync(path.join(folder, 'g'))
    const taken = await acquireLock({ name: newId(), kind: 'file', folder: own })
    if (taken.held !== true) throw new Error(JSON.stringify(taken))
    const socket = readdirSync(own).find((it) => it.endsWith('.sock')) ?? ''
    let answer = ''
    await new Promise<void>((resolve) => {
      const guest = net.connect(path.join(own, socket), () => guest.write(`${'x'.repeat(signs - 1)}\n`))
      guest.setEncoding('utf8').on('data', (text: string) => (answer += text))
      // Shown out in the middle of a word, it is told of a broken connection.
      guest.on('error', () => undefined).once('close', () => resolve())
    })
    await taken.lock.release()
    return answer
  }

  test('is answered one line, and shown out without an answer where that is too long', async () => {
    expect(JSON.parse(await answerTo(1024))).toMatchObject({ pid: process.pid })
    expect(await answerTo(1025)).toBe('')
  })
})

test.runIf(process.platform === 'linux')(
  'the name fills all the room there is, so that every version of Node means the same',
  async () => {
    const taken = await acquireLock({ name: newId() })
    const names = readFileSync('/proc/net/unix', 'latin1')
      .split('\n')
      .filter((it) => it.includes('@millwright-'))
    expect(names.filter((it) => it.slice(it.indexOf('@')).length !== 108 || it.endsWith('@'))).toEqual([])
    expect(names).not.toEqual([])
    if (taken.held === true) await taken.lock.release()
  },
)

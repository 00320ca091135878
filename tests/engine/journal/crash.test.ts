import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openJournal, type Journal } from '../../../src/engine/journal/journal.ts'
import { compile, startProgram } from '../../system/programs/compile.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(dir: string): Journal {
  const opened = openJournal({ dir, planId: 'plan', create: false })
  if (opened.is !== 'open') throw new Error(JSON.stringify(opened))
  return opened.journal
}

describe('kill -9 of a process that appends', () => {
  let appendLoop = ''
  beforeAll(async () => {
    appendLoop = await compile(path.join(import.meta.dirname, 'programs', 'append-loop.ts'), folder)
  })

  test('loses no acknowledged event, and the chain stays whole, again and again on one journal', async () => {
    const dir = path.join(folder, 'killed')
    let before = 0
    for (const lines of [1, 3, 8, 20, 55]) {
      const program = startProgram(appendLoop, [dir, 'plan'])
      let acknowledged = 0
      for (let count = 0; count < lines; count += 1) acknowledged = Number(await program.line())
      program.child.kill('SIGKILL')
      // What it still said before the signal arrived was acknowledged as well.
      for (;;) {
        const more = await program.line().catch(() => null)
        if (more === null) break
        acknowledged = Number(more)
      }
      const journal = open(dir)
      const read = journal.read<{ number: number }>()
      expect(read.is).toBe('read')
      expect(read.events.length).toBeGreaterThanOrEqual(acknowledged)
      expect(read.events.length - acknowledged).toBeLessThanOrEqual(3)
      expect(acknowledged).toBeGreaterThan(before)
      // Whole appends only, each with the content it was given.
      expect(read.events.length % 3).toBe(0)
      expect(read.events.every((it) => it.body.number === it.seq - (it.seq % 3))).toBe(true)
      expect(journal.verify().is).toBe('intact')
      journal.close()
      before = acknowledged
    }
  })
})

/** A small random generator with a seed, so that a failure can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const choices = [
  ['copy', 'journal.db'],
  ['copy', 'journal.db-wal'],
  ['settled', 'journal.db'],
] as const

interface Chosen {
  readonly base: string
  readonly file: string
  readonly bytes: Buffer
}

describe('a damaged journal', () => {
  const source = path.join(folder, 'whole')
  let hashes: string[] = []
  const files = ['journal.db', 'journal.db-wal'] as const

  beforeAll(() => {
    const opened = openJournal({ dir: source, planId: 'plan', create: true })
    if (opened.is !== 'open') throw new Error(JSON.stringify(opened))
    const { journal } = opened
    const begun = journal.beginEpoch()
    const epoch = begun.is === 'begun' ? begun.epoch : 0
    for (let next = 0; next < 60; next += 2) {
      const event = {
        type: 'finding',
        at: next,
        subject: null,
        planRevision: 'r',
        body: { text: 'x'.repeat(200), next },
      }
      journal.append({ run: 'r', expectedSeq: next, epoch, events: [event, event] })
    }
    hashes = journal.read().events.map((it) => it.hash)
    // Copied while it is open, so that the copy has a log with the last appends, as after a kill.
    const copy = path.join(folder, 'copy')
    mkdirSync(copy)
    for (const it of files) copyFileSync(path.join(source, it), path.join(copy, it))
    // And once more when all events lie in the database file itself.
    const native = createRequire(import.meta.url)('libsql') as new (file: string) => {
      exec(sql: string): void
      close(): void
    }
    const database = new native(path.join(source, 'journal.db'))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    journal.close()
    const settled = path.join(folder, 'settled')
    mkdirSync(settled)
    copyFileSync(path.join(source, 'journal.db'), path.join(settled, 'journal.db'))
  })

  /** Whatever was done to the files: what is read is a beginning of what was written, or nothing with a reason. */
  function expectNothingInvented(dir: string, what: string): 'whole' | 'part' | 'refused' {
    const opened = openJournal({ dir, planId: 'plan', create: false })
    if (opened.is !== 'open') {
      expect(opened.is, what).toBe('refused')
      return 'refused'
    }
    const read = opened.journal.read()
    const verified = opened.journal.verify()
    opened.journal.close()
    expect(
      read.events.map((it) => it.hash),
      what,
    ).toEqual(hashes.slice(0, read.events.length))
    // verify may find more (a damaged page without events), and never less.
    if (read.is === 'damaged') expect(verified.is, what).toBe('damaged')
    return read.events.length === hashes.length ? 'whole' : 'part'
  }

  /** One of the files, chosen by the dice: of the copy with a log, or of the settled one. */
  function choose(roll: (sides: number) => number): Chosen {
    const [base, file] = choices[roll(choices.length)] ?? choices[0]
    return { base, file, bytes: readFileSync(path.join(folder, base, file)) }
  }

  function damage(
    name: string,
    { base, file }: Pick<Chosen, 'base' | 'file'>,
    bytes: Uint8Array,
  ): 'whole' | 'part' | 'refused' {
    const dir = path.join(folder, 'damaged')
    rmSync(dir, { recursive: true, force: true })
    cpSync(path.join(folder, base), dir, { recursive: true })
    writeFileSync(path.join(dir, file), bytes)
    return expectNothingInvented(dir, `${base}/${file} ${name}`)
  }

  test.each(choices)('is read whole when nothing was done to it (%s, %s)', (base, file) => {
    expect(damage('nothing', { base, file }, readFileSync(path.join(folder, base, file)))).toBe('whole')
  })

  const seed = 20_261_121
  test(`with a bit turned never shows an event that was not written (seed ${seed})`, () => {
    const roll = dice(seed)
    const ends = new Set<string>()
    for (let count = 0; count < 400; count += 1) {
      const chosen = choose(roll)
      const [at, bit] = [roll(chosen.bytes.length), roll(8)]
      chosen.bytes[at] = (chosen.bytes[at] ?? 0) ^ (1 << bit)
      ends.add(damage(`bit ${bit} of byte ${at}`, chosen, chosen.bytes))
    }
    // The sample has to have met something.
    expect(ends).toContain('part')
  })

  test(`cut off anywhere never shows an event that was not written (seed ${seed})`, () => {
    const roll = dice(seed + 1)
    for (let count = 0; count < 200; count += 1) {
      const chosen = choose(roll)
      const length = roll(chosen.bytes.length)
      damage(`cut to ${length}`, chosen, chosen.bytes.subarray(0, length))
    }
  })

  test(`with a block zeroed or copied over another never shows an event that was not written (seed ${seed})`, () => {
    const roll = dice(seed + 2)
    for (let count = 0; count < 200; count += 1) {
      const chosen = choose(roll)
      const { bytes } = chosen
      const [to, from, size] = [roll(bytes.length), roll(bytes.length), 1 + roll(4096)]
      if (count % 2 === 0) bytes.subarray(to, to + size).fill(0)
      else bytes.copyWithin(to, from, from + size)
      damage(`${size} bytes at ${to} from ${from}`, chosen, bytes)
    }
  })
})

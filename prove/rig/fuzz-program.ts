/**
 * Gives one reader many inputs: `fuzz-program.ts JOB`, in a process of its own, because a reader that never comes back is
 * one of the things that are looked for. Lines on standard output are JSON: how far it is, and each input that failed.
 */

import { writeSync } from 'node:fs'
import { randomFrom } from '../../tests/rig/random.ts'
import { mutated, shrunk } from './mutate.ts'
import { readers } from './readers.ts'

export interface FuzzJob {
  readonly reader: string
  readonly seed: number
  readonly from: number
  readonly count: number
  /** Whether the growth of the work is looked at too. */
  readonly growth: boolean
}

export type FuzzLine =
  | { readonly is: 'at'; readonly input: number }
  | { readonly is: 'failed'; readonly input: number | string; readonly text: string; readonly bytes: string }
  | { readonly is: 'end'; readonly slowestMs: number; readonly bytes: number }

const job = JSON.parse(process.argv[2] ?? '{}') as FuzzJob
const found = readers.find(({ name }) => name === job.reader)
if (found === undefined) throw new Error(`no reader is called ${job.reader}`)
const reader = found
const seeds = reader.seeds()
const pieces = reader.pieces.map((it) => new TextEncoder().encode(it))

// Whoever writes into what all objects share fails here (S14).
Object.freeze(Object.prototype)

/** P17: 50 ms of work for 64 KiB; the rest is room for a machine that is busy. */
const limitMs = (size: number): number => 300 + (4 * 50 * size) / (64 * 1024)

/** What is over the limit is done again as often: what is compiled or collected meanwhile is no work of the reader. */
const looks = 3

let slowestMs = 0

/** @returns what is wrong with how an input was read, or null */
async function wrongWith(bytes: Uint8Array): Promise<string | null> {
  let ms = Infinity
  for (let look = 0; look < looks && ms > limitMs(bytes.length); look += 1) {
    const before = process.cpuUsage()
    try {
      await reader.read(bytes)
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join('\n') : String(error)
    }
    const { user, system } = process.cpuUsage(before)
    ms = Math.min(ms, (user + system) / 1000)
  }
  slowestMs = Math.max(slowestMs, ms)
  return ms > limitMs(bytes.length) ? `${ms.toFixed(0)} ms of work for ${bytes.length} bytes` : null
}

function say(line: FuzzLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

for (const seed of job.from === 0 ? seeds : []) {
  const wrong = await wrongWith(seed)
  if (wrong !== null) say({ is: 'failed', input: 'seed', text: wrong, bytes: Buffer.from(seed).toString('base64') })
}
let sum = 0
slowestMs = 0
for (let input = job.from; input < job.from + job.count; input += 1) {
  if (input % 200 === 0) say({ is: 'at', input })
  const bytes = mutated(seeds, pieces, randomFrom(job.seed * 1_000_003 + input))
  sum += bytes.length
  const wrong = await wrongWith(bytes)
  if (wrong === null) continue
  const small = await shrunk(bytes, async (it) => (await wrongWith(it)) !== null)
  const told = (await wrongWith(small)) ?? wrong
  say({ is: 'failed', input, text: told, bytes: Buffer.from(small).toString('base64') })
}
if (job.growth) for (const unit of reader.units ?? []) await growth(unit)
say({ is: 'end', slowestMs, bytes: sum })

/** Four times the text may take a little over four times the work (S13), never sixteen times. */
async function growth(unit: string): Promise<void> {
  const work = async (size: number): Promise<number> => {
    const [repeated = '', after = ''] = unit.split('…')
    const bytes = new TextEncoder().encode(repeated.repeat(Math.ceil(size / repeated.length)) + after)
    let best = Infinity
    for (let turn = 0; turn < 3; turn += 1) {
      const before = process.cpuUsage()
      await reader.read(bytes)
      const { user, system } = process.cpuUsage(before)
      best = Math.min(best, (user + system) / 1000)
    }
    return best
  }
  say({ is: 'at', input: job.from + job.count })
  try {
    const [small, large] = [await work(8 * 1024), await work(32 * 1024)]
    if (large <= 8 * small + 60) return
    const text = `${small.toFixed(0)} ms of work for 8 KiB of ${JSON.stringify(unit)}, ${large.toFixed(0)} ms for 32 KiB`
    say({ is: 'failed', input: 'growth', text, bytes: Buffer.from(unit).toString('base64') })
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say({ is: 'failed', input: 'growth', text, bytes: Buffer.from(unit).toString('base64') })
  }
}

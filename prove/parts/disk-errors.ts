/** A disk that is full, broken, read-only or over quota, at each call that writes: once, and from then on. */

import path from 'node:path'
import { randomFrom } from '../../tests/rig/random.ts'
import type { Part, PartFailure, Size } from '../part.ts'
import { inPool, sampleOf } from '../rig/pool.ts'
import { callsOfRun, hasMetDisk, injecting, isOfDisk, straceMissing, type SystemCall } from '../rig/strace.ts'
import {
  goOn,
  goTo,
  inTime,
  judge,
  legs,
  lookAt,
  makeGround,
  saysWhatToDo,
  undisturbed,
  wordsOf,
} from '../rig/twelve.ts'

const counts: Readonly<Record<Size, number>> = { small: 6, usual: 80, full: Infinity }

const writing = [
  'write',
  'pwrite64',
  'fsync',
  'fdatasync',
  'rename',
  'link',
  'mkdir',
  'ftruncate',
  'copy_file_range',
  'openat',
  'symlink',
] as const
const errors = ['ENOSPC', 'EIO', 'EROFS', 'EDQUOT'] as const

interface Point extends SystemCall {
  readonly error: string
  /** From then on, and not only once. */
  readonly stays: boolean
}

export const diskErrors: Part = {
  name: 'disk-errors',
  letter: 'b',
  title: 'a write, flush, rename or new name fails (ENOSPC, EIO, EROFS, EDQUOT)',
  promises: ['P9'],
  async run({ size, seed, point, workers, scratch, progress }) {
    const missing = straceMissing()
    if (missing !== null) return { is: 'skipped', missing }
    const expected = await undisturbed()
    const counted = makeGround()
    const found = await callsOfRun(counted, writing, path.join(scratch, 'trace'), isOfDisk)
    counted.repository.remove()
    const all = found.flatMap((it) =>
      errors.flatMap((error) => staysOf(it.name).map((stays): Point => ({ ...it, error, stays }))),
    )
    const chosen = point === null ? sampleOf(all, counts[size], randomFrom(seed)) : [pointOf(point)]
    const failures: PartFailure[] = []
    let done = 0
    await inPool(chosen, workers, async (it) => {
      const wrong = await failingAt(it, expected, path.join(scratch, `trace-${nameOf(it)}`))
      if (wrong !== null) failures.push({ point: nameOf(it), text: `${nameOf(it)}: ${wrong}` })
      progress((done += 1), chosen.length, `points, ${failures.length} failed`)
    })
    return { is: 'ran', points: chosen.length, failures, figures: [['points in all', all.length]] }
  },
}

/** Not each `write` is to a file: Node itself wakes its threads with it, and ends at once where that fails for ever. */
function staysOf(call: string): readonly boolean[] {
  return call === 'write' ? [false] : [false, true]
}

function nameOf({ leg, name, at, error, stays }: Point): string {
  return `${leg}.${name}:${at}${stays ? '+' : ''}:${error}`
}

function pointOf(text: string): Point {
  const [, word, name = '', at, plus, error = ''] = /^(\w+)\.(\w+):(\d+)(\+?):(\w+)$/.exec(text) ?? []
  const leg = legs.find((it) => it === word)
  if (leg === undefined) throw new Error(`${text} is no point: ${legs.join(', ')} before a dot, then CALL:N:ERROR`)
  return { leg, name, at: Number(at), error, stays: plus === '+' }
}

async function failingAt(
  { leg, name, at, error, stays }: Point,
  expected: Awaited<ReturnType<typeof undisturbed>>,
  trace: string,
): Promise<string | null> {
  const ground = makeGround()
  const { repository } = ground
  try {
    await goTo(ground, leg)
    const by = injecting(name, `error=${error}:when=${at}${stays ? '+' : ''}`, trace)
    const ended = await inTime(repository.startUnder(by, wordsOf(ground, leg)))
    if (!hasMetDisk(trace)) return null
    if (ended === null) return 'the run hangs'
    // Where Node ends itself, because a thread cannot be woken, that is a kill as good as any.
    const isOurs = ended.signal === null && ended.code !== 134
    if (!isOurs && name !== 'write') return `the run was ended by ${ended.signal ?? ended.code}`
    const unclear = isOurs ? saysWhatToDo(ended) : null
    if (unclear !== null) return unclear
    const said = `${ended.out}${ended.err}`
    const before = lookAt(repository)
    const again = await goOn(ground)
    if (again === null) return 'the run that goes on hangs'
    if (again.code !== 1)
      return `going on ended with ${again.code}:\n${again.err}${again.out}\nand before with ${ended.code}:\n${said}`
    const wrong = await judge(ground, expected, [before])
    return wrong.length === 0 ? null : `${wrong.join('\n')}\nthe failing run ended with ${ended.code}:\n${said}`
  } finally {
    repository.remove()
  }
}

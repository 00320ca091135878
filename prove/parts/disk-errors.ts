/** A disk that is full, broken, read-only or over quota, at each call that writes: once, and from then on. */

import path from 'node:path'
import { told } from '../../tests/e2e/kill/ended-run.ts'
import { randomFrom } from '../../tests/rig/random.ts'
import { NoSuchPoint, type Part, type PartFailure, type Size } from '../part.ts'
import { inPool, sampleOf } from '../rig/pool.ts'
import { callsOfRun, hasMetDisk, injecting, isOfDisk, straceMissing, type SystemCall } from '../rig/strace.ts'
import { mountMissing, putOnSmallDisk } from '../rig/small-disk.ts'
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
  type Ground,
} from '../rig/twelve.ts'

const counts: Readonly<Record<Size, number>> = { small: 6, usual: 24, full: Infinity }
/** The same while a run recovers that was killed. */
const recovering: Readonly<Record<Size, number>> = { small: 1, usual: 8, full: 2_000 }
/** How much is free on a disk that fills up, in as many steps from nothing to what a run needs. */
const levels: Readonly<Record<Size, number>> = { small: 2, usual: 4, full: 64 }

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
  /** In the run that goes on after a kill. */
  readonly recovers?: true
}

export const diskErrors: Part = {
  name: 'disk-errors',
  letter: 'b',
  title:
    'a write, flush, rename or new name fails (ENOSPC, EIO, EROFS, EDQUOT), also in a run that recovers; a disk fills up',
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
    const random = randomFrom(seed)
    const none = point?.startsWith(levelWord) === true ? [] : null
    const chosen =
      none ??
      (point === null
        ? [
            ...sampleOf(all, counts[size], random),
            ...sampleOf(all.filter(isEarly), recovering[size], random).map((it): Point => ({ ...it, recovers: true })),
          ]
        : [pointOf(point)])
    const unmounted = mountMissing(scratch)
    const fills =
      unmounted !== null || (point !== null && none === null)
        ? []
        : Array.from({ length: levels[size] }, (_, at) => (at + 0.5) / levels[size]).filter(
            (it) => point === null || levelName(it) === point,
          )
    const failures: PartFailure[] = []
    let done = 0
    let met = 0
    const tell = (name: string, { isMet, wrong }: Told): void => {
      if (isMet) met += 1
      if (wrong !== null) failures.push({ point: name, text: `${name}: ${wrong}` })
      progress((done += 1), chosen.length + fills.length, `points, ${failures.length} failed`)
    }
    await inPool(chosen, workers, async (it) =>
      tell(nameOf(it), await failingAt(it, expected, path.join(scratch, `trace-${nameOf(it)}`))),
    )
    const needed = fills.length === 0 ? 0 : await needOf()
    await inPool(fills, workers, async (it) => tell(levelName(it), await fillingUp(it * needed, expected)))
    const figures = [
      ['points in all', all.length],
      ['faults that were met', met],
      ['levels of a disk that fills up', unmounted ?? fills.length],
    ] as const
    return { is: 'ran', points: chosen.length + fills.length, failures, figures }
  },
}

interface Told {
  /** Whether the fault came to pass. */
  readonly isMet: boolean
  readonly wrong: string | null
}

/** What a run that recovers reaches for sure: it is shorter. */
function isEarly({ leg, at }: Point): boolean {
  return leg === 'run' && at <= 60
}

const levelWord = 'free:'

function levelName(share: number): string {
  return `${levelWord}${share}`
}

/** Not each `write` is to a file: Node itself wakes its threads with it, and ends at once where that fails for ever. */
function staysOf(call: string): readonly boolean[] {
  return call === 'write' ? [false] : [false, true]
}

function nameOf({ leg, name, at, error, stays, recovers }: Point): string {
  return `${recovers ? recoveryWord : ''}${leg}.${name}:${at}${stays ? '+' : ''}:${error}`
}

const recoveryWord = 'recovery-'

function pointOf(text: string): Point {
  const [, before, word, name = '', at, plus, error = ''] =
    /^(recovery-)?(\w+)\.(\w+):(\d+)(\+?):(\w+)$/.exec(text) ?? []
  const leg = legs.find((it) => it === word)
  if (leg === undefined) throw new NoSuchPoint(text, `they are called ${legs.join(', ')}, then .CALL:N:ERROR`)
  return { leg, name, at: Number(at), error, stays: plus === '+', ...(before === undefined ? {} : { recovers: true }) }
}

async function failingAt(
  { leg, name, at, error, stays, recovers }: Point,
  expected: Awaited<ReturnType<typeof undisturbed>>,
  trace: string,
): Promise<Told> {
  const ground = makeGround()
  const { repository } = ground
  const met = (wrong: string | null): Told => ({ isMet: true, wrong })
  try {
    if (recovers) await killInTheMiddle(ground)
    else await goTo(ground, leg)
    const words = recovers ? wordsOf(ground, 'resume') : wordsOf(ground, leg)
    const by = injecting(name, `error=${error}:when=${at}${stays ? '+' : ''}`, trace)
    const ended = await inTime(repository.startUnder(by, words))
    if (!hasMetDisk(trace)) return { isMet: false, wrong: null }
    if (ended === null) return met('the run hangs')
    // Where Node ends itself, because a thread cannot be woken, that is a kill as good as any.
    const isOurs = ended.signal === null && ended.code !== 134
    if (!isOurs && name !== 'write') return met(`the run was ended by ${ended.signal ?? ended.code}`)
    const unclear = isOurs ? saysWhatToDo(ended) : null
    if (unclear !== null) return met(unclear)
    const said = `${ended.out}${ended.err}`
    const before = lookAt(repository)
    const again = await goOn(ground)
    if (again === null) return met('the run that goes on hangs')
    if (again.code !== 1)
      return met(
        `going on ended with ${again.code}:\n${again.err}${again.out}\nand before with ${ended.code}:\n${said}`,
      )
    const wrong = await judge(ground, expected, [before])
    return met(wrong.length === 0 ? null : `${wrong.join('\n')}\nthe failing run ended with ${ended.code}:\n${said}`)
  } finally {
    repository.remove()
  }
}

/** A run that is killed while agents, gates and merges are behind it and before it. */
async function killInTheMiddle(ground: Ground): Promise<void> {
  const running = ground.repository.start(...wordsOf(ground, 'run'), '--jsonl')
  await told(running, 60)
  running.child.kill('SIGKILL')
  await running.ended
}

/** How many bytes an undisturbed run adds to the disk on which the repository lies. */
async function needOf(): Promise<number> {
  const ground = makeGround()
  const disk = putOnSmallDisk(ground.repository)
  try {
    const before = disk.used()
    await ground.repository.start(...wordsOf(ground, 'run')).ended
    return disk.used() - before
  } finally {
    disk.remove()
    ground.repository.remove()
  }
}

/** A run on a disk that fills up, and one that goes on when there is room again. */
async function fillingUp(free: number, expected: Awaited<ReturnType<typeof undisturbed>>): Promise<Told> {
  const ground = makeGround()
  const { repository } = ground
  const disk = putOnSmallDisk(repository)
  try {
    disk.leave(Math.ceil(free))
    const ended = await inTime(repository.start(...wordsOf(ground, 'run')))
    if (ended === null) return { isMet: true, wrong: 'the run hangs' }
    const said = `${ended.out}${ended.err}`
    const met = (wrong: string | null): Told => ({ isMet: /free (?:some )?space/.test(said), wrong })
    const unclear = saysWhatToDo(ended)
    if (unclear !== null) return met(unclear)
    disk.leave('plenty')
    const before = lookAt(repository)
    const again = await goOn(ground)
    if (again === null) return met('the run that goes on hangs')
    if (again.code !== 1)
      return met(
        `going on ended with ${again.code}:\n${again.err}${again.out}\nand before with ${ended.code}:\n${said}`,
      )
    const wrong = await judge(ground, expected, [before])
    return met(wrong.length === 0 ? null : `${wrong.join('\n')}\nthe full disk ended it with ${ended.code}:\n${said}`)
  } finally {
    disk.remove()
    repository.remove()
  }
}

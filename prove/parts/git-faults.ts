/** Git itself is killed, alone and with the executor, or meets a full or broken disk, at each call by which it acts on the disk. */

import { randomFrom } from '../../tests/rig/random.ts'
import { NoSuchPoint, type Part, type PartFailure, type Size } from '../part.ts'
import { gitFault, gitPointsOf, type GitPoint } from '../rig/git-shim.ts'
import { inPool, sampleOf } from '../rig/pool.ts'
import { straceMissing } from '../rig/strace.ts'
import { goOn, inTime, judge, lookAt, makeGround, saysWhatToDo, undisturbed } from '../rig/twelve.ts'

const counts: Readonly<Record<Size, number>> = { small: 4, usual: 12, full: Infinity }

/** What befalls it: two kills and the errors of a disk. */
const faults = ['killed', 'killed-with-executor', 'ENOSPC', 'EIO', 'EROFS', 'EDQUOT'] as const

type Fault = (typeof faults)[number]

interface Point extends GitPoint {
  readonly fault: Fault
}

export const gitFaults: Part = {
  name: 'git-faults',
  letter: 'j',
  title: 'git is killed, alone and with the executor, or the disk fails under it',
  promises: ['P1', 'P3', 'P9'],
  async run({ size, seed, point, workers, progress }) {
    const missing = straceMissing()
    if (missing !== null) return { is: 'skipped', missing }
    const expected = await undisturbed()
    const counted = makeGround()
    const found = await gitPointsOf(counted)
    counted.repository.remove()
    if (found.length === 0) throw new Error('no call of git was seen')
    const all = found.flatMap((it) => faults.map((fault): Point => ({ ...it, fault })))
    const chosen = point === null ? sampleOf(all, counts[size], randomFrom(seed)) : [pointOf(point)]
    const failures: PartFailure[] = []
    let done = 0
    let met = 0
    await inPool(chosen, workers, async (it) => {
      const { isMet, wrong } = await faultAt(it, expected)
      if (isMet) met += 1
      if (wrong !== null) failures.push({ point: nameOf(it), text: `${nameOf(it)}: ${wrong}` })
      progress((done += 1), chosen.length, `points, ${failures.length} failed`)
    })
    const figures = [
      ['points in all', all.length],
      ['faults that met a call', met],
    ] as const
    return { is: 'ran', points: chosen.length, failures, figures }
  },
}

function nameOf({ git, call, at, fault }: Point): string {
  return `${git}:${call}:${at}:${fault}`
}

function pointOf(name: string): Point {
  const [git = '', call = '', at = '', word = ''] = name.split(':')
  const fault = faults.find((it) => it === word)
  if (fault === undefined || !/^\d+$/.test(git) || !/^\d+$/.test(at))
    throw new NoSuchPoint(name, `they are called GIT:CALL:N:FAULT, with ${faults.join(', ')} as faults`)
  return { git: Number(git), call, at: Number(at), fault }
}

async function faultAt(
  point: Point,
  expected: Awaited<ReturnType<typeof undisturbed>>,
): Promise<{ readonly isMet: boolean; readonly wrong: string | null }> {
  const ground = makeGround()
  const { repository, words } = ground
  try {
    const isKill = point.fault.startsWith('killed')
    const fault = isKill ? 'signal=KILL' : `error=${point.fault}`
    const shim = gitFault(ground, point, `${fault}:when=${point.at}`, point.fault === 'killed-with-executor')
    const running = repository.startUnder([], words, shim.env)
    shim.setExecutor(running.child.pid)
    const ended = await inTime(running)
    const isMet = shim.wasMet()
    const tell = (wrong: string | null): { readonly isMet: boolean; readonly wrong: string | null } => ({
      isMet,
      wrong,
    })
    if (ended === null) return tell('the run hangs')
    const said = `${ended.out}${ended.err}`
    const unclear = ended.signal === null ? saysWhatToDo(ended) : null
    if (unclear !== null) return tell(unclear)
    const before = lookAt(repository)
    const again = await goOn(ground)
    if (again === null) return tell('the run that goes on hangs')
    if (again.code !== 1)
      return tell(
        `going on ended with ${again.code}:\n${again.err}${again.out}\nand before with ${ended.code}:\n${said}`,
      )
    const wrong = await judge(ground, expected, [before])
    return tell(wrong.length === 0 ? null : `${wrong.join('\n')}\nthe run ended with ${ended.code}:\n${said}`)
  } finally {
    repository.remove()
  }
}

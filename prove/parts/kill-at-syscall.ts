/** Kill -9 at every system call of a run that acts on anything, one name at a time; then the run is gone on with. */

import path from 'node:path'
import { randomFrom } from '../../tests/rig/random.ts'
import { NoSuchPoint, type Part, type PartFailure, type Size } from '../part.ts'
import { inPool, sampleOf } from '../rig/pool.ts'
import { actingCalls, callsOfRun, injecting, isSeenOutside, straceMissing, type SystemCall } from '../rig/strace.ts'
import { goOn, goTo, inTime, judge, legs, lookAt, makeGround, undisturbed, wordsOf } from '../rig/twelve.ts'

const counts: Readonly<Record<Size, number>> = { small: 6, usual: 24, full: Infinity }

export const killAtSyscall: Part = {
  name: 'kill-at-syscall',
  letter: 'a',
  title: 'the executor is killed at a system call',
  promises: ['P1', 'P3', 'P4', 'P7'],
  async run({ size, seed, point, workers, scratch, progress }) {
    const missing = straceMissing()
    if (missing !== null) return { is: 'skipped', missing }
    const expected = await undisturbed()
    const counted = makeGround()
    const all = await callsOfRun(counted, actingCalls, path.join(scratch, 'trace'), isSeenOutside)
    counted.repository.remove()
    const chosen = point === null ? sampleOf(all, counts[size], randomFrom(seed)) : [pointOf(point)]
    const failures: PartFailure[] = []
    let done = 0
    let reached = 0
    await inPool(chosen, workers, async (it) => {
      const { isReached, wrong } = await killedAt(it, expected)
      if (isReached) reached += 1
      if (wrong !== null) failures.push({ point: nameOf(it), text: `killed at ${nameOf(it)}: ${wrong}` })
      progress((done += 1), chosen.length, `points, ${failures.length} failed`)
    })
    const figures = [
      [`calls in a run`, all.length],
      [`kills`, reached],
    ] as const
    return { is: 'ran', points: chosen.length, failures, figures }
  },
}

function nameOf({ leg, name, at }: SystemCall): string {
  return `${leg}.${name}:${at}`
}

function pointOf(text: string): SystemCall {
  const [, word, name = '', at] = /^(\w+)\.(\w+):(\d+)$/.exec(text) ?? []
  const leg = legs.find((it) => it === word)
  if (leg === undefined) throw new NoSuchPoint(text, `they are called ${legs.join(', ')}, then .CALL:N`)
  return { leg, name, at: Number(at) }
}

async function killedAt(
  { leg, name, at }: SystemCall,
  expected: Awaited<ReturnType<typeof undisturbed>>,
): Promise<{ readonly isReached: boolean; readonly wrong: string | null }> {
  const ground = makeGround()
  const { repository } = ground
  try {
    await goTo(ground, leg)
    const by = injecting(name, `signal=KILL:when=${at}`, '/dev/null')
    const killed = await inTime(repository.startUnder(by, wordsOf(ground, leg)))
    if (killed === null) return { isReached: false, wrong: 'the run hangs' }
    const isReached = killed.signal !== null || killed.code === 137
    const before = lookAt(repository)
    const ended = await goOn(ground)
    if (ended === null) return { isReached, wrong: 'the run that goes on hangs' }
    if (ended.code !== 1) return { isReached, wrong: `going on ended with ${ended.code}:\n${ended.err}${ended.out}` }
    const wrong = await judge(ground, expected, [before])
    return { isReached, wrong: wrong.length === 0 ? null : wrong.join('\n') }
  } finally {
    repository.remove()
  }
}

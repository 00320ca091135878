/** Kill -9 at random moments of the real program, again while it recovers, one task at a time; four at once are (k). */

import { linesOf, told } from '../../tests/e2e/kill/ended-run.ts'
import { killWithSupervisor, supervisorOf } from '../../tests/e2e/kill/supervisor-of.ts'
import { randomFrom, type Random } from '../../tests/rig/random.ts'
import { numberedPoint, type Part, type PartFailure, type Size } from '../part.ts'
import { inPool } from '../rig/pool.ts'
import { approve, goOn, judge, lookAt, makeGround, undisturbed, type Before } from '../rig/twelve.ts'
import { agentAtWork, notPutBack } from '../rig/work-log.ts'

/** Kills. */
const counts: Readonly<Record<Size, number>> = { small: 12, usual: 60, full: 50_000 }
const killsOfRun = 6
/** Agents stay so long, so that a kill can come while they are at work. */
const lingerMs = 60

export const randomKill: Part = {
  name: 'random-kill',
  letter: 'c',
  title: 'kill -9 at random moments, also of the run that recovers',
  promises: ['P1', 'P3', 'P4', 'P7'],
  async run({ size, seed, point, workers, progress }) {
    const expected = await undisturbed()
    const runs =
      point === null
        ? Array.from({ length: Math.ceil(counts[size] / killsOfRun) }, (_, at) => at)
        : [numberedPoint(point)]
    const failures: PartFailure[] = []
    let kills = 0
    await inPool(runs, workers, async (run) => {
      const random = randomFrom(seed * 100_003 + run)
      const { killed, wrong } = await killAgain(random, expected)
      kills += killed
      if (wrong !== null) failures.push({ point: String(run), text: `run ${run}, after ${killed} kills: ${wrong}` })
      progress(kills, runs.length * killsOfRun, `kills, ${failures.length} failed`)
    })
    return { is: 'ran', points: kills, failures, figures: [['runs', runs.length]] }
  },
}

async function killAgain(
  random: Random,
  expected: Awaited<ReturnType<typeof undisturbed>>,
): Promise<{ readonly killed: number; readonly wrong: string | null }> {
  // What is done first differs with four at once, and with it the order of the commits: one at a time it is compared whole.
  const ground = makeGround(['--jobs', '1'], { linger: lingerMs, leaves: true })
  const { repository, words } = ground
  const before: Before[] = []
  let killed = 0
  try {
    while (killed < killsOfRun) {
      const journal = repository.journal()
      journal?.close()
      const running = repository.start(...(journal === null ? words : ['resume', 'tasks.md', '--yes']), '--jsonl')
      await told(running, random.below(24))
      // Half of the kills come while an agent has something in its workspace.
      if (random.chance(0.5)) await agentAtWork(repository, running, repository.log().length)
      await new Promise((resolve) => setTimeout(resolve, random.below(lingerMs)))
      // With its supervisor nobody is left who ends what they have started, until the next one begins.
      if (random.chance(0.5) && supervisorOf(running) !== null) await killWithSupervisor(running)
      else running.child.kill('SIGKILL')
      const ended = await running.ended
      if (ended.signal === null && ended.code === 3) await approve(ground)
      else if (ended.signal === null) break
      else killed += 1
      const kept = repository.journal()
      const verified = kept?.verify()
      kept?.close()
      if (verified !== undefined && verified.is !== 'intact')
        return { killed, wrong: `after ${linesOf(ended.out)} events the journal is ${verified.is}` }
      before.push(lookAt(repository))
    }
    const ended = await goOn(ground)
    if (ended === null) return { killed, wrong: 'the run that goes on hangs' }
    if (ended.code !== 1) return { killed, wrong: `going on ended with ${ended.code}:\n${ended.err}${ended.out}` }
    const wrong = [...(await judge(ground, expected, before)), ...notPutBack(repository.log())]
    return { killed, wrong: wrong.length === 0 ? null : wrong.join('\n') }
  } finally {
    repository.remove()
  }
}

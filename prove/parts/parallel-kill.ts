/** Forty tasks, four at once, also where their files overlap, killed twenty times: the same content as one at a time. */

import { told } from '../../tests/e2e/kill/ended-run.ts'
import { randomFrom, type Random } from '../../tests/rig/random.ts'
import type { Part, PartFailure, Size } from '../part.ts'
import { callForty, contentOf, makeForty } from '../rig/forty.ts'
import { lookAt, beginsAgain, inTime, type Before } from '../rig/twelve.ts'

const runs: Readonly<Record<Size, number>> = { small: 1, usual: 3, full: 200 }
/** In a small run fewer tasks and kills, so that it ends soon. */
const killsOf: Readonly<Record<Size, number>> = { small: 4, usual: 20, full: 20 }
const tasksOf: Readonly<Record<Size, number>> = { small: 12, usual: 40, full: 40 }

export const parallelKill: Part = {
  name: 'parallel-kill',
  letter: 'k',
  title: 'forty tasks, four at once, overlapping files, killed again and again',
  promises: ['P1', 'P2', 'P3', 'P4', 'P7'],
  async run({ size, seed, point, progress }) {
    const expected = await oneAtATime(tasksOf[size])
    const failures: PartFailure[] = []
    const chosen = point === null ? Array.from({ length: runs[size] }, (_, at) => at) : [Number(point)]
    let kills = 0
    for (const run of chosen) {
      const { killed, wrong } = await killedRun(randomFrom(seed * 100_003 + run), size, expected)
      kills += killed
      if (wrong !== null) failures.push({ point: String(run), text: `run ${run}, after ${killed} kills: ${wrong}` })
      progress(run + 1, chosen.length, `runs, ${failures.length} failed`)
    }
    return { is: 'ran', points: kills, failures, figures: [['runs', chosen.length]] }
  },
}

async function oneAtATime(tasks: number): Promise<string> {
  const repository = makeForty(tasks)
  try {
    const ended = await repository.call(...callForty(repository, 1))
    if (ended.code !== 0) throw new Error(`the undisturbed run ended with ${ended.code}:\n${ended.err}${ended.out}`)
    return JSON.stringify(contentOf(repository), null, 1)
  } finally {
    repository.remove()
  }
}

async function killedRun(
  random: Random,
  size: Size,
  expected: string,
): Promise<{ readonly killed: number; readonly wrong: string | null }> {
  const repository = makeForty(tasksOf[size])
  const before: Before[] = []
  let killed = 0
  try {
    for (;;) {
      const journal = repository.journal()
      journal?.close()
      const words = journal === null ? callForty(repository, 4) : ['resume', 'tasks.md', '--yes']
      const running = repository.start(...words, '--jsonl')
      if (killed < killsOf[size]) {
        // A task tells a dozen events: so few between two kills leave most of the run to those that come after.
        await told(running, random.below(tasksOf[size]))
        await new Promise((resolve) => setTimeout(resolve, random.below(60)))
        running.child.kill('SIGKILL')
      }
      const ended = await inTime(running)
      if (ended === null) return { killed, wrong: 'the run hangs' }
      if (ended.signal === null) {
        const isOver = ended.code === 2 && ended.err.includes('the last run of this plan has ended')
        if (ended.code !== 0 && !isOver)
          return { killed, wrong: `it ended with ${ended.code}:\n${ended.err}${ended.out}` }
        break
      }
      killed += 1
      const kept = repository.journal()
      const verified = kept?.verify().is ?? 'intact'
      kept?.close()
      if (verified !== 'intact') return { killed, wrong: `after the kill the journal is ${verified}` }
      before.push(lookAt(repository))
    }
    const found = JSON.stringify(contentOf(repository), null, 1)
    const wrong = [
      ...(found === expected ? [] : [`expected ${expected}\nfound ${found}`]),
      ...beginsAgain(repository, before),
    ]
    return { killed, wrong: wrong.length === 0 ? null : wrong.join('\n') }
  } finally {
    repository.remove()
  }
}

/**
 * Forty tasks, four at once, also where their files overlap and where two do not go together, killed twenty times: the same content
 * as one at a time.
 */

import { told } from '../../tests/e2e/kill/ended-run.ts'
import { randomFrom, type Random } from '../../tests/rig/random.ts'
import { numberedPoint, type Part, type PartFailure, type Size } from '../part.ts'
import { callForty, contentOf, filesOf, makeForty, rivalsOf } from '../rig/forty.ts'
import { redCommits, sentBack, type SentBack } from '../rig/sent-back.ts'
import { lookAt, beginsAgain, inTime, type Before } from '../rig/twelve.ts'
import {
  agentAtWork,
  aheadOfTip,
  attemptsAskedFor,
  begunBeside,
  notPutBack,
  workBeside,
  type Cut,
} from '../rig/work-log.ts'

const jobs = 4

const runs: Readonly<Record<Size, number>> = { small: 1, usual: 1, full: 200 }
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
    const chosen = point === null ? Array.from({ length: runs[size] }, (_, at) => at) : [numberedPoint(point)]
    let kills = 0
    let most = 0
    let cuts = 0
    let back = 0
    for (const run of chosen) {
      const { killed, beside, red, wrong } = await killedRun(randomFrom(seed * 100_003 + run), size, expected)
      kills += killed
      most = Math.max(most, beside)
      cuts += red.cuts
      back += red.tasks.length
      if (wrong !== null) failures.push({ point: String(run), text: `run ${run}, after ${killed} kills: ${wrong}` })
      progress(run + 1, chosen.length, `runs, ${failures.length} failed`)
    }
    const figures = [
      ['runs', chosen.length],
      ['agents at once at most', most],
      ['batches that were red and cut', cuts],
      ['tasks that were red as they were merged', back],
    ] as const
    return { is: 'ran', points: kills, failures, figures }
  },
}

async function oneAtATime(tasks: number): Promise<ReadonlyMap<string, string>> {
  const repository = makeForty(tasks, 1)
  try {
    const ended = await repository.call(...callForty(repository, 1))
    if (ended.code !== 0) throw new Error(`the undisturbed run ended with ${ended.code}:\n${ended.err}${ended.out}`)
    return contentOf(repository)
  } finally {
    repository.remove()
  }
}

interface Killed {
  readonly killed: number
  /** Most agents that were at work at once. */
  readonly beside: number
  /** What was red as it was merged. */
  readonly red: Pick<SentBack, 'cuts' | 'tasks'>
  readonly wrong: string | null
}

async function killedRun(random: Random, size: Size, expected: ReadonlyMap<string, string>): Promise<Killed> {
  const repository = makeForty(tasksOf[size], jobs)
  const before: Before[] = []
  const cuts: Cut[] = []
  const wrong: string[] = []
  let killed = 0
  const nothing = { cuts: 0, tasks: [] }
  const tell = (wrong: string | null, beside = 0, red: Killed['red'] = nothing): Killed => ({
    killed,
    beside,
    red,
    wrong,
  })
  try {
    for (;;) {
      const journal = repository.journal()
      journal?.close()
      const words = journal === null ? callForty(repository, jobs) : ['resume', 'tasks.md', '--yes']
      // What goes on keeps the number of jobs that it began with.
      const running = repository.startUnder([], [...words, '--jsonl'])
      if (killed < killsOf[size]) {
        // A task tells a dozen events: so few between two kills leave most of the run to those that come after.
        await told(running, random.below(2 * tasksOf[size]))
        // Half of the kills come while agents have something in their workspaces.
        if (random.chance(0.5)) await agentAtWork(repository, running, cuts.at(-1)?.lines ?? 0)
        await new Promise((resolve) => setTimeout(resolve, random.below(60)))
        running.child.kill('SIGKILL')
      }
      const ended = await inTime(running)
      if (ended === null) return tell('the run hangs')
      if (ended.signal === null) {
        const isOver = ended.code === 2 && ended.err.includes('the last run of this plan has ended')
        if (ended.code !== 0 && !isOver) wrong.push(`it ended with ${ended.code}:\n${ended.err}`)
        break
      }
      killed += 1
      const kept = repository.journal()
      const verified = kept?.verify().is ?? 'intact'
      kept?.close()
      if (verified !== 'intact') return tell(`after the kill the journal is ${verified}`)
      const left = lookAt(repository)
      wrong.push(...left.ahead, ...aheadOfTip(repository, left.done).map((it) => `after kill ${killed}: ${it}`))
      before.push(left)
      cuts.push({ lines: repository.log().length, asked: attemptsAskedFor(repository) })
    }
    const found = contentOf(repository)
    const { most, clashes } = workBeside(repository.log(), filesOf, cuts)
    const red = sentBack(repository, rivalsOf(tasksOf[size]))
    wrong.push(
      ...[...new Set([...expected.keys(), ...found.keys()])]
        .filter((name) => found.get(name) !== expected.get(name))
        .map((name) => `${name}: expected ${expected.get(name) ?? 'nothing'}, found ${found.get(name) ?? 'nothing'}`),
      ...beginsAgain(repository, before),
      ...clashes,
      ...notPutBack(repository.log()),
      ...begunBeside(repository, filesOf),
      ...red.wrong,
      ...redCommits(repository),
      ...(most > jobs ? [`${most} agents were at work at once`] : []),
      // Where they never are, the part says nothing about tasks beside one another.
      ...(most < 2 ? ['no two agents were at work at once'] : []),
    )
    return tell(wrong.length === 0 ? null : wrong.join('\n'), most, red)
  } finally {
    repository.remove()
  }
}

/** One schedule: a random plan, and chance at every turn until the run is over or nobody answers any more. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { foldJournal } from '../../../src/engine/fold-journal.ts'
import { openJournal, type Journal } from '../../../src/engine/journal/journal.ts'
import { builtInPolicy, type Policy } from '../../../src/plan/policy.ts'
import type { CommandBody, ReviewAnswer } from '../../../src/run/command.ts'
import type { RunEvent } from '../../../src/run/event.ts'
import { taskStatus } from '../../../src/run/task-status.ts'
import { openReviews } from '../../../src/run/views.ts'
import type { Random } from '../../../tests/rig/random.ts'
import { left } from '../../../tests/run/watch.ts'
import { edge, gate, plan, step, task } from '../../../tests/run/world.ts'
import { faultsOfLog, faultsOfState } from './invariants.ts'
import { beginLife, type Life, type Scene } from './life.ts'
import { ChanceWorld } from './outcomes.ts'

export interface Played {
  readonly wrong: readonly string[]
  readonly steps: number
  readonly deaths: number
  readonly fenced: number
  readonly answers: number
  readonly done: number
}

/** A run that has not ended by then never will. */
const mostSteps = 4_000
/** So long chance may do harm; then everything goes well, and the run has to end. */
const harmUntil = 250

/**
 * Plays one schedule.
 * @param random all that is left to chance comes from it
 * @param folder for the journal; on a file system in memory it is quickest
 */
export async function playSchedule(random: Random, folder: string): Promise<Played> {
  const dir = path.join(folder, 'journal')
  const opened = openJournal({ dir, planId: 'plan', create: true })
  if (opened.is !== 'open') throw new Error(`the journal of the simulation: ${opened.is}`)
  const { journal } = opened
  try {
    return await playOn(random, journal)
  } finally {
    journal.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function playOn(random: Random, journal: Journal): Promise<Played> {
  const scene = makeScene(random)
  const world = new ChanceWorld(random)
  const counts = { steps: 0, deaths: 0, fenced: 0, answers: 0 }
  const log: RunEvent[] = []
  let life = beginLife({ journal, scene, world, log })
  const dead: Life[] = []
  const answered = new Set<string>()
  const post = (body: CommandBody): void => {
    counts.answers += 1
    if (body.verb === 'answer') answered.add(body.review)
    else if ('task' in body && typeof body.task === 'string') answered.add(`task ${body.task}`)
    journal.post({
      id: `c${counts.answers}`,
      at: world.now,
      by: 'h',
      body: { by: { who: 'h', as: 'human' }, body },
    })
    life.wake()
  }
  const wrong: string[] = []
  for (;;) {
    await life.settled()
    counts.steps += 1
    world.isKind = counts.steps > harmUntil
    if (counts.steps > mostSteps) {
      wrong.push(`the run does not end; it is ${life.state.status}`)
      break
    }
    if (life.error !== null) {
      wrong.push(
        `the loop threw: ${life.error instanceof Error ? (life.error.stack ?? life.error.message) : 'something'}`,
      )
      break
    }
    if (life.isOver) {
      if (life.state.status === 'finished') break
      // Parked: somebody answers, does something else, or it stays so.
      const open = openReviews(life.state)
      const review = open[random.below(Math.max(1, open.length))]
      if (review) {
        const answer = review.options[random.below(review.options.length)] ?? 'pause'
        post({
          verb: 'answer',
          review: review.id,
          answer: world.isKind ? (firstKind(review.options) ?? answer) : answer,
          text: '',
        })
      } else if (life.state.parkedFor === 'waiting' && world.isKind) {
        // Nothing is asked any more: what waits is not safe in this world, and stays so.
        break
      }
      life = beginLife({ journal, scene, world, log })
      continue
    }
    const chance = world.isKind ? 100 : random.below(100)
    if (chance < 3) {
      // Whatever was under way has no end that anybody sees.
      dead.push(life)
      life.die()
      counts.deaths += 1
      const folded = foldJournal(journal)
      if (folded.problem !== null) wrong.push(folded.problem.message)
      wrong.push(...faultsOfState(life.written(), folded.state))
      life = beginLife({ journal, scene, world, log })
    } else if (chance < 5 && dead.length > 0) {
      const woken = dead.splice(random.below(dead.length), 1)[0]
      const before = journal.head()
      if (woken && (await woken.wakeUp(random)) === 'refused') counts.fenced += 1
      if (journal.head().hash !== before.hash) wrong.push('a dead executor has written to the journal')
    } else if (chance < 9) post(somethingSaid(random, life))
    else if (chance < 11) world.now += random.below(2) === 0 ? 400 * 86_400_000 : -400 * 86_400_000
    else if (!life.act(random)) life.passTime()
  }
  if (life.isOver && life.state.status === 'finished')
    wrong.push(...left(life.state).map((it) => `${it} could have begun, and the run is over`))
  wrong.push(...faultsOfLog(log, scene, answered))
  const folded = foldJournal(journal)
  if (folded.problem !== null) wrong.push(folded.problem.message)
  if (journal.verify().is !== 'intact') wrong.push('the journal is not intact')
  wrong.push(...faultsOfState(life.state, folded.state))
  const done = [...life.state.tasks.values()].filter((it) => taskStatus(it) === 'done').length
  return { wrong, ...counts, done }
}

function firstKind(options: readonly ReviewAnswer[]): ReviewAnswer | undefined {
  return (['approve', 'retry', 'ignore-same'] as const).find((it) => options.includes(it))
}

const verbs = ['unblock', 'skip', 'defer', 'accept'] as const

function somethingSaid(random: Random, { state }: Life): CommandBody {
  const keys = [...state.tasks.values()].map((it) => it.spec.key)
  const key = keys[random.below(Math.max(1, keys.length))] ?? 'none'
  if (random.below(8) === 0) return { verb: random.below(2) === 0 ? 'pause' : 'stop', text: '' }
  return { verb: random.pick(verbs), task: key, text: 'so it is' }
}

function makeScene(random: Random): Scene {
  const size = 1 + random.below(7)
  const keys = Array.from({ length: size }, (_, at) => `T${at}`)
  const tasks = keys.map((key) =>
    task(key, {
      files: [{ path: `f${random.below(4)}`, action: 'create', form: 'path', to: null, note: null }],
      declaresFiles: true,
      steps: [
        step({
          gates: random.chance(0.5) ? ['files', 'unit'] : ['files'],
          ...(random.chance(0.15) ? { review: 'always' as const } : {}),
        }),
      ],
    }),
  )
  const edges = Array.from({ length: random.below(9) }, () => [random.below(size), random.below(size)] as const)
    // Mostly forward, so that cycles are there and not everywhere.
    .filter(([from, to]) => from < to || random.below(10) === 0)
    .map(([from, to]) => edge(`T${from}`, `T${to}`, { needs: random.chance(0.2) ? 'settled' : 'done' }))
  const policy: Policy = {
    ...builtInPolicy,
    jobs: 1 + random.below(4),
    workspace: random.pick(['worktree', 'worktree', 'none', 'in-place'] as const),
    retries: random.below(3),
    interruptions: 3 + random.below(3),
    baseline: random.pick(['ignore-same', 'ask'] as const),
    exhausted: random.pick(['block', 'ask'] as const),
  }
  return { plan: plan(tasks, edges), policy, gates: [gate('unit')] }
}

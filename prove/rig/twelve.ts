/** The run into which faults are put: twelve tasks with a chain, a diamond, a cycle, a retry, and a deviation that a person approves. */

import { processFacts, processIds, sendSignal } from '../../src/system/process-table.ts'
import { doneIn, outcomeOf, type Outcome } from '../../tests/e2e/kill/ended-run.ts'
import { call, done, makeTwelve } from '../../tests/e2e/main-job/twelve.ts'
import type { Behaviour } from '../../tests/rig/agent-program.ts'
import type { Finished } from '../../tests/rig/program.ts'
import type { Repository } from '../../tests/rig/repository.ts'

/** However often it is cut off, no task is to be blocked for that; and what is outside the declared files is asked about. */
const config = '[policy]\ninterruptions = 100\ndeviations = "ask"\n'

/** A run of its own folder, not begun. */
export interface Ground {
  readonly repository: Repository
  /** The words of its first call. */
  readonly words: readonly string[]
  /** How a run ends that has come to its end. */
  readonly ends: 0 | 1
}

/** Makes one. @param more words of the call, such as `--jobs 4` @param every what every agent does besides */
export function makeGround(more: readonly string[] = [], every: Behaviour = {}): Ground {
  const repository = makeTwelve(every, config)
  return { repository, words: [...call(repository), ...more], ends: codes.resume }
}

/** The calls of an undisturbed run, in their order: it stops for the approval, gets it, and goes on to its end. */
export const legs = ['run', 'approve', 'resume'] as const

export type Leg = (typeof legs)[number]

const resume = ['resume', 'tasks.md', '--yes']

/** The words of one of the calls. */
export function wordsOf({ words }: Ground, leg: Leg): readonly string[] {
  if (leg === 'run') return words
  return leg === 'resume' ? resume : ['review', 'approve', 'R1', '--plan', 'tasks.md']
}

/** How the calls end: there is somebody to ask, the answer is taken, and the plan has a cycle and a task that fails for ever. */
const codes = { run: 3, approve: 0, resume: 1 } as const

/** Does what comes before a call, undisturbed. */
export async function goTo(ground: Ground, leg: Leg): Promise<void> {
  for (const it of legs.slice(0, legs.indexOf(leg))) await goThrough(ground, it)
}

async function goThrough(ground: Ground, leg: Leg): Promise<void> {
  const ended = await ground.repository.call(...wordsOf(ground, leg))
  if (ended.code !== codes[leg])
    throw new Error(`undisturbed, ${leg} ended with ${ended.code}:\n${ended.err}${ended.out}`)
}

/** What an undisturbed run comes to. */
export async function undisturbed(more: readonly string[] = []): Promise<Outcome> {
  const ground = makeGround(more)
  try {
    for (const leg of legs) await goThrough(ground, leg)
    return await outcomeOf(ground.repository)
  } finally {
    ground.repository.remove()
  }
}

/** What a kill must not undo: tasks that the journal calls done, and how much agents had begun by then. */
export interface Before {
  readonly done: readonly string[]
  readonly begun: number
  /** What is there and the journal does not know of, in words; it has to be empty. */
  readonly ahead: readonly string[]
}

/** Looks right after a fault. */
export function lookAt(repository: Repository): Before {
  const finished = doneIn(repository)
  const begun = repository.log().filter((it) => it.event === 'begin').length
  const asked = repository
    .events()
    .filter((it) => it.type === 'effect-requested' && it.effect.is === 'start-attempt').length
  const first = repository.git('rev-list', '--max-parents=0', 'HEAD').trim()
  const marked = marksIn(repository.read('tasks.md'))
  const before = marksIn(repository.git('show', `${first}:tasks.md`))
  const ahead = marked
    .filter((id) => !finished.includes(id) && !before.includes(id))
    .map((id) => `${id} is marked done in the plan and not done in the journal`)
  if (begun > asked) ahead.push(`agents began ${begun} times, and the journal asks for ${asked} attempts`)
  return { done: finished, begun, ahead }
}

function marksIn(plan: string): readonly string[] {
  return [...plan.matchAll(/^- \[[xX]\] (T\d+)/gm)].map((it) => it[1] ?? '')
}

/** Goes on as a person would, until the run is over. @returns how the last call ended; `null` where it never ends */
export async function goOn(ground: Ground): Promise<Finished | null> {
  const { repository, words, ends } = ground
  let ended: Finished | null = null
  for (let turn = 0; turn < 6; turn += 1) {
    const journal = repository.journal()
    journal?.close()
    ended = await inTime(repository.start(...(journal === null ? words : resume)))
    // The fault came when the end was in the journal already.
    if (ended?.code === 2 && ended.err.includes('the last run of this plan has ended')) return { ...ended, code: ends }
    // Nothing was begun when the fault came: the first call once more.
    if (ended?.code === 2 && journal !== null && !ended.err.includes('unfinished'))
      ended = await inTime(repository.start(...words))
    if (ended === null || ended.code === 1 || ended.code === 0) return ended
    if (ended.code === 3) await approve(ground)
  }
  return ended
}

/** Gives the approval, where it is asked for. */
export async function approve({ repository }: Ground): Promise<void> {
  const { out } = await repository.call('review', 'list', '--plan', 'tasks.md', '--json')
  for (const { id } of JSON.parse(out) as readonly { readonly id: string }[])
    await repository.call('review', 'approve', id, '--plan', 'tasks.md')
}

/** Longer than any call takes, on any machine: what has not ended then hangs. */
const longestMs = 120_000

/** The end of a program, or null where it does not come; then it is killed. */
export function inTime(running: ReturnType<Repository['start']>): Promise<Finished | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // What traces it and what is traced: the one is a child of the other.
      const pid = running.child.pid ?? 0
      for (const it of [...childrenOf(pid), pid]) sendSignal(it, 'SIGKILL')
      resolve(null)
    }, longestMs)
    void running.ended.then((ended) => {
      clearTimeout(timer)
      resolve(ended)
    })
  })
}

function childrenOf(pid: number): readonly number[] {
  return processIds().filter((it) => processFacts(it)?.parent === pid)
}

/** What is wrong with how a run that met a fault has ended; null where it is told as RELIABILITY P9 asks. */
export function saysWhatToDo({ code, out, err }: Finished): string | null {
  const said = `${out}${err}`
  if (code !== 0 && code !== 1 && code !== 2 && code !== 3) return `it ended with ${code}:\n${said}`
  if (/^\s+at .+:\d+:\d+\)?$/m.test(said)) return `a stack trace, exit code ${code}:\n${said}`
  return null
}

/**
 * Holds what is left against the undisturbed run (RELIABILITY P1, P3, P4, P7).
 * @param before what was there right after each fault
 * @returns what does not hold, in words; empty where all does
 */
export async function judge(
  { repository }: Ground,
  expected: Outcome,
  before: readonly Before[],
): Promise<readonly string[]> {
  const wrong: string[] = []
  const same = (what: string, found: unknown, wanted: unknown): void => {
    const [one, other] = [found, wanted].map((it) => JSON.stringify(it, null, 1))
    if (one !== other) wrong.push(`${what}: expected ${other}\nfound ${one}`)
  }
  const outcome = await outcomeOf(repository).catch((error: unknown) => error)
  if (outcome instanceof Error || typeof outcome !== 'object')
    return [`what is left cannot be read: ${outcome instanceof Error ? outcome.message : typeof outcome}`]
  for (const key of Object.keys(expected) as (keyof Outcome)[]) same(key, (outcome as Outcome)[key], expected[key])
  same('tasks that the journal calls done, each once', [...doneIn(repository)].sort(), [...done].sort())
  const journal = repository.journal()
  same('the journal', journal?.verify().is ?? 'missing', 'intact')
  journal?.close()
  same('git status', repository.git('status', '--porcelain'), '')
  same('worktrees', repository.git('worktree', 'list').trim().split('\n').length, 1)
  same('git fsck', fsck(repository), [])
  same('processes left', repository.alive(), [])
  return [...wrong, ...before.flatMap((it) => it.ahead), ...beginsAgain(repository, before)]
}

/** Tasks that were done at a fault and are begun again after it, in words. */
export function beginsAgain(repository: Repository, before: readonly Before[]): readonly string[] {
  const begun = repository.log().filter((it) => it.event === 'begin')
  return before.flatMap(({ done: finished, begun: from }) =>
    begun
      .slice(from)
      .filter(({ task }) => task !== undefined && finished.includes(task))
      .map(({ task }) => `${task ?? ''} was done before the fault and begun again`),
  )
}

/** What git says of broken or missing objects; what nothing refers to is no fault. */
function fsck(repository: Repository): readonly string[] {
  const said = repository.git('fsck', '--connectivity-only', '--no-dangling', '--no-progress')
  return said.split('\n').filter((line) => line !== '' && !line.startsWith('dangling'))
}

/** The run into which faults are put: twelve tasks with a chain, a diamond, a cycle, a retry and deviations. */

import { processFacts, processIds, sendSignal } from '../../src/system/process-table.ts'
import { doneIn, outcomeOf, type Outcome } from '../../tests/e2e/kill/ended-run.ts'
import { call, done, makeTwelve } from '../../tests/e2e/main-job/twelve.ts'
import type { Finished } from '../../tests/rig/program.ts'
import type { Repository } from '../../tests/rig/repository.ts'

/** However often it is cut off, no task is to be blocked for that. */
const config = '[policy]\ninterruptions = 100\n'

/** A run of its own folder, not begun. */
export interface Ground {
  readonly repository: Repository
  /** The words of its first call. */
  readonly words: readonly string[]
}

/** Makes one. @param more words of the call, such as `--jobs 4` */
export function makeGround(more: readonly string[] = []): Ground {
  const repository = makeTwelve({}, config)
  return { repository, words: [...call(repository), ...more] }
}

/** What an undisturbed run comes to, with exit code 1: the plan has a cycle and a task that fails for ever. */
export async function undisturbed(more: readonly string[] = []): Promise<Outcome> {
  const { repository, words } = makeGround(more)
  try {
    const ended = await repository.call(...words)
    if (ended.code !== 1) throw new Error(`the undisturbed run ended with ${ended.code}:\n${ended.err}`)
    return await outcomeOf(repository)
  } finally {
    repository.remove()
  }
}

/** What a kill must not undo: tasks that the journal calls done, and how much agents had begun by then. */
export interface Before {
  readonly done: readonly string[]
  readonly begun: number
}

/** Looks right after a fault. */
export function lookAt(repository: Repository): Before {
  return { done: doneIn(repository), begun: repository.log().filter((it) => it.event === 'begin').length }
}

/** Goes on as a person would, until the run is over. @returns how the last call ended; `null` where it never ends */
export async function goOn({ repository, words }: Ground): Promise<Finished | null> {
  for (let turn = 0; turn < 5; turn += 1) {
    const again = repository.journal()
    again?.close()
    const ended = await inTime(repository.start(...(again === null ? words : ['resume', 'tasks.md', '--yes'])))
    if (ended === null) return null
    const isOver = ended.code === 2 && ended.err.includes('the last run of this plan has ended')
    if (isOver || ended.code === 1 || ended.code === 0) return isOver ? { ...ended, code: 1 } : ended
    // Nothing was begun when the fault came: the first call once more.
    if (ended.code === 2 && !ended.err.includes('unfinished')) {
      const first = await inTime(repository.start(...words))
      if (first === null || first.code === 1) return first
    }
  }
  return inTime(repository.start(...words))
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
  const begun = repository.log().filter((it) => it.event === 'begin')
  for (const { done: finished, begun: from } of before)
    for (const { task } of begun.slice(from))
      if (task !== undefined && finished.includes(task)) wrong.push(`${task} was done before the fault and begun again`)
  return wrong
}

/** What git says of broken or missing objects; what nothing refers to is no fault. */
function fsck(repository: Repository): readonly string[] {
  const said = repository.git('fsck', '--connectivity-only', '--no-dangling', '--no-progress')
  return said.split('\n').filter((line) => line !== '' && !line.startsWith('dangling'))
}

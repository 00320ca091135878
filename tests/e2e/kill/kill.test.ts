/** The executor is killed again and again while the twelve tasks run: nothing finished is lost, and nothing is done twice. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Repository } from '../../rig/repository.ts'
import { randomFrom } from '../../rig/random.ts'
import { call, done, makeTwelve } from '../main-job/twelve.ts'
import { doneIn, linesOf, outcomeOf, told, type Outcome } from './ended-run.ts'

const kills = 30
const seed = Number(process.env['KILL_SEED'] ?? 20_260_211)

/** Whether the kill before came when the end of the run was in the journal already: there is nothing to go on with. */
function isOver({ code, err }: { readonly code: number | null; readonly err: string }): boolean {
  return code === 2 && err.includes('the last run of this plan has ended')
}

describe(`the executor is killed ${kills} times (seed ${seed})`, () => {
  let reference: Repository
  let expected: Outcome

  beforeAll(async () => {
    reference = makeTwelve()
    await reference.call(...call(reference))
    expected = await outcomeOf(reference)
  })
  afterAll(() => reference.remove())

  it('comes to the same end every time', { timeout: 300_000 }, async () => {
    const random = randomFrom(seed)
    let left = kills
    while (left > 0) {
      const repository = makeTwelve({ linger: 10 }, '[policy]\ninterruptions = 100\n')
      let finished: readonly string[] = []
      let begun = 0
      for (let turn = 0; ; turn += 1) {
        const words =
          turn === 0 || repository.journal() === null || random.below(4) === 0
            ? [...call(repository)]
            : ['resume', 'tasks.md', '--yes']
        const running = repository.start(...words, '--jsonl')
        if (left === 0) {
          const ended = await running.ended
          if (turn > 0 && isOver(ended)) break
          expect(ended, ended.err).toMatchObject({ code: 1, signal: null })
          break
        }
        await told(running, random.below(24))
        await new Promise((resolve) => setTimeout(resolve, random.below(25)))
        running.child.kill('SIGKILL')
        const ended = await running.ended
        if (ended.signal === null) {
          if (turn > 0 && isOver(ended)) break
          expect(
            ended,
            `${ended.err}${ended.code === 1 ? '' : (await repository.call('status', 'tasks.md')).out}`,
          ).toMatchObject({ code: 1 })
          break
        }
        left -= 1
        const where = `kill ${kills - left}, after ${linesOf(ended.out)} events of ${words[0]}`
        const journal = repository.journal()
        if (journal === null) continue
        expect(journal.verify(), where).toMatchObject({ is: 'intact' })
        journal.close()
        // What was done at the last kill was not begun again since.
        const log = repository.log().filter((line) => line.event === 'begin')
        for (const { task } of log.slice(begun)) expect(finished, where).not.toContain(task)
        begun = log.length
        finished = doneIn(repository)
      }
      expect(await outcomeOf(repository)).toEqual(expected)
      expect([...doneIn(repository)].sort()).toEqual([...done].sort())
      expect(repository.git('status', '--porcelain')).toBe('')
      expect(repository.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
      expect(repository.alive()).toEqual([])
      const journal = repository.journal()
      expect(journal?.verify()).toMatchObject({ is: 'intact' })
      journal?.close()
      repository.remove()
    }
  })
})

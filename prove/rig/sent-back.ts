/** What became of merges that were red: which batches were cut, who had to try again, and that nothing red was kept. */

import type { EventBody } from '../../src/run/event.ts'
import type { Repository } from '../../tests/rig/repository.ts'

export interface SentBack {
  /** How many batches of several were red, and cut. */
  readonly cuts: number
  /** Tasks that had to try again although their own draft was fine, each as often as it had to. */
  readonly tasks: readonly string[]
  /** In words: others than those that are to try again have, or these have not. */
  readonly wrong: readonly string[]
}

/** @param rivals those that do not go together: of each two just one has to try again, and has seen the other by then */
export function sentBack(repository: Repository, rivals: readonly (readonly string[])[]): SentBack {
  const names = new Map<string, string>()
  const tasks: string[] = []
  let cuts = 0
  const journal = repository.journal()
  try {
    for (const { subject, body } of journal?.read<EventBody>().events ?? []) {
      if (body.type === 'plan-revised') for (const { uid, spec } of body.added) names.set(uid, spec.id ?? spec.key)
      if (body.type === 'batch-cut' && body.because === 'red') cuts += 1
      if (body.type !== 'feedback-given') continue
      tasks.push(names.get((subject as { readonly task?: string } | null)?.task ?? '') ?? '?')
    }
  } finally {
    journal?.close()
  }
  const wrong = [
    ...tasks.filter((it) => !rivals.flat().includes(it)).map((it) => `${it} breaks nothing, and had to try again`),
    ...rivals
      .map((pair) => ({ pair, times: tasks.filter((it) => pair.includes(it)).length }))
      .filter(({ times }) => times !== 1)
      .map(({ pair, times }) => `of ${pair.join(' and ')} one has to try again once, and they did so ${times} times`),
  ]
  return { cuts, tasks, wrong }
}

/** Commits of the branch in which two files say that they are alone of the same thing, in words. */
export function redCommits(repository: Repository): readonly string[] {
  const commits = repository.git('rev-list', 'HEAD', '--', 'src').trim().split('\n')
  // COMMIT:FILE:ALONE of WHAT
  const said = repository
    .git('grep', '^ALONE', ...commits, '--', 'src')
    .trim()
    .split('\n')
  const things = said.map((line) => `${line.slice(0, 12)} is red: twice ${line.slice(line.indexOf('ALONE'))}`)
  return things.filter((it, at) => things.indexOf(it) < at)
}

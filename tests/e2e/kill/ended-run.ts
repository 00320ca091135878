/** What a run leaves behind, and how far it is: for runs that are killed. */

import type { EventBody } from '../../../src/run/event.ts'
import type { Started } from '../../rig/program.ts'
import type { Repository } from '../../rig/repository.ts'

/** The end of a run, without what names the time and the place. */
export interface Outcome {
  readonly plan: string
  readonly log: string
  readonly tree: readonly string[]
  readonly subjects: readonly string[]
  readonly tasks: readonly object[]
}

export async function outcomeOf(repository: Repository): Promise<Outcome> {
  const { report } = await repository.report('status', 'tasks.md')
  return {
    plan: repository.read('tasks.md'),
    log: repository.read('task-refinement-log.md'),
    tree: repository
      .git('ls-tree', '-r', 'HEAD')
      .trim()
      .split('\n')
      .filter((line) => !line.endsWith('millwright.toml')),
    subjects: repository.git('log', '--format=%s').trim().split('\n'),
    tasks: report.tasks.map(({ id, state, reason, proof }) => ({ id, state, reason, proof })),
  }
}

/** Task ids that the journal says are done, each as often as it says so. */
export function doneIn(repository: Repository): readonly string[] {
  const journal = repository.journal()
  if (journal === null) return []
  try {
    const names = new Map<string, string>()
    const found: string[] = []
    for (const { subject, body } of journal.read<EventBody>().events) {
      if (body.type === 'plan-revised')
        for (const { uid, spec } of body.added) if (spec.origin === 'plan') names.set(uid, spec.id ?? spec.key)
      const name = subject ? names.get((subject as { task: string }).task) : undefined
      if (body.type === 'step-moved' && body.to === 'done' && name !== undefined) found.push(name)
    }
    return found
  } finally {
    journal.close()
  }
}

export function linesOf(text: string): number {
  return text.split('\n').length - 1
}

/** Settles when the program has told so many events, or has ended. */
export function told(running: Started, events: number): Promise<unknown> {
  const enough = new Promise<void>((resolve) => {
    const look = (): void => {
      if (linesOf(running.out()) < events) return
      running.child.stdout?.off('data', look)
      resolve()
    }
    running.child.stdout?.on('data', look)
    look()
  })
  return Promise.race([enough, running.ended])
}

/** What somebody else wrote into a file that a run makes of its journal alone: it was kept, and is told once. */

import { tasksAtWork } from './at-work.ts'
import type { WrittenOver } from './outcome.ts'
import { emit, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Records each file once in a run: a program that keeps a record of its own there writes it again and again. */
export function noteWrittenOver(turn: Turn, kept: readonly WrittenOver[]): void {
  const { state } = turn
  for (const { file, kept: copy } of kept) {
    if (state.outside.some((it) => it.path === file)) continue
    const tasks = tasksAtWork(state).flatMap((uid) => state.tasks.get(uid) ?? [])
    const names = tasks.map(nameOf).join(', ')
    emit(turn, {
      type: 'outside-changed',
      deviation: {
        kind: 'protected',
        task: tasks.map((it) => it.spec.key).join(', '),
        what: `${file} held what no run of this plan has written${names === '' ? '' : `; ${names} was at work`}`,
        reason: 'Another program, an agent or a person wrote it; nobody can tell',
        action: `It is kept in ${copy}; what is written there later is kept beside it`,
        impact: 'None on the run: the file is made of the journal, and was written anew',
        path: file,
        claimedBy: 'found',
      },
    })
  }
}

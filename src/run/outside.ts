/** What changed outside of every workspace while tasks ran: a deviation of the run, of which nobody knows the author. */

import type { Deviation } from './deviations.ts'
import type { ChangedOutside } from './effect.ts'
import type { RunState } from './state.ts'
import { emit, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Paths of one look that are named one by one. */
const limit = 20

/** Records each path once for the same tasks (RELIABILITY S4; seed 000 §4.3). */
export function noteOutside(turn: Turn, changed: readonly ChangedOutside[]): void {
  const { state } = turn
  for (const commit of changed.filter((it) => it.is === 'commit')) noteCommit(turn, commit)
  const paths = changed.filter((it) => it.is !== 'commit')
  const found = paths.slice(0, limit).map(({ path, during }) => deviationOf(state, path, path, during))
  const more = paths.slice(limit)
  if (more.length > 0) {
    const during = [...new Set(more.flatMap((it) => it.during))]
    found.push(deviationOf(state, null, `${more.length} more paths outside the workspaces`, during))
  }
  for (const deviation of found)
    if (!state.outside.some((it) => it.what === deviation.what)) emit(turn, { type: 'outside-changed', deviation })
}

/** Whoever made it: it goes the way of the person's own commits, so that it has to be said. */
function noteCommit(turn: Turn, { path, during }: ChangedOutside): void {
  const names = during.flatMap((uid) => turn.state.tasks.get(uid) ?? []).map(nameOf)
  const who = 'by you, or by an agent outside its workspace'
  const text = `commit ${path} was made while ${names.join(', ')} ran (${who}); it stays and is taken in as your own`
  emit(turn, { type: 'finding', kind: 'commit-outside', text })
}

function deviationOf(state: RunState, path: string | null, shown: string, during: readonly string[]): Deviation {
  const tasks = during.flatMap((uid) => state.tasks.get(uid) ?? [])
  const names = tasks.map(nameOf).join(', ')
  return {
    kind: 'outside-workspace',
    task: tasks.map((it) => it.spec.key).join(', '),
    what: `${shown} changed by somebody while ${names} ran`,
    reason: 'It lies outside the workspace: an agent left its workspace, or a person was at work; nobody can tell',
    action: 'It was left as it is and is part of no draft',
    impact: path?.startsWith('.git/')
      ? 'It acts on every use of git here'
      : 'None on drafts; look at it before you commit it',
    path,
    claimedBy: 'found',
  }
}

/** What changed outside of every workspace while tasks ran: a deviation of the run, of which nobody knows the author. */

import type { Deviation } from './deviation.ts'
import type { ChangedOutside } from './outcome.ts'
import type { RunState } from './state.ts'
import { emit, type Turn } from './turn.ts'
import { nameOf } from './views.ts'

/** Paths of one look that are named one by one. */
const limit = 20

/**
 * Records each path once, and what acts on every use of git or on what gates run once for the same tasks (RELIABILITY S4;
 * seed 000 §4.3). A person's own notes, or what the run is written down in, would else be told with each task.
 */
export function noteOutside(turn: Turn, changed: readonly ChangedOutside[]): void {
  const { state } = turn
  for (const commit of changed.filter((it) => it.is === 'commit')) noteCommit(turn, commit)
  const paths = changed.filter((it) => it.is !== 'commit')
  const found = paths
    .slice(0, limit)
    .map((it) => ({ deviation: deviationOf(state, it, it.path), isPlain: isPlain(it.path, it.is) }))
  const more = paths.slice(limit)
  if (more.length > 0) {
    const during = [...new Set(more.flatMap((it) => it.during))]
    const what = `${more.length} more paths outside the workspaces`
    found.push({ deviation: deviationOf(state, { path: null, during }, what), isPlain: false })
  }
  for (const { deviation, isPlain } of found) {
    const { what, path } = deviation
    if (!state.outside.some((it) => it.what === what || (isPlain && it.path === path)))
      emit(turn, { type: 'outside-changed', deviation })
  }
}

/** Whether it acts on nothing: neither on every use of git nor on what gates run. */
function isPlain(path: string | null, is: ChangedOutside['is']): boolean {
  return is !== 'shared' && path?.startsWith('.git/') !== true
}

/** Whoever made it: it goes the way of the person's own commits, so that it has to be said. */
function noteCommit(turn: Turn, { path, during }: ChangedOutside): void {
  const names = during.flatMap((uid) => turn.state.tasks.get(uid) ?? []).map(nameOf)
  const who = 'by you, or by an agent outside its workspace'
  const text = `commit ${path} was made while ${names.join(', ')} ran (${who}); it stays and is taken in as your own`
  emit(turn, { type: 'finding', kind: 'commit-outside', text })
}

function deviationOf(
  state: RunState,
  { path, during, is }: Pick<ChangedOutside, 'during' | 'is'> & { readonly path: string | null },
  shown: string,
): Deviation {
  const tasks = during.flatMap((uid) => state.tasks.get(uid) ?? [])
  const names = tasks.map(nameOf).join(', ') || 'a gate'
  return {
    kind: 'outside-workspace',
    task: tasks.map((it) => it.spec.key).join(', '),
    what: `${shown} changed by somebody while ${names} ran${is === 'shared' ? ': workspaces share it with you' : ''}`,
    reason:
      is === 'shared'
        ? 'An agent or a gate installed something there, or a person did; nobody can tell'
        : 'It lies outside the workspace: an agent left its workspace, or a person was at work; nobody can tell',
    action: 'It was left as it is and is part of no draft',
    impact: impactOf(path, is),
    path,
    claimedBy: 'found',
  }
}

function impactOf(path: string | null, is: ChangedOutside['is']): string {
  if (is === 'shared')
    return 'Gates run what is installed there, and what leads to a workspace is gone with that: install it anew, run them again'
  return isPlain(path, is) ? 'None on drafts; look at it before you commit it' : 'It acts on every use of git here'
}

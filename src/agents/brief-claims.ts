/** What a brief says of a progress file that another tool wrote: its claims about the task, quoted as data. */

import type { TaskSpec } from '../plan/model.ts'
import { oneLine } from '../plan/one-line.ts'
import type { Claimed, ClaimedState, ProgressClaims } from '../plan/progress-claims.ts'
import { section, stacked, type Room } from './brief-room.ts'
import { claimsTold, fillTemplate } from './templates.ts'

/** Most bytes of it. */
const most = 4_000

const words: Readonly<Record<ClaimedState, string>> = {
  done: 'done',
  partial: 'partly done',
  failed: 'failed',
  pending: 'open',
  unknown: 'unclear',
}

/** @param claims null where there is no such file @returns nothing where it says nothing of the task */
export function claimsPart(
  claims: ProgressClaims | null,
  { key, group }: Pick<TaskSpec, 'key' | 'group'>,
  room: Room,
): string {
  const task = claims?.tasks.find((it) => it.key === key)
  const speclet = claims?.speclets.find(({ id }) => id === group)
  if (claims === null || (task === undefined && speclet === undefined)) return ''
  const lines = [
    ...(speclet === undefined ? [] : [line(`its SPECLet ${speclet.id}`, speclet)]),
    ...(task === undefined ? [] : [line(`task ${task.key}`, task), ...countLine(task.counted)]),
    ...(task?.steps ?? []).map((it) => line(`step ${task?.key ?? key}.${it.id}`, it)),
  ]
  return section(
    'What another tool says of it (claims, not evidence)',
    stacked(
      fillTemplate(claimsTold, { file: oneLine(claims.file).replaceAll('`', '') }),
      room.take(lines.join('\n'), most),
    ),
  )
}

function line(name: string, { state, word }: Claimed): string {
  const written = word === null ? '' : ` ("${oneLine(word)}")`
  return `> - ${oneLine(name)}: ${words[state]}${written}`
}

function countLine(counted: ProgressClaims['tasks'][number]['counted']): readonly string[] {
  if (counted === null) return []
  return [`> - of its steps ${counted.done}${counted.total === null ? '' : ` of ${counted.total}`} are done`]
}

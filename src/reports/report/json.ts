/** The report of a plan other than a spec as data: its status, with times. */

import type { RunView } from '../../run/views.ts'
import { isoTime, type RunJson, type TaskJson } from '../run/json.ts'
import type { Stretch } from './document.ts'
import { person, type Worked } from './worked.ts'

/** As `status --json`, with when and how long everything was worked on. */
export interface ReportJson extends Omit<RunJson, 'tasks'> {
  /** By which a report of ours is known. */
  readonly generator: 'millwright'
  readonly report: 1
  /** First and last moment of the run, ISO 8601 and UTC. */
  readonly startedAt: string | null
  readonly lastEventAt: string | null
  readonly tasks: readonly TimedTask[]
}

interface TimedTask extends TaskJson {
  /** When it was begun, and done, in whichever run; null where it was not. */
  readonly startedAt: string | null
  readonly doneAt: string | null
  /** In the last run, in milliseconds. */
  readonly workedMs: number
  readonly waitedForPersonMs: number
}

export function reportJson(run: RunJson, view: RunView, { from, to, byTask }: Worked): ReportJson {
  const views = new Map(view.tasks.map((it) => [it.key, it]))
  const sum = (of: readonly Stretch[]): number => of.reduce((ms, it) => ms + it.to - it.from, 0)
  return {
    generator: 'millwright',
    report: 1,
    ...run,
    startedAt: from === null ? null : isoTime(from),
    lastEventAt: to === null ? null : isoTime(to),
    tasks: run.tasks.map((task) => {
      const { uid = '', startedAt = null, endedAt = null } = views.get(task.key) ?? {}
      const all = byTask.get(uid) ?? []
      const waited = all.filter(({ name }) => name === person)
      return {
        ...task,
        startedAt: startedAt === null ? null : isoTime(startedAt),
        doneAt: endedAt === null ? null : isoTime(endedAt),
        workedMs: sum(all) - sum(waited),
        waitedForPersonMs: sum(waited),
      }
    }),
  }
}

/** The report of the last run of a plan, as a typed call: made from its journal, without taking the lock. Prints nothing. */

import { toRunEvent } from '../../engine/fold-journal.ts'
import type { EventBody, RunEvent } from '../../run/event.ts'
import { fold } from '../../run/evolve.ts'
import { viewRun } from '../../run/views.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { safeJson } from '../../plan/safe-text.ts'
import { htmlReport } from '../../reports/report/html.ts'
import { markdownReport } from '../../reports/report/markdown.ts'
import { reportOf, type Reported } from '../../reports/report/report-of.ts'
import { reportJson } from '../../reports/report/json.ts'
import { workedOn } from '../../reports/report/worked.ts'
import type { ProgressDocument } from '../../reports/spec/progress/schema.ts'
import { progressText } from '../../reports/spec/progress/seal.ts'
import { runJson } from '../../reports/run/json.ts'
import { sha256 } from '../../system/digest.ts'
import type { Call } from './journal-calls.ts'
import type { Refusal } from './open-journal.ts'
import { openPlanJournal } from './plan-journal.ts'
import { eventsReported, eventsShown } from './progress-shown.ts'
import type { ReportFormat } from './report-format.ts'
import { status, type Status } from './status-call.ts'

export interface Report extends Pick<Status, 'problem' | 'opening'> {
  readonly is: 'report'
  readonly format: ReportFormat
  /** The whole document, with a final line end. */
  readonly text: string
}

/**
 * Makes the report of the last run as it ended; where it has not, or people have said something since, as it is now.
 * @returns of a plan that was never run here, or cannot be read, why there is none
 */
export async function report(plan: string, call: Call & { readonly format?: ReportFormat }): Promise<Report | Refusal> {
  const { format = 'md' } = call
  const found = await status(plan, call)
  if (found.is !== 'status') return found
  const { opening, problem } = found
  const reading = opening.is === 'opened' ? opening : opening.reading
  const opened = found.state === null || reading === null ? null : await openPlanJournal(reading)
  if (opened?.is === 'refused') return { is: 'wrong', message: opened.message, help: opened.help }
  if (opened?.is !== 'open' || reading === null)
    return {
      is: 'wrong',
      message: `${plan} was never run: there is nothing to report`,
      help: `start it with: millwright run ${shellWord(plan)} --agent NAME`,
    }
  const { journal } = opened
  try {
    const all = journal.read<EventBody>().events.map(toRunEvent)
    // As data it is what the progress file holds, which stays as it was sealed.
    const events = format === 'json' ? eventsShown(all) : eventsReported(all)
    const title = reading.draft.title.trim()
    const of = reportedOf(events, { title: title === '' ? plan : title, plan, found, dialect: reading.dialect.name })
    return { is: 'report', format, text: textOf(of, format), problem, opening }
  } finally {
    journal.close()
  }
}

function reportedOf(
  events: readonly RunEvent[],
  of: { readonly title: string; readonly plan: string; readonly found: Status; readonly dialect: string },
): Reported {
  const state = fold(events)
  const { interrupted, run: told } = of.found
  const run = runJson(state, { plan: of.plan, dialect: of.dialect })
  const before = new Map(told.tasks.map((it) => [it.key, it.overriddenBefore]))
  const tasks = run.tasks.map((it) => {
    const overriddenBefore = before.get(it.key)
    return overriddenBefore === undefined ? it : { ...it, overriddenBefore }
  })
  const progress = progressText(state, sha256)
  return {
    state,
    run: { ...run, tasks, status: interrupted ? 'interrupted' : run.status },
    title: of.title,
    progress: progress === null ? null : (JSON.parse(progress) as ProgressDocument),
    worked: workedOn(events),
  }
}

function textOf(of: Reported, format: ReportFormat): string {
  switch (format) {
    case 'md':
      return markdownReport(reportOf(of))
    case 'html':
      return htmlReport(reportOf(of), (text) => Buffer.from(sha256(text), 'hex').toString('base64'))
    case 'json':
      return `${safeJson(of.progress ?? reportJson(of.run, viewRun(of.state), of.worked))}\n`
    default:
      return format satisfies never
  }
}

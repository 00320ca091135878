/** Sections of a spec's report about what came out: outcomes of tasks and steps, and whether the goal was reached. */

import { completionChecks } from '../../run/completion/finding.ts'
import { durationText } from '../run/duration.ts'
import type { CompletionJson } from '../spec/completion-json.ts'
import { whyGoesOn } from '../spec/final-summary.ts'
import { gapsSeen, unjudgedIn } from '../spec/gaps.ts'
import type { ProgressDocument, ProgressStep } from '../spec/progress/schema.ts'
import { facts, section, table, toned, type Bars, type Section } from './document.ts'
import { counted, known, partsOf, partsText, stateCell, timeText, wordOf } from './words.ts'

/** How tasks and steps ended, and what is said of the whole. */
export function outcomeSection(document: ProgressDocument): readonly Section[] {
  const { final_summary: summary, blocked_steps: blocked } = document
  return section('Outcome', [
    outcomes(document),
    ...(summary === null
      ? []
      : [
          facts([
            ['Tasks', `${summary.total_tasks_completed} completed of ${summary.total_tasks_attempted} attempted`],
            [
              'Steps',
              `${summary.steps_succeeded} succeeded, ${summary.steps_failed} failed, ${summary.steps_skipped} skipped`,
            ],
            ['Retries', String(summary.total_retries)],
            ['Took', durationText(summary.runtime_seconds * 1000)],
            ['Consecutive failures at the end', String(summary.final_consecutive_failure_count)],
          ]),
        ]),
    ...table(
      'Critical errors',
      ['Step', 'What', 'Methods tried', 'Resolved'],
      (summary?.critical_errors ?? []).map((it) => [
        it.step_id,
        it.description,
        known(it.attempted_methods.join(', ')),
        it.resolved ? toned('good', 'yes') : toned('bad', 'no'),
      ]),
    ),
    ...table(
      'SPECLets that were completed in part',
      ['SPECLet', 'Step that failed', 'Why it went on'],
      summary === null
        ? []
        : summary.partial_speclets.map((it) => [it.speclet, it.step_id, `it ${whyGoesOn(it, summary)}`]),
    ),
    ...table(
      'Steps that were not worked on',
      ['Step', 'Behind'],
      (summary?.blocked_steps ?? []).map((it) => [it.step_id, known(it.unmet_dependencies.join(', '))]),
    ),
    ...table(
      'Blocked steps',
      ['Step', 'Reason'],
      summary === null ? blocked.map((it) => [it.step_id, known(it.reason)]) : [],
    ),
  ])
}

function outcomes({ tasks }: ProgressDocument): Bars {
  const taskParts = partsOf(
    tasks.map(({ status }) => status),
    [
      ['completed', 'completed', 'good'],
      ['failed', 'failed', 'bad'],
      ['blocked', 'blocked', 'warn'],
      ['in_progress', 'in progress', 'busy'],
      ['skipped', 'skipped', 'plain'],
      ['not_started', 'not started', 'off'],
    ],
  )
  const words = tasks.flatMap(({ steps }) => steps).map(stepWord)
  const stepParts = partsOf(
    words.map((it) => (it === 'started' || it === 'retried' ? 'at-work' : it)),
    [
      ['completed', 'completed', 'good'],
      ['by-backup', 'completed by a backup', 'other'],
      ['let-stand', 'let stand by a person', 'warn'],
      ['failed', 'failed', 'bad'],
      ['at-work', 'in progress', 'busy'],
      ['skipped', 'skipped', 'plain'],
      ['not_started', 'not started', 'off'],
    ],
  )
  return {
    is: 'bars',
    title: 'Tasks and steps',
    summary: `Of ${counted(tasks.length, 'task')}: ${partsText(taskParts)}. Of ${counted(words.length, 'step')}: ${partsText(stepParts)}.`,
    most: null,
    rows: [
      { label: 'tasks', parts: taskParts, text: partsText(taskParts) },
      { label: 'steps', parts: stepParts, text: partsText(stepParts) },
    ],
  }
}

/** A step that is completed although every method of it has failed was completed by none of them. */
function stepWord({ status, method_used, all_backups_exhausted: isUsedUp }: ProgressStep): string {
  if (status !== 'completed') return status
  if (isUsedUp) return 'let-stand'
  return method_used?.startsWith('backup') === true ? 'by-backup' : status
}

/** Whether the goal was reached, and by what that is known. */
export function goalSection(completion: CompletionJson | null): readonly Section[] {
  if (completion === null) return []
  const {
    goal_achievement_status: status,
    gaps,
    unjudged = [],
    evidence = [],
    judgements = [],
    judged_by_agent: byAgent = 0,
    timestamp,
  } = completion
  const checks = completionChecks.flatMap((it) => {
    const met = completion[it]
    return met === undefined ? [] : [[wordOf(it), met ? toned('good', 'met') : toned('bad', 'not met')]]
  })
  return section('Goal', [
    facts([
      ['Verdict', stateCell(status)],
      ...(byAgent === 0 ? [] : [['By an agent alone', counted(byAgent, 'criterion', 'criteria')] as const]),
      ['Judged', timeText(timestamp)],
    ]),
    ...table('Checks', ['Check', 'Met'], checks),
    ...table(
      'What is missing',
      ['Gap'],
      gapsSeen(gaps, unjudgedIn(completion)).map((it) => [it]),
    ),
    ...table(
      'Nobody has judged yet',
      ['Check', 'Criterion', 'Why'],
      unjudged.map((it) => [wordOf(it.check), it.criterion, it.reason]),
    ),
    ...table(
      'Met, by what programs have seen',
      ['Check', 'Criterion', 'Evidence'],
      evidence.map((it) => [wordOf(it.check), it.criterion, it.reason]),
    ),
    ...table(
      'Judged by an agent or a person',
      ['Check', 'Criterion', 'Met', 'By', 'Why'],
      judgements.map((it) => [
        wordOf(it.check),
        it.criterion,
        it.met ? toned('good', 'yes') : toned('bad', 'no'),
        it.agent === undefined ? it.by : `agent ${it.agent}`,
        it.reason,
      ]),
    ),
  ])
}

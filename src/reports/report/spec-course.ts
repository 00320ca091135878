/** Sections of a spec's report about its course: SPECLets, modes, propagation of errors, people. */

import { durationText } from '../run/duration.ts'
import type { ProgressDocument } from '../spec/progress/schema.ts'
import { facts, section, table, toned, type Section, type Stages, type Timeline, nothing } from './document.ts'
import { counted, known, stateCell, timeText, wordOf } from './words.ts'

/** The SPECLets in their stages. */
export function specletsSection({
  speclet_execution_plan: plan,
  speclet_progress: progress,
  parallel_execution_model: model,
  speclet_failures: failures,
  stage_validations: validations,
}: ProgressDocument): readonly Section[] {
  if (plan === null || progress === null) return []
  const names = Object.keys(progress)
  const stages = Object.entries(plan).map(([stage, { speclets, parallel }]) => ({
    name: `${wordOf(stage)}${parallel ? ' (parallel)' : ''}`,
    boxes: speclets.map((id) => {
      const status = endOf(progress[id])
      const cell = stateCell(status)
      return { id, tone: typeof cell === 'string' ? ('plain' as const) : cell.tone, text: wordOf(status) }
    }),
  }))
  const arrows = names.flatMap((id) =>
    Object.keys(progress[id]?.depends_on_status ?? {}).map((from) => [from, id] as const),
  )
  const diagram: Stages = {
    is: 'stages',
    title: 'Stages of the SPECLets',
    summary: `${counted(names.length, 'SPECLet')} in ${counted(stages.length, 'stage')}; what is below waits for what an arrow comes from.`,
    stages,
    arrows,
  }
  return section('SPECLets', [
    diagram,
    facts([['Parallel SPECLets were run', model === null ? null : model]]),
    ...table(
      'SPECLets',
      ['SPECLet', 'Stage', 'Status', 'Waits for', 'Tasks completed', 'Tasks failed', 'Took', 'Blocked'],
      Object.entries(progress).map(([id, it]) => [
        id,
        String(it.stage),
        stateCell(endOf(it)),
        known(Object.keys(it.depends_on_status).join(', ')),
        known(it.tasks_completed.join(', ')),
        known(it.tasks_failed.join(', ')),
        it.execution_time_seconds === null ? nothing : durationText(it.execution_time_seconds * 1000),
        known(it.blocked_reason === null ? null : wordOf(it.blocked_reason)),
      ]),
    ),
    ...table(
      'Failures within SPECLets',
      ['SPECLet', 'Step', 'Scenario', 'Blocked by it', 'Independent of it', 'A person said'],
      (failures ?? []).map((it) => [
        it.speclet,
        it.step_id,
        it.scenario,
        known(it.blocked.join(', ')),
        known(it.independent.join(', ')),
        known(it.decision),
      ]),
    ),
    ...table(
      'Stages that have ended',
      ['Stage', 'SPECLets', 'All have an end', 'Graph of what is left', 'Stages over'],
      (validations ?? []).map((it) => [
        String(it.stage),
        Object.entries(it.speclets)
          .map(([id, status]) => `${id}: ${wordOf(it.completed_in_part?.includes(id) === true ? inPart : status)}`)
          .join(', '),
        it.all_terminal ? toned('good', 'yes') : toned('bad', 'no'),
        it.graph_valid ? toned('good', 'valid') : toned('bad', it.graph_problems.join('; ')),
        `${it.progress_percentage}%`,
      ]),
    ),
  ])
}

const inPart = 'completed_in_part'

/** How a SPECLet stands, one that went on without a step by a word of its own. */
function endOf(it: NonNullable<ProgressDocument['speclet_progress']>[string] | undefined): string {
  return it?.completed_in_part === true ? inPart : (it?.status ?? 'not_started')
}

/** Which mode was in force and why it changed. */
export function modesSection(document: ProgressDocument, chart: readonly Timeline[]): readonly Section[] {
  const analysis = document.post_execution_analysis?.mode_escalation_analysis ?? null
  return section('Modes', [
    facts([
      ['Chosen', `${document.execution_mode}, by ${document.mode_selected_by}`],
      ['In force', document.current_mode],
      ['Escalations', analysis === null ? null : String(analysis.total_escalations)],
      ['Of these not needed', analysis === null ? null : String(analysis.false_escalations)],
      ['Missed', analysis === null ? null : String(analysis.missed_escalations)],
    ]),
    ...chart,
    ...table(
      'Switches of the mode',
      ['When', 'From', 'To', 'Step', 'Why', 'Triggers', 'A person changed something'],
      document.mode_switches.map((it) => [
        timeText(it.timestamp),
        it.from,
        it.to,
        known(it.step_id),
        it.cause,
        known(it.escalation_reason.map(wordOf).join(', ')),
        it.user_response ? 'yes' : 'no',
      ]),
    ),
  ])
}

/** What critical failures meant to the steps behind them. */
export function propagationSection({ error_propagation_decisions: all }: ProgressDocument): readonly Section[] {
  const told = all.filter((it) => it.error_propagation_decision !== 'continue' || it.dependency_concern !== null)
  if (all.length === 0) return []
  return section('Error propagation', [
    {
      is: 'words',
      text: `${counted(all.length, 'decision')} before steps; ${all.length - told.length} of them found nothing in the way.`,
    },
    ...table(
      'Decisions behind failures',
      ['When', 'Step', 'Strategy', 'Decision', 'Concern'],
      told.map((it) => [
        timeText(it.timestamp),
        it.step_id,
        wordOf(it.propagation_strategy),
        stateCell(it.error_propagation_decision),
        known(it.dependency_concern),
      ]),
    ),
  ])
}

/** What people were asked, and what they said. */
export function peopleSection({ human_interactions: asked }: ProgressDocument): readonly Section[] {
  return section(
    'People',
    table(
      'Questions and answers',
      ['Question', 'About step', 'Asked', 'What', 'Answer', 'By', 'In words', 'Answered'],
      asked.map((it) => [
        it.review,
        known(it.step_id),
        timeText(it.asked_at),
        it.prompt,
        it.response === null ? toned('warn', 'open') : it.response,
        known(it.responded_by),
        known(it.response_text),
        timeText(it.responded_at),
      ]),
    ),
  )
}

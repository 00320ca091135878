/** Sections of a spec's report about what was looked up and shown: patterns, research, education. */

import { sourceText } from '../../run/education/checkpoint-text.ts'
import { outcomeOf } from '../../run/education/outcome.ts'
import type { RunState } from '../../run/state.ts'
import { stepName } from '../../run/steps/course.ts'
import { durationText } from '../run/duration.ts'
import type { ProgressDocument } from '../spec/progress/schema.ts'
import { facts, nothing, section, table, toned, type Cell, type Section } from './document.ts'
import { known, percent, stateCell, wordOf } from './words.ts'

/** How far a spec's pattern fits, which others there are, and what became of those that were proposed. */
export function patternsSection({ pattern_feasibility: judged, tasks }: ProgressDocument): readonly Section[] {
  const proposed = tasks.flatMap(({ steps }) =>
    steps.flatMap((step) => step.pattern_alternatives.map((it) => ({ step: step.step_id, ...it }))),
  )
  const source = judged?.source_failure ?? null
  return section('Patterns', [
    facts(
      judged === null
        ? []
        : [
            ['Pattern of the spec', judged.primary_pattern],
            ['Confidence', judged.primary_confidence.toLowerCase()],
            [
              'Technologies',
              toned(judged.technology_alignment === 'full' ? 'good' : 'warn', judged.technology_alignment),
            ],
            ['Risk', toned(judged.risk_assessment === 'HIGH' ? 'warn' : 'plain', judged.risk_assessment.toLowerCase())],
            ['Recommendation', judged.recommendation],
            ['Decided', judged.deviation_decision],
            ['Asked for others', judged.source],
            ['No answer of them', source === null ? null : toned('warn', source)],
          ],
    ),
    ...table(
      'Other patterns',
      ['Pattern', 'Alike', 'Technologies', 'Why', 'Where'],
      [
        ...(judged?.backup_patterns_available ?? []).map((it) => [
          it.name,
          it.similarity === undefined ? nothing : percent(it.similarity),
          known(it.technologies.join(', ')),
          known(it.reasoning),
          known(it.reference),
        ]),
      ],
    ),
    ...table(
      'Proposed once a method had failed',
      ['Step', 'Proposed', 'Taken', 'Outcome'],
      proposed.map((it) => [
        it.step,
        known(it.alternatives.map(({ name }) => name).join(', ')),
        known(it.taken),
        it.outcome === null ? nothing : stateCell(it.outcome),
      ]),
    ),
  ])
}

/** What was looked up before tasks, where, and what it cost. */
export function researchSection({ tasks }: ProgressDocument): readonly Section[] {
  const looked = tasks.flatMap(({ task_id: id, research_phase: phase }) =>
    phase === undefined ? [] : [{ task: id, phase }],
  )
  const each = <Item>(of: (it: (typeof looked)[number]) => readonly Item[]): readonly Item[] => looked.flatMap(of)
  return section('Research', [
    ...table(
      'What was looked up before tasks',
      ['Task', 'Outcome', 'Confidence', 'Asked', 'Queries', 'Took', 'Calls', 'Tokens'],
      looked.map(({ task, phase }) => [
        task,
        outcomeOfResearch(phase),
        known(phase.confidence_level),
        known(phase.asked.join(', ')),
        known(phase.queries_performed.join('; ')),
        phase.research_cost === null ? nothing : durationText(phase.research_cost.time_seconds * 1000),
        known(phase.research_cost?.api_calls),
        known(phase.research_cost?.tokens_used),
      ]),
    ),
    ...table(
      'Findings',
      ['Task', 'Finding'],
      each(({ task, phase }) => phase.key_findings.map((it) => [task, it])),
    ),
    ...table(
      'Sources',
      ['Task', 'Source'],
      each(({ task, phase }) => phase.sources_consulted.map((it) => [task, it])),
    ),
    ...table(
      'What did not work',
      ['Task', 'What'],
      each(({ task, phase }) => phase.warnings.map((it) => [task, toned('warn', it)])),
    ),
  ])
}

function outcomeOfResearch({
  triggered,
  timestamp_end: end,
  key_findings: findings,
}: NonNullable<ProgressDocument['tasks'][number]['research_phase']>): Cell {
  if (end === null) return stateCell('in_progress')
  if (!triggered) return toned('off', 'nobody was asked')
  return findings.length > 0 ? toned('good', 'found') : toned('warn', 'nothing found')
}

/** What people were shown before steps in education mode, what they chose, and what is to be learned of it. */
export function educationSection(state: RunState): readonly Section[] {
  const ends = new Map(
    [...state.tasks.values()].flatMap((task) =>
      task.steps.map((step) => [stepName(task, step.spec.id), outcomeOf(state, task, step)] as const),
    ),
  )
  return section(
    'Education',
    table(
      'Checkpoints before steps',
      ['Step', 'Approaches', 'Recommended', 'Chosen', 'By', 'Result', 'Lesson'],
      state.course.checkpoints.map((held) => {
        const { approaches, recommended, step } = held.shown
        const named = (method: string): string => {
          const found = approaches.find((it) => it.method === method)
          return found === undefined ? wordOf(method) : `${found.letter}. ${found.text}`
        }
        const end = ends.get(step)
        const outcome = end?.checkpoint === held ? end : null
        return [
          step,
          approaches.map(({ letter, text }) => `${letter}. ${text}`).join('; '),
          named(recommended),
          held.selected === null ? toned('warn', 'open') : named(held.selected.method),
          known(held.selected?.by),
          known(outcome?.result),
          outcome === null
            ? nothing
            : `${outcome.lesson.text} ${outcome.lesson.from === null ? '(from the record)' : sourceText(outcome.lesson)}`,
        ]
      }),
    ),
  )
}

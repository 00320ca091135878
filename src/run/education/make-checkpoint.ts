/** Puts a checkpoint together from the plan, the record of the run and what an agent says (seed 004 §3). */

import { oneLine } from '../../plan/one-line.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { stepName } from '../steps/course.ts'
import { bracketName } from '../steps/method-name.ts'
import { standing } from '../steps/record.ts'
import { readWord } from './agent-word.ts'
import { approachesOf, type ApproachesOf } from './approaches.ts'
import type { Approach, Checkpoint, Point } from './checkpoint.ts'

/** What came of asking an agent. */
export type Consulting =
  | { readonly is: 'answered'; readonly agent: string; readonly text: string }
  | { readonly is: 'failed'; readonly because: string }

/** What the approaches to a step are told by. */
export function approachFacts({ policy, course }: RunState, { spec }: StepRun): ApproachesOf {
  return { step: spec, records: course.records, retries: spec.retries ?? policy.retries, gates: spec.gates }
}

/** The checkpoint of a step that is about to begin. It recommends the approach that the plan names first. */
export function checkpointOf(state: RunState, task: TaskRun, step: StepRun, consulting: Consulting): Checkpoint {
  const { education } = state.policy
  const word =
    consulting.is === 'answered'
      ? { from: consulting.agent, said: readWord(consulting.text, education?.comparisonDepth ?? 'moderate') }
      : null
  const said = (points: readonly string[] = []): readonly Point[] =>
    word === null ? [] : points.map((text) => ({ text, from: word.from }))
  const approaches = approachesOf(approachFacts(state, step), word)
  const recommended = approaches[0]?.method ?? 'primary'
  return {
    step: stepName(task, step.spec.id),
    situation: [...situationOf(state, task, step), ...said(word?.said.situation)],
    approaches,
    recommended,
    rationale:
      education?.rationaleRequired === false ? [] : [...rationaleOf(approaches), ...said(word?.said.rationale)],
    agent:
      word === null
        ? { is: 'not-asked', because: consulting.is === 'failed' ? oneLine(consulting.because) : '' }
        : {
            is: 'asked',
            name: word.from,
            advises: approaches.find(({ letter }) => letter === word.said.advises)?.method ?? null,
            more: word.said.more,
          },
    explanation: null,
    showsAll: education?.alternativesShown !== false,
    words: task.spec.textHash,
    attempts: step.attempts,
  }
}

/** What is about to be done, and why (seed 004 §3). */
function situationOf(state: RunState, { spec: task }: TaskRun, { spec }: StepRun): readonly Point[] {
  const goal = state.spec?.spec.goal ?? null
  const failed = standing(state.course.records)
    .filter((it) => it.status === 'failed')
    .map((it) => it.step)
  return [
    `${spec.title}, ${spec.critical ? 'a critical step' : 'a step'} of task ${task.id ?? task.key} ${task.title}`,
    ...(spec.expected === undefined ? [] : [`it is to leave: ${spec.expected}`]),
    ...(goal === null ? [] : [`for the goal: ${goal}`]),
    ...(failed.length === 0 ? [] : [`failed before it: ${failed.slice(-5).join(', ')}`]),
  ].map((text) => ({ text: oneLine(text), from: null }))
}

function rationaleOf([first, ...others]: readonly Approach[]): readonly Point[] {
  if (first === undefined) return []
  const backups = others.map(({ method }) => bracketName(method)).join(' and ')
  const rest =
    others.length === 0
      ? 'it is the only one that the plan has'
      : `${backups} ${others.length === 1 ? 'is' : 'are'} for its failure`
  return [{ text: `it is the way that the plan names first, and ${rest}`, from: null }]
}

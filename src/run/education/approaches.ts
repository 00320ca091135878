/** The approaches to a step with what is for and against each: by the plan, by the record of the run, and by an agent (seed 004 §3). */

import type { MethodSpec, StepSpec } from '../../plan/model.ts'
import { oneLine } from '../../plan/one-line.ts'
import { shellWords } from '../../plan/shell-word.ts'
import { bracketName, textKey, textOf } from '../steps/method-name.ts'
import type { MethodText, StepRecord } from '../steps/record.ts'
import { standing } from '../steps/record.ts'
import type { AgentWord } from './agent-word.ts'
import { letterOf, type Approach, type Point } from './checkpoint.ts'

export interface ApproachesOf {
  readonly step: StepSpec
  /** How the steps of the run went so far. */
  readonly records: readonly StepRecord[]
  /** Attempts after the first one that an agent has. */
  readonly retries: number
  /** Names of the gates that judge the step. */
  readonly gates: readonly string[]
}

/** @param word what an agent says, and its name; null where none has said anything */
export function approachesOf(
  of: ApproachesOf,
  word: { readonly from: string; readonly said: AgentWord } | null,
): readonly Approach[] {
  const { methods } = of.step
  const texts = methods.map(({ id, instruction, argv }) => ({ id, text: instruction, argv }))
  return methods.map((method, at): Approach => {
    const letter = letterOf(at)
    const own = word?.said.approaches.get(letter)
    const said = (points: readonly string[] = []): readonly Point[] =>
      word === null ? [] : points.map((text) => ({ text, from: word.from }))
    const before = historyOf(of.records, texts, method.id)
    return {
      letter,
      method: method.id,
      text: oneLine(textOf(texts, method.id)),
      argv: method.argv,
      pros: [
        ...byPlan(prosOf(of, method, at)),
        ...byPlan(named('it has completed', before.completed)),
        ...said(own?.pros),
      ],
      cons: [...byPlan(consOf(of, method, at)), ...byPlan(named('it failed in', before.failed)), ...said(own?.cons)],
      would: said(own?.would),
    }
  })
}

function byPlan(texts: readonly string[]): readonly Point[] {
  return texts.map((text) => ({ text, from: null }))
}

function prosOf({ retries }: ApproachesOf, { trigger, does, argv }: MethodSpec, at: number): readonly string[] {
  const again = retries === 0 ? '' : `, and has ${retries} more ${retries === 1 ? 'attempt' : 'attempts'} to mend it`
  return [
    ...(at === 0 ? ['the plan names it first'] : []),
    ...(trigger === undefined ? [] : [`the plan means it for ${oneLine(trigger)}`]),
    does === 'tool' ? `a program does it: ${oneLine(shellWords(argv))}` : `an agent does it${again}`,
  ]
}

function consOf({ step, gates }: ApproachesOf, { does, trigger }: MethodSpec, at: number): readonly string[] {
  const before = step.methods[at - 1]
  const isLast = at === step.methods.length - 1
  return [
    ...(before !== undefined && trigger === undefined
      ? [`the plan means it for the case that ${bracketName(before.id)} fails`]
      : []),
    ...(does === 'tool' ? ['a program does nothing but what it was written for, and is tried once'] : []),
    ...(gates.length === 0 ? ['no gate judges what it leaves'] : []),
    ...(isLast ? ['there is no approach behind it where it fails'] : []),
  ]
}

function named(what: string, steps: readonly string[]): readonly string[] {
  return steps.length === 0 ? [] : [`${what} ${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')}`]
}

/** In a list of steps more of them say nothing more. */
const mostSteps = 5

/** In which steps of the run the same approach, by its words and its program, has worked, and in which it has failed. */
function historyOf(
  records: readonly StepRecord[],
  texts: readonly MethodText[],
  method: string,
): { readonly completed: readonly string[]; readonly failed: readonly string[] } {
  const wanted = keyOf(texts, method)
  const went = (outcome: 'success' | 'failure'): readonly string[] =>
    standing(records)
      .filter(({ methods, tried }) =>
        tried.some((it) => it.outcome === outcome && keyOf(methods, it.method) === wanted),
      )
      .map(({ step }) => step)
      .slice(-mostSteps)
  return { completed: went('success'), failed: went('failure') }
}

function keyOf(methods: readonly MethodText[], method: string): string {
  const argv = methods.find(({ id }) => id === method)?.argv ?? []
  return JSON.stringify([textKey(textOf(methods, method)), argv])
}

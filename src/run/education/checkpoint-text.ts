/** A checkpoint in the words and the form of the seed (004 §3). Text of others is on one line each, or set in: it takes no line of ours. */

import { oneLine } from '../../plan/one-line.ts'
import type { Approach, Checkpoint, Point } from './checkpoint.ts'

/** The question behind a checkpoint, by which people answer it. */
export const checkpointQuestion = 'Continue with recommended approach? [Y/n/explain more/try different]'

/** All of it, as text of several lines; not made safe for a terminal. */
export function checkpointText(checkpoint: Checkpoint): string {
  const { step, situation, approaches, recommended, rationale, agent, explanation, showsAll } = checkpoint
  const shown = showsAll ? approaches : approaches.filter(({ method }) => method === recommended)
  const hidden = approaches.length - shown.length
  const first = approaches.find(({ method }) => method === recommended)
  return [
    `[EDUCATION CHECKPOINT - Step ${oneLine(step)}]`,
    '',
    ...explanationLines(explanation),
    ...pointLines('Situation: ', situation, ''),
    ...(agent.is === 'not-asked'
      ? [`No agent says anything to it (${agent.because}): this is what the plan says.`]
      : []),
    '',
    'Available Approaches:',
    ...shown.flatMap(approachLines),
    ...(hidden === 0 ? [] : [`  (${hidden} more: answer n to see ${hidden === 1 ? 'it' : 'them'})`]),
    '',
    `Recommendation: ${first === undefined ? recommended : `Approach ${first.letter}`}${adviceText(checkpoint)}`,
    ...(rationale.length === 0 ? [] : pointLines('Rationale: ', rationale, '')),
    ...(agent.is === 'asked' && agent.more !== '' ? ['', ...setIn(agent.name, 'adds', agent.more)] : []),
    '',
    checkpointQuestion,
  ].join('\n')
}

function explanationLines(explanation: Point | null): readonly string[] {
  if (explanation === null) return []
  const { from, text } = explanation
  return [...(from === null ? ['The plan says:', ...indented(text)] : setIn(from, 'explains', text)), '']
}

function approachLines({ letter, method, text, argv, pros, cons }: Approach): readonly string[] {
  const named = oneLine(text) === '' ? method : oneLine(text)
  const kind = argv.length > 0 ? `${method}, a program` : method
  return [
    `  ${letter}. ${named} (${kind})`,
    ...pointLines('Pros: ', pros, '     '),
    ...pointLines('Cons: ', cons, '     '),
  ]
}

/** The agent's word is shown, and begins nothing: the plan's own order holds until a person says otherwise. */
function adviceText({ agent, recommended, approaches }: Checkpoint): string {
  if (agent.is === 'not-asked' || agent.advises === null) return ''
  const letter = approaches.find(({ method }) => method === agent.advises)?.letter ?? ''
  return agent.advises === recommended
    ? ` (so does the agent ${oneLine(agent.name)})`
    : ` (the agent ${oneLine(agent.name)} would take ${letter})`
}

/** `(from the plan)`: who says it. */
export function sourceText({ from }: Point): string {
  return from === null ? '(from the plan)' : `(from the agent ${oneLine(from)})`
}

/** The first point behind the label, the others below it. */
function pointLines(label: string, points: readonly Point[], indent: string): readonly string[] {
  if (points.length === 0) return [`${indent}${label}nothing is said`]
  return points.map(
    (it, at) => `${indent}${at === 0 ? label : ' '.repeat(label.length)}${oneLine(it.text)} ${sourceText(it)}`,
  )
}

function setIn(agent: string, says: string, text: string): readonly string[] {
  return [`The agent ${oneLine(agent)} ${says}:`, ...indented(text)]
}

/** No line of an agent begins where ours do. */
function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${line.replaceAll('\t', '  ')}`.trimEnd())
}

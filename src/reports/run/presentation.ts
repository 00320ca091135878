/** A review as a person reads it: what was to be done, what was done, how it was checked, and how it is answered (seed 003 §2). */

import { addedTaskLines } from '../../plan/added-task.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Criterion } from '../../run/criteria.ts'
import type { Evidence } from '../../run/outcome.ts'
import type { Presentation, ShownReplacement } from '../../run/presentation.ts'
import { answerLetter } from '../../run/answer-letter.ts'
import { painter, type Colour, type Paint } from '../graph/paint.ts'
import { criteriaLines } from './criteria-text.ts'
import { checkpointLines } from './education-lines.ts'
import { questionText } from './question-text.ts'
import { backupLines, stepText } from './step-text.ts'
import { provesNothing, redBefore } from './verdict-words.ts'

export interface PresentationWords {
  /** As `git diff` prints it; null where there is none to show. The command is that of the person's git, where there is git. */
  readonly diff: { readonly call: string | null; readonly text: string } | null
  /** What else an agent wants to add to the plan, each of one or more lines. */
  readonly proposals: readonly string[]
  readonly colour: boolean
  /** Lines of the diff that are shown at most. */
  readonly mostDiffLines: number
}

/** An agent may have written a book. */
const mostWords = 40

/**
 * The lines of a presentation; each is safe to show. What agents and gates have said takes no line of ours: names stay on
 * theirs, and what has several lines is set in.
 */
export function presentationLines(shown: Presentation, words: PresentationWords): readonly string[] {
  const paint = painter(words.colour)
  const { name, title } = shown.task
  return [
    paint('bold', safeLine(`${shown.review} ${name}${name === title ? '' : ` ${title}`}`)),
    ...stepShown(shown),
    ...(shown.kind === 'education' ? checkpointLines(shown.question) : questionLines(shown)),
    ...shown.changes.map((it) => `  ${it.change} ${safeLine(it.path)}`),
    ...diffCall(shown, words),
    ...explanation(shown),
    ...shown.criteria.map((it) => criterionLine(it, paint)),
    ...criteriaLines(shown.halves).map((it) => `  ${safeLine(it)}`),
    ...shown.gates.flatMap((it) => gateLines(it, shown.forgiven.includes(it.gate), paint)),
    ...shown.notRun.map((it) => `  gate ${safeLine(it)} ${paint('yellow', 'not run on this draft')}`),
    ...shown.deviations.map((it) => `  ${paint('yellow', '[DEVIATION]')} ${safeLine(it.what)}`),
    ...replacementLines(shown.replacement),
    ...words.proposals.flatMap((it) =>
      it.split('\n').map((line, at) => `${at === 0 ? '  ' : '    '}${safeLine(line)}`),
    ),
    ...diffLines(words, paint),
  ]
}

/** A question on one line; one about patterns has lines of its own, and names beside its letters the words that they stand for. */
function questionLines({ kind, question, options }: Presentation): readonly string[] {
  const letters = options.flatMap((it) => {
    const letter = answerLetter(kind, it)
    return letter === null ? [] : [`${letter} ${it}`]
  })
  if (letters.length === 0) return [questionText(question)]
  return [...question.split('\n').map(safeLine), `answers: ${letters.join(', ')}`]
}

function stepShown({ step }: Presentation): readonly string[] {
  if (step === null) return []
  return [
    `step ${step.at} of ${step.of}: ${stepText(step.view)}${step.view.critical ? ', critical' : ''}`,
    ...backupLines(step.view).map((it) => `  ${it}`),
  ]
}

/** How the person's own git shows the draft; or that what it is compared with is kept no longer. */
function diffCall({ changes, draft }: Presentation, { diff }: PresentationWords): readonly string[] {
  if (changes.length === 0 || draft === null) return []
  if (diff === null) return ['  no diff: what it is compared with is not kept here']
  return diff.call === null ? [] : [`  look at it with: ${safeLine(diff.call)}`]
}

function replacementLines(replacement: ShownReplacement | null): readonly string[] {
  if (replacement === null) return []
  const { of, wrong, tasks, waiting } = replacement
  const waits =
    waiting.length === 0 ? '' : `, and ${waiting.join(', ')} ${waiting.length === 1 ? 'waits' : 'wait'} for them`
  return [
    `  ${safeLine(wrong === null ? `in place of ${of}${waits}:` : `proposed in place of ${of}, and cannot be accepted (${wrong}):`)}`,
    ...tasks.flatMap(({ criteria, description, gates, ...task }) => [
      ...addedTaskLines({ ...task, description: null, blocks: [] }, { bullet: '', cell: ' ', indent: '  ' }).map(
        (it) => `    ${safeLine(it)}`,
      ),
      ...(gates.length === 0 ? [] : [`      gates: ${safeLine(gates.join(', '))}`]),
      ...(description === null
        ? []
        : ['      description:', ...description.split('\n').map((it) => `        ${setIn(it)}`)]),
      ...criteria.map((it) => `      criterion: ${safeLine(it)}`),
    ]),
  ]
}

function explanation({ explanation: said, attempt }: Presentation): readonly string[] {
  const lines = said.trim() === '' ? [] : said.trim().split('\n')
  if (lines.length === 0) return []
  const more = lines.length - mostWords
  const rest = more > 0 ? [`    … (${more} more lines)`] : []
  return [`  attempt ${attempt} says of it:`, ...lines.slice(0, mostWords).map((line) => `    ${setIn(line)}`), ...rest]
}

const verdictColours: Readonly<Record<Criterion['verdict'], Colour>> = {
  PASS: 'green',
  FAIL: 'red',
  UNTESTED: 'yellow',
}

function criterionLine({ text, verdict, by, claim }: Criterion, paint: Paint): string {
  const said = claim === undefined ? null : `its agent says ${claim.verdict}${claim.how === '' ? '' : `: ${claim.how}`}`
  const sources = [by === null ? null : `gate ${by}`, said].filter((it) => it !== null)
  const judge = sources.length === 0 ? '' : ` (${safeLine(sources.join('; '))})`
  return `  ${paint(verdictColours[verdict], verdict.padEnd(8))} ${safeLine(text)}${judge}`
}

function gateLines(evidence: Evidence, isForgiven: boolean, paint: Paint): readonly string[] {
  const { gate, result, excerpt } = evidence
  const verdict = paint(result === 'passed' ? 'green' : 'red', result)
  const said = result === 'passed' || excerpt === '' ? [] : excerpt.split('\n')
  const more = `${provesNothing(evidence)}${redBefore(isForgiven)}`
  return [`  gate ${safeLine(gate)} ${verdict}${more}`, ...said.map((line) => `    ${setIn(line)}`)]
}

function setIn(line: string): string {
  return safeLine(line.replaceAll('\t', '    '))
}

function diffLines({ diff, mostDiffLines }: PresentationWords, paint: Paint): readonly string[] {
  if (diff === null || diff.text === '') return []
  const lines = diff.text.replace(/\n$/, '').split('\n')
  const more = lines.length - mostDiffLines
  const call = diff.call === null ? '' : `: ${safeLine(diff.call)}`
  const rest = more > 0 ? [`    … (${more} more lines${call})`] : []
  return [...lines.slice(0, mostDiffLines).map((line) => `    ${paint(colourOf(line), setIn(line))}`), ...rest]
}

function colourOf(line: string): Colour {
  if (/^(?:diff |index |--- |\+\+\+ |new file|deleted file|similarity|rename |old mode|new mode)/.test(line))
    return 'bold'
  if (line.startsWith('@@')) return 'blue'
  if (line.startsWith('+')) return 'green'
  return line.startsWith('-') ? 'red' : 'plain'
}

/** `millwright review`: what waits for a person, and the answers. */

import { sha256 } from '../../system/digest.ts'
import { openProposals, proposalText } from '../../run/open-proposals.ts'
import { boundWords, presentationOf } from '../../run/presentation.ts'
import { presentationLines } from '../../reports/run/presentation.ts'
import { stepBehind, stepJson } from '../../reports/run/step-text.ts'
import { nameOf, openReviews, viewRun } from '../../run/views.ts'
import type { ReviewAnswer } from '../../run/command.ts'
import type { Review, RunState } from '../../run/state.ts'
import { isoTime } from '../../reports/run/json.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { checkpointLines, reviewLine } from '../../reports/run/education-lines.ts'
import { questionText } from '../../reports/run/question-text.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { isGiven, textOf } from '../given-options.ts'
import { asAnswered } from '../../calls/journal/as-answered.ts'
import { askedOtherwise, isAskedOtherwise } from '../../calls/journal/asked-otherwise.ts'
import { draftDiff } from '../../calls/journal/draft-diff.ts'
import { answering } from '../../calls/journal/person-calls.ts'
import { wholly, type OpenedJournal } from '../../calls/journal/open-journal.ts'
import { poolOf } from '../../calls/run/pool-owner.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { withJournal } from '../with-journal.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { otherLines, planMeant } from '../other-plans.ts'
import { postCommand } from '../post-command.ts'

/** Of a digest, as people are shown it. */
const shownDigits = 12

/** Of a longer diff the person's own git shows the rest. */
const mostDiffLines = 1000

export const command: Command = async ([verb = 'list', id = ''], options, io) => {
  const words = verb === 'list' ? '' : ` ${verb} ${shellWord(id === '' ? 'ID' : id)}`
  const plan = await planMeant(
    textOf(options, 'plan') ?? undefined,
    io,
    (it) => `millwright review${words} --plan ${it}`,
  )
  if (plan === null) return exitCodes.wrong
  const json = isGiven(options, 'json')
  const look = (use: (opened: OpenedJournal) => Promise<number>): Promise<number> =>
    withJournal(plan, options, io, wholly(use))
  if (verb === 'list') return look((opened) => list(opened, json, io))
  if (id === '') {
    complain(io, `review ${verb} needs the id of a review`, '`millwright review` lists those that are open')
    return exitCodes.wrong
  }
  if (verb === 'show') return look((opened) => show(opened, id, json, io))
  const presented = textOf(options, 'presented')
  const of = { review: id, answer: verb as ReviewAnswer, text: textOf(options, 'message') ?? '' }
  return postCommand(plan, options, io, answering({ ...of, ...(presented === null ? {} : { presented }) }))
}

function reviewJson({ state }: OpenedJournal): readonly object[] {
  return openReviews(state).map(({ id, task, kind, askedAt, options, shown, question }) => ({
    id,
    task: state.tasks.get(task)?.spec.key ?? task,
    kind,
    askedAt: isoTime(askedAt),
    options,
    shown,
    question,
  }))
}

async function list(opened: OpenedJournal, json: boolean, io: Io): Promise<number> {
  const { state } = opened
  if (json) {
    printJson(io, reviewJson(opened))
    return exitCodes.done
  }
  const reviews = openReviews(state)
  const { held } = viewRun(state)
  const others = await otherLines(
    opened.given,
    io,
    ({ waits }) => waits,
    (name) => `millwright review --plan ${name}`,
  )
  if (reviews.length === 0 && held.length === 0)
    io.stdout.write(others.length === 0 ? 'nothing waits for a person\n' : 'nothing of this plan waits for a person\n')
  else if (reviews.length === 0) io.stdout.write('no question is open, but something else is in the way\n')
  for (const { what, reason, help } of held) io.stdout.write(`${what}: ${safeLine(reason)}\n    ${safeLine(help)}\n`)
  for (const review of reviews) {
    const task = state.tasks.get(review.task)
    io.stdout.write(
      `${review.id} ${task ? safeLine(nameOf(task)) : ''}${stepBehind(task, review.step)} (${review.kind}): ${reviewLine(review)}\n${wholeQuestion(review)}    ${safeLine(answerCall(review, opened))}\n`,
    )
    for (const line of pausedLines(state, review.id)) io.stdout.write(`  ${line}\n`)
  }
  for (const line of others) io.stdout.write(`${line}\n`)
  return exitCodes.done
}

/** A checkpoint is more than a line. */
function wholeQuestion({ kind, question }: Review): string {
  return kind === 'education'
    ? checkpointLines(question)
        .map((line) => `${line === '' ? '' : `    ${line}`}\n`)
        .join('')
    : ''
}

/**
 * How a question is answered; the plan of this folder needs no name.
 * @param presented digest of what is shown with it: the answer is to just that
 */
function answerCall({ id, options }: Review, { given }: OpenedJournal, presented: string | null = null): string {
  const plan = given === '.' ? '' : ` --plan ${shellWord(given)}`
  const bound = presented === null ? '' : ` --presented ${presented.slice(0, shownDigits)}`
  return `millwright review ${options.join('|')} ${id}${plan}${bound}`
}

/** What somebody said who left a question for later. */
function pausedLines({ decided }: RunState, id: string): readonly string[] {
  return decided.flatMap(({ review, answer, by, text }) =>
    review === id && answer === 'pause' && text.trim() !== ''
      ? [`  paused by ${safeLine(by.who)}: ${questionText(text)}`]
      : [],
  )
}

async function show(opened: OpenedJournal, id: string, json: boolean, io: Io): Promise<number> {
  const { opening } = opened
  const review = opened.state.reviews.get(id)
  const state = review ? asAnswered(opened, review) : opened.state
  const shown = review ? presentationOf(state, review) : null
  if (!review || !shown) {
    complain(io, `there is no review ${id}`, '`millwright review` lists those that are open')
    return exitCodes.wrong
  }
  const root = (opening.is === 'opened' ? opening : opening.reading)?.root ?? null
  const { shown: draft } = review
  const pool = poolOf(stateFolder(io.env), opened.dir)
  const diff =
    root === null || draft === null
      ? null
      : await draftDiff({ root, pool, cwd: io.cwd }, { draft, since: shown.since, changes: shown.changes })
  const proposals = openProposals(state)
    .filter((it) => it.by === review.task)
    .map((it) => proposalText(it, shown.task.name))
  const presented = sha256(boundWords(shown))
  if (json) {
    const { key, id: taskId, title, files } = shown.task
    printJson(io, {
      id: review.id,
      kind: review.kind,
      question: review.question,
      options: review.options,
      answer: review.answer,
      task: { key, id: taskId, title, files },
      ...(shown.step === null ? {} : { step: stepJson(shown.step.view) }),
      attempt: shown.attempt,
      round: shown.round,
      explanation: shown.explanation,
      criteria: shown.criteria,
      halves: shown.halves,
      gates: shown.gates.map(({ gate, result, excerpt, without }) => ({
        gate,
        result,
        excerpt,
        ...(without === undefined ? {} : { without }),
      })),
      notRun: shown.notRun,
      changes: shown.changes,
      diff: diff?.call ?? null,
      patch: diff?.text ?? null,
      deviations: shown.deviations,
      replacement: shown.replacement,
      proposals,
      shown: review.shown,
      presented,
      askedOtherwise: await isAskedOtherwise(opened, review),
    })
    return exitCodes.done
  }
  const { colour } = io.stdout
  const words = { diff, proposals, colour, mostDiffLines }
  const isOther = await isAskedOtherwise(opened, review)
  const last = isOther
    ? `${askedOtherwise}, and this is what it said then; ask anew with: millwright resume ${safeLine(shellWord(opened.given))}`
    : review.answer === null
      ? `answer with: ${safeLine(answerCall(review, opened, presented))}`
      : review.answer === 'withdrawn'
        ? 'taken back: what it was about has changed'
        : `answered: ${review.answer}`
  io.stdout.write(
    [...presentationLines(shown, words), ...pausedLines(state, id), last].map((line) => `${line}\n`).join(''),
  )
  return exitCodes.done
}

/** `millwright review`: what waits for a person, and the answers. */

import { openProposals, proposalText } from '../../run/open-proposals.ts'
import { nameOf, openReviews, viewRun } from '../../run/views.ts'
import type { ReviewAnswer } from '../../run/command.ts'
import type { Review } from '../../run/state.ts'
import { isoTime } from '../../reports/run/json.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { questionText } from '../../reports/run/question-text.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { isGiven, textOf } from '../given-options.ts'
import { draftDiff } from '../../calls/journal/draft-diff.ts'
import { wholly, type OpenedJournal } from '../../calls/journal/open-journal.ts'
import { withJournal } from '../with-journal.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { otherLines, planMeant } from '../other-plans.ts'
import { postCommand } from '../post-command.ts'

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
  return postCommand(plan, options, io, () => ({
    verb: 'answer',
    review: id,
    answer: verb as ReviewAnswer,
    text: textOf(options, 'message') ?? '',
  }))
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
      `${review.id} ${task ? safeLine(nameOf(task)) : ''} (${review.kind}): ${questionText(review.question)}\n    ${safeLine(answerCall(review, opened))}\n`,
    )
  }
  for (const line of others) io.stdout.write(`${line}\n`)
  return exitCodes.done
}

/** How a question is answered; the plan of this folder needs no name. */
function answerCall({ id, options }: Review, { given }: OpenedJournal): string {
  return `millwright review ${options.join('|')} ${id}${given === '.' ? '' : ` --plan ${shellWord(given)}`}`
}

async function show(opened: OpenedJournal, id: string, json: boolean, io: Io): Promise<number> {
  const { state } = opened
  const review = state.reviews.get(id)
  const task = review ? state.tasks.get(review.task) : undefined
  if (!review || !task) {
    complain(io, `there is no review ${id}`, '`millwright review` lists those that are open')
    return exitCodes.wrong
  }
  const step = task.steps.find((it) => it.spec.id === review.step)
  const facts = {
    id: review.id,
    kind: review.kind,
    question: review.question,
    options: review.options,
    answer: review.answer,
    task: { key: task.spec.key, id: task.spec.id, title: task.spec.title, files: task.spec.files },
    gates: (step?.verdicts ?? []).map(({ gate, result, excerpt }) => ({ gate, result, excerpt })),
    changes: step?.draft?.changes ?? [],
    diff: review.shown === null ? null : await draftDiff(opened, review.shown, io.cwd),
    deviations: task.deviations,
    proposals: openProposals(state)
      .filter((it) => it.by === task.uid)
      .map((it) => proposalText(it, nameOf(task))),
    shown: review.shown,
  }
  if (json) {
    printJson(io, facts)
    return exitCodes.done
  }
  // What agents and gates have said takes no line of ours: names stay on theirs, and what has several is set in.
  const lines = [
    `${review.id} ${nameOf(task)}${nameOf(task) === task.spec.title ? '' : ` ${task.spec.title}`}`,
    questionText(review.question),
    ...facts.changes.map((it) => `  ${it.change} ${it.path}`),
    ...(facts.diff === null ? [] : [`  look at it with: ${facts.diff}`]),
    ...facts.gates.flatMap((it) => [
      `  gate ${it.gate} ${it.result}`,
      ...(it.result === 'passed' || it.excerpt === ''
        ? []
        : it.excerpt.split('\n').map((line) => `    ${line.replaceAll('\t', '    ')}`)),
    ]),
    ...facts.deviations.map((it) => `  [DEVIATION] ${it.what}`),
    ...facts.proposals.flatMap((it) => it.split('\n').map((line, at) => `${at === 0 ? '  ' : '    '}${line}`)),
    review.answer === null ? `answer with: ${answerCall(review, opened)}` : `answered: ${review.answer}`,
  ]
  io.stdout.write(lines.map((line) => `${safeLine(line)}\n`).join(''))
  return exitCodes.done
}

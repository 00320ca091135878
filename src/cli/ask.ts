/** Questions on the terminal: only where a person is there, and no answer is never a yes. */

import { accountName } from '../system/account-name.ts'
import { sha256 } from '../system/digest.ts'
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { createInterface, type Interface } from 'node:readline/promises'
import type { HumanAnswer } from '../agents/agent.ts'
import type { Command, ReviewAnswer } from '../run/command.ts'
import type { ReviewKind, RunEvent } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import type { DraftDiff, DraftShown } from '../calls/journal/draft-diff.ts'
import { presentationLines } from '../reports/run/presentation.ts'
import { answerLetter } from '../run/answer-letter.ts'
import { boundWords, presentationOf } from '../run/presentation.ts'
import { newId } from '../system/identifiers.ts'
import { shellWord } from '../plan/shell-word.ts'
import { checkpointQuestion } from '../run/education/checkpoint-text.ts'
import { askApproach, type TypedAnswer } from './checkpoint-answer.ts'
import type { Io } from './output.ts'

const ignore = (): void => undefined

interface Asking {
  /** Told of a Ctrl-C before the question ends. */
  readonly interrupted?: () => void
  /** Takes the question back. */
  readonly signal?: AbortSignal
  /** Hears what the answer is typed into, and null when the question is over. */
  readonly typing?: (line: Interface | null) => void
}

/** @returns null where there is no answer */
async function askLine(question: string, { interrupted, signal, typing }: Asking = {}): Promise<string | null> {
  if (signal?.aborted === true) return null
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  // A terminal that is closed meanwhile gives no answer, and errors where it is read, or reset, perhaps only later.
  prompt.on('error', ignore)
  if (!process.stdin.listeners('error').includes(ignore)) process.stdin.on('error', ignore)
  const takeBack = (): void => prompt.close()
  signal?.addEventListener('abort', takeBack)
  typing?.(prompt)
  prompt.on('close', () => typing?.(null))
  try {
    return await new Promise<string | null>((resolve) => {
      prompt.on('SIGINT', () => {
        interrupted?.()
        prompt.close()
      })
      prompt.on('close', () => resolve(null))
      prompt.question(question).then(resolve, () => resolve(null))
    })
  } finally {
    signal?.removeEventListener('abort', takeBack)
    prompt.close()
  }
}

/** Writes something above a question that is open; what has been typed of its answer stays. */
function writeAbove(line: Interface, write: () => void): void {
  const { rows } = line.getCursorPos()
  cursorTo(process.stderr, 0)
  moveCursor(process.stderr, 0, -rows)
  clearScreenDown(process.stderr)
  write()
  // Where the question takes several rows, it is drawn from as many above.
  process.stderr.write('\n'.repeat(rows))
  line.prompt(true)
}

/** A question with yes and no; anything but a yes or a Ctrl-C is a no. */
export async function askPerson(question: string): Promise<'yes' | 'no' | 'interrupted'> {
  const seen = { interrupted: false }
  const interrupted = (): void => {
    seen.interrupted = true
  }
  const line = await askLine(question, { interrupted })
  // The question's line has no end of its own where nothing was entered.
  if (line === null) process.stderr.write('\n')
  const answer = line?.trim().toLowerCase()
  return seen.interrupted ? 'interrupted' : answer === 'y' || answer === 'yes' ? 'yes' : 'no'
}

/** A question with an answer of a few letters. @returns what was typed, or that nobody answered: a Ctrl-C, or a closed terminal */
export async function askWord(question: string): Promise<{ readonly typed: string } | 'interrupted'> {
  const line = await askLine(question)
  if (line !== null) return { typed: line.trim().toLowerCase() }
  process.stderr.write('\n')
  return 'interrupted'
}

/** What a run asks on its terminal: one question at a time, and none that is no question any more. */
export interface TerminalQuestions {
  /** Asks a person who does a task by hand. Rejects where there is no answer: the task goes on waiting for one. */
  readonly work: (question: string) => Promise<HumanAnswer>
  /** Shows a review and takes its answer; null leaves it open for `millwright review`. */
  readonly review: (state: RunState, id: string) => Promise<Command | null>
  /** Writes lines of the run; a question that is open stays below them. */
  readonly beside: (write: () => void) => void
  /** Takes a question back that was answered elsewhere, and all of them where the run is parked. */
  readonly seen: (event: RunEvent) => void
}

/** What a question is about. */
interface Subject {
  readonly review: string
  /** Uid of its task. */
  readonly task: string
}

/** Of a longer diff a person is shown the beginning, so that the question stays on the screen. */
const mostDiffLines = 60

/** What is asked for beside an answer that was given without a word; null where nothing is. */
function wordsWanted(kind: ReviewKind, answer: ReviewAnswer): string | null {
  if (answer === 'revise') return 'What is to be different: '
  if (answer === 'reject') return 'Why, for the plan (or nothing): '
  return kind === 'exhausted' && answer === 'retry' ? 'What whoever does it anew is told (or nothing): ' : null
}

/**
 * @param plan as the person named it
 * @param of.interrupted told of a Ctrl-C at a question: a terminal that is read by lines sends no signal
 * @param of.diffOf gives what a draft changes
 */
export function terminalQuestions(
  io: Io,
  plan: string,
  {
    interrupted,
    diffOf,
  }: {
    readonly interrupted: () => void
    readonly diffOf: (of: DraftShown) => Promise<DraftDiff | null>
  },
): TerminalQuestions {
  let lane: Promise<unknown> = Promise.resolve()
  let open: { readonly about: Subject | null; readonly taken: AbortController } | null = null
  let isParking = false
  let takenBack: string | null = null
  let typed: Interface | null = null
  // The next question is not shown while the signal is under way.
  const park = (): void => {
    isParking = true
    interrupted()
  }
  const typing = (line: Interface | null): void => {
    typed = line
  }

  const inTurn = <T>(
    about: Subject | null,
    isAsked: () => boolean,
    ask: (line: (question: string) => Promise<string | null>) => Promise<T>,
  ) => {
    const turn = lane.then(async () => {
      const taken = new AbortController()
      if (isParking) taken.abort()
      open = { about, taken }
      const line = (question: string): Promise<string | null> =>
        askLine(question, { interrupted: park, typing, signal: taken.signal })
      try {
        // Whoever is typing an answer types none to another question.
        if (takenBack !== null && isAsked()) await line(`${takenBack}. Enter shows the next question: `)
        if (isAsked()) takenBack = null
        return await ask(line)
      } finally {
        open = null
      }
    })
    lane = turn.catch(ignore)
    return turn
  }

  return {
    work: (question) =>
      inTurn(
        null,
        () => true,
        async (line) => {
          for (;;) {
            const said = await line(`${question}\n[d]one, [b]locked or [f]ailed, with a word if you like: `)
            if (said === null) throw new Error('nobody answered')
            const [word = '', ...rest] = said.trim().split(' ')
            const says = (['done', 'blocked', 'failed'] as const).find(
              (it) => word !== '' && it.startsWith(word.toLowerCase()),
            )
            if (says !== undefined) return { says, text: rest.join(' ') }
          }
        },
      ),
    review: (state, id) => {
      const isAsked = (): boolean => state.reviews.get(id)?.answer === null && !isParking
      return inTurn({ review: id, task: state.reviews.get(id)?.task ?? '' }, isAsked, async (line) => {
        const review = state.reviews.get(id)
        const task = review ? state.tasks.get(review.task) : undefined
        if (!review || !task || !isAsked()) return null
        const shown = presentationOf(state, review)
        const presented = shown === null ? null : sha256(boundWords(shown))
        const look = `all of it: millwright review show ${review.id} --plan ${shellWord(plan)}`
        const { shown: draft } = review
        const diff =
          draft === null || shown === null ? null : await diffOf({ draft, since: shown.since, changes: shown.changes })
        const words = { diff, proposals: [], colour: io.stderr.colour, mostDiffLines }
        // The question of a checkpoint is where it is answered.
        const lines = (shown === null ? [] : presentationLines(shown, words)).filter((it) => it !== checkpointQuestion)
        if (!isAsked()) return null
        io.stderr.write(`\n${[...lines, look].join('\n')}\n`)
        const answered = (of: TypedAnswer): Command => ({
          id: newId(),
          by: { who: accountName(io.env), as: 'human' },
          body: { verb: 'answer', review: id, ...of, ...(presented === null ? {} : { presented }) },
        })
        if (review.kind === 'education') {
          const chosen = await askApproach(line, { state, review, tell: (text) => io.stderr.write(`${text}\n`) })
          return chosen === null ? null : answered(chosen)
        }
        for (;;) {
          const said = await line(`${review.options.join(' / ')} (empty leaves it open): `)
          if (said === null || said.trim() === '') return null
          const [word = '', ...rest] = said.trim().split(' ')
          const wanted = word.toLowerCase()
          // One letter is too soon typed, but where the question itself has letters.
          const meant = review.options.filter(
            (it) =>
              it === wanted ||
              answerLetter(review.kind, it)?.toLowerCase() === wanted ||
              (wanted.length > 1 && it.startsWith(wanted)),
          )
          const answer = meant.find((it) => it === wanted) ?? (meant.length === 1 ? meant[0] : undefined)
          if (answer === undefined) {
            io.stderr.write('write one of these words, or two or more letters that only one of them begins with\n')
            continue
          }
          const asks = wordsWanted(review.kind, answer)
          const text = rest.length > 0 || asks === null ? rest.join(' ') : await line(asks)
          if (text === null) return null
          // Who is to do it anew has to be told what.
          if (answer === 'revise' && text.trim() === '') continue
          return answered({ answer, text: text.trim() })
        }
      })
    },
    beside(write) {
      if (typed === null) write()
      else writeAbove(typed, write)
    },
    seen({ body }) {
      const isOver = body.type === 'run-moved' && (body.to === 'stopping' || body.to === 'pausing')
      const about = open?.about ?? null
      const isOf = 'review' in body && about !== null && about.review === body.review
      const isAnswered = isOf && body.type === 'review-decided'
      const isChanged = isOf && body.type === 'review-withdrawn'
      const isGone =
        body.type === 'plan-revised' && about !== null && [...(body.left ?? []), ...body.removed].includes(about.task)
      if (isOver) isParking = true
      if (open === null || open.taken.signal.aborted || (!isOver && !isAnswered && !isChanged && !isGone)) return
      if (isAnswered) takenBack = `${about.review} was answered elsewhere`
      if (isChanged) takenBack = `${about.review} was taken back: ${body.because}`
      if (isGone) takenBack = `${about.review} is no question any more: its task is no longer in the plan as it was`
      open.taken.abort()
      io.stderr.write('\n')
    },
  }
}

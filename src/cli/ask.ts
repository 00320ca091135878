/** Questions on the terminal: only where a person is there, and no answer is never a yes. */

import { createInterface } from 'node:readline/promises'
import type { HumanAnswer } from '../agents/agent.ts'
import type { Command, ReviewAnswer } from '../run/command.ts'
import type { RunState } from '../run/state.ts'
import { nameOf } from '../run/views.ts'
import { newId } from '../system/identifiers.ts'
import { safeLine } from '../reports/safe-text.ts'
import type { Io } from './output.ts'

const ignore = (): void => undefined

/** @returns null where there is no answer; `interrupted` is told of a Ctrl-C beforehand */
async function askLine(question: string, interrupted: () => void = ignore): Promise<string | null> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  // A terminal that is closed meanwhile gives no answer, and errors where it is read, or reset, perhaps only later.
  prompt.on('error', ignore)
  if (!process.stdin.listeners('error').includes(ignore)) process.stdin.on('error', ignore)
  try {
    return await new Promise<string | null>((resolve) => {
      prompt.on('SIGINT', () => {
        interrupted()
        prompt.close()
      })
      prompt.on('close', () => resolve(null))
      prompt.question(question).then(resolve, () => resolve(null))
    })
  } finally {
    prompt.close()
  }
}

/** A question with yes and no; anything but a yes or a Ctrl-C is a no. */
export async function askPerson(question: string): Promise<'yes' | 'no' | 'interrupted'> {
  const seen = { interrupted: false }
  const line = await askLine(question, () => {
    seen.interrupted = true
  })
  // The question's line has no end of its own where nothing was entered.
  if (line === null) process.stderr.write('\n')
  const answer = line?.trim().toLowerCase()
  return seen.interrupted ? 'interrupted' : answer === 'y' || answer === 'yes' ? 'yes' : 'no'
}

/** Asks a person who does a task by hand. @throws where there is no answer: the task goes on waiting for one */
export async function askWorkOnTerminal(question: string): Promise<HumanAnswer> {
  for (;;) {
    const line = await askLine(`${question}\n[d]one, [b]locked or [f]ailed, with a word if you like: `)
    if (line === null) throw new Error('nobody answered')
    const [word = '', ...rest] = line.trim().split(' ')
    const says = ({ d: 'done', b: 'blocked', f: 'failed' } as const)[
      word.slice(0, 1).toLowerCase() as 'd' | 'b' | 'f'
    ] as HumanAnswer['says'] | undefined
    if (says !== undefined) return { says, text: rest.join(' ') }
  }
}

/** Shows a review and takes its answer; null leaves it open for `millwright review`. */
export async function askReviewOnTerminal(state: RunState, id: string, io: Io): Promise<Command | null> {
  const review = state.reviews.get(id)
  const task = review ? state.tasks.get(review.task) : undefined
  if (!review || !task) return null
  io.stderr.write(`\n${review.id} ${safeLine(nameOf(task))}: ${safeLine(review.question)}\n`)
  for (;;) {
    const line = await askLine(`${review.options.join(' / ')} (empty leaves it open): `)
    if (line === null || line.trim() === '') return null
    const [word = '', ...rest] = line.trim().split(' ')
    const answer = review.options.find(
      (it): it is ReviewAnswer => it === word || (word.length > 1 && it.startsWith(word)),
    )
    if (answer)
      return {
        id: newId(),
        by: { who: 'the terminal', as: 'human' },
        body: { verb: 'answer', review: id, answer, text: rest.join(' ') },
      }
  }
}

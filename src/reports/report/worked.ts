/** What the time of a run was used for: who or what was at work on each task, from when to when. Made of its events. */

import type { RunEvent } from '../../run/event.ts'
import { durationText } from '../run/duration.ts'
import type { Stretch } from './document.ts'

/** What a run did in its time. */
export interface Worked {
  /** First and last moment, in milliseconds since the epoch; null of a run in which nothing happened. */
  readonly from: number | null
  readonly to: number | null
  /** By the uid of their task, in the order in which they began. */
  readonly byTask: ReadonlyMap<string, readonly Stretch[]>
}

interface Begun {
  readonly task: string
  readonly from: number
  readonly what: string
}

/** Looks at the events of the last run. What has not ended lasts until the last event. */
export function workedOn(events: readonly RunEvent[]): Worked {
  const begin = events.findLastIndex(({ body }) => body.type === 'run-started')
  const own = events.slice(Math.max(0, begin))
  const [first, last] = [own[0]?.at ?? null, own.at(-1)?.at ?? null]
  const effects = new Map<number, Begun>()
  const reviews = new Map<string, Begun>()
  const byTask = new Map<string, Stretch[]>()
  const add = ({ task, from, what }: Begun, to: number, { name, tone, text }: Omit<Stretch, 'from' | 'to'>): void => {
    const end = Math.max(from, to)
    const stretch = { name, tone, from, to: end, text: `${what}${text}, ${durationText(end - from)}` }
    const before = byTask.get(task)
    if (before === undefined) byTask.set(task, [stretch])
    else before.push(stretch)
  }
  for (const { at, subject, body } of own) {
    const task = subject?.task
    switch (body.type) {
      case 'effect-requested':
        if (task === undefined) break
        if (body.effect.is === 'start-attempt') effects.set(body.id, { task, from: at, what: attemptName(body.effect) })
        if (body.effect.is === 'run-gate') effects.set(body.id, { task, from: at, what: `gate ${body.effect.gate}` })
        break
      case 'effect-settled': {
        const begun = effects.get(body.id)
        effects.delete(body.id)
        if (begun !== undefined) add(begun, at, endOf(body.outcome))
        break
      }
      case 'review-asked':
        if (task !== undefined) reviews.set(body.review, { task, from: at, what: `${body.review} asked` })
        break
      case 'review-decided':
      case 'review-withdrawn': {
        const begun = reviews.get(body.review)
        // A pause leaves the question open.
        if (begun === undefined || (body.type === 'review-decided' && body.answer === 'pause')) break
        reviews.delete(body.review)
        const text = body.type === 'review-decided' ? `, answered ${body.answer}` : ', taken back'
        add(begun, at, { name: person, tone: 'warn', text })
        break
      }
      default:
    }
  }
  for (const begun of effects.values())
    add(begun, last ?? begun.from, { name: 'under way', tone: 'busy', text: ', under way' })
  for (const begun of reviews.values()) add(begun, last ?? begun.from, { name: person, tone: 'warn', text: ', open' })
  for (const stretches of byTask.values()) stretches.sort((a, b) => a.from - b.from)
  return { from: first, to: last, byTask }
}

export const person = 'waits for a person'

function attemptName({
  name: { attempt, method, step },
  does,
}: Extract<Extract<RunEvent['body'], { type: 'effect-requested' }>['effect'], { is: 'start-attempt' }>): string {
  return `${does === 'tool' ? 'program' : 'agent'}, step ${step}, attempt ${attempt}${method === 'primary' ? '' : `, ${method}`}`
}

function endOf(
  outcome: Extract<RunEvent['body'], { type: 'effect-settled' }>['outcome'],
): Omit<Stretch, 'from' | 'to'> {
  if (outcome.of === 'run-gate') {
    const { result } = outcome.evidence
    return { name: 'gate', tone: 'other', text: `: ${result}` }
  }
  const how = outcome.of === 'start-attempt' ? outcome.how : 'ended'
  return how === 'finished'
    ? { name: 'at work', tone: 'good', text: '' }
    : { name: 'attempt that did not come to a good end', tone: 'bad', text: `: ${how}` }
}

/** How an attempt ended: in words, and where no process of ours told it. */

import type { Claim, Failure } from './outcome.ts'
import type { AttemptEnd } from './state.ts'
import { limitText } from './time-limit.ts'

/**
 * An end of which nothing is known but how, and why.
 * @param failure null where nothing went wrong
 */
export function bareEnd(how: AttemptEnd['how'], failure: Failure | null): AttemptEnd {
  return {
    of: 'start-attempt',
    is: 'ended',
    how,
    exitCode: null,
    signal: null,
    claim: { says: 'nothing', text: '', deviations: [], proposal: null },
    brief: null,
    output: null,
    excerpt: '',
    usage: null,
    session: null,
    durationMs: 0,
    failure,
  }
}

/**
 * One line on how an attempt ended.
 * @param who has made it
 */
export function describeEnd(end: AttemptEnd, who = 'the agent'): string {
  switch (end.how) {
    case 'finished':
      return `${who} ended by itself`
    case 'failed':
      return end.signal === null
        ? `${who} ended with exit code ${end.exitCode ?? 'unknown'}`
        : `${who} was ended by ${end.signal}`
    case 'timed-out':
      return `${who} took longer than its time limit${lengthOf(end)}`
    case 'idle':
      return `${who} was silent for longer than its idle limit${lengthOf(end)}`
    case 'missing':
      return end.failure?.reason ?? `${who} could not be started`
    case 'unready':
      return 'its workspace could not be made ready'
    case 'interrupted':
      return 'the executor died during the attempt'
    case 'stopped':
      return 'the attempt was stopped'
    case 'waiting':
      return 'a human is to do it'
    default:
      return end.how satisfies never
  }
}

/** The end of what an attempt wrote, where it was a failure by itself; else empty. */
export function failedOutput(end: Pick<AttemptEnd, 'how' | 'excerpt'> | null): string {
  return end?.how === 'failed' || end?.how === 'timed-out' || end?.how === 'idle' ? end.excerpt : ''
}

function lengthOf({ limit }: AttemptEnd): string {
  return limit === undefined ? '' : ` of ${limitText(limit)}`
}

/** Why an attempt failed: what its agent says of it, else how it ended. */
export function describeFailure(end: AttemptEnd | null, said: Claim | null): string {
  const isOwnEnd = end === null || end.how === 'finished'
  if (said?.says !== 'failed' || (said.text.trim() === '' && !isOwnEnd))
    return end === null ? 'it said that it failed' : describeEnd(end)
  const text = said.text.trim() === '' ? 'the agent says that it failed' : said.text.trim()
  return isOwnEnd ? text : `${text} (${describeEnd(end)})`
}

/** Last lines of an output that are told of its failure. */
const linesTold = 10

function lastLines(output: string): readonly string[] {
  const lines = output.trimEnd().split('\n').slice(-linesTold)
  return lines.filter((it) => it.trim() !== '')
}

/** How a tool failed, with the last lines that it printed: it says nothing else. */
export function toolFailure(end: AttemptEnd): string {
  return [describeEnd(end, 'the tool'), ...lastLines(end.excerpt)].join('\n')
}

/** The last lines that an agent wrote before it failed by itself; empty where `said` has them. */
export function lastOutput(end: AttemptEnd | null, said: string): string {
  const wrote = lastLines(failedOutput(end)).join('\n').trim()
  return said.includes(wrote) ? '' : wrote
}

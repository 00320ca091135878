/** Where a call named no plan, a person may have meant another one of the project than the one of this folder. */

import { otherPlans, plansMeant, type OtherPlan } from '../calls/journal/other-plans.ts'
import { safeLine } from '../plan/safe-text.ts'
import { shellWord } from '../plan/shell-word.ts'
import { complain, type Io } from './output.ts'

/** A line for each other plan that is at work or waits. @param which those that matter to the call @param call with its name */
export async function otherLines(
  given: string,
  io: Io,
  which: (plan: OtherPlan) => boolean,
  call: (plan: string) => string,
): Promise<readonly string[]> {
  if (given !== '.') return []
  return (await otherPlans(given, io)).filter(which).map((it) => lineOf(it, call))
}

function lineOf(other: OtherPlan, call: (plan: string) => string): string {
  return `another plan, ${safeLine(other.plan)}, ${standing(other)}: ${call(shellWord(other.plan))}`
}

function standing({ isAtWork, waits }: OtherPlan): string {
  if (isAtWork) return waits ? 'is at work, and waits for a person' : 'is at work'
  return waits ? 'waits for a person' : 'has a run that has not ended'
}

/**
 * The plan that a call speaks of: the one it names, else that of this folder; where the folder does not hold just one, the
 * only one of the project with a run that has not ended, which is said.
 *
 * @param call the same call with a plan's name
 * @returns null where several may be meant, which is told
 */
export async function planMeant(
  named: string | undefined,
  io: Io,
  call: (plan: string) => string,
): Promise<string | null> {
  if (named !== undefined) return named
  const found = await plansMeant(io)
  const [only, second] = found
  if (only === undefined) return '.'
  if (second === undefined) {
    io.stderr.write(`no plan is named: ${safeLine(only.plan)} is meant, which ${standing(only)}\n`)
    return only.plan
  }
  complain(
    io,
    `no plan is named, and several may be meant: ${found.map((it) => `${safeLine(it.plan)} ${standing(it)}`).join('; ')}`,
    `name one: ${found.map((it) => call(shellWord(it.plan))).join('; ')}`,
  )
  return null
}

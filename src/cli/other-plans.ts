/** Where a call named no plan, a person may have meant another one of the project than the one of this folder. */

import { otherPlans, type OtherPlan } from '../calls/journal/other-plans.ts'
import { shellWord } from '../reports/shell-word.ts'
import type { Io } from './output.ts'

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

function lineOf({ plan, isAtWork, waits }: OtherPlan, call: (plan: string) => string): string {
  const what = isAtWork ? (waits ? 'is at work, and waits for a person' : 'is at work') : 'waits for a person'
  return `another plan, ${plan}, ${what}: ${call(shellWord(plan))}`
}

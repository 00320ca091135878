/** A person as the agent: told where the brief lies, asked on the terminal; without one the step waits. */

import { monotonic } from '../system/clock.ts'
import type { Agent, AttemptContext, AttemptEnd, HumanAnswer } from './agent.ts'
import { writeBrief } from './write-brief.ts'

const waiting = (context: AttemptContext): AttemptEnd => ({
  is: 'waiting',
  on: 'human',
  text:
    `${context.taskId} waits for a person. The brief is ${context.briefFile}, the work belongs in ${context.folder}. ` +
    'Once it is done, approve it (`millwright review` shows how), or resume on a terminal.',
})

/** A person proposes tasks by putting them into the plan: there is no brief for it, and nothing to hand in. */
const proposing = (rejected: string): AttemptEnd => ({
  is: 'waiting',
  on: 'human',
  text: `what takes the place of ${rejected} waits for a person, who puts it into the plan, and then skips ${rejected}.`,
})

/**
 * Makes an agent of the person at the terminal (REQUIREMENTS F3). It has no time limit: people sleep.
 *
 * @param name as configured
 */
export function humanAgent(name: string): Agent {
  return {
    name,
    unasked: 'it is a person',
    start(brief, context) {
      const begun = monotonic()
      let stop: () => void = () => undefined
      const stopped = new Promise<null>((resolve) => {
        stop = () => resolve(null)
      })
      const work = async (): Promise<AttemptEnd> => {
        if (context.replaces !== null) return proposing(context.replaces)
        writeBrief(context.briefFile, brief)
        if (context.askHuman === null) return waiting(context)
        const question = `${context.taskId}: the brief is ${context.briefFile}, the work belongs in ${context.folder}. Done?`
        const answer: HumanAnswer | null = await Promise.race([context.askHuman(question).catch(() => null), stopped])
        // No answer is never a yes.
        if (answer === null) return waiting(context)
        return {
          of: 'start-attempt',
          is: 'ended',
          how: 'finished',
          exitCode: null,
          signal: null,
          claim: { says: answer.says, text: answer.text, deviations: [], proposal: null },
          brief: await context.keep(Buffer.from(brief)),
          output: null,
          excerpt: answer.text,
          usage: null,
          session: null,
          durationMs: Math.round(monotonic() - begun),
          failure: null,
        }
      }
      return { done: work(), stop }
    },
  }
}

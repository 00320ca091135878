/** `millwright stop`. */

import { exitCodes } from '../../calls/exit-codes.ts'
import { planMeant } from '../other-plans.ts'
import type { Command } from '../output.ts'
import { postCommand } from '../post-command.ts'

export const command: Command = async ([named], options, io) => {
  const plan = await planMeant(named, io, (it) => `millwright stop ${it}`)
  if (plan === null) return exitCodes.wrong
  return postCommand(plan, options, io, () => ({
    verb: 'stop',
    text: typeof options['message'] === 'string' ? options['message'] : '',
  }))
}

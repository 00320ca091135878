/** `millwright stop`. */

import type { Command } from '../output.ts'
import { postCommand } from '../post-command.ts'

export const command: Command = ([plan = '.'], options, io) =>
  postCommand(plan, options, io, () => ({
    verb: 'stop',
    text: typeof options['message'] === 'string' ? options['message'] : '',
  }))

/** `millwright mode`: lets a run that has turned to people go on as it did before. */

import { textOf } from '../given-options.ts'
import type { Command } from '../output.ts'
import { postCommand } from '../post-command.ts'

export const command: Command = ([plan = '.', mode = ''], options, io) =>
  postCommand(plan, options, io, () => ({ verb: 'mode', mode, text: textOf(options, 'message') ?? '' }))

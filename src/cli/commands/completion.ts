/** `millwright completion`: a script that completes commands, options and their values in a shell (REQUIREMENTS K1). */

import { completionScript, type Completed } from '../completion-script.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import type { Command } from '../output.ts'

export const command: Command = ([shell = ''], _options, io, program) => {
  const commands = program.commands.map((it): Completed => ({
    name: it.name(),
    says: it.summary(),
    words: it.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    options: it.options.map(({ short, long, description, argChoices, required, optional }) => ({
      names: [short, long].filter((name) => name !== undefined),
      says: description,
      values: argChoices ?? [],
      takesValue: required || optional,
    })),
  }))
  io.stdout.write(completionScript(shell as 'bash' | 'zsh' | 'fish', commands))
  return Promise.resolve(exitCodes.done)
}

/** `millwright init`: a configuration to start from, made of what the project has (REQUIREMENTS K5). */

import { exitCodes } from '../../calls/exit-codes.ts'
import { init, initPrompts } from '../../calls/run/init-call.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { isGiven } from '../given-options.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'

export const command: Command = async ([given = '.'], options, io) => {
  const roles = options['prompt']
  if (Array.isArray(roles)) return copyPrompts(given, roles.map(String), options, io)
  const done = await init(given, { force: isGiven(options, 'force') }, io)
  if (done.is === 'wrong') {
    complain(io, done.message, done.help)
    return exitCodes.wrong
  }
  const { file, setup, agent } = done
  if (isGiven(options, 'json')) {
    printJson(io, { file, gates: done.gates, setup, agent })
    return exitCodes.done
  }
  const gates = done.gates.map(({ name, argv }) => `${name} (${argv.join(' ')})`).join(', ')
  io.stdout.write(
    [
      `wrote ${file}`,
      `  gates   ${gates === '' ? 'none found: add one, or nothing is verified' : gates}`,
      `  set-up  ${setup === null ? 'none needed, as far as can be seen' : setup.join(' ')}`,
      `  agent   ${agent ?? 'none found: configure one under [agents.NAME], or use --exec'}`,
      'Look it through, then `millwright doctor` shows what is still missing.',
      '',
    ].join('\n'),
  )
  return exitCodes.done
}

async function copyPrompts(
  given: string,
  roles: readonly string[],
  options: Readonly<Record<string, unknown>>,
  io: Io,
): Promise<number> {
  const done = await initPrompts(given, roles, { force: isGiven(options, 'force') }, io)
  if (done.is === 'wrong') {
    complain(io, done.message, done.help)
    return exitCodes.wrong
  }
  if (isGiven(options, 'json')) printJson(io, { files: done.files })
  else
    io.stdout.write(
      [
        ...done.files.map((it) => `wrote ${safeLine(it)}`),
        'Change what it says; its slots are explained in docs/agents.md. The next run asks you to trust it.',
        '',
      ].join('\n'),
    )
  return exitCodes.done
}

/** `millwright clean`: removes what ended runs left in the state folder, in temporary files and among git's references. */

import { clean, type Cleaned } from '../../calls/run/clean-call.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { isGiven } from '../given-options.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'

export const command: Command = async (_words, options, io) => {
  const dryRun = isGiven(options, 'dryRun')
  const cleaned = await clean({ dryRun }, io)
  if (cleaned.is === 'wrong') {
    complain(io, cleaned.message, cleaned.help)
    return exitCodes.wrong
  }
  const { removed, kept, bytes } = cleaned
  if (isGiven(options, 'json')) printJson(io, { dryRun, removed, kept, bytes })
  else tell(io, cleaned, dryRun)
  return exitCodes.done
}

function tell(io: Io, of: Cleaned, dry: boolean): void {
  const lines = [
    ...of.removed.map(
      ({ what, where, count, plan, bytes }) =>
        `${dry ? 'would remove' : 'removed'} ${what === 'references' ? amountOf(count) : what} ${safeLine(where)}${bytes === 0 ? '' : `, ${sizeText(bytes)}`}\n    of ${safeLine(plan)}`,
    ),
    ...of.kept.map(
      ({ where, count, plan, because, help }) =>
        `kept ${where.startsWith('refs/') ? `${amountOf(count)} ` : ''}${safeLine(where)}: ${safeLine(because)}${plan === null ? '' : `\n    of ${safeLine(plan)}`}\n    ${safeLine(help)}`,
    ),
  ]
  const end =
    of.bytes === 0 && of.removed.length === 0
      ? 'nothing to remove'
      : dry
        ? `${sizeText(of.bytes)} would be freed; nothing was removed`
        : `${sizeText(of.bytes)} freed`
  io.stdout.write(`${[...lines, end].join('\n')}\n`)
}

/** `3 references below`: the common beginning of their names follows. */
function amountOf(count: number): string {
  return `${count} ${count === 1 ? 'reference' : 'references'} below`
}

/** Bytes for people: `12 kB`, `3.4 MB`. */
function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

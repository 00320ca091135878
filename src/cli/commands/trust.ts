/** `millwright trust`: shows what a repository would execute, and allows exactly that (RELIABILITY S1). */

import { exitCodes } from '../../calls/exit-codes.ts'
import { trust, type Trusting } from '../../calls/run/trust-call.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { askPerson } from '../ask.ts'
import { isGiven } from '../given-options.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { tellRefused } from '../tell-unsound.ts'

type Answer = Awaited<ReturnType<typeof askPerson>>

export const command: Command = async ([given = '.'], options, io) => {
  const json = isGiven(options, 'json')
  let answer = 'no' as Answer
  const ask: Parameters<typeof trust>[1] = async (asked) => {
    answer = isGiven(options, 'yes') ? 'yes' : json ? 'no' : await agree(asked, io)
    return answer === 'yes'
  }
  const done = await trust(given, ask, io)
  if (done.is === 'wrong') {
    complain(io, done.message, done.help)
    return exitCodes.wrong
  }
  if (done.is === 'refused') return tellRefused(done, io)
  const { root, is, lines } = done
  if (json) printJson(io, { root, is, lines })
  else tell(done, io)
  if (is === 'trusted') return exitCodes.done
  return answer === 'interrupted' ? exitCodes.interrupted : exitCodes.waiting
}

function tell({ is, root, lines, recorded }: Trusting, io: Io): void {
  if (is !== 'trusted') io.stdout.write('not trusted; nothing was changed\n')
  else if (lines.length === 0)
    io.stdout.write(`${safeLine(root)} names nothing to execute: there is nothing to trust\n`)
  else if (recorded) io.stdout.write(`trusted, until any of it changes: ${safeLine(root)}\n`)
  else io.stdout.write(`trusted already: ${safeLine(root)}\n${listed(lines)}`)
}

/** Shows what would run and asks; without a terminal there is nobody to ask, so that only the list is shown. */
async function agree({ is, root, lines }: Pick<Trusting, 'is' | 'root' | 'lines'>, io: Io): Promise<Answer> {
  const what = is === 'changed' ? 'would execute, changed since it was trusted' : 'would execute'
  io.stdout.write(`${safeLine(root)} ${what}:\n${listed(lines)}`)
  if (io.stdin.isTTY) return askPerson('Trust exactly this? [y/N] ')
  io.stderr.write('  help: look it through, then give --yes\n')
  return 'no'
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `  ${safeLine(line)}\n`).join('')
}

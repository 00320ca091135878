/** `millwright doctor`: whether what a run needs is there, and what to do where it is not (REQUIREMENTS D2, K5). */

import { exitCodes } from '../../calls/exit-codes.ts'
import { noProject } from '../../calls/plan/find-project.ts'
import { doctor, type Finding } from '../../calls/run/examine.ts'
import { isGiven } from '../given-options.ts'
import { complain, printJson, type Command } from '../output.ts'
import { painter, type Colour } from '../../reports/graph/paint.ts'
import { safeLine } from '../../plan/safe-text.ts'

const colours: Readonly<Record<Finding['is'], Colour>> = { fine: 'green', note: 'yellow', problem: 'red' }
const signs: Readonly<Record<Finding['is'], string>> = { fine: '✓', note: '·', problem: '✗' }

export const command: Command = async ([given = '.'], options, io) => {
  const examined = await doctor(given, io)
  if (examined === null) {
    const { message, help } = noProject(given)
    complain(io, message, help)
    return exitCodes.wrong
  }
  const { root, findings, problems, call } = examined
  if (isGiven(options, 'json')) printJson(io, { root, ready: problems === 0, problems, call, findings })
  else {
    const paint = painter(io.colour)
    const widest = Math.max(...findings.map(({ about }) => about.length))
    io.stdout.write(`${safeLine(root)}\n`)
    let before = ''
    for (const { about, is, says, help } of findings) {
      const head = (about === before ? '' : about).padEnd(widest)
      before = about
      io.stdout.write(`  ${head}  ${paint(colours[is], signs[is])} ${safeLine(says)}\n`)
      if (help !== null) io.stdout.write(`  ${' '.repeat(widest)}    ${paint('dim', `help: ${safeLine(help)}`)}\n`)
    }
    io.stdout.write(
      problems === 0
        ? `Ready to run${call === null ? '' : `: ${call}`}\n`
        : `Not ready: ${problems} problem${problems === 1 ? '' : 's'} to be mended first, marked with ${signs.problem} above.\n`,
    )
  }
  return problems === 0 ? exitCodes.done : exitCodes.notDone
}

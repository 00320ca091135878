/** `millwright archive`: what belongs to the last run of a plan, put into a folder beside it (seed 004 §6). */

import path from 'node:path'
import { exitCodes } from '../../calls/exit-codes.ts'
import { archive } from '../../calls/journal/archive-call.ts'
import { progressTrouble } from '../../calls/journal/progress-shown.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { isGiven, textOf } from '../given-options.ts'
import { planMeant } from '../other-plans.ts'
import { complain, printJson, type Command } from '../output.ts'
import { tellRefusal } from '../with-journal.ts'

export const command: Command = async ([named], options, io) => {
  const plan = await planMeant(named, io, (it) => `millwright archive ${it}`)
  if (plan === null) return exitCodes.wrong
  const json = isGiven(options, 'json')
  const made = await archive(plan, { cwd: io.cwd, env: io.env, dialect: textOf(options, 'dialect') })
  if (made.is !== 'archived') return tellRefusal(made, io, json)
  const { folder, manifest, digest, progress } = made
  const shown = path.relative(io.cwd, folder)
  if (json) printJson(io, { folder, digest, manifest })
  else {
    const status = manifest.status === 'finished' ? '' : `; the run has not ended (${manifest.status})`
    io.stdout.write(`archived ${manifest.files.length} files in ${safeLine(shown)}${status}\n`)
    for (const { file, as_read: kept } of manifest.changed_since ?? [])
      io.stdout.write(
        `  ${safeLine(file)} is no longer as the run has read it: ${kept === null ? 'what it read is not kept' : `that is ${safeLine(kept)}`}\n`,
      )
    io.stdout.write(`  sha256 of its manifest: ${digest}\n`)
    io.stdout.write(`  verify it with: millwright verify ${safeLine(shellWord(shown))}\n`)
  }
  const trouble = progressTrouble(progress, false)
  if (trouble !== null && manifest.status === 'finished')
    complain(io, `it is archived as it is, but ${trouble.message}`, trouble.help)
  return trouble !== null && manifest.status === 'finished' ? exitCodes.notDone : exitCodes.done
}

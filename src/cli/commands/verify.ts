/** `millwright verify`: whether the journal is whole and unchanged, and the plan shows what it says; of an archive whether it is as it was made. */

import path from 'node:path'
import { exitCodes } from '../../calls/exit-codes.ts'
import { isGiven } from '../given-options.ts'
import { isArchive, verifyArchive, whyNoArchive } from '../../calls/journal/verify-archive.ts'
import { verifyOf } from '../../calls/journal/journal-calls.ts'
import { withJournal } from '../with-journal.ts'
import { cutOffText } from '../../engine/journal/problem.ts'
import { keptDamageText } from '../../calls/journal/kept-outputs.ts'
import { progressTrouble } from '../../calls/journal/progress-shown.ts'
import { lostWorkText } from '../../calls/journal/lost-work.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'

export const command: Command = ([plan = '.'], options, io) => {
  const folder = path.resolve(io.cwd, plan)
  if (isArchive(folder)) return Promise.resolve(ofArchive(folder, options, io))
  const reason = whyNoArchive(folder)
  if (reason === null) return ofPlan(plan, options, io)
  complain(io, `${safeLine(plan)} cannot be verified as an archive: ${reason}`, copyHelp)
  return Promise.resolve(exitCodes.wrong)
}

const copyHelp = 'take it from where a copy is; nothing of it was written'

function ofArchive(folder: string, options: Parameters<Command>[1], io: Io): number {
  const verified = verifyArchive(folder)
  if (verified === null) return exitCodes.wrong
  const { manifest, faults, digest } = verified
  if (isGiven(options, 'json')) printJson(io, verified)
  else if (faults.length === 0)
    io.stdout.write(
      `archive unchanged: ${manifest.files.length} files of ${safeLine(manifest.archived_at)}, sha256 of its manifest ${digest}\n`,
    )
  if (faults.length === 0) return exitCodes.done
  complain(io, `the archive is not as it was made:\n${faults.map((it) => safeLine(it)).join('\n')}`, copyHelp)
  return exitCodes.notDone
}

const ofPlan = (plan: string, options: Parameters<Command>[1], io: Io): Promise<number> =>
  withJournal(plan, options, io, async (opened) => {
    const {
      journal: verified,
      isCutOff,
      planShowsJournal: shown,
      isAtWork,
      unplaced,
      lost,
      kept,
      progress,
      newer,
    } = await verifyOf(opened, io.env)
    if (isGiven(options, 'json'))
      printJson(io, {
        journal: verified,
        isCutOff,
        planShowsJournal: shown,
        isAtWork,
        unplaced,
        lost,
        kept,
        progress,
        newer,
      })
    else if (verified.is === 'intact') {
      io.stdout.write(`journal intact: ${verified.events} events, last hash ${verified.hash.slice(0, 16)}\n`)
      if (newer !== null) io.stdout.write(`${newer.code} ${newer.message}\n`)
      if (isCutOff) io.stdout.write(`${cutOffText(verified.events)}\n`)
      if (lost.length > 0) {
        const { message, help } = lostWorkText(lost, shellWord(plan))
        io.stdout.write(`${message}\n  help: ${help}\n`)
      } else if (shown === false && unplaced.length === 0)
        io.stdout.write(
          isAtWork
            ? 'the plan does not show all of it yet: somebody is at work, and the marks follow\n'
            : 'the plan does not show all that the journal says: `millwright rebuild` writes its marks anew\n',
        )
      if (unplaced.length > 0)
        io.stdout.write(
          `the plan does not show all that the journal says:\n${unplaced.map((it) => `  ${safeLine(it)}\n`).join('')}`,
        )
    }
    const isBehind = shown === false && (unplaced.length > 0 || !isAtWork)
    if (verified.is === 'intact' && kept.length > 0) {
      const { message, help } = keptDamageText(kept)
      complain(io, message, help)
      return exitCodes.wrong
    }
    const trouble = progressTrouble(progress, isAtWork)
    if (trouble !== null) complain(io, trouble.message, trouble.help)
    if (verified.is === 'intact')
      return isBehind || lost.length > 0 || trouble !== null ? exitCodes.notDone : exitCodes.done
    complain(io, `${verified.problem.code} ${verified.problem.message}`, verified.problem.help)
    return exitCodes.wrong
  })

/** What a command says when the plan it was given cannot be used. */

import { diagnosticsText, summarise, summaryText } from '../reports/diagnostics/index.ts'
import { checkJson } from '../calls/plan/check-json.ts'
import type { UnsoundPlan } from '../calls/plan/open-plan.ts'
import { exitCodes } from '../calls/exit-codes.ts'
import { safeLine } from '../plan/safe-text.ts'
import { printJson, type Io } from './output.ts'
import type { Refused } from '../calls/refusal.ts'
import { shownPaths } from '../calls/plan/shown-paths.ts'

/**
 * Tells the errors on stderr (milder findings are only counted: `check` shows them), or all findings as the document that
 * `check --format json` prints.
 * @param so what that means for the call
 * @returns the exit code of such a call
 */
export function tellUnsound(unsound: UnsoundPlan, io: Io, json: boolean, so = 'nothing was started'): number {
  if (json) {
    printJson(io, checkJson(unsound))
    return exitCodes.wrong
  }
  const { diagnostics, texts } = shownPaths(unsound, io.cwd)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  io.stderr.write(diagnosticsText(errors, texts, { colour: io.stderr.colour }))
  const milder = diagnostics.length - errors.length
  const rest = milder === 0 ? '' : ` (and ${milder} milder; \`millwright check\` shows all)`
  io.stderr.write(`\n${summaryText(summarise(errors))}${rest}: ${so}\n`)
  return exitCodes.wrong
}

/** Tells what is wrong with what a call was to read, and where. @returns the exit code of such a call */
export function tellRefused(refused: Refused & { readonly root: string | null }, io: Io): number {
  const { diagnostics, texts } = shownPaths({ ...refused, texts: refused.texts ?? [] }, io.cwd)
  io.stderr.write(diagnosticsText(diagnostics, texts, { colour: io.stderr.colour }))
  return exitCodes.wrong
}

/** What an unsound plan means for a call that only shows something. */
export const nothingShown = 'nothing to show before they are mended'

/** Says on stderr what was decided for the caller, so that stdout holds the result alone. */
export function tellNotes(notes: readonly string[], io: Io): void {
  for (const note of notes) io.stderr.write(`${safeLine(note)}\n`)
}

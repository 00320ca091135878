/** `millwright trust`: shows what a repository would execute, and allows exactly that (RELIABILITY S1). */

import { createInterface } from 'node:readline'
import { noFlags, type Settings } from '../../config/settings.ts'
import { hasMore, trust, trustOf, type TrustSubject } from '../../config/trust.ts'
import { diagnosticsText } from '../../reports/diagnostics/index.ts'
import { safeLine } from '../../reports/safe-text.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { findProject } from '../../calls/plan/find-project.ts'
import { isGiven } from '../given-options.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { readSettings } from '../../calls/plan/read-settings.ts'
import { gatesOf, subjectOf } from '../../calls/run/run-gates.ts'
import { shownPaths } from '../../calls/plan/shown-paths.ts'
import { programOfAnyRun } from '../../calls/who-calls.ts'

export const command: Command = async ([given = '.'], options, io) => {
  const json = isGiven(options, 'json')
  const state = stateFolder(io.env)
  if ((await programOfAnyRun(io.env, state)) !== null) {
    complain(io, 'an agent or a gate may not trust for a person', 'call it from your own terminal')
    return exitCodes.wrong
  }
  const project = findProject(given, io.cwd)
  if (project === null) {
    complain(io, `there is no ${given}`, 'name the folder of a project, or a plan in it')
    return exitCodes.wrong
  }
  const { root } = project
  const read = await readSettings({ root, env: io.env, dialect: {}, flags: noFlags })
  if (read.diagnostics.some(({ severity }) => severity === 'error')) {
    const shown = shownPaths({ diagnostics: read.diagnostics, texts: read.sources, root }, io.cwd)
    io.stderr.write(diagnosticsText(shown.diagnostics, shown.texts, { colour: io.stderr.colour }))
    return exitCodes.wrong
  }
  const subject = await look(read.settings, { root, state, io })
  const answer = await trustOf(subject, { stateFolder: state, installation: null })
  const wanted = answer.is !== 'trusted' && (isGiven(options, 'yes') || (!json && (await agree(answer, root, io))))
  if (wanted) {
    const { settings } = await readSettings({ root, env: io.env, dialect: {}, flags: noFlags })
    if (hasMore(subject, await look(settings, { root, state, io }))) {
      complain(io, 'it changed while you were asked, and nothing is trusted', 'call it again, and look at it again')
      return exitCodes.wrong
    }
  }
  if (wanted) await trust(subject, state)
  const is = wanted ? 'trusted' : answer.is
  if (json) printJson(io, { root, is, lines: answer.lines })
  else tell(is, { lines: answer.lines, root, wanted }, io)
  return is === 'trusted' ? exitCodes.done : exitCodes.waiting
}

/** What a run would execute, also what it finds by itself: it is this list that `run` asks about. */
async function look(
  settings: Settings,
  { root, state, io }: { readonly root: string; readonly state: string; readonly io: Io },
): Promise<TrustSubject> {
  const gates = await gatesOf({ root, settings }, io)
  const { branch } = settings.git
  const commits = ['HEAD', ...(branch === null ? [] : [`refs/heads/${branch}`])]
  return subjectOf({ ...settings, gates }, { root, state, commits, results: true })
}

function tell(
  is: 'trusted' | 'unknown' | 'changed',
  of: { readonly lines: readonly string[]; readonly root: string; readonly wanted: boolean },
  io: Io,
): void {
  if (is !== 'trusted') io.stdout.write('not trusted; nothing was changed\n')
  else if (of.lines.length === 0) io.stdout.write(`${of.root} names nothing to execute: there is nothing to trust\n`)
  else if (of.wanted) io.stdout.write(`trusted, until any of it changes: ${of.root}\n`)
  else io.stdout.write(`trusted already: ${of.root}\n${listed(of.lines)}`)
}

/** Shows what would run and asks; without a terminal there is nobody to ask, so that only the list is shown. */
async function agree(
  answer: { readonly is: string; readonly lines: readonly string[] },
  root: string,
  io: Io,
): Promise<boolean> {
  const what = answer.is === 'changed' ? 'would execute, changed since it was trusted' : 'would execute'
  io.stdout.write(`${root} ${what}:\n${listed(answer.lines)}`)
  if (!io.stdin.isTTY) {
    io.stderr.write('  help: look it through, then give --yes\n')
    return false
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const said = await new Promise<string>((resolve) => {
      prompt.question('Trust exactly this? [y/N] ', resolve)
      prompt.once('close', () => {
        resolve('')
      })
    })
    return ['y', 'yes'].includes(said.trim().toLowerCase())
  } finally {
    prompt.close()
  }
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `  ${safeLine(line)}\n`).join('')
}

/** `millwright check`: every finding about a plan, and what it comes to (REQUIREMENTS A7). */

import { diagnosticsGithub, diagnosticsSarif, diagnosticsText, summarise } from '../../reports/diagnostics/index.ts'
import { checkJson, preflightIn } from '../../calls/plan/check-json.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { formatOf, isGiven } from '../given-options.ts'
import type { Opening } from '../../calls/plan/open-plan.ts'
import { besideRoot } from '../../calls/plan/read-settings.ts'
import { openToLook } from '../open-to-look.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { ToolsVerified } from '../../run/mcp-tools.ts'
import type { ToolsLooked } from '../../calls/run/verify-tools.ts'
import { complain, type Command, type Io, type Output } from '../output.ts'
import { streamJson } from '../stream-json.ts'
import { tellNotes } from '../tell-unsound.ts'
import { shownPaths } from '../../calls/plan/shown-paths.ts'
import { preflightText } from '../../reports/spec/preflight-text.ts'
import { checkSummary } from './check-summary.ts'
import { version } from '../../calls/version.ts'

export const command: Command = async ([given = '.'], options, io) => {
  const format = formatOf(options, 'text')
  if (format === null) {
    complain(io, '--json and another --format contradict each other', 'leave one of them out')
    return exitCodes.wrong
  }
  const opening = await openToLook(given, options, io, { checksGates: true })
  const tools = isGiven(options, 'verifyTools') ? await lookAtTools(opening, io) : null
  switch (format) {
    case 'json':
      streamJson(io, { ...checkJson(opening), ...toolsJson(tools) })
      break
    case 'sarif':
      streamJson(io, diagnosticsSarif(opening.diagnostics, opening.texts, version))
      break
    case 'github':
      io.stdout.write(diagnosticsGithub(opening.diagnostics, opening.texts))
      break
    default: {
      // Which plan was chosen stands in what is told of it.
      if (opening.root !== null && opening.planPath !== null)
        tellNotes(besideRoot({ root: opening.root, planPath: opening.planPath }), io)
      const { diagnostics, texts } = shownPaths(opening, io.cwd)
      const told = diagnosticsText(diagnostics, texts, { colour: io.colour, fold: !isGiven(options, 'all') })
      const preflight = preflightIn(opening)
      const report = preflight === null ? '' : preflightText(preflight, io.colour)
      io.stdout.write(`${told}${told === '' ? '' : '\n'}${checkSummary(opening, io)}${report}`)
    }
  }
  tellTools(tools, format === 'text' ? io.stdout : io.stderr, io)
  const { errors, warnings } = summarise(opening.diagnostics)
  if (errors > 0 || tools?.is === 'untrusted' || (tools?.is === 'verified' && tools.verified.halts))
    return exitCodes.wrong
  return warnings > 0 && isGiven(options, 'strict') ? exitCodes.notDone : exitCodes.done
}

/** Loaded only where it is asked for: a check alone hashes nothing. */
async function lookAtTools(opening: Opening, io: Io): Promise<ToolsLooked> {
  const { verifyTools } = await import('../../calls/run/verify-tools.ts')
  return verifyTools(opening, io)
}

/** `mcp_tools_verification` as the progress file has it (seed 004 §1.11); null where nothing was started. */
function toolsJson(tools: ToolsLooked | null): { readonly mcp_tools_verification?: ToolsVerified | null } {
  if (tools === null) return {}
  return { mcp_tools_verification: tools.is === 'verified' ? tools.verified.record : null }
}

function tellTools(tools: ToolsLooked | null, out: Output, io: Io): void {
  switch (tools?.is) {
    case undefined:
      return
    case 'verified':
      out.write(tools.verified.shown.map((line) => `${safeLine(line)}\n`).join(''))
      return
    case 'untrusted':
      for (const line of tools.lines) io.stderr.write(`  ${safeLine(line)}\n`)
      complain(io, 'these servers are not trusted, and nothing was started', 'look at them with `millwright trust`')
      return
    case 'nothing':
      out.write('the plan wants no MCP tool, or has errors: nothing was started\n')
      return
    default:
      tools satisfies never
  }
}

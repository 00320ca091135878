/** What a call of `run` means for a run that has not ended: what it adds and changes is said, what it cannot is refused. */

import type { RunState } from '../../run/state.ts'
import { gateTexts, textOption } from './run-flags.ts'

type Options = Readonly<Record<string, unknown>>

/**
 * Refuses what an unfinished run cannot take over: where its work happens and goes was settled when it began.
 *
 * @returns null where nothing is in the way
 */
export function refuseForUnfinished(
  state: RunState,
  options: Options,
): { readonly is: 'wrong'; readonly message: string; readonly help: string } | null {
  const branch = textOption(options, 'branch')
  const recorded = textOption(state.invocation, 'branch')
  const workspace = textOption(options, 'workspace')
  const settled =
    branch !== null && branch !== recorded
      ? `--branch ${branch}: its work goes to ${recorded ?? 'the branch it began on'}`
      : workspace !== null && workspace !== state.policy.workspace && workspace !== state.invocation['workspace']
        ? `--workspace ${workspace}: its work happens in ${state.policy.workspace}`
        : null
  if (settled === null) return null
  return {
    is: 'wrong',
    message: `run ${state.run ?? ''} has not ended, and cannot take ${settled}`,
    help: 'leave the option out and let the run end first; a new run may have another one',
  }
}

/** Said once, before anything goes on: which run this is, and which of its gates are run otherwise now. */
export function continuedRemarks({ run, invocation }: RunState, options: Options): readonly string[] {
  const before = gateTexts(invocation)
  const changed = [...gateTexts(options)].flatMap(([name, text]) => {
    const old = before.get(name)
    return old === undefined || old === text
      ? []
      : [
          `gate ${name} is run as ${text.slice(text.indexOf('=') + 1)} from now on, before: ${old.slice(old.indexOf('=') + 1)}`,
        ]
  })
  return [`continues run ${run ?? ''}${timeOf(run ?? '')}`, ...changed]
}

/** A run is named by when it began. */
function timeOf(run: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)/.exec(run) ?? []
  return year === undefined ? '' : ` of ${year}-${month}-${day} ${hour}:${minute} UTC`
}

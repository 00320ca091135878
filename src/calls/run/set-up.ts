/** Runs the configured set-up of a fresh workspace, as a gate is run: no shell, scrubbed environment, limits. */

import path from 'node:path'
import { excerptOf } from '../../run/excerpt.ts'
import { scrubbedEnvironment, type Environment } from '../../system/environment.ts'
import { toldFrom } from '../../system/look-at-path.ts'
import type { Marker } from '../../system/orphans.ts'
import { runProcess } from '../../system/process.ts'
import { installationsInto } from '../../workspaces/own-sources.ts'
import type { SetupResult } from '../../workspaces/workspaces.ts'

/** Where a Python of everybody's leads to one workspace, the gates of another would judge that. */
function lookAfter(
  folder: string,
  argv: readonly string[],
  { root, env }: { readonly root: string; readonly env: Environment },
): SetupResult {
  const slots = path.dirname(path.dirname(folder))
  const [taken] = installationsInto(slots, env, { root, argv })
  if (taken === undefined) return { is: 'ready' }
  return {
    is: 'refused',
    failure: {
      reason: `${taken} leads to a workspace: a set-up has installed the project there, and gates of other tasks would judge that`,
      help: `let the set-up make an environment of the workspace (python -m venv .venv) and install into that, or call from an active one that lies in the checkout; then install the checkout into ${taken} again, or take the project out of it (pip uninstall)`,
    },
  }
}

/** Runs it in a folder; a failure comes with the end of its output. */
export async function runSetup(
  folder: string,
  argv: readonly string[],
  of: {
    /** Absolute path of the checkout. */
    readonly root: string
    readonly env: Environment
    /** What must not stand in what it says. */
    readonly secrets: readonly string[]
    readonly marker: Marker
    readonly limitMs: number
    /** Ends it, also before it begins. */
    readonly signal: AbortSignal
  },
): Promise<SetupResult> {
  if (of.signal.aborted) return { is: 'failed', tail: 'the executor ends' }
  const running = runProcess({
    argv,
    cwd: folder,
    env: scrubbedEnvironment({ from: of.env, allow: [], set: { CI: '1', NO_COLOR: '1' } }),
    hide: of.secrets,
    markers: { [of.marker.name]: of.marker.value },
    input: null,
    limitMs: of.limitMs,
  })
  const stop = (): void => {
    running.stop()
  }
  of.signal.addEventListener('abort', stop)
  const end = await running.result
  of.signal.removeEventListener('abort', stop)
  if (end.how === 'exited' && end.exitCode === 0) return lookAfter(folder, argv, of)
  const text = end.failure?.message ?? toldFrom(folder, new TextDecoder().decode(end.output))
  return { is: 'failed', tail: excerptOf(text === '' ? `${argv.join(' ')}: ${end.how}` : text) }
}

/** Runs the configured set-up of a fresh workspace, as a gate is run: no shell, scrubbed environment, limits. */

import { excerptOf } from '../../run/excerpt.ts'
import { scrubbedEnvironment, type Environment } from '../../system/environment.ts'
import { toldFrom } from '../../system/look-at-path.ts'
import type { Marker } from '../../system/orphans.ts'
import { runProcess } from '../../system/process.ts'
import type { SetupResult } from '../../workspaces/workspaces.ts'

/** Runs it in a folder; a failure comes with the end of its output. */
export async function runSetup(
  folder: string,
  argv: readonly string[],
  of: {
    readonly env: Environment
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
  if (end.how === 'exited' && end.exitCode === 0) return { is: 'ready' }
  const text = end.failure?.message ?? toldFrom(folder, new TextDecoder().decode(end.output))
  return { is: 'failed', tail: excerptOf(text === '' ? `${argv.join(' ')}: ${end.how}` : text) }
}

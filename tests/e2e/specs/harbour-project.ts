/** The small spec in a project of its own, with an agent that fails in chosen places and agrees to nothing else. */

import { watch } from 'node:fs'
import path from 'node:path'
import type { Project } from '../../rig/project.ts'
import { parametersText, specText } from '../../rig/harbour-spec.ts'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'

export const planFile = 'Specs/tides/spec_tides.md'
export const progressFile = 'Specs/tides/progress_tides.json'
export const notepadFile = 'Specs/tides/notepad_tides.md'

/**
 * @param failing step → how many of its first attempts fail
 * @param more lines of the agent, before it does anything
 */
export function writeHarbour(
  project: Project,
  failing: Readonly<Record<string, number>>,
  { more = '', parameters = '' }: { readonly more?: string; readonly parameters?: string } = {},
): void {
  project.write(planFile, specText)
  project.write('Specs/tides/parameters_tides.toml', parametersText(parameters))
  project.agent(`
const step = task + '.' + process.env.MILLWRIGHT_STEP
const failing = ${JSON.stringify(failing)}
const tally = path.join(meeting, 'ended.' + step)
const ended = existsSync(tally) ? readFileSync(tally, 'utf8').length : 0
${more}
appendFileSync(tally, '.')
if (ended < (failing[step] ?? 0)) { console.error('step ' + step + ' did not work'); process.exit(1) }
write('work/' + step + '.txt', 'work of ' + step)
`)
}

export function progressOf(project: Project): ProgressDocument {
  return JSON.parse(project.read(progressFile)) as ProgressDocument
}

/** Every text that the file was seen to hold. Ends with `close`. */
export function followProgress(project: Project): { readonly texts: readonly string[]; readonly close: () => void } {
  const texts: string[] = []
  const look = (): void => {
    if (!project.has(progressFile)) return
    const text = project.read(progressFile)
    if (text !== texts.at(-1)) texts.push(text)
  }
  const watcher = watch(path.join(project.root, path.dirname(progressFile)), look)
  return {
    texts,
    close: () => {
      watcher.close()
      look()
    },
  }
}

/** The document but for what another run of the same has otherwise: times, and what is named by them. */
export function withoutTimes(document: ProgressDocument): unknown {
  const text = JSON.stringify({ ...document, run_id: '', resumed: [], seal: null }, (key, value: unknown) =>
    /time$|timestamp$|_at$|seconds$/.test(key) ? null : value,
  )
  return JSON.parse(text) as unknown
}

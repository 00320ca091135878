/** A configuration to start from, made of what a project has, as a typed call (REQUIREMENTS K5). Prints nothing. */

import path from 'node:path'
import { presets } from '../../agents/presets.ts'
import { starterConfig } from '../../config/starter.ts'
import { discover } from '../../gates/discovery.ts'
import { findProgram } from '../../gates/find-program.ts'
import { writeFileAtomic } from '../../system/files.ts'
import { findProject, noProject } from '../plan/find-project.ts'
import { kindOf } from '../plan/find-root.ts'
import { linkAt } from '../plan/links.ts'
import { repositoryFile } from '../plan/read-settings.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'

export interface Initialised {
  readonly is: 'initialised'
  /** Absolute path of the configuration that was written. */
  readonly file: string
  readonly gates: readonly { readonly name: string; readonly argv: readonly string[] }[]
  /** Words of the set-up that the project's files suggest; null where none is needed, as far as can be seen. */
  readonly setup: readonly string[] | null
  /** Preset of an agent that was found on the PATH, or null. */
  readonly agent: string | null
}

/**
 * Writes `millwright.toml` for the project of a folder or a plan.
 * @param options.force writes over a file that is there already; never over what a link leads to
 */
export async function init(
  place: string,
  options: { readonly force?: boolean },
  { cwd, env }: Where,
): Promise<Initialised | Wrong> {
  const project = findProject(place, cwd)
  if (project === null) return noProject(place)
  const file = path.join(project.root, repositoryFile)
  // Behind a link lies what a person did not name: a repository may have any.
  const link = linkAt(file)
  if (link !== null)
    return {
      is: 'wrong',
      message: `${file} is a link, to ${link === 'dangling' ? 'nothing' : link}; it was left as it is`,
      help: 'delete the link, or change the file behind it yourself',
    }
  if (kindOf(file) !== 'missing' && options.force !== true)
    return {
      is: 'wrong',
      message: `${file} is there already and was left as it is`,
      help: 'give --force to write over it',
    }
  const searchPath = env['PATH']
  const found = await discover(project.root, searchPath)
  const programs = await Promise.all(presets.map(({ argv }) => findProgram(argv[0] ?? '', searchPath, project.root)))
  const agent = presets.find((_, at) => programs[at] !== null)?.name ?? null
  const written = writeFileAtomic(file, starterConfig({ ...found, preset: agent }))
  if (written.is === 'failed') return { is: 'wrong', message: written.failure.reason, help: written.failure.help }
  const gates = found.gates.map(({ name, argv }) => ({ name, argv }))
  return { is: 'initialised', file, gates, setup: found.setup, agent }
}

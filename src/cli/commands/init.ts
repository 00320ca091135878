/** `millwright init`: a configuration to start from, made of what the project has (REQUIREMENTS K5). */

import path from 'node:path'
import { presets } from '../../agents/presets.ts'
import { starterConfig } from '../../config/starter.ts'
import { discover } from '../../gates/discovery.ts'
import { findProgram } from '../../gates/find-program.ts'
import { writeFileAtomic } from '../../system/files.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { findProject } from '../../calls/plan/find-project.ts'
import { kindOf } from '../../calls/plan/find-root.ts'
import { isGiven } from '../given-options.ts'
import { complain, printJson, type Command } from '../output.ts'
import { repositoryFile } from '../../calls/plan/read-settings.ts'

export const command: Command = async ([given = '.'], options, io) => {
  const project = findProject(given, io.cwd)
  if (project === null) {
    complain(io, `there is no ${given}`, 'name the folder of a project, or a plan in it')
    return exitCodes.wrong
  }
  const file = path.join(project.root, repositoryFile)
  if (kindOf(file) !== 'missing' && !isGiven(options, 'force')) {
    complain(io, `${file} is there already and was left as it is`, 'give --force to write over it')
    return exitCodes.wrong
  }
  const searchPath = io.env['PATH']
  const found = await discover(project.root, searchPath)
  const programs = await Promise.all(presets.map(({ argv }) => findProgram(argv[0] ?? '', searchPath, project.root)))
  const preset = presets.find((_, at) => programs[at] !== null)?.name ?? null
  const written = writeFileAtomic(file, starterConfig({ ...found, preset }))
  if (written.is === 'failed') {
    complain(io, written.failure.reason, written.failure.help)
    return exitCodes.wrong
  }
  if (isGiven(options, 'json')) {
    const gates = found.gates.map(({ name, argv }) => ({ name, argv }))
    printJson(io, { file, gates, setup: found.setup, agent: preset })
    return exitCodes.done
  }
  const gates = found.gates.map(({ name, argv }) => `${name} (${argv.join(' ')})`).join(', ')
  io.stdout.write(
    [
      `wrote ${file}`,
      `  gates   ${gates === '' ? 'none found: add one, or tasks can only end unverified' : gates}`,
      `  set-up  ${found.setup === null ? 'none needed, as far as can be seen' : found.setup.join(' ')}`,
      `  agent   ${preset ?? 'none found: configure one under [agents.NAME], or use --exec'}`,
      'Look it through, then `millwright doctor` shows what is still missing.',
      '',
    ].join('\n'),
  )
  return exitCodes.done
}

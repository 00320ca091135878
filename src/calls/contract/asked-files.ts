/** Which files of a project a person asks about by path. */

import path from 'node:path'
import type { SettledGate } from '../../config/gates.ts'
import { noFlags } from '../../config/settings.ts'
import { isTest, languageOf } from '../../gates/contract/languages.ts'
import { classifyPath } from '../../plan/path-safety.ts'
import { matchesPattern } from '../../run/path-pattern.ts'
import { realPathOf } from '../../system/look-at-path.ts'
import { findProject, noProject } from '../plan/find-project.ts'
import { readSettings } from '../plan/read-settings.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'

export interface AskedFiles {
  readonly is: 'asked'
  readonly root: string
  /** Files and folders as they were named, relative to the root. */
  readonly named: readonly string[]
  /** Whether a path of the project is one that was asked about. */
  readonly isWanted: (path: string) => boolean
  /** Whether it is looked at, too: tests, and what no gate looks at, only where they are named themselves. */
  readonly isChosen: (path: string) => boolean
}

/**
 * Finds out what is asked about.
 * @param paths files and folders, relative to where the call was made; none asks for the whole project
 */
export async function findAsked(paths: readonly string[], call: Where): Promise<AskedFiles | Wrong> {
  const project = findProject('.', call.cwd)
  if (project === null) return noProject('.')
  const { root } = project
  const named: string[] = []
  for (const given of paths) {
    const inner = pathInside(given, { root, cwd: call.cwd })
    if (inner === null) return notHere(`${given} lies outside of ${root}`)
    named.push(inner)
  }
  const gates = await contractGates(root, call)
  const isWanted = (it: string): boolean => named.length === 0 || named.some((one) => isBelow(it, one))
  const isChosen = (it: string): boolean => isWanted(it) && (named.includes(it) || isPublic(it, gates))
  return { is: 'asked', root, named, isWanted, isChosen }
}

/** Refuses a name that leads to none of the paths. */
export function findMissing(
  { named }: AskedFiles,
  paths: readonly string[],
  { at }: { readonly at: string | null },
): Wrong | null {
  const missing = named.find((one) => one !== '.' && !paths.some((it) => isBelow(it, one)))
  return missing === undefined ? null : notHere(`there is no ${missing}${at === null ? '' : ` in ${at}`}`)
}

function notHere(message: string): Wrong {
  return { is: 'wrong', message, help: 'name files and folders of this project' }
}

function isBelow(file: string, named: string): boolean {
  return named === '.' || file === named || file.startsWith(`${named}/`)
}

function pathInside(given: string, { root, cwd }: { readonly root: string; readonly cwd: string }): string | null {
  if (given.includes('\0')) return null
  const inner = path
    .relative(root, path.resolve(realPathOf(cwd) ?? cwd, given))
    .split(path.sep)
    .join('/')
  const found = classifyPath(inner === '' ? '.' : inner)
  return found.kind === 'safe' ? found.path : null
}

/** What a project's gates look at is public; where it has none, all that somebody knows the language of. */
function isPublic(file: string, gates: readonly SettledGate[]): boolean {
  const written = languageOf(file)
  if (written === null || isTest(file, written.language)) return false
  const isOf = ({ paths, ignore }: SettledGate): boolean =>
    (paths.length === 0 || paths.some((it) => matchesPattern(it, file))) &&
    !ignore.some((it) => matchesPattern(it, file))
  return gates.length === 0 || gates.some(isOf)
}

async function contractGates(root: string, { env }: Where): Promise<readonly SettledGate[]> {
  const { settings } = await readSettings({ root, env, dialect: {}, flags: noFlags })
  return settings.gates.filter(({ kind }) => kind === 'contract')
}

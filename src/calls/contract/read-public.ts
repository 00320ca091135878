/** The public signatures of a project's files, as a person asks for them by path. */

import path from 'node:path'
import { noFlags, type SettledGate } from '../../config/settings.ts'
import { askReader } from '../../gates/contract/ask-reader.ts'
import { isTest, languageOf } from '../../gates/contract/languages.ts'
import type { FileToRead } from '../../gates/contract/read-files.ts'
import type { FileSignatures } from '../../gates/contract/signature.ts'
import { classifyPath } from '../../plan/path-safety.ts'
import { matchesPattern } from '../../run/path-pattern.ts'
import { realPathOf } from '../../system/look-at-path.ts'
import { findProject, noProject } from '../plan/find-project.ts'
import { readSettings } from '../plan/read-settings.ts'
import type { Where } from '../plan/where.ts'
import type { Wrong } from '../refusal.ts'
import { openProjectFiles } from './project-files.ts'

/** What a person asks about. */
export interface PublicWanted {
  /** Files and folders, relative to where the call was made; none asks for the whole project. */
  readonly paths: readonly string[]
  /** A commit, or another name of git for a state of the files; null is the disk. */
  readonly at: string | null
}

export interface PublicRead {
  readonly is: 'read'
  readonly root: string
  /** In order of their paths, relative to the root. */
  readonly files: readonly FileSignatures[]
  /** Whether a path of the project is one that was asked about. */
  readonly isWanted: (path: string) => boolean
}

/** Longest time that reading may take, in milliseconds. */
const limitMs = 10 * 60_000

/** Reads what is public in the named files, folders or the whole project; tests only where they are named themselves. */
export async function readPublic({ paths, at }: PublicWanted, call: Where): Promise<PublicRead | Wrong> {
  const project = findProject('.', call.cwd)
  if (project === null) return noProject('.')
  const { root } = project
  const wanted: string[] = []
  for (const given of paths) {
    const inner = pathInside(given, { root, cwd: call.cwd })
    if (inner === null)
      return {
        is: 'wrong',
        message: `${given} lies outside of ${root}`,
        help: 'name files and folders of this project',
      }
    wanted.push(inner)
  }
  const opened = await openProjectFiles(root, { env: call.env, at })
  if (opened.is === 'wrong') return opened
  try {
    const gates = await contractGates(root, call)
    const isWanted = (it: string): boolean =>
      wanted.length === 0 || wanted.some((one) => one === '.' || it === one || it.startsWith(`${one}/`))
    const chosen = opened.paths.filter((it) => isWanted(it) && (wanted.includes(it) || isPublic(it, gates)))
    for (const one of wanted)
      if (one !== '.' && !opened.paths.some((it) => it === one || it.startsWith(`${one}/`)))
        return {
          is: 'wrong',
          message: `there is no ${one}${at === null ? '' : ` in ${at}`}`,
          help: 'name files and folders of this project',
        }
    const files: FileToRead[] = []
    for (const it of chosen) {
      const there = await opened.files.look(it)
      if (there?.is === 'file') files.push({ path: it, bytes: there.bytes })
    }
    const reading = await askReader(files, { limitMs }).done
    if (reading.is !== 'read') return { is: 'wrong', message: reading.reason, help: reading.help }
    return { is: 'read', root, files: reading.files, isWanted }
  } finally {
    opened.close()
  }
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

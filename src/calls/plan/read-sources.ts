/** From what a person names on the command line to a plan's bytes: a file, or a folder that holds exactly one plan. */

import { readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Recognition } from '../../dialects/dialect.ts'
import { limits } from '../../dialects/limits.ts'
import { dialects } from '../../dialects/registry.ts'
import { partnersOf, specName } from '../../dialects/spec/names.ts'
import type { Code, Diagnostic } from '../../plan/diagnostic.ts'
import type { Source } from '../../plan/source.ts'
import { isInside } from '../../system/look-at-path.ts'
import { readFile } from '../../system/files.ts'
import { findRoot, kindOf, type Root } from './find-root.ts'

/** What was read and where it lies. */
export interface ReadPlan extends Root {
  readonly is: 'read'
  /** Absolute, without symbolic links: the file that marks are written to. */
  readonly planPath: string
  /** Relative to `root`, with `/`. */
  readonly planRelative: string
  readonly sources: readonly Source[]
  /** What was decided for the caller, for people: which plan of a folder was taken. */
  readonly notes: readonly string[]
}

export type ReadSources = ReadPlan | { readonly is: 'unreadable'; readonly diagnostic: Diagnostic }

/** Where plans usually lie in a project; the last part may stand in any folder of `requirements`. */
const usualPlaces = ['tasks.md', 'docs/isdlc/tasks.md'] as const
const usualFolder = 'docs/requirements'
const usualName = 'tasks.md'

/**
 * Reads the plan that a person names (RELIABILITY 7, MW008, MW011, MW800).
 *
 * @param given file or folder, absolute or relative to `cwd`
 * @returns bytes and places, or the one reason why there are none
 */
export function readSources(given: string, cwd: string): ReadSources {
  if (given.trim() === '') return cannot('MW011', 'the name of the plan is empty', 'name a file, or . for this folder')
  if (given.includes('\0')) return cannot('MW011', 'the name of the plan holds a NUL', 'name a file that can be read')
  const absolute = path.resolve(cwd, given)
  let file = absolute
  let shown = given
  const notes: string[] = []
  if (kindOf(absolute) === 'folder') {
    const found = plansIn(absolute)
    const plans = found.length > 0 ? found : loneFilesIn(absolute)
    const [only, second] = plans
    if (only === undefined)
      return cannot(
        'MW011',
        `${given} is a folder and holds no plan at a usual place`,
        `name the plan's file; looked for ${[...usualPlaces, `${usualFolder}/*/${usualName}`, 'project states (*.json)', 'specs (spec_*.md with parameters_*.toml)'].join(', ')}`,
      )
    if (second !== undefined)
      return cannot('MW800', `${given} holds more than one plan: ${plans.join(', ')}`, 'name one of them')
    file = path.join(absolute, only)
    shown = path.join(given, only)
    notes.push(`the plan of this folder is ${shown}`)
  }
  const read = readFile(file, limits.planBytes)
  if (read.is === 'failed') {
    const { code, reason, help } = read.failure
    return cannot(
      code === 'TOO-LARGE' ? 'MW008' : 'MW011',
      reason.replace(file, () => shown),
      help,
    )
  }
  const linked = findRoot(file, cwd)
  const planPath = realpathSync(file)
  const { root, gitCommonDir } = linked.gitCommonDir === null ? findRoot(planPath, cwd) : linked
  const planRelative = path.relative(root, planPath).split(path.sep).join('/')
  if (!isInside(root, planPath))
    return cannot(
      'MW011',
      `${given} is a link that leads out of the repository, to ${planPath}`,
      'name the file itself, or copy it into the repository',
    )
  const source = { path: planRelative, bytes: read.bytes }
  return { is: 'read', root, gitCommonDir, planPath, planRelative, sources: [source], notes }
}

/** The plans at usual places of a folder, relative to it, in the order they are looked for; behind them the states in it. */
export function plansIn(folder: string): string[] {
  const isFile = (name: string): boolean => kindOf(path.join(folder, name)) === 'file'
  const features = entriesOf(path.join(folder, usualFolder)).map((name) => `${usualFolder}/${name}/${usualName}`)
  const named = entriesOf(folder).filter((name) => mayBeState.test(name) && isState(path.join(folder, name)))
  const usual = [...[...usualPlaces, ...features].filter(isFile), ...named, ...specsIn(folder)]
  return usual.length > 0 ? usual : statesIn(folder)
}

/** Pairs of a Markdown and its parameters, by the file that each is known by; of one alone nobody knows whether it is a plan. */
function specsIn(folder: string): string[] {
  const names = entriesOf(folder)
  return names.filter((name) => specName(name)?.is === 'markdown' && partnersOf(name, names).length > 0)
}

/** One file of a spec without the other, where no plan is: what it lacks is told of it (MW503). `tides_spec.md` alone may be anything. */
function loneFilesIn(folder: string): string[] {
  return entriesOf(folder).filter((name) => specName(name) !== null && !/_spec\.md$/i.test(name))
}

/** Files that are called otherwise, where no other plan is: those that no doubt is about, by what they hold. */
function statesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((name) => /\.json$/i.test(name) && !mayBeState.test(name) && !neverState.test(name))
    .slice(0, mostLooked)
    .filter((name) => isState(path.join(folder, name), largestOther, ['certain']))
}

/** How files with tasks in JSON are called. */
const mayBeState = /(?:state|tasks?|plan)[^/]*\.json$/i
/** What tools keep in JSON at the top of a project. */
const neverState = /^(?:package(?:-lock)?|npm-shrinkwrap|composer|[jt]sconfig(?:\.[^/]*)?)\.json$/i
/** A larger file has to be named, and one that is called otherwise earlier. */
const largestState = 4 * 1024 * 1024
const largestOther = 1024 * 1024
/** Of those that are called otherwise no more are opened to look. */
const mostLooked = 50

/** Whether some format claims a file of data. */
function isState(
  file: string,
  largest = largestState,
  strengths: readonly Recognition['strength'][] = ['certain', 'likely'],
): boolean {
  const read = kindOf(file) === 'file' ? readFile(file, largest) : null
  if (read?.is !== 'read') return false
  const source = { path: path.basename(file), bytes: read.bytes }
  return dialects.some((dialect) => strengths.includes(dialect.recognise([source])?.strength ?? 'weak'))
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function cannot(code: Code, message: string, help: string): ReadSources {
  return { is: 'unreadable', diagnostic: { code, severity: 'error', message, help, span: null, related: [] } }
}

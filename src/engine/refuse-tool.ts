/**
 * Why a program that the plan names is not run, looked at where it is about to run: in the folder of its attempt, after the
 * files were put back. What was asked about before the run is not believed to be what lies there now (RELIABILITY S1, S5).
 */

import path from 'node:path'
import { changedParts, definitionOf, type DefiningPart } from '../gates/definition.ts'
import { protectedBy } from '../plan/path-safety.ts'
import { safeLine } from '../plan/safe-text.ts'
import { scriptOf, type Tool } from '../plan/tools.ts'
import type { Failure } from '../run/outcome.ts'
import { isInside, realPathOf } from '../system/look-at-path.ts'
import { filesOnDisk, type TreeFiles } from '../system/tree-files.ts'

/** What every tool of a run has to pass. */
export interface ToolRules {
  /** Whether a person trusts it, with exactly these parts. What they trusted meanwhile counts. */
  readonly trusts: (tool: Tool, definedBy: readonly DefiningPart[]) => Promise<boolean>
  /** Paths relative to the root that are ours, beside those that no task may write: what lies there is no program. */
  readonly protectedPaths: readonly string[]
}

/** `missing`: it cannot be run as it is named. `untrusted`: a person has to look at it first. */
export type RefusedTool = { readonly is: 'missing' | 'untrusted'; readonly failure: Failure }

/**
 * @param of.folder absolute path of the folder it is to run in
 * @param of.reviewed the files that its step begins with, where whatever a draft has put there was looked at; null where
 *   nobody can tell that: in a folder that all work in, and where commits of others have changed it
 * @param of.plan as it is named to people
 * @returns null where it may run
 */
export async function refuseTool(
  tool: Tool,
  of: ToolRules & {
    readonly folder: string
    readonly reviewed: TreeFiles | null
    readonly plan: string
  },
): Promise<RefusedTool | null> {
  const trustIt = `look at it, run \`millwright trust ${of.plan}\`, then unblock the task`
  const untrusted = (reason: string): RefusedTool => ({ is: 'untrusted', failure: { reason, help: trustIt } })
  const script = scriptOf(tool.argv)
  const wrong = script === null ? null : wrongPlace(script, of)
  if (wrong !== null) return { is: 'missing', failure: wrong }
  const command = { argv: tool.argv, cwd: '.' }
  const here = await definitionOf(command, filesOnDisk(of.folder))
  const programs = here.parts.filter((it) => !it.isWord)
  // What is too large to be looked at would be run unseen.
  const isSeen = script === null || programs.some((it) => it.path === placeIn(of.folder, script))
  if (!isSeen)
    return { is: 'missing', failure: { reason: `${safeLine(script)} is no script: it cannot be looked at`, help } }
  if (await of.trusts(tool, programs)) return null
  if (!(await of.trusts(tool, [])))
    return untrusted('nobody has trusted this command: the plan has changed since it was asked about')
  const reviewed = of.reviewed === null ? null : await definitionOf(command, of.reviewed)
  if (reviewed !== null && changedParts(reviewed, here).length === 0) return null
  const names = programs.map(({ name }) => safeLine(name)).join(', ')
  return untrusted(`nobody has trusted what defines it as it is now: ${names}`)
}

/** What its task waits for then, if it waits at all, is told where that is known. */
const help = 'correct its path in the plan, or put the script there'

/** Where a script lies without links, relative to the folder. */
function placeIn(folder: string, script: string): string | null {
  const real = realPathOf(path.join(folder, script))
  const top = realPathOf(folder)
  if (real === null || top === null || !isInside(top, real)) return null
  return path.relative(top, real).split(path.sep).join('/')
}

/**
 * What is wrong with where the script of a tool lies, as it lies in a folder.
 * @param script relative to the folder, from `scriptOf`
 */
export function wrongPlace(
  script: string,
  of: Pick<ToolRules, 'protectedPaths'> & { readonly folder: string },
): Failure | null {
  const name = safeLine(script)
  if (realPathOf(path.join(of.folder, script)) === null)
    return { reason: `${name} is not there`, help: 'put it into the repository and commit it' }
  const place = placeIn(of.folder, script)
  if (place === null)
    return {
      reason: `${name} leads out of the repository by a link`,
      help: 'put the script itself into the repository',
    }
  const guarded = [script, place].map((it) => protectedBy(it, of.protectedPaths)).find((it) => it !== null)
  if (guarded === undefined) return null
  return { reason: `${name} lies in ${safeLine(guarded)}, where no program of a plan belongs`, help }
}

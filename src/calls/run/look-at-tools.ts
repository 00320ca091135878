/** What lies where a plan says that its programs are; nothing is started. */

import { wrongPlace } from '../../engine/refuse-tool.ts'
import { findProgram } from '../../gates/find-program.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { scriptOf, toolsOf, type Tool } from '../../plan/tools.ts'
import type { Failure } from '../../run/outcome.ts'
import { openPlan, protectedPaths } from '../plan/open-plan.ts'
import type { Where } from '../plan/where.ts'
import { toolLine } from './tools-in-use.ts'

/** A tool of a plan, in one line for people, and what keeps it from being run as things are; null where nothing does. */
export interface SeenTool {
  readonly says: string
  readonly failure: Failure | null
}

/**
 * @param place a plan, or a folder that may hold one
 * @param root absolute path of the project
 * @returns none where there is no plan that can be read
 */
export async function lookAtTools(place: string, call: Where, root: string): Promise<readonly SeenTool[]> {
  const opening = await openPlan(place, { ...call, configured: root, compared: false, checksGates: false })
  if (opening.is !== 'opened') return []
  const of = { folder: root, protectedPaths: protectedPaths(opening) }
  return Promise.all(
    toolsOf(opening.plan.tasks).map(async (tool) => {
      const script = scriptOf(tool.argv)
      const misplaced = script === null ? null : wrongPlace(script, of)
      return { says: toolLine(tool), failure: misplaced ?? (await notStarted(tool, call, root)) }
    }),
  )
}

async function notStarted({ argv }: Tool, { env }: Where, root: string): Promise<Failure | null> {
  const [program = ''] = argv
  if ((await findProgram(program, env['PATH'], root)) !== null) return null
  return program.includes('/')
    ? { reason: `${safeLine(program)} may not be executed`, help: 'make it executable, and commit that' }
    : { reason: `${safeLine(program)} is not on the PATH`, help: 'install it, or correct the plan' }
}

/** A run of one task whose executor was killed while its agent was at work. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Project } from '../../rig/project.ts'
import { killWithSupervisor } from './supervisor-of.ts'

export interface KilledAtWork {
  readonly project: Project
  /** The folder of all journals of the repository, and the one that this run has. */
  readonly plans: string
  readonly journal: string
}

/** @param project an empty one; its first attempt at T001 is the one that is cut off, with the next one it writes one.txt */
export async function killedAtWork(project: Project): Promise<KilledAtWork> {
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.commit('Begin')
  project.agent(`if (attempt === 1) await meet('one')\nwrite('one.txt', 'one')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('one', running)
  await killWithSupervisor(running)
  const plans = path.join(project.root, '.git', 'millwright', 'plans')
  return { project, plans, journal: path.join(plans, readdirSync(plans)[0] ?? '') }
}

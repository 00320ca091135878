/** The file of lessons beside a spec: a run adds to it at its end (seed 004 §6.5). */

import path from 'node:path'
import type { Projector } from '../../engine/projector.ts'
import type { Draft } from '../../plan/draft.ts'
import { behindLink } from './behind-link.ts'
import type { ReadPlan } from './read-sources.ts'
import { learningsFile, learningsSection, learningsToAdd } from '../../reports/spec/learnings-file.ts'

/** The folder of lessons beside a plan, relative to the root; behind it the one that it is a link to. */
export function learningsFolders({ root, planRelative }: Pick<ReadPlan, 'root' | 'planRelative'>): readonly string[] {
  const folder = learningsFolder(planRelative)
  return [...new Set([folder, path.posix.dirname(behindLink(root, `${folder}/${learningsFile(0)}`, []))])]
}

function learningsFolder(planRelative: string): string {
  return path.posix.join(path.posix.dirname(planRelative), '_filing')
}

/**
 * @param of.startedAt when the run began, in milliseconds since the epoch: it tells which file
 * @returns none of a plan that is no spec
 */
export function learningsProjectors({
  draft,
  planRelative,
  startedAt,
}: {
  readonly draft: Pick<Draft, 'spec'>
  readonly planRelative: string
  readonly startedAt: number
}): readonly Projector[] {
  if (draft.spec === undefined) return []
  const file = path.posix.join(learningsFolder(planRelative), learningsFile(startedAt))
  return [
    {
      path: file,
      makesFolder: true,
      project(bytes, state) {
        const section = learningsSection(state)
        const nothing = { is: 'projected', shown: [], unplaced: [], withheld: null } as const
        if (section === null) return { ...nothing, bytes }
        const present = new TextDecoder().decode(bytes ?? new Uint8Array())
        const added = learningsToAdd(present, section)
        return {
          ...nothing,
          bytes: added === '' ? bytes : Buffer.concat([bytes ?? new Uint8Array(), Buffer.from(added)]),
        }
      },
    },
  ]
}

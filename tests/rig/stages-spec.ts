/** The SPECLets of the seed's own example (seed 004 §2.0b, 4), one task of one step each, for tests of their failures. */

import { spec as dialect } from '../../src/dialects/spec/index.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Draft } from '../../src/plan/draft.ts'
import type { Plan } from '../../src/plan/model.ts'
import { sha256 } from '../../src/system/digest.ts'

export const specletIds = [
  'platform_foundation',
  'discovery_stage',
  'define_stage',
  'ideate_stage',
  'test_stage',
] as const

export type SpecletId = (typeof specletIds)[number]

const needs: Readonly<Record<SpecletId, readonly SpecletId[]>> = {
  platform_foundation: [],
  discovery_stage: ['platform_foundation'],
  define_stage: ['platform_foundation'],
  ideate_stage: ['define_stage'],
  test_stage: ['discovery_stage', 'ideate_stage'],
}

export const stagesText = `# Spec: stages
**Descriptor:** stages

## Goal
Compare five harbours in one table.
`

/** @param notCritical SPECLets whose step is not critical */
export function stagesParameters(notCritical: readonly SpecletId[] = []): string {
  const list = (ids: readonly string[]): string => `[${ids.map((it) => `"${it}"`).join(', ')}]`
  return `[goal]
description = "Compare five harbours in one table."

[execution]
default_mode = "dynamic"
${specletIds
  .map(
    (id, at) =>
      `\n[[speclets]]\nid = "${id}"\ndescription = "Part ${at + 1}"\ndepends_on = ${list(needs[id])}\ntasks = [${at + 1}]\nparallel_allowed = true\n`,
  )
  .join('')}${specletIds
    .map(
      (id, at) =>
        `\n[[tasks]]\nid = ${at + 1}\ndescription = "Part ${at + 1}"\nmode = "silent"\nmax_retries = 0\n\n[[tasks.steps]]\nid = 1\naction = "Do part ${at + 1}"\nexpected_output = "what was asked for"\ncritical = ${!notCritical.includes(id)}\n`,
    )
    .join('')}`
}

/** Both files as they are read. */
export function stagesDraft(notCritical: readonly SpecletId[] = []): Draft {
  const encoder = new TextEncoder()
  return dialect.read([
    { path: 'spec_stages.md', bytes: encoder.encode(stagesText) },
    { path: 'parameters_stages.toml', bytes: encoder.encode(stagesParameters(notCritical)) },
  ])
}

export function stagesPlan(notCritical: readonly SpecletId[] = []): Plan {
  return makePlan(stagesDraft(notCritical), { hash: sha256, implementation: () => true, behind: () => undefined })
}

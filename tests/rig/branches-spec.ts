/** Three SPECLets, one after the other: `p1` of tasks 1 and 2, `p2` of 3 and 4 that needs nothing, and `p3` of task 5 that needs `p1`. */

import { spec as dialect } from '../../src/dialects/spec/index.ts'
import type { Draft } from '../../src/plan/draft.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Plan } from '../../src/plan/model.ts'
import { sha256 } from '../../src/system/digest.ts'

export const branchesText = `# Spec: branches
**Descriptor:** branches

## Goal
Compare two harbours.
`

const speclets = [
  { id: 'p1', needs: '', tasks: '1, 2' },
  { id: 'p2', needs: '', tasks: '3, 4' },
  { id: 'p3', needs: '"p1"', tasks: '5' },
]

/** @param sideBySide whether `p1` and `p2` may be worked on at once */
export function branchesParameters(sideBySide = false): string {
  return `[goal]
description = "Compare two harbours."

[execution]
default_mode = "dynamic"
${speclets
  .map(
    ({ id, needs, tasks }) =>
      `\n[[speclets]]\nid = "${id}"\ndescription = "Branch ${id}"\ndepends_on = [${needs}]\ntasks = [${tasks}]\nparallel_allowed = ${sideBySide}\n`,
  )
  .join('')}${[1, 2, 3, 4, 5]
    .map(
      (id) =>
        `\n[[tasks]]\nid = ${id}\ndescription = "Part ${id}"\nmode = "silent"\nmax_retries = 0\n\n[[tasks.steps]]\nid = 1\naction = "Do part ${id}"\nexpected_output = "what was asked for"\ncritical = true\n`,
    )
    .join('')}`
}

export function branchesDraft(sideBySide = false): Draft {
  const encoder = new TextEncoder()
  return dialect.read([
    { path: 'spec_branches.md', bytes: encoder.encode(branchesText) },
    { path: 'parameters_branches.toml', bytes: encoder.encode(branchesParameters(sideBySide)) },
  ])
}

export function branchesPlan(sideBySide = false): Plan {
  return makePlan(branchesDraft(sideBySide), { hash: sha256, implementation: () => true, behind: () => undefined })
}

/** A spec of three SPECLets, four tasks and seven steps with all kinds of backups and flags, for tests of its run. */

import { spec as dialect } from '../../src/dialects/spec/index.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Draft } from '../../src/plan/draft.ts'
import type { Plan } from '../../src/plan/model.ts'
import { sha256 } from '../../src/system/digest.ts'

export const specText = `# Spec: tides
**Descriptor:** tides

## Goal
Predict the tides of a harbour from its gauge.

### SPECLet [gauge]: Read the gauge
**Depends On:** \`[]\`
#### Task [1]: Collect the readings
##### Step [1.1]: Read the file of the gauge
##### Step [1.2]: Drop what is no reading

### SPECLet [model]: Fit the model
**Depends On:** \`["gauge"]\`
#### Task [2]: Find the constituents
##### Step [2.1]: Choose the constituents
##### Step [2.2]: Fit their amplitudes

#### Task [3]: Judge the fit
##### Step [3.1]: Compare with a year that was held back

### SPECLet [print]: Print the table
**Depends On:** \`["model"]\`
#### Task [4]: Print the table
##### Step [4.1]: Lay out the months
##### Step [4.2]: Print the sheet
`

const step = (id: number, action: string, critical: boolean, backups: readonly string[] = []): string => `
[[tasks.steps]]
id = ${id}
action = "${action}"
expected_output = "what was asked for"
critical = ${critical}
${backups.map((it, at) => `\n[[tasks.steps.backups]]\nid = ${at + 1}\ndescription = "${it}"\ntrigger = "${at === 0 ? 'primary' : `backup_${at}`}_failure"\n`).join('')}`

const task = (id: number, description: string, steps: readonly string[]): string => `
[[tasks]]
id = ${id}
description = "${description}"
critical = true
mode = "silent"
max_retries = 1
${steps.join('')}`

/** @param more what stands above the tasks */
export function parametersText(more = ''): string {
  return `[goal]
description = "Predict the tides of a harbour from its gauge."

[execution]
default_mode = "dynamic"
${more}
[[speclets]]
id = "gauge"
description = "Read the gauge"
depends_on = []
tasks = [1]
parallel_allowed = false

[[speclets]]
id = "model"
description = "Fit the model"
depends_on = ["gauge"]
tasks = [2, 3]
parallel_allowed = true

[[speclets]]
id = "print"
description = "Print the table"
depends_on = ["model"]
tasks = [4]
parallel_allowed = false
${task(1, 'Collect the readings', [
  step(1, 'Read the file of the gauge', true, ['ask the harbour office', 'read the paper rolls']),
  step(2, 'Drop what is no reading', false, ['keep all of them']),
])}${task(2, 'Find the constituents', [
    step(1, 'Choose the constituents', false, ['take the usual ones']),
    step(2, 'Fit their amplitudes', true, ['fit month by month']),
  ])}${task(3, 'Judge the fit', [step(1, 'Compare with a year that was held back', false)])}${task(
    4,
    'Print the table',
    [step(1, 'Lay out the months', true, ['one page for each']), step(2, 'Print the sheet', false)],
  )}`
}

/** Both files as they are read. */
export function harbourDraft(more = ''): Draft {
  const encoder = new TextEncoder()
  return dialect.read([
    { path: 'Specs/tides/spec_tides.md', bytes: encoder.encode(specText) },
    { path: 'Specs/tides/parameters_tides.toml', bytes: encoder.encode(parametersText(more)) },
  ])
}

export function harbourPlan(more = ''): Plan {
  const draft = harbourDraft(more)
  return makePlan(draft, {
    hash: sha256,
    implementation: () => true,
    behind: () => undefined,
  })
}

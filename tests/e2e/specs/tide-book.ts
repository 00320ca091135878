/** A spec as a person writes it: a Markdown and its parameters, with two SPECLets of one task each. */

import type { Project } from '../../rig/project.ts'

export const markdown = 'plans/spec_tides.md'
export const parameters = 'plans/parameters_tides.toml'

export const text = `# Tide book

## Goal

Print the tide book of the harbour.

### SPECLet [data]: Collect the data

**Depends On:** \`[]\`
**Tasks Included:** \`[task_1]\`
**Parallel Allowed:** \`true\`

#### Task [1]: Read the tables

- **Step [1]:** Download the tables
  - **Backup [1]:** Take those of last year
- **Step [2]:** Note where they came from

### SPECLet [book]: Set the book

**Depends On:** \`["data"]\`
**Tasks Included:** \`[task_2]\`
**Parallel Allowed:** \`true\`

#### Task [2]: Set the book

- **Step [1]:** Draw the pages
  - **Backup [1]:** Take those of last year
- **Step [2]:** Add a cover
`

const step = (id: number, expected: string, critical: boolean): string => `
[[tasks.steps]]
id = ${id}
expected_output = "${expected}"
critical_flag = ${critical}
mode = "silent"
${critical ? 'backup_1 = "Take those of last year"\n' : ''}`

export const values = `[goal]
description = "Print the tide book of the harbour."

[[speclets]]
id = "data"
depends_on = []
tasks = [1]
parallel_allowed = true

[[speclets]]
id = "book"
depends_on = ["data"]
tasks = [2]
parallel_allowed = true

[[tasks]]
id = 1
description = "Read the tables"
max_retries = 1
${step(1, 'data/tides.csv', true)}${step(2, 'data/SOURCE.md', false)}
[[tasks]]
id = 2
description = "Set the book"
max_retries = 1
${step(1, 'book.pdf', true)}${step(2, 'cover.pdf', false)}`

/** Writes both files and commits them. */
export function writeTides(project: Project, { text: own = text, values: more = values } = {}): void {
  project.write(markdown, own)
  project.write(parameters, more)
  project.commit('Begin')
}

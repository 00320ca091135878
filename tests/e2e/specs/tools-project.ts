/** A project with a spec of one task, whose steps have programs as backups, and the real command line beside it. */

import { type Project } from '../../rig/project.ts'

/** A backup that is a program. */
export interface ToolBackup {
  readonly path: string
  readonly args?: string
}

export interface SpecStep {
  readonly title: string
  readonly backups: readonly ToolBackup[]
  readonly critical?: boolean
}

/** The parameters of a spec that says all by itself. */
export function parameters(steps: readonly SpecStep[]): string {
  const told = steps.map(
    ({ title, backups, critical = true }, at) => `
[[tasks.steps]]
id = ${at + 1}
description = "${title}"
primary_method = "Do it by hand"
expected_output = "A text"
critical = ${critical}
mode = "silent"
${backups
  .map(
    (it, nth) => `
[[tasks.steps.backups]]
id = ${nth + 1}
description = "By a program"
trigger = "primary_failure"
execution_method = "tool"
tool_path = "${it.path}"
tool_args = "${it.args ?? ''}"
`,
  )
  .join('')}`,
  )
  return `[goal]
description = "Months are summed up"

[[tasks]]
id = 1
name = "Sum up"
description = "Sum up what there is"
${told.join('')}`
}

/** The other half of the pair. */
export const markdown = '# Sums\n\n## Goal\n\nMonths are summed up\n'

/** Commits a spec pair, and what else is there. */
export function writeSpec(project: Project, steps: readonly SpecStep[]): void {
  project.write('spec_sums.md', markdown)
  project.write('parameters_sums.toml', parameters(steps))
  project.commit('Begin')
}

/** A script that leaves a marker beside the project, so that nobody has to believe that it did not run. */
export function marking(name: string, lines = ''): string {
  return `echo x >> "${name}"\n${lines}`
}

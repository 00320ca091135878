/** A spec made from a pattern, with a folder of others, and an agent whose first step has two ways that fail. */

import type { Project } from '../../rig/project.ts'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'
import { validProgress } from '../../reports/spec/progress-schema.ts'

export const plan = 'spec_berths.md'

/** What can be otherwise. */
export interface Berths {
  /** Lines of `[pattern_metadata]`; null for a spec that names no pattern. */
  readonly pattern?: string | null
  /** Lines of `millwright.toml`. */
  readonly config?: string
  /** Methods of step 1.1 of which no attempt succeeds. */
  readonly failing?: readonly string[]
  /** Lines of the agent, before it does anything. */
  readonly agent?: string
}

const chosen = 'pattern_name = "berth_board"\npattern_confidence = "MEDIUM"\npattern_technologies = ["go", "sqlite"]\n'

const page = (name: string, technologies: string, words: string): string =>
  `---\nname: ${name}\nconfidence: HIGH\ntechnologies: [${technologies}]\nreasoning: ${words}\n---\n`

export const folder = '[patterns]\nfolder = "patterns"\n'

export function writeBerths(project: Project, of: Berths = {}): void {
  const { pattern = chosen, config = folder, failing = [], agent = '' } = of
  project.write(
    plan,
    '# Spec: berths\n\n## Goal\n\nList the berths of a harbour.\n\n### Task [1]: List\n\n### Task [2]: Check\n',
  )
  project.write(
    'parameters_berths.toml',
    [
      '[goal]\ndescription = "List the berths of a harbour."\n',
      '[software_stack]\nprimary_language = "go"\ndatabase = "sqlite"\n',
      ...(pattern === null ? [] : [`[pattern_metadata]\n${pattern}`]),
      '[[tasks]]\nid = 1\ndescription = "List"\n',
      '[[tasks.steps]]\nid = 1\ndescription = "Write the register"\ncritical = true\n',
      '[[tasks.steps.backups]]\nid = 1\ndescription = "Ask the harbour master"\n',
      '[[tasks]]\nid = 2\ndescription = "Check"\n',
      '[[tasks.steps]]\nid = 1\ndescription = "Count the berths"\ncritical = false\n',
    ].join('\n'),
  )
  project.write('patterns/mooring.md', page('mooring_map', 'go', 'Draws the register from a map of moorings'))
  project.write('patterns/tables.md', page('berth_tables', 'go, sqlite', 'Keeps the register in tables of sqlite'))
  project.write('patterns/kite.md', page('kite_shop', 'php', 'Sells kites'))
  project.write('millwright.toml', `[policy]\nretries = 0\n${config}`)
  project.commit('Begin')
  project.agent(`
const step = task + '.' + process.env.MILLWRIGHT_STEP
const brief = readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')
${agent}
append(path.join(meeting, step + '.md'), brief + '\\n=== next\\n')
const method = brief.includes('Ask the harbour master\\n\\n') ? 'backup' : brief.includes('Do it as the pattern') ? 'pattern' : 'primary'
if (step === '1.1' && ${JSON.stringify(failing)}.includes(method)) { console.error('no register'); process.exit(1) }
write('berths-' + step + '.txt', method)
`)
}

export function progressOf(project: Project): ProgressDocument {
  return validProgress(project.read('progress_berths.json'))
}

/** The briefs of a step, in the order of its attempts. */
export function briefsOf(project: Project, step: string): readonly string[] {
  return project.read(`../meeting/${step}.md`).split('\n=== next\n').slice(0, -1)
}

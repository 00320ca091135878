/** A small project of Node whose tests are its checklist: two criteria of one task. */

import path from 'node:path'
import { readFileSync } from 'node:fs'
import type { Project } from '../../rig/project.ts'
import { printed } from '../../rig/quick-exec.ts'

const plan = `# Tasks

## Phase 06: Implementation -- PENDING

- [ ] T0001 Add and double | traces: FR-01, AC-01, AC-02
  files: src/sums.mjs (CREATE)
`

/** As a person writes it: its own spacing, and the criterion with the lower priority first. */
export const checklist = `{
  "feature": "sums",
  "criteria": [
    { "id": "AC-02", "priority": "P1", "given": "a number", "when": "it is doubled", "then": "it is twice as much",
      "test_file": "tests/sums.test.mjs", "test_name": "AC-02 doubles", "status": "skip" },

    { "id": "AC-01", "priority": "P0", "text": "adds two numbers",
      "test_file": "tests/sums.test.mjs", "test_name": "AC-01 adds", "status": "SKIP", "owner": "Ada" }
  ]
}
`

export const at = 'docs/isdlc/tasks.md'

/** Fills an empty project. @param of.list what the checklist holds; null makes none */
export function sums(project: Project, of: { readonly list?: string | null; readonly config?: string } = {}): Project {
  const { list = checklist, config = '' } = of
  project.write(at, plan)
  if (list !== null) project.write('docs/isdlc/atdd-checklist.json', list)
  if (config !== '') project.write('millwright.toml', config)
  project.write('package.json', JSON.stringify({ name: 'sums', scripts: { test: 'node --test' } }))
  project.write('src/README', 'Sources\n')
  project.commit('Begin')
  return project
}

/** An agent that knows its half from the step; what `early` names is in the first half already. */
export const agent = `
const step = process.env.MILLWRIGHT_STEP
const brief = readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')
const head = "import test from 'node:test'\\nimport assert from 'node:assert'\\nimport * as sums from '../src/sums.mjs'\\n"
const tests = {
  'AC-01': "test('AC-01 adds', () => assert.equal(sums.add?.(1, 2), 3))\\n",
  'AC-02': "test('AC-02 doubles', () => assert.equal(sums.double?.(2), 4))\\n",
}
const works = {
  'AC-01': 'export const add = (a, b) => a + b\\n',
  'AC-02': 'export const double = (a) => 2 * a\\n',
}
const [half, criterion] = step.split(':')
append(path.join(meeting, 'steps'), step + '\\n')
append(path.join(meeting, 'brief.' + half + '.' + criterion), brief)
const stub = () => { if (!existsSync('src/sums.mjs')) write('src/sums.mjs', '// nothing yet\\n') }
const writeTest = () => {
  stub()
  if (!existsSync('tests/sums.test.mjs')) write('tests/sums.test.mjs', head)
  append('tests/sums.test.mjs', tests[criterion])
}
const work = () => append('src/sums.mjs', works[criterion])
`

/** The agent does what it is asked for. */
export const obedient = `${agent}
if (half === 'red') writeTest()
else work()
`

/** Steps in which the agent was started, in their order. */
export function stepsOf(project: Project): readonly string[] {
  return readFileSync(path.join(project.top, 'meeting', 'steps'), 'utf8')
    .trim()
    .split('\n')
}

/** What the agent was told in one half. */
export function briefOf(project: Project, half: 'red' | 'green', criterion: string): string {
  return readFileSync(path.join(project.top, 'meeting', `brief.${half}.${criterion}`), 'utf8')
}

/** A file as a commit holds it; also one that only the journal's own references keep. */
export function fileIn(project: Project, commit: string, file: string): string {
  return printed(['git', 'show', `${commit}:${file}`], { cwd: project.root, env: project.env })
}

export interface Half {
  readonly result: string
  readonly tree: string
  readonly commit: string
  readonly changed: readonly string[]
}

/** What `--json` says of the criteria of the first task. */
export function criteriaIn(view: { readonly tasks: readonly object[] }): readonly {
  readonly criterion: string
  readonly red: Half
  readonly green: Half
  readonly wasGreenBefore: boolean
  readonly testChanged: readonly string[]
}[] {
  return (view.tasks[0] as { criteria?: ReturnType<typeof criteriaIn> }).criteria ?? []
}

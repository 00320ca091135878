/** Numeric gates on small real programs: what they print is compared, and what is wrong with it leads the agent on. */

import path from 'node:path'
import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { hasPython } from '../../rig/python.ts'

const makeProject = projectsOfTests()

if (!hasPython) console.log('skipped: no python3 here')

const plan = `# Tasks: tides

## Phase 06: Implementation

- [ ] T001 Sum the constituents
  files: FILE (MODIFY)
`

test.runIf(hasPython)('Python: off, NaN and missing fail, and the evidence leads to the right value', async () => {
  const project = makeProject()
  project.write('tasks.md', plan.replace('FILE', 'solver.py'))
  project.write('.gitignore', '__pycache__/\n')
  project.write('solver.py', 'def levels():\n    return {"mean": 3.0}\n')
  project.write(
    'tides.py',
    'import json, sys\nfrom solver import levels\nprint("reading harmonics", file=sys.stderr)\nprint(json.dumps({"levels": levels()}, indent=2))\n',
  )
  project.write(
    'millwright.toml',
    '[gates.levels]\nkind = "numeric"\nrun = ["python3", "tides.py"]\n[[gates.levels.values]]\nname = "mean"\n' +
      'json_path = "$.levels.mean"\nreference = 3.0\natol = 0.1\n',
  )
  project.commit('Begin')
  project.agent(`
const brief = readFileSync(0, 'utf8')
const levels = (value) => write('solver.py', 'def levels():\\n    return ' + value + '\\n')
if (brief.includes('MW603 mean: there is nothing at $.levels.mean')) levels('{"mean": 3.05}')
else if (brief.includes('mean is NaN, expected 3')) levels('{"means": 3.0}')
else if (brief.includes('mean is 3.5, expected 3 ± 0.1')) levels('{"mean": float("nan")}')
else levels('{"mean": 3.5}')
`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect([code, view.tasks.map((it) => [it.state, it.proof, it.attempts])]).toEqual([0, [['done', 'verified', 4]]])
  expect(project.read('solver.py')).toContain('3.05')
  const log = (await project.run('log', 'tasks.md', '--json')).out
  const said = (
    JSON.parse(log) as { body: { outcome?: { evidence?: { gate: string; result: string; excerpt: string } } } }[]
  )
    .flatMap(({ body }) => body.outcome?.evidence ?? [])
    .filter(({ gate }) => gate === 'levels')
  expect(said.map(({ result, excerpt }) => [result, excerpt.split('\n')[0]])).toEqual([
    ['passed', 'gate levels: its value is as expected'],
    ['failed', 'gate levels failed: mean is 3.5, expected 3 ± 0.1'],
    ['failed', 'gate levels failed: mean is NaN, expected 3 ± 0.1'],
    ['failed', 'gate levels failed: MW603 mean: there is nothing at $.levels.mean'],
    ['passed', 'gate levels: its value is as expected'],
  ])
})

/** Numeric gate of the person's own configuration, so that a change of it leaves the files of the project as they are. */
function configure(project: Project, atol: number): void {
  const folder = path.join(String(project.env['HOME']), '.config', 'millwright')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'config.toml'),
    `[gates.tides]\nkind = "numeric"\nrun = ["node", "tides.mjs"]\n[[gates.tides.values]]\nname = "Dover"\ncolumn = "level"\nrow = "Dover"\n` +
      `reference = 40\natol = ${atol}\n[[gates.tides.values]]\nname = "depth"\nregex = "depth ([0-9]+)"\nreference = 12\nunit = "cm"\n` +
      '[policy]\nretries = 0\n',
  )
}

function nodeProject(atol: number): Project {
  const project = makeProject()
  project.write('tasks.md', plan.replace('FILE', 'levels.mjs'))
  project.write('levels.mjs', 'export const levels = { Hull: { level: 4 }, Dover: { level: 40 } }\n')
  project.write(
    'tides.mjs',
    "import { levels } from './levels.mjs'\nconsole.table(levels)\nconsole.log('depth 12 cm')\n",
  )
  configure(project, atol)
  project.commit('Begin')
  project.agent(`write('levels.mjs', 'export const levels = { Hull: { level: 4 }, Dover: { level: 40.5 } }\\n')`)
  return project
}

test('Node: a wider tolerance has the same draft judged anew, and done', async () => {
  const project = nodeProject(0.1)
  const first = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect([first.code, first.view.tasks.map((it) => [it.state, it.reason])]).toEqual([
    1,
    [['blocked', expect.stringContaining('gate tides failed: Dover is 40.5, expected 40 ± 0.1')]],
  ])
  configure(project, 1)
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  const second = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect([second.code, second.view.tasks.map((it) => [it.state, it.proof])]).toEqual([0, [['done', 'verified']]])
  const environments = [first, second].map(({ view }) =>
    view.tasks[0]?.evidence.filter(({ gate }) => gate === 'tides').map((it) => [it.result, it.environment]),
  )
  expect(environments[1]?.[0]?.[1]).not.toBe(environments[0]?.[0]?.[1])
})

test('Node: a narrower tolerance voids what was green', async () => {
  const project = nodeProject(1)
  project.write(
    'tasks.md',
    `${project.read('tasks.md')}- [ ] T002 Say more\n  blocked_by: [T001]\n  files: more.md (CREATE)\n`,
  )
  project.commit('Two tasks')
  project.agent(`
if (task === 'T001') write('levels.mjs', 'export const levels = { Hull: { level: 4 }, Dover: { level: 40.5 } }\\n')
else if (attempt === 1) process.exit(1)
else write('more.md', 'more')
`)
  const first = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(first.view.tasks.map((it) => [it.state, it.proof])).toEqual([
    ['done', 'verified'],
    ['blocked', null],
  ])
  configure(project, 0.1)
  expect((await project.run('unblock', 'tasks.md', 'T002')).code).toBe(0)
  const second = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect([second.code, second.view.waiting.map((it) => it.kind)]).toEqual([3, ['baseline']])
})

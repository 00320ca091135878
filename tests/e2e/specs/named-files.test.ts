/** Files with letters of any script, spaces and brackets in their names are demanded, found and counted as any other. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()
const names = ['Übersicht.md', 'docs/日本語.md', 'docs/my report.md', 'app/[id]/page.tsx', 'infra/main.tf']
const silent = ['--yes', '--mode', 'silent'] as const

function write(project: Project): void {
  project.write(
    'spec_names.md',
    `# Names\n\n## Goal\n\nRecord the tides of the harbour.\n\n## Definition of Complete\n\n${names.map((it) => `- [ ] \`${it}\` exists\n`).join('')}\n### Task [1]: Record\n\n- **Step [1]:** Record them\n  - **Backup [1]:** Ask the harbour master\n`,
  )
  project.write(
    'parameters_names.toml',
    `[goal]\ndescription = "Record the tides of the harbour."\n[[tasks]]\nid = 1\nmax_retries = 0\n[[tasks.steps]]\nid = 1\ncritical_flag = true\nmode = "silent"\nexpected_output = "${names.map((it) => `\`${it}\``).join(', ')}"\nbackup_1 = "Ask the harbour master"\n`,
  )
  project.git('add', '-A')
  project.git('commit', '-qm', 'Begin')
}

test('nothing written is nothing done', async () => {
  const project = makeProject()
  write(project)
  project.agent(`write('notes.txt', task)`)
  const { code, out, err } = await project.run('run', 'spec_names.md', ...silent, '--exec', project.exec)
  expect(code, out + err).not.toBe(0)
  for (const name of names) expect(out + err).toContain(`${name} is the expected output of the step and is not there`)
})

test('written, all of them are there, and the goal is reached as far as they go', async () => {
  const project = makeProject()
  write(project)
  project.agent(`for (const path of ${JSON.stringify(names)}) write(path, 'tides')`)
  const { code, out, err } = await project.run('run', 'spec_names.md', ...silent, '--exec', project.exec)
  expect(code, out + err).toBe(0)
  expect(out).toContain('1 completed, 0 blocked')
  for (const name of names) expect(out + err).not.toContain(`${name} is not there`)
  const progress = JSON.parse(project.read('progress_names.json')) as Readonly<Record<string, unknown>>
  expect(JSON.stringify(progress)).toContain('"primary_deliverable_exists":true')
})

/** The mode of a spec's run, asked on a terminal (seed 004 §1.2a). */

import { expect, test } from 'vitest'
import { modeText } from '../../../src/cli/choose-mode.ts'
import { says } from '../../rig/program.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'

const makeProject = projectsOfTests()

if (!hasTerminals) console.log('skipped: a terminal is made by python3, which is not here')

const markdown = `# Spec: harbour
## Goal
List the berths of a harbour.
### Task [1]: List
- **Step [1]:** Write the list
  - **Primary method:** By hand
  - **Backup [1]:** From the photo
  - **Expected output:** \`berths.txt\`
  - **Critical:** true
`

function spec(parameters = ''): Project {
  const project = makeProject()
  project.write('spec_harbour.md', markdown)
  project.write(
    'parameters_harbour.toml',
    `[goal]\ndescription = "List the berths of a harbour."\n${parameters}[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\ncritical_flag = true\n`,
  )
  project.commit('Begin')
  project.agent("write('berths.txt', 'x')")
  return project
}

const question = 'enter 1/2/3 to select: '

test.runIf(hasTerminals).each([
  ['nothing: what holds stays', ['\n'], '', 'dynamic'],
  ['1', ['1\n'], '', 'dynamic'],
  ['2', ['2\n'], '', 'silent'],
  ['3', ['3\n'], '', 'collaborative'],
  ['another word is asked again', ['yes\n', '2\n'], '', 'silent'],
  ['nothing: what the plan says stays', ['\n'], '[execution]\ndefault_mode = "silent"\n', 'silent'],
])('%s', async (_about, typed, parameters, mode) => {
  const project = spec(parameters)
  const running = inTerminal(project, 'run', 'spec_harbour.md', '--exec', project.exec)
  for (const [at, line] of typed.entries()) {
    await says(running, at === 0 ? question : `Enter 1, 2 or 3`)
    running.child.stdin?.write(line)
  }
  // Who takes part is asked about the draft: that is not what is looked at here.
  await says(running, mode === 'collaborative' ? 'R1' : 'completed, 0 blocked')
  running.child.stdin?.end()
  await running.ended
  const status = await project.run('status', 'spec_harbour.md', '--json')
  expect(JSON.parse(status.out)).toMatchObject({ mode })
  expect(JSON.parse(project.read('progress_harbour.json'))).toMatchObject({
    execution_mode: mode,
    mode_selected_by: 'user',
  })
  const isChanged = !parameters.includes(mode) && mode !== 'dynamic'
  expect((await project.run('log', 'spec_harbour.md')).out).toContain(
    `mode ${isChanged ? 'changed' : 'accepted'} by a person`,
  )
})

test.runIf(hasTerminals)('a Ctrl-C there begins nothing', async () => {
  const project = spec()
  const running = inTerminal(project, 'run', 'spec_harbour.md', '--exec', project.exec)
  await says(running, question)
  running.child.stdin?.write('\u0003')
  expect((await running.ended).out).toMatch(/\nexit 130\n$/)
  expect(project.has('berths.txt')).toBe(false)
})

test('nobody is asked off a terminal, nor where the call says the mode', async () => {
  const project = spec()
  const ran = await project.run('run', 'spec_harbour.md', '--exec', project.exec, '--yes')
  expect(ran.code).toBe(0)
  expect(ran.out + ran.err).not.toContain('Execution Mode Selection')
  expect(JSON.parse(project.read('progress_harbour.json'))).toMatchObject({ mode_selected_by: 'default' })
})

test('what is shown are the words of the seed, with the mode that holds', () => {
  expect(modeText('dynamic').split('\n')).toEqual([
    'Execution Mode Selection',
    '========================',
    '',
    'Default: Dynamic Mode (Recommended)',
    '- Runs autonomously but escalates intelligently when needed',
    '- Balances efficiency with safety',
    '- Uses multi-signal decision-making for escalation',
    '',
    'Options:',
    '[1] Continue with Dynamic mode (recommended)',
    '[2] Switch to Silent mode (fully autonomous, minimal interruption)',
    '[3] Switch to Collaborative mode (pause at each critical decision)',
    '',
    'Current selection: Dynamic',
    '',
  ])
  expect(modeText('education')).toContain('Current selection: Education')
})

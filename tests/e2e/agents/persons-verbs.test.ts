/** What only a person may say is refused to agents and gates, also when they take the mark out of their environment. */

import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { poolsIn } from '../../../src/calls/run/pool-owner.ts'
import { planMarker } from '../../../src/engine/plan-marker.ts'
import { stateFolder } from '../../../src/system/state-folder.ts'
import { builtProgram } from '../../rig/built-program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const isLinux = process.platform === 'linux'
if (!isLinux) console.log('skipped: only Linux shows the environment of every process')

function tempting(): Project {
  const project = makeProject()
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
`,
  )
  project.commit('Begin')
  return project
}

/** A call in the person's checkout with an environment made anew, as words. */
function scrubbed(project: Project, ...words: readonly string[]): readonly string[] {
  const home = `HOME=${project.env['HOME'] ?? ''}`
  return [
    'env',
    '-i',
    '-C',
    project.root,
    `PATH=${process.env['PATH'] ?? ''}`,
    home,
    process.execPath,
    builtProgram(),
    ...words,
  ]
}

const skip = ['skip', 'specs/tasks.md', 'T0002', '-m', 'so'] as const
const work = "write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', 'x')"

async function expectRefused(project: Project, exec: string, by: string | RegExp): Promise<void> {
  const { code, view, err } = await project.view('run', 'specs/tasks.md', '--exec', exec, '--yes')
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done'])
  const log = await project.run('log', 'specs/tasks.md', '--json')
  const refused = log.out.split('\n').filter((line) => line.includes('command-refused'))
  expect(refused.length).toBeGreaterThan(0)
  expect(log.out).toMatch(by)
}

test.runIf(isLinux)('an agent that calls with a fresh environment: refused and recorded', async () => {
  const project = tempting()
  project.agent(
    `${work}\nif (task === 'T0001') { let code = 0; try { execFileSync(...${JSON.stringify(split(scrubbed(project, ...skip)))}, { stdio: 'pipe' }) } catch (error) { code = error.status }\nwrite(path.join(meeting, 'code'), String(code)) }`,
  )
  await expectRefused(project, project.exec, /refused/)
  expect(project.read('../meeting/code')).toBe('2')
})

test.runIf(isLinux)('an agent that becomes the call itself has the executor above it', async () => {
  const project = tempting()
  const script = path.join(project.top, 'agent.sh')
  const call = scrubbed(project, ...skip).map((word) => `'${word}'`)
  writeFileSync(
    script,
    `mkdir -p src\nif [ "$MILLWRIGHT_TASK" = T0002 ]; then echo x > src/two.txt; exit 0; fi\necho x > src/one.txt\n[ -e '${project.top}/tried' ] && exit 0\ntouch '${project.top}/tried'\nexec ${call.join(' ')}\n`,
  )
  // The refused call ends with an exit code of its own, which costs a retry and no more.
  await expectRefused(project, `sh ${script}`, /refused/)
})

test.runIf(isLinux)('a gate is no person either', async () => {
  const project = tempting()
  const call = scrubbed(project, ...skip).map((word) => `'${word}'`)
  project.write('check.sh', `[ -e src/one.txt ] && ${call.join(' ')}\nexit 0\n`)
  project.write('millwright.toml', '[gates.sly]\nrun = ["sh", "check.sh"]\n')
  project.commit('A sly gate')
  project.agent(work)
  await expectRefused(project, project.exec, /refused/)
})

test.runIf(isLinux)('trust and clean are refused below an attempt as well', () => {
  const project = tempting()
  const answer = (words: readonly string[]): string => {
    const [program = '', ...args] = scrubbed(project, ...words)
    const under = `try { require('node:child_process').execFileSync(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: 'pipe' }); console.log('done') } catch (error) { console.log(error.status, String(error.stderr)) }`
    return execFileSync(process.execPath, ['-e', under], {
      env: { ...project.env, MILLWRIGHT_ATTEMPT: 'some' },
      encoding: 'utf8',
    })
  }
  expect(answer(['trust', '.', '--yes'])).toMatch(/^2 .*an agent or a gate may not trust/s)
  expect(answer(['clean'])).toMatch(/^2 .*an agent or a gate may not clean/s)
})

test.runIf(isLinux).each([['trust', '.', '--yes'], ['clean'], ['rebuild', 'specs/tasks.md', '--yes']])(
  'nor may a gate call %s, with and without its marks',
  async (...words) => {
    const project = tempting()
    const state = `XDG_STATE_HOME=${project.env['XDG_STATE_HOME'] ?? ''}`
    const bare = scrubbed(project, ...words).map((word) => `'${word}'`)
    bare.splice(4, 0, `'${state}'`)
    const marked = [process.execPath, builtProgram(), ...words].map((word) => `'${word}'`).join(' ')
    project.write(
      'check.sh',
      `test -e src/one.txt || exit 0
cd '${project.root}'; ${bare.join(' ')} >>../told 2>&1
${marked} >>../told 2>&1
exit 0
`,
    )
    project.write('millwright.toml', '[gates.sly]\nrun = ["sh", "check.sh"]\n')
    project.commit('A sly gate')
    project.agent(work)
    await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
    expect(project.read('../told').match(/an agent or a gate may not/g)?.length).toBeGreaterThanOrEqual(2)
    if (words[0] === 'trust') expect((await project.run('trust')).out).toContain('not trusted')
  },
)

test('what carries the mark of a plan is no person, also when nothing of its run is left above it', async () => {
  const project = tempting()
  project.agent(work)
  await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  const [owner] = poolsIn(stateFolder(project.env)).flatMap((it) => it.owner ?? [])
  if (!owner) throw new Error('no run was noted')
  const { name, value } = planMarker(owner)
  const call = (mark: string) =>
    spawnSync(process.execPath, [builtProgram(), 'trust', '--yes'], {
      cwd: project.root,
      env: { ...project.env, [name]: mark },
      encoding: 'utf8',
    })
  expect(call(value)).toMatchObject({ status: 2, stderr: expect.stringContaining('may not trust') })
  // The tests of a project may run below a gate of another one.
  expect(call('of another journal').status).toBe(0)
})

function split([program = '', ...args]: readonly string[]): [string, readonly string[]] {
  return [program, args]
}

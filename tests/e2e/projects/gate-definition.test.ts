/** An agent that rewrites what a gate, the set-up or an agent runs: somebody looks at it before it counts (RELIABILITY P15; DESIGN, Agents). */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = (files: string): string => `# Tasks: page

## Phase 06: Implementation

- [ ] T001 Write a page
  files: page.md (CREATE)${files}
`

/** A gate that comes to `t.sh` by way of a package manager, and is red until there is a page. */
function guarded(files = ''): Project {
  const project = makeProject()
  project.write('package.json', `${JSON.stringify({ scripts: { test: 'sh t.sh' } }, null, 2)}\n`)
  project.write('t.sh', 'test ! -e bad.md\n')
  project.write('millwright.toml', '[gates.unit]\nrun = ["npm", "test", "--silent"]\n')
  project.write('tasks.md', plan(files))
  project.commit('Begin')
  return project
}

const page = `write('page.md', 'x')\n`
const tricks: readonly (readonly [about: string, does: string, named: string])[] = [
  [
    'the script of package.json',
    `write('package.json', readFileSync('package.json', 'utf8').replace('sh t.sh', 'true'))`,
    'package.json scripts.test',
  ],
  ['the file that it names', `write('t.sh', 'true')`, 't.sh'],
  [
    'a link in its place',
    `write('u.sh', 'true'); rmSync('t.sh'); execFileSync('ln', ['-s', 'u.sh', 't.sh'])`,
    't.sh, u.sh',
  ],
  ['the shell of npm', `write('.npmrc', 'script-shell=/bin/true')`, '.npmrc'],
  ['the configuration of gates', `append('millwright.toml', '# x')`, 'millwright.toml'],
]

test.each(tricks)('asks before it counts: %s', async (_about, does, named) => {
  const project = guarded()
  project.agent(page + does)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(view.waiting).toMatchObject([
    { kind: 'deviation', question: `it changes what defines a gate, and does not declare that: ${named}` },
  ])
  expect(view.tasks[0]?.proof).toBe(null)
  expect(code).toBe(3)
})

test('a new package and a declared change of the script are ordinary work', async () => {
  const project = guarded()
  project.agent(
    `${page}write('package.json', JSON.stringify({ scripts: { test: 'sh t.sh', go: 'x' }, dependencies: {} }))`,
  )
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect([code, view.tasks[0]?.proof]).toEqual([0, 'verified'])

  const declared = guarded('\n  files: package.json (MODIFY)')
  declared.agent(`${page}write('package.json', JSON.stringify({ scripts: { test: 'true' } }))`)
  const done = await declared.view('run', 'tasks.md', '--exec', declared.exec, '--yes')
  expect([done.code, done.view.tasks[0]?.proof]).toEqual([0, 'verified'])
})

test('a declaration that came while the agent was at work lets nothing pass', async () => {
  const project = guarded()
  project.agent(`
    const plan = path.join(human, 'tasks.md')
    if (attempt === 1) writeFileSync(plan, readFileSync(plan, 'utf8').replace('page.md (CREATE)', 'page.md (CREATE), t.sh (MODIFY)'))
    ${page}write('t.sh', 'true')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(view.waiting).toMatchObject([
    { kind: 'deviation', question: expect.stringMatching(/declares that only since agents are at work.*: t\.sh$/) },
  ])
  expect(view.deviations.map((it) => it.kind)).toContain('plan-edited')
  expect([code, view.tasks[0]?.proof]).toEqual([3, null])
})

test('without git too', async () => {
  const project = makeProject({ git: false })
  project.write('Makefile', 'check:\n\tsh t.sh\n')
  project.write('t.sh', 'true\n')
  project.write('tasks.md', plan(''))
  project.agent(`${page}write('t.sh', ':')`)
  const { code, view } = await project.view(
    'run',
    'tasks.md',
    '--exec',
    project.exec,
    '--gate',
    'unit=make check',
    '--yes',
  )
  expect(view.waiting).toMatchObject([{ question: expect.stringMatching(/that: t\.sh$/) }])
  expect(code).toBe(3)
})

test('what will run is trusted, not what lies in the folder: a committed script with the old bytes on the disk', async () => {
  const project = guarded()
  const ran = `echo x >> ${project.top}/ran\n`
  project.agent(page)
  expect((await project.run('trust', '--yes')).code).toBe(0)
  project.write('t.sh', ran)
  project.commit('Change the gate')
  project.write('t.sh', 'test ! -e bad.md\n')
  const refused = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([refused.code, project.has('../ran')]).toEqual([2, false])
  expect(refused.err).toContain('file t.sh (as it is in HEAD)')
  const shown = await project.run('trust')
  expect(shown.out).toContain('file t.sh (as it is in HEAD)')
  expect((await project.run('trust', '--yes')).code).toBe(0)
  expect(await project.run('run', 'tasks.md', '--exec', project.exec)).toMatchObject({ code: 0 })
  expect(project.has('../ran')).toBe(true)
})

test('a commit that changes the gate during the run is executed only after a person trusts it', async () => {
  const project = guarded()
  project.write(
    'tasks.md',
    `${plan('')}- [ ] T002 Write another page\n  files: more.md (CREATE)\n  blocked_by: [T001]\n`,
  )
  project.commit('One task more')
  const ran = `echo x >> ${project.top}/ran\n`
  project.agent(`
    if (task === 'T001') {
      writeFileSync(path.join(human, 't.sh'), ${JSON.stringify(ran)})
      execFileSync('git', ['-C', human, '-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '-qam', 'Change the gate'])
      ${page}
    } else write('more.md', 'x')`)
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const first = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([first.code, first.view.status, project.has('../ran')]).toEqual([3, 'stopped', false])
  expect(first.view.findings.map((it) => it.text)).toContainEqual(expect.stringContaining('gate unit: t.sh'))
  const refused = await project.run('resume', 'tasks.md')
  expect([refused.code, project.has('../ran')]).toEqual([2, false])
  expect(refused.err).toContain('file t.sh')
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const resumed = await project.view('resume', 'tasks.md')
  expect(resumed.view.tasks.map((it) => it.proof)).toEqual(['verified', 'verified'])
  expect([resumed.code, project.has('../ran')]).toEqual([0, true])
})

/** The same project; each workspace is set up by a script of its own. */
function setUp(): Project {
  const project = guarded()
  project.write('prepare.sh', 'true\n')
  project.write(
    'millwright.toml',
    '[workspace]\nsetup = ["sh", "prepare.sh"]\n[gates.unit]\nrun = ["npm", "test", "--silent"]\n',
  )
  project.write(
    'tasks.md',
    `${plan('')}- [ ] T002 Write another page\n  files: more.md (CREATE)\n  blocked_by: [T001]\n`,
  )
  project.commit('Set up')
  return project
}

test('a draft that changes what sets up the next workspace is looked at before that runs', async () => {
  const project = setUp()
  project.agent(`${page}write('prepare.sh', ${JSON.stringify(`echo x >> ${project.top}/ran\n`)})`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(view.waiting).toMatchObject([
    { kind: 'deviation', question: 'it changes what defines the set-up, and does not declare that: prepare.sh' },
  ])
  expect([code, project.has('../ran')]).toEqual([3, false])
})

/** Its first task commits another set-up in the person's own checkout. */
function changesSetUp(project: Project): void {
  project.agent(`
    if (task === 'T001') {
      writeFileSync(path.join(human, 'prepare.sh'), ${JSON.stringify(`echo x >> ${project.top}/ran\n`)})
      execFileSync('git', ['-C', human, '-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '-qam', 'Change it'])
      ${page}
    } else write('more.md', 'x')`)
}

test('a commit that changes the set-up during the run is executed only after a person trusts it', async () => {
  const project = setUp()
  changesSetUp(project)
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const first = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect([first.code, first.view.status, project.has('../ran')]).toEqual([3, 'stopped', false])
  expect(first.view.findings.map((it) => it.text)).toContainEqual(
    expect.stringContaining('change what defines the set-up: prepare.sh; look at it'),
  )
  expect((await project.run('resume', 'tasks.md')).code).toBe(2)
  expect(project.has('../ran')).toBe(false)
  expect((await project.run('trust', '--yes')).code).toBe(0)
  expect((await project.view('resume', 'tasks.md')).code).toBe(0)
})

/** The same project; its agent is a program of the repository. */
function ownAgent(more = ''): Project {
  const project = guarded()
  const rewrite = `echo 'echo x >> ${project.top}/ran; touch more.md' > agent.sh`
  project.write(
    'agent.sh',
    `if [ "$MILLWRIGHT_TASK" = T001 ]; then touch page.md; ${rewrite}; else touch more.md; fi\n`,
  )
  project.write(
    'millwright.toml',
    '[agents.coder]\ncommand = ["sh", "agent.sh"]\n[gates.unit]\nrun = ["npm", "test", "--silent"]\n',
  )
  project.write(
    'tasks.md',
    `${plan(more)}- [ ] T002 Write another page\n  files: more.md (CREATE)\n  blocked_by: [T001]\n`,
  )
  project.commit('An agent of our own')
  return project
}

test.each([
  ['configured and trusted', ['--agent', 'coder']],
  ['given with the call', ['--exec', 'sh agent.sh']],
])('a draft that changes the program of the agent is looked at before it runs: %s', async (_about, words) => {
  const project = ownAgent()
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const { code, view } = await project.view('run', 'tasks.md', ...words)
  expect(view.waiting).toMatchObject([
    { kind: 'deviation', question: 'it changes what defines the agent, and does not declare that: agent.sh' },
  ])
  expect([code, project.has('../ran')]).toEqual([3, false])
})

test('a change of it that the task declares is ordinary work', async () => {
  const project = ownAgent('\n  files: agent.sh (MODIFY)')
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const { code } = await project.view('run', 'tasks.md', '--agent', 'coder')
  expect([code, project.has('../ran')]).toEqual([0, true])
})

test('a commit that changes the program of the agent is executed only after a person trusts it, where nobody gave it', async () => {
  const committed = (): Project => {
    const project = guarded()
    const others = [2, 3].map((n) => `- [ ] T00${n} More\n  files: T00${n}.md (CREATE)\n  blocked_by: [T00${n - 1}]\n`)
    project.write('tasks.md', `${plan('')}${others.join('')}`)
    const commit = `git -C ${project.root} -c user.name=Ada -c user.email=a@example.org commit -qam Change`
    const rewrite = `echo 'echo x >> ${project.top}/ran; touch $MILLWRIGHT_TASK.md' > ${project.root}/agent.sh`
    project.write(
      'agent.sh',
      `if [ "$MILLWRIGHT_TASK" = T001 ]; then touch page.md; ${rewrite}; ${commit}; else touch $MILLWRIGHT_TASK.md; fi\n`,
    )
    project.write('millwright.toml', '[agents.coder]\ncommand = ["sh", "agent.sh"]\n')
    project.commit('An agent of our own')
    return project
  }
  const project = committed()
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const first = await project.view('run', 'tasks.md', '--agent', 'coder')
  expect([first.code, first.view.status, project.has('../ran')]).toEqual([3, 'stopped', false])
  expect(first.view.findings.map((it) => it.text)).toContainEqual(
    expect.stringContaining('change what defines agent coder: agent.sh; look at it'),
  )
  expect([(await project.run('resume', 'tasks.md')).code, project.has('../ran')]).toEqual([2, false])
  expect((await project.run('trust', '--yes')).code).toBe(0)
  expect([(await project.view('resume', 'tasks.md')).code, project.has('../ran')]).toEqual([0, true])

  const given = committed()
  const ended = await given.run('run', 'tasks.md', '--exec', 'sh agent.sh', '--yes')
  expect([ended.code, given.has('../ran')]).toEqual([0, true])
})

test('what a build makes anew in an ignored folder asks nothing; what is copied into workspaces does', async () => {
  const project = guarded()
  project.write('.gitignore', 'dist/\nlocal.sh\n')
  project.write('t.sh', 'node dist/x.js --version || true\nsh ./local.sh\n')
  project.write(
    'millwright.toml',
    '[workspace]\ncopy = ["local.sh"]\n[gates.unit]\nrun = ["npm", "test", "--silent"]\n',
  )
  project.commit('With a build')
  project.write('dist/x.js', '1')
  project.write('local.sh', 'true\n')
  const shown = await project.run('trust', '--yes')
  expect(shown.code).toBe(0)
  project.write('dist/x.js', '2')
  expect((await project.run('trust')).out).toContain('trusted already')
  project.write('local.sh', 'false\n')
  expect((await project.run('trust')).out).toContain('file local.sh')
})

test('an agent that changes what a wrapped and nested script runs is looked at', async () => {
  const project = guarded()
  project.write('t.sh', 'cd "$(dirname "$0")" && timeout 60 env CI=1 sh ./ci/check.sh\n')
  project.write('ci/check.sh', '#!/bin/sh\nDIR=$(dirname "$0"); . "$DIR/lib.sh"\n')
  project.write('ci/lib.sh', 'test ! -e bad.md\n')
  project.commit('Deeper')
  project.agent(`${page}write('ci/lib.sh', 'true')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(view.waiting).toMatchObject([{ question: expect.stringMatching(/that: ci\/lib\.sh$/) }])
  expect(code).toBe(3)
})

test.each([['worktree'], ['in-place']])(
  'what a call allows is what is committed by then: a gate mended while the run waits (%s)',
  async (workspace) => {
    const project = makeProject()
    project.write('t.sh', 'exit 1\n')
    project.write('millwright.toml', '[gates.unit]\nrun = ["sh", "t.sh"]\n')
    project.write('tasks.md', plan(''))
    project.commit('A gate that is red')
    project.agent(page)
    const run = ['run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', workspace]
    expect((await project.view(...run)).view.waiting).toMatchObject([{ kind: 'baseline' }])
    project.write('t.sh', 'true\n')
    project.commit('Mend it')
    expect((await project.run('review', 'retry', 'R1')).code).toBe(0)
    const { code, err } = await project.view('resume', 'tasks.md', '--yes')
    expect(code, err).toBe(0)
  },
)

test('but not what comes in later', async () => {
  const project = setUp()
  changesSetUp(project)
  const first = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect([first.code, first.view.status, project.has('../ran')]).toEqual([3, 'stopped', false])
})

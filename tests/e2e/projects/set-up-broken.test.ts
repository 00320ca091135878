/** A draft that breaks the set-up is its agent's to mend; a set-up that fails on the base too is nobody's. */

import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, type RunView, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** As with `npm ci`: what `package.json` names has to be in the lock file. It leaves half of its work when it fails. */
const setup = `rm -rf nm
echo half >> tracked.txt
for it in $(cat package.json); do grep -qx "$it" package-lock.json || { echo "error: $it is missing from the lock file"; exit 1; }; done
mkdir nm
`

/** @param policy lines of it */
function makeLocked(policy = ''): Project {
  const project = makeProject()
  project.write('package.json', 'one\n')
  project.write('package-lock.json', 'one\ntwo\n')
  project.write('tracked.txt', 'whole\n')
  project.write('.gitignore', 'nm\n')
  project.write('setup.sh', setup)
  const files = 'files: package.json (MODIFY), package-lock.json (MODIFY)'
  project.write('tasks.md', `## Phase 06: Implementation\n\n- [ ] T001 Add left\n  ${files}\n`)
  project.write(
    'millwright.toml',
    `[workspace]\nsetup = ["sh", "setup.sh"]\n[gates.g]\nrun = ["test", "-d", "nm"]\n[gates.h]\nrun = ["true"]\n[policy]\n${policy}`,
  )
  project.commit('Begin')
  return project
}

/** Each brief is kept, with what lies in the workspace when the agent begins. */
const noteBrief = `write(path.join(meeting, 'brief.' + task + attempt), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))
write(path.join(meeting, 'seen.' + task + attempt), git('status', '--porcelain', '--ignored') + readFileSync('tracked.txt', 'utf8'))`

const noted = (project: Project, name: string): string =>
  readFileSync(path.join(project.top, 'meeting', name), 'utf8').trim()

const run = (project: Project) => project.view('run', 'tasks.md', '--exec', project.exec, '--yes')

const states = ({ tasks }: RunView) => tasks.map((it) => [it.state, it.attempts, it.reason])

const why =
  'the set-up fails with this draft, and works on what it began from: error: left is missing from the lock file'

test('its agent is told what the set-up said, and goes on with the draft in a workspace without it', async () => {
  const project = makeLocked()
  project.agent(`${noteBrief}
if (attempt === 1) write('package.json', 'one\\nleft\\n')
else append('package-lock.json', 'left\\n')`)
  const { code, view } = await run(project)
  expect(states(view)).toEqual([['done', 2, null]])
  expect(noted(project, 'brief.T0012')).toContain(
    `### gate: g\n\n\`\`\`text\n${why}\n\nerror: left is missing from the lock file\n`,
  )
  // The workspace of the gates before it is the agent's now, with its set-up: that is in the index already.
  expect(noted(project, 'seen.T0011')).toBe('M  tracked.txt\nwhole\nhalf')
  expect(noted(project, 'seen.T0012')).toBe('whole')
  expect(project.git('show', '--format=', '--name-only', 'HEAD')).toBe('package-lock.json\npackage.json\ntasks.md\n')
  expect(view.tasks[0]?.evidence.map((it) => `${it.gate} ${it.result}`)).toEqual(
    expect.arrayContaining(['g passed', 'h passed']),
  )
  expect([view.deviations, view.findings, code]).toEqual([[], [], 0])
})

test('every attempt counts; after the last one the task is blocked with the reason, which its next agent hears too', async () => {
  const project = makeLocked('retries = 1\n')
  project.agent(`${noteBrief}
write('package.json', 'one\\nleft\\n')
if (attempt === 3) append('package-lock.json', 'left\\n')`)
  const { code, view } = await run(project)
  expect(states(view)).toEqual([['blocked', 2, `Implementation failed after 2 attempts: ${why}`]])
  expect(code).toBe(1)
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  expect(states((await run(project)).view)).toEqual([['done', 3, null]])
  expect(noted(project, 'brief.T0013')).toContain(why)
})

test('an attempt that ended badly before any gate looked leaves that to its next one, which is told', async () => {
  const project = makeLocked()
  project.agent(`${noteBrief}
if (attempt === 1) write('package.json', 'one\\nleft\\n')
else append('package-lock.json', 'left\\n')
if (attempt === 1) process.exit(3)`)
  expect(states((await run(project)).view)).toEqual([['done', 2, null]])
  expect(noted(project, 'brief.T0012')).toContain(
    '### attempt: set-up\n\nThe set-up of your working directory fails with the files as they are, and nothing that it makes is there.\n\n```text\nerror: left is missing from the lock file\n',
  )
})

test('a person who takes it all the same takes it for every gate', async () => {
  const project = makeLocked('retries = 0\nexhausted = "ask"\n')
  // Merged with something else it is another tree.
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T002 Other\n  files: other.txt (CREATE)\n`)
  project.commit('Two tasks')
  project.agent("if (task === 'T001') write('package.json', 'one\\nleft\\n')\nelse write('other.txt', 'x')")
  expect((await run(project)).view.waiting).toMatchObject([{ review: 'R1' }])
  expect((await project.run('review', 'override', 'R1', '-m', 'the lock comes later')).code).toBe(0)
  const { view } = await project.view('resume', 'tasks.md', '--yes')
  expect(view.tasks.map((it) => [it.state, it.proof])).toEqual([
    ['done', 'overridden'],
    ['done', 'verified'],
  ])
})

test('its workspace may be deleted while a person is asked: the next attempt goes on with the draft all the same', async () => {
  const project = makeLocked('retries = 0\nexhausted = "ask"\n')
  project.agent(`${noteBrief}
if (attempt === 1) write('package.json', 'one\\nleft\\n')
else append('package-lock.json', 'left\\n')`)
  expect((await run(project)).view.waiting).toMatchObject([{ review: 'R1' }])
  rmSync(path.join(project.state, 'millwright', 'workspaces'), { recursive: true })
  expect((await project.run('review', 'revise', 'R1', '-m', 'add it to the lock file')).code).toBe(0)
  expect(states((await project.view('resume', 'tasks.md', '--yes')).view)).toEqual([['done', 2, null]])
  expect(noted(project, 'seen.T0012')).toBe('whole')
})

test('two drafts that break it together: the later one is told after the merge', async () => {
  const project = makeLocked('jobs = 2\n')
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 Use two\n  files: package.json (MODIFY)\n- [ ] T002 Drop two\n  files: package-lock.json (MODIFY)\n',
  )
  project.commit('Two tasks')
  project.agent(`${noteBrief}
if (attempt === 1) await meet(task)
if (task === 'T001') write('package.json', 'one\\ntwo\\n')
else write('package-lock.json', attempt === 1 ? 'one\\n' : 'one\\ntwo\\nthree\\n')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes')
  await Promise.all([project.arrived('T001', running), project.arrived('T002', running)])
  project.release('T001')
  await project.shows('tasks.md', '[X] T001', running)
  project.release('T002')
  expect((await running.ended).code).toBe(0)
  expect(project.read('tasks.md')).toContain('[X] T002')
  expect(noted(project, 'brief.T0022')).toContain(
    'after the merge with what others did: the set-up fails with this draft, and works on what it began from: error: two is missing',
  )
})

test('a set-up that fails once with the draft, and works when it is run again, is nobody’s fault', async () => {
  const project = makeLocked()
  const shaky = path.join(project.top, 'meeting', 'shaky')
  project.write('setup.sh', `if test -e ${shaky}; then rm ${shaky}; echo 'error: no network'; exit 1; fi\n${setup}`)
  project.commit('Needs the network')
  project.agent(`write(path.join(meeting, 'shaky'), '')
write('package.json', 'one\\ntwo\\n')`)
  expect(states((await run(project)).view)).toEqual([['done', 1, null]])
})

test('where it fails on the base too, the task is blocked at once and nobody is charged', async () => {
  const project = makeLocked()
  const offline = path.join(project.top, 'meeting', 'offline')
  project.write('setup.sh', `if test -e ${offline}; then echo 'error: no network'; exit 1; fi\n${setup}`)
  project.commit('Needs the network')
  project.agent(`write(path.join(meeting, 'offline'), '')\nwrite('package.json', 'one\\nleft\\n')`)
  const { code, view } = await run(project)
  expect(states(view)).toEqual([
    [
      'blocked',
      1,
      'No workspace: the set-up failed: error: no network (correct `sh setup.sh` ([workspace] setup in millwright.toml))',
    ],
  ])
  expect(code).toBe(1)
})

test('where it never works, the run says in full what to do about it', async () => {
  const project = makeLocked()
  project.write('setup.sh', `echo 'error: ${'no network, '.repeat(30)}'; exit 1\n`)
  project.commit('Offline')
  const { out } = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(out).toMatch(
    /^ {2}Gate g on the untouched base: could-not-run: the set-up failed: error: no network.*correct `sh setup\.sh` \(\[workspace\] setup in millwright\.toml\)\)$/m,
  )
})

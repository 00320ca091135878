/** What an agent does to paths that no draft holds (copies, what a set-up made) is nothing that gates judge (D7). */

import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function given(config: string, check: string): Project {
  const project = makeProject()
  project.write('.gitignore', '.env\nnode_modules/\n')
  project.write('check.sh', check)
  project.write('make.sh', 'rm -rf node_modules; mkdir -p node_modules/dep; echo right > node_modules/dep/index\n')
  project.write('millwright.toml', `${config}\n[policy]\nretries = 0\n[gates.unit]\nrun = ["sh", "check.sh"]\n`)
  const tasks = ['T001', 'T002'].map(
    (id, at) => `- [ ] ${id} Do it\n  files: ${id}.txt (CREATE)\n${at ? '  blocked_by: [T001]\n' : ''}`,
  )
  project.write('tasks.md', `## Phase 06: Implementation\n\n${tasks.join('')}`)
  project.commit('Begin')
  project.write('.env', 'STRICT=1\n')
  return project
}

const run = (project: Project) => project.view('run', 'tasks.md', '--exec', project.exec, '--yes')

test('a copied file', async () => {
  const project = given('[workspace]\ncopy = [".env"]', '. ./.env\ntest "$STRICT" = 0 || ! test -e bad.txt\n')
  project.agent(
    "if (task === 'T001') { write('.env', 'STRICT=0\\n'); write('bad.txt', 'x') } else write('good.txt', 'x')",
  )
  const { view } = await run(project)
  expect(view.tasks[0]).toMatchObject({ state: 'blocked', attempts: 1, reason: expect.stringContaining('unit') })
})

test('what the set-up made: neither the gates of the task nor the next task get it as it became', async () => {
  const project = given('[workspace]\nsetup = ["sh", "make.sh"]', 'grep -q right node_modules/dep/index\n')
  project.agent("write(task + '.txt', 'x')\nif (task === 'T001') write('node_modules/dep/index', 'wrong')")
  const { view } = await run(project)
  expect(view.tasks.map((it) => [it.state, it.proof, it.attempts])).toEqual([
    ['done', 'verified', 1],
    ['done', 'verified', 1],
  ])
})

/** Each task writes what needs a package; only the first also installs it, in its workspace. */
async function installs(project: Project, install: string) {
  project.agent(`if (task === 'T001') { ${install} }\nwrite(task + '.txt', task === 'T001' ? 'two' : 'one')`)
  const { view } = await run(project)
  return {
    tasks: view.tasks.map((it) => [it.id, it.state, it.proof]),
    said: view.deviations.filter((it) => it.kind === 'protected').map((it) => it.what),
  }
}

const needs = 'for it in $(cat *.txt 2>/dev/null); do test -e node_modules/$it/index || exit 1; done\n'
const separate = (project: Project): void => {
  project.write('tasks.md', project.read('tasks.md').replace('  blocked_by: [T001]\n', ''))
  project.commit('Two tasks')
}
const onlyTheFirst = {
  tasks: [
    ['T001', 'blocked', null],
    ['T002', 'done', 'verified'],
  ],
  said: ['What the agent installed in node_modules is in no commit'],
}

test('a folder of its own in the place of a shared one: gates judge with what is shared, and so does the next task', async () => {
  const project = given('[workspace]\nshare = ["node_modules"]', needs)
  separate(project)
  project.write('node_modules/one/index', '1')
  const install =
    "rmSync('node_modules', { recursive: true }); write('node_modules/one/index', '1'); write('node_modules/two/index', '2')"
  expect(await installs(project, install)).toEqual(onlyTheFirst)
  expect(project.has('node_modules/two')).toBe(false)
})

test('an entry of its own in a shared folder that is made of links', async () => {
  const project = given('[workspace]\nshare = ["node_modules"]', needs)
  separate(project)
  project.write('packages/one/index', '1')
  project.commit('A package')
  mkdirSync(path.join(project.root, 'node_modules'))
  symlinkSync('../packages/one', path.join(project.root, 'node_modules/one'))
  expect(await installs(project, "write('node_modules/two/index', '2')")).toEqual(onlyTheFirst)
})

test('a shared folder beside a set-up that does not make it, and one that it makes', async () => {
  const project = given('[workspace]\nsetup = ["sh", "make.sh"]\nshare = ["node_modules", "data"]', needs)
  separate(project)
  project.write('.gitignore', '.env\nnode_modules/\ndata\n')
  project.write('make.sh', 'mkdir -p node_modules/one; echo 1 > node_modules/one/index\n')
  project.write('check.sh', `${needs}test ! -e data/more\n`)
  project.commit('A set-up')
  project.write('data/some', '1')
  const install = "write('node_modules/two/index', '2'); rmSync('data'); write('data/more', '1')"
  expect(await installs(project, install)).toEqual({
    ...onlyTheFirst,
    said: ['What the agent installed in data is in no commit'],
  })
})

test('a path that is shared, but not there in the checkout, is not there for gates and the next task either', async () => {
  const project = given('[workspace]\nshare = ["node_modules"]', 'test ! -e node_modules\n')
  separate(project)
  expect(await installs(project, "write('node_modules/two/index', '2')")).toEqual({
    tasks: [
      ['T001', 'done', 'verified'],
      ['T002', 'done', 'verified'],
    ],
    said: onlyTheFirst.said,
  })
})

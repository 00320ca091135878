/** What is installed may lead back into the person's checkout: gates judge the draft all the same. */

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { hasVenv, makeVenv } from '../../rig/python.ts'

const makeProject = projectsOfTests()

const plan = (file: string, more: string): string => `## Phase 06: Implementation

- [ ] T0001 Break it
  files: ${file} (MODIFY)
- [ ] T0002 Add to it
  files: ${more} (CREATE)
`

/** The first task breaks what its gate tests, the second adds what its gate needs to see. */
async function judged(project: Project): Promise<readonly (readonly [string, string, string | null])[]> {
  const { view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
  return view.tasks.map((it) => [it.id ?? it.key, it.state, it.proof])
}

const breaksAndAdds = [
  ['T0001', 'blocked', null],
  ['T0002', 'done', 'verified'],
]

test.each(['@x/lib', 'lib'])('packages of an npm workspace: %s', async (name) => {
  const project = makeProject()
  project.write('tasks.md', plan('packages/lib/index.js', 'packages/lib/more.js'))
  project.write(
    'package.json',
    '{"private": true, "workspaces": ["packages/*"], "scripts": {"test": "node packages/app/test.js"}}',
  )
  project.write('packages/lib/package.json', `{"name": "${name}", "version": "1.0.0"}`)
  project.write('packages/lib/index.js', 'exports.add = (a, b) => a + b\n')
  project.write('packages/app/package.json', `{"name": "app", "version": "1.0.0", "dependencies": {"${name}": "*"}}`)
  project.write(
    'packages/app/test.js',
    `const fs = require('node:fs')
if (require('${name}').add(1, 2) !== 3) process.exit(1)
if (fs.existsSync('packages/lib/more.js') && require('${name}/more').more !== 1) process.exit(1)
`,
  )
  project.write('.gitignore', 'node_modules/\n')
  execFileSync('npm', ['install', '--offline', '--silent', '--no-audit', '--no-fund'], {
    cwd: project.root,
    env: project.env,
  })
  project.commit('Begin')
  project.agent(`
if (task === 'T0001') write('packages/lib/index.js', 'exports.add = (a, b) => a - b\\n')
else write('packages/lib/more.js', 'exports.more = 1\\n')
`)
  expect(await judged(project)).toEqual(breaksAndAdds)
  expect(project.read('packages/lib/index.js')).toContain('a + b')
})

test('a package that is installed and requires one of the project', async () => {
  const project = makeProject()
  const npm = (cwd: string, ...args: string[]): void => {
    execFileSync('npm', [...args, '--offline', '--silent', '--no-audit', '--no-fund'], { cwd, env: project.env })
  }
  project.write('tasks.md', plan('packages/lib/index.js', 'packages/lib/more.js'))
  project.write(
    'vendor/plugin/package.json',
    '{"name": "plugin", "version": "1.0.0", "peerDependencies": {"lib": "*"}}',
  )
  project.write('vendor/plugin/index.js', `exports.sum = require('lib').add(1, 2)\n`)
  npm(path.join(project.root, 'vendor/plugin'), 'pack')
  project.write(
    'package.json',
    `{"private": true, "workspaces": ["packages/*"], "scripts": {"test": "node test.js"},
"devDependencies": {"plugin": "file:vendor/plugin/plugin-1.0.0.tgz"}}`,
  )
  project.write('packages/lib/package.json', '{"name": "lib", "version": "1.0.0"}')
  project.write('packages/lib/index.js', 'exports.add = (a, b) => a + b\n')
  project.write('test.js', `if (require('plugin').sum !== 3) process.exit(1)\n`)
  project.write('.gitignore', 'node_modules/\n')
  npm(project.root, 'install')
  project.commit('Begin')
  project.agent(`
if (task === 'T0001') write('packages/lib/index.js', 'exports.add = (a, b) => a - b\\n')
else write('packages/lib/more.js', 'exports.more = 1\\n')
`)
  expect(await judged(project)).toEqual(breaksAndAdds)
})

if (!hasVenv) console.log('skipped: no python3 with venv here')

/** An environment, relative to the root, that a folder of the project is installed in for editing. */
function installEditable(project: Project, at: string, source: string): void {
  const site = makeVenv(path.join(project.root, at), '--without-pip')
  writeFileSync(path.join(site, '__editable__.pth'), `${path.join(project.root, source)}\n`)
}

test.runIf(hasVenv).each([
  ['a project that is installed for editing in its environment', ''],
  ['and where a gate is given a path of the person', 'env = ["PYTHONPATH"]\n'],
])('%s', async (_, given) => {
  const project = makeProject()
  project.env['PYTHONPATH'] = path.join(project.root, 'src')
  project.write('tasks.md', plan('src/calc/__init__.py', 'src/calc/more.py'))
  project.write('src/calc/__init__.py', 'def add(a, b):\n    return a + b\n')
  project.write('pyproject.toml', '[project]\nname = "calc"\nversion = "1"\n')
  project.write(
    'tests/test_calc.py',
    `import os, unittest
import calc
class Calc(unittest.TestCase):
    def test_add(self):
        self.assertEqual(calc.add(1, 2), 3)
    def test_more(self):
        if os.path.exists("src/calc/more.py"):
            from calc.more import more
            self.assertEqual(more, 1)
`,
  )
  project.write('.gitignore', '.venv/\n__pycache__/\n')
  if (given !== '')
    project.write(
      'millwright.toml',
      `[gates.unit]\nrun = [".venv/bin/python", "-m", "unittest", "discover", "-s", "tests"]\n${given}`,
    )
  installEditable(project, '.venv', 'src')
  project.commit('Begin')
  project.agent(`
if (task === 'T0001') write('src/calc/__init__.py', 'def add(a, b):\\n    return a - b\\n')
else write('src/calc/more.py', 'more = 1\\n')
`)
  expect(await judged(project)).toEqual(breaksAndAdds)
})

test.runIf(hasVenv).each([
  ['shared', 'services/api/.venv', ['.venv/bin/python', '-m', 'unittest'], 'services/api'],
  ['outside, called by its path', '../venvs/x', ['TOP/venvs/x/bin/python', '-m', 'unittest'], 'services/api'],
  ['shared, called by a script', 'services/api/.venv', ['sh', 'test.sh'], '.'],
] as const)('a part of a project that is installed in an environment of its own: %s', async (_, at, run, cwd) => {
  const project = makeProject()
  const argv = run.map((it) => it.replace('TOP', project.top))
  project.write('tasks.md', plan('services/api/src/api/__init__.py', 'services/api/src/api/more.py'))
  project.write('services/api/src/api/__init__.py', 'def add(a, b):\n    return a + b\n')
  project.write(
    'services/api/test_api.py',
    `import os, unittest
import api
class Api(unittest.TestCase):
    def test_add(self):
        self.assertEqual(api.add(1, 2), 3)
    def test_more(self):
        if os.path.exists("src/api/more.py"):
            from api.more import more
            self.assertEqual(more, 1)
`,
  )
  project.write('test.sh', 'cd services/api && .venv/bin/python -m unittest\n')
  project.write('.gitignore', '.venv/\n__pycache__/\n')
  const share = at.startsWith('..') ? '' : `[workspace]\nshare = ["${at}"]\n`
  project.write(
    'millwright.toml',
    `${share}[policy]\nretries = 0\n[gates.unit]\nrun = ${JSON.stringify(argv)}\ncwd = "${cwd}"\n`,
  )
  installEditable(project, at, 'services/api/src')
  project.commit('Begin')
  project.agent(`
if (task === 'T0001') write('services/api/src/api/__init__.py', 'def add(a, b):\\n    return a - b\\n')
else write('services/api/src/api/more.py', 'more = 1\\n')
`)
  expect(await judged(project)).toEqual(breaksAndAdds)
})

test.runIf(hasVenv).each([
  ['the search path, as direnv and npx set it', ['check'], '', (root: string) => ({ PATH: `${root}/bin` })],
  ['by its real name', ['check'], '', (root: string) => ({ PATH: `${root}-link/bin` })],
  [
    'a variable that a gate is given',
    ['python3', 'test.py'],
    'env = ["PYTHONPATH"]\n',
    (root: string) => ({ PYTHONPATH: `${root}/src` }),
  ],
  [
    'an active environment',
    ['python', 'test.py'],
    '',
    (root: string) => ({ PATH: `${root}/.venv/bin`, VIRTUAL_ENV: `${root}/.venv` }),
  ],
] as const)('variables that lead into the checkout: %s', async (_, run, more, variables) => {
  const project = makeProject()
  symlinkSync(project.root, `${project.root}-link`)
  project.write('tasks.md', plan('src/calc/__init__.py', 'src/calc/more.py'))
  project.write('src/calc/__init__.py', 'def add(a, b):\n    return a + b\n')
  project.write('src/calc/__main__.py', 'import sys\nfrom calc import add\nsys.exit(add(1, 2) != 3)\n')
  project.write('bin/check', '#!/bin/sh\ncd "$(dirname "$0")/../src" && exec python3 -m calc\n')
  chmodSync(path.join(project.root, 'bin/check'), 0o755)
  project.write('test.py', 'import runpy\nrunpy.run_module("calc")\n')
  project.write('.gitignore', '.venv/\n__pycache__/\n')
  project.write('millwright.toml', `[policy]\nretries = 0\n[gates.unit]\nrun = ${JSON.stringify(run)}\n${more}`)
  const { PATH, ...others }: Record<string, string> = { PATH: '', ...variables(project.root) }
  if ('VIRTUAL_ENV' in others) installEditable(project, '.venv', 'src')
  Object.assign(project.env, others, { PATH: [PATH, project.env['PATH']].join(path.delimiter) })
  project.commit('Begin')
  project.agent(`
if (task === 'T0001') write('src/calc/__init__.py', 'def add(a, b):\\n    return a - b\\n')
else write('src/calc/more.py', 'more = 1\\n')
`)
  expect(await judged(project)).toEqual(breaksAndAdds)
})

test.runIf(hasVenv).each([
  ['on the search path', 'venvs/x', true, 'calc.pth', '{}'],
  ['called by its path', 'venvs/x', false, 'calc.pth', '{}'],
  ['of the checkout, called by its path', 'project/.venv', false, 'calc.pth', '{}'],
  ['as its installer notes it', 'venvs/x', true, 'calc-1.dist-info/direct_url.json', '{"url": "file://{}/.."}'],
])(
  'a set-up that installs a workspace into an environment outside of it: %s',
  async (_, place, isFound, file, text) => {
    const project = makeProject()
    const at = path.join(project.top, place)
    const program = isFound ? 'python' : path.join(at, 'bin/python')
    project.write('.gitignore', '.venv/\n')
    const site = makeVenv(at, '--without-pip')
    project.write('tasks.md', plan('src/calc/__init__.py', 'src/calc/more.py'))
    project.write('src/calc/__init__.py', 'def add(a, b):\n    return a + b\n')
    const install = "import os, sys; open(sys.argv[1], 'w').write(sys.argv[2].replace('{}', os.path.abspath('src')))"
    mkdirSync(path.join(site, 'calc-1.dist-info'))
    const setup = JSON.stringify([program, '-c', install, path.join(site, file), text])
    const gate = JSON.stringify([program, '-c', 'from calc import add; assert add(1, 2) == 3'])
    project.write('millwright.toml', `[workspace]\nsetup = ${setup}\n[gates.unit]\nrun = ${gate}\n`)
    if (isFound) project.env['PATH'] = [path.join(at, 'bin'), project.env['PATH']].join(path.delimiter)
    project.commit('Begin')
    project.agent(`
if (task === 'T0001') write('src/calc/__init__.py', 'def add(a, b):\\n    return a - b\\n')
else write('src/calc/more.py', 'more = 1\\n')
`)
    const { view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes', '--jobs', '2')
    expect(view.tasks.map((it) => [it.state, it.proof, it.attempts])).toEqual([
      ['blocked', null, 0],
      ['blocked', null, 0],
    ])
    expect(view.tasks[0]?.reason).toContain(`${at} leads to a workspace`)
  },
)

/** One more part of a project, with a package of a name that the other one has, too. */
test.runIf(hasVenv).each([
  [
    'one gate for both',
    'cd services/api && .venv/bin/python -m unittest && cd ../web && .venv/bin/python -m unittest\n',
  ],
  ['a gate with a path of its own', 'cd services/web && PYTHONPATH=. .venv/bin/python -m unittest\n'],
])('two parts of a project, each installed in an environment of its own: %s', async (_, script) => {
  const project = makeProject()
  const source = 'services/web/src/app'
  project.write('tasks.md', plan(`${source}/__init__.py`, `${source}/more.py`))
  project.write('check.sh', script)
  project.write('.gitignore', '.venv/\n__pycache__/\n')
  const share = ['services/api/.venv', 'services/web/.venv']
  project.write(
    'millwright.toml',
    `[workspace]\nshare = ${JSON.stringify(share)}\n[policy]\nretries = 0\n[gates.unit]\nrun = ["sh", "check.sh"]\n`,
  )
  for (const name of ['api', 'web']) {
    project.write(`services/${name}/src/app/__init__.py`, `name = '${name}'\n`)
    project.write(
      `services/${name}/test_app.py`,
      `import os, unittest
import app
class App(unittest.TestCase):
    def test_name(self):
        self.assertEqual(app.name, '${name}')
    def test_more(self):
        if os.path.exists("src/app/more.py"):
            from app.more import more
            self.assertEqual(more, 1)
`,
    )
    installEditable(project, `services/${name}/.venv`, `services/${name}/src`)
  }
  project.commit('Begin')
  project.agent(`
if (task === 'T0001') write('${source}/__init__.py', "name = 'broken'\\n")
else write('${source}/more.py', 'more = 1\\n')
`)
  expect(await judged(project)).toEqual(breaksAndAdds)
})

const hasCmake = (() => {
  try {
    execFileSync('cmake', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
if (!hasCmake) console.log('skipped: no cmake here')

test.runIf(hasCmake)('a build folder that was made for the checkout', async () => {
  const project = makeProject()
  project.write('tasks.md', plan('add.c', 'more.c'))
  project.write(
    'CMakeLists.txt',
    `cmake_minimum_required(VERSION 3.10)
project(add C)
enable_testing()
add_executable(add add.c)
add_test(NAME add COMMAND add)
`,
  )
  project.write('add.c', 'int main(void) { return 0; }\n')
  project.write('.gitignore', 'build/\n')
  const gates = `[policy]
retries = 0
[gates.build]
run = ["cmake", "--build", "build"]
[gates.unit]
run = ["ctest", "--test-dir", "build"]
`
  project.write('millwright.toml', `[workspace]\nshare = ["build"]\n${gates}`)
  project.commit('Begin')
  execFileSync('cmake', ['-B', 'build'], { cwd: project.root, env: project.env, stdio: 'ignore' })
  project.agent(`
if (task === 'T0001') write('add.c', 'int main(void) { return 1; }\\n')
else write('more.c', 'int more;\\n')
`)
  const refused = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(refused.code).toBe(2)
  expect(refused.out + refused.err).toContain('MW610 workspace.share[0] is built from your own checkout')
  project.write('millwright.toml', `[workspace]\nsetup = ["cmake", "-B", "build"]\n${gates}`)
  project.commit('As it is said')
  expect(await judged(project)).toEqual(breaksAndAdds)
})

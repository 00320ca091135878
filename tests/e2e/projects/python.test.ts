/** A real Python project: its tests are found or named, and a set-up makes what they need. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { hasPytest, hasPython, hasVenv, makeVenv } from '../../rig/python.ts'

const makeProject = projectsOfTests()

if (!hasPython) console.log('skipped: no python3 here')
if (!hasVenv) console.log('skipped: no python3 with venv here')
if (!hasPytest) console.log('skipped: no pytest here')

function pythonProject(config: string): Project {
  const project = makeProject()
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 Add up
  files: calc/adding.py (CREATE)
- [ ] T0002 Add up wrongly at first
  blocked_by: [T0001]
  files: calc/doubling.py (CREATE)
`,
  )
  project.write('.gitignore', '__pycache__/\n.pytest_cache/\nbuilt/\n')
  project.write('calc/__init__.py', '')
  project.write(
    'tests/test_calc.py',
    `import importlib.util, unittest

def there(name):
    return importlib.util.find_spec("calc." + name) is not None

class Calc(unittest.TestCase):
    def test_adding(self):
        if there("adding"):
            from calc.adding import add
            self.assertEqual(add(1, 2), 3)

    def test_doubling(self):
        if there("doubling"):
            from calc.doubling import double
            self.assertEqual(double(4), 8)
`,
  )
  project.write('tests/__init__.py', '')
  if (config !== '') project.write('millwright.toml', config)
  project.commit('Begin')
  // The second task is wrong at first: the gate's words lead to the right one.
  project.agent(`
if (task === 'T0001') write('calc/adding.py', 'def add(a, b):\\n    return a + b\\n')
else write('calc/doubling.py', 'def double(a):\\n    return a ' + (attempt === 1 ? '+ 1' : '* 2') + '\\n')
`)
  return project
}

test.runIf(hasPython)('unittest runs in a worktree; a red gate leads to a second round', async () => {
  const project = pythonProject(
    '[gates.unit]\nrun = ["python3", "-m", "unittest", "discover", "-s", "tests", "-t", "."]\n',
  )
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(0)
  expect(view.tasks.map((it) => [it.id, it.state, it.proof, it.attempts])).toEqual([
    ['T0001', 'done', 'verified', 1],
    ['T0002', 'done', 'verified', 2],
  ])
  expect(view.deviations).toEqual([])
  expect(project.read('calc/doubling.py')).toContain('a * 2')
  // What Python leaves beside the sources is ignored, and stays out of every commit.
  expect(project.git('ls-files')).not.toContain('__pycache__')
})

test.runIf(hasPython)('a set-up makes ignored files that the gate needs, once for all tasks', async () => {
  const project = pythonProject(`
[gates.unit]
run = ["python3", "-c", "import pathlib; assert pathlib.Path('built/lib.txt').read_text() == 'x', 'not set up, or twice'"]
[workspace]
setup = ["python3", "-c", "import pathlib; p = pathlib.Path('built'); p.mkdir(exist_ok=True); f = (p / 'lib.txt').open('a'); f.write('x')"]
`)
  project.agent(`write(task === 'T0001' ? 'calc/adding.py' : 'calc/doubling.py', '')`)
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(view.tasks.map((it) => [it.state, it.proof, it.reason])).toEqual([
    ['done', 'verified', null],
    ['done', 'verified', null],
  ])
  expect(code).toBe(0)
})

/** Builds what pip asks for without the network: a package of one file, installed for editing. */
const backend = `import pathlib, zipfile
def get_requires_for_build_editable(config_settings=None):
    return []
def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    name = "calc-0.1-py3-none-any.whl"
    info = "calc-0.1.dist-info/"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w") as wheel:
        wheel.writestr("__editable__.calc-0.1.pth", str(pathlib.Path.cwd()) + "\\n")
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: calc\\nVersion: 0.1\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return name
`

test.runIf(hasVenv).each([
  ['an agent', true],
  ['a gate', false],
])('%s that installs into the shared environment: that of the person stays as it is', async (_, byAgent) => {
  const project = pythonProject('')
  const install = '.venv/bin/python -m pip install -q --disable-pip-version-check --no-index --no-build-isolation -e .'
  project.write('.gitignore', '.venv/\n__pycache__/\n*.egg-info/\n')
  project.write('backend.py', backend)
  project.write(
    'pyproject.toml',
    '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[project]\nname = "calc"\nversion = "0.1"\n',
  )
  project.write('check.sh', `set -e\n${byAgent ? '' : install}\n.venv/bin/python -m unittest discover -s tests -t .\n`)
  project.write('millwright.toml', '[gates.unit]\nrun = ["sh", "check.sh"]\n[workspace]\nshare = [".venv"]\n')
  project.commit('A package')
  makeVenv(path.join(project.root, '.venv'))
  execFileSync('sh', ['-c', install], { cwd: project.root, env: project.env, stdio: 'ignore' })
  const way = '.venv/lib/*/site-packages/__editable__.calc-0.1.pth'
  project.agent(`
writeFileSync(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF))
if (task === 'T0001') {
  write('calc/adding.py', 'def add(a, b):\\n    return a + b\\n')
  ${byAgent ? `execFileSync('sh', ['-c', ${JSON.stringify(install)}])` : ''}
} else write('calc/doubling.py', 'def double(a):\\n    return a * 2\\n')`)
  const { view, err } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(
    view.tasks.map((it) => it.proof),
    err,
  ).toEqual(['verified', 'verified'])
  // What an agent installs goes before gates judge; what a gate does is there for those behind it.
  expect(view.deviations.filter((it) => it.path === '.venv').map((it) => it.what)).toEqual(
    byAgent ? ['What the agent installed in .venv is in no commit'] : [],
  )
  expect(execFileSync('sh', ['-c', `cat ${way}`], { cwd: project.root, encoding: 'utf8' })).toBe(`${project.root}\n`)
  // The brief says beforehand that this folder is shared.
  expect(project.read('../meeting/brief')).toContain('`.venv`')
})

/** Makes a package of one version, and says where. */
const wheel = `import os, sys, tempfile, zipfile
version = sys.argv[1]
at = os.path.join(tempfile.mkdtemp(), f"tool-{version}-py3-none-any.whl")
info = f"tool-{version}.dist-info/"
with zipfile.ZipFile(at, "w") as made:
    made.writestr("tool/__init__.py", f"version = {version}\\n")
    made.writestr(info + "METADATA", f"Metadata-Version: 2.1\\nName: tool\\nVersion: {version}\\n")
    made.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    made.writestr(info + "RECORD", f"tool/__init__.py,,\\n{info}METADATA,,\\n{info}WHEEL,,\\n{info}RECORD,,\\n")
print(at)
`

test.runIf(hasVenv).each([
  ['', 'python'],
  ['share = [".venv"]\n', '.venv/bin/python'],
])('a set-up that installs into the active environment: each workspace has its own (%s)', async (share, program) => {
  const project = pythonProject('')
  const pip = 'pip install -q --disable-pip-version-check --no-index'
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation

- [ ] T0001 Break it
  files: calc/adding.py (MODIFY)
- [ ] T0002 Add to it
  files: calc/more.py (CREATE)
`,
  )
  project.write('.gitignore', '.venv/\n__pycache__/\n')
  project.write('backend.py', backend)
  project.write('wheel.py', wheel)
  project.write(
    'pyproject.toml',
    '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[project]\nname = "calc"\nversion = "0.1"\n',
  )
  project.write('set-up.sh', `set -e\n${pip} --no-build-isolation -e .\n${pip} "$(python wheel.py 2)"\n`)
  project.write('calc/adding.py', 'def add(a, b):\n    return a + b\n')
  project.write(
    'tests/check.py',
    `import os, tool
from calc.adding import add
assert (add(1, 2), tool.version) == (3, 2)
if os.path.exists("calc/more.py"):
    import calc.more
`,
  )
  project.write(
    'millwright.toml',
    `[workspace]\n${share}setup = ["sh", "set-up.sh"]\n[policy]\nretries = 0\n[gates.unit]\nrun = ["${program}", "tests/check.py"]\n`,
  )
  project.commit('A package')
  const site = makeVenv(path.join(project.root, '.venv'))
  const bin = path.join(project.root, '.venv/bin')
  Object.assign(project.env, { VIRTUAL_ENV: path.dirname(bin), PATH: `${bin}${path.delimiter}${project.env['PATH']}` })
  execFileSync('sh', ['-c', `${pip} "$(python wheel.py 1)"`], { cwd: project.root, env: project.env })
  project.agent(`
if (task === 'T0001') write('calc/adding.py', 'def add(a, b):\\n    return a - b\\n')
else write('calc/more.py', '')
`)
  const before = readdirSync(site).sort()
  const { view, err } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes', '--jobs', '2')
  expect(
    view.tasks.map((it) => [it.id, it.state, it.proof]),
    err,
  ).toEqual([
    ['T0001', 'blocked', null],
    ['T0002', 'done', 'verified'],
  ])
  expect(view.deviations).toEqual([])
  // Yours is as it was: no workspace is installed there, and no package was exchanged.
  expect(readdirSync(site).sort()).toEqual(before)
  expect(readFileSync(path.join(site, 'tool/__init__.py'), 'utf8')).toBe('version = 1\n')
})

test.runIf(hasPytest)('pytest is found by its configuration and runs after --yes', async () => {
  const project = pythonProject('')
  project.write('pyproject.toml', '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n')
  project.commit('pytest')
  const refused = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('pytest')
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(0)
  expect(view.tasks.map((it) => [it.state, it.proof])).toEqual([
    ['done', 'verified'],
    ['done', 'verified'],
  ])
})

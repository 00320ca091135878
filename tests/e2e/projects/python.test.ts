/** A real Python project: its tests are found or named, and a set-up makes what they need. */

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const hasPython = isThere('python3', ['-c', 'import unittest'])
const hasPytest = isThere('pytest', ['--version'])
if (!hasPython) console.log('skipped: no python3 here')
if (!hasPytest) console.log('skipped: no pytest here')

function isThere(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, [...args], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

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

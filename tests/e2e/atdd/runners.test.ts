/** ATDD with real runners of other languages and packages, where they are here. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { hasPytest } from '../../rig/python.ts'
import { criteriaIn } from './sums.ts'

const makeProject = projectsOfTests()
const modules = path.join(import.meta.dirname, '..', '..', '..', 'node_modules')
const hasVitest = existsSync(path.join(modules, 'vitest'))
const hasCmake = ['cmake', 'ctest', 'g++'].every((it) => isThere(it))

if (!hasPytest) console.log('skipped: no pytest here')
if (!hasCmake) console.log('skipped: no cmake, ctest and g++ here')

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function begin(file: string, list: readonly object[]): Project {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation -- PENDING\n\n- [ ] T0001 Add | traces: AC-1\n  files: ${file} (CREATE)\n`,
  )
  project.write('atdd-checklist.json', JSON.stringify(list))
  return project
}

/** The first attempt at the red half writes what cannot be read, the second one what is red. */
function plays(project: Project, of: { readonly broken: string; readonly red: string; readonly green: string }): void {
  project.agent(`
const red = process.env.MILLWRIGHT_STEP.startsWith('red:')
if (red && attempt === 1) { ${of.broken} }
else if (red) { ${of.red} }
else { ${of.green} }
`)
}

async function expectRedThenGreen(project: Project, ...words: readonly string[]): Promise<void> {
  const { view, code, err } = await project.view('run', 'tasks.md', '--atdd', '--exec', project.exec, '--yes', ...words)
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified', attempts: 3 })
  expect(criteriaIn(view)).toMatchObject([
    { criterion: 'AC-1', red: { result: 'red' }, green: { result: 'green' }, wasGreenBefore: false },
  ])
}

describe.skipIf(!hasPytest)('pytest', () => {
  test.each([
    ['by file and name', [{ id: 'AC-1', test_file: 'tests/test_sums.py', test_name: 'test_adds' }], 'test_adds'],
    ['by the id of the criterion', [], 'test_ac_1_adds'],
  ])('%s: an import that fails is no red', async (_, list, name) => {
    const project = begin('sums.py', list)
    project.write('.gitignore', '__pycache__/\n.pytest_cache/\n')
    project.write('pytest.ini', '[pytest]\npythonpath = .\n')
    project.write('tests/test_other.py', 'def test_other(): assert True\n')
    project.commit('Begin')
    const lines = `from sums import add\\ndef ${name}(): assert add(1, 2) == 3\\ndef test_ac_10(): assert True\\n`
    plays(project, {
      broken: `write('tests/test_sums.py', '${lines}')`,
      red: `write('tests/test_sums.py', '${lines}'); write('sums.py', 'def add(a, b):\\n    return None\\n')`,
      green: `write('sums.py', 'def add(a, b):\\n    return a + b\\n')`,
    })
    await expectRedThenGreen(project)
  })
})

test.skipIf(!hasVitest)('vitest: a module that is missing is no red', async () => {
  const project = begin('src/sums.ts', [{ id: 'AC-1', test_file: 'tests/sums.test.ts', test_name: 'AC-1 (adds)' }])
  project.write('.gitignore', 'node_modules\n')
  project.write('package.json', JSON.stringify({ name: 'sums', type: 'module', devDependencies: { vitest: '*' } }))
  project.write('src/README', 'Sources\n')
  project.commit('Begin')
  symlinkSync(modules, path.join(project.root, 'node_modules'))
  const text = `import { expect, test } from 'vitest'\\nimport { add } from '../src/sums.ts'\\ntest('AC-1 (adds)', () => { expect(add(1, 2)).toBe(3) })\\n`
  plays(project, {
    broken: `write('tests/sums.test.ts', "${text}")`,
    red: `write('tests/sums.test.ts', "${text}"); write('src/sums.ts', 'export function add(a, b) {}\\n')`,
    green: `write('src/sums.ts', 'export function add(a: number, b: number) { return a + b }\\n')`,
  })
  await expectRedThenGreen(project)
})

/** A C++ project whose tests cmake builds; `add` is to come into `sums.h`. */
function beginCpp(): Project {
  const project = begin('sums.h', [{ id: 'AC-1', test_file: 'tests/adds.cpp', test_name: 'adds' }])
  project.write('.gitignore', 'build/\n')
  project.write(
    'CMakeLists.txt',
    `cmake_minimum_required(VERSION 3.16)
project(sums CXX)
enable_testing()
file(GLOB tests CONFIGURE_DEPENDS tests/*.cpp)
foreach(file \${tests})
  get_filename_component(name \${file} NAME_WE)
  add_executable(\${name} \${file})
  add_test(NAME \${name} COMMAND \${name})
endforeach()
`,
  )
  project.commit('Begin')
  return project
}

const adds = `#include "../sums.h"\\nint main() { return add(1, 2) == 3 ? 0 : 1; }\\n`
const notYet = "write('sums.h', 'inline int add(int, int) { return 0; }\\n')"

test.skipIf(!hasCmake).each(['worktree', 'in-place'])(
  'ctest, %s: a test that is not built is no red, and the compiler says why',
  async (kind) => {
    const project = beginCpp()
    const keep = "appendFileSync(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')); "
    plays(project, {
      broken: `write('tests/adds.cpp', '${adds}'); write('sums.h', '// nothing yet\\n')`,
      red: `${keep}write('tests/adds.cpp', '${adds}'); ${notYet}`,
      green: `write('sums.h', 'inline int add(int a, int b) { return a + b; }\\n')`,
    })
    await expectRedThenGreen(project, '--workspace', kind)
    const { out } = await project.run('log', 'tasks.md', '--json')
    expect(out).toMatch(/the test of AC-1 was not built, gate build failed: .*adds\.cpp:2:.*add/)
    const brief = readFileSync(path.join(project.top, 'meeting', 'brief'), 'utf8')
    expect(brief).toMatch(/adds\.cpp:2:\d+: error: /)
  },
)

test.skipIf(!hasCmake)('ctest: work that does not compile is judged by no program that was built before', async () => {
  const project = beginCpp()
  project.agent(`
if (process.env.MILLWRIGHT_STEP.startsWith('red:')) { write('tests/adds.cpp', '${adds}'); ${notYet} }
else if (attempt === 2) write('sums.h', 'inline int add(int a, int b) { return a + c; }\\n')
else { appendFileSync(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')); write('sums.h', 'inline int add(int a, int b) { return a + b; }\\n') }
`)
  await expectRedThenGreen(project)
  const brief = readFileSync(path.join(project.top, 'meeting', 'brief'), 'utf8')
  expect(brief).toMatch(/sums\.h:1:\d+: error: /)
})

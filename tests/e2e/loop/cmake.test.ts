/** The harbour in C++ with nothing configured: configure, build and ctest are found by its files, and the layers ask for them. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { briefOf, harbour, run, stateOf } from './harbour.ts'
import { cpp } from './stacks/cpp.ts'
import { goneOf, missing, type Stack } from './stacks/stack.ts'

const makeProject = projectsOfTests()
const lacking = missing('CMake', goneOf('cmake', 'ctest', 'g++', 'make'))

const lists = `cmake_minimum_required(VERSION 3.16)
project(harbour CXX)
enable_testing()
include_directories(src)
add_executable(report src/report.cpp)
file(GLOB checks CONFIGURE_DEPENDS tests/*.cpp)
foreach(check \${checks})
  get_filename_component(name \${check} NAME_WE)
  add_executable(check_\${name} \${check})
  add_test(NAME \${name} COMMAND check_\${name})
endforeach()
`
const files = Object.fromEntries(Object.entries(cpp.files).filter(([file]) => file !== 'Makefile'))
const stack: Stack = { ...cpp, files: { ...files, 'CMakeLists.txt': lists } }

test.skipIf(lacking !== null)(
  'layers lead to gates that are found, a red test goes back, and nothing is asked',
  async () => {
    const project = harbour(makeProject(), stack, { does: { 'HB-2': ['tideOff', 'tide'] } })
    project.write('millwright.toml', '')
    project.commit('Nothing configured')
    const { code, view } = await run(project, '--mode', 'silent')
    expect([code, view.tasks.map(({ id, proof, attempts }) => [id, proof, attempts])]).toEqual([
      0,
      [
        ['HB-10', 'verified', 1],
        ['HB-2', 'verified', 2],
        ['HB-9', 'verified', 1],
      ],
    ])
    expect(briefOf(project, 'HB-2', 2)).toContain(stack.says.tideOff)
    const ran = (id: string): readonly string[] => (stateOf(project).gate_results[id] ?? []).map(({ gate }) => gate)
    const built = ['files', 'configure', 'build', 'unit']
    // Whoever asks for the tests alone, as an integration task does, has them built.
    expect(new Set(ran('HB-2'))).toEqual(new Set([...built, 'contract']))
    expect([new Set(ran('HB-9')), new Set(ran('HB-10'))]).toEqual([new Set(built), new Set(built)])
  },
)

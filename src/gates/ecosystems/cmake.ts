/** CMake projects: configured, built and tested in a folder that git ignores. */

import type { TestTemplate } from '../test-runners.ts'
import type { Ecosystem, ProjectFiles, Suggested } from './ecosystem.ts'

/** Usual names of a build folder, the first that git ignores is taken. */
export const buildFolders = ['build', '_build', 'out', 'cmake-build-debug', 'bin'] as const

/** Whether a line of the root's `.gitignore` names this folder; patterns within a name are not read. */
export function isIgnored(files: ProjectFiles, folder: string): boolean {
  return (files.text('.gitignore') ?? '').split('\n').some((line) => {
    const bare = line
      .trim()
      .replace(/^\//, '')
      .replace(/\/\*{0,2}$/, '')
    return bare === folder || bare === `${folder}*`
  })
}

/**
 * CMake. A fresh checkout is not configured, so that this is a gate of its own, before the others. What it leaves has to outlive
 * it: in a folder that git does not ignore nothing does, and one call does everything.
 */
export function cmake(files: ProjectFiles): Ecosystem | null {
  const text = files.text('CMakeLists.txt')
  if (text === null) return null
  const isTested = text.includes('enable_testing') || text.includes('CTest')
  const folder = buildFolders.find((it) => isIgnored(files, it))
  const gates = folder === undefined ? atOnce(isTested) : stepByStep(folder, isTested)
  const tests = folder === undefined || !isTested ? {} : { tests: oneTest(folder) }
  return { name: 'cmake', gates, ...tests, setup: null, share: [], lockFiles: [] }
}

/** What it runs was built by the gates before it. */
function oneTest(folder: string): TestTemplate {
  const run = ['ctest', '--test-dir', folder, '--no-tests=error', '--output-on-failure', '-R', '{name}']
  return {
    run,
    byName: run,
    runner: 'ctest',
    endings: ['.cpp', '.cc', '.cxx', '.c'],
    origin: 'CMakeLists.txt enable_testing',
  }
}

function stepByStep(folder: string, isTested: boolean): Suggested[] {
  const gates: Suggested[] = [
    { role: 'configure', argv: ['cmake', '-S', '.', '-B', folder], origin: 'CMakeLists.txt' },
    { role: 'build', argv: ['cmake', '--build', folder], origin: 'CMakeLists.txt' },
  ]
  if (isTested)
    gates.push({
      role: 'unit',
      argv: ['ctest', '--test-dir', folder, '--output-on-failure'],
      origin: 'CMakeLists.txt enable_testing',
    })
  return gates
}

function atOnce(isTested: boolean): Suggested[] {
  const build = ['ctest', '--build-and-test', '.', 'build', '--build-generator', 'Unix Makefiles']
  return isTested
    ? [
        {
          role: 'unit',
          argv: [...build, '--test-command', 'ctest', '--output-on-failure'],
          origin: 'CMakeLists.txt enable_testing',
        },
      ]
    : [{ role: 'build', argv: build, origin: 'CMakeLists.txt' }]
}

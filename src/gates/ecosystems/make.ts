/** Makefiles: targets with the usual names. */

import type { Ecosystem, ProjectFiles, Suggested } from './ecosystem.ts'

/** Targets of a Makefile that check something; only a line `name:` in the first column counts. */
export function make(files: ProjectFiles): Ecosystem | null {
  const name = ['Makefile', 'makefile', 'GNUmakefile'].find((it) => files.has(it))
  const text = name === undefined ? null : files.text(name)
  if (name === undefined || text === null) return null
  const targets = new Set(
    text
      .split('\n')
      .map((line) => line.slice(0, 64))
      .filter((line) => /^[A-Za-z][\w-]*\s*:(?!=)/.test(line))
      .map((line) => line.slice(0, line.indexOf(':')).trim()),
  )
  const gates: Suggested[] = []
  for (const [role, ...names] of [
    // `all` may be anything, and do anything: what builds is called so.
    ['build', 'build'],
    ['lint', 'lint'],
    ['unit', 'test', 'tests', 'check'],
  ] as const) {
    const target = names.find((it) => targets.has(it))
    if (target !== undefined) gates.push({ role, argv: ['make', target], origin: `${name} ${target}` })
  }
  return gates.length === 0 ? null : { name: 'make', gates, setup: null, share: [], lockFiles: [] }
}

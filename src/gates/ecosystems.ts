/** All ecosystems of a project: one file each in `ecosystems/`, nothing executed. */

import { byFile } from './ecosystems/by-file.ts'
import { clangFormat } from './ecosystems/clang-format.ts'
import { cmake } from './ecosystems/cmake.ts'
import type { Ecosystem, ProjectFiles } from './ecosystems/ecosystem.ts'
import { make } from './ecosystems/make.ts'
import { node } from './ecosystems/node.ts'
import { python } from './ecosystems/python.ts'

/**
 * All ecosystems of a project, the most telling first. Where a project has gates of its own, a Makefile usually calls
 * the same ones again: its targets are taken only for roles that nobody else has.
 *
 * @param files the root's files
 */
export function findEcosystems(files: ProjectFiles): readonly Ecosystem[] {
  const found = [node(files), python(files), clangFormat(files), cmake(files), ...byFile(files)].filter(
    (it) => it !== null,
  )
  const roles = new Set(found.flatMap((it) => it.gates.map((gate) => gate.role)))
  const targets = make(files)
  const gates = targets?.gates.filter((gate) => !roles.has(gate.role)) ?? []
  return targets === null || gates.length === 0 ? found : [...found, { ...targets, gates }]
}

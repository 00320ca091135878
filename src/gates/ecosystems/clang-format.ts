/** C and C++ sources beside a `.clang-format`, whatever builds them: looked at, and never rewritten. */

import { buildFolders, isIgnored } from './cmake.ts'
import type { Ecosystem, ProjectFiles } from './ecosystem.ts'

const endings = ['*.[ch]', '*.[ch]pp', '*.[ch]xx', '*.cc', '*.hh'] as const

/** Whether a file's name is that of a source. */
export function isSource(name: string): boolean {
  return /\.(?:[ch](?:pp|xx)?|cc|hh)$/.test(name)
}

/**
 * clang-format takes no folders. `find` gives it the sources that are there when it runs, so that those of a task count too,
 * without what a build leaves in the folder that git ignores.
 */
export function clangFormat(files: ProjectFiles): Ecosystem | null {
  if (!files.has('.clang-format') || !files.hasSources) return null
  const built = buildFolders.filter((it) => isIgnored(files, it))
  const left = ['-name', '.?*', '-o', '-name', 'node_modules', ...built.flatMap((it) => ['-o', '-path', `./${it}`])]
  const taken = endings.flatMap((it, at) => [...(at === 0 ? [] : ['-o']), '-name', it])
  const program = 'clang-format'
  const argv = [
    ...['find', '.', '-type', 'd', '(', ...left, ')', '-prune', '-o', '-type', 'f', '(', ...taken, ')'],
    ...['-exec', program, '--dry-run', '--Werror', '{}', '+'],
  ]
  const gates = [{ role: 'format', argv, origin: '.clang-format', program }] as const
  return { name: 'clang-format', gates, setup: null, share: [], lockFiles: [] }
}

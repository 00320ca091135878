/** In what a task is written, by the names of its files. */

import type { FileSpec } from '../plan/model.ts'

/** What is built before it runs, what is checked and translated, what runs as it is, what is only read. */
export type Stack = 'c++' | 'rust' | 'go' | 'java' | 'typescript' | 'javascript' | 'python' | 'document'

const endings: Readonly<Record<Stack, string>> = {
  'c++': 'c cc cpp cxx c++ h hh hpp hxx ipp cu cuh f f90 f95 f03 m mm',
  rust: 'rs',
  go: 'go',
  java: 'java kt kts scala groovy',
  typescript: 'ts tsx mts cts',
  javascript: 'js jsx mjs cjs vue svelte',
  python: 'py pyi pyx ipynb',
  document: 'md mdx markdown rst txt adoc tex',
}

const byEnding: ReadonlyMap<string, Stack> = new Map(
  Object.entries(endings).flatMap(([stack, all]) => all.split(' ').map((ending) => [ending, stack as Stack] as const)),
)

/** Ecosystems that discovery finds, and what is written in them. Make builds anything. */
const byEcosystem: ReadonlyMap<string, readonly Stack[]> = new Map<string, readonly Stack[]>([
  ['npm', ['typescript', 'javascript']],
  ['pnpm', ['typescript', 'javascript']],
  ['yarn', ['typescript', 'javascript']],
  ['bun', ['typescript', 'javascript']],
  ['python', ['python']],
  ['cmake', ['c++']],
  ['clang-format', ['c++']],
  ['cargo', ['rust']],
  ['go', ['go']],
  ['gradle', ['java']],
  ['maven', ['java']],
])

/** Stacks of files, each once; of folders and of other files none is known. `src/*.cpp` is known by its end. */
export function stacksOf(files: readonly FileSpec[]): ReadonlySet<Stack> {
  const paths = files.flatMap(({ path, to }) => (to === null ? [path] : [path, to]))
  return new Set(paths.flatMap((path) => byEnding.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? []))
}

/** Whether an ecosystem looks at what is written in any of these. Where either is not known, it may. */
export function looksAt(ecosystem: string | undefined, stacks: ReadonlySet<Stack>): boolean {
  const own = ecosystem === undefined ? undefined : byEcosystem.get(ecosystem)
  return own === undefined || stacks.size === 0 || own.some((it) => stacks.has(it))
}

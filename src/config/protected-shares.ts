/** Paths that workspaces may not get from the checkout: an agent would change them there (RELIABILITY S2, S4, S7). */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { classifyPath, foldPath, protectedBy } from '../plan/path-safety.ts'
import { spanOf, type Config } from './config.ts'

/**
 * MW131 for `share` and `copy` of protected paths: git's own data, our journal and configuration, the plan; for a folder
 * that holds one of them where it is shared; and for the root itself.
 *
 * @param protectedPaths further ones, relative to the root: the plan and its bookkeeping
 * @param behind where a path leads once links are followed, relative to the root; null where out of it or nowhere
 */
export function protectedShares(
  config: Config,
  protectedPaths: readonly string[],
  behind: (path: string) => string | null = () => null,
): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  for (const key of ['share', 'copy'] as const)
    for (const [at, written] of (config.workspace[key] ?? []).entries()) {
      const verdict = classifyPath(written)
      if (verdict.kind === 'unsafe') continue
      const real = behind(verdict.path)
      const paths = real === null ? [verdict.path] : [verdict.path, real]
      const guard = paths.map((path) => guardOf(path, key, protectedPaths)).find((it) => it !== null) ?? null
      if (guard !== null) found.push(refusal(config, [key, at], guard))
    }
  return found
}

function guardOf(path: string, key: 'share' | 'copy', protectedPaths: readonly string[]): string | null {
  if (path === '.' || path === '') return '.git'
  const within = protectedBy(path, protectedPaths)
  if (within !== null || key === 'copy') return within
  const folder = `${foldPath(path)}/`
  return protectedPaths.find((it) => foldPath(it).startsWith(folder)) ?? null
}

function refusal(config: Config, [key, at]: readonly [string, number], guard: string): Diagnostic {
  return {
    code: 'MW131',
    severity: 'error',
    message: `workspace.${key}[${at}] is a protected path (${guard})`,
    help: 'Take it out: what agents change there would be changed in your own checkout',
    span: spanOf(config, ['workspace', key, at]) ?? spanOf(config, ['workspace', key]),
    related: [],
  }
}

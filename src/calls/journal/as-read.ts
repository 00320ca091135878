/** Files of a spec that are no longer as its run has read them, and what of these is kept. */

import path from 'node:path'
import type { RunState } from '../../run/state.ts'
import { sha256 } from '../../system/digest.ts'
import { readFile } from '../../system/files.ts'
import { lookAtGit } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import { besidePaths, type Reading } from '../plan/open-plan.ts'

export interface AsRead {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** What the run has read, where the commits of the run hold it; else null. */
  readonly bytes: Uint8Array | null
}

const largest = 64 * 1024 * 1024

/**
 * Compares the files with what the run has read last. One that the run has not read is one of them, too.
 * @returns null where the journal does not say what was read
 */
export async function changedSince(
  { root, planRelative, sources }: Pick<Reading, 'root' | 'planRelative' | 'sources'>,
  { spec, tip }: Pick<RunState, 'spec' | 'tip'>,
): Promise<readonly AsRead[] | null> {
  if (spec?.files === undefined) return null
  const known = new Map(spec.files.map((it) => [it.path, it.sha256]))
  const paths = new Set([...known.keys(), planRelative, ...besidePaths({ sources })])
  const changed = [...paths].filter((it) => {
    const read = readFile(path.join(root, ...it.split('/')), largest)
    return read.is === 'failed' || sha256(read.bytes) !== known.get(it)
  })
  const git = changed.length === 0 || tip === null ? null : await lookAtGit(root)
  const committed = async (file: string): Promise<Uint8Array | null> => {
    if (git === null) return null
    const args = ['cat-file', 'blob', `${String(tip)}:${file}`]
    const { code, out } = await runGit({ args, cwd: root, env: { GIT_DIR: git.gitDir } })
    return code === 0 && sha256(out) === known.get(file) ? out : null
  }
  return Promise.all(changed.map(async (it) => ({ path: it, bytes: await committed(it) })))
}

/** `spec_tides.md` as it was read is `as-read-spec_tides.md` in an archive. */
export function nameAsRead(file: string): string {
  return `as-read-${path.posix.basename(file)}`
}

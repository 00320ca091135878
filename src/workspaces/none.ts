/** No workspace: agents work in the plan's folder and nothing is looked at, kept or brought anywhere. */
/* oxlint-disable typescript/require-await -- the interface waits because git does; this implementation need not */

import { readlinkSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath } from '../system/look-at-path.ts'
import { unguarded } from './guard.ts'
import { linksOut, writtenNames } from './links-out.ts'
import type { EffectOf, OutcomeOf, WorkspaceOptions, Workspaces } from './workspaces.ts'

/** Stands for a state of the files that nobody keeps. */
const nothing = 'none'

/** Opens what does nothing; only the presence of declared files is looked at. */
export function openNoWorkspaces(options: WorkspaceOptions): Workspaces {
  return {
    kind: 'none',
    git: false,
    begin: async () => ({
      tip: null,
      branch: null,
      remarks: ['no workspace: changes are not looked at, kept or committed'],
    }),
    prepare: async () => ({ of: 'prepare-workspace', is: 'prepared', base: null, tree: null }),
    folderOf: () => options.root,
    restore: async () => ({ is: 'restored', edited: false }),
    guard: async () => unguarded,
    snapshot: async (effect) => lookAtFolder(options.root, effect),
    merge: async () => ({ of: 'integrate', is: 'merged', tree: nothing, evidenceTree: nothing, tip: nothing }),
    commit: async () => ({ of: 'integrate', is: 'committed', commit: nothing, oldTip: nothing }),
    move: async () => ({ of: 'integrate', is: 'moved', tip: nothing }),
    publish: async () => ({ of: 'publish', is: 'published', to: nothing }),
    dispose: async () => ({ of: 'dispose-workspace', is: 'disposed' }),
    tip: async () => null,
    contains: async () => true,
    evidenceTreeOf: async () => null,
    materialise: async () => ({ is: 'ready', workspace: nothing, folder: options.root, tree: null }),
    diff: async () => '',
    keep: async () => null,
    close: async () => undefined,
  }
}

/** A snapshot that only looks: which declared files are there. Also taken where a step has no workspace of its own. */
export async function lookAtFolder(root: string, effect: EffectOf<'snapshot'>): Promise<OutcomeOf<'snapshot'>> {
  const wanted = effect.declared.flatMap((file) => [file.path, ...(file.to === null ? [] : [file.to])])
  const links = await linksOut(async (it) => {
    const file = path.join(root, it)
    return lookAtPath(file)?.isSymbolicLink() ? readlinkSync(file) : null
  }, writtenNames(effect.declared))
  return {
    of: 'snapshot',
    is: 'taken',
    commit: null,
    tree: null,
    changes: [],
    present: wanted.filter((it) => lookAtPath(path.join(root, it)) !== undefined),
    before: [],
    ticked: [],
    planEdited: false,
    protectedChanges: [],
    ...(links.length > 0 ? { links } : {}),
  }
}

/** What keeps the stored contract of a project from being read, for who looks at a plan (MW611). */

import type { Settings } from '../../config/settings.ts'
import type { Draft } from '../../plan/draft.ts'
import type { DamagedContract } from './read-stored.ts'

/**
 * Looks into the stored contract where a gate compares with it: one that is configured, or that a task names.
 * @param of.root absolute path of the project
 */
export async function storedFaults(
  { tasks }: Draft,
  { settings, root }: { readonly settings: Settings; readonly root: string },
): Promise<Pick<DamagedContract, 'diagnostics' | 'texts'>> {
  const isHeld =
    settings.gates.some(({ kind }) => kind === 'contract') ||
    tasks.some(({ gates = [] }) => gates.some(({ text }) => text.toLowerCase() === 'contract'))
  if (!isHeld) return { diagnostics: [] }
  const { readStored } = await import('./read-stored.ts')
  const stored = readStored(root)
  return stored.is === 'damaged' ? stored.refused : { diagnostics: [] }
}

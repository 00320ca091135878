/** Performs the look at what a spec had to bring: in the checkout where that shows the run, else in a copy of its last commit. */

import type { CompletionPlace } from '../gates/completion/look.ts'
import type { Outcome } from '../run/outcome.ts'
import { failureOf, triesAgain, type EffectOf, type Workspaces } from '../workspaces/workspaces.ts'

type Looked = Extract<Outcome, { of: 'verify-completion' }>

/**
 * @param of.root absolute path of the project's checkout
 * @param of.isHere whether it shows what the run has merged
 * @param of.except paths of the spec's own files, relative to the root
 */
export async function lookAtTheEnd(
  effect: EffectOf<'verify-completion'>,
  of: {
    readonly root: string
    readonly workspaces: Workspaces
    readonly isHere: boolean
    readonly except: readonly string[]
  },
): Promise<Looked> {
  const { lookAtCompletion } = await import('../gates/completion/look.ts')
  const lookIn = async (place: Pick<CompletionPlace, 'root'>): Promise<Looked> => {
    const findings = await lookAtCompletion(effect.wanted, { ...place, tracked: null, except: of.except })
    return { of: 'verify-completion', is: 'looked', findings }
  }
  try {
    if (of.isHere || effect.tip === null) return await lookIn({ root: of.root })
    const made = await of.workspaces.materialise(effect.tip)
    if (made.is === 'failed') return { of: 'verify-completion', is: 'failed', failure: made.failure }
    try {
      return await lookIn({ root: made.folder })
    } finally {
      await of.workspaces.dispose({ is: 'dispose-workspace', workspace: made.workspace })
    }
  } catch (error) {
    return { of: 'verify-completion', is: 'failed', failure: failureOf(error, triesAgain) }
  }
}

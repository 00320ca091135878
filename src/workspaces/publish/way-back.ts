/** The way back to the checkout that a run belongs to; it has to work as it is printed. */

import { tipOf, type Ground, type LookOptions } from '../ground.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { whatIsUnderWay } from './human-checkout.ts'
import { nameOf, type Target } from './target.ts'

/**
 * The command that checks out what the run belongs to; a branch that is gone (deleted or renamed) is made again first. While
 * something is under way git switches nowhere.
 * @param home full name of the branch it began on; null for a detached HEAD
 */
export async function wayBack(ground: Ground<LookOptions>, target: Target, home: string | null): Promise<string> {
  const busy = whatIsUnderWay(ground)
  const command = await switchBack(ground, target, home)
  return busy === null ? command : `finish or abort ${busy} first, and where that does not lead there, ${command}`
}

async function switchBack(ground: Ground<LookOptions>, target: Target, home: string | null): Promise<string> {
  const { refs } = ground
  const last = (await refs.read(ground.ref('published'))) ?? target.at ?? (await tipOf(ground))
  if (home === null) return `git switch --detach ${last.slice(0, 12)}`
  const open = [home, target.branch ?? home]
  for (const branch of open) if ((await refs.read(branch)) !== null) return `git switch ${shellWord(nameOf(branch))}`
  const name = shellWord(nameOf(target.branch ?? home))
  return `git branch ${name} ${last.slice(0, 12)} && git switch ${name}`
}

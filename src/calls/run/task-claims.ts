/** What a brief is told of another tool's progress file: what that says of the task, without what must not be told. */

import type { TaskSpec } from '../../plan/model.ts'
import type { Claimed, ProgressClaims } from '../../plan/progress-claims.ts'

/** @param claims null where there is no such file @param hide takes secrets out of a text */
export function claimsAbout(
  claims: ProgressClaims | null,
  { key, group }: Pick<TaskSpec, 'key' | 'group'>,
  hide: (text: string) => string,
): ProgressClaims | null {
  if (claims === null) return null
  const told = <T extends Claimed>(claim: T): T => ({ ...claim, word: claim.word === null ? null : hide(claim.word) })
  return {
    ...claims,
    whole: null,
    tasks: claims.tasks.filter((it) => it.key === key).map((it) => ({ ...told(it), steps: it.steps.map(told) })),
    speclets: claims.speclets.filter(({ id }) => id === group).map(told),
    unknown: [],
    untold: [],
  }
}

/** The call by which a person goes on with a run, or begins the next one. */

import type { RunState } from '../../run/state.ts'
import { shellWord } from '../shell-word.ts'

/**
 * Where only `--yes` let the last one begin, it would be refused without.
 * @param plan as the person named it; null leaves it out
 */
export function callAgain(verb: 'run' | 'resume', { saidYes }: Pick<RunState, 'saidYes'>, plan: string | null): string {
  return ['millwright', verb, ...(plan === null ? [] : [shellWord(plan)]), ...(saidYes ? ['--yes'] : [])].join(' ')
}

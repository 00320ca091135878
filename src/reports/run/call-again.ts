/** The call by which a person goes on with a run, or begins the next one. */

import type { RunState } from '../../run/state.ts'
import { shellWord } from '../shell-word.ts'

/**
 * Where only `--yes` let the last one begin, it would be refused without. Which phases, and whether they go to one agent, is
 * said to each run anew; one that goes on knows.
 * @param plan as the person named it; null leaves it out
 */
export function callAgain(
  verb: 'run' | 'resume',
  { saidYes, invocation }: Pick<RunState, 'saidYes' | 'invocation'>,
  plan: string | null,
): string {
  const phases: unknown = invocation['phase']
  return [
    'millwright',
    verb,
    ...(plan === null ? [] : [shellWord(plan)]),
    ...(verb === 'run' && invocation['standard'] === true ? ['--standard'] : []),
    ...(verb === 'run' && Array.isArray(phases) ? phases.flatMap((it) => ['--phase', shellWord(String(it))]) : []),
    ...(saidYes ? ['--yes'] : []),
  ].join(' ')
}

/** The call by which a person goes on with a run, or begins the next one. */

import type { RunState } from '../../run/state.ts'
import { shellWord } from '../../plan/shell-word.ts'

/** What each run is told anew: who does its phases, what is chosen of the plan, and where its work happens and goes. */
const words = ['standard', 'mechanical', 'atdd', 'phase', 'only', 'until', 'mode', 'workspace', 'branch'] as const

/**
 * Where only `--yes` let the last one begin, it would be refused without. A run that goes on knows the rest; the next one
 * takes agent and gates of the last.
 * @param plan as the person named it; null leaves it out
 */
export function callAgain(
  verb: 'run' | 'resume',
  { saidYes, invocation }: Pick<RunState, 'saidYes' | 'invocation'>,
  plan: string | null,
): string {
  return [
    'millwright',
    verb,
    ...(plan === null ? [] : [shellWord(plan)]),
    ...(verb === 'run' ? words.flatMap((it) => optionWords(it, invocation[it])) : []),
    ...(saidYes ? ['--yes'] : []),
  ].join(' ')
}

function optionWords(name: string, value: unknown): readonly string[] {
  if (typeof value === 'boolean') return value ? [`--${name}`] : name === 'atdd' ? [`--no-${name}`] : []
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((it) => (typeof it === 'string' ? [`--${name}`, shellWord(it)] : []))
}

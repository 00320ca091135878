/** What a plan verifies its steps by, as gates: a command is the repository's word and is asked about, a look at a file runs nothing. */

import { plannedGate, type SettledGate } from '../../config/gates.ts'
import type { Plan } from '../../plan/model.ts'
import type { Policy } from '../../plan/policy.ts'
import { verificationGate } from '../../plan/verification.ts'

/** @returns none where no step is verified so */
export function verificationGatesOf(
  { tasks, spec }: Pick<Plan, 'tasks' | 'spec'>,
  policy: Policy,
): readonly SettledGate[] {
  const origin = `verification in ${spec?.descriptor ?? 'the plan'}`
  // What it is verified by is all that the plan asks for: nothing is built before it.
  const common = { values: [], origin, needs: [] } as const
  return tasks.flatMap(({ key, steps }) =>
    steps.flatMap(({ id, verifications = [] }) =>
      verifications.map((verification, at) => {
        const name = verificationGate(key, id, at)
        const of = { ...common, name, verification }
        return verification.is === 'command'
          ? plannedGate({ ...of, kind: 'command', argv: verification.argv }, policy)
          : plannedGate({ ...of, kind: 'file', argv: [], source: 'command-line' }, policy)
      }),
    ),
  )
}

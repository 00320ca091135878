/** The gates that a plan itself defines, beside those of the configuration: what they execute is asked about as any other. */

import { plannedGate, type SettledGate } from '../../config/gates.ts'
import { completionGate } from '../../plan/completion-gate.ts'
import type { Plan } from '../../plan/model.ts'
import type { Policy } from '../../plan/policy.ts'
import { criterionCommands, gateOfCommand } from '../../run/completion/run-commands.ts'
import { integrationGatesOf } from './integration-gates.ts'
import { verificationGatesOf } from './verification-gates.ts'

/** Gates with the integration tests of a plan, and with what the steps and the completion criteria of a spec are verified by. */
export function withPlanned(own: readonly SettledGate[], plan: Plan, policy: Policy): readonly SettledGate[] {
  const gates = [...own, ...integrationGatesOf(plan, policy), ...verificationGatesOf(plan, policy)]
  const commands = plan.spec === undefined ? [] : criterionCommands(plan.spec)
  const named = new Map(
    commands
      .filter((it) => gateOfCommand(gates, it) === null)
      .map(({ line, argv }) => [completionGate(line), argv] as const),
  )
  const origin = `completion criteria of ${plan.spec?.descriptor ?? ''}`
  return [
    ...gates,
    ...[...named].map(([name, argv]) =>
      plannedGate({ name, kind: 'command', argv, values: [], origin, completion: true }, policy),
    ),
  ]
}

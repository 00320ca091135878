/** `[policy]` and `[diagnostics]` of a configuration file: how a run behaves, and how severe its findings are. */

import type { Code, Diagnostic } from '../plan/diagnostic.ts'
import { judgeSetting, type Severities, type SeveritySetting } from '../plan/severity.ts'
import type { SpanAt } from './check-shape.ts'
import type { ConfigSource, PolicyPart } from './config.ts'
import { durationMs } from './duration.ts'
import { named } from './reading.ts'
import type { ConfigFile } from './schema.ts'
import { refused } from './security.ts'

/** What a file says of the policy, and nothing else. */
export function policyOf(written: ConfigFile['policy']): PolicyPart {
  if (written === undefined) return {}
  const { limits, budgets, gate_rounds, review_rounds, milestone_rounds, added_tasks, ...plain } = {
    ...written,
    agent: undefined,
    escalation: undefined,
  }
  const ms = (value: string | number | undefined) =>
    value === undefined ? undefined : (durationMs(value) ?? undefined)
  const part = {
    ...named({
      ...plain,
      gateRounds: gate_rounds,
      reviewRounds: review_rounds,
      milestoneRounds: milestone_rounds,
      addedTasks: added_tasks,
    }),
    ...(budgets === undefined
      ? {}
      : {
          budgets: {
            task: named({ attempts: budgets.task_attempts, ms: ms(budgets.task_time) }),
            run: named({ attempts: budgets.run_attempts, ms: ms(budgets.run_time) }),
            day: named({ attempts: budgets.day_attempts, ms: ms(budgets.day_time) }),
          },
        }),
  }
  if (limits === undefined) return part
  return {
    ...part,
    limits: named({
      attemptMs: ms(limits.attempt),
      idleMs: ms(limits.idle),
      gateMs: ms(limits.gate),
      attemptOutputBytes: limits.attempt_output,
      gateOutputBytes: limits.gate_output,
    }),
  }
}

/** Takes the severities that may be set; the others become diagnostics (DESIGN, Runs and policy; RELIABILITY S2). */
export function severitiesOf(
  written: ConfigFile['diagnostics'],
  source: ConfigSource,
  spanAt: SpanAt,
  found: Diagnostic[],
): Severities {
  const kept: Partial<Record<Code, SeveritySetting>> = {}
  for (const [code, severity] of Object.entries(written ?? {})) {
    const verdict = judgeSetting(code, severity)
    if (verdict.is === 'accepted') {
      kept[code as Code] = severity
      continue
    }
    const span = spanAt(['diagnostics', code])
    const security = verdict.why.includes('security rule')
    if (security && source === 'repository') found.push(refused(`lower ${code}, a security rule`, span))
    else
      found.push({
        code: 'MW508',
        severity: verdict.why.startsWith('there is no') ? 'warning' : 'error',
        message: verdict.why,
        help: 'Remove the line',
        span,
        related: [],
      })
  }
  return kept
}

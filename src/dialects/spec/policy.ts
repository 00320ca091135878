/** What a spec and its project's constitution say of how it is run (seed 004 §2.2, §3; FORMATS section 6). */

import { builtInPolicy, type PlanPolicy } from '../../plan/policy.ts'
import type { Spec } from '../../plan/spec.ts'
import type { ToldConstitution } from './parameters/read-constitution.ts'

/** Only what is said: the rest is for the configuration and the call. */
export function policyOf(spec: Spec, { limits }: ToldConstitution): PlanPolicy {
  const { enabled, readPriorSteps, dependencyTracking, strategy, failureThreshold } = spec.propagation
  return {
    ...(spec.mode === null ? {} : { mode: spec.mode }),
    escalation: {
      ...(spec.escalationThreshold === null ? {} : { consecutiveFailures: spec.escalationThreshold }),
      ...(failureThreshold === null ? {} : { taskFailures: failureThreshold }),
    },
    education: spec.education,
    propagation: { enabled, readPriorSteps, dependencyTracking, strategy },
    ...(limits.step === null ? {} : { limits: { ...builtInPolicy.limits, attemptMs: limits.step } }),
    ...(limits.run === null && limits.task === null
      ? {}
      : {
          budgets: {
            ...(limits.run === null ? {} : { run: { ms: limits.run } }),
            ...(limits.task === null ? {} : { task: { ms: limits.task } }),
          },
        }),
  }
}

/** What of a spec says when its goal is reached (seed 004 §6.4). */

import { isForPeople } from '../../plan/people-named.ts'
import type { CompletionCriterion, Spec } from '../../plan/spec.ts'
import type { CompletionScope } from './verify-completion.ts'

export interface CompletionWanted {
  /** Of the Definition of Complete and of `[completion_criteria]`. */
  readonly criteria: readonly CompletionCriterion[]
  readonly scope: CompletionScope
  /** `user_interface.target_users`; empty where nothing is said. */
  readonly targetUsers: string
}

/** What there is nothing to install for. */
const noInstallation = /^(?:none|not[ _-]applicable|n\/a|-)?$/i

/** All that a spec says of its completion, its tables as criteria among the others. */
export function completionWanted(spec: Spec): CompletionWanted {
  const { completion, deployment, stack, userInterface } = spec
  const { criteria, deliverable, quality, verificationMethod, flags } = completion
  const told = (text: string, heading: string): CompletionCriterion => ({ text, under: [heading] })
  const all = [
    ...(deliverable === null ? [] : [told(deliverable, 'Primary Deliverable')]),
    ...criteria,
    ...quality.map((it) => told(it, 'Quality Standards')),
    ...(verificationMethod === null ? [] : [told(verificationMethod, 'Verification Method')]),
  ]
  const flag = (name: string): boolean => Object.hasOwn(flags, name) && flags[name] === true
  return {
    criteria: [...new Map(all.map((it) => [it.text.toLowerCase(), it])).values()],
    scope: {
      isBuildGoal: spec.isBuild,
      deploymentType: stack?.deploymentType ?? null,
      needsInterface: userInterface?.required === true,
      interfaceType: userInterface?.interfaceType ?? null,
      needsProduction: flag('production_ready'),
      isForUsers: isForPeople(spec.goal ?? ''),
      needsSetup: !noInstallation.test(deployment?.installationType?.trim() ?? '') || flag('configuration_required'),
    },
    targetUsers: userInterface?.targetUsers ?? '',
  }
}

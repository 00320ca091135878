/** What of a spec says when its goal is reached (seed 004 §6.4). */

import { isOptional } from '../../plan/optional-criterion.ts'
import { isForPeople } from '../../plan/people-named.ts'
import type { CompletionCriterion, Spec } from '../../plan/spec.ts'
import { isPlainHeading } from '../../plan/values/plain-heading.ts'
import { pathsNamed } from '../../plan/values/named-paths.ts'
import type { CompletionCheck } from './finding.ts'
import { checkOf } from './sort-criterion.ts'
import type { CompletionScope } from './verify-completion.ts'

export interface CompletionWanted {
  /** Of the Definition of Complete and of `[completion_criteria]`. */
  readonly criteria: readonly CompletionCriterion[]
  readonly scope: CompletionScope
  /** `user_interface.target_users`; empty where nothing is said. */
  readonly targetUsers: string
  /** Folders that the tasks write into, where names without a folder may lie, too. */
  readonly folders?: readonly string[]
}

/** What there is nothing to install for. */
const noInstallation = /^(?:none|not[ _-]applicable|n\/a|-)?$/i

/** Flags that make a check of the seed go for the goal, by their names: nowhere is there a list of them. */
const wantsProduction = /^production_ready$/
/** What a criterion says that wants the same: a search finds there what nobody thinks of. */
const saysReady = /\bproduction[- ]read(?:y|iness)\b|\bready for production\b/i
const saysNone =
  /\b(?:no|not|never|without|free of|zero|instead of)\b[^.;]{0,60}\b(?:hard-?coded|test[_ -]?modes?)\b|\b(?:hard-?coded|test[_ -]?modes?)\b[^.;]{0,30}\b(?:off|disabled|removed|gone|absent|forbidden|not)\b/i
/** What takes that back. */
const saysLater =
  /\b(?:not|never|needn.?t|isn.?t|no need|out of scope|later|prototype|unless|optional)\b[^.;:]{0,60}\bproduction\b|\bproduction\b[^.;:]{0,40}\b(?:not|never|out of scope|later|optional)\b/i
const wantsInterface = /^(?:user_)?interface(?:_|$)/
const wantsGuide = /^(?:user_)?(?:documentation|guide|manual)(?:_|$)/
const wantsSetup = /^configuration_required$/
/** Those of them that say no more than what their check looks for. */
const isLookedFor =
  /^(?:production_ready|configuration_required|(?:user_)?interface(?:_(?:complete|implemented|required|exists))?|(?:user_)?(?:documentation|guide|manual)(?:_(?:exists|required|provided|available|written))?)$/

/** No more of a text is looked at. */
const longest = 2_000

/**
 * All that a spec says of its completion: its tables, and each flag that no check looks for, as criteria among the others; without what need
 * not hold.
 */
export function completionWanted(spec: Spec): CompletionWanted {
  const { completion, deployment, stack, userInterface, isBuild } = spec
  const { criteria, deliverable, quality, verificationMethod } = completion
  const flags = Object.keys(completion.flags).filter((it) => completion.flags[it] === true)
  const told = (text: string, ...under: readonly string[]): CompletionCriterion => ({ text, under })
  const all = [
    ...(deliverable === null ? [] : [told(deliverable, 'Primary Deliverable')]),
    ...criteria,
    ...quality.map((it) => told(it, 'Quality Standards')),
    ...(verificationMethod === null ? [] : [told(verificationMethod, 'Verification Method')]),
    ...flags.filter((it) => !isLookedFor.test(it)).map((it) => told(`${it.replaceAll('_', ' ')} (${it} = true)`)),
  ].filter((it) => !isOptional(it))
  const isFlagged = (names: RegExp): boolean => flags.some((it) => names.test(it))
  const isInstalled = !noInstallation.test(deployment?.installationType?.trim() ?? '')
  return {
    // The same words may stand for two checks, and below headings that say more than of what kind they are; else they count once.
    criteria: [
      ...new Map(all.map((it) => [[checkIn(it), ...it.under.filter(saysMore), it.text].join('\n'), it])).values(),
    ],
    scope: {
      isBuildGoal: isBuild,
      deploymentType: stack?.deploymentType ?? null,
      needsInterface: (isBuild && userInterface?.required === true) || isFlagged(wantsInterface),
      interfaceType: userInterface?.interfaceType ?? null,
      needsProduction:
        isFlagged(wantsProduction) || (completion.flags['production_ready'] !== false && all.some(isOfProduction)),
      isForUsers: (isBuild && isForPeople(spec.goal ?? '', userInterface?.targetUsers ?? '')) || isFlagged(wantsGuide),
      needsSetup: (isBuild && isInstalled) || isFlagged(wantsSetup),
    },
    targetUsers: userInterface?.targetUsers ?? '',
  }
}

/** Whether a spec says anything of its end: else nobody can tell. */
export function saysWhenReached({ criteria, scope }: CompletionWanted): boolean {
  const { isBuildGoal, needsInterface, needsProduction, isForUsers, needsSetup } = scope
  return criteria.length > 0 || isBuildGoal || needsInterface || needsProduction || isForUsers || needsSetup
}

/** Checks that go for any goal. */
const ofAnyGoal: readonly CompletionCheck[] = [
  'primary_deliverable_exists',
  'quality_standards_met',
  'verification_passed',
]

/** Those of them that no criterion is about: each is a gap, whatever is done. None where nothing is said of the goal at the end. */
export function undefinedChecks(wanted: CompletionWanted): readonly CompletionCheck[] {
  if (!saysWhenReached(wanted)) return []
  const defined = new Set(wanted.criteria.map(checkIn))
  return ofAnyGoal.filter((it) => !defined.has(it))
}

function isOfProduction({ text, under }: CompletionCriterion): boolean {
  const says = (it: string): boolean => saysNone.test(it) || (saysReady.test(it) && !saysLater.test(it))
  return [text, ...under].some((it) => says(it.slice(0, longest)))
}

function saysMore(heading: string): boolean {
  return !isPlainHeading(heading)
}

function checkIn(criterion: CompletionCriterion): CompletionCheck {
  return checkOf(criterion, pathsNamed(criterion.text).paths.length > 0)
}

/** Whether two readings of a spec say the same of when its goal is reached. */
export function isSameGoal(one: Spec, other: Spec): boolean {
  return JSON.stringify(completionWanted(one)) === JSON.stringify(completionWanted(other))
}

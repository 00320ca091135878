/** Whether a goal to build something says what is to be built (seed 004 §1.1a): once, for the check and for what is told of it. */

import { deploymentKind, type DeploymentKind } from './deployment-kind.ts'
import { isForPeople } from './people-named.ts'
import { goalKind, hasWordOfBuilding } from './software-goal.ts'
import type { Spec } from './spec.ts'

/** What lies outside of what is built, so that it can be there in a test mode only. */
const external =
  /\b(?:apis?|payments?|stripe|paypal|webhooks?|web ?services?|oauth|third[- ]party|(?:external|cloud|online|remote|hosted) services?)\b/i

/** A service by its name: "talks to the Google Maps service". */
const service =
  /\b(?:to|with|from|via|through|by|of|uses?|using|calls?|asks?) (?:the )?(?:[A-Z][\w.'-]* ){1,4}services?\b/

/** Whether a goal mentions interfaces or services outside of what is built (seed 004 §1.1a). */
function isWithServices(goal: string): boolean {
  return external.test(goal) || service.test(goal)
}

/** Kinds of deployment that are handed out as a package. */
const packaged: ReadonlySet<DeploymentKind | null> = new Set(['desktop_app', 'mobile'])
/** Kinds of deployment that somebody has to install and start. */
const installed: ReadonlySet<DeploymentKind | null> = new Set(['desktop_app', 'web_app'])

const nothing = /^(?:none|not[ _-]applicable|n\/a)$/i

/** Whether a software stack says that something is deployed, or written in a language. */
function namesSoftware(stack: Spec['stack']): boolean {
  const named = [stack?.deploymentType ?? null, stack?.primaryLanguage ?? null]
  return named.some((it) => it !== null && !nothing.test(it))
}

/** Whether something is to be built: by the words of the goal, in doubt also by a software stack (seed 004 §1.1a, §6.4). */
export function isToBuild({ goal, stack }: Pick<Spec, 'goal' | 'stack'>): boolean {
  return goalKind(goal ?? '') !== 'nothing' || (hasWordOfBuilding(goal ?? '') && namesSoftware(stack))
}

/** Whether it is sure that it is software: the goal says so, or what it is built with is named. */
export function isSurelySoftware({ goal, stack }: Pick<Spec, 'goal' | 'stack'>): boolean {
  return goalKind(goal ?? '') === 'software' || namesSoftware(stack)
}

/** Fewer criteria say too little of when it is complete. */
export const fewestCriteria = 3

/**
 * Whether there are at least as many criteria as is usual, those that are listed and those that are true; a list `acceptance_criteria`
 * is enough where anything stands in it (seed 004 §1.1a).
 */
export function hasEnoughCriteria({ completion: { criteria, flags } }: Pick<Spec, 'completion'>): boolean {
  const points = criteria.filter(({ isWords }) => isWords !== true)
  if (points.some(({ under }) => under.at(-1)?.toLowerCase() === 'acceptance criteria')) return true
  return points.length + Object.values(flags).filter(Boolean).length >= fewestCriteria
}

/**
 * The fields that a goal to build something leaves undefined, in the order of the seed; empty where none is, or where nothing is
 * to be built.
 */
export function missingFields(spec: Spec): readonly string[] {
  if (!spec.isBuild) return []
  const { stack, userInterface, deployment, completion } = spec
  const missing: string[] = []
  const want = (field: string, value: string | null | undefined): void => {
    if (value == null) missing.push(field)
  }
  want('deployment_type', stack?.deploymentType)
  want('primary_language', stack?.primaryLanguage)
  const kind = deploymentKind(stack?.deploymentType ?? '')
  if (packaged.has(kind)) want('packaging_method', stack?.packagingMethod)
  if (isForPeople(spec.goal ?? '', userInterface?.targetUsers ?? '') && userInterface?.required !== true)
    missing.push('user_interface.required')
  if (userInterface?.required === true) {
    want('interface_type', userInterface.interfaceType)
    want('target_users', userInterface.targetUsers)
    want('skill_level', userInterface.skillLevel)
  }
  if (installed.has(kind)) {
    want('target_platform', deployment?.targetPlatform)
    want('installation_type', deployment?.installationType)
    want('startup_method', deployment?.startupMethod)
  }
  if (!completion.isDefined) missing.push('completion_criteria')
  else {
    const has = (flag: string): boolean => Object.hasOwn(completion.flags, flag)
    if (userInterface?.required === true && !has('interface_complete'))
      missing.push('completion_criteria.interface_complete')
    if (isWithServices(spec.goal ?? '') && !has('production_ready'))
      missing.push('completion_criteria.production_ready')
  }
  return missing
}

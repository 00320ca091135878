/** What a spec means where it says nothing: the parameters, else the project's constitution, else these (FORMATS section 6). */

import { chosenPattern } from '../../plan/chosen-pattern.ts'
import { criticalBalanceDefaults } from '../../plan/critical-balance.ts'
import { isToBuild } from '../../plan/software-stack.ts'
import { educationDefaults } from '../../plan/education.ts'
import { propagationDefaults } from '../../plan/escalation.ts'
import type { Mode } from '../../plan/policy.ts'
import {
  toolVerificationDefaults,
  type Completion,
  type CompletionCriterion,
  type ErrorPropagation,
  type KnowledgeCapture,
  type Spec,
  type Speclet,
  type WantedTool,
} from '../../plan/spec.ts'
import type { Text } from '../../plan/draft.ts'
import { isOneOfSeveral } from './checks/checked.ts'
import type { Merged } from './merge.ts'
import type { ToldConstitution } from './parameters/read-constitution.ts'
import type { ToldParameters } from './parameters/read-parameters.ts'
import type { ToldSpecText } from './markdown/told-text.ts'
import { componentsOf, constraintsOf } from './narrative.ts'
import { isUndecided } from './placeholder.ts'
import { sameWords } from './same-words.ts'
import { stagesOf } from './stages.ts'
import type { ToldSpec } from './told.ts'
import { toldBesides } from './told-besides.ts'

/** What a spec's files come to beside its tasks. @param keys of tasks by their ids */
export function specOf(of: {
  readonly descriptor: string
  readonly markdown: ToldSpecText | null
  readonly parameters: ToldParameters | null
  readonly constitution: ToldConstitution
  readonly merged: Merged
  readonly keys: readonly string[]
}): Spec {
  const { descriptor, markdown, parameters, constitution, merged } = of
  const settings = parameters?.settings
  const goal = parameters?.goals[0]?.text ?? markdown?.goals[0]?.text ?? null
  const stack =
    settings?.stack == null
      ? null
      : {
          deploymentType: decided(settings.stack.deployment_type),
          primaryLanguage: decided(settings.stack.primary_language),
          framework: decided(settings.stack.framework),
          uiLibrary: decided(settings.stack.ui_library),
          packagingMethod: decided(settings.stack.packaging_method),
          technologies: settings.stack.technologies.filter((it) => !isUndecided(it)),
        }
  return {
    descriptor,
    goal: goal === null ? null : goal.trim(),
    isBuild: isToBuild({ goal, stack }),
    mode: settings?.mode?.value ?? constitution.mode?.value ?? null,
    escalationThreshold: settings?.escalationThreshold?.value ?? constitution.escalationThreshold?.value ?? null,
    confidenceThreshold: settings?.confidenceThreshold?.value ?? constitution.confidenceThreshold?.value ?? null,
    stack,
    userInterface:
      settings?.userInterface == null
        ? null
        : {
            required: settings.userInterface.required?.value ?? false,
            interfaceType: decided(settings.userInterface.interface_type),
            targetUsers: decided(settings.userInterface.target_users),
            skillLevel: decided(settings.userInterface.skill_level),
          },
    deployment:
      settings?.deployment == null
        ? null
        : {
            targetPlatform: decided(settings.deployment.target_platform),
            installationType: decided(settings.deployment.installation_type),
            startupMethod: decided(settings.deployment.startup_method),
          },
    completion: completionOf(markdown, parameters, constitution),
    propagation: propagationOf(parameters, constitution),
    education: { ...educationDefaults, ...settings?.education },
    capture: captureOf(descriptor, settings?.capture ?? {}),
    tools: toolsOf(markdown, parameters),
    toolVerification: {
      checkOnStartup: settings?.verification.checkOnStartup ?? toolVerificationDefaults.checkOnStartup,
      haltIfRequiredMissing:
        settings?.verification.haltIfRequiredMissing ?? toolVerificationDefaults.haltIfRequiredMissing,
      warnIfRecommendedMissing:
        settings?.verification.warnIfRecommendedMissing ?? toolVerificationDefaults.warnIfRecommendedMissing,
      logAvailableTools: settings?.verification.logAvailableTools ?? toolVerificationDefaults.logAvailableTools,
    },
    pattern: chosenPattern({ ...textsBy(markdown?.pattern), ...settings?.pattern }),
    speclets: specletsOf(merged, of.keys, isOneOfSeveral({ markdown })),
    components: componentsOf(parameters?.components ?? [], markdown?.components ?? []),
    constraints: constraintsOf(settings?.constraints ?? [], markdown?.constraints ?? []),
    ...backgroundOf(markdown, parameters, goal),
    prohibited: constitution.prohibited.map(({ text }) => text),
    criticalShare: parameters?.criticalShare ?? constitution.criticalShare ?? criticalBalanceDefaults,
    maxBackups: constitution.maxBackups?.value ?? 2,
  }
}

/** The Markdown's own words of the goal, where the parameters have others, and whatever else both say of the whole. */
function backgroundOf(
  markdown: ToldSpecText | null,
  parameters: ToldParameters | null,
  goal: string | null,
): Pick<Spec, 'told'> {
  const goals = (markdown?.goals ?? []).slice(0, 1).filter(({ text }) => goal !== null && !sameWords(text, goal))
  const lines = (parameters?.background ?? []).map(({ text }) => text).join('\n')
  const words = [...goals, ...(markdown?.background ?? [])].map(({ text }) => text.trim())
  const told = [...(lines === '' ? [] : [lines]), ...words].join('\n\n')
  return told === '' ? {} : { told }
}

function textsBy(told: ReadonlyMap<string, Text> = new Map()): Readonly<Record<string, string>> {
  return Object.fromEntries([...told].map(([name, { text }]) => [name, text]))
}

function said(text: Text | null): string | null {
  return text === null ? null : text.text.trim()
}

/** A value of the software stack and of what belongs to it: a placeholder that nobody has replaced defines nothing (seed 004 §1.1a). */
function decided(text: Text | null): string | null {
  const value = said(text)
  return value === null || isUndecided(value) ? null : value
}

function propagationOf(parameters: ToldParameters | null, constitution: ToldConstitution): ErrorPropagation {
  const told = parameters?.settings.propagation
  return {
    enabled: told?.enabled ?? constitution.propagationEnabled ?? propagationDefaults.enabled,
    readPriorSteps: told?.readPriorSteps ?? constitution.readPriorSteps ?? propagationDefaults.readPriorSteps,
    dependencyTracking: told?.dependencyTracking ?? propagationDefaults.dependencyTracking,
    strategy: told?.strategy?.value ?? constitution.strategy?.value ?? propagationDefaults.strategy,
    failureThreshold: told?.failureThreshold?.value ?? constitution.failureThreshold?.value ?? null,
  }
}

function captureOf(descriptor: string, told: Partial<KnowledgeCapture>): KnowledgeCapture {
  return {
    enabled: told.enabled ?? true,
    notepad: told.notepad ?? `notepad_${descriptor}.md`,
    frequency: told.frequency ?? 'per_task',
  }
}

function completionOf(
  markdown: ToldSpec | null,
  parameters: ToldParameters | null,
  constitution: ToldConstitution,
): Completion {
  const criteria = new Map<string, CompletionCriterion>()
  const told = [...(parameters?.criteria ?? []), ...(markdown?.criteria ?? []), ...constitution.criteria]
  for (const { text, under, isWords } of told) {
    // Under another heading the same words may be another check.
    const words = text.text.trim()
    // Names of files and commands differ by their letters.
    const key = [...under.map((it) => it.toLowerCase()), /[`./]/.test(words) ? words : words.toLowerCase()].join('\n')
    if (!criteria.has(key)) criteria.set(key, { text: text.text.trim(), under, ...(isWords ? { isWords } : {}) })
  }
  const settings = parameters?.settings
  return {
    isDefined: settings?.hasCompletion ?? false,
    criteria: [...criteria.values()],
    flags: { ...constitution.completionFlags, ...settings?.completionFlags },
    deliverable: said(settings?.deliverable ?? null),
    quality: (settings?.quality ?? []).map(({ text }) => text.trim()),
    verificationMethod: said(settings?.verificationMethod ?? null),
  }
}

/** Those of the parameters, with what the Markdown says of each, and those that only the Markdown names. */
function toolsOf(markdown: ToldSpec | null, parameters: ToldParameters | null): readonly WantedTool[] {
  const listed = parameters?.tools ?? []
  const names = new Set(listed.map(({ name }) => name.text.toLowerCase()))
  const inText = markdown?.tools ?? []
  const described = new Map(inText.map((it) => [it.name.text.toLowerCase(), it]))
  const more = inText.filter(({ name }) => !names.has(name.text.toLowerCase()))
  return [...listed, ...more].map((tool) => {
    const more = described.get(tool.name.text.toLowerCase())
    return {
      name: tool.name.text,
      need: tool.need,
      install: tool.install ?? more?.install ?? null,
      rationale: tool.rationale ?? more?.rationale ?? null,
      alternative: tool.alternative ?? more?.alternative ?? null,
    }
  })
}

function specletsOf({ speclets, tasks }: Merged, keys: readonly string[], isOneOfSeveral: boolean): readonly Speclet[] {
  const stages = stagesOf(speclets, { isOneOfSeveral })
  const within = new Map<string, string[]>()
  tasks.forEach(({ speclet }, at) => {
    const key = keys[at]
    if (speclet === null || key === undefined) return
    const before = within.get(speclet)
    if (before === undefined) within.set(speclet, [key])
    else before.push(key)
  })
  // Two of one id are told as such (MW510): they count as one.
  const first = new Map(speclets.toReversed().map((it) => [it.id, it]))
  return speclets
    .filter((it) => first.get(it.id) === it)
    .map(({ id, title, dependsOn, parallel, sides }) => {
      const told = toldBesides(sides, { main: [title], parts: [['Title', (it) => it.title]] }).join('\n\n')
      return {
        id,
        title: title?.text ?? id,
        dependsOn: dependsOn.map(({ text }) => text),
        tasks: within.get(id) ?? [],
        parallelAllowed: parallel?.value ?? false,
        stage: stages.get(id) ?? 0,
        ...(told === '' ? {} : { told }),
      }
    })
}

/** The mode that a step is done in: its own, its task's, that of the whole. */
export function modeOf(own: string | null, task: string | null, whole: Mode | null): Mode | null {
  const known = [own, task].map((it) => it?.trim().toLowerCase())
  return (
    known.find(
      (it): it is Mode => it === 'silent' || it === 'collaborative' || it === 'dynamic' || it === 'education',
    ) ?? whole
  )
}

/** What a parameters file says beside its tasks: a table each (seed 004 §1.1a, §1.11, §2.0a, §2.7, §3). */

import { listOf } from '../../../plan/chosen-pattern.ts'
import type { Text } from '../../../plan/draft.ts'
import type { Mode } from '../../../plan/policy.ts'
import { stackTechnologies } from '../../../plan/technologies.ts'
import { propagationStrategies, type PropagationStrategy } from '../../../plan/escalation.ts'
import type { Education } from '../../../plan/education.ts'
import type { Constraint, KnowledgeCapture } from '../../../plan/spec.ts'
import { holdsPlaceholder, isPlaceholder } from '../placeholder.ts'
import { quoted } from '../../../plan/one-line.ts'
import type { Told, ToldComponent, ToldTool } from '../told.ts'
import { readFlags } from './read-criteria.ts'
import { aboutSpec } from './read-goals.ts'
import {
  entriesOf,
  entryOf,
  extentOf,
  flagOf,
  isTable,
  numberOf,
  scalarText,
  tableOf,
  textOf,
  textsOf,
  wholeOf,
  wordOf,
  wordsOf,
  wrong,
  type Table,
} from './table.ts'

export const modes: readonly Mode[] = ['silent', 'collaborative', 'dynamic', 'education']

/** Texts of a table by the keys that are asked for; null for what is not there or blank. */
export type Texts<Key extends string> = Readonly<Record<Key, Text | null>>

const stackKeys = ['deployment_type', 'primary_language', 'framework', 'ui_library', 'packaging_method'] as const
const interfaceKeys = ['interface_type', 'target_users', 'skill_level'] as const
const deploymentKeys = ['target_platform', 'installation_type', 'startup_method'] as const

/** All of it, with places; null or empty for what the file does not say. */
export interface ToldSettings {
  readonly mode: Told<Mode> | null
  readonly escalationThreshold: Told<number> | null
  readonly confidenceThreshold: Told<number> | null
  readonly stack: (Texts<(typeof stackKeys)[number]> & { readonly technologies: readonly string[] }) | null
  readonly userInterface: (Texts<(typeof interfaceKeys)[number]> & { readonly required: Told<boolean> | null }) | null
  readonly deployment: Texts<(typeof deploymentKeys)[number]> | null
  /** Whether a table of completion criteria is there at all. */
  readonly hasCompletion: boolean
  readonly completionFlags: Readonly<Record<string, boolean>>
  readonly deliverable: Text | null
  readonly quality: readonly Text[]
  readonly verificationMethod: Text | null
  readonly propagation: {
    readonly enabled: boolean | null
    readonly readPriorSteps: boolean | null
    readonly dependencyTracking: boolean | null
    readonly strategy: Told<PropagationStrategy> | null
    readonly failureThreshold: Told<number> | null
  }
  readonly education: Partial<Education>
  readonly capture: Partial<KnowledgeCapture>
  readonly verification: {
    readonly checkOnStartup: boolean | null
    readonly haltIfRequiredMissing: boolean | null
    readonly warnIfRecommendedMissing: boolean | null
    readonly logAvailableTools: boolean | null
  }
  /** Fields of the pattern, by the seed's names, as far as they are there. */
  readonly pattern: Readonly<Record<string, string | readonly string[]>>
  readonly constraints: readonly Constraint[]
}

const most = { least: 0, most: 1000 } as const

export function readSettings(root: Table): ToldSettings {
  const at = (...names: readonly string[]): Table => tableOf(root, ...names) ?? emptyOf(root)
  const execution = at('execution')
  const escalation = tableOf(execution, 'dynamic_escalation') ?? emptyOf(root)
  const stack = tableOf(root, 'software_stack')
  const userInterface = tableOf(root, 'user_interface')
  const deployment = tableOf(root, 'deployment')
  const definition = at('definition_of_complete')
  const propagation = at('error_propagation')
  const education = at('education')
  const capture = at('knowledge_capture')
  const tools = at('mcp_tools')
  const verification = tableOf(tools, 'verification') ?? emptyOf(root)
  const pattern = at('pattern_metadata', 'pattern')
  const halts = flagOf(propagation, 'halt_on_critical')
  return {
    mode: wordOf(execution, modes, 'default_mode'),
    escalationThreshold:
      wholeOf(execution, most, 'escalation_threshold') ??
      wholeOf(escalation, most, 'trigger_consecutive_failures') ??
      wholeOf(propagation, most, 'escalation_threshold'),
    confidenceThreshold: numberOf(execution, 'confidence_threshold'),
    stack: stack === null ? null : { ...textsBy(stack, stackKeys), technologies: stackTechnologies(stack.value) },
    userInterface:
      userInterface === null
        ? null
        : { ...textsBy(userInterface, interfaceKeys), required: flagOf(userInterface, 'required') },
    deployment: deployment === null ? null : textsBy(deployment, deploymentKeys),
    hasCompletion: entryOf(root, ['completion_criteria', 'definition_of_complete']) !== null,
    completionFlags: readFlags(root),
    deliverable: textOf(definition, 'primary_deliverable'),
    quality: textsOf(definition, 'quality_standards'),
    verificationMethod: textOf(definition, 'verification_method'),
    propagation: {
      enabled: flagOf(propagation, 'enabled')?.value ?? null,
      readPriorSteps: flagOf(propagation, 'read_prior_steps')?.value ?? null,
      dependencyTracking: flagOf(propagation, 'dependency_tracking')?.value ?? null,
      strategy:
        wordOf(propagation, propagationStrategies, 'propagation_strategy', 'strategy') ??
        (halts?.value === true ? { value: 'halt_on_critical', span: halts.span } : null),
      failureThreshold: wholeOf(propagation, most, 'failure_threshold'),
    },
    education: without({
      approvalGates: textOf(education, 'approval_gates')?.text,
      rationaleRequired: flagOf(education, 'rationale_required')?.value,
      alternativesShown: flagOf(education, 'alternatives_shown')?.value,
      comparisonDepth: wordOf(education, ['brief', 'moderate', 'detailed'], 'comparison_depth')?.value,
      learningPace: wordOf(education, ['slow', 'moderate', 'fast'], 'learning_pace')?.value,
    }),
    capture: without({
      enabled: flagOf(capture, 'enabled')?.value,
      notepad: notepadOf(capture),
      frequency: wordOf(capture, ['per_step', 'per_task', 'end_only'], 'update_frequency')?.value,
    }),
    verification: {
      checkOnStartup: flagOf(verification, 'check_on_startup')?.value ?? null,
      haltIfRequiredMissing: flagOf(verification, 'halt_if_required_missing')?.value ?? null,
      warnIfRecommendedMissing: flagOf(verification, 'warn_if_recommended_missing')?.value ?? null,
      logAvailableTools: flagOf(verification, 'log_available_tools')?.value ?? null,
    },
    pattern: without({
      pattern_name: textOf(pattern, 'pattern_name', 'name')?.text,
      pattern_confidence: textOf(pattern, 'pattern_confidence', 'confidence')?.text,
      pattern_technologies: listed(textsOf(pattern, 'pattern_technologies', 'technologies')),
      pattern_reference: textOf(pattern, 'pattern_reference', 'reference')?.text,
      risk_assessment: textOf(pattern, 'risk_assessment', 'pattern_risk')?.text,
    }),
    constraints: [...constraintsIn(at('constraints'), ''), ...constraintsBeside(root)],
  }
}

/** Only a file that is called as a notepad is, beside the spec, is written to: any other is told (MW529). */
function notepadOf(capture: Table): string | undefined {
  const told = textOf(capture, 'notepad_path')
  if (told === null || isPlaceholder(told.text) || holdsPlaceholder(told.text)) return undefined
  const name = told.text.trim().replace(/^\.\//, '')
  if (/^notepad[^/\\[\]]*\.md$/i.test(name)) return name
  const message = `the notepad is not written to ${quoted(name)}`
  const help = 'it lies beside the spec, as notepad_NAME.md'
  capture.of.findings.add('MW529', 'warning', extentOf(told.span), message, help)
  return undefined
}

/** Stands for a table that is not there. */
function emptyOf({ of }: Table): Table {
  return { value: {}, path: [], of }
}

function textsBy<Key extends string>(table: Table, wanted: readonly Key[]): Texts<Key> {
  return Object.fromEntries(wanted.map((key) => [key, textOf(table, key)])) as Texts<Key>
}

/** Of one text what stands between its commas. */
function listed(texts: readonly Text[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : texts.flatMap(({ text }) => listOf(text))
}

/** Leaves out what is undefined. */
function without<Given extends object>(given: Given): { [Key in keyof Given]?: Exclude<Given[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>
  }
}

function constraintsIn(table: Table, above: string): readonly Constraint[] {
  return entriesOf(table).flatMap((entry): readonly Constraint[] => {
    const { value } = entry
    const name = `${above}${entry.name}`
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [{ name, value }]
    if (Array.isArray(value)) return [{ name, value: value.map(wordsOf) }]
    // A date is a value as well.
    const text = scalarText(value)
    if (text !== null) return [{ name, value: text }]
    const inner = tableOf(table, entry.name)
    return inner === null ? [] : constraintsIn(inner, `${name}.`)
  })
}

/** Tables beside `[constraints]` in which people write what has to hold for all of it, too: `[goal]`, `[project]`. */
function tablesBeside(root: Table): readonly Table[] {
  return entriesOf(root).flatMap(({ name, value, path }) =>
    (name === 'goal' || aboutSpec.has(name)) && isTable(value) ? [{ ...root, value, path }] : [],
  )
}

/** Whether a key is called as constraints are: `project_constraints`. */
export function isConstraints(name: string): boolean {
  return /^(?:[a-z]+_)?constraints?$/i.test(name)
}

/** Such ones, by the name of the table that they stand in: `goal.constraints`. */
function constraintsBeside(root: Table): readonly Constraint[] {
  return tablesBeside(root).flatMap((table) => {
    const own = Object.fromEntries(Object.entries(table.value).filter(([name]) => isConstraints(name)))
    return constraintsIn({ ...table, value: own }, `${table.path.map(String).join('.')}.`)
  })
}

/** `[mcp_tools]`: names of servers. */
export function readTools(root: Table): readonly ToldTool[] {
  const tools = tableOf(root, 'mcp_tools') ?? emptyOf(root)
  return (['required', 'recommended', 'optional'] as const).flatMap((need) =>
    textsOf(tools, need).map((name) => ({ name, need, install: null, rationale: null, alternative: null })),
  )
}

/** `[components]`: a name and what is said of it. */
export function readComponents(root: Table): readonly ToldComponent[] {
  const components = tableOf(root, 'components') ?? emptyOf(root)
  return entriesOf(components).flatMap((entry) => {
    const { name, key, value } = entry
    const said = Array.isArray(value) ? value.map(wordsOf).join(', ') : scalarText(value)
    if (said !== null) return [{ text: name, span: key, under: [], said }]
    wrong(components, entry, 'a text or a list of texts')
    return []
  })
}

/** What `[constraints]` and `[components]` say in words, wherever in them, and constraints beside these. */
export function readFreeWords(root: Table): readonly Text[] {
  const isOwn = (name: string): boolean => name === 'constraints' || name === 'components'
  return [...wordsBy(root, isOwn, false), ...tablesBeside(root).flatMap((table) => wordsBy(table, isConstraints, true))]
}

/** What the values of a table say whose names are asked for; `isAny` says whether others than tables are looked at, too. */
function wordsBy(table: Table, isAsked: (name: string) => boolean, isAny: boolean): readonly Text[] {
  const asked = Object.entries(table.value).filter(([name, value]) => isAsked(name) && (isAny || isTable(value)))
  return wordsIn({ ...table, value: Object.fromEntries(asked) })
}

function wordsIn(table: Table): readonly Text[] {
  return entriesOf(table).flatMap(({ name, value, path }): readonly Text[] => {
    if (isTable(value)) return wordsIn({ ...table, value, path })
    if (!Array.isArray(value)) return typeof value === 'string' ? textsOf(table, name) : []
    if (value.every((it) => typeof it === 'string')) return textsOf(table, name)
    return value.flatMap((it: unknown, at) =>
      isTable(it) ? wordsIn({ ...table, value: it, path: [...path, at] }) : [],
    )
  })
}

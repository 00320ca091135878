/** `project_constitution.toml`: what holds for all specs of a project where they say nothing themselves (FORMATS section 6). */

import type { Text } from '../../../plan/draft.ts'
import { propagationStrategies, type PropagationStrategy } from '../../../plan/escalation.ts'
import type { CriticalShare } from '../../../plan/spec.ts'
import type { Mode } from '../../../plan/policy.ts'
import type { Told, ToldCriterion } from '../told.ts'
import { readCriteria, readFlags } from './read-criteria.ts'
import { modes } from './read-settings.ts'
import { flagOf, numberOf, tableOf, textOf, textsOf, wholeOf, wordOf, wrong, entryOf, type Table } from './table.ts'

/** What it says, with places; null or empty where it says nothing. */
export interface ToldConstitution {
  readonly mode: Told<Mode> | null
  readonly escalationThreshold: Told<number> | null
  readonly confidenceThreshold: Told<number> | null
  readonly criticalShare: CriticalShare | null
  readonly propagationEnabled: boolean | null
  readonly readPriorSteps: boolean | null
  readonly strategy: Told<PropagationStrategy> | null
  readonly failureThreshold: Told<number> | null
  readonly maxBackups: Told<number> | null
  readonly retries: Told<number> | null
  /** Milliseconds; null for none. */
  readonly limits: { readonly run: number | null; readonly task: number | null; readonly step: number | null }
  readonly prohibited: readonly Text[]
  readonly research: boolean | null
  /** What has to hold at the end of every spec, as a parameters file says it. */
  readonly criteria: readonly ToldCriterion[]
  readonly completionFlags: Readonly<Record<string, boolean>>
}

export const saysNoConstitution: ToldConstitution = {
  mode: null,
  escalationThreshold: null,
  confidenceThreshold: null,
  criticalShare: null,
  propagationEnabled: null,
  readPriorSteps: null,
  strategy: null,
  failureThreshold: null,
  maxBackups: null,
  retries: null,
  limits: { run: null, task: null, step: null },
  prohibited: [],
  research: null,
  criteria: [],
  completionFlags: {},
}

const count = { least: 0, most: 1000 } as const
/** A year: more is a slip. */
const minutes = { least: 0, most: 525_600 } as const
const seconds = { least: 0, most: 31_536_000 } as const

export function readConstitution(root: Table): ToldConstitution {
  const at = (name: string): Table => tableOf(root, name) ?? { value: {}, path: [], of: root.of }
  const execution = at('execution')
  const errors = at('error_handling')
  // As a parameters file names it.
  const propagation = at('error_propagation')
  const resources = at('resources')
  const features = at('optional_features')
  const ms = (told: Told<number> | null, unit: number): number | null =>
    told === null || told.value === 0 ? null : told.value * unit
  return {
    mode: wordOf(execution, modes, 'default_mode'),
    escalationThreshold: wholeOf(execution, count, 'escalation_threshold'),
    confidenceThreshold: numberOf(execution, 'confidence_threshold'),
    criticalShare: shareOf(at('quality'), 'critical_percentage'),
    propagationEnabled: (flagOf(errors, 'propagation_enabled') ?? flagOf(propagation, 'enabled'))?.value ?? null,
    readPriorSteps: (flagOf(errors, 'read_prior_steps') ?? flagOf(propagation, 'read_prior_steps'))?.value ?? null,
    strategy:
      wordOf(errors, propagationStrategies, 'propagation_strategy') ??
      wordOf(propagation, propagationStrategies, 'propagation_strategy', 'strategy'),
    failureThreshold: wholeOf(errors, count, 'failure_threshold') ?? wholeOf(propagation, count, 'failure_threshold'),
    maxBackups: wholeOf(at('backups'), count, 'max_backups_per_step'),
    retries: wholeOf(at('retry'), { least: 0, most: 100 }, 'max_retries'),
    limits: {
      run: ms(wholeOf(resources, minutes, 'time_limit_minutes'), 60_000),
      task: ms(wholeOf(resources, minutes, 'task_timeout_minutes'), 60_000),
      step: ms(wholeOf(resources, seconds, 'step_timeout_seconds'), 1000),
    },
    prohibited: prohibitedIn(at('constraints'), 'prohibited_actions'),
    research: flagOf(features, 'research_enabled_default', 'research_enabled')?.value ?? null,
    criteria: readCriteria(root, false),
    completionFlags: readFlags(root),
  }
}

/** Words of actions that no agent takes; what is none forbids nothing that anybody could know. */
function prohibitedIn(table: Table, name: string): readonly Text[] {
  const entry = entryOf(table, [name])
  const values = entry === null ? [] : [entry.value].flat()
  if (entry === null || values.every((it) => typeof it === 'string')) return textsOf(table, name)
  wrong(table, entry, 'a list of texts', 'say in words what is forbidden')
  return []
}

/** `"40-60"`, in percent. */
export function shareOf(table: Table, name: string): CriticalShare | null {
  const text = textOf(table, name)
  if (text === null) return null
  const [, least = '', most = ''] = /^\s*(\d{1,3})\s*%?\s*[-–]\s*(\d{1,3})\s*%?\s*$/.exec(text.text) ?? []
  const share = { least: Number(least), most: Number(most) }
  if (least !== '' && share.least <= share.most && share.most <= 100) return share
  const entry = entryOf(table, [name])
  if (entry !== null) wrong(table, entry, 'a range of percentages such as "40-60"')
  return null
}

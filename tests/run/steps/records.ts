import { escalationDefaults, type EscalationSettings } from '../../../src/plan/escalation.ts'
import type { StepRecord, TriedMethod } from '../../../src/run/steps/record.ts'
import type { SwitchLog } from '../../../src/run/steps/mode-switch.ts'
import type { Handled, Watch } from '../../../src/run/steps/trigger.ts'

/** Of a change of the mode of which nothing more is told. */
export const nothingLogged: SwitchLog = { measurements: null, attempted_methods: [], consecutive_failure_count: 0 }

/** How a step went: what it was completed by, or that all its methods failed, or that it was skipped. */
export type Went = 'primary' | 'backup-1' | 'backup-2' | 'failed' | 'skipped'

export interface Given extends Partial<StepRecord> {
  /** Texts of the methods that the plan has, the primary one first. */
  readonly texts?: readonly string[]
  /** Retries of the first method that was tried. */
  readonly retries?: number
}

/** A step of the task that stands before its dot; its methods are `parse documentation` and as many backups as it needs. */
export function step(name: string, went: Went = 'primary', given: Given = {}): StepRecord {
  const { texts, retries = 0, ...more } = given
  const taskId = name.slice(0, name.indexOf('.'))
  const needed = went === 'backup-2' ? 3 : went === 'backup-1' ? 2 : 1
  const methods = (texts ?? ['parse documentation', 'inspect source code', 'ask the author'].slice(0, needed)).map(
    (text, at) => ({ id: idOf(at), text, argv: [] }),
  )
  return {
    task: `task-${taskId}`,
    taskId,
    step: name,
    title: `Step ${name}`,
    status: went === 'failed' || went === 'skipped' ? went : 'completed',
    critical: false,
    methods,
    tried: triedOf(
      methods.map(({ id }) => id),
      went,
      retries,
    ),
    expectedOutputMatch: null,
    constraints: {},
    mode: 'dynamic',
    endedAt: 0,
    ...more,
  }
}

const idOf = (at: number): string => (at === 0 ? 'primary' : `backup-${at}`)

function triedOf(ids: readonly string[], went: Went, retries: number): readonly TriedMethod[] {
  if (went === 'skipped') return []
  const until = went === 'failed' ? ids.length : ids.indexOf(went) + 1
  return ids.slice(0, until).map((method, at) => ({
    method,
    outcome: method === went ? 'success' : 'failure',
    attempts: 1 + (at === 0 ? retries : 0),
    trigger: at === 0 ? null : `${at === 1 ? 'primary' : `backup_${at - 1}`}_failure`,
    at: 0,
  }))
}

export function watch(task = '1', settings: Partial<EscalationSettings> = {}, handled: Handled = {}): Watch {
  return { task: `task-${task}`, settings: { ...escalationDefaults, ...settings }, handled }
}

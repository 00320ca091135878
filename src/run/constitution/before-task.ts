/** The constitutional checks before each task (seed 004 §2.0). */

import type { CriticalBalance } from '../../plan/critical-balance.ts'
import type { PropagationSettings } from '../../plan/escalation.ts'
import type { PlannedTask } from '../steps/planned-task.ts'
import type { PropagationDecision } from '../steps/propagation.ts'
import { ratio } from '../steps/ratio.ts'
import { standing, type StepRecord } from '../steps/record.ts'
import { incomplete, type LoggedEntry } from './logged-entry.ts'
import { taskNumber, type Found } from './violation.ts'

export interface BeforeTask {
  readonly task: PlannedTask
  /** Keys of the tasks that end right before it: the last one, or where there are SPECLets the last ones of those that it waits for. */
  readonly previous: readonly string[]
  readonly records: readonly StepRecord[]
  /** What was decided before its first step; null where nothing was. */
  readonly decision: PropagationDecision | null
  /** The entry of the step that ended last; null where none has ended. */
  readonly lastEntry: LoggedEntry | null
  readonly propagation: PropagationSettings
  readonly balance: CriticalBalance
}

export interface TaskCheck {
  /** As the progress file holds it. */
  readonly constitutional_checks: {
    readonly task_id: number | string
    readonly critical_balance: {
      readonly critical_count: number
      readonly total_count: number
      readonly ratio: number
      /** Whether nothing is warned of. */
      readonly compliant: boolean
    }
  }
  readonly violations: readonly Found[]
  /** Of the four articles, those that there was anything to look at for. */
  readonly checks_performed: number
}

/** Looks at articles IV, VI, VIII and X; VIII is not looked at before the first task, X not before a step has ended. */
export function checkTask(given: BeforeTask): TaskCheck {
  const { task, lastEntry } = given
  const finals = finalSteps(given)
  const found = [
    ...propagationIsOn(given.propagation),
    ...balanceOf(task, given.balance),
    ...(finals.length > 0 ? priorRead(given, finals) : []),
    ...(lastEntry === null ? [] : [incomplete(lastEntry) ?? []].flat()),
  ]
  const critical = task.steps.filter((it) => it.critical).length
  return {
    constitutional_checks: {
      task_id: taskNumber(task.taskId),
      critical_balance: {
        critical_count: critical,
        total_count: task.steps.length,
        ratio: ratio(critical, task.steps.length),
        compliant: !found.some((it) => it.article === 'VI'),
      },
    },
    violations: found.map((it) => ({ task_id: taskNumber(task.taskId), ...it })),
    checks_performed: 2 + (finals.length > 0 ? 1 : 0) + (lastEntry === null ? 0 : 1),
  }
}

/** Article IV: logged as VIII, as the seed says. */
function propagationIsOn({ enabled, readPriorSteps, dependencyTracking }: PropagationSettings): readonly Found[] {
  const keys = [
    { key: 'error_propagation.enabled', isOn: enabled, section: '8.1' },
    { key: 'error_propagation.read_prior_steps', isOn: readPriorSteps, section: '8.1' },
    { key: 'error_propagation.dependency_tracking', isOn: dependencyTracking, section: '8.3' },
  ]
  return keys
    .filter(({ isOn }) => !isOn)
    .map(({ key, section }) => ({
      article: 'VIII',
      section,
      description: `${key} is false: steps do not learn of failures before them`,
      severity: 'critical',
      corrective_action: `Escalate to collaborative mode; set ${key} = true`,
    }))
}

/** Article VI. Of a task with one step the seed excuses that it is not critical, and nothing else. */
function balanceOf({ taskId, steps }: PlannedTask, { under, over }: CriticalBalance): readonly Found[] {
  const critical = steps.filter((it) => it.critical).length
  const isOver = steps.length > 0 && critical > 0 && critical * 100 >= over * steps.length
  const isUnder = steps.length > 1 && critical * 100 <= under * steps.length
  if (!isOver && !isUnder) return []
  const percent = Math.round((critical / steps.length) * 100)
  return [
    {
      article: 'VI',
      section: '6.3',
      description: `Task ${taskId} has ${percent}% critical steps (${isOver ? 'over' : 'under'}-criticality)`,
      severity: 'warning',
      corrective_action: 'Continue with warning logged',
    },
  ]
}

/** The last step that has ended of each task right before. */
function finalSteps({ previous, records }: BeforeTask): readonly string[] {
  return previous.flatMap((key) => records.findLast((it) => it.task === key)?.step ?? [])
}

/** Article VIII: what tasks before left was read, the critical failures among it too. */
function priorRead({ task, records, decision }: BeforeTask, finals: readonly string[]): readonly Found[] {
  const read = new Set(decision?.prior_step_dependencies)
  const before = new Set(task.before)
  const failed = standing(records).filter((it) => before.has(it.task) && it.critical && it.status === 'failed')
  const unread = [...new Set([...finals, ...failed.map((it) => it.step)])].filter((it) => !read.has(it))
  return unread.map((step) => ({
    article: 'VIII',
    section: '8.1',
    description: `Outcome of step ${step} was not read before task ${task.taskId}`,
    step_id: step,
    severity: 'critical',
    corrective_action: `Halt; read the outcome of step ${step} before task ${task.taskId} begins`,
  }))
}

/** What was found against the articles that every spec is held to, in the form of the seed (seed 004 §2.0, §6.2). */

/**
 * VI critical flags, VII backups as other ways, VIII error propagation, IX escalation of modes, X logging. What the seed checks as
 * article IV, that error propagation is on, it logs as article VIII.
 */
export type Article = 'VI' | 'VII' | 'VIII' | 'IX' | 'X'

/** `critical` halts the task and turns to people; `warning` is logged and looked at after the run. */
export type ViolationSeverity = 'critical' | 'warning'

export interface Violation {
  readonly article: Article
  /** `6.3`. */
  readonly section: string
  readonly description: string
  /** A number where the id is one, as in the seed; absent of what is about the whole run. */
  readonly task_id?: number | string
  readonly step_id?: string
  readonly severity: ViolationSeverity
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly corrective_action: string
}

/** `constitutional_compliance` of the progress file. */
export interface Compliance {
  readonly violations_detected: readonly Violation[]
  readonly checks_performed: number
  readonly violations_critical: number
  readonly violations_warning: number
}

/** What a check finds; it does not know the time, and not always the task. */
export type Found = Omit<Violation, 'timestamp'>

/** A finding of a check as it is logged. @param timestamp ISO 8601, UTC */
export function violationOf(found: Found, timestamp: string): Violation {
  const { article, section, description, task_id, step_id, severity, corrective_action } = found
  return {
    article,
    section,
    description,
    ...(task_id === undefined ? {} : { task_id }),
    ...(step_id === undefined ? {} : { step_id }),
    severity,
    timestamp,
    corrective_action,
  }
}

/** Counts what checks have found, in their order; what two of them found alike is one. */
export function compliance(
  checks: readonly { readonly violations: readonly Violation[]; readonly checks_performed: number }[],
): Compliance {
  const violations = distinct(checks.flatMap((it) => it.violations))
  const of = (severity: ViolationSeverity): number => violations.filter((it) => it.severity === severity).length
  return {
    violations_detected: violations,
    checks_performed: checks.reduce((sum, it) => sum + it.checks_performed, 0),
    violations_critical: of('critical'),
    violations_warning: of('warning'),
  }
}

/** Of violations that say the same of the same step, or where they name none of the same task, the first. */
export function distinct(violations: readonly Violation[]): readonly Violation[] {
  const first = new Map<string, Violation>()
  for (const it of violations) {
    const key = JSON.stringify([it.article, it.section, it.step_id ?? it.task_id, it.description])
    if (!first.has(key)) first.set(key, it)
  }
  return [...first.values()]
}

/** An id as the seed logs it in violations, checks and lists of tasks: a number where it is a whole one; elsewhere it is a text. */
export function taskNumber(taskId: string): number | string {
  return /^(?:0|[1-9]\d{0,8})$/.test(taskId) ? Number(taskId) : taskId
}

/** By what a person lets a run go on in spite of a violation: its article and section, for all tasks to come. */
export function ruleOf({ article, section }: Pick<Found, 'article' | 'section'>): string {
  return `${article} ${section}`
}

/** A checked plan as the document that `check --format json` prints (DESIGN, 'The command line'). */

import { diagnosticsJson, type JsonDiagnostic, type Summary } from '../../reports/diagnostics/index.ts'
import { preflightOf, type Preflight } from '../../reports/spec/preflight.ts'
import { planJson, type PlanJson } from '../../reports/graph/json.ts'
import type { ProgressClaims } from '../../plan/progress-claims.ts'
import { planAsRead, type Opening } from './open-plan.ts'
import { placesOf } from './place-of-task.ts'

export interface CheckJson {
  /** Null where the format was not recognised, or nothing could be read. */
  readonly dialect: string | null
  /** With errors among the findings what was read all the same; null where nothing was. */
  readonly plan: PlanJson | null
  readonly diagnostics: readonly JsonDiagnostic[]
  readonly summary: Summary
  /** Of a spec: what is known of it before it is run, in its own terms. */
  readonly preflight?: Preflight
  /** What a progress file of another tool says of it; absent where there is none. */
  readonly claims?: ProgressClaims
}

/** Puts findings and plan into plain data; paths are relative to the plan's root. */
export function checkJson(opening: Opening): CheckJson {
  const { diagnostics, summary } = diagnosticsJson(opening.diagnostics, opening.texts)
  const dialect = opening.is === 'opened' ? opening.dialect : opening.reading?.dialect
  const read = opening.is === 'opened' ? opening : planAsRead(opening)
  const plan = read === null ? null : planJson(read.plan, placesOf(read.draft))
  const preflight = preflightIn(opening)
  return {
    dialect: dialect?.name ?? null,
    plan,
    diagnostics,
    summary,
    ...(preflight === null ? {} : { preflight }),
    ...claimsIn(opening),
  }
}

/** What a progress file of another tool says of a plan, as a member of a document; none where there is no such file. */
export function claimsIn(opening: Opening): { readonly claims?: ProgressClaims } {
  const claims = (opening.is === 'opened' ? opening : opening.reading)?.claims ?? null
  return claims === null ? {} : { claims }
}

/** The pre-flight report of a spec; null for other plans, and where nothing of it could be read. */
export function preflightIn(opening: Opening): Preflight | null {
  const reading = opening.is === 'opened' ? opening : opening.reading
  if (reading?.draft.spec === undefined) return null
  const { spec, tasks } = reading.draft
  const threshold = opening.is === 'opened' ? opening.settings.patterns.threshold : null
  return preflightOf({ spec, tasks, diagnostics: opening.diagnostics, threshold })
}

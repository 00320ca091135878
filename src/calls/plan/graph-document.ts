/** A plan and its graph as the document that `graph --format json` prints (DESIGN, 'The command line'). */

import { graphOf } from '../../plan/graph.ts'
import { diagnosticsJson, type JsonDiagnostic } from '../../reports/diagnostics/index.ts'
import { graphJson, type GraphJson } from '../../reports/graph/json.ts'
import { planAsRead, type Opening } from './open-plan.ts'
import { placesOf } from './place-of-task.ts'

export interface GraphDocument extends GraphJson {
  /** Only of a plan with errors: what is wrong with it. */
  readonly diagnostics?: readonly JsonDiagnostic[]
}

/** Puts a plan's graph into plain data; of a plan with errors what was read of it. @returns null where nothing was read */
export function graphDocument(opening: Opening): GraphDocument | null {
  const read = opening.is === 'opened' ? opening : planAsRead(opening)
  if (read === null) return null
  const document = graphJson(read.plan, graphOf(read.plan), placesOf(read.draft))
  if (opening.is === 'opened') return document
  return { ...document, diagnostics: diagnosticsJson(opening.diagnostics, opening.texts).diagnostics }
}

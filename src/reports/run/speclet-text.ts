/** What is told of a failure within a SPECLet and of the end of a stage; shown as it is, so that whoever prints it makes it safe. */

import type { SpecletFailure } from '../../run/speclets/scenario.ts'
import type { StageValidation } from '../../run/speclets/validate-stage.ts'

/** `SPECLet gauge failed at step 1.1 (scenario A); blocked: model; independent: print`. */
export function failureText({ scenario, speclet, step, blocked, independent }: SpecletFailure): string {
  if (scenario === 'C')
    return `SPECLet ${speclet}: step ${step} failed and is not critical (scenario C); all SPECLets go on`
  return [
    `SPECLet ${speclet} failed at step ${step} (scenario ${scenario})`,
    blocked.length === 0 ? 'no other one waits for it' : `blocked: ${blocked.join(', ')}`,
    ...(independent.length === 0 ? [] : [`independent: ${independent.join(', ')}`]),
  ].join('; ')
}

/** Whether a stage has ended as it should. */
export function isSound({
  all_terminal: areTerminal,
  in_progress: atWork,
  graph_valid: isValid,
}: StageValidation): boolean {
  return areTerminal && atWork.length === 0 && isValid
}

/** `stage 2 ended: model completed in part, print blocked; left without an end: print; 67% of the stages`. */
export function stageText(validation: StageValidation): string {
  const {
    stage,
    speclets,
    completed_in_part: partial = [],
    all_terminal,
    graph_problems,
    progress_percentage,
  } = validation
  const rows = Object.entries(speclets)
  const left = rows.filter(([, status]) => status === 'blocked' || status === 'in_progress' || status === 'not_started')
  return [
    `stage ${stage} ended: ${rows.map(([id, status]) => `${id} ${status}${partial.includes(id) ? ' in part' : ''}`).join(', ')}`,
    ...(all_terminal ? [] : [`left without an end: ${left.map(([id]) => id).join(', ')}`]),
    ...graph_problems,
    `${progress_percentage}% of the stages`,
  ].join('; ')
}

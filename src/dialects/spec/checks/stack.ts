/** MW514 and MW521: a goal to build something says what with, and when it is complete (seed 004 §1.1a). */

import { fewestCriteria, hasEnoughCriteria, isSurelySoftware, missingFields } from '../../../plan/software-stack.ts'
import { finding, type Check } from './checked.ts'

export const stack: Check = ({ markdown, parameters, spec }) => {
  if (!spec.isBuild) return []
  const goal = (parameters?.goals[0] ?? markdown?.goals[0])?.span ?? null
  const missing = missingFields(spec)
  const found = []
  if (missing.length > 0) {
    const isSure = isSurelySoftware(spec)
    const message = `${isSure ? 'Critical: Software stack undefined' : 'Where software is to be built: software stack undefined'}. Cannot determine what to build: ${missing.join(', ')}`
    const help = `Review spec_${spec.descriptor}.md Software Stack section and parameters_${spec.descriptor}.toml [software_stack] section`
    found.push(finding('MW514', isSure ? 'error' : 'warning', goal, message, help))
  }
  if (!hasEnoughCriteria(spec)) {
    const message = `fewer than ${fewestCriteria} completion criteria`
    found.push(
      finding(
        'MW521',
        'warning',
        goal,
        message,
        'list what has to hold at the end in completion_criteria.acceptance_criteria',
      ),
    )
  }
  return found
}

/** MW517 and MW522: shares and numbers that the seed calls usual; real plans are often otherwise (seed 004 §1.5, article VI). */

import type { Diagnostic } from '../../../plan/diagnostic.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import { counted, finding, isOneOfSeveral, placeOf, stepName, type Check } from './checked.ts'

const usual = { fewestTasks: 2, mostTasks: 20, mostSteps: 5 } as const

/** Tasks of a plan, steps of a task, backups of a step. */
export const sizes: Check = (of) => {
  const { tasks } = of.merged
  const { maxBackups } = of.spec
  const found: Diagnostic[] = []
  const [first] = tasks
  const isFew = tasks.length < usual.fewestTasks && !isOneOfSeveral(of)
  if (first !== undefined && (isFew || tasks.length > usual.mostTasks)) {
    const message = `${counted(tasks.length, 'task')}; ${usual.fewestTasks} to ${usual.mostTasks} are usual`
    const help = tasks.length === 1 ? 'divide it' : 'divide the plan, or group its tasks in SPECLets'
    found.push(finding('MW522', 'warning', placeOf(first.sides), message, help))
  }
  for (const task of tasks) {
    if (task.steps.length > usual.mostSteps) {
      const message = `task ${safeLine(task.id)} has ${counted(task.steps.length, 'step')}; up to ${usual.mostSteps} are usual`
      found.push(finding('MW522', 'warning', placeOf(task.sides), message, 'divide the task'))
    }
    for (const step of task.steps)
      if (step.backups.length > maxBackups) {
        const message = `step ${stepName(task, step)} has ${counted(step.backups.length, 'backup')}; up to ${maxBackups} are usual`
        found.push(finding('MW522', 'warning', placeOf(step.sides), message, 'keep the best of them'))
      }
  }
  return found
}

/** The share of critical steps, in a task and in all of them. */
export const criticalShare: Check = ({ merged: { tasks }, spec }) => {
  const { least, most } = spec.criticalShare
  const found: Diagnostic[] = []
  const all = { critical: 0, steps: 0 }
  for (const task of tasks) {
    const critical = task.steps.filter((step) => (step.critical ?? task.critical)?.value === true).length
    all.critical += critical
    all.steps += task.steps.length
    // A single step is one or the other.
    if (task.steps.length < 2 || (critical > 0 && critical < task.steps.length)) continue
    const message = `${critical === 0 ? 'no step' : 'every step'} of task ${safeLine(task.id)} is critical`
    const help =
      critical === 0
        ? 'mark those without which the goal is not reached'
        : 'mark only those without which the goal is not reached'
    found.push(finding('MW517', 'warning', placeOf(task.sides), message, help))
  }
  const [first] = tasks
  const share = all.steps === 0 ? 0 : Math.round((100 * all.critical) / all.steps)
  if (first !== undefined && all.steps > 1 && (share < least || share > most)) {
    const message = `${share} % of all steps are critical (${all.critical} of ${all.steps}); ${least} to ${most} % are usual`
    const help = 'quality.critical_percentage of project_constitution.toml says what is usual here'
    found.push(finding('MW517', 'warning', placeOf(first.sides), message, help))
  }
  return found
}

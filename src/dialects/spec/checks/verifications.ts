/** MW525, as a hint: words that are nothing but a command are not run. */

import { finding, stepName, type Check } from './checked.ts'

/** All of a text is one command in back-ticks. */
const onlyCommand = /^`[^`\n]{1,500}`$/

export const verifications: Check = ({ merged }) =>
  merged.tasks.flatMap((task) =>
    task.steps.flatMap((step) => {
      const words = step.verification
      if (words === null || step.verifications.length > 0 || !onlyCommand.test(words.text.trim())) return []
      const message = `the verification of step ${stepName(task, step)} is words for the agent: the command is not run`
      const help = 'to have it run, write verification = { command = "…" } into the step of the parameters'
      return [finding('MW525', 'info', words.span, message, help)]
    }),
  )

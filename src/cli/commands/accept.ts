/** `millwright accept`. */

import { taskVerb } from '../task-verb.ts'

export const command = taskVerb('accept')

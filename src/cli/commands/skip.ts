/** `millwright skip`. */

import { taskVerb } from '../task-verb.ts'

export const command = taskVerb('skip')

/** `millwright defer`. */

import { taskVerb } from '../task-verb.ts'

export const command = taskVerb('defer')

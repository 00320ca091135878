/** `millwright unblock`. */

import { taskVerb } from '../task-verb.ts'

export const command = taskVerb('unblock')

/** `millwright run`. */

import type { Command } from '../output.ts'
import { runPlan } from '../run-plan.ts'

export const command: Command = ([plan = '.'], options, io) => runPlan(plan, options, io)

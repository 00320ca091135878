/** The shape of `[policy.escalation]`; loaded with the rest of the schema, only when a file is read. */

import { z } from 'zod'
import { escalationNumbers } from './escalation-numbers.ts'

const times = (what: string) => z.int().min(1).max(100).optional().describe(what)

const window = (what: string) => z.int().min(1).max(100).optional().describe(what)

const percent = (what: string, most = 100) => z.int().min(1).max(most).optional().describe(what)

/** No number turns a trigger off: each is at least 1, and each can be reached. */
export const escalation = z
  .strictObject({
    consecutive_failures: times('Steps of a task in a row that failed; what a spec says itself counts first.'),
    task_failures: times('Steps of one task that failed, in a row or not; what a spec says itself counts first.'),
    same_backup: times('Steps that the same backup has completed, of the last `same_backup_window`.'),
    same_backup_window: window('How many of the last steps are looked at for the same backup.'),
    backup_percent: percent('Share of the last `backup_window` steps that needed a backup.'),
    backup_window: window('How many of the last steps are looked at for backups.'),
    exhausted: times('Steps in a row that used up all their backups.'),
    mismatch_percent: percent('Share of the last `mismatch_window` steps whose output was not the expected one.'),
    mismatch_window: window('How many of the last steps are looked at for their outputs.'),
    retry_increase_percent: percent(
      'How many percent more retries in the last `retry_window` steps than in as many before them; at most 1000.',
      1000,
    ),
    retry_window: window('How many of the last steps are compared with as many before them.'),
    violation_percent: percent('Share of the last `violation_window` steps that broke a constraint.'),
    violation_window: window('How many of the last steps are looked at for constraints.'),
  })
  .superRefine((it, context) => {
    const { same_backup: most, same_backup_window: within } = { ...escalationNumbers, ...it }
    if (most === undefined || within === undefined || most <= within) return
    context.addIssue({
      code: 'custom',
      path: [it.same_backup === undefined ? 'same_backup_window' : 'same_backup'],
      message: `asks for ${most} of the last ${within} steps; same_backup may be at most same_backup_window`,
    })
  })
  .describe('From when on a dynamic run of a spec turns to people, in steps and percent.')

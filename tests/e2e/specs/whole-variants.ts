/** Where the spec of the fair fails, what people answer, and the log that comes of it. */

import type { Mode } from '../../../src/plan/policy.ts'
import type { Failing, Settings } from './whole-project.ts'
import type { Answers } from './whole-run.ts'

export interface Variant {
  readonly name: string
  readonly mode: Mode
  readonly settings: Settings
  readonly failing: Failing
  readonly answers: Answers
  /** `linesOf` its events, `endOf` its progress file, and the exit code. */
  readonly log: string
}

const everything = { primary: 'ends', neighbour: 'ends', program: 'ends' } as const
const nothing = { primary: 'leaves nothing', neighbour: 'leaves nothing' } as const
const light = { primary: 'is too light', neighbour: 'is too light' } as const
const primary = { primary: 'ends' } as const

/** Together they lead to everything that can come of a failure; the test says what that is. */
export const variants: readonly Variant[] = [
  {
    name: 'scenario C: what is not critical fails, and backups of all kinds do the rest',
    mode: 'silent',
    settings: { strategy: 'continue_and_log' },
    failing: {
      '1.2': primary,
      '2.1': { primary: 'ends', neighbour: 'ends' },
      '2.3': primary,
      '3.1': primary,
      '4.1': primary,
      '5.1': primary,
      '6.2': everything,
    },
    answers: {},
    log: `
1.1 continue, primary done
1.2 continue, primary failed, backup-1 done
1.3 continue, primary done
2.1 continue, primary failed, backup-1 failed, backup-2 done
2.2 continue, primary done
2.3 continue, primary skipped (not-critical)
3.1 continue, primary failed, backup-1 done
3.2 continue, primary done
4.1 continue, primary failed, backup-1 done
4.2 continue, primary done
4.3 continue, primary done
5.1 continue, primary failed, backup-1 done
5.2 continue, primary done
6.1 continue, primary done
6.2 continue, primary failed, backup-1 skipped (not-critical)
6.3 continue, primary done
7.1 continue, primary done
7.2 continue, primary done
8.1 continue, primary done
8.2 continue, primary done
task 1 completed: completed primary, completed backup_1, completed primary
task 2 completed: completed backup_2, completed primary, failed primary
task 3 completed: completed backup_1, completed primary
task 4 completed: completed backup_1, completed primary, completed primary
task 5 completed: completed backup_1, completed primary
task 6 completed: completed primary, failed backup_1, completed primary
task 7 completed: completed primary, completed primary
task 8 completed: completed primary, completed primary
hives completed in part, wax completed, fair completed in part
run completed, goal ACHIEVED
exit code 0
`,
  },
  {
    name: 'scenario B, for good: a SPECLet that others need fails beside one; they are blocked, and that one goes on',
    mode: 'silent',
    settings: { strategy: 'halt_on_critical' },
    failing: { '2.1': everything },
    answers: { 'exhausted 2.1': 'block', 'escalation 3.1': 'block' },
    log: `
1.1 continue, primary done
1.2 continue, primary done
1.3 continue, primary done
4.1 continue, primary done
4.2 continue, primary done
4.3 continue, primary done
5.1 continue, primary done
5.2 continue, primary done
2.1 continue, primary failed, backup-1 failed, R1 exhausted?
R1: block
2.1 backup-2 blocked (answered)
3.1 halt, R2 escalation?
R2: block
3.1 primary blocked (answered)
task 1 completed: completed primary, completed primary, completed primary
task 2 failed: failed backup_2, not_started -, not_started -
task 3 blocked: skipped -, not_started -
task 4 completed: completed primary, completed primary, completed primary
task 5 completed: completed primary, completed primary
task 6 blocked: not_started -, not_started -, not_started -
task 7 blocked: not_started -, not_started -
task 8 blocked: not_started -, not_started -
hives failed, wax completed, fair blocked
run partially_completed, goal NOT_ACHIEVED
\`fair/8.1.txt\` exists: fair/8.1.txt is not there
\`node tools/weigh.mjs fair/3.1.txt\` passes: node tools/weigh.mjs fair/3.1.txt ended with exit code 1
Critical step 2.1 "Turn the drum" has failed
Critical step 3.1 "Pour the honey" is blocked
Critical step 6.1 "Carry the table" was not worked on
Critical step 7.2 "Write the prices" was not worked on
Critical step 8.1 "Ring the bell" was not worked on
exit code 1
`,
  },
  {
    name: 'scenario A: a SPECLet that others need fails alone; a person says how, and nothing is blocked',
    mode: 'silent',
    settings: { strategy: 'halt_on_critical', parallel: false },
    failing: { '1.1': everything },
    answers: { 'exhausted 1.1': 'revise' },
    log: `
1.1 continue, primary failed, R1 exhausted?
R1: revise
1.1 backup-1 done
1.2 continue, primary done
1.3 continue, primary done
2.1 continue, primary done
2.2 continue, primary done
2.3 continue, primary done
3.1 continue, primary done
3.2 continue, primary done
4.1 continue, primary done
4.2 continue, primary done
4.3 continue, primary done
5.1 continue, primary done
5.2 continue, primary done
6.1 continue, primary done
6.2 continue, primary done
6.3 continue, primary done
7.1 continue, primary done
7.2 continue, primary done
8.1 continue, primary done
8.2 continue, primary done
task 1 completed: completed backup_1 +1, completed primary, completed primary
task 2 completed: completed primary, completed primary, completed primary
task 3 completed: completed primary, completed primary
task 4 completed: completed primary, completed primary, completed primary
task 5 completed: completed primary, completed primary
task 6 completed: completed primary, completed primary, completed primary
task 7 completed: completed primary, completed primary
task 8 completed: completed primary, completed primary
hives completed, wax completed, fair completed
run completed, goal ACHIEVED
exit code 0
`,
  },
  {
    name: 'scenario B: an independent SPECLet fails; only it is blocked',
    mode: 'silent',
    settings: { strategy: 'collaborative_review' },
    failing: { '4.1': everything },
    answers: { 'exhausted 4.1': 'block', 'escalation 5.1': 'block' },
    log: `
1.1 continue, primary done
1.2 continue, primary done
1.3 continue, primary done
2.1 continue, primary done
2.2 continue, primary done
2.3 continue, primary done
3.1 continue, primary done
3.2 continue, primary done
4.1 continue, primary failed, R1 exhausted?
R1: block
4.1 backup-1 blocked (answered)
5.1 escalate, R2 escalation?
R2: block
5.1 primary blocked (answered)
6.1 continue, primary done
6.2 continue, primary done
6.3 continue, primary done
7.1 continue, primary done
7.2 continue, primary done
8.1 continue, primary done
8.2 continue, primary done
task 1 completed: completed primary, completed primary, completed primary
task 2 completed: completed primary, completed primary, completed primary
task 3 completed: completed primary, completed primary
task 4 failed: failed backup_1, not_started -, not_started -
task 5 blocked: skipped -, not_started -
task 6 completed: completed primary, completed primary, completed primary
task 7 completed: completed primary, completed primary
task 8 completed: completed primary, completed primary
hives completed, wax failed, fair completed
run partially_completed, goal PARTIAL
\`fair/5.2.txt\` exists: fair/5.2.txt is not there
Critical step 4.1 "Heat the pot" has failed
Critical step 5.1 "Set the wicks" is blocked
exit code 1
`,
  },
  {
    name: 'outputs that break a constraint, backups that do the work, and failures of one task turn to people',
    mode: 'dynamic',
    settings: {
      strategy: 'collaborative_review',
      parallel: false,
      weighs: true,
      escalationThreshold: 2,
      failureThreshold: 2,
    },
    failing: {
      '1.3': light,
      '2.3': light,
      '4.1': primary,
      '4.2': primary,
      '5.2': primary,
      '6.2': everything,
      '6.3': everything,
    },
    answers: { escalation: 'dynamic' },
    log: `
1.1 continue, primary done
1.2 continue, primary done
1.3 continue, primary skipped (not-critical)
2.1 continue, primary done
2.2 continue, primary done
2.3 continue, primary skipped (not-critical)
dynamic -> collaborative: constraint_violations
3.1 continue, R1 escalation?
R1: dynamic
-> dynamic: a person
3.1 primary done
3.2 continue, primary done
4.1 continue, primary failed, backup-1 done
4.2 continue, primary failed, backup-1 done
4.3 continue, primary done
5.1 continue, primary done
5.2 continue, primary failed, backup-1 done
dynamic -> collaborative: same_backup_succeeds, backup_rate
6.1 continue, R2 escalation?
R2: dynamic
-> dynamic: a person
6.1 primary done
6.2 continue, primary failed, backup-1 skipped (not-critical)
6.3 continue, primary failed, backup-1 skipped (not-critical)
dynamic -> collaborative: consecutive_failures, failure_threshold
7.1 continue, R3 escalation?
R3: dynamic
-> dynamic: a person
7.1 primary done
7.2 continue, primary done
8.1 continue, primary done
8.2 continue, primary done
task 1 completed: completed primary, completed primary, failed primary
task 2 completed: completed primary, completed primary, failed primary
task 3 completed: completed primary, completed primary
task 4 completed: completed backup_1, completed backup_1, completed primary
task 5 completed: completed primary, completed backup_1
task 6 completed: completed primary, failed backup_1, failed backup_1
task 7 completed: completed primary, completed primary
task 8 completed: completed primary, completed primary
hives completed in part, wax completed, fair completed in part
run completed, goal ACHIEVED
exit code 0
`,
  },
  {
    name: 'retries and outputs that get worse, backups that are used up, and a critical failure turn to people',
    mode: 'dynamic',
    settings: { strategy: 'continue_and_log', parallel: false, retries: 1 },
    failing: {
      '4.2': nothing,
      '4.3': nothing,
      '5.2': nothing,
      '6.2': nothing,
      '6.3': everything,
      '7.1': everything,
      '7.2': everything,
    },
    answers: { escalation: 'dynamic', 'exhausted 7.2': 'skip', draft: 'approve' },
    log: `
1.1 continue, primary done
1.2 continue, primary done
1.3 continue, primary done
2.1 continue, primary done
2.2 continue, primary done
2.3 continue, primary done
3.1 continue, primary done
3.2 continue, primary done
4.1 continue, primary done
4.2 continue, primary once more, primary failed, backup-1 once more, backup-1 skipped (not-critical)
dynamic -> collaborative: retry_increase
4.3 continue, R1 escalation?
R1: dynamic
-> dynamic: a person
4.3 primary once more, primary skipped (not-critical)
5.1 continue, primary done
5.2 continue, primary once more, primary failed, backup-1 once more, backup-1 skipped (not-critical)
6.1 continue, primary done
6.2 continue, primary once more, primary failed, backup-1 once more, backup-1 skipped (not-critical)
dynamic -> collaborative: output_mismatch, retry_increase
6.3 continue, R2 escalation?
R2: dynamic
-> dynamic: a person
6.3 primary once more, primary failed, backup-1 once more, backup-1 skipped (not-critical)
7.1 continue, primary once more, primary failed, backup-1 once more, backup-1 skipped (not-critical)
dynamic -> collaborative: critical_failure, backups_exhausted
7.2 continue, primary once more, primary failed, backup-1 once more, R3 exhausted?
R3: skip
7.2 backup-1 skipped (answered)
8.1 continue_with_warning, R4 draft?
R4: approve
8.1 primary done
8.2 continue_with_warning, R5 draft?
R5: approve
8.2 primary done
task 1 completed: completed primary, completed primary, completed primary
task 2 completed: completed primary, completed primary, completed primary
task 3 completed: completed primary, completed primary
task 4 completed: completed primary, failed backup_1 +2, failed primary +1
task 5 completed: completed primary, failed backup_1 +2
task 6 completed: completed primary, failed backup_1 +2, failed backup_1 +2
task 7 failed: failed backup_1 +2, failed backup_1 +2
task 8 completed: completed primary, completed primary
hives completed, wax completed in part, fair completed in part
run partially_completed, goal PARTIAL
\`fair/5.2.txt\` exists: fair/5.2.txt is not there
Critical step 7.2 "Write the prices" has failed
exit code 0
`,
  },
]

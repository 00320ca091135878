import { escalationDefaults } from '../../../src/plan/escalation.ts'
import type { RunToReview } from '../../../src/run/constitution/review.ts'
import type { ModeSwitch } from '../../../src/run/steps/mode-switch.ts'
import type { StepRecord } from '../../../src/run/steps/record.ts'
import { reviewed } from '../../run/constitution/run-to-review.ts'
import { nothingLogged, step } from '../../run/steps/records.ts'

const inspect = { texts: ['parse documentation', 'inspect source code'] }
const lint = { texts: ['run the linter', 'use alternative linter'] }
const critical = { critical: true }

/**
 * A run of 12 steps with the numbers of the seed's example: 2 of them failed, one with three methods of two retries each, of which
 * one was the primary method once more; 6 of 8 backups worked; 7 steps are critical.
 */
export const records: readonly StepRecord[] = [
  step('1.1', 'primary', critical),
  step('1.2', 'backup-1', { ...inspect, ...critical }),
  step('1.3', 'backup-1', inspect),
  step('1.4', 'backup-1', lint),
  step('2.1', 'primary', critical),
  step('2.2', 'failed'),
  step('2.3', 'failed', {
    ...critical,
    texts: ['run the linter', 'Try again', 'use alternative linter'],
    tried: ['primary', 'backup-1', 'backup-2'].map((method) => ({
      method,
      outcome: 'failure',
      attempts: 3,
      trigger: null,
      at: 0,
    })),
  }),
  step('2.4'),
  step('3.1', 'primary', critical),
  step('3.2', 'backup-1', { ...inspect, ...critical }),
  step('3.3', 'backup-1', { ...inspect, ...critical }),
  step('3.4', 'backup-1', lint),
]

export const switches: readonly ModeSwitch[] = [
  {
    after: 7,
    from: 'dynamic',
    to: 'collaborative',
    taskId: '2',
    step: '2.3',
    patterns: ['critical_failure'],
    reason: 'critical step 2.3 failed with all 3 methods',
    guided: false,
    log: nothingLogged,
    at: Date.UTC(2026, 0, 2, 14, 10),
  },
  {
    after: 7,
    from: 'collaborative',
    to: 'dynamic',
    taskId: null,
    step: null,
    patterns: [],
    reason: 'go on',
    guided: false,
    log: nothingLogged,
    at: Date.UTC(2026, 0, 2, 14, 15),
  },
]

/** Backups and retries are as frequent as they are; these two triggers are set to let that pass. */
export const run: RunToReview = {
  ...reviewed(records),
  switches,
  settings: {
    ...escalationDefaults,
    backupRate: { percent: 90, window: 5 },
    retryIncrease: { percent: 50, window: 7 },
  },
}

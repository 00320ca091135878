/** `[policy.escalation]`: the windows and thresholds of the triggers, from the file to the run that turns to people. */

import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { mergeSettings, noFlags } from '../../src/config/settings.ts'
import { escalationDefaults, type EscalationSettings } from '../../src/plan/escalation.ts'
import { agentMethod, plan, step, task, World } from '../run/world.ts'

const table = '[policy.escalation]\n'

const read = async (lines: string | null, source: 'user' | 'repository') =>
  lines === null ? null : (await readConfig(`${table}${lines}\n`, `${source}.toml`, source)).config

/** @param said what the spec says itself; undefined for a plan without triggers */
async function merged(of: {
  readonly user?: string
  readonly repository?: string
  readonly said?: Partial<EscalationSettings>
}) {
  const { settings, diagnostics } = mergeSettings({
    dialect: of.said === undefined ? {} : { escalation: of.said },
    user: await read(of.user ?? null, 'user'),
    repository: await read(of.repository ?? null, 'repository'),
    flags: noFlags,
  })
  return {
    escalation: settings.policy.escalation,
    told: diagnostics.map((it) => `${it.code} ${it.span?.path}:${it.span?.offset} ${it.message}`),
  }
}

describe('what is read', () => {
  test('every number of every trigger', async () => {
    const numbers = {
      consecutive_failures: 11,
      task_failures: 12,
      same_backup: 13,
      same_backup_window: 14,
      backup_percent: 15,
      backup_window: 16,
      exhausted: 17,
      mismatch_percent: 18,
      mismatch_window: 19,
      retry_increase_percent: 200,
      retry_window: 21,
      violation_percent: 22,
      violation_window: 23,
    }
    const user = Object.entries(numbers)
      .map(([key, value]) => `${key} = ${value}`)
      .join('\n')
    expect(await merged({ user, said: {} })).toEqual({
      escalation: {
        consecutiveFailures: 11,
        taskFailures: 12,
        sameBackup: { times: 13, window: 14 },
        backupRate: { percent: 15, window: 16 },
        exhaustedInARow: 17,
        outputMismatch: { percent: 18, window: 19 },
        retryIncrease: { percent: 200, window: 21 },
        constraintViolations: { percent: 22, window: 23 },
      },
      told: [],
    })
  })

  test.each([
    ['backup_window = 0', 'MW508 policy.escalation.backup_window must be at least 1'],
    ['backup_percent = 101', 'MW508 policy.escalation.backup_percent must be at most 100'],
    ['retry_increase_percent = 1001', 'MW508 policy.escalation.retry_increase_percent must be at most 1000'],
    ['exhausted = 2.5', 'MW508 policy.escalation.exhausted must be a whole number'],
    ['mismatch_window = "5"', 'MW508 policy.escalation.mismatch_window must be a number'],
    ['exhaust = 2', "MW408 unknown key 'policy.escalation.exhaust'; did you mean exhausted?"],
    [
      'same_backup = 6',
      'MW508 policy.escalation.same_backup asks for 6 of the last 5 steps; same_backup may be at most same_backup_window',
    ],
    [
      'same_backup_window = 2',
      'MW508 policy.escalation.same_backup_window asks for 3 of the last 2 steps; same_backup may be at most same_backup_window',
    ],
  ])('what is wrong is told at its place: %s', async (lines, expected) => {
    const { config, diagnostics } = await readConfig(`${table}${lines}\n`, 'user.toml', 'user')
    expect(config).toBeNull()
    expect(diagnostics.map((it) => `${it.code} ${it.message}`)).toEqual([expected])
    expect(diagnostics[0]?.span?.offset).toBeGreaterThanOrEqual(table.length)
  })
})

describe('whose word counts', () => {
  test('nobody says a number: those of the seed; a plan without triggers gets none by a configuration', async () => {
    expect((await merged({ said: {} })).escalation).toEqual(escalationDefaults)
    expect((await merged({ user: 'exhausted = 1' })).escalation).toBeUndefined()
  })

  test('what the spec says itself comes before both configurations', async () => {
    const said = { consecutiveFailures: 4 }
    const lines = 'consecutive_failures = 2\ntask_failures = 2'
    expect((await merged({ said, user: lines, repository: lines })).escalation).toMatchObject({
      consecutiveFailures: 4,
      taskFailures: 2,
    })
  })

  test('a repository has people asked earlier', async () => {
    const user = 'backup_window = 8\nsame_backup_window = 6'
    const repository = 'backup_window = 6\nsame_backup_window = 7\nexhausted = 2'
    expect(await merged({ said: {}, user, repository })).toEqual({
      escalation: {
        ...escalationDefaults,
        backupRate: { percent: 60, window: 6 },
        sameBackup: { times: 3, window: 7 },
        exhaustedInARow: 2,
      },
      told: [],
    })
  })

  test.each([
    ['', 'backup_percent = 61', 'backup_percent from 60 to 61'],
    ['', 'retry_window = 6', 'retry_window from 5 to 6'],
    ['', 'same_backup_window = 4', 'same_backup_window from 5 to 4'],
    ['exhausted = 2', 'exhausted = 3', 'exhausted from 2 to 3'],
  ])('and never later: user %j, repository %j', async (user, repository, what) => {
    const { escalation, told } = await merged({ said: {}, user, repository })
    expect(told).toEqual([
      `MW607 repository.toml:${`${table}${repository}`.lastIndexOf(' ') + 1} the repository may not loosen escalation.${what}`,
    ])
    expect(escalation).toEqual((await merged({ said: {}, user })).escalation)
  })
})

/** Patterns for which a run turns to people, and after which step. @param wents of each step: done by its primary, its backup, or failed */
async function turns(wents: readonly ('primary' | 'backup' | 'failed')[], user: string): Promise<string[]> {
  const { escalation } = await merged({ user, said: {} })
  if (escalation === undefined) throw new Error('no triggers')
  const methods = ['read the tables', 'read the pictures'].map((instruction, at) => ({
    ...agentMethod,
    id: at === 0 ? 'primary' : `backup-${at}`,
    instruction,
  }))
  const steps = wents.map((_, at) => step({ id: String(at + 1), critical: false, methods, retries: 0 }))
  const failed = { how: 'failed' as const }
  const ends = { primary: [{}], backup: [failed, {}], failed: [failed, failed] }
  const world = new World({ attempts: Object.fromEntries(wents.map((it, at) => [`A/${at + 1}`, ends[it]])) })
  world.start(plan([task('A', { steps })]), {
    policy: { workspace: 'worktree', mode: 'dynamic', exhausted: 'ask', escalation },
  })
  world.run()
  return world.state.course.switches.map(({ step: after, patterns }) => `${after} ${patterns.join(' ')}`)
}

describe('a run turns to people where its numbers are reached', () => {
  const [p, b, f] = ['primary', 'backup', 'failed'] as const
  test.each([
    ['the same backup, twice', [b, b, p, p], '', []],
    ['the same backup, twice', [b, b, p, p], 'same_backup = 2', ['A.2 same_backup_succeeds']],
    ['the same backup, far between', [b, p, p, b, p, p, b, p], '', []],
    ['the same backup, far between', [b, p, p, b, p, p, b, p], 'same_backup_window = 7', ['A.7 same_backup_succeeds']],
    ['two of two with backups', [p, b, b, p], 'backup_window = 2', ['A.3 backup_rate']],
    ['a smaller share', [b, p, p, p, b, p], 'backup_percent = 40', ['A.5 backup_rate']],
    ['three failures', [f, f, f, p], '', ['A.3 consecutive_failures backups_exhausted failure_threshold']],
    ['three failures', [f, f, f, p], 'consecutive_failures = 4\ntask_failures = 4\nexhausted = 4', []],
    ['two failures', [f, f, p], 'exhausted = 2', ['A.2 backups_exhausted']],
  ])('%s: %j with %j', async (_, wents, user, expected) => {
    expect(await turns(wents, user)).toEqual(expected)
  })
})

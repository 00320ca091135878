/** A spec of three SPECLets, eight tasks and twenty steps that fails in chosen places: what a run of it decides, asks and comes to. */

import { expect, test } from 'vitest'
import { propagationStrategies } from '../../../src/plan/escalation.ts'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'
import { triggerOf } from '../../../src/run/steps/trigger.ts'
import { faultsOf } from '../../reports/spec/progress-schema.ts'
import { projectsOfTests } from '../../rig/project.ts'
import { randomFrom } from '../../rig/random.ts'
import { withoutTimes } from './harbour-project.ts'
import { planFile, progressFile, writeFair } from './whole-project.ts'
import { backupsIn, endOf, eventsOf, linesOf, progressOf, runKilled, runWhole, type LoggedEvent } from './whole-run.ts'
import { variants, type Variant } from './whole-variants.ts'

const makeProject = projectsOfTests()

interface Seen {
  readonly code: number | null
  readonly events: readonly LoggedEvent[]
  readonly document: ProgressDocument
}

const seen = new Map<Variant, Promise<Seen>>()

/** Runs a variant, once for all tests: they come in any order. */
function see(variant: Variant): Promise<Seen> {
  const known = seen.get(variant) ?? run(variant)
  seen.set(variant, known)
  return known
}

async function run({ mode, settings, failing, answers }: Variant): Promise<Seen> {
  const project = makeProject()
  writeFair(project, settings, failing)
  const code = await runWhole(project, mode, answers)
  expect(faultsOf(project.read(progressFile))).toEqual([])
  expect((await project.run('verify', planFile)).code).toBe(0)
  return { code, events: await eventsOf(project), document: progressOf(project) }
}

test.each(variants)('$name', async (variant) => {
  const { code, events, document } = await see(variant)
  const lines = [...linesOf(events), ...endOf(document), `exit code ${code}`]
  expect(lines).toEqual(variant.log.trim().split('\n'))
})

test('together they have come to all that there is', { timeout: 900_000 }, async () => {
  const all: Seen[] = []
  for (const variant of variants) all.push(await see(variant))
  const sorted = (words: readonly string[]): readonly string[] => [...new Set(words)].sort()
  const bodies = all.flatMap(({ events }) => events.map(({ body }) => body))
  const documents = all.map(({ document }) => document)

  const [document] = documents
  expect(Object.keys(document?.speclet_progress ?? {})).toHaveLength(3)
  expect([document?.total_tasks, document?.total_steps]).toEqual([8, 20])

  const decided = bodies.flatMap((it) => (it.type === 'propagation-decided' ? [it.decision] : []))
  const failures = decided.filter((it) => it.critical_failures.length > 0)
  expect(sorted(failures.map((it) => it.propagation_strategy))).toEqual([...propagationStrategies].sort())
  expect(sorted(decided.map((it) => it.error_propagation_decision))).toEqual([
    'continue',
    'continue_with_warning',
    'escalate',
    'halt',
  ])

  const escalations = bodies.flatMap((it) => (it.type === 'mode-changed' ? (it.escalation ?? []) : []))
  expect(sorted(escalations.flatMap((it) => it.patterns))).toEqual(Object.keys(triggerOf).sort())
  expect(sorted(escalations.flatMap((it) => it.escalation_reason))).toEqual(sorted(Object.values(triggerOf)))

  expect(sorted(all.flatMap(({ events }) => backupsIn(events)))).toEqual(
    ['./tools/machine.sh', 'cognitive', './tools/recipe.mjs'].sort(),
  )
  expect(sorted(documents.flatMap((it) => it.speclet_failures ?? []).map((it) => it.scenario))).toEqual(['A', 'B', 'C'])
  expect(sorted(documents.map((it) => it.completion_verification?.goal_achievement_status ?? ''))).toEqual([
    'ACHIEVED',
    'NOT_ACHIEVED',
    'PARTIAL',
  ])
})

const kills = 20
const seed = Number(process.env['KILL_SEED'] ?? 20_261_128)

test(`killed ${kills} times it ends with the same progress file (seed ${seed})`, { timeout: 900_000 }, async () => {
  // No program is under way in this one: one that was cut off is asked about, which is an event more.
  const variant = variants.find(({ settings }) => settings.retries === 1)
  if (variant === undefined) throw new Error('no variant to kill')
  const whole = await see(variant)
  expect(backupsIn(whole.events).filter((it) => it !== 'cognitive')).toEqual([])
  const random = randomFrom(seed)
  const places = new Set<number>()
  // What is left behind the last one is long enough that no run has ended before the kill arrives.
  while (places.size < kills) places.add(random.below(Math.floor(whole.events.length * 0.8)) + 1)

  const project = makeProject()
  writeFair(project, variant.settings, variant.failing)
  const inOrder = [...places].sort((a, b) => a - b)
  expect(await runKilled(project, variant.mode, variant.answers, inOrder)).toBe(kills)
  expect(faultsOf(project.read(progressFile))).toEqual([])
  expect(withoutTimes(progressOf(project))).toEqual(withoutTimes(whole.document))
  expect((await project.run('verify', planFile)).code).toBe(0)
})

/** The integration tests of a plan and of files beside it, as gates: what they execute is the repository's word, and is asked about. */

import { plannedGate, type SettledGate } from '../../config/gates.ts'
import type { DraftIntegration } from '../../plan/draft.ts'
import { integrationGate } from '../../plan/integration-gate.ts'
import type { IntegrationSpec, Plan } from '../../plan/model.ts'
import type { Policy } from '../../plan/policy.ts'
import type { NumericValue } from '../../plan/values/numeric-value.ts'

/** @returns none where nothing names one */
export function integrationGatesOf(
  { integrations = [], tasks }: Pick<Plan, 'integrations' | 'tasks'>,
  policy: Policy,
): readonly SettledGate[] {
  const layers = new Map(tasks.map(({ key, layer }) => [key, layer ?? null]))
  return integrations.map((test) => {
    const { id, origin, argv, covers, reference, description, unable } = test
    const values = reference.map((it): NumericValue => ({ ...it, find: { by: 'name' }, match: 'only', unit: null }))
    const kind = values.length > 0 ? 'numeric' : 'command'
    const said = description.trim() === '' ? {} : { description }
    const why = unable === undefined ? {} : { unable }
    const integration = { layer: layerOf(test, layers), covers, ...said, ...why }
    return plannedGate({ name: integrationGate(id), kind, argv, values, origin, integration }, policy)
  })
}

/** All that files of their own define, whichever plan calls for it: what trusting a repository means. */
export function definedGates(tests: readonly DraftIntegration[], policy: Policy): readonly SettledGate[] {
  const integrations = tests.flatMap(({ id, argv }): readonly IntegrationSpec[] => {
    const nothingElse = { description: '', layer: null, covers: [], reference: [] }
    return argv === null ? [] : [{ id: id.text, origin: id.span.path, argv, ...nothingElse }]
  })
  return integrationGatesOf({ integrations, tasks: [] }, policy)
}

/** The layer that a test names; else the one that all its tasks have; null where there is none. */
function layerOf({ layer, covers }: IntegrationSpec, layers: ReadonlyMap<string, string | null>): string | null {
  if (layer !== null) return layer
  const [only, ...others] = new Set(covers.map((key) => layers.get(key) ?? null))
  return others.length > 0 ? null : (only ?? null)
}

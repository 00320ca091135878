/** Integration tests against the plan: two of one name (MW110), and what they name that no task is (MW111, MW407). */

import type { Diagnostic } from '../diagnostic.ts'
import type { DraftIntegration } from '../draft.ts'
import { wholePlan } from '../integration-gate.ts'
import { nearest } from '../nearest-name.ts'
import { oneLine } from '../one-line.ts'
import { byteLength, longestId } from '../path-safety.ts'
import { quoted, type Rule, type RuleContext } from './rule.ts'

export const integrationTests: Rule = (context) => {
  const { integrations = [] } = context.draft
  if (integrations.length === 0) return []
  const first = new Map<string, DraftIntegration>()
  const layers = layersOf(context)
  return integrations.flatMap((test) => {
    const before = first.get(test.id.text)
    if (before !== undefined) return [twin(test, before)]
    first.set(test.id.text, test)
    return [...tooLong(test), ...uncovered(test, context), ...unknownLayer(test, layers, context)]
  })
}

/** What a test is called in messages. */
function named({ id }: DraftIntegration): string {
  return quoted(oneLine(id.text))
}

function twin(test: DraftIntegration, before: DraftIntegration): Diagnostic {
  return {
    code: 'MW110',
    severity: 'error',
    message: `integration test ${named(test)} is defined twice`,
    help: 'give one of them another id, or take it out',
    span: test.id.span,
    related: [{ message: `${named(test)} is first defined here`, span: before.id.span }],
  }
}

function tooLong({ id }: DraftIntegration): readonly Diagnostic[] {
  const bytes = byteLength(id.text)
  if (bytes <= longestId) return []
  const message = `the id of an integration test, ${quoted(oneLine(id.text))}, has ${bytes} bytes, the limit is ${longestId}`
  const help = 'give it a short id such as core-year'
  return [{ code: 'MW008', severity: 'error', message, help, span: id.span, related: [] }]
}

/** Whether nothing that it names is there to call for a test: it never runs. */
function isUncalled({ layer, covers }: DraftIntegration, { index }: RuleContext): boolean {
  return layer === null && covers.length > 0 && covers.every(({ id }) => !index.byId.has(id))
}

function uncovered(test: DraftIntegration, context: RuleContext): readonly Diagnostic[] {
  const isIdle = isUncalled(test, context)
  const then = isIdle ? ', and nothing else calls for it: it does not run' : ''
  const { byId } = context.index
  // Which it names already is not meant once more.
  const others = [...byId.keys()].filter((id) => !test.covers.some((it) => it.id === id))
  return test.covers
    .filter(({ id }) => !byId.has(id))
    .map(({ id, span }) => ({
      code: 'MW111',
      // Of which no task is there, is for another plan of the repository.
      severity: isIdle && !isOwn(test, context) ? 'info' : 'warning',
      message: `integration test ${named(test)} covers ${quoted(oneLine(id))}, which is no task of the plan${then}`,
      help: helpFor(nearest(id, others)),
      span,
      related: [],
    }))
}

function helpFor(near: string | null): string {
  return near === null ? 'add the task, or take it out of tasks_covered' : `did you mean ${quoted(near)}?`
}

/** Whether a test stands in the plan itself: what stands in a file of its own may be for another plan of the repository. */
function isOwn({ id }: DraftIntegration, { draft }: RuleContext): boolean {
  return draft.sources.some(({ path }) => path === id.span.path)
}

/** Layers of the plan's tasks, as they are compared. */
function layersOf({ draft }: RuleContext): ReadonlySet<string> {
  return new Set(draft.tasks.flatMap(({ layer }) => layer?.text.toLowerCase() ?? []))
}

function unknownLayer(
  test: DraftIntegration,
  layers: ReadonlySet<string>,
  context: RuleContext,
): readonly Diagnostic[] {
  const { layer, covers } = test
  const name = layer?.text.toLowerCase() ?? wholePlan
  if (layer === null || name === wholePlan || layers.has(name)) return []
  const isCalled = covers.some(({ id }) => context.index.byId.has(id))
  const then = isCalled ? 'the tasks that it covers call for it' : 'the test does not run'
  const near = nearest(name, [...layers])
  return [
    {
      code: 'MW407',
      severity: isOwn(test, context) ? 'warning' : 'info',
      message: `no task of the plan has the layer ${quoted(oneLine(layer.text))}; ${then}`,
      help: near === null ? 'name a layer of the plan, or the tasks that are covered' : `did you mean ${near}?`,
      span: layer.span,
      related: [],
    },
  ]
}

/** What a run knows beside statuses, written into the places that a state has for it (seed 003 §1 to §5); no place is made. */

import { taskName } from '../../../plan/names.ts'
import { compareNatural } from '../../../plan/natural.ts'
import type { PlanRecords } from '../../../plan/projection.ts'
import type { Edit } from '../../../plan/source.ts'
import { valueAt, type JsonNode, type JsonValue } from '../../json/tree.ts'
import { replaceNode, type Layout } from '../../json/write.ts'
import { idsIn } from '../ids.ts'
import { decisionsPlace, isPhaseWord } from '../words.ts'
import { entryEdits, type Entry, type Fields, type Name } from './entries.ts'
import { inLettersOf } from './letters.ts'

/** The edits of everything but statuses. Projecting the result again gives none. */
export function recordEdits(root: JsonNode | null, records: PlanRecords, layout: Layout): readonly Edit[] {
  const idIn = idsIn(root)
  const current = records.current === null ? null : idIn(records.current)
  const byTask = { about: { name: 'task_id', write: idIn }, order: byIds, layout } as const
  return [
    ...phaseEdits(valueAt(root, 'phase'), records.phase, layout),
    ...scalarEdits(valueAt(root, 'current_task_id'), current, { layout, wasSaid: records.said.current }),
    ...scalarEdits(valueAt(root, 'blocked_reason'), whole(records.blockedReason), {
      layout,
      wasSaid: records.said.blockedReason,
    }),
    ...entryEdits(valueAt(root, 'drafts'), records.drafts.map(draftEntry), { ...byTask, each: true }),
    ...entryEdits(valueAt(root, 'gate_results'), records.gates.map(gateEntry), { ...byTask, each: false }),
    ...entryEdits(valueAt(root, 'integration_results'), records.integrations.map(integrationEntry), {
      about: { name: 'test', write: (test: string) => test },
      each: false,
      order: byRound,
      layout,
    }),
    ...entryEdits(valueAt(root, decisionsPlace(root)), records.decisions.map(decisionEntry), {
      ...byTask,
      each: false,
      order: null,
    }),
  ]
}

/** By the natural order of ids: that of the plan is another one after an edit of it. */
function byIds(a: Name, b: Name): number {
  return compareNatural(a.of, b.of) || compareNatural(wordIn(a, 'gate'), wordIn(b, 'gate'))
}

function byRound(a: Name, b: Name): number {
  const rounds = Number(a.identity['round']) - Number(b.identity['round'])
  return compareNatural(wordIn(a, 'run'), wordIn(b, 'run')) || rounds || byIds(a, b)
}

function wordIn({ identity }: Name, name: string): string {
  const said = identity[name]
  return typeof said === 'string' ? said : ''
}

function draftEntry(record: PlanRecords['drafts'][number]): Entry {
  const { files, explanation, attempt, commit } = record
  const changed = files.map(({ path, change }): Fields => ({ path: whole(path), change: whole(change) }))
  const said = { explanation: whole(explanation), files: changed, attempt, commit }
  return { of: taskName(record), identity: {}, said }
}

function gateEntry(record: PlanRecords['gates'][number]): Entry {
  const { gate, result, argv, exitCode, tree, excerpt, durationMs } = record
  return {
    of: taskName(record),
    identity: { gate: whole(gate) },
    said: {
      result,
      argv: argv.map((it) => whole(it)),
      exit_code: exitCode,
      tree,
      duration_ms: durationMs,
      output: whole(excerpt),
    },
  }
}

function decisionEntry(record: PlanRecords['decisions'][number]): Entry {
  const { run, review, nth, type, feedback, by, at, shown } = record
  return {
    of: taskName(record),
    identity: { run, review, nth },
    said: { type, feedback: whole(feedback), decided_by: whole(by), at, shown },
  }
}

function integrationEntry(record: PlanRecords['integrations'][number]): Entry {
  const { run, test, layer, round, result, details, suspected } = record
  return {
    of: whole(test),
    identity: { run, round },
    said: { layer: whole(layer), result, details: whole(details), suspected: whole(suspected) },
  }
}

/** A phase is a word of the state; what names a part of the plan (`Phase 1: Port`) is left alone. */
function phaseEdits(node: JsonNode | undefined, phase: PlanRecords['phase'], layout: Layout): readonly Edit[] {
  if (node?.is !== 'string' || !isPhaseWord(node.text) || node.text.trim().toLowerCase() === phase) return []
  return [replaceNode(node, inLettersOf(node.text.trim(), phase), layout)]
}

/**
 * A text, an id or nothing, in a member that is there. An id that stands there as a text or as a number stays as it is. An empty text
 * says nothing as well, and stays until something else has stood there in this run: what was empty before that is null then, in each
 * file alike.
 */
function scalarEdits(
  node: JsonNode | undefined,
  value: string | number | null,
  { layout, wasSaid }: { readonly layout: Layout; readonly wasSaid: boolean },
): readonly Edit[] {
  if (node === undefined || node.is === 'list' || node.is === 'object') return []
  const now = node.is === 'string' ? node.text : node.value === null ? null : String(node.value)
  const isSame = now === (typeof value === 'number' ? String(value) : value)
  return isSame || (value === null && now === '' && !wasSaid) ? [] : [replaceNode(node, value, layout)]
}

/** A text that a file can hold: half a character in it is none. */
function whole(text: string): string
function whole(text: string | null): string | null
function whole(text: string | null): JsonValue {
  return text === null ? null : text.replaceAll(/\p{Cs}/gu, '\ufffd')
}

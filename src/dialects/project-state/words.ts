/** The words of a project state: names of its members, and what their values mean, in all spellings that are in use (FORMATS section 5). */

import type { MarkState } from '../../plan/model.ts'
import { isNull, valueAt, type JsonNode } from '../json/tree.ts'

/** Members of the whole into which a run writes single words. */
export const wordPlaces = ['phase', 'current_task_id', 'blocked_reason'] as const

/** Members of the whole into which a run writes entries: lists or objects. */
export function entryPlaces(root: JsonNode | null): readonly string[] {
  return ['drafts', 'gate_results', decisionsPlace(root), 'integration_results']
}

/** The member that holds decisions, under the name that the file uses. */
export function decisionsPlace(root: JsonNode | null): string {
  const node = valueAt(root, 'human_decisions')
  return node === undefined || isNull(node) ? 'decisions' : 'human_decisions'
}

/** Members of a task that are read, each by its names; the first one is the seed's. */
export const names = {
  dependencies: ['dependencies', 'depends_on'],
  criteria: ['acceptance_criteria', 'acceptance'],
  files: ['files_to_touch', 'files'],
} as const

/** Members by which a task of this format is known from an entry of any other list. */
export const ownMembers = ['layer', 'acceptance_criteria', 'files_to_touch', 'depends_on'] as const

/** Lists at the top whose entries may have ids and are no tasks. */
export const otherLists: ReadonlySet<string> = new Set([
  'audit_items',
  'audit_results',
  'brainstorm_results',
  'decisions',
  'drafts',
  'gate_results',
  'human_approvals',
  'human_decisions',
  'integration_results',
  'integration_tests',
  'optimization_history',
  'review_results',
])

/** Members of a task that tell what was done with it: people are told, and no word of the task changes with them. */
export const bookkeeping: ReadonlySet<string> = new Set([
  'branch_name',
  'commit_hash',
  'completed_at',
  'started_at',
  'updated_at',
  'worktree_path',
])

const states: ReadonlyMap<string, MarkState> = new Map<string, MarkState>([
  ['pending', 'todo'],
  ['todo', 'todo'],
  ['in_progress', 'running'],
  ['done', 'done'],
  ['failed', 'blocked'],
  ['blocked', 'blocked'],
  ['terminated', 'skipped'],
  ['cancelled', 'skipped'],
  ['canceled', 'skipped'],
  ['skipped', 'skipped'],
  ['deferred', 'deferred'],
])

export const knownStates: readonly string[] = [...states.keys()]

/** What a status says; null for a word that is not known. */
export function stateOf(status: string): MarkState | null {
  return states.get(status.trim().toLowerCase().replaceAll(/[\s-]/g, '_')) ?? null
}

/** The state that the name of a list sets for tasks without a status. */
export function stateOfList(name: string): MarkState {
  if (/cancell?ed|terminated/i.test(name)) return 'skipped'
  return /deferred/i.test(name) ? 'deferred' : 'todo'
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['bugfix', 'fix'],
  ['enhancement', 'extend'],
  ['port', 'extend'],
  ['workflow', 'integration'],
])

/** The kind of work, in lower case and in the seed's word where it has one. */
export function kindOf(type: string): string {
  const low = type.trim().toLowerCase()
  return kinds.get(low) ?? low
}

/** Layers and kinds of work by which gates, templates and tests of layers are chosen; a plan may have others of its own. */
export const knownWords = {
  layer: ['workflow', 'algorithm', 'core', 'infra', 'validation'],
  type: [
    ...['new', 'extend', 'fix', 'refactor', 'integration', 'validation', 'research', 'data', 'external_dependency'],
    ...['test', 'tests', 'testing', 'docs', 'doc', 'documentation', 'algorithm', 'infra', ...kinds.keys()],
  ],
} as const

/** What a state goes through. */
export const phaseWords: readonly string[] = ['intake', 'audit', 'decompose', 'execute', 'verify', 'integrate']

/** Whether a `phase` is one that the state goes through, and not the name of a part of the plan (`Phase 1: …`). */
export function isPhaseWord(text: string): boolean {
  return phaseWords.includes(text.trim().toLowerCase())
}

/** Whether a list is called as one that holds tasks: `tasks`, `phase0_tasks`. */
export function isCalledTasks(name: string): boolean {
  return /(?:^|_)tasks$/i.test(name)
}

/** What people are told before a run begins. */

import path from 'node:path'
import type { SettledGate } from '../../config/gates.ts'
import { shellWords } from '../../plan/shell-word.ts'
import type { DiscoveredGate } from '../../gates/discovery.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { testOfGate, wholePlan } from '../../plan/integration-gate.ts'
import type { Group, Plan, TaskSpec } from '../../plan/model.ts'
import { taskName } from '../../plan/names.ts'
import type { Policy } from '../../plan/policy.ts'
import { byRole } from '../../plan/role-names.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Wanted } from '../../plan/selection.ts'
import type { Source } from '../../plan/source.ts'
import type { AssignedGates } from '../../run/assign-gates.ts'
import type { RunState } from '../../run/state.ts'
import { isEnd } from '../../run/step-status.ts'
import { taskStatus } from '../../run/task-status.ts'
import { lookAtPath } from '../../system/look-at-path.ts'
import type { WorkspaceSettings } from '../../workspaces/workspaces.ts'
import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import type { Prompt } from './read-prompts.ts'

/**
 * The seed's banner (seed 000 §6), word for word because people look for it; the phases of the run stand where the seed
 * has `Phase 06`.
 */
export function fallbackBanner(phases: readonly Group[]): string {
  const numbers = phases.flatMap(({ number }) => number ?? [])
  const names = phases.map(({ number, title }) => (number === null ? title : `Phase ${number}`))
  const named =
    numbers.length === phases.length && numbers.length > 1 ? `Phases ${numbers.join(', ')}` : names.join(', ')
  return `------------------------------------------------------------
MECHANICAL MODE FALLBACK

Mechanical execution was requested (--mechanical flag or
mechanical_mode: true), but ${named === '' ? 'the' : named} tasks do not contain
file-level annotations (files: sub-lines).

This typically happens when:
- The task refinement step did not run (no design phase)
- The refinement step found no design artifacts
- The workflow is a fix workflow (no design phase)

Falling back to standard execution mode.
The agent will self-decompose work as usual.
------------------------------------------------------------`
}

/** Which phase is run, and what of it goes into commits that git would leave out. */
const shownAlways: readonly string[] = ['MW125', 'MW138']

/**
 * Warnings that a run shows, and those that it only counts: the plan's own are many on real plans and have a command of their
 * own. Which phase is run (MW125) is shown where nobody named one, and so is a file that git ignores (MW138).
 */
export function warningsOf(
  diagnostics: readonly Diagnostic[],
  { plan, wanted }: { readonly plan: readonly Source[]; readonly wanted: Wanted },
): { readonly shown: readonly Diagnostic[]; readonly counted: number } {
  const paths = new Set(plan.map((it) => it.path))
  const isNamed = wanted.phases !== null || wanted.only !== null
  const warnings = diagnostics.filter((it) => it.severity === 'warning' && !(it.code === 'MW125' && isNamed))
  const shown = warnings.filter((it) => shownAlways.includes(it.code) || it.span === null || !paths.has(it.span.path))
  return { shown, counted: warnings.length - shown.length }
}

/** MW601 of a gate that the project's files name: nobody asked for it by name, so that the run goes on without it. */
export function absentRemarks(absent: readonly DiscoveredGate[]): readonly string[] {
  return absent.map(
    ({ name, origin, needs }) =>
      `warning MW601: gate ${name} (found: ${origin}) is left out: the program ${needs} was not found. Install it, or say under [gates.NAME] in millwright.toml what to run`,
  )
}

/** Found gates that do not judge, because the call names others and no configuration says which there are. */
export function unusedRemarks(unused: readonly DiscoveredGate[]): readonly string[] {
  if (unused.length === 0) return []
  const found = unused.map(({ name, argv }) => `${name} (${shellWords(argv)})`).join(', ')
  const it = unused.length === 1 ? 'it' : 'them'
  return [
    `note: found here and not used, since --gate names others: ${found}; where ${unused.length === 1 ? 'it is' : 'they are'} to judge, name ${it} too`,
  ]
}

/** Gates that judge nothing of the plan: what they are for may be a slip of the pen. */
export function idleRemarks({ idle }: AssignedGates, gates: readonly SettledGate[]): readonly string[] {
  const named = gates.flatMap((gate) => {
    if (!idle.includes(gate.name)) return []
    const limits = (['phases', 'paths', 'layers', 'types'] as const).flatMap((key) =>
      gate[key].length > 0 ? [`${key} ${gate[key].join(', ')}`] : [],
    )
    return [`${gate.name} (${limits.length === 0 ? 'by layer and type' : limits.join('; ')})`]
  })
  return named.length === 0
    ? []
    : [`note: no task of this plan is judged by ${named.length === 1 ? 'gate' : 'gates'} ${named.join(', ')}`]
}

/** Integration tests that nothing of the plan calls for: they are for another plan, or their layer is a slip of the pen. */
export function uncalledRemarks(gates: readonly SettledGate[], { tasks }: Pick<Plan, 'tasks'>): readonly string[] {
  const layers = new Set(tasks.map(({ layer }) => layer))
  const names = new Set(tasks.flatMap(({ key, id }) => [key, id]))
  return gates.flatMap(({ name, origin, integration }) => {
    const { layer = null, covers = [] } = integration ?? {}
    const isCalled = layer === wholePlan || (layer === null ? covers.length === 0 : layers.has(layer))
    if (integration === undefined || isCalled || covers.some((it) => names.has(it))) return []
    const of = layer === null ? `one of ${covers.slice(0, 6).join(', ')}` : `of the layer ${layer}`
    return [
      `note: integration test ${safeLine(testOfGate(name) ?? name)} (${safeLine(origin)}) does not run: no task of this plan is ${safeLine(of)}`,
    ]
  })
}

/** What the table of gates asks for and this project has not, once for a run: these tasks are checked by less. */
export function lackingRemarks(
  { plan, lacking }: AssignedGates,
  selected: readonly string[],
  state: RunState | null,
): readonly string[] {
  const mine = new Set(selected)
  const open = plan.tasks.filter((task) => mine.has(task.key) && isOpen(task, state))
  return [...lacking].flatMap(([word, keys]) => {
    const bare = new Set(keys)
    const tasks = open.filter(({ key }) => bare.has(key)).map(taskName)
    if (tasks.length === 0) return []
    const which = `${tasks.slice(0, 6).join(', ')}${tasks.length > 6 ? ', …' : ''}`
    const count = tasks.length === 1 ? 'one task is' : `${tasks.length} tasks are`
    const kind = word === 'numeric' ? ' with kind = "numeric"' : ''
    // There is always one, but for its parsers.
    const help =
      word === 'contract'
        ? 'Install @vscode/tree-sitter-wasm beside millwright'
        : `Add [gates.${word}]${kind} to millwright.toml`
    return [
      `note: ${count} to be checked by ${word}, by layer and type, and no gate here does that: ${which}. ${help}, or go without`,
    ]
  })
}

/** What workspaces are to be given and is not in the checkout. What is shared may be made by a set-up. */
export function notGivenRemark({ setup, share, copy }: WorkspaceSettings, root: string): readonly string[] {
  const wanted = [...(setup.length > 0 ? [] : share), ...copy]
  const absent = wanted.filter((it) => lookAtPath(path.join(root, it)) === undefined)
  if (absent.length === 0) return []
  const names = absent.map((it) => JSON.stringify(it)).join(', ')
  return [
    `note: not there to be shared with workspaces or copied into them: ${names} (these are paths, and no patterns)`,
  ]
}

/**
 * Whether a task is still to be done: as the journal has it, unless a person has marked it since. A task that only waits for
 * a blocked one stands blocked in the plan, and is worked on once that is out of the way.
 *
 * @param state of the plan's last run, or null
 */
function isOpen({ key, mark }: TaskSpec, state: RunState | null): boolean {
  const known = state?.tasks.get(state.byKey.get(key) ?? '')
  return known?.shown === mark ? !isEnd(taskStatus(known)) : mark === 'todo' || mark === 'running'
}

/** MW605, loud: tasks of this run that no gate checks, so that they can never be shown as verified. */
export function uncheckedRemark(
  { plan, unchecked }: AssignedGates,
  selected: readonly string[],
  state: RunState | null,
): readonly string[] {
  const mine = new Set(selected)
  // What stands for others is checked by what checks them.
  const open = plan.tasks.filter((task) => mine.has(task.key) && isOpen(task, state) && !task.covers)
  const bare = new Set(unchecked)
  const without = open.filter((task) => bare.has(task.key))
  if (without.length === 0) return []
  const names = without.map(taskName)
  const which =
    without.length === open.length
      ? 'any open task'
      : `${without.length} of ${open.length} open tasks (${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''})`
  const proof = without.some((task) => task.files.length > 0) ? 'files-only at best' : 'unverified'
  return [
    `warning MW605: no gate checks ${which}: done will be shown as ${proof}. Add --gate NAME="CMD ARGS", or [gates.NAME] in millwright.toml`,
  ]
}

/** In worktrees agents work on what is committed; in the folder itself their work is merged onto it, and lies there too. */
export function uncommittedRemark(
  paths: readonly string[],
  { place, continues }: { readonly place: 'worktree' | 'in-place'; readonly continues: boolean },
): readonly string[] {
  if (paths.length === 0) return []
  const [are, them] = paths.length === 1 ? ['one change is', 'it'] : [`${paths.length} changes are`, 'them']
  const inFolder = continues
    ? 'by you or by an attempt that was cut off'
    : 'and no task that works in the same places can be committed'
  const so = place === 'worktree' ? `and agents do not see ${them}` : inFolder
  return [`note: ${are} not committed, ${so}: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}`]
}

/** What follows from where the work happens, where that is not what was asked for or has its price. */
export function placeRemarks({
  git,
  used,
  jobs,
}: {
  readonly git: Pick<GitFacts, 'root'> | null
  readonly used: Policy['workspace']
  readonly jobs: number
}): readonly string[] {
  const remarks: string[] = []
  if (used === 'in-place' && git === null)
    remarks.push(
      'no git repository here: work is done in place, one task at a time, without commits, and nothing can be restored by itself',
    )
  if (git !== null && git.root === null)
    remarks.push('a bare repository has no checkout: what is done goes to its branch, and to no files')
  if (used !== 'worktree' && jobs > 1) {
    const where = used === 'none' ? 'without a workspace' : 'in place'
    remarks.push(`note: ${jobs} jobs were asked for, but ${where} only one task is worked on at a time`)
  }
  return remarks
}

/** Which templates the tasks of a call have that are not built in: what agents are told is not what the documents show. */
export function promptRemark(
  { tasks }: Plan,
  { selected, prompts }: { readonly selected: readonly string[]; readonly prompts: ReadonlyMap<string, Prompt> },
): readonly string[] {
  const mine = new Set(selected)
  const used = tasks.flatMap((task) => (mine.has(task.key) ? (byRole(task, prompts) ?? []) : []))
  const others = [...new Set(used)]
    .filter((it) => it.source !== 'built-in')
    .map((it) => `${it.name} (${safeLine(it.origin)})`)
  return others.length === 0 ? [] : [`note: prompt templates that are not built in: ${others.sort().join(', ')}`]
}

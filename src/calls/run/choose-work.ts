/** Which tasks a call of `run` is about, and whether they go to agents one by one or as a whole phase to one (B1, B2). */

import { isDeepStrictEqual } from 'node:util'
import { readProjectMode, type Atdd, type ProjectMode } from '../../config/project-mode.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Group, Plan } from '../../plan/model.ts'
import { asStanding, namesTasks, select, selectStill, type Wanted } from '../../plan/selection.ts'
import type { Standing } from '../../plan/standard-plan.ts'
import type { Source } from '../../plan/source.ts'
import { groupTitle } from '../../plan/names.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { shellWord } from '../../plan/shell-word.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { sourceOf } from '../plan/projectors.ts'
import type { Refused, Wrong } from '../refusal.ts'
import { handOut } from './hand-out.ts'
import { atddFlag, modeFlag, settledOf, type Settled, textOption, textsOption } from './run-flags.ts'
import { fallbackBanner } from './run-remarks.ts'

export interface ChosenWork {
  readonly is: 'chosen'
  /** In standard mode with one task for each phase, which covers those of the phase that are chosen. */
  readonly plan: Plan
  readonly selected: readonly string[]
  /** Those of the plan itself. */
  readonly chosen: ReadonlySet<string>
  /** By the names that its tasks have in this reading. */
  readonly wanted: Wanted
  readonly mechanical: boolean
  /** Why it is standard mode; empty where it is not. */
  readonly because: string
  readonly settled: Settled
  /** Whether the tests of criteria come first, and why. */
  readonly atdd: Atdd
  /** For people. */
  readonly remarks: readonly string[]
  /** Findings about the project's own files that stop nothing, and those files. */
  readonly diagnostics: readonly Diagnostic[]
  readonly texts: readonly Source[]
}

/**
 * Chooses by the call's options and by what the project's `state.json` and `workflows.json` ask for.
 *
 * @param given the plan as the person named it
 * @param root where the project's own files lie; a dry run plays elsewhere
 */
export function chooseWork(
  { plan, dialect, planRelative }: Pick<OpenedPlan, 'plan' | 'dialect' | 'planRelative'>,
  of: {
    readonly given: string
    readonly root: string
    readonly options: Readonly<Record<string, unknown>>
    /** Whether an unfinished run goes on with the tasks that it was called with: these may be gone, or have other ids by now. */
    readonly continues: boolean
    /** What of the run that goes on says more than the plan's file. */
    readonly standing: Standing
  },
): ChosenWork | Refused | Wrong {
  const { options } = of
  const mode = modeOf(of.root, options, planRelative)
  const texts = mode.files.map((it) => sourceOf(it.path, new TextEncoder().encode(it.text)))
  if (mode.diagnostics.some((it) => it.severity === 'error'))
    return { is: 'refused', diagnostics: mode.diagnostics, texts }
  const wanted = wantedBy(options)
  const standing = asStanding(plan, of.standing.marks)
  const still = of.continues && namesTasks(wanted) ? of.standing.chosen : null
  const goesOn = still !== null
  const gone = goesOn ? of.standing.gone : []
  const selection = goesOn ? selectStill(standing, wanted, still) : select(standing, wanted)
  if (selection.problems.length > 0) {
    const help = `look with: millwright graph ${shellWord(of.given)}`
    return { is: 'wrong', message: selection.problems.map(safeLine).join('\n'), help }
  }
  if (selection.selected.size === 0 && plan.tasks.length > 0 && !goesOn) {
    const phases = plan.groups.filter((group) => group.implementation).map(groupTitle)
    const what = wanted.phases === null && phases.length > 0 ? phases.join(', ') : 'what this call selects'
    return {
      is: 'wrong',
      message: `nothing to run: ${safeLine(what)} holds no task`,
      help: 'name phases with --phase, or run --phase all',
    }
  }
  const remarks = [
    ...gone.map(
      (name) =>
        `${wanted.only === null ? '--until' : '--only'}: ${name} is no longer in the plan, and the run goes on without it`,
    ),
    ...selection.hints,
    ...(mode.isOtherNow
      ? [`the run goes on as it began, in ${mode.mode} mode: the project's files ask for something else now`]
      : []),
  ]
  const { modifiers } = mode
  const groups = groupsOf(plan, selection.selected)
  // The phases decide, whatever the call leaves out of them: those of the call, and the implementation (seed 000 §6).
  const phases = new Set([...groups, ...plan.groups.filter((it) => it.implementation)].map(({ key }) => key))
  const isAsked = mode.mode === 'mechanical'
  const fallsBack =
    isAsked &&
    !mode.isSettled &&
    modifiers.fallbackOnMissingFileTasks &&
    dialect.fallsBackWithoutFiles === true &&
    !plan.tasks.some((task) => task.group !== null && phases.has(task.group) && task.declaresFiles)
  if (fallsBack && (options['mechanical'] === true || mode.because !== ''))
    remarks.push(...fallbackBanner(groups).split('\n'))
  const mechanical = isAsked && !fallsBack
  const standard = isAsked ? 'no files: in the phase' : mode.because
  const because = mechanical ? '' : standard
  if (!mechanical) {
    const what =
      wanted.only === null && wanted.until === null ? 'the whole phase goes' : 'what is chosen of a phase goes'
    remarks.push(`standard mode (${because}): ${what} to one agent`)
  }
  const file = mode.isSettled ? '' : (mode.files.at(-1)?.path ?? '')
  if (!modifiers.respectDependencyOrder)
    remarks.push(`tasks do not wait for what blocks them: ${says(file, 'respect_dependency_order')}`)
  if (!modifiers.flagDeviations) remarks.push(`deviations are not written down: ${says(file, 'flag_deviations')}`)
  const how = { mechanical, respectOrder: modifiers.respectDependencyOrder }
  const chosen = handOut(plan, selection.selected, of.standing, how)
  return {
    is: 'chosen',
    plan: chosen.plan,
    selected: chosen.selected,
    chosen: selection.selected,
    wanted: goesOn ? namedNow(wanted, plan, selection.selected) : wanted,
    mechanical,
    because,
    settled: { asked: mode.asked, mode: mechanical ? 'mechanical' : 'standard', modifiers, atdd: mode.atdd.isOn },
    atdd: mode.atdd,
    remarks,
    diagnostics: mode.diagnostics,
    texts,
  }
}

/** Where none is left, the words of before stay: naming none would mean all. */
function namedNow(wanted: Wanted, { tasks }: Plan, chosen: ReadonlySet<string>): Wanted {
  const names = tasks.flatMap(({ key }) => (chosen.has(key) ? [key] : []))
  return wanted.only === null || names.length === 0 ? wanted : { ...wanted, only: names }
}

function says(file: string, flag: string): string {
  return file === '' ? 'as the run began' : `${file} says ${flag} = false`
}

interface ModeMeant extends ProjectMode {
  readonly asked: ProjectMode['mode']
  /** Whether it was settled when the run that goes on began. */
  readonly isSettled: boolean
  /** Whether the project's files would have a new run go otherwise. */
  readonly isOtherNow: boolean
}

/** What holds for the call: what the run that goes on was begun with, else what flags and the project's files ask for. */
function modeOf(root: string, options: Readonly<Record<string, unknown>>, planFile: string): ModeMeant {
  const flag = atddFlag(options)
  const now = readProjectMode(root, modeFlag(options), flag, planFile)
  const settled = settledOf(options)
  const modifiers = settled?.modifiers ?? now.modifiers
  const because = 'as the run began'
  const atdd = settled === null || flag !== null ? now.atdd : { ...now.atdd, isOn: settled.atdd === true, because }
  if (settled === null || settled.asked === null)
    return { ...now, modifiers, atdd, asked: now.mode, isSettled: false, isOtherNow: false }
  const { asked, mode } = settled
  const isOtherNow =
    now.diagnostics.length > 0 ||
    !isDeepStrictEqual([now.mode, now.modifiers, now.atdd.isOn], [asked, modifiers, atdd.isOn])
  return { mode, because, modifiers, atdd, diagnostics: [], files: [], asked, isSettled: true, isOtherNow }
}

function wantedBy(options: Readonly<Record<string, unknown>>): Wanted {
  const phases = textsOption(options, 'phase')
  const only = textsOption(options, 'only')
  return {
    phases: phases.length > 0 ? phases : null,
    only: only.length > 0 ? only : null,
    until: textOption(options, 'until'),
  }
}

function groupsOf(plan: Plan, selected: ReadonlySet<string>): readonly Group[] {
  const keys = new Set(plan.tasks.filter((task) => selected.has(task.key)).map((task) => task.group))
  return plan.groups.filter((group) => keys.has(group.key))
}

/** MW505: what stands in one file of a spec stands in the other one, too (seed 004 §1.5, §1.8, §1.8a). */

import type { Diagnostic, Severity } from '../../../plan/diagnostic.ts'
import type { Source } from '../../../plan/source.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import type { MergedTask, Sides } from '../merge.ts'
import type { ToldSpec, ToldTask } from '../told.ts'
import { finding, isOneOfSeveral, nameOf, named, startOf, stepName, type Check, type Checked } from './checked.ts'

/** Tasks, steps, backups and SPECLets that one of the files does not have. */
export const missing: Check = (of) => {
  const { markdown, parameters, files, merged } = of
  if (markdown === null || parameters === null || files.markdown === null || files.parameters === null) return []
  const pair: Pair = {
    told: { markdown, parameters },
    files: { markdown: files.markdown, parameters: files.parameters },
  }
  const both = merged.tasks.filter(({ sides }) => sides.markdown !== null && sides.parameters !== null)
  return [
    ...specletsAlone(of, pair),
    ...(leavesTasks(pair) ??
      alone(merged.tasks).flatMap(({ id, sides }) => oneSided(pair, `task ${safeLine(id)}`, sides))),
    ...both.flatMap((task) =>
      isStepless(task)
        ? []
        : alone(task.steps).flatMap((step) => oneSided(pair, `step ${stepName(task, step)}`, step.sides, 'warning')),
    ),
    ...withoutSteps(pair, both),
    ...backupsAlone(pair, both),
  ]
}

type Side = keyof Sides<unknown>

/** Both files, where both could be read. */
interface Pair {
  readonly told: Readonly<Record<Side, ToldSpec>>
  readonly files: Readonly<Record<Side, Source>>
}

const sidesOf: readonly Side[] = ['parameters', 'markdown']

function other(side: Side): Side {
  return side === 'markdown' ? 'parameters' : 'markdown'
}

/** One finding for a file that leaves all tasks to the other one; null where none does, so that they can be compared. */
function leavesTasks({ told, files }: Pair): readonly Diagnostic[] | null {
  const empty = sidesOf.filter((side) => told[side].tasks.length === 0)
  const [side] = empty
  if (side === undefined) return null
  if (empty.length > 1) return []
  const [inFile, notIn] = [nameOf(files[other(side)].path), nameOf(files[side].path)]
  const message = `no task in ${notIn}; those of ${inFile} are the plan`
  const help = `write the tasks of ${inFile} into ${notIn}, too, or look whether it is the right file`
  return [finding('MW505', 'warning', startOf(files[side]), message, help)]
}

/**
 * SPECLets of one file. One that a file without any only names as the place of its tasks is not forgotten, and a file that has
 * neither tasks nor SPECLets has left all to the other one.
 */
function specletsAlone(of: Checked, pair: Pair): readonly Diagnostic[] {
  // The document is the SPECLet: its parameters need not say so.
  if (isOneOfSeveral(of) && pair.told.parameters.speclets.length === 0) return []
  // A file with SPECLets of its own has forgotten those that it only names.
  const namedIn = (side: Side): ReadonlySet<string | null> =>
    new Set(pair.told[side].speclets.length > 0 ? [] : pair.told[side].tasks.map(({ speclet }) => speclet))
  const isNamed = { parameters: namedIn('parameters'), markdown: namedIn('markdown') }
  return alone(of.merged.speclets).flatMap(({ id, sides }) => {
    const without = sides.parameters === null ? 'parameters' : 'markdown'
    const { tasks, speclets } = pair.told[without]
    if (tasks.length === 0 && speclets.length === 0) return []
    return oneSided(pair, `SPECLet ${safeLine(id)}`, sides, isNamed[without].has(id) ? 'warning' : 'error')
  })
}

/** A file that leaves the steps of a task to the other one has not forgotten any. */
function isStepless({ sides }: MergedTask): boolean {
  return sides.markdown?.steps.length === 0 || sides.parameters?.steps.length === 0
}

/** One notice for a file that leaves all steps of tasks to the other one. */
function withoutSteps(pair: Pair, both: readonly MergedTask[]): readonly Diagnostic[] {
  return sidesOf.flatMap((side) => {
    const found = both.filter(({ sides, steps }) => steps.length > 0 && sides[side]?.steps.length === 0)
    const [first] = found
    if (first === undefined) return []
    const which = `${found.length === 1 ? 'task' : 'tasks'} ${named(found.map(({ id }) => safeLine(id)))}`
    return leftToOther(pair, side, first.sides[side], `no steps of ${which}`)
  })
}

/** Backups of steps that both files have; a file that has none at all has left them to the other one. */
function backupsAlone(pair: Pair, both: readonly MergedTask[]): readonly Diagnostic[] {
  const steps = both.flatMap((task) => task.steps.map((step) => ({ task, step })))
  const compared = steps.filter(({ step: { sides } }) => sides.markdown !== null && sides.parameters !== null)
  const found = compared.flatMap(({ task, step }) =>
    // The second of an id has one that nobody wrote, and is told as that (MW509).
    alone(step.backups)
      .filter(({ id, sides }) => (sides.parameters ?? sides.markdown)?.id === id)
      .map((backup) => ({ task, step, backup })),
  )
  const [first] = found
  const none = sidesOf.find((side) => steps.every(({ step }) => (step.sides[side]?.backups.length ?? 0) === 0))
  if (first === undefined) return []
  if (none !== undefined) return leftToOther(pair, none, first.step.sides[none], 'no backup')
  return found.flatMap(({ task, step, backup }) =>
    oneSided(pair, `backup ${safeLine(backup.id)} of step ${stepName(task, step)}`, backup.sides, 'warning'),
  )
}

function leftToOther(
  { files }: Pair,
  side: Side,
  at: Pick<ToldTask, 'span'> | null,
  what: string,
): readonly Diagnostic[] {
  const [inFile, notIn] = [nameOf(files[other(side)].path), nameOf(files[side].path)]
  const help = `write them into ${notIn}, too, so that both files say the same`
  const span = at?.span ?? startOf(files[side])
  return [finding('MW505', 'info', span, `${what} in ${notIn}; those of ${inFile} are taken`, help)]
}

function alone<Item extends { readonly sides: Sides<object> }>(items: readonly Item[]): readonly Item[] {
  return items.filter(({ sides }) => sides.markdown === null || sides.parameters === null)
}

function oneSided(
  { files }: Pair,
  what: string,
  { markdown, parameters }: Sides<Pick<ToldTask, 'span'>>,
  severity: Severity = 'error',
): readonly Diagnostic[] {
  const side = parameters === null ? 'markdown' : 'parameters'
  const [inFile, notIn] = [nameOf(files[side].path), nameOf(files[other(side)].path)]
  const span = (parameters ?? markdown)?.span ?? null
  const message = `${what} is in ${inFile} but not in ${notIn}`
  return [finding('MW505', severity, span, message, `add it to ${notIn}, or take it out of ${inFile}`)]
}

/** ATDD mode of a run, where it is on: all that the executor and the person are given for it. */

import type { SettledGate } from '../../config/gates.ts'
import type { ExecutorOptions } from '../../engine/executor-options.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Plan } from '../../plan/model.ts'
import { taskName } from '../../plan/names.ts'
import { foldPath } from '../../plan/path-safety.ts'
import type { Source } from '../../plan/source.ts'
import { ownersIn } from '../../run/criteria-seen.ts'
import type { GateSpec } from '../../run/effect.ts'
import type { RunState } from '../../run/state.ts'
import { checklistProjector } from '../plan/checklist-projector.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import type { Where } from '../plan/where.ts'
import type { ChosenWork } from './choose-work.ts'
import { findChecklist } from './checklist.ts'
import { atddFlag } from './run-flags.ts'
import { testCommands, testFirstOf } from './test-first.ts'

export interface AtddOfRun {
  readonly split: (plan: Plan) => Plan
  readonly gates: readonly GateSpec[]
  /** One gate for each program that runs tests: whether it is there. */
  readonly programs: readonly SettledGate[]
  readonly executables: readonly SettledGate[]
  readonly projectors: ExecutorOptions['projectors']
  readonly remarks: readonly string[]
  readonly errors: readonly Diagnostic[]
  readonly warnings: readonly Diagnostic[]
  readonly texts: readonly Source[]
}

/** @returns null where the mode is off */
export async function atddOf(
  opened: OpenedPlan,
  io: Where,
  of: {
    readonly work: ChosenWork
    readonly gates: readonly SettledGate[]
    readonly options: Readonly<Record<string, unknown>>
    readonly last: RunState | null
    /** With its gates assigned. */
    readonly plan: Plan
  },
): Promise<AtddOfRun | null> {
  const { work, plan } = of
  if (!work.atdd.isOn) return null
  const { settings, root, planRelative } = opened
  const checklist = findChecklist(root, {
    plan: planRelative,
    configured: settings.atdd.checklist,
    folders: work.atdd.folders,
  })
  const { mechanical } = work
  const commands = await testCommands(opened, io.env['PATH'], atddFlag(of.options) === true)
  const tests = testFirstOf(plan, {
    checklist,
    commands,
    settings,
    mechanical,
    known: of.last === null ? new Map() : ownersIn(of.last),
    taken: new Set(of.gates.map(({ name }) => name)),
  })
  const writer = mechanical ? plan.tasks.find((task) => writes(task, checklist.path)) : undefined
  const isUsed = tests.gates.length > 0
  const all = [...checklist.diagnostics, ...tests.diagnostics]
  return {
    split: tests.split,
    gates: tests.gates,
    programs: [...new Map(tests.settledGates.map((it) => [it.argv[0], it])).values()],
    executables: isUsed ? commands.executables : [],
    projectors:
      !isUsed || writer !== undefined
        ? []
        : [checklistProjector(checklist.path, { criteria: tests.criteria, isMade: !checklist.isThere })],
    remarks: [
      `ATDD mode (${work.atdd.because})`,
      ...tests.remarks,
      ...(writer === undefined || !isUsed
        ? []
        : [`ATDD: ${taskName(writer)} writes ${checklist.path}, so that its status is left alone`]),
    ],
    errors: all.filter(({ severity }) => severity === 'error'),
    warnings: all.filter(({ severity }) => severity !== 'error'),
    texts: checklist.texts,
  }
}

/** Whether a task that is still to be done declares to write a file. */
function writes({ files, mark }: Plan['tasks'][number], path: string): boolean {
  const isIt = (other: string | null): boolean => other !== null && foldPath(other) === foldPath(path)
  return mark !== 'done' && files.some((file) => file.action !== 'read' && (isIt(file.path) || isIt(file.to)))
}

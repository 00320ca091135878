/** MW510, MW511, MW512 and MW523: SPECLets can be ordered, hold every task once, and have tasks (seed 004 §1.8a). */

import { cycleText, findCycles } from '../../../plan/graph/cycles.ts'
import type { Diagnostic } from '../../../plan/diagnostic.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import { pathsNamed } from '../../../plan/values/named-paths.ts'
import type { MergedSpeclet, MergedTask } from '../merge.ts'
import { finding, isOneOfSeveral, named, placeOf, type Check } from './checked.ts'

/**
 * What a SPECLet depends on is another one that there is, and none waits for itself. Where a document is one SPECLet, the others
 * are documents of their own: nobody here sees them, and nothing waits for them.
 */
export const dependencies: Check = (of) => {
  const { speclets } = of.merged
  const ids = new Set(speclets.map(({ id }) => id))
  const unknown = speclets.flatMap(({ id, dependsOn }) =>
    dependsOn
      .filter(({ text }) => !ids.has(text))
      .map(({ text, span }) => {
        const name = `SPECLet ${safeLine(id)} depends on ${safeLine(text)}`
        if (isOneOfSeveral(of)) {
          const help = 'run that one first'
          return finding('MW510', 'warning', span, `${name}, which is no part of this plan; nothing waits for it`, help)
        }
        const message = `${name}, which there is not`
        return finding('MW510', 'error', span, message, 'correct the name, or take it out')
      }),
  )
  const edges = speclets.flatMap(({ id, dependsOn }) => dependsOn.map(({ text }) => ({ from: text, to: id })))
  return [
    ...unknown,
    ...findCycles([...ids], edges).flatMap((cycle) => {
      const members = new Set(cycle.members)
      const spans = cycle.members.flatMap((member) =>
        (speclets.find(({ id }) => id === member)?.dependsOn ?? []).filter(({ text }) => members.has(text)),
      )
      const [first, ...others] = spans
      if (first === undefined) return []
      const text = safeLine(cycleText(cycle))
      const related = others.slice(0, 5).map(({ span }) => ({ message: 'also here', span }))
      const help = 'take one of these dependencies out'
      return [finding('MW510', 'error', first.span, `SPECLet cycle ${text}; nothing was started`, help, related)]
    }),
    ...twins(speclets),
  ]
}

function twins(speclets: readonly MergedSpeclet[]): readonly Diagnostic[] {
  const seen = new Map<string, MergedSpeclet>()
  return speclets.flatMap((speclet) => {
    const { id, sides } = speclet
    const first = seen.get(id)
    if (first === undefined) {
      seen.set(id, speclet)
      return []
    }
    const message = `two SPECLets have the id ${safeLine(id)}`
    // The other one of the same file, where it stands in both.
    const other = sides.parameters === null ? first.sides.markdown : first.sides.parameters
    const span = other?.span ?? placeOf(first.sides)
    const related = span === null ? [] : [{ message: 'the other one', span }]
    return [finding('MW510', 'error', placeOf(sides), message, 'give one of them another id', related)]
  })
}

/** Where there are SPECLets, each task is in one of them and in no other. */
export const assignment: Check = ({ merged: { speclets, tasks, assigned, unknownTasks } }) => {
  if (speclets.length === 0) return []
  return [
    ...unknownTasks.map(({ task, speclet, span }) => {
      const message = `SPECLet ${safeLine(speclet)} lists task ${safeLine(task)}, which there is not`
      return finding('MW511', 'error', span, message, 'correct the id, or take it out')
    }),
    ...tasks.flatMap(({ id, sides }): readonly Diagnostic[] => {
      const [first, second] = assigned.get(id) ?? []
      if (first === undefined) {
        const message = `task ${safeLine(id)} is in no SPECLet`
        return [finding('MW511', 'error', placeOf(sides), message, 'list it in one of them')]
      }
      if (second === undefined) return []
      const message = `task ${safeLine(id)} is in two SPECLets: ${safeLine(first.speclet)} and ${safeLine(second.speclet)}`
      const related = [{ message: `in ${safeLine(first.speclet)}`, span: first.span }]
      return [finding('MW511', 'error', second.span, message, 'take it out of one of them', related)]
    }),
  ]
}

/** SPECLets that run side by side, and say that they write the same files: their tasks exclude each other. */
export const shared: Check = ({ merged: { speclets, tasks }, spec }) => {
  const stages = new Map(spec.speclets.map(({ id, stage }) => [id, stage]))
  const isParallel = new Map(speclets.map(({ id, parallel }) => [id, parallel?.value === true]))
  const first = new Map<string, { readonly speclet: string; readonly task: MergedTask }>()
  const told = new Set<string>()
  return tasks.flatMap((task) => {
    const { speclet } = task
    // What waits for itself is in no stage, and beside nothing.
    if (speclet === null || isParallel.get(speclet) !== true || stages.get(speclet) === 0) return []
    return task.steps.flatMap(({ expected }) =>
      pathsNamed(expected?.text ?? '').paths.flatMap(({ path, isSure }): readonly Diagnostic[] => {
        if (!isSure) return []
        const place = `${stages.get(speclet) ?? 0}\0${path}`
        const before = first.get(place)
        if (before === undefined) first.set(place, { speclet, task })
        const pair = `${before?.speclet ?? ''}\0${speclet}`
        if (before === undefined || before.speclet === speclet || told.has(pair)) return []
        told.add(pair)
        const message = `SPECLets ${safeLine(before.speclet)} and ${safeLine(speclet)} may run side by side and both name ${safeLine(path)}`
        const help = 'let one depend on the other, or divide the file; what one has changed may conflict with the other'
        return [finding('MW512', 'warning', expected?.span ?? null, message, help)]
      }),
    )
  })
}

/** SPECLets without tasks: what depends on one waits for all that it depends on itself. */
export const empty: Check = (of) => {
  const { speclets, tasks } = of.merged
  // Others may have their tasks in documents of their own.
  if (tasks.length === 0 || isOneOfSeveral(of)) return []
  const within = new Set(tasks.map(({ speclet }) => speclet))
  const listing = new Set(of.merged.unknownTasks.map(({ speclet }) => speclet))
  // What is in no stage is told as such, and never completed.
  const staged = new Set(of.spec.speclets.filter(({ stage }) => stage > 0).map(({ id }) => id))
  return speclets.flatMap(({ id, sides, dependsOn }) => {
    if (within.has(id) || listing.has(id) || !staged.has(id)) return []
    const needed = named(dependsOn.map(({ text }) => safeLine(text)))
    const means =
      needed === ''
        ? 'nothing is done for it, and nothing waits for it'
        : `it is completed once ${needed} ${dependsOn.length === 1 ? 'is' : 'are'}`
    const message = `SPECLet ${safeLine(id)} has no tasks: ${means}`
    return [finding('MW523', 'warning', placeOf(sides), message, 'list its tasks in it, or take it out')]
  })
}

/** A longer chain is hard to follow (seed 004 §1.8a). */
const longestChain = 4

/** Structures of which the seed warns. */
export const structure: Check = (of) => {
  const { speclets } = of.merged
  const [first] = speclets
  if (first === undefined || (speclets.length === 1 && isOneOfSeveral(of))) return []
  const at = placeOf(first.sides)
  const found: Diagnostic[] = []
  if (speclets.length === 1) found.push(finding('MW523', 'warning', at, 'a single SPECLet', 'tasks alone say the same'))
  else if (speclets.every(({ parallel }) => parallel?.value !== true))
    found.push(
      finding('MW523', 'warning', at, 'no SPECLet may run beside another', 'parallel_allowed = true, or tasks alone'),
    )
  const stages = Math.max(...of.spec.speclets.map(({ stage }) => stage))
  if (stages > longestChain) {
    const message = `SPECLets wait for each other ${stages} deep; more than ${longestChain} are hard to follow`
    found.push(finding('MW523', 'warning', at, message, 'let fewer of them depend on each other'))
  }
  return found
}

/** MW505, MW507 and MW520: what both files of a spec say is the same, and in the same order (seed 004 §1.8, §1.8a). */

import type { Diagnostic, Related } from '../../../plan/diagnostic.ts'
import type { Source, Span } from '../../../plan/source.ts'
import { compareNatural } from '../../../plan/natural.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import { byteAt, byte } from '../../scan/bytes.ts'
import type { MergedSpeclet, MergedStep, MergedTask, Sides, SpecletTasks } from '../merge.ts'
import type { Told, ToldSpeclet, ToldStep, ToldTask } from '../told.ts'
import { finding, nameOf, stepName, type Check, type Checked } from './checked.ts'

/** Whether both files have tasks, so that they can be compared. */
function isPair({ markdown, parameters }: Checked): boolean {
  return (markdown?.tasks.length ?? 0) > 0 && (parameters?.tasks.length ?? 0) > 0
}

/** Flags, and what SPECLets depend on and hold, that both files name and that differ: the parameters count. */
export const flags: Check = ({ merged, files }) => [
  ...merged.speclets.flatMap((it) => specletDifferences(it, files)),
  ...merged.tasks.flatMap((task) => [
    ...differences(`task ${safeLine(task.id)}`, task.sides, files),
    ...task.steps.flatMap((step) => differences(`step ${stepName(task, step)}`, step.sides, files)),
  ]),
]

function specletDifferences({ id, sides, tasks }: MergedSpeclet, files: Sides<Source>): readonly Diagnostic[] {
  const { markdown, parameters } = sides
  if (markdown === null || parameters === null) return []
  const what = `SPECLet ${safeLine(id)}`
  return [
    ...differs(`${what}: depends_on`, dependenciesOf(markdown), dependenciesOf(parameters), files),
    ...taskDifferences(`${what}: tasks`, { markdown, parameters }, tasks, files),
    ...differs(`${what}: parallel_allowed`, markdown.parallel, parameters.parallel, files),
    ...differs(`${what}: critical`, markdown.critical, parameters.critical, files),
  ]
}

/** As one text, in whatever order they are listed; null where it does not say on what it depends. */
function dependenciesOf({ dependsOn, saysDependencies: span }: ToldSpeclet): Told<string> | null {
  return span === null ? null : { value: idList(dependsOn.map(({ text }) => text)), span }
}

const mostRelated = 5

/** The same of its tasks. Those that stand within it in the parameters are compared one by one. */
function taskDifferences(
  what: string,
  speclet: Record<keyof Sides<unknown>, ToldSpeclet>,
  { markdown, parameters }: MergedSpeclet['tasks'],
  files: Sides<Source>,
): readonly Diagnostic[] {
  if (markdown === null || parameters === null || parameters.list === null) return []
  const told = ({ all }: SpecletTasks, span: Span): Told<string> => ({
    value: idList(all.map(({ task }) => task)),
    span,
  })
  const { list, all } = markdown
  const besides = all.filter(
    ({ span }) => list === null || span.offset < list.offset || span.offset > list.offset + list.length,
  )
  // Where not all of them are listed, they are those of the SPECLet itself.
  const isListed = list !== null && besides.length === 0
  const related = [
    ...(isListed || list === null ? [] : [{ message: 'listed here', span: list }]),
    ...besides.slice(0, mostRelated).map(({ task, span }) => ({ message: `task ${safeLine(task)} stands here`, span })),
  ]
  return differs(
    what,
    told(markdown, isListed ? list : speclet.markdown.span),
    told(parameters, parameters.list),
    files,
    related,
  )
}

function idList(ids: readonly string[]): string {
  return `[${[...new Set(ids)].sort(compareNatural).join(', ')}]`
}

function differences(
  what: string,
  { markdown, parameters }: Sides<Pick<ToldStep & ToldTask, 'critical' | 'mode' | 'retries'>>,
  files: Sides<Source>,
): readonly Diagnostic[] {
  if (markdown === null || parameters === null) return []
  const told = (text: ToldStep['mode']): Told<string> | null =>
    text === null ? null : { value: text.text.trim().toLowerCase(), span: text.span }
  return [
    ...differs(`${what}: critical`, markdown.critical, parameters.critical, files),
    ...differs(`${what}: mode`, told(markdown.mode), told(parameters.mode), files),
    ...differs(`${what}: max_retries`, markdown.retries, parameters.retries, files),
  ]
}

function differs(
  what: string,
  a: Told<unknown> | null,
  b: Told<unknown> | null,
  { markdown }: Sides<Source>,
  besides: readonly Related[] = [],
): readonly Diagnostic[] {
  if (a === null || b === null || a.value === b.value) return []
  const [inText, inData] = [safeLine(String(a.value)), safeLine(String(b.value))]
  const related = [{ message: `${inData} in ${nameOf(b.span.path)}`, span: b.span }, ...besides]
  const help = `the parameters count; write ${inData} in both, or correct them`
  // A word in brackets behind the head of a step is easily overlooked.
  const isWord = markdown !== null && isBracketed(markdown.bytes, a.span.offset)
  const code = isWord ? 'MW520' : 'MW505'
  return [finding(code, 'warning', a.span, `${what} is ${inText} here and ${inData} in the parameters`, help, related)]
}

function isBracketed(bytes: Uint8Array, at: number): boolean {
  return byteAt(bytes, at) === byte.open || byteAt(bytes, at - 1) === byte.open
}

/** The two files, or the ids, are in another order. */
export const order: Check = (of) => {
  const { markdown, parameters, merged } = of
  const found = parameters === null ? [] : outOfOrder(parameters.tasks, 'task')
  const steps = merged.tasks.flatMap(({ id, sides }) =>
    sides.parameters === null ? [] : outOfOrder(sides.parameters.steps, `step of task ${safeLine(id)}`),
  )
  if (!isPair(of) || markdown === null) return [...found, ...steps]
  return [
    ...found,
    ...steps,
    ...crossed(merged.tasks, 'task', markdown.tasks),
    ...merged.tasks.flatMap((task) =>
      crossed(task.steps, `step of task ${safeLine(task.id)}`, task.sides.markdown?.steps ?? []),
    ),
  ]
}

/** The first whose id is less than that of the one before it. */
function outOfOrder(
  items: readonly Pick<ToldStep & ToldTask, 'id' | 'span' | 'speclet'>[] | readonly ToldStep[],
  what: string,
): readonly Diagnostic[] {
  const later = items.find((it, at) => {
    const before = items[at - 1]
    const isWithin =
      before !== undefined && (!('speclet' in it) || !('speclet' in before) || it.speclet === before.speclet)
    return isWithin && compareNatural(before.id, it.id) > 0
  })
  if (later === undefined) return []
  const help = 'tasks and steps are done in the order of their ids'
  return [finding('MW507', 'warning', later.span, `${what} ${safeLine(later.id)} stands behind a later one`, help)]
}

/** The first that stands elsewhere in the Markdown than in the parameters. */
function crossed(
  items: readonly (MergedTask | MergedStep)[],
  what: string,
  inText: readonly (ToldTask | ToldStep)[],
): readonly Diagnostic[] {
  const at = new Map(inText.map((it, index) => [it as object, index]))
  let last = -1
  for (const { id, sides } of items) {
    const index = sides.markdown === null || sides.parameters === null ? undefined : at.get(sides.markdown)
    if (index === undefined || sides.markdown === null) continue
    if (index < last) {
      const message = `${what} ${safeLine(id)} stands in another place than in the parameters`
      return [finding('MW507', 'warning', sides.markdown.span, message, 'bring both files into one order')]
    }
    last = index
  }
  return []
}

/** What the checks of a spec look at, and how they say what they found. */

import type { Code, Diagnostic, Related, Severity } from '../../../plan/diagnostic.ts'
import type { Spec } from '../../../plan/spec.ts'
import type { Source, Span } from '../../../plan/source.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import type { Merged, MergedTask, Sides } from '../merge.ts'
import type { ToldParameters } from '../parameters/read-parameters.ts'
import type { ToldSpecText } from '../markdown/told-text.ts'

export interface Checked {
  /** What each file tells; null where there is none, or nothing of it could be read. */
  readonly markdown: ToldSpecText | null
  readonly parameters: ToldParameters | null
  /** The files that are there, read or not. */
  readonly files: Sides<Source>
  /** Names of files of which each may be the other one of the pair; none of them is read. */
  readonly unsure: readonly string[]
  readonly merged: Merged
  readonly spec: Spec
}

export type Check = (of: Checked) => readonly Diagnostic[]

/** One finding; `span` is null where nothing stands that could be pointed at. */
export function finding(
  code: Code,
  severity: Severity,
  span: Span | null,
  message: string,
  help: string,
  related: readonly Related[] = [],
): Diagnostic {
  return { code, severity, message, help, span, related }
}

/** Name of a file without its folder, for people. */
export function nameOf(path: string): string {
  return safeLine(path.slice(path.lastIndexOf('/') + 1))
}

/** How people are told of a step: `2.1`, `data/1.2`. */
export function stepName(task: Pick<MergedTask, 'id'>, step: { readonly id: string }): string {
  return safeLine(`${task.id}.${step.id}`)
}

/** Whether the Markdown is one SPECLet of a goal whose others are documents of their own (FORMATS section 6). */
export function isOneOfSeveral({ markdown }: Pick<Checked, 'markdown'>): boolean {
  return markdown !== null && markdown.document !== null
}

/** The parameters' place where there is one, else the Markdown's. */
export function placeOf({ parameters, markdown }: Sides<{ readonly span: Span }>): Span | null {
  return parameters?.span ?? markdown?.span ?? null
}

/** Where something is told that stands nowhere: the start of a file. */
export function startOf(file: Source): Span {
  return { path: file.path, offset: 0, length: 0 }
}

/** `1 step`, `2 steps`. */
export function counted(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`
}

/** How many of a list a message names. */
const namedMost = 5

/** `1.2, 1.3 and 4 more`. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, namedMost).join(', ')
  return names.length > namedMost ? `${shown} and ${names.length - namedMost} more` : shown
}

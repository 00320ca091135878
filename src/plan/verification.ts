/** How a plan itself says that a step is verified, beside its words: each way is a gate of that step alone (seed 004 §4.1). */

import { safeLine } from './safe-text.ts'
import { shellWords } from './shell-word.ts'

/**
 * One way to verify a step.
 *
 * - `command`: a program that has to end with an exit code, and where a pattern is given, to print what it matches.
 * - `file`: a file that has to be there; a folder where the path ends with `/`.
 * - `pattern`: a file whose text an expression of RE2 has to match, line by line.
 * - `schema`: a file of JSON, YAML or TOML that has to hold against a JSON Schema of the repository.
 *
 * Paths are relative to the root, and safe.
 */
export type Verification =
  | {
      readonly is: 'command'
      /** Program and arguments, without a shell, in the root. */
      readonly argv: readonly string[]
      readonly exitCode: number
      readonly output: string | null
    }
  | { readonly is: 'file'; readonly file: string }
  | { readonly is: 'pattern'; readonly file: string; readonly pattern: string }
  | { readonly is: 'schema'; readonly file: string; readonly schema: string }

/** What is looked at in files: it runs nothing of the repository. */
export type FileVerification = Exclude<Verification, { is: 'command' }>

const prefix = 'verification:'

/** More of one step are no list that somebody wrote. */
export const mostVerifications = 20

/**
 * The gate of a verification; no configuration can name one so.
 * @param task key of the task
 * @param step id of the step
 * @param at its place among those of the step, from 0
 */
export function verificationGate(task: string, step: string, at: number): string {
  return `${prefix}${task}.${step}${at === 0 ? '' : `:${at + 1}`}`
}

/** The names of the gates of a step's verifications, in their order. */
export function verificationGates(
  { key }: { readonly key: string },
  { id, verifications = [] }: { readonly id: string; readonly verifications?: readonly Verification[] },
): readonly string[] {
  return verifications.map((_, at) => verificationGate(key, id, at))
}

/** What a gate of a task verifies; undefined where it verifies no single step of it. */
export function verificationOf(
  task: { readonly key: string; readonly steps: readonly Parameters<typeof verificationGates>[1][] },
  gate: string,
): Verification | undefined {
  if (!isVerification(gate)) return undefined
  for (const step of task.steps) {
    const at = verificationGates(task, step).indexOf(gate)
    if (at >= 0) return step.verifications?.[at]
  }
  return undefined
}

/** Whether a gate verifies a single step. */
export function isVerification(gate: string): boolean {
  return gate.startsWith(prefix)
}

/** What is verified, on one line for people: plan text in it is safe for a terminal. */
export function verificationText(of: Verification): string {
  switch (of.is) {
    case 'command': {
      const code = of.exitCode === 0 ? '' : `, with exit code ${of.exitCode}`
      const output = of.output === null ? '' : `, and prints what matches ${safeLine(of.output)}`
      return `${safeLine(shellWords(of.argv))}${code}${output}`
    }
    case 'file':
      return `${safeLine(of.file)} is there`
    case 'pattern':
      return `${safeLine(of.file)} matches ${safeLine(of.pattern)}`
    case 'schema':
      return `${safeLine(of.file)} holds against ${safeLine(of.schema)}`
    default:
      return of satisfies never
  }
}

/** What the small projects of the loop have in common: a harbour whose water is as deep as its tide lets it be. */

import { spawnSync } from 'node:child_process'

/**
 * What a specialist may do, each right but for what its name says.
 *
 * - `tide` adds a public function to the harbour. `tideOff` computes another one, which its unit test sees. `tideAskingMore`
 *   changes a public signature that was there, `tideUntidy` is what a linter refuses, `tideBroken` is no program.
 * - `day` finds the highest water of a day. `dayFromOne` leaves its first hour out, which only an integration test sees.
 * - `report` prints the highest water by what is there now. `reportOff` prints another number.
 */
export type Work =
  'tide' | 'tideOff' | 'tideAskingMore' | 'tideUntidy' | 'tideBroken' | 'day' | 'dayFromOne' | 'report' | 'reportOff'

/** Texts of files by their paths. */
export type Files = Readonly<Record<string, string>>

/** A gate as the configuration has it, by its name. */
export type Gates = Readonly<Record<'unit' | 'lint', readonly string[]> & { readonly build?: readonly string[] }>

/** A small real project in one language. */
export interface Stack {
  readonly name: string
  /** Why nothing of it can run here, told on the console; null where it can. */
  readonly missing: string | null
  /** What stands there before the first task: the harbour, its unit test, and a report that prints 8.5. */
  readonly files: Files
  /** Source that each task of the plan is about. */
  readonly sources: Readonly<Record<'harbour' | 'day' | 'report', string>>
  readonly works: Readonly<Record<Work, Files>>
  readonly gates: Gates
  /** Prints `{"highest": …}` by the report, and by the highest water of a day alone. */
  readonly report: readonly string[]
  readonly year: readonly string[]
  /** What its tools say of each kind of wrong work. */
  readonly says: Readonly<Record<'tideBroken' | 'tideOff' | 'tideAskingMore' | 'tideUntidy', string>>
  /** The signature that the right tide has, as a contract tells it. */
  readonly signature: string
}

/**
 * Says on the console, and gives back, why nothing of a language is tried here.
 * @param gone what is not there; nothing where all of it is
 */
export function missing(language: string, gone: readonly string[]): string | null {
  if (gone.length === 0) return null
  const why = `no ${gone.join(', ')} on this machine: the loop is not tried with ${language}`
  console.log(`skipped: ${why}`)
  return why
}

/** The programs among these that do not answer to `--version`. */
export function goneOf(...programs: readonly string[]): readonly string[] {
  return programs.filter((it) => spawnSync(it, ['--version'], { stdio: 'ignore' }).status !== 0)
}

/** What one ecosystem says about checks, set-up and shared folders; read from file names and texts alone. */

import type { TestTemplate } from '../test-runners.ts'

/** The files of a project's root, read before: names of all entries, and texts of those that are asked for. */
export interface ProjectFiles {
  /** An entry of the root, or a program in a virtual environment (`.venv/bin/ruff`). */
  has(name: string): boolean
  /** Whether any entry ends in this. */
  hasEnding(ending: string): boolean
  /** Whether there are sources in C or C++, in whatever folder. */
  readonly hasSources: boolean
  /** Files in Python below `tests` and `test`. */
  readonly pythonTests: readonly TestFile[]
  /** Names of the entries of the root. */
  readonly names: readonly string[]
  /** Text of a small file in the root, null where it is missing. */
  text(name: string): string | null
}

export interface TestFile {
  /** From the root, with `/`. */
  readonly path: string
  readonly text: string
}

/** Roles of gates; also their names. A project has at most one per role and folder; they run in the order they are listed. */
export type GateRole = 'configure' | 'build' | 'types' | 'lint' | 'format' | 'unit'

export interface Suggested {
  readonly role: GateRole
  readonly argv: readonly string[]
  readonly origin: string
  /** What has to be there, where that is not the first word. */
  readonly program?: string
}

export interface Ecosystem {
  readonly name: string
  readonly gates: readonly Suggested[]
  /** How one of its tests is run by itself; absent where that is not known. */
  readonly tests?: TestTemplate
  /** Null where a fresh workspace needs nothing. */
  readonly setup: readonly string[] | null
  readonly share: readonly string[]
  /** Files whose content decides whether a set-up is still good. */
  readonly lockFiles: readonly string[]
}

/** Why a call did nothing: nothing was started, and nothing written. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Source } from '../plan/source.ts'
import type { UnsoundPlan } from './plan/open-plan.ts'

/** The plan has errors, or cannot be read. */
export interface Unsound {
  readonly is: 'unsound'
  readonly opening: UnsoundPlan
}

/** The configuration, an option or a file of the project is wrong; each finding has its place. */
export interface Refused {
  readonly is: 'refused'
  readonly diagnostics: readonly Diagnostic[]
  /** What the findings are about. */
  readonly texts?: readonly Source[]
  /** What else is wrong with the call, and has no code. */
  readonly complaints?: readonly Wrong[]
}

/** The call does not fit what is there. */
export interface Wrong {
  readonly is: 'wrong'
  readonly message: string
  readonly help: string
}

/** Our fault or the machine's: the call was right. */
export interface Failed {
  readonly is: 'failed'
  readonly message: string
  readonly help: string
}

/** All parts of the proof, in the order in which they run. */

import type { Part } from './part.ts'
import { diskErrors } from './parts/disk-errors.ts'
import { editors } from './parts/editors.ts'
import { fuzz } from './parts/fuzz.ts'
import { gitFaults } from './parts/git-faults.ts'
import { journalDamage } from './parts/journal-damage.ts'
import { killAtSyscall } from './parts/kill-at-syscall.ts'
import { oneExecutor } from './parts/one-executor.ts'
import { parallelKill } from './parts/parallel-kill.ts'
import { powerLoss } from './parts/power-loss.ts'
import { randomKill } from './parts/random-kill.ts'
import { simulation } from './parts/simulation.ts'

export const parts: readonly Part[] = [
  killAtSyscall,
  diskErrors,
  gitFaults,
  randomKill,
  parallelKill,
  simulation,
  powerLoss,
  journalDamage,
  editors,
  fuzz,
  oneExecutor,
]

/** A clock that a test sets: libfaketime stands between a program and the clock of the system. */

import { spawnSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestContext } from 'vitest'
import type { Project } from './project.ts'

/** Sets what the clock is off by, such as `-1y`, at once for all programs that are started from now on and that run. */
export type SetClock = (offset: string) => void

/**
 * Has the calls of a project, though not the agents, take the time from a clock that can be set; where libfaketime is missing
 * the test is skipped, with the reason in the output. What never goes back is left alone, as setting the clock does.
 */
export function settableClock(context: TestContext, project: Project): SetClock {
  const asked = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' })
  if (asked.status !== 0) {
    const missing = 'libfaketime is missing (Debian: faketime)'
    console.log(`skipped: ${missing}`)
    return context.skip(missing)
  }
  const file = path.join(project.top, 'clock')
  const set: SetClock = (offset) => {
    writeFileSync(`${file}.next`, `${offset}\n`)
    renameSync(`${file}.next`, file)
  }
  set('+0')
  Object.assign(project.env, {
    LD_PRELOAD: asked.stdout.trim(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  return set
}

/** Starts a prepared run; what is shown of it is the caller's. Prints nothing. */

import type { ExecutorEnd, ExecutorOptions } from '../../engine/executor-options.ts'
import { startExecutor } from '../../engine/executor.ts'
import { diskFailureOf } from '../../system/disk-failure.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { PreparedRun } from './assemble-run.ts'
import type { ModeAnswer } from '../../run/steps/mode-switch.ts'
import type { ToolsVerified } from '../../run/mcp-tools.ts'
import type { PatternsJudged } from '../../run/patterns/judged.ts'
import { publishedElsewhere } from './published-elsewhere.ts'

/** What a caller sees of a run, and whom it may ask. */
export type Watching = Pick<ExecutorOptions, 'observe' | 'output' | 'remark' | 'askHuman' | 'askReview'>

/** What was found out before a run began, for its journal; absent where nobody has looked. */
export interface FoundBefore {
  /** What came of verifying the MCP servers that the plan wants. */
  readonly toolsVerified?: ToolsVerified
  /** What a person has said to the question for the mode as it began: what held, or another one; absent where nobody was asked. */
  readonly modeAnswer?: ModeAnswer
  /** What was found out of the spec's pattern. */
  readonly patterns?: PatternsJudged
}

export interface RunOutcome {
  readonly end: ExecutorEnd
  /** Where the work is, in words, when it is not in the files of the checkout. */
  readonly elsewhere: string | null
  /** Paths of the checkout that were changed meanwhile and that are not ours to write. */
  readonly changedMeanwhile: readonly string[]
}

export interface StartedRun {
  readonly done: Promise<RunOutcome>
  /** Parks the run after the current writes: running attempts are ended and their work is kept. */
  stop(because: string): void
}

/** Starts the executor of a prepared run. At most one runs per plan; a second one ends at once with `held`. */
export function startRun(prepared: PreparedRun, watching: Watching, found: FoundBefore = {}): StartedRun {
  prepared.begins()
  const askReview = prepared.reviewer ?? watching.askReview
  const executor = startExecutor({ ...prepared.options, ...watching, askReview, ...found })
  return {
    done: executor.done.then((end) => afterwards(prepared, end, watching)),
    stop: (because) => executor.stop(because),
  }
}

async function afterwards(prepared: PreparedRun, end: ExecutorEnd, { remark }: Watching): Promise<RunOutcome> {
  if (end.is !== 'ended') return { end, elsewhere: null, changedMeanwhile: [] }
  try {
    await prepared.remember()
    return {
      end,
      elsewhere: await publishedElsewhere(prepared.options.root, end.state),
      changedMeanwhile: await prepared.changedMeanwhile(),
    }
  } catch (error) {
    const failure = diskFailureOf(error)
    if (failure === null) throw error
    // The run has ended as it has, whatever can be seen of its surroundings by now.
    remark(`${safeLine(failure.message)}\n  help: ${safeLine(failure.help)}`)
    return { end, elsewhere: null, changedMeanwhile: [] }
  }
}

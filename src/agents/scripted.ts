/** A double of an agent: does to the workspace what its script says for this task and attempt. */

import { appendFile, lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { protectedBy } from '../plan/path-safety.ts'
import type { TaskSpec } from '../plan/model.ts'
import { proposerOf } from '../run/decompose.ts'
import { isInside } from '../system/look-at-path.ts'
import { excerptOf } from '../run/excerpt.ts'
import { stricter } from '../run/time-limit.ts'
import { monotonic } from '../system/clock.ts'
import type { Agent, AttemptContext, EndedAttempt } from './agent.ts'
import { idleAttempt, nthOf, type AttemptDouble, type Doubles } from './doubles.ts'
import { proposalOf } from './proposal-file.ts'

/** Absolute path of a file in the workspace; null where a link in it, or it itself, leads outside or to protected data. */
async function inside(folder: string, relative: string): Promise<string | null> {
  const target = path.join(folder, relative)
  const root = await realpath(folder)
  for (let at = target; ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => null)
    if (real === null && (await lstat(at).catch(() => null)) !== null) return null
    if (real === null) continue
    const below = path.relative(root, real).split(path.sep).join('/')
    return !isInside(root, real) || protectedBy(below, []) !== null ? null : target
  }
}

async function writeAll(folder: string, double: AttemptDouble): Promise<void> {
  for (const [relative, content] of [...double.write].map((it) => [...it, writeFile] as const)) {
    const target = await inside(folder, relative)
    if (target === null) continue
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, content)
  }
  for (const [relative, content] of double.append) {
    const target = await inside(folder, relative)
    if (target === null) continue
    await mkdir(path.dirname(target), { recursive: true })
    // A plan that says `src (MODIFY)` means something in it.
    const isFolder = (await lstat(target).catch(() => null))?.isDirectory() === true
    await appendFile(isFolder ? path.join(target, 'dry-run.txt') : target, content)
  }
  for (const relative of double.delete) {
    const target = await inside(folder, relative)
    if (target !== null) await rm(target, { recursive: true, force: true })
  }
}

/** Ticks the first open box on a line that names each id: what a real agent does when it marks its own work. */
async function tickAll(folder: string, planFile: string, ids: readonly string[]): Promise<void> {
  const target = await inside(folder, planFile)
  const plan = target === null ? null : await readFile(target, 'utf8').catch(() => null)
  if (target === null || plan === null) return
  const lines = plan
    .split('\n')
    .map((line) => (ids.some((id) => line.includes(`[ ] ${id} `)) ? line.replace('[ ]', '[X]') : line))
  await writeFile(target, lines.join('\n'))
}

/** Waits, and says whether it came to its end, its time was up, or somebody stopped it. */
async function wait(ms: number, limitMs: number, signal: AbortSignal): Promise<'over' | 'timed-out' | 'stopped'> {
  try {
    await sleep(Math.min(ms, limitMs, 2 ** 31 - 1), undefined, { signal })
    return ms > limitMs ? 'timed-out' : 'over'
  } catch {
    return 'stopped'
  }
}

async function perform(
  double: AttemptDouble,
  context: AttemptContext,
  signal: AbortSignal,
): Promise<Pick<EndedAttempt, 'how' | 'exitCode' | 'signal' | 'limit'>> {
  const { attemptMs, idleMs } = context.limits
  const limit = stricter({ key: 'policy.limits.attempt', ms: attemptMs }, { key: 'policy.limits.idle', ms: idleMs })
  if (double.sleepMs > 0 || double.hang) {
    const waited = await wait(double.hang ? Infinity : double.sleepMs, limit.ms, signal)
    if (waited === 'timed-out') return { how: waited, exitCode: null, signal: 'SIGTERM', limit }
    if (waited === 'stopped') return { how: waited, exitCode: null, signal: 'SIGTERM' }
  }
  if (signal.aborted) return { how: 'stopped', exitCode: null, signal: 'SIGTERM' }
  await writeAll(context.folder, double)
  if (context.planFile !== null && double.tick.length > 0) await tickAll(context.folder, context.planFile, double.tick)
  if (double.crash) return { how: 'failed', exitCode: null, signal: 'SIGKILL' }
  return { how: double.exit === 0 ? 'finished' : 'failed', exitCode: double.exit, signal: null }
}

/** Where the script proposes nothing in place of a rejected task, a dry run goes on with a part of it. */
function addedBy({ addTasks }: AttemptDouble, { replaces }: AttemptContext): readonly unknown[] {
  return addTasks.length > 0 || replaces === null ? addTasks : [{ title: `A part of ${replaces}` }]
}

/**
 * Makes an agent that follows a script (REQUIREMENTS F3). It is no process: nothing of it outlives the executor.
 *
 * @param name as configured
 * @param doubles the script; a task without a sequence does nothing and ends well, a question without one is not answered
 * @param playsJoined what is done for a task without a sequence that joined the plan during the run
 */
export function scriptedAgent(
  name: string,
  doubles: Doubles,
  playsJoined: (task: TaskSpec) => AttemptDouble = () => idleAttempt,
): Agent {
  return {
    name,
    start(brief, context) {
      const begun = monotonic()
      const stopping = new AbortController()
      const called = context.replaces === null ? context.taskId : proposerOf(context.replaces)
      const sequences = context.question === undefined ? doubles.tasks : doubles.answers
      const double =
        nthOf(sequences, called, context.name.attempt) ??
        (context.joined === null ? idleAttempt : playsJoined(context.joined))
      const work = async (): Promise<EndedAttempt> => {
        // What the script asks for may be impossible here (a file where it wants a folder): then the attempt failed.
        const end = await perform(double, context, stopping.signal).catch((error: unknown) => ({
          how: 'failed' as const,
          exitCode: null,
          signal: null,
          failure: {
            reason: `the script could not be followed: ${String(error)}`,
            help: 'Correct the file of doubles',
          },
        }))
        const output = Buffer.from(double.output)
        if (output.length > 0) context.onOutput?.(output)
        context.onSaid?.(double.text === '' ? double.output : double.text)
        return {
          of: 'start-attempt',
          is: 'ended',
          failure: null,
          ...end,
          claim: {
            says: double.says,
            text: double.text,
            deviations: double.deviations,
            proposal: proposalOf(addedBy(double, context), context.taskId),
          },
          brief: await context.keep(Buffer.from(brief)),
          output: output.length === 0 ? null : await context.keep(output),
          excerpt: excerptOf(double.output),
          usage: null,
          session: null,
          durationMs: Math.round(monotonic() - begun),
        }
      }
      return { done: work(), stop: () => stopping.abort() }
    },
  }
}

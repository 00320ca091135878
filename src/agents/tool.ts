/**
 * A tool method: a program of the plan, run as its step's work. It is told which task and step it is run for and nothing else:
 * it has no brief, and what it prints is kept like an agent's and is no claim.
 */

import { scrubbedEnvironment, withFoldersFirst } from '../system/environment.ts'
import { keepOutput } from '../system/kept-output.ts'
import { toldFrom } from '../system/look-at-path.ts'
import { ownVariables } from '../system/own-variables.ts'
import { runProcess, type ProcessResult, type RunningProcess } from '../system/process.ts'
import type { Tool } from '../plan/tools.ts'
import { excerptOf } from '../run/excerpt.ts'
import { silence, type Agent, type AttemptContext, type EndedAttempt } from './agent.ts'
import { howOf } from './command.ts'

/** Makes what runs a tool: without a shell, in a group of its own, within the limits of an attempt. */
export function toolAgent(tool: Tool): Agent {
  return {
    name: tool.argv[0] ?? tool.name,
    argv: tool.argv,
    unasked: 'it is a program of the plan',
    start(_brief, context) {
      const { limits } = context
      const running: RunningProcess = (context.spawn ?? runProcess)({
        argv: tool.argv,
        cwd: context.folder,
        env: withFoldersFirst(
          scrubbedEnvironment({
            from: context.from,
            allow: [],
            set: { [ownVariables.task]: context.taskId, [ownVariables.step]: context.name.step },
          }),
          context.set ?? {},
        ),
        hide: context.secrets ?? [],
        markers: context.markers,
        input: null,
        keepBytes: limits.outputBytes,
        ...(context.spool === undefined ? {} : { spool: context.spool }),
        limitMs: limits.attemptMs,
        idleMs: limits.idleMs,
        ...(context.onOutput === undefined ? {} : { onOutput: context.onOutput }),
      })
      return { done: running.result.then((end) => outcomeOf(context, end)), stop: () => running.stop() }
    },
  }
}

function failureOf(end: ProcessResult): EndedAttempt['failure'] {
  if (end.how === 'lost') return { reason: 'the process that looks after it was ended', help: 'it is made again' }
  if (end.how !== 'not-started') return null
  return {
    reason: end.failure?.message ?? 'it could not be started',
    help: 'install its program or make it executable, or correct it in the plan',
  }
}

async function outcomeOf(context: AttemptContext, end: ProcessResult): Promise<EndedAttempt> {
  const how = howOf(end)
  const failure = failureOf(end)
  const { limits } = context
  const limit = how === 'timed-out' ? (limits.attemptKey ?? 'policy.limits.attempt') : 'policy.limits.idle'
  return {
    of: 'start-attempt',
    is: 'ended',
    how,
    exitCode: end.exitCode,
    signal: end.signal,
    ...(how === 'timed-out' || how === 'idle'
      ? { limit: { key: limit, ms: how === 'idle' ? limits.idleMs : limits.attemptMs } }
      : {}),
    claim: silence,
    brief: null,
    output: await keepOutput(context.keep, end),
    ...(end.droppedBytes === 0 ? {} : { dropped: end.droppedBytes }),
    excerpt: excerptOf(failure?.reason ?? toldFrom(context.folder, new TextDecoder().decode(end.output))),
    usage: null,
    session: null,
    durationMs: Math.round(end.durationMs),
    failure,
  }
}

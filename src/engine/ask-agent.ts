/** Asks an agent of the run one thing outside of every task, on behalf of an effect; all that is under way can be ended. */

import type { Agent } from '../agents/agent.ts'
import { consult, type Consultation, type Consulted, type Question } from '../agents/consult.ts'
import type { Failure } from '../run/outcome.ts'
import { definedName, type RunState } from '../run/state.ts'
import type { Environment } from '../system/environment.ts'
import type { Keep } from '../system/kept-output.ts'

/** The run, its agents, and what all its programs get. */
interface AskingAround {
  readonly state: RunState
  readonly agents: ReadonlyMap<string, Agent>
  /** Absolute path of the project. */
  readonly root: string
  /** Folder for briefs and result files, outside every workspace. */
  readonly scratch: string
  readonly environment: Environment
  readonly secrets: () => readonly string[]
  readonly markers: Readonly<Record<string, string>>
  readonly keep: Keep
  readonly output: (about: { readonly task: string | null; readonly from: string }, chunk: Uint8Array) => void
}

/** A question, whom it is put to, and for how long. */
export interface AgentQuestion extends Question {
  /** Name of an agent; null asks that of the run. */
  readonly agent: string | null
  /** Key of the task that it is about, for those who look at what agents say; null where it is about none. */
  readonly task: string | null
  /** Longest time, in milliseconds; an attempt's where that is less. */
  readonly limitMs: number
  /** The setting that says so. */
  readonly limitKey: string
}

export interface AgentAsking {
  /** `agent`: name of whom was asked; null where there is nobody. */
  ask(question: AgentQuestion): Promise<Consulted & { readonly agent: string | null }>
  /** Ends all that is asked; what is asked from now on is not. */
  stop(): void
}

/** Makes what asks the agents of a run. */
export function agentAsking(around: AskingAround): AgentAsking {
  const underWay = new Set<Consultation>()
  let isStopped = false
  return {
    async ask(question) {
      const { state } = around
      const name = question.agent ?? state.agent
      const unasked = (failure: Failure): Asked => ({ ...nothing, is: 'failed', failure, agent: name })
      const agent = name === null ? undefined : around.agents.get(name)
      if (name === null || agent === undefined)
        return unasked({
          reason: name === null ? 'the run has no agent' : `there is no agent ${name}`,
          help: 'name one in millwright.toml',
        })
      if (state.untrusted.has(definedName({ is: 'agent', name })))
        return unasked({
          reason: `a commit changed what defines the agent ${name} since it was trusted`,
          help: 'look at it with `millwright trust`',
        })
      if (isStopped) return unasked({ reason: 'the executor ends', help: 'resume the run' })
      const { attemptMs, idleMs, attemptOutputBytes } = state.policy.limits
      const isShorter = question.limitMs < attemptMs
      const asked = consult(agent, question, {
        run: state.run ?? '',
        project: around.root,
        scratch: around.scratch,
        limits: {
          attemptMs: isShorter ? question.limitMs : attemptMs,
          ...(isShorter ? { attemptKey: question.limitKey } : {}),
          idleMs,
          outputBytes: attemptOutputBytes,
        },
        from: around.environment,
        secrets: around.secrets(),
        markers: around.markers,
        keep: around.keep,
        onOutput: (chunk) => around.output({ task: question.task, from: agent.name }, chunk),
      })
      underWay.add(asked)
      try {
        return { ...(await asked.done), agent: name }
      } finally {
        underWay.delete(asked)
      }
    },
    stop() {
      isStopped = true
      for (const it of underWay) it.stop('the executor ends')
    },
  }
}

type Asked = Awaited<ReturnType<AgentAsking['ask']>>

const nothing = { ms: 0, usage: null, kept: { brief: null, output: null } } as const

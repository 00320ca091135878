/** Performs what was asked for: one exhaustive switch into the adapters. */

import type { RunningAgent } from '../agents/agent.ts'
import type { Effect } from '../run/effect.ts'
import type { ChangedOutside, Failure, Outcome } from '../run/outcome.ts'
import { definedName, taskOf } from '../run/state.ts'
import type { Requested } from '../run/turn.ts'
import { now, wait } from '../system/clock.ts'
import { type EffectOf, type Place, type Workspaces } from '../workspaces/workspaces.ts'
import { agentAsking } from './ask-agent.ts'
import { withChangedTests } from './changed-tests.ts'
import { lookAtTheEnd } from './look-at-completion.ts'
import { performConsult } from './perform-consult.ts'
import { performJudge } from './perform-judge.ts'
import { makeGatePerformer } from './perform-gate.ts'
import { performResearch } from './perform-research.ts'
import { makeRedefinitions } from './redefined.ts'
import { planTools } from './tools-of-run.ts'
import type { Surroundings } from './surroundings.ts'
import { attemptId, keeper, startAttempt, untrusted } from './start-attempt.ts'
import { newPace } from './pace.ts'
import { untoldNames } from './untold-names.ts'
import { watchOutside } from './watch-outside.ts'
import type { Projector } from './projector.ts'
import { projectFiles } from './write-back.ts'

export interface Performer {
  perform(requested: Requested): Promise<Outcome>
  /** Ends every process that is still running; settles when they are gone. */
  stop(): Promise<void>
}

/** Makes the performer. Whatever touches the plan, the tip or the human's checkout goes through one lane, in order. */
export function makePerformer(around: Surroundings): Performer {
  const attempts = new Map<string, RunningAgent>()
  const keep = keeper(around.journal)
  const gates = makeGatePerformer({ ...around, keep })
  const asking = agentAsking({ ...around, keep })
  const ending = new AbortController()
  /** Attempts that were told to end, perhaps before their agent was started. */
  const unwanted = new Set<string>()
  const underWay = new Set<Promise<unknown>>()
  let stopping = false
  let lane: Promise<unknown> = Promise.resolve()
  const pace = newPace()
  const look = around.workspaces.outside?.bind(around.workspaces) ?? null

  const inLane = <T>(work: () => Promise<T>): Promise<T> => {
    const next = lane.then(work, work)
    lane = next.catch(() => undefined)
    return next
  }

  const redefinitions = makeRedefinitions(around.workspaces, {
    ...around,
    gates: () => [...around.state.gates.values()],
    agents: around.agents.values(),
    tools: planTools(around.state),
  })
  const watch = watchOutside({ look, alone: inLane, now })

  const snapshot = async (effect: EffectOf<'snapshot'>): ReturnType<Workspaces['snapshot']> =>
    withChangedTests(
      await redefinitions.ofDraft(await around.workspaces.snapshot(effect), effect.base),
      effect.tests ?? [],
      around.workspaces,
    )

  /** A gate may install something in a folder that workspaces share. */
  const runGate = async (effect: EffectOf<'run-gate'>, task: string | null): ReturnType<typeof gates.perform> => {
    const ended = await watch.begin(task ?? '', 'shared')
    const judged = await gates.perform(effect)
    ended()
    const outside = await watch.look('shared')
    return outside.length > 0 ? { ...judged, outside } : judged
  }

  const performEffect = async (id: number, effect: Effect): Promise<Outcome> => {
    const { workspaces } = around
    switch (effect.is) {
      case 'prepare-workspace':
        gates.forget(effect.workspace)
        await gates.makeRoom()
        if (around.state.untrusted.has(definedName({ is: 'set-up' })))
          return { of: effect.is, is: 'failed', failure: untrusted('the set-up'), retry: false }
        return workspaces.prepare(effect)
      case 'start-attempt':
        gates.forget(effect.workspace)
        return startAttempt(
          { ...around, watch },
          attempts,
          effect,
          () => stopping || unwanted.has(attemptId(effect.name)),
        )
      case 'end-attempt':
        unwanted.add(attemptId(effect.name))
        attempts.get(attemptId(effect.name))?.stop(effect.because)
        return { of: 'end-attempt', is: 'ended' }
      case 'snapshot':
        return untoldNames(
          await withOutside(snapshot(effect), watch.look()),
          { declared: effect.declared, base: effect.base === null ? null : (workspaces.files?.(effect.base) ?? null) },
          around.secrets(),
        )
      case 'run-gate':
        return runGate(effect, around.state.effects.get(id)?.task ?? null)
      case 'ask-review':
        await around.askReview?.(effect.review)
        return { of: 'ask-review', is: 'asked' }
      case 'integrate':
        return inLane(() => integrate(workspaces, effect))
      case 'publish':
        return inLane(async () => redefinitions.ofPublish(await workspaces.publish(effect), effect.tip))
      case 'project':
        // Not in the lane: nobody is to wait while this one does.
        if (around.state.status === 'running') await pace.isDue()
        return inLane(() => pace.timed(() => project(around)))
      case 'consult':
        return performConsult(around, asking, effect, around.state.effects.get(id)?.task ?? null)
      case 'judge': {
        const { task = null } = around.state.effects.get(id) ?? {}
        return performJudge(effect, { ...around, asking, secrets: around.secrets(), task })
      }
      case 'research':
        return performResearch(effect, {
          ...around,
          task: taskOf(around.state, around.state.effects.get(id)?.task ?? ''),
          means: around.research,
          asking,
          keep,
          secrets: around.secrets(),
          signal: ending.signal,
        })
      case 'verify-tool':
        return { of: 'verify-tool', is: 'failed', failure: notConfigured('tool verification') }
      case 'verify-completion':
        return inLane(async () => {
          const isHere = workspaces.kind !== 'worktree' || (await settledPlace(workspaces)).is === 'home'
          const except = [...around.held, ...around.files.projectors.map((it) => it.path)]
          return lookAtTheEnd(effect, { root: around.root, workspaces, isHere, except })
        })
      case 'notify':
        return { of: 'notify', is: 'notified' }
      case 'set-timer':
        await wait(Math.max(0, effect.dueAt - Date.now()))
        return { of: 'set-timer', is: 'due' }
      case 'dispose-workspace':
        gates.forget(effect.workspace)
        return workspaces.dispose(effect)
      default:
        return effect satisfies never
    }
  }

  return {
    perform({ id, effect }) {
      const performing = performEffect(id, effect)
      // A timer or a question may take for ever; everything else ends soon once no agent and no gate is left.
      if (effect.is !== 'set-timer' && effect.is !== 'ask-review') {
        const settled: Promise<unknown> = performing.catch(() => undefined).then(() => underWay.delete(settled))
        underWay.add(settled)
      }
      return performing
    },
    async stop() {
      stopping = true
      pace.hurry()
      for (const it of attempts.values()) it.stop('the executor ends')
      gates.stop()
      asking.stop()
      ending.abort()
      around.endSetup()
      await Promise.all([...underWay, lane])
      await gates.close()
    },
  }
}

async function project(around: Surroundings): Promise<Extract<Outcome, { of: 'project' }>> {
  const place = await settledPlace(around.workspaces)
  if (place.is === 'away') return { of: 'project', is: 'elsewhere' }
  const isShown = (it: Projector): boolean => it.path === around.planPath || place.is !== 'home' || !place.marksOnly
  const isHere = async (): Promise<boolean> => (await settledPlace(around.workspaces)).is !== 'away'
  return projectFiles({ ...around.files, isHere, projectors: around.files.projectors.filter(isShown) }, around.state)
}

/** Git is waited for while it changes the checkout, but not for ever: a lock may have been left behind. */
async function settledPlace(workspaces: Workspaces): Promise<Place> {
  let place: Place = { is: 'home' }
  for (let turn = 0; turn < 40; turn += 1) {
    place = (await workspaces.place?.()) ?? place
    if (place.is !== 'moving') return place
    await wait(50)
  }
  return place
}

function notConfigured(what: string): Failure {
  return { reason: `${what} is not configured`, help: 'name a tool for it in millwright.toml' }
}

function integrate(
  workspaces: Workspaces,
  effect: EffectOf<'integrate'>,
): Promise<Extract<Outcome, { of: 'integrate' }>> {
  switch (effect.stage) {
    case 'merge':
      return workspaces.merge(effect)
    case 'commit':
      return workspaces.commit(effect)
    case 'move':
      return workspaces.move(effect)
    default:
      return effect satisfies never
  }
}

/** A draft, with what changed outside of every workspace up to it. */
async function withOutside(
  taking: ReturnType<Workspaces['snapshot']>,
  looking: Promise<readonly ChangedOutside[]>,
): ReturnType<Workspaces['snapshot']> {
  const [taken, outside] = await Promise.all([taking, looking])
  return taken.is === 'taken' && outside.length > 0 ? { ...taken, outside } : taken
}

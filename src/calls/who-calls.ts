/** Who gives a command: a person, or a program that a run has started. One look, for everything that only a person may do. */

import { existsSync } from 'node:fs'
import { planMarker } from '../engine/plan-marker.ts'
import { planLock } from '../engine/plan-lock.ts'
import { attemptOfCaller, callerCarries, descendsFrom } from '../system/caller.ts'
import type { Environment } from '../system/environment.ts'
import { lookAtLock } from '../system/lock.ts'
import { poolsIn } from './run/pool-owner.ts'

/** A plan's journal, whose runs may have started the caller. */
export interface Runs {
  readonly journalDir: string
  readonly planId: string
}

/**
 * The program of a run that calls, by its name for people: an attempt of any run at all, or a gate or set-up of these runs.
 * Such a program carries a mark, descends from one that does, or from the executor; to take the mark out of the environment
 * is not enough.
 *
 * @returns null for a person
 */
export async function programThatCalls(env: Environment, runs: readonly Runs[]): Promise<string | null> {
  const attempt = attemptOfCaller(env)
  if (attempt !== null) return attempt
  for (const of of runs) {
    if (!existsSync(of.journalDir)) continue
    if (callerCarries(env, planMarker(of))) return aProgram
    const holder = await lookAtLock(planLock(of.journalDir))
    if (holder?.pid != null && descendsFrom(holder.pid)) return aProgram
  }
  return null
}

const aProgram = 'a program of this run'

/**
 * The same for what belongs to no plan: whoever was started by a run that uses this state folder.
 * @param state the state folder of the user
 */
export async function programOfAnyRun(env: Environment, state: string): Promise<string | null> {
  return programThatCalls(
    env,
    poolsIn(state).flatMap(({ owner }) => owner ?? []),
  )
}

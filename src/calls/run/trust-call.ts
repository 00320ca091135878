/** What a repository would execute, and allowing exactly that, as a typed call (RELIABILITY S1). Prints nothing. */

import path from 'node:path'
import { readProjectMode } from '../../config/project-mode.ts'
import { noFlags, type Settings } from '../../config/settings.ts'
import {
  hasMore,
  trust as record,
  trustOf,
  type TrustAnswer,
  type TrustPart,
  type TrustSubject,
} from '../../config/trust.ts'
import { toolsOf } from '../../plan/tools.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { readDefinitionsOf } from '../plan/definitions.ts'
import { findProject, noProject } from '../plan/find-project.ts'
import { openPlan } from '../plan/open-plan.ts'
import { readSettings } from '../plan/read-settings.ts'
import type { Where } from '../plan/where.ts'
import type { Refused, Wrong } from '../refusal.ts'
import { withState } from '../state-trouble.ts'
import { programOfAnyRun } from '../who-calls.ts'
import { journalsToTrust } from '../journal/own-journals.ts'
import { definedGates } from './integration-gates.ts'
import { withPlanned } from './planned-gates.ts'
import { readPrompts } from './read-prompts.ts'
import { askedOfOthers } from './asked-of-others.ts'
import { gatesOf, noPlan, subjectOf } from './run-gates.ts'
import { testCommands } from './test-first.ts'

export interface Trusting {
  /** `trusted` from now on, or before; else nothing was recorded. */
  readonly is: TrustAnswer['is']
  readonly root: string
  /** What would run; of a project that has changed since it was trusted, what is new. */
  readonly lines: readonly string[]
  /** Whether this call recorded it. */
  readonly recorded: boolean
}

/**
 * Looks at what a run in the project of a folder or a plan would execute, and records that it is trusted.
 * @param agree asked where it is not trusted yet, with what would run; false records nothing
 */
export function trust(
  place: string,
  agree: Agree,
  call: Where,
): Promise<Trusting | (Refused & { readonly root: string }) | Wrong> {
  return withState(call.env, () => trustOnce(place, agree, call))
}

type Agree = (asked: Pick<Trusting, 'is' | 'root' | 'lines'>) => boolean | Promise<boolean>

async function trustOnce(
  place: string,
  agree: Agree,
  call: Where,
): Promise<Trusting | (Refused & { readonly root: string }) | Wrong> {
  const { cwd, env } = call
  const state = stateFolder(env)
  if ((await programOfAnyRun(env, state)) !== null)
    return {
      is: 'wrong',
      message: 'an agent or a gate may not trust for a person',
      help: 'call it from your own terminal',
    }
  const project = findProject(place, cwd)
  if (project === null) return noProject(place)
  const { root } = project
  const read = await settingsOf(root, call)
  const { diagnostics } = read
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return { is: 'refused', root, diagnostics, texts: read.sources }
  const prompts = readPrompts({ root, env, folder: read.settings.prompts })
  if (prompts.diagnostics.length > 0)
    return { is: 'refused', root, diagnostics: prompts.diagnostics, texts: [...read.sources, ...prompts.texts] }
  const definitions = readDefinitionsOf({ root, settings: read.settings, plan: [] })
  if (definitions.diagnostics.some(({ severity }) => severity === 'error'))
    return {
      is: 'refused',
      root,
      diagnostics: definitions.diagnostics,
      texts: [...read.sources, ...definitions.sources],
    }
  const also = (folder: Settings['prompts']): readonly TrustPart[] => [
    ...journalsToTrust(project, path.resolve(cwd, place), state),
    ...readPrompts({ root, env, folder }).trust,
  ]
  const { subject, plan } = await look(read.settings, { root, place, also: also(read.settings.prompts) }, call)
  const { is, lines } = await trustOf(subject, { stateFolder: state, installation: null })
  if (is === 'trusted' || !(await agree({ is, root, lines }))) return { is, root, lines, recorded: false }
  // What was shown is what is trusted.
  const now = (await settingsOf(root, call)).settings
  if (hasMore(subject, (await look(now, { root, place, also: also(now.prompts) }, call)).subject))
    return {
      is: 'wrong',
      message: 'it changed while you were asked, and nothing is trusted',
      help: 'call it again, and look at it again',
    }
  await record(subject, { stateFolder: state, plan })
  return { is: 'trusted', root, lines, recorded: true }
}

function settingsOf(root: string, { env }: Where): ReturnType<typeof readSettings> {
  return readSettings({ root, env, dialect: {}, flags: noFlags })
}

/**
 * What a run would execute, also what it finds by itself: it is this list that `run` asks about. A plan may name gates that
 * are found and not used otherwise. With the plan that it is asked about, by its path from the root.
 */
async function look(
  settings: Settings,
  { root, place, also }: { readonly root: string; readonly place: string; readonly also: readonly TrustPart[] },
  call: Where,
): Promise<{ readonly subject: TrustSubject; readonly plan: string }> {
  const opening = await openPlan(place, { ...call, configured: root, compared: false, checksGates: false })
  const plan = opening.is === 'opened' ? opening.plan : noPlan
  const own = (await gatesOf({ root, settings }, call, plan)).gates
  // Also those of other plans: it is the repository that is trusted.
  const { tests: defined } = readDefinitionsOf({ root, settings, plan: [] })
  const planned = opening.is === 'opened' ? withPlanned(own, opening.plan, settings.policy) : own
  const gates = [...planned, ...definedGates(defined, settings.policy)]
  // What a project that works so finds by itself is its word, too.
  const isTestFirst = settings.atdd.tests !== null || readProjectMode(root, null).atdd.isOn
  const tests = isTestFirst ? await testCommands({ root, settings }, call.env['PATH'], false) : null
  const { branch } = settings.git
  const commits = ['HEAD', ...(branch === null ? [] : [`refs/heads/${branch}`])]
  const executed = [...gates, ...(tests?.executables ?? [])]
  const of = { root, state: stateFolder(call.env), commits, results: true }
  const others = await askedOfOthers(plan, {
    settings,
    root,
    trustedIn: root,
    env: call.env,
    stateFolder: of.state,
    known: null,
    dry: false,
  })
  const told = { ...settings, gates: executed, tools: toolsOf(plan.tasks), servers: others.executables }
  return {
    subject: await subjectOf(told, of, [...also, ...others.parts]),
    plan: opening.is === 'opened' ? opening.planRelative : '',
  }
}

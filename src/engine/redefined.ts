/**
 * Which gates, agents and tools of the plan, and whether the set-up of workspaces, are defined otherwise in one commit than in
 * another: asked of each draft, and of commits that are brought in.
 */

import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Agent } from '../agents/agent.ts'
import { changedParts, definitionOf, isConcerned, type Definition, type Runnable } from '../gates/definition.ts'
import type { Tool } from '../plan/tools.ts'
import type { Commit, GateSpec } from '../run/effect.ts'
import type { Defined, Outcome, Redefined } from '../run/outcome.ts'
import type { TreeFiles } from '../system/tree-files.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

type Snapshot = Extract<Outcome, { of: 'snapshot' }>

export interface Redefinitions {
  /** Adds to a draft what it changes of the commands' definitions. */
  ofDraft(outcome: Snapshot, base: Commit | null): Promise<Snapshot>
  /** Adds to a publish what commits of others have changed of them since a tip. */
  ofPublish<T extends Extract<Outcome, { of: 'publish' }>>(outcome: T, tip: Commit): Promise<T>
}

/** Definitions of this many commits are kept: those that tasks began at. */
const mostKept = 8

/** What the project's own files ask of runs, beside commands. */
export interface ModeFiles {
  readonly paths: readonly string[]
  /** What they ask for in one state of the project, as a text to be compared. */
  readonly in: (files: TreeFiles) => Promise<string>
}

/** A command of a run. */
interface Watched extends Runnable {
  readonly of: Defined
  /** Whether a person gave it with the call. */
  readonly isGiven: boolean
}

/** What a run was begun with, by which it is known whether a commit says otherwise. */
export interface BegunWith {
  /** Words of the command that sets a workspace up; empty where there is none. */
  readonly setup: readonly string[]
  /** What the project's files ask of runs. */
  readonly mode: ModeFiles
  /** The folder of the project's prompt templates, relative to the root. */
  readonly prompts: string
  /** Folder of the project's integration tests, relative to the root; null without one. */
  readonly definitions: string | null
  /** Whether a person trusts all that would be executed of a commit. */
  readonly trusts: (commit: Commit) => Promise<boolean>
  /** The commit of which a person allowed all for this call; null where there is none. */
  readonly allowed: Commit | null
}

/**
 * @param run.gates those of the run, asked anew each time
 * @param run.agents those of the run
 * @param run.tools programs that the plan names, asked anew each time
 */
export function makeRedefinitions(
  workspaces: Workspaces,
  run: BegunWith & {
    readonly gates: () => readonly GateSpec[]
    readonly agents: Iterable<Agent>
    readonly tools: () => readonly Tool[]
  },
): Redefinitions {
  const kept = new Map<string, Promise<Definition>>()
  const agents = [...run.agents].flatMap(({ name, argv, isGiven = false }): Watched[] =>
    argv === undefined ? [] : [{ of: { is: 'agent', name }, argv, cwd: '.', isGiven }],
  )
  const setup: readonly Watched[] =
    run.setup.length === 0 ? [] : [{ of: { is: 'set-up' }, argv: run.setup, cwd: '.', isGiven: false }]
  const commands = (): readonly Watched[] => {
    const gates = run.gates().map(({ name, argv, cwd, origin }): Watched => {
      return { of: { is: 'gate', name }, argv, cwd, isGiven: origin === '--gate' }
    })
    const tools = run
      .tools()
      .map(({ name, argv }): Watched => ({ of: { is: 'tool', name }, argv, cwd: '.', isGiven: false }))
    return [...gates, ...agents, ...setup, ...tools]
  }

  const definition = ({ argv, cwd }: Runnable, commit: Commit): Promise<Definition> => {
    const key = JSON.stringify([argv, cwd, commit])
    const known = kept.get(key)
    if (known) return known
    const files = workspaces.files?.(commit) ?? { look: () => Promise.resolve(null) }
    const found = definitionOf({ argv, cwd }, files, { withInstalled: true })
    kept.set(key, found)
    const most = mostKept * commands().length
    for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(old)
    return found
  }

  const between = async (
    watched: readonly Watched[],
    from: Commit,
    to: Commit,
    changed: readonly string[] | null,
  ): Promise<readonly Redefined[]> => {
    if (!workspaces.files) return []
    const found: Redefined[] = []
    for (const command of watched) {
      const before = await definition(command, from)
      if (changed !== null && !isConcerned(before, changed)) continue
      const parts = changedParts(before, await definition(command, to))
      // A script that is no longer called has not changed itself: what calls it has, and may be declared.
      const own = parts.filter((part) => changed === null || changed.includes(part.path))
      for (const part of own.length > 0 ? own : parts) found.push({ of: command.of, what: part.name, path: part.path })
    }
    return found
  }

  const modeBetween = async (from: Commit, to: Commit, changed: readonly string[]): Promise<readonly Redefined[]> => {
    const paths = run.mode.paths.filter((it) => changed.includes(it))
    if (paths.length === 0 || !workspaces.files) return []
    const [before, after] = await Promise.all([run.mode.in(workspaces.files(from)), run.mode.in(workspaces.files(to))])
    return before === after ? [] : paths.map((path) => ({ of: { is: 'mode' }, what: path, path }))
  }

  /** This run has them as they were when it began; the next one would tell its agents something else. */
  const promptsAmong = (changed: readonly string[]): readonly Redefined[] =>
    changed
      .filter((it) => path.posix.dirname(it) === run.prompts && it.endsWith('.md'))
      .map((it) => ({ of: { is: 'prompt', name: path.posix.basename(it, '.md') }, what: it, path: it }))

  /** This run has these, too, as they were when it began. */
  const testsAmong = (changed: readonly string[]): readonly Redefined[] =>
    changed
      .filter((it) => path.posix.dirname(it) === run.definitions && /\.jsonc?$/i.test(it))
      .map((it) => ({ of: { is: 'tests' }, what: it, path: it }))

  /** What commits of others change, where a person does not trust what would be executed of them. */
  const byOthers = async (from: Commit, to: Commit): Promise<readonly Redefined[]> => {
    // What a person gives on the command line is their own word, whatever it comes to run.
    const asked = commands().filter((it) => !it.isGiven)
    const since = await between(asked, from, to, null)
    const unseen = run.allowed === null || since.length === 0 ? since : await between(asked, run.allowed, to, null)
    const redefined = since.filter((it) => unseen.some((other) => isDeepStrictEqual(other, it)))
    return redefined.length === 0 || (await run.trusts(to)) ? [] : redefined
  }

  return {
    async ofDraft(outcome, asked) {
      if (outcome.is !== 'taken' || outcome.commit === null || asked === null) return outcome
      const { rebased } = outcome
      const base = rebased?.from.includes(asked) === true ? rebased.to : asked
      const changed = outcome.changes.flatMap((it) => (it.from === null ? [it.path] : [it.path, it.from]))
      const redefined = [
        ...(await between(commands(), base, outcome.commit, changed)),
        ...(await modeBetween(base, outcome.commit, changed)),
        ...promptsAmong(changed),
        ...testsAmong(changed),
        // The draft is judged with what was committed since, before that is brought in.
        ...(rebased?.from[0] === undefined ? [] : await byOthers(rebased.from[0], rebased.to)),
      ]
      return redefined.length === 0 ? outcome : { ...outcome, redefined }
    },
    async ofPublish(outcome, tip) {
      if (outcome.is === 'diverged' || outcome.tip === undefined || outcome.tip === tip) return outcome
      const redefined = await byOthers(tip, outcome.tip)
      return redefined.length === 0 ? outcome : { ...outcome, redefined }
    },
  }
}

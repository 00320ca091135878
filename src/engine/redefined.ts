/**
 * Which gates, and whether the set-up of workspaces, are defined otherwise in one commit than in another: asked of each
 * draft, and of commits that are brought in.
 */

import { changedParts, definitionOf, isConcerned, type Definition, type Runnable } from '../gates/definition.ts'
import type { Commit, GateSpec, Outcome, Redefined } from '../run/effect.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

type Snapshot = Extract<Outcome, { of: 'snapshot' }>

export interface Redefinitions {
  /** Adds to a draft what it changes of the gates' definitions. */
  ofDraft(outcome: Snapshot, base: Commit | null): Promise<Snapshot>
  /** Adds to a publish what commits of others have changed of them since a tip. */
  ofPublish<T extends Extract<Outcome, { of: 'publish' }>>(outcome: T, tip: Commit): Promise<T>
}

/** Definitions of this many commits are kept: those that tasks began at. */
const mostKept = 8

/** A command of a run: a gate by its name, or the set-up. */
interface Watched extends Runnable {
  readonly gate: Redefined['gate']
}

/**
 * @param of.gates those of the run, asked anew each time
 * @param of.setup words of the command that sets a workspace up; empty where there is none
 */
export function makeRedefinitions(
  workspaces: Workspaces,
  of: { readonly gates: () => readonly GateSpec[]; readonly setup: readonly string[] },
): Redefinitions {
  const kept = new Map<string, Promise<Definition>>()
  const setup: readonly Watched[] = of.setup.length === 0 ? [] : [{ gate: null, argv: of.setup, cwd: '.' }]

  const definition = ({ argv, cwd }: Runnable, commit: Commit): Promise<Definition> => {
    const key = JSON.stringify([argv, cwd, commit])
    const known = kept.get(key)
    if (known) return known
    const files = workspaces.files?.(commit) ?? { look: () => Promise.resolve(null) }
    const found = definitionOf({ argv, cwd }, files)
    kept.set(key, found)
    const most = mostKept * (of.gates().length + setup.length)
    for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(old)
    return found
  }

  const between = async (
    gates: readonly GateSpec[],
    from: Commit,
    to: Commit,
    changed: readonly string[] | null,
  ): Promise<readonly Redefined[]> => {
    if (!workspaces.files) return []
    const found: Redefined[] = []
    const watched = [...gates.map(({ name, argv, cwd }): Watched => ({ gate: name, argv, cwd })), ...setup]
    for (const command of watched) {
      const before = await definition(command, from)
      if (changed !== null && !isConcerned(before, changed)) continue
      const parts = changedParts(before, await definition(command, to))
      // A script that is no longer called has not changed itself: what calls it has, and may be declared.
      const own = parts.filter((part) => changed === null || changed.includes(part.path))
      for (const part of own.length > 0 ? own : parts)
        found.push({ gate: command.gate, what: part.name, path: part.path })
    }
    return found
  }

  return {
    async ofDraft(outcome, base) {
      if (outcome.is !== 'taken' || outcome.commit === null || base === null) return outcome
      const changed = outcome.changes.flatMap((it) => (it.from === null ? [it.path] : [it.path, it.from]))
      const redefined = await between(of.gates(), base, outcome.commit, changed)
      return redefined.length === 0 ? outcome : { ...outcome, redefined }
    },
    async ofPublish(outcome, tip) {
      if (outcome.is === 'diverged' || outcome.tip === undefined || outcome.tip === tip) return outcome
      // What a person gives on the command line is their own word, whatever it comes to run.
      const asked = of.gates().filter((gate) => gate.origin !== '--gate')
      const redefined = await between(asked, tip, outcome.tip, null)
      return redefined.length === 0 ? outcome : { ...outcome, redefined }
    },
  }
}

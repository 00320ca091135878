/** Finds what changed outside of every workspace while agents, or gates, were at work, and which tasks ran then. */

import type { ChangedOutside } from '../run/outcome.ts'
import type { Outside, OutsidePart, Touched } from '../workspaces/workspaces.ts'

/** The clock that a file system stamps with runs a little behind. */
const slackMs = 20
const commitSlackMs = 500

interface Spell {
  readonly task: string
  /** What may be written then: a gate is a person's own command, and only what workspaces share is looked at. */
  readonly part: OutsidePart
  readonly from: number
  to: number | null
}

export interface OutsideWatch {
  /**
   * An agent is about to work for a task, or a gate (`shared`); settles when the first look is over.
   * @returns called when it has ended
   */
  begin(task: string, part?: OutsidePart): Promise<() => void>
  /**
   * What changed since the last look, while an agent was at work: a change from a time when none was is a person's own
   * and is left out.
   */
  look(part?: OutsidePart): Promise<readonly ChangedOutside[]>
}

/**
 * Begins with a look of its own, which finds nothing.
 * @param look at everything outside; null where there is nothing to look at
 * @param alone does some work while nothing of ours is written outside
 * @param now milliseconds since 1970
 */
export function watchOutside({
  look,
  alone,
  now,
}: {
  readonly look: ((part: OutsidePart) => Promise<Outside>) | null
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly now: () => number
}): OutsideWatch {
  let spells: Spell[] = []
  let last: Outside | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const tasksAt = ({ at, is }: Pick<Touched, 'at' | 'is'>): readonly string[] => {
    const slack = is === 'commit' ? commitSlackMs : slackMs
    const ran = spells.filter(
      (it) =>
        (it.part === 'all' || it.part === is) &&
        (at === null || (it.from - slack <= at && at <= (it.to ?? Number.POSITIVE_INFINITY) + slack)),
    )
    return [...new Set(ran.map((it) => it.task))]
  }

  const find = async (part: OutsidePart): Promise<readonly ChangedOutside[]> => {
    if (look === null) return []
    const since = last
    // Who ends while this look goes on may have written what only the next one sees.
    const over = new Set(spells.filter((it) => it.to !== null && (part === 'all' || it.part === part)))
    const lookOnce = async (): Promise<Outside> =>
      part === 'all' ? look(part) : new Map([...(since ?? []), ...(await look(part))])
    let seen = await lookOnce()
    if (since !== null && differs(since, seen).length > 0) seen = await alone(lookOnce)
    const changed = since === null ? [] : differs(since, seen)
    last = seen
    const found = changed.flatMap(({ path, at, is }) => {
      const during = tasksAt({ at, ...(is ? { is } : {}) })
      return during.length === 0 ? [] : [{ path, during, ...(is ? { is } : {}) }]
    })
    spells = spells.filter((it) => !over.has(it))
    return found
  }

  const inTurn = (part: OutsidePart = 'all'): Promise<readonly ChangedOutside[]> => {
    // What cannot be looked at is not told; the attempt itself is none the worse for it.
    const next = turn.then(() => find(part)).catch(() => [])
    turn = next
    return next
  }
  const first = inTurn()

  return {
    async begin(task, part = 'all') {
      await first
      const spell: Spell = { task, part, from: now(), to: null }
      spells.push(spell)
      return () => {
        spell.to = now()
      }
    },
    look: inTurn,
  }
}

/** What is new or other; what a person has committed or put back is no longer told apart, and not named. */
function differs(before: Outside, after: Outside): readonly ({ readonly path: string } & Pick<Touched, 'at' | 'is'>)[] {
  const changed = [...after].filter(([path, { mark }]) => before.get(path)?.mark !== mark)
  const gone = [...before.keys()].filter((path) => path.startsWith('.git/') && !after.has(path))
  const all = [
    ...changed.map(([path, { at, is }]) => ({ path, at, ...(is ? { is } : {}) })),
    ...gone.map((path) => ({ path, at: null })),
  ]
  return all.sort((a, b) => (a.path < b.path ? -1 : 1))
}

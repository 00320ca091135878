/**
 * A world for tests of the integrator: it knows what lies in each tree, which works of which tasks, so that gates can tell
 * what does not go together.
 */

import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { evidence, gate, plan, step, task, World } from './world.ts'

type Works = ReadonlySet<string>

export const nameOf = (works: Works): string => `t:${[...works].sort().join('+')}`

/** A repository of works: `A#1` is what the first attempt of A did. */
export class Repository extends World {
  readonly contents = new Map<string, Works>([['c0', new Set()]])
  readonly passed = new Set<string>()
  readonly gateRuns: string[] = []
  readonly moves: Works[] = []
  tip = 'c0'
  private readonly begun = new Map<string, Works>()
  private made = 0

  /** Works that are red together, and works that cannot be merged together. */
  readonly unhappy: readonly (readonly [string, string])[]
  readonly clashing: readonly (readonly [string, string])[]
  constructor(
    unhappy: readonly (readonly [string, string])[] = [],
    clashing: readonly (readonly [string, string])[] = [],
  ) {
    super()
    this.unhappy = unhappy
    this.clashing = clashing
  }

  private keep(works: Works): string {
    this.made += 1
    const id = this.made.toString(16).padStart(40, '0')
    this.contents.set(id, works)
    return id
  }

  private of(name: string | null): Works {
    return this.contents.get(name ?? '') ?? new Set(/^t:(.+)$/.exec(name ?? '')?.[1]?.split('+') ?? [])
  }

  isRed(works: Works): boolean {
    return this.unhappy.some(([one, other]) => works.has(one) && works.has(other))
  }

  /** Whether an effect of the integrator merges or commits the work of a task. */
  isAbout(effect: Effect, key: string): boolean {
    if (effect.is !== 'integrate') return false
    if (effect.stage === 'commit') return effect.task === this.task(key).uid
    const last = this.state.integrating.at(-1)
    return effect.stage === 'merge' && last === this.task(key).uid
  }

  /** Who is in the batch that the integrator serves. */
  batch(): readonly string[] {
    return this.state.integrating.map((uid) => this.state.tasks.get(uid)?.spec.key ?? '')
  }

  override perform(effect: Effect): Outcome {
    switch (effect.is) {
      case 'prepare-workspace':
        return { of: effect.is, is: 'prepared', base: this.tip, tree: nameOf(this.of(this.tip)) }
      case 'start-attempt':
        this.begun.set(effect.name.task, this.of(effect.base))
        return super.perform(effect)
      case 'snapshot': {
        const key = this.state.tasks.get(effect.name.task)?.spec.key ?? ''
        const before = [...(this.begun.get(effect.name.task) ?? [])].filter((it) => !it.startsWith(`${key}#`))
        const works = new Set([...before, `${key}#${effect.name.attempt}`])
        const taken = super.perform(effect)
        return { ...taken, commit: this.keep(works), tree: nameOf(works) } as Outcome
      }
      case 'run-gate': {
        const works = this.of(effect.commit)
        if (effect.purpose === 'merged') this.gateRuns.push(nameOf(works))
        if (!this.isRed(works)) this.passed.add(nameOf(works))
        const result = this.isRed(works) ? 'failed' : 'passed'
        return {
          of: effect.is,
          is: 'judged',
          evidence: evidence(effect.gate, effect.tree, { result, exitCode: result === 'passed' ? 0 : 1 }),
          editedTree: false,
        }
      }
      case 'integrate':
        return this.integrate(effect)
      default:
        return super.perform(effect)
    }
  }

  private integrate(effect: Extract<Effect, { is: 'integrate' }>): Outcome {
    switch (effect.stage) {
      case 'merge': {
        const [draft, base, ours] = [effect.draft, effect.base, effect.onto ?? this.tip].map((it) => this.of(it))
        if (!draft || !base || !ours) throw new Error('no content')
        const added = [...draft].filter((it) => !base.has(it))
        const clashes = this.clashing.some(([one, other]) => added.includes(other) && ours.has(one))
        if (clashes) return { of: 'integrate', is: 'conflict', paths: ['a.txt'], tip: this.tip }
        const works = new Set([...[...ours].filter((it) => draft.has(it) || !base.has(it)), ...added])
        const tree = this.keep(works)
        return { of: 'integrate', is: 'merged', tree, evidenceTree: nameOf(works), tip: this.tip }
      }
      case 'commit':
        // The marks of what ended blocked are no work.
        if (effect.task === null) return { of: 'integrate', is: 'committed', commit: effect.tip, oldTip: effect.tip }
        return {
          of: 'integrate',
          is: 'committed',
          commit: this.keep(this.of(effect.tree ?? effect.tip)),
          oldTip: effect.tip,
        }
      case 'move':
        if (this.tip !== effect.oldTip && this.tip !== effect.commit)
          return { of: 'integrate', is: 'tip-moved', tip: this.tip }
        this.tip = effect.commit
        this.moves.push(this.of(this.tip))
        return { of: 'integrate', is: 'moved', tip: this.tip }
      default:
        return effect satisfies never
    }
  }
}

export const gates = [gate('unit')]
export const policy = { workspace: 'worktree', jobs: 4, retries: 0 } as const
export const planOf = (keys: readonly string[]) =>
  plan(keys.map((key) => task(key, { steps: [step({ gates: ['unit'] })] })))

/** Works on until every task waits for the integrator, which has begun to merge none of them. */
export function untilAllAccepted(world: Repository, keys: readonly string[]): void {
  const isMine = ({ effect }: { effect: Effect }): boolean => effect.is !== 'integrate'
  // The first accepted task is asked to be merged at once: that is let wait.
  while (keys.some((key) => world.status(key) !== 'merging')) {
    const at = world.pending.findIndex(isMine)
    if (at < 0 || !world.step(at)) throw new Error(`not all accepted: ${JSON.stringify(world.statuses())}`)
  }
}

export function begun(keys: readonly string[], ...pairs: ConstructorParameters<typeof Repository>): Repository {
  const world = new Repository(...pairs)
  world.start(planOf(keys), { policy: { ...policy, jobs: keys.length }, gates })
  untilAllAccepted(world, keys)
  return world
}

export const doneIn = (world: World): readonly string[] =>
  world.log
    .flatMap(({ body, subject }) =>
      body.type === 'step-moved' && body.to === 'done' && subject
        ? [world.state.tasks.get(subject.task)?.spec.key ?? '']
        : [],
    )
    .filter((key) => !key.startsWith('baseline:'))

/** Works on to the end. @returns every batch that there was while it lasted, without those that only grew or were being cut */
export function batchesIn(world: Repository): readonly string[] {
  const judged: string[] = []
  do {
    const isJudged = world.pending.some(
      ({ effect }) => effect.is === 'integrate' && effect.stage === 'commit' && effect.task !== null,
    )
    const now = world.batch().join('+')
    if (isJudged && judged.at(-1) !== now) judged.push(now)
  } while (world.step())
  return judged
}

/**
 * A run that people and chance play with. The plan is a text that is read, edited and marked by the program's own reader and
 * writer; effects end by luck; an executor that is killed leaves what was recorded, and what is said meanwhile is taken as
 * the command line takes it.
 */

import { sha256 } from '../../src/system/digest.ts'
import { assignGates } from '../../src/run/assign-gates.ts'
import { tasksAtWork, tasksLeftAtWork } from '../../src/run/at-work.ts'
import type { CommandBody, ReviewAnswer } from '../../src/run/command.ts'
import { endingVerbs } from '../../src/run/command.ts'
import { isSet } from '../../src/run/compare-plan.ts'
import type { Input } from '../../src/run/decide.ts'
import type { Effect, GateSpec } from '../../src/run/effect.ts'
import { evolve } from '../../src/run/evolve.ts'
import type { Evidence, Outcome, Proposal, Redefined } from '../../src/run/outcome.ts'
import type { ReadPlan } from '../../src/run/plan-change.ts'
import { standingOf } from '../../src/run/reread-phases.ts'
import type { Review, TaskRun } from '../../src/run/state.ts'
import { taskStatus } from '../../src/run/task-status.ts'
import { markOf } from '../../src/run/track.ts'
import { openReviews, standing } from '../../src/run/views.ts'
import { planProjector, sourceOf } from '../../src/calls/plan/projectors.ts'
import { handOut } from '../../src/calls/run/hand-out.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { MarkState, Plan } from '../../src/plan/model.ts'
import { builtInPolicy, type Policy } from '../../src/plan/policy.ts'
import type { Standing } from '../../src/plan/standard-plan.ts'
import { edited, marked, marksIn, type Edit } from './people-plan.ts'
import { gate, task, World } from './world.ts'

/** Numbers that decide what happens; when they are used up, everything goes well. */
export class Luck {
  private at = 0
  private readonly numbers: readonly number[]
  constructor(numbers: readonly number[]) {
    this.numbers = numbers
  }

  /** From 0 up to but without `limit`; 0 is what goes well. */
  draw(limit: number): number {
    const number = this.numbers[this.at] ?? 0
    this.at += 1
    return number % limit
  }

  /** Whether what happens once in so many times happens now. */
  strikes(times: number): boolean {
    return this.draw(times) === times - 1
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.draw(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  end(): void {
    this.at = this.numbers.length
  }
}

/** What the call gave: the same for each executor of a run, until a person says otherwise. */
export interface Call {
  readonly policy: Partial<Policy>
  readonly gates: readonly string[]
  /** Ids of `--only`; null takes all. */
  readonly only: readonly string[] | null
  /** Whether tasks are handed out one by one, or as a whole phase. */
  readonly mechanical: boolean
}

export type Act =
  | { readonly does: 'go'; readonly steps: number }
  | { readonly does: 'verb'; readonly verb: 'skip' | 'defer' | 'accept' | 'unblock'; readonly task: number }
  | { readonly does: 'answer'; readonly review: number; readonly option: number }
  | { readonly does: 'pause' | 'stop' | 'kill' | 'begin' }
  | { readonly does: 'policy'; readonly policy: Partial<Policy> }
  | { readonly does: 'call'; readonly gates: readonly string[]; readonly only: readonly number[] | null }
  | { readonly does: 'edit'; readonly edit: Edit; readonly seen: boolean }

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const projector = planProjector(phaseTasks, 'tasks.md')
const teller = planProjector(phaseTasks, 'tasks.md', 'news')
const rebuilder = planProjector(phaseTasks, 'tasks.md', 'anew')
/** What nobody saw the end of is asked about. */
const gates: Readonly<Record<string, GateSpec>> = { unit: gate('unit'), lint: { ...gate('lint'), repeat: 'ask' } }
const redefinedUnit: Redefined = { of: { is: 'gate', name: 'unit' }, what: 'unit.sh', path: 'unit.sh' }
const mostSteps = 3_000

export class PeopleWorld extends World {
  text: string
  /** Whether an executor is at work. */
  isDriven = false
  private call: Call
  private readonly luck: Luck
  /** The text that the executor has read. */
  private known = ''
  private unseen = new Set<string>()
  /** What `--only` chose when it was found last. */
  private chosen: readonly string[] = []
  private runs = 0
  /** Attempts that were told to end. */
  private readonly unwanted = new Set<string>()
  private looked = 0

  constructor(text: string, call: Call, luck: Luck) {
    super()
    this.text = text
    this.call = call
    this.luck = luck
  }

  act(act: Act): void {
    switch (act.does) {
      case 'go':
        for (let left = act.steps; left > 0 && this.go(); left -= 1);
        return
      case 'verb': {
        const key = this.keys()[act.task % this.keys().length]
        if (key !== undefined) this.tell(this.verbOn(act.verb, key))
        return
      }
      case 'answer': {
        const open = openReviews(this.state)
        const review = open[act.review % Math.max(1, open.length)]
        if (review) this.answer(review, review.options[act.option % review.options.length] ?? 'pause')
        return
      }
      case 'pause':
      case 'stop':
        this.tell({ verb: act.does, text: '' })
        return
      case 'policy':
        this.call = { ...this.call, policy: { ...this.call.policy, ...act.policy } }
        if (this.isDriven) this.tell({ verb: 'set-policy', policy: act.policy })
        return
      case 'call': {
        const ids = this.keys()
        const only = act.only?.flatMap((at) => ids[at % ids.length] ?? []) ?? null
        this.call = { ...this.call, gates: act.gates, only }
        return
      }
      case 'edit':
        this.text = edited(this.text, act.edit)
        if (act.seen) this.look()
        return
      case 'kill':
        if (this.isDriven) this.kill()
        return
      case 'begin':
        if (!this.isDriven) this.begin()
        return
      default:
        act satisfies never
    }
  }

  /** People answer all that is asked and go on, and everything goes well, until the run has ended. */
  settle(): void {
    this.luck.end()
    // The marks that another branch was in the way of follow with the next run.
    const isOver = (): boolean => !this.isDriven && this.state.status === 'finished' && !this.state.isElsewhere
    for (let rounds = 0; rounds === 0 || !isOver(); rounds += 1) {
      if (rounds > 40) throw new Error(`the run does not end: ${this.state.status}, ${String(this.state.parkedFor)}`)
      if (!this.isDriven) {
        this.answerAll(rounds)
        if (this.state.withheld !== null) this.openBoxes()
        this.begin()
      }
      for (let steps = 0; this.go(); steps += 1) if (steps > mostSteps) throw new Error('the run goes on for ever')
      if (this.isDriven) throw new Error(`nothing is under way, and the run is ${this.state.status}`)
    }
  }

  /** A mark that a person set while the run was at the task is not written over (MW102, MW117): they take it back. */
  private openBoxes(): void {
    for (const { id, mark } of this.boxes()) {
      const found = this.runOf(id)
      if (found && mark !== markOf(standing(this.state, found).state)) this.text = marked(this.text, id, 'todo')
    }
  }

  /** One effect comes to its end. Before that, the plan is looked at. @returns false when there is none */
  private go(): boolean {
    if (this.isDriven) this.look()
    return this.isDriven && this.step(this.luck.draw(5))
  }

  override feed(input: Input): void {
    super.feed(input)
    for (const { body } of this.log.slice(this.looked))
      if (body.type === 'effect-requested' && body.effect.is === 'end-attempt')
        this.unwanted.add(JSON.stringify(body.effect.name))
    this.looked = this.log.length
    if (this.state.status === 'parked' || this.state.status === 'finished') this.isDriven = false
    if (!this.isDriven) this.pending.length = 0
  }

  private kill(): void {
    this.die()
    this.isDriven = false
  }

  /** Begins a run, or goes on with one; what a person has to say first is said. */
  private begin(): void {
    if (marksIn(this.text).length === 0) return
    this.settleMarks()
    const fresh = this.state.status === 'new' || this.state.status === 'finished'
    const left = tasksLeftAtWork(this.state)
    const read = this.read((plan) => standingOf(this.state, fresh ? [] : left, plan))
    if (fresh) this.runs += 1
    this.known = this.text
    this.unseen.clear()
    this.isDriven = true
    this.feed({
      is: 'start',
      run: `run-${this.runs}`,
      epoch: this.state.epoch + 1,
      pid: 1,
      read,
      policy: {
        ...builtInPolicy,
        ...this.call.policy,
        // How files are kept apart is settled when a run begins.
        workspace: fresh ? (this.call.policy.workspace ?? 'none') : this.state.policy.workspace,
      },
      gates: this.gates(),
      agent: 'a',
      selection: read.selection ?? null,
      takesNew: this.call.mechanical && this.call.only === null,
      base: this.call.policy.workspace === 'none' ? null : (this.state.tip ?? 'c0'),
      engine: 'test',
      invocation: {},
    })
  }

  private gates(): readonly GateSpec[] {
    return this.call.gates.flatMap((name) => gates[name] ?? [])
  }

  /** What the program refuses to begin with: boxes that say other than a run which was cut off, or open ones of done tasks. */
  private settleMarks(): void {
    if (this.state.status === 'new') return
    const isUnfinished = this.state.status !== 'finished'
    const left = new Set(isUnfinished ? tasksLeftAtWork(this.state) : [])
    const verbs = { done: 'accept', skipped: 'skip', deferred: 'defer' } as const
    for (const { id, mark } of marksIn(this.text)) {
      const found = this.runOf(id)
      if (!found) continue
      if (this.isReopened(id)) {
        if (this.luck.strikes(2)) this.rebuild()
        else this.tell({ verb: 'unblock', task: id, text: '', reopened: true })
        continue
      }
      const isClaim =
        isUnfinished && left.size > 0 && !left.has(found.uid) && found.shown !== mark && isSet(this.state, found, mark)
      if (!isClaim || (mark !== 'done' && mark !== 'skipped' && mark !== 'deferred')) continue
      if (this.luck.strikes(2)) this.tell({ verb: verbs[mark], task: id, text: '' })
      else this.text = marked(this.text, id, 'todo')
    }
  }

  private runOf(id: string): TaskRun | undefined {
    return this.state.tasks.get(this.state.byKey.get(id) ?? '')
  }

  /** Whether a person has opened the box of a task that is done, with the words it was done for. */
  private isReopened(id: string): boolean {
    const found = this.runOf(id)
    const spec = this.plan().tasks.find(({ key }) => key === id)
    if (!found || !spec || taskStatus(found) !== 'done' || found.shown !== 'done' || spec.mark !== 'todo') return false
    return spec.textHash === found.spec.textHash || found.spec.added !== undefined
  }

  /** The marks are written again. */
  private rebuild(): void {
    const projected = rebuilder.project(encoder.encode(this.text), this.state, [])
    if (projected.is === 'projected' && projected.bytes) this.text = decoder.decode(projected.bytes)
  }

  private plan(): Plan {
    const source = sourceOf('tasks.md', encoder.encode(this.text))
    const read = makePlan(phaseTasks.read([source]), { hash: sha256, implementation: () => true })
    return assignGates(
      read,
      this.gates().map(({ name }) => ({ name, paths: [], phases: [] })),
    ).plan
  }

  private read(standingOn: (plan: Plan) => Standing): ReadPlan {
    const whole = this.plan()
    const standing = standingOn(whole)
    const keys = new Set(whole.tasks.map(({ key }) => key))
    const { only } = this.call
    const isFound = only === null || only.every((id) => keys.has(id)) || !this.isDriven
    if (isFound) this.chosen = only === null ? [...keys] : only.filter((id) => keys.has(id))
    const how = { mechanical: this.call.mechanical, respectOrder: true }
    const { plan, selected } = handOut(whole, new Set(this.chosen), standing, how)
    const selection = this.call.mechanical && !isFound ? {} : { selection: selected }
    const assigned = assignGates(
      plan,
      this.gates().map(({ name }) => ({ name, paths: [], phases: [] })),
    )
    return { plan: assigned.plan, hash: sha256(this.text), ...selection }
  }

  /** The executor looks at the plan. While an agent works in its folder, it does not. */
  private look(): void {
    if (!this.isDriven) return
    const atWork = tasksAtWork(this.state)
    const isHeld =
      this.state.policy.workspace !== 'worktree' &&
      [...this.state.effects.values()].some(({ effect }) => effect.is === 'start-attempt')
    if (isHeld) {
      for (const uid of atWork) this.unseen.add(uid)
      return
    }
    const during = [...this.unseen]
    this.unseen.clear()
    if (this.text === this.known || marksIn(this.text).length === 0) return
    const read = this.read((plan) => standingOf(this.state, [...atWork, ...during], plan))
    this.known = this.text
    this.feed({ is: 'plan-read', read, by: 'the plan file', during })
  }

  private keys(): readonly string[] {
    return marksIn(this.text).map(({ id }) => id)
  }

  private verbOn(verb: 'skip' | 'defer' | 'accept' | 'unblock', id: string): CommandBody {
    const text = this.luck.strikes(2) ? 'because' : ''
    if (verb !== 'unblock') return { verb, task: id, text }
    if (this.isReopened(id)) return { verb, task: id, text, reopened: true }
    const commit = this.runOf(id)?.commit ?? null
    return { verb, task: id, text, ...(commit !== null && this.luck.strikes(3) ? { lost: commit } : {}) }
  }

  answer({ id, kind, task: uid }: Review, answer: ReviewAnswer): void {
    const key = this.state.tasks.get(uid)?.spec.key
    const box = this.boxes().find((it) => it.id === key)
    // The answer to an unknown box is a mark; one that was set while somebody was at work is no answer yet.
    if (kind === 'mark' && box && this.luck.draw(2) === 0)
      if (box.mark === 'unknown') this.text = marked(this.text, box.id, 'todo')
      else this.tell({ verb: 'unblock', task: box.id, text: '' })
    else this.tell({ verb: 'answer', review: id, answer, text: 'so' })
  }

  private answerAll(rounds: number): void {
    // What no answer but an end brings to an end is ended: a decomposition that proposes nothing.
    const yes = rounds < 5 ? (['approve', 'override', 'ignore-same', 'retry'] as const) : []
    const best: readonly ReviewAnswer[] = [...yes, 'skip', 'block', 'approve', 'reject']
    for (const review of openReviews(this.state)) {
      const answer = best.find((it) => review.options.includes(it))
      // An answer may have ended another question.
      if (answer && this.state.reviews.get(review.id)?.answer === null) this.answer(review, answer)
    }
  }

  /** A person speaks: to the executor, else to the journal (`applyCommand`). */
  private tell(body: CommandBody): void {
    if (this.isDriven) {
      this.say(body)
      return
    }
    if (this.state.status === 'new') return
    if (endingVerbs.has(body.verb)) this.feed({ is: 'cut-off' })
    this.say(body)
    const marks = this.show(teller)
    if (marks === null || marks.length === 0) return
    const event = { at: this.now, subject: null, body: { type: 'mark-shown' as const, marks } }
    this.log.push(event)
    evolve(this.state, event)
  }

  /** Writes the marks as `projectFiles` does; null where the writer waits. */
  private show(by = projector): Extract<Outcome, { of: 'project'; is: 'projected' }>['marks'] | null {
    const projected = by.project(encoder.encode(this.text), this.state, [])
    if (projected.is === 'waiting' || projected.bytes === null) return null
    const before = this.text
    this.text = decoder.decode(projected.bytes)
    if (this.known === before) this.known = this.text
    this.withheld = projected.withheld
    return projected.shown.filter(({ uid, state: mark, writtenReason }) => {
      const found = this.state.tasks.get(uid)
      return found !== undefined && (found.shown !== mark || found.writtenReason !== writtenReason)
    })
  }

  private withheld: { readonly reason: string; readonly help: string } | null = null

  private commitOfDone(): readonly string[] {
    return [...this.state.tasks.values()]
      .flatMap((it) => (taskStatus(it) === 'done' ? (it.commit ?? []) : []))
      .slice(0, 1)
  }

  override perform(effect: Effect): Outcome {
    const { luck } = this
    // A person changes something in the folder that all work in.
    if (effect.is === 'prepare-workspace' && luck.strikes(5)) this.folder = `edited ${this.now}`
    const outcome = super.perform(effect)
    const failure = { reason: 'it did not work', help: 'look' }
    switch (outcome.of) {
      case 'prepare-workspace':
        if (luck.strikes(20)) return { of: outcome.of, is: 'failed', failure, retry: false }
        if (effect.is === 'prepare-workspace' && effect.kind === 'in-place' && luck.strikes(8))
          return { of: outcome.of, is: 'behind' }
        if (effect.is === 'prepare-workspace' && effect.carry && luck.strikes(5))
          return { of: outcome.of, is: 'conflict', paths: ['f.txt'] }
        return outcome
      case 'start-attempt':
        return effect.is === 'start-attempt' ? this.attempted(effect, outcome) : outcome
      case 'snapshot':
        return outcome.is === 'taken' ? this.taken(outcome) : outcome
      case 'run-gate':
        return { ...outcome, ...this.judged(outcome.evidence), ...(luck.strikes(10) ? { left: true } : {}) }
      case 'integrate': {
        const stage = effect.is === 'integrate' ? effect.stage : 'commit'
        const tip = this.state.tip ?? 'c0'
        if (stage === 'merge' && luck.strikes(12)) return { of: outcome.of, is: 'conflict', paths: ['f.txt'], tip }
        if (stage === 'move' && luck.strikes(12)) return { of: outcome.of, is: 'tip-moved', tip: `m${this.now}` }
        return luck.strikes(30) ? { of: outcome.of, is: 'failed', failure } : outcome
      }
      case 'publish':
        return this.published()
      case 'project': {
        if (luck.strikes(15)) return { of: outcome.of, is: 'elsewhere' }
        if (this.text !== this.known || luck.strikes(12)) return { of: outcome.of, is: 'waiting', failure }
        const marks = this.show()
        if (marks === null) return { of: outcome.of, is: 'waiting', failure }
        return { of: outcome.of, is: 'projected', marks, ...(this.withheld ? { withheld: this.withheld } : {}) }
      }
      case 'ask-review':
      case 'end-attempt':
      case 'consult':
      case 'judge':
      case 'research':
      case 'verify-tool':
      case 'verify-completion':
      case 'notify':
      case 'set-timer':
      case 'dispose-workspace':
        return outcome
      default:
        return outcome satisfies never
    }
  }

  private attempted(
    { name }: Extract<Effect, { is: 'start-attempt' }>,
    end: Extract<Outcome, { of: 'start-attempt' }>,
  ): Outcome {
    const { luck } = this
    const planEdit = this.takeBack(name.task)
    if (this.unwanted.has(JSON.stringify(name)) && !luck.strikes(8)) return { ...end, ...planEdit, how: 'stopped' }
    const how = luck.strikes(4) ? luck.pick(['failed', 'timed-out', 'idle', 'missing', 'waiting'] as const) : 'finished'
    const says = luck.strikes(8) ? luck.pick(['nothing', 'blocked', 'failed'] as const) : 'done'
    const deviations = luck.strikes(12) ? [{ what: 'w', reason: 'r', action: 'a', impact: 'i' }] : []
    const proposal: Proposal | null = luck.strikes(8)
      ? {
          tasks: [task(`new-${this.now}`, { title: `Do what is missing ${this.now}` })],
          edges: [],
          steps: [],
          finished: true,
        }
      : null
    return { ...end, ...planEdit, how, claim: { ...end.claim, says, deviations, proposal } }
  }

  /** In its own folder the plan is put back as it was before agents worked there. */
  private takeBack(uid: string): Pick<Extract<Outcome, { of: 'start-attempt' }>, 'planEdit'> {
    if (this.state.policy.workspace === 'worktree' || this.text === this.known) return {}
    const before = new Set(marksIn(this.known).flatMap(({ id, mark }) => (mark === 'done' ? [id] : [])))
    const ticked = marksIn(this.text).flatMap(({ id, mark }) =>
      mark === 'done' && !before.has(id) ? [this.tick(id)] : [],
    )
    this.text = this.known
    return { planEdit: { file: 'tasks.md', during: [uid], ticked, kept: 'kept', isPutBack: true } }
  }

  private taken(taken: Extract<Outcome, { of: 'snapshot'; is: 'taken' }>): Outcome {
    const { luck } = this
    if (luck.strikes(25))
      return {
        of: 'snapshot',
        is: 'failed',
        failure: { reason: 'gone', help: 'look' },
        ...(luck.strikes(2) ? { workspaceLost: true } : {}),
      }
    const isEmpty = luck.strikes(10)
    const more = luck.strikes(10) ? [{ path: 'other.txt', change: 'added' as const, from: null }] : []
    return {
      ...taken,
      changes: isEmpty ? [] : [...taken.changes, ...more],
      present: isEmpty ? [] : taken.present,
      ticked: this.call.mechanical
        ? []
        : this.keys()
            .filter(() => !luck.strikes(3))
            .map((key) => this.tick(key)),
      planEdited: luck.strikes(15),
      ...(luck.strikes(15) ? { redefined: [redefinedUnit] } : {}),
      ...(luck.strikes(25) ? { outside: [{ path: 'config', during: [] }] } : {}),
    }
  }

  private judged(evidence: Evidence): Pick<Extract<Outcome, { of: 'run-gate' }>, 'evidence' | 'editedTree'> {
    const { luck } = this
    const editedTree = luck.strikes(25)
    if (luck.strikes(30))
      return {
        evidence: { ...evidence, result: 'could-not-run', exitCode: null, noWorkspace: 'no folder' },
        editedTree: false,
      }
    if (!luck.strikes(4)) return { evidence, editedTree }
    const result = luck.pick(['failed', 'timed-out', 'could-not-run', 'failed'] as const)
    const said = luck.pick(['this is red', 'that is red'])
    const exitCode = result === 'failed' ? 1 : luck.pick([null, 127])
    return { evidence: { ...evidence, result, exitCode, excerpt: said, fingerprint: said }, editedTree }
  }

  private published(): Outcome {
    const { luck } = this
    const failure = { reason: 'files are in the way', help: 'commit them' }
    const brings = luck.strikes(6) ? { tip: `b${this.now}`, redefined: luck.strikes(6) ? [redefinedUnit] : [] } : {}
    const gone = luck.strikes(12) ? { gone: this.commitOfDone() } : {}
    if (luck.strikes(15)) return { of: 'publish', is: 'diverged', failure }
    if (luck.strikes(10)) return { of: 'publish', is: 'waiting', failure, paths: ['p'], ...brings, ...gone }
    return { of: 'publish', is: 'published', to: 'main', ...brings, ...gone }
  }

  /** The mark in the box of each task that the plan holds. */
  boxes(): readonly { readonly id: string; readonly mark: MarkState }[] {
    return marksIn(this.text)
  }
}

/** A world of one process for tests of the core: it performs effects by script, in the order a seed gives. */

import { sha256 } from '../../src/system/digest.ts'
import type { Edge, Plan, TaskSpec } from '../../src/plan/model.ts'
import { builtInPolicy, type Policy } from '../../src/plan/policy.ts'
import type { Command, CommandBody } from '../../src/run/command.ts'
import type { CompletionFinding } from '../../src/run/completion/finding.ts'
import { decide, type Input } from '../../src/run/decide.ts'
import type { Effect, GateSpec } from '../../src/run/effect.ts'
import type {
  ChangedTest,
  Claim,
  Defined,
  Evidence,
  Outcome,
  Proposal,
  Redefined,
  Tick,
} from '../../src/run/outcome.ts'
import type { RunEvent } from '../../src/run/event.ts'
import type { PatternsJudged } from '../../src/run/patterns/judged.ts'
import { fold } from '../../src/run/evolve.ts'
import { newState } from '../../src/run/new-state.ts'
import type { RunState, TaskRun } from '../../src/run/state.ts'
import { taskStatus } from '../../src/run/task-status.ts'
import type { Requested } from '../../src/run/turn.ts'
import { agentMethod, edge, step, task as plainTask } from '../rig/plan-builder.ts'

export { agentMethod, edge, step }

/** A task of one step. */
export function task(key: string, over: Partial<TaskSpec> = {}): TaskSpec {
  return plainTask(key, { steps: [step()], ...over })
}

/** A plan of tasks in one phase. */
export function plan(tasks: readonly TaskSpec[], edges: readonly Edge[] = []): Plan {
  return {
    dialect: 'test',
    title: 'test',
    groups: [{ key: '06', number: '06', title: 'Implementation', implementation: true }],
    tasks,
    edges,
  }
}

export function gate(name: string): GateSpec {
  return {
    name,
    kind: 'command',
    argv: [name],
    cwd: '.',
    env: [],
    timeoutMs: 1000,
    outputBytes: 1000,
    repeat: 'safe',
    origin: 'test',
  }
}

export function evidence(name: string, tree: string | null, over: Partial<Evidence> = {}): Evidence {
  return {
    gate: name,
    argv: [name],
    result: 'passed',
    exitCode: 0,
    tree,
    environment: 'e',
    output: null,
    excerpt: '',
    fingerprint: '',
    durationMs: 1,
    reused: false,
    ...over,
  }
}

export interface AttemptScript {
  readonly how?: Extract<Outcome, { of: 'start-attempt' }>['how']
  readonly says?: Claim['says']
  /** Its words of its work; absent: some. */
  readonly text?: string
  readonly proposal?: Proposal
  /** Of one that is `missing`: nobody has trusted the program. */
  readonly untrusted?: true
  /** What it printed. */
  readonly excerpt?: string
}

export interface Script {
  /** By `task/step`, one entry an attempt; the last one is repeated. */
  readonly attempts?: Readonly<Record<string, readonly AttemptScript[]>>
  /** By gate, then purpose or task key: results in order; the last one is repeated. */
  readonly gates?: Readonly<Record<string, readonly Evidence['result'][]>>
  /** What a look at the end of a spec finds. */
  readonly completion?: (effect: Extract<Effect, { is: 'verify-completion' }>) => readonly CompletionFinding[]
  /** By gate and purpose: what it says when it does not pass; part of the failure. By `education:1.2`: what an agent answers. */
  readonly says?: Readonly<Record<string, string>>
  /** What an agent that judges answers, by `judgement:1.2`, one entry a question; the last one is repeated. */
  readonly judges?: Readonly<Record<string, readonly string[]>>
  /** Exit code of a gate that could not run; else it was not started. */
  readonly unable?: 126 | 127
  readonly conflicts?: readonly string[]
  /** Whether a publish brings commits of others into the tip, one entry a publish; the last one is repeated. */
  readonly brings?: readonly boolean[]
  /** Whether nobody else is on the branch at a merge. */
  readonly quiet?: true
  /** In place: whether the branch holds commits that the tip lacks, one entry for each look before a task begins; the last one is repeated. */
  readonly behind?: readonly boolean[]
  /** False: no draft merges with what came in since it began. */
  readonly carries?: boolean
  /** The command that is redefined; else the gate `unit`. */
  readonly defined?: Defined
  /** Paths that every draft changes and that define it. */
  readonly redefines?: readonly string[]
  /** Paths that commits of others change and that define it. */
  readonly bringsRedefined?: readonly string[]
  /** In place: what lies in the folder and in no commit is in no merge either. */
  readonly isUncommitted?: true
  /** Every draft has the same tree. */
  readonly sameTree?: boolean
  /** Paths that every draft changes; else the declared ones, or some file where none is. */
  readonly changes?: readonly string[]
  /** The same by the step that the draft is of. */
  readonly changesBy?: Readonly<Record<string, readonly string[]>>
  /** Declared files that no draft has, one entry an attempt; the last one is repeated. */
  readonly absent?: readonly (readonly string[])[]
  /** By step: the tests that a draft holds otherwise than they were seen red, one entry an attempt; the last one is repeated. */
  readonly changesTests?: Readonly<Record<string, readonly (readonly ChangedTest[])[]>>
  /** Keys that every agent ticks in its copy of the plan. */
  readonly ticked?: readonly string[]
  /** What every agent ticks, by the names that its copy has. */
  readonly ticks?: readonly Tick[]
}

/** Drives `decide` and answers its requests. */
export class World {
  state: RunState = newState()
  readonly log: RunEvent[] = []
  readonly pending: Requested[] = []
  readonly started: string[] = []
  /** In place: the tree of the folder, once anything but commits made it what it is. */
  folder: string | null = null
  now = 1_000
  /** In place: the workspace that has the folder. */
  private holder: string | null = null
  private commits = 0

  private changedTests(step: string): { readonly testsChanged?: readonly ChangedTest[] } {
    const changed = this.next(`tests ${step}`, this.script.changesTests?.[step])
    return changed === undefined || changed.length === 0 ? {} : { testsChanged: changed }
  }

  private commandIds = 0
  private readonly used = new Map<string, number>()
  private readonly script: Script
  constructor(script: Script = {}) {
    this.script = script
  }

  feed(input: Input): void {
    this.now += 1
    const decision = decide(this.state, input, this.now, sha256)
    this.log.push(...decision.events)
    this.pending.push(...decision.effects)
    for (const { effect } of decision.effects)
      if (effect.is === 'start-attempt')
        this.started.push(
          `${this.keyOf(effect.name.task)}/${effect.name.step}/${effect.name.method}#${effect.name.attempt}`,
        )
  }

  start(
    read: Plan,
    over: {
      policy?: Partial<Policy>
      gates?: readonly GateSpec[]
      selection?: readonly string[] | null
      takesNew?: boolean
      run?: string
      /** What was found out of the spec's pattern. */
      patterns?: PatternsJudged
      /** Digests of what gates get, by their names. */
      environments?: Readonly<Record<string, string>>
    } = {},
  ): void {
    this.feed({
      is: 'start',
      run: over.run ?? 'run-1',
      epoch: this.state.epoch + 1,
      pid: 1,
      read: { plan: read, hash: JSON.stringify(read) },
      policy: { ...builtInPolicy, workspace: 'none', ...over.policy },
      gates: over.gates ?? [],
      ...(over.environments === undefined ? {} : { environments: over.environments }),
      ...(over.patterns === undefined ? {} : { patterns: over.patterns }),
      agent: 'a',
      selection: over.selection ?? null,
      ...(over.takesNew === undefined ? {} : { takesNew: over.takesNew }),
      base: (over.policy?.workspace ?? 'none') === 'none' ? null : 'c0',
      engine: 'test',
      invocation: {},
    })
  }

  say(body: CommandBody, as: 'human' | 'agent' = 'human'): Command {
    this.commandIds += 1
    const command: Command = { id: `cmd-${this.commandIds}`, by: { who: 'h', as }, body }
    this.feed({ is: 'command', command })
    return command
  }

  /** Performs one pending effect; returns false when there is none that ends by itself. */
  step(pick = 0): boolean {
    const able = this.pending.filter(({ effect }) => !(effect.is === 'start-attempt' && effect.does === 'pull'))
    const one = able[pick % Math.max(1, able.length)]
    if (!one) return false
    this.pending.splice(this.pending.indexOf(one), 1)
    this.feed({ is: 'outcome', id: one.id, outcome: this.perform(one.effect) })
    return true
  }

  run(choose: () => number = () => 0): this {
    for (let turns = 0; this.step(choose()); turns += 1) if (turns > 100_000) throw new Error('the run does not end')
    return this
  }

  /** The executor dies: what it was doing is forgotten, what was recorded is not. */
  die(): void {
    this.pending.length = 0
    this.state = fold(this.log)
  }

  /** A tick in an agent's copy of the plan, which is the plan as it is now. */
  protected tick(key: string): Tick {
    const task = this.state.tasks.get(this.state.byKey.get(key) ?? '')
    return { key, title: task?.spec.title ?? key }
  }

  task(key: string): TaskRun {
    const found = [...this.state.tasks.values()].find((it) => it.spec.key === key)
    if (!found) throw new Error(`no task ${key}`)
    return found
  }

  status(key: string): string {
    return taskStatus(this.task(key))
  }

  statuses(): Record<string, string> {
    return Object.fromEntries([...this.state.tasks.values()].map((it) => [it.spec.key, taskStatus(it)]))
  }

  private readonly redefined = (path: string): Redefined => ({
    of: this.script.defined ?? { is: 'gate', name: 'unit' },
    what: path,
    path,
  })

  private keyOf(uid: string): string {
    return this.state.tasks.get(uid)?.spec.key ?? uid
  }

  private next<T>(key: string, list: readonly T[] | undefined): T | undefined {
    const at = this.used.get(key) ?? 0
    this.used.set(key, at + 1)
    return list?.[Math.min(at, list.length - 1)]
  }

  private commit(): string {
    this.commits += 1
    return `c${this.commits}`
  }

  perform(effect: Effect): Outcome {
    switch (effect.is) {
      case 'prepare-workspace':
        if (effect.carry && this.script.carries === false) return { of: effect.is, is: 'conflict', paths: ['f.txt'] }
        if (effect.kind === 'in-place' && this.next('prepare', this.script.behind))
          return { of: effect.is, is: 'behind' }
        if (effect.kind === 'in-place' && this.state.policy.jobs === 1) {
          const reason = `${this.holder ?? ''} is there`
          if ((this.holder ?? effect.workspace) !== effect.workspace)
            return { of: effect.is, is: 'failed', failure: { reason, help: '' }, retry: true }
          this.holder = effect.workspace
        }
        return {
          of: effect.is,
          is: 'prepared',
          base: this.state.tip,
          tree: (effect.kind === 'in-place' ? this.folder : null) ?? `t-${this.state.tip ?? ''}`,
          ...(effect.carry ? { draft: 'carried' } : {}),
        }
      case 'start-attempt': {
        const at = `${this.keyOf(effect.name.task)}/${effect.name.step}`
        const script = this.next(`attempt ${at}`, this.script.attempts?.[at]) ?? {}
        return {
          of: effect.is,
          is: 'ended',
          how: script.how ?? 'finished',
          exitCode: 0,
          signal: null,
          claim: {
            says: script.says ?? 'done',
            text: script.text ?? 'said',
            deviations: [],
            proposal: script.proposal ?? null,
          },
          brief: null,
          output: null,
          excerpt: script.excerpt ?? '',
          usage: null,
          session: null,
          durationMs: 1,
          failure: null,
          ...(script.untrusted ? { untrusted: true } : {}),
        }
      }
      case 'snapshot': {
        const commit = effect.workspace === null ? null : this.commit()
        const tree = commit === null ? null : this.script.sameTree ? 't-same' : `t-${commit}`
        if (this.state.policy.workspace === 'in-place') this.folder = tree
        const absent = this.next('snapshot', this.script.absent) ?? []
        const there = effect.declared.map((file) => file.path).filter((it) => !absent.includes(it))
        return {
          of: effect.is,
          is: 'taken',
          commit,
          tree,
          // Without a declaration a draft has some work as well.
          changes: (
            this.script.changesBy?.[effect.name.step] ??
            this.script.changes ??
            (effect.declared.length > 0 ? there : ['work.txt'])
          ).map((path) => ({
            path,
            change: 'added',
            from: null,
          })),
          present: there,
          before: [],
          ticked: this.script.ticks ?? (this.script.ticked ?? []).map((key) => this.tick(key)),
          planEdited: false,
          protectedChanges: [],
          ...this.changedTests(effect.name.step),
          ...(this.script.redefines ? { redefined: this.script.redefines.map(this.redefined) } : {}),
        }
      }
      case 'run-gate': {
        const result =
          this.next(`gate ${effect.gate} ${effect.purpose}`, this.script.gates?.[`${effect.gate} ${effect.purpose}`]) ??
          this.next(`gate ${effect.gate}`, this.script.gates?.[effect.gate]) ??
          'passed'
        const tested = this.state.gates.get(effect.gate)?.test
        const said = (result === 'passed' ? undefined : this.script.says?.[`${effect.gate} ${effect.purpose}`]) ?? ''
        return {
          of: effect.is,
          is: 'judged',
          evidence: evidence(effect.gate, effect.tree ?? (effect.commit === null ? null : `t-${effect.commit}`), {
            result,
            exitCode: result === 'passed' ? 0 : result === 'could-not-run' ? (this.script.unable ?? null) : 1,
            excerpt: said,
            fingerprint: result + said,
            ...(tested ? { criterion: tested.criterion } : {}),
          }),
          editedTree: false,
        }
      }
      case 'ask-review':
        return { of: effect.is, is: 'asked' }
      case 'integrate':
        switch (effect.stage) {
          case 'merge': {
            const task = this.keyOf(this.state.integrating.at(-1) ?? '')
            const tip = this.state.tip ?? 'c0'
            if (this.script.conflicts?.includes(task)) return { of: effect.is, is: 'conflict', paths: ['a.txt'], tip }
            const isDraft = effect.base === tip && this.script.isUncommitted !== true
            const tree = isDraft ? effect.draft : `${effect.draft}*${tip}`
            return { of: effect.is, is: 'merged', tree, evidenceTree: `t-${tree}`, tip }
          }
          case 'commit':
            return { of: effect.is, is: 'committed', commit: this.commit(), oldTip: effect.tip }
          case 'move':
            return { of: effect.is, is: 'moved', tip: effect.commit, ...(this.script.quiet ? { quiet: true } : {}) }
          default:
            return effect satisfies never
        }
      case 'publish': {
        const brought = this.next('publish', this.script.brings) ?? false
        const redefined = (this.script.bringsRedefined ?? []).map(this.redefined)
        return { of: effect.is, is: 'published', to: 'main', ...(brought ? { tip: this.commit(), redefined } : {}) }
      }
      case 'project':
        return { of: effect.is, is: 'projected', marks: [] }
      case 'end-attempt':
        return { of: effect.is, is: 'ended' }
      case 'consult': {
        const said = this.script.says?.[effect.about]
        const kept = { usage: null, durationMs: 1, brief: null, output: null }
        return said === undefined
          ? { of: effect.is, is: 'failed', failure: { reason: 'nobody is there', help: '' } }
          : { of: effect.is, is: 'answered', agent: effect.agent ?? 'coder', text: said, ...kept }
      }
      case 'judge': {
        const text = this.next(`judge ${effect.about}`, this.script.judges?.[effect.about])
        const asked = { agent: effect.agent, usage: null, durationMs: 1, brief: null, output: null }
        return text === undefined
          ? { of: effect.is, is: 'failed', failure: { reason: 'nobody is there', help: '' }, ...asked }
          : { of: effect.is, is: 'answered', text, ...asked }
      }
      case 'research':
        return {
          of: effect.is,
          is: 'found',
          by: ['agent'],
          queries: effect.queries,
          sources: ['https://example.com/'],
          findings: ['It is known.'],
          confidence: 'medium',
          ms: 5,
          apiCalls: 1,
          tokens: null,
          troubles: [],
          kept: [],
        }
      case 'verify-tool':
        return { of: effect.is, is: 'verified' }
      case 'verify-completion':
        return { of: effect.is, is: 'looked', findings: this.script.completion?.(effect) ?? [] }
      case 'notify':
        return { of: effect.is, is: 'notified' }
      case 'set-timer':
        return { of: effect.is, is: 'due' }
      case 'dispose-workspace':
        if (this.holder === effect.workspace) this.holder = null
        return { of: effect.is, is: 'disposed' }
      default:
        return effect satisfies never
    }
  }
}

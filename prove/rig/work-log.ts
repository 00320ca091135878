/** What was done beside one another: by the lines that agents write when they begin and end, and by the journal. */

import type { EventBody } from '../../src/run/event.ts'
import type { LogLine } from '../../tests/rig/agent-program.ts'
import type { Started } from '../../tests/rig/program.ts'
import type { Repository } from '../../tests/rig/repository.ts'

/** What there was when the executor had been killed. */
export interface Cut {
  /** How many lines of agents. */
  readonly lines: number
  /** The attempts that the journal had asked for: one that says only later that it begins was cut off as well. */
  readonly asked: ReadonlySet<string>
}

export interface Beside {
  /** Most attempts that were at work at the same time. */
  readonly most: number
  /** Two attempts at work on one file at the same time, in words. */
  readonly clashes: readonly string[]
}

/**
 * Looks which attempts were at work at the same time.
 * @param log lines of agents in the order of writing
 * @param filesOf what a task declares to write
 * @param cuts how much there was at each kill: what had begun by then and not ended is over; a line that it writes
 * afterwards shows that it was still at work
 */
export function workBeside(
  log: readonly LogLine[],
  filesOf: (task: string) => readonly string[],
  cuts: readonly Cut[],
): Beside {
  let most = 0
  const clashes: string[] = []
  const atWork = new Map<number, LogLine>()
  /** Attempts that a kill has ended, and those that began after it on one of their files. */
  const cutOff = new Map<number, { readonly of: LogLine; after: string | null }>()
  const isShared = (one: LogLine, other: LogLine): boolean => {
    const files = filesOf(one.task ?? '')
    return one.task === other.task || filesOf(other.task ?? '').some((it) => files.includes(it))
  }
  const nameOf = ({ task, attempt }: LogLine): string => nameAttempt(task, attempt)
  let asked: ReadonlySet<string> = new Set()
  for (const [at, line] of log.entries()) {
    for (const cut of cuts.filter((it) => it.lines === at)) {
      for (const [pid, of] of atWork) cutOff.set(pid, { of, after: null })
      atWork.clear()
      asked = cut.asked
    }
    if (line.event === 'begin' && asked.has(nameOf(line))) cutOff.set(line.pid, { of: line, after: null })
    else if (line.event === 'begin') {
      for (const other of atWork.values())
        if (isShared(line, other))
          clashes.push(`${nameOf(line)} began while ${nameOf(other)} was at work on a file of it`)
      for (const it of cutOff.values()) if (isShared(line, it.of)) it.after ??= nameOf(line)
      // A number may come again after a while.
      cutOff.delete(line.pid)
      atWork.set(line.pid, line)
      most = Math.max(most, atWork.size)
    } else if (line.event === 'end') {
      const left = cutOff.get(line.pid)
      if (left && left.after !== null)
        clashes.push(`${nameOf(left.of)} was cut off and ended only after ${left.after} had begun on a file of it`)
      cutOff.delete(line.pid)
      atWork.delete(line.pid)
    }
  }
  return { most, clashes }
}

/** The attempts that the journal has asked for so far, as `workBeside` names them. */
export function attemptsAskedFor(repository: Repository): ReadonlySet<string> {
  const names = new Map<string, string>()
  const asked = new Set<string>()
  for (const body of repository.events()) {
    if (body.type === 'plan-revised') for (const { uid, spec } of body.added) names.set(uid, spec.id ?? spec.key)
    if (body.type === 'effect-requested' && body.effect.is === 'start-attempt')
      asked.add(nameAttempt(names.get(body.effect.name.task), body.effect.name.attempt))
  }
  return asked
}

function nameAttempt(task: string | undefined, attempt: number | string | undefined): string {
  return `${task ?? '?'} (attempt ${attempt ?? '?'})`
}

/** States between a task's first attempt and its merge: others are kept from its files. */
const underWay: readonly string[] = ['working', 'verifying', 'reviewing', 'merging']

/**
 * Attempts that the journal asks for while another task has work on one of their files that is not merged, in words.
 * @param filesOf what a task declares to write
 */
export function begunBeside(repository: Repository, filesOf: (task: string) => readonly string[]): readonly string[] {
  const found: string[] = []
  const names = new Map<string, string>()
  const states = new Map<string, string>()
  const journal = repository.journal()
  try {
    for (const { subject, body } of journal?.read<EventBody>().events ?? []) {
      if (body.type === 'plan-revised') for (const { uid, spec } of body.added) names.set(uid, spec.id ?? spec.key)
      const task = names.get((subject as { readonly task?: string } | null)?.task ?? '')
      if (task === undefined) continue
      if (body.type === 'step-moved') states.set(task, body.to)
      if (body.type !== 'effect-requested' || body.effect.is !== 'start-attempt') continue
      for (const [other, state] of states)
        if (other !== task && underWay.includes(state) && filesOf(other).some((it) => filesOf(task).includes(it)))
          found.push(`an attempt of ${task} was asked for while ${other}, which declares a file of it, was ${state}`)
    }
    return found
  } finally {
    journal?.close()
  }
}

/** Tasks that the journal calls done and whose file is not in the run's tip, in words. */
export function aheadOfTip(repository: Repository, done: readonly string[]): readonly string[] {
  if (done.length === 0) return []
  const tip = repository.git('for-each-ref', '--format=%(refname)', 'refs/millwright').match(/^refs\/.*\/tip$/m)?.[0]
  const there = tip === undefined ? [] : repository.git('ls-tree', '-r', '--name-only', tip).split('\n')
  return done
    .filter((id) => !there.includes(`src/${id}.txt`))
    .map((id) => `${id} is done in the journal and not in the tip`)
}

/**
 * Attempts that are made again after a kill and do not begin where the cut off one began (RELIABILITY P4), in words. Of those
 * that had ended when the kill came nobody but the executor knows whether it saw that.
 */
export function notPutBack(log: readonly LogLine[]): readonly string[] {
  const wrong: string[] = []
  const open = new Map<string, LogLine>()
  for (const line of log) {
    const { task = '', event } = line
    if (event === 'end' && open.get(task)?.pid === line.pid) open.delete(task)
    if (event !== 'begin') continue
    const cutOff = open.get(task)
    const [before, now] = [cutOff, line].map((it) => it?.found?.join(', ') ?? '')
    if (cutOff && before !== now)
      wrong.push(
        `${task} was cut off and made again where ${now || 'nothing'} was there, and not ${before || 'nothing'}`,
      )
    open.set(task, line)
  }
  return wrong
}

const lookMs = 5

/** Settles when an agent is at work, or the program has ended. @param from lines of the log that are old */
export async function agentAtWork(repository: Repository, running: Started, from: number): Promise<void> {
  const isAtWork = (): boolean => {
    const lines = repository.log().slice(from)
    return lines.filter((it) => it.event === 'begin').length > lines.filter((it) => it.event === 'end').length
  }
  const { child } = running
  while (child.exitCode === null && child.signalCode === null && !isAtWork())
    await new Promise((resolve) => setTimeout(resolve, lookMs))
}

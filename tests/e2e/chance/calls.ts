/** The calls that a scenario makes of the program, each with what it printed and what was odd about its end. */

import { builtProgram } from '../../rig/built-program.ts'
import { start, type Finished, type Started } from '../../rig/program.ts'
import type { RunView } from '../../rig/project.ts'
import type { Ground } from './ground.ts'
import type { Person } from './person.ts'
import type { Scenario } from './scenario.ts'

export interface Play {
  readonly it: Scenario
  readonly ground: Ground
  readonly person: Person
  readonly faults: string[]
  readonly transcript: string[]
  readonly isInPlace: boolean
  meetings: number
}

export interface Question {
  readonly id: string
  readonly kind: string
  readonly options: readonly string[]
}

/** The longest that a call may take; none comes near it. */
const tooLong = 120_000

export function begin({ ground }: Play, ...words: readonly string[]): Started {
  return start([process.execPath, builtProgram(), ...words], { cwd: ground.root, env: ground.project.env })
}

/** Waits for the end of a call; one that does not end is a fault. */
export async function endOf(play: Play, running: Started, words: readonly string[]): Promise<Finished> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      running.child.kill('SIGKILL')
      resolve(true)
    }, tooLong)
  })
  const isLate = await Promise.race([running.ended.then(() => false), late])
  clearTimeout(timer)
  const ended = await running.ended
  if (isLate) play.faults.push(`hangs: ${words.join(' ')}`)
  play.transcript.push(`$ millwright ${words.join(' ')}\n[${ended.code ?? ended.signal}]\n${ended.out}${ended.err}`)
  if (!isLate) play.faults.push(...faultsOfEnd(words, ended))
  return ended
}

function faultsOfEnd(words: readonly string[], { code, signal, out, err }: Finished): readonly string[] {
  const said = `${out}${err}`
  const faults: string[] = []
  if (signal !== null && signal !== 'SIGKILL') faults.push(`${words[0] ?? ''} died of ${signal}`)
  if (code !== null && ![0, 1, 2, 3, 130].includes(code))
    faults.push(`exit code ${code} of ${words[0] ?? ''}: ${firstLine(err)}`)
  if (/^\s+at .*:\d+:\d+\)?$/m.test(said) || /\binternal( error)?:/.test(said))
    faults.push(`a stack from ${words[0] ?? ''}: ${firstLine(err)}`)
  if (/undefined|\[object Object\]|NaN/.test(said))
    faults.push(
      `odd words from ${words[0] ?? ''}: ${firstLine(said.split('\n').find((line) => /undefined|\[object Object\]|NaN/.test(line)) ?? '')}`,
    )
  return faults
}

export function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}

/** A short call of the person. */
export function say(play: Play, ...words: readonly string[]): Promise<Finished> {
  return sayAndDie(play, null, ...words)
}

/** The same, killed after so many milliseconds, wherever it is then. */
export async function sayAndDie(play: Play, after: number | null, ...words: readonly string[]): Promise<Finished> {
  const running = begin(play, ...words)
  const timer = after === null ? undefined : setTimeout(() => running.child.kill('SIGKILL'), after)
  const ended = await endOf(play, running, words)
  clearTimeout(timer)
  return ended
}

export async function questions(play: Play): Promise<readonly Question[]> {
  const listed = await say(play, 'review', 'list', '--plan', play.ground.plan, '--json')
  if (listed.code !== 0) return []
  return JSON.parse(listed.out) as readonly Question[]
}

/** What `run --json` and `status --json` print; null where a call was refused, or printed something else. */
export function viewOf({ out }: Finished): RunView | null {
  try {
    const said = JSON.parse(out) as Partial<RunView> | null
    return said?.tasks !== undefined && said.counts !== undefined ? (said as RunView) : null
  } catch {
    return null
  }
}

/** Asks whether a text holds against a pattern or a schema, in a process of its own with limits of time and memory. */

import path from 'node:path'
import { excerptOf } from '../../run/excerpt.ts'
import { runProcess } from '../../system/process.ts'
import { shippedWith } from '../../system/shipped.ts'
import { answerMark, type Asked, type Checked } from './checker-words.ts'

/** What came of asking. `cut`: it was stopped, or nobody saw its end. */
export type Checking = Checked | { readonly is: 'timed-out' | 'failed' | 'cut'; readonly problems: readonly string[] }

export interface RunningCheck {
  /** Never rejects. */
  readonly done: Promise<Checking>
  stop(): void
}

export interface CheckOptions {
  /** Milliseconds. */
  readonly limitMs: number
  /** Variables by which the process is found again after a crash. */
  readonly markers?: Readonly<Record<string, string>>
}

const answerBytes = 1024 * 1024

/** @param asked what is to be compared: texts of at most some megabytes */
export function askChecker(asked: Asked, { limitMs, markers }: CheckOptions): RunningCheck {
  const program = shippedWith('checker.js', import.meta.dirname)
  // Where the sources are run unbuilt there is no program: this one does it.
  if (program === null) return { done: import('./check.ts').then((it) => it.check(asked)), stop: () => undefined }
  const running = runProcess({
    argv: [process.execPath, '--max-old-space-size=512', program],
    cwd: path.dirname(program),
    env: {},
    input: JSON.stringify(asked),
    keepBytes: answerBytes,
    limitMs,
    ...(markers === undefined ? {} : { markers }),
  })
  const answer = async (): Promise<Checking> => {
    const end = await running.result
    const said = Buffer.from(end.output).toString('utf8')
    if (end.how === 'timed-out')
      return { is: 'timed-out', problems: [`to compare them took longer than ${limitMs} ms and was ended`] }
    const line = said.split('\n').find((it) => it.startsWith(answerMark))
    if (end.how === 'exited' && end.exitCode === 0 && line !== undefined && end.droppedBytes === 0)
      return JSON.parse(line.slice(answerMark.length)) as Checked
    if (end.how === 'stopped' || end.how === 'lost' || end.how === 'not-started')
      return { is: 'cut', problems: [end.failure?.message ?? 'it was ended before it had compared them'] }
    const isMemory = /heap (?:limit|out of memory)/.test(said)
    const why = isMemory
      ? 'it took too much memory'
      : excerptOf(said, 400) || `it ended with ${String(end.exitCode ?? end.signal)}`
    return { is: 'failed', problems: [`they could not be compared: ${why}`] }
  }
  return { done: answer(), stop: () => running.stop() }
}

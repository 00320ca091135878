/** Asks a program that is shipped beside this one: JSON in, a marked line of JSON out, within limits of time and memory. */

import path from 'node:path'
import { excerptOf } from '../run/excerpt.ts'
import { runProcess } from '../system/process.ts'

/** What came of asking. `cut`: it was stopped, could not be started, or nobody saw its end; `failure` says why where it is known. */
export type Answered =
  | { readonly is: 'answered'; readonly value: unknown }
  | { readonly is: 'timed-out' }
  | { readonly is: 'cut'; readonly failure: string | null }
  | { readonly is: 'failed'; readonly why: string }

export interface AskedProgram {
  /** Never rejects. */
  readonly done: Promise<Answered>
  stop(): void
}

export interface AskOptions {
  /** Milliseconds. */
  readonly limitMs: number
  /** Variables by which the process is found again after a crash. */
  readonly markers?: Readonly<Record<string, string>>
}

/**
 * @param of.program absolute path of its bundle
 * @param of.asked given to its standard input as JSON
 * @param of.mark what the line with its answer begins with
 * @param of.heapMb memory that it may take, in MiB
 * @param of.answerBytes no more of its output is kept; a longer one is no answer
 */
export function askProgram(
  of: {
    readonly program: string
    readonly asked: unknown
    readonly mark: string
    readonly heapMb: number
    readonly answerBytes: number
  },
  { limitMs, markers }: AskOptions,
): AskedProgram {
  const running = runProcess({
    argv: [process.execPath, `--max-old-space-size=${of.heapMb}`, of.program],
    cwd: path.dirname(of.program),
    env: {},
    input: JSON.stringify(of.asked),
    keepBytes: of.answerBytes,
    limitMs,
    ...(markers === undefined ? {} : { markers }),
  })
  const answer = async (): Promise<Answered> => {
    const end = await running.result
    const said = Buffer.from(end.output).toString('utf8')
    if (end.how === 'timed-out') return { is: 'timed-out' }
    const line = said.split('\n').find((it) => it.startsWith(of.mark))
    if (end.how === 'exited' && end.exitCode === 0 && line !== undefined && end.droppedBytes === 0)
      return { is: 'answered', value: JSON.parse(line.slice(of.mark.length)) as unknown }
    if (end.how === 'stopped' || end.how === 'lost' || end.how === 'not-started')
      return { is: 'cut', failure: end.failure?.message ?? null }
    if (/heap (?:limit|out of memory)/.test(said)) return { is: 'failed', why: 'it took too much memory' }
    return { is: 'failed', why: excerptOf(said, 400) || `it ended with ${String(end.exitCode ?? end.signal)}` }
  }
  return { done: answer(), stop: () => running.stop() }
}

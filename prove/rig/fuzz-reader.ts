/** Has one reader fuzzed in processes of their own, so that one that dies or hangs is told with the inputs it was at. */

import path from 'node:path'
import { createInterface } from 'node:readline'
import type { FuzzJob, FuzzLine } from './fuzz-program.ts'
import { startSource } from './source-program.ts'

const program = path.join(import.meta.dirname, 'fuzz-program.ts')
/** Two hundred inputs take a second or two; whoever needs this long does not come back. */
const longestMs = 90_000

export interface Fuzzed {
  readonly inputs: number
  readonly bytes: number
  readonly slowestMs: number
  readonly failures: readonly { readonly input: number | string; readonly text: string }[]
}

/** Runs a job to its end. @param hear told how many inputs were read */
export function fuzzReader(job: FuzzJob, hear: (inputs: number) => void): Promise<Fuzzed> {
  const child = startSource([program, JSON.stringify(job)])
  const failures: { input: number | string; text: string }[] = []
  let last = job.from
  let end: Extract<FuzzLine, { is: 'end' }> | null = null
  let said = ''
  const alarm = (): NodeJS.Timeout => setTimeout(() => child.kill('SIGKILL'), longestMs)
  let timer = alarm()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-2_000)))
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (text) => {
      clearTimeout(timer)
      timer = alarm()
      const line = JSON.parse(text) as FuzzLine
      if (line.is === 'end') end = line
      else if (line.is === 'at') {
        hear(line.input - last)
        last = line.input
      } else failures.push({ input: line.input, text: `${line.text}\ninput (base64): ${line.bytes.slice(0, 2_000)}` })
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (end === null)
        failures.push({ input: last, text: `ended with ${signal ?? `code ${code}`} after input ${last}: ${said}` })
      resolve({ inputs: job.count, bytes: end?.bytes ?? 0, slowestMs: end?.slowestMs ?? 0, failures })
    })
  })
}

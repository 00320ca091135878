/** Has many damaged journals read by processes of their own, so that one that dies or hangs is a verdict too. */

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ReaderJob, Verdict } from './journal-reader.ts'
import { startSource } from './source-program.ts'

const program = path.join(import.meta.dirname, 'journal-reader.ts')
/** One journal is read in a hundredth of a second; whoever needs this long does not come back. */
const longestMs = 30_000

/**
 * Reads each fault of a job. The reader is started anew behind a fault that ended it.
 * @param hear told each verdict as it comes
 */
export async function readDamaged(job: ReaderJob, hear: (verdict: Verdict) => void): Promise<void> {
  let left = job.faults
  while (left.length > 0) {
    const { done, why } = await readSome({ ...job, faults: left }, hear)
    left = left.slice(done)
    const [fault] = left
    if (fault === undefined) return
    hear({ fault, is: 'wrong', text: why })
    left = left.slice(1)
  }
}

/** @returns how many were read, and how the reader ended */
function readSome(job: ReaderJob, hear: (verdict: Verdict) => void): Promise<{ done: number; why: string }> {
  const file = `${job.scratch}.json`
  writeFileSync(file, JSON.stringify(job))
  const child = startSource([program, file])
  let done = 0
  let said = ''
  let isHung = false
  const alarm = (): NodeJS.Timeout =>
    setTimeout(() => {
      isHung = true
      child.kill('SIGKILL')
    }, longestMs)
  let timer = alarm()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-2_000)))
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      clearTimeout(timer)
      timer = alarm()
      done += 1
      hear(JSON.parse(line) as Verdict)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      const why = isHung
        ? `no answer for ${longestMs} ms`
        : `the reader ended with ${signal ?? `code ${code}`}: ${said}`
      resolve({ done, why })
    })
  })
}

/** Asks for the public signatures of files, in a process of their own with limits of time and memory. */

import path from 'node:path'
import { excerptOf } from '../../run/excerpt.ts'
import { runProcess } from '../../system/process.ts'
import { shippedWith } from '../../system/shipped.ts'
import { findParsers, parserPackage } from './parsers.ts'
import { readFiles, readingLimits, type FileToRead } from './read-files.ts'
import { answerMark, type Asked } from './reader-words.ts'
import type { FileSignatures } from './signature.ts'

/** What came of asking. */
export type Reading =
  | { readonly is: 'read'; readonly files: readonly FileSignatures[] }
  | { readonly is: 'failed' | 'timed-out' | 'absent'; readonly reason: string; readonly help: string }

export interface RunningReading {
  /** Never rejects. */
  readonly done: Promise<Reading>
  stop(): void
}

export interface ReadingOptions {
  /** Milliseconds. */
  readonly limitMs: number
  /** Variables by which the process is found again after a crash. */
  readonly markers?: Readonly<Record<string, string>>
}

/** All that is read at once may have so many bytes. */
const mostBytes = 64 * 1024 * 1024
const answerBytes = 256 * 1024 * 1024

/**
 * Reads the public signatures of files.
 * @param files each with its path, which tells its language
 */
export function askReader(files: readonly FileToRead[], { limitMs, markers }: ReadingOptions): RunningReading {
  const nothing = (done: Reading): RunningReading => ({ done: Promise.resolve(done), stop: () => undefined })
  if (files.length === 0) return nothing({ is: 'read', files: [] })
  if (findParsers() === null) return nothing({ is: 'absent', ...parsersAbsent })
  const bytes = files.reduce((sum, it) => sum + it.bytes.length, 0)
  if (files.length > readingLimits.files || bytes > mostBytes)
    return nothing({
      is: 'failed',
      reason: `${files.length} files with ${bytes} bytes are more than are read at once (${readingLimits.files} files, ${mostBytes / 1024 / 1024} MiB)`,
      help: 'name what is public by paths, and what is not by ignore',
    })
  const program = shippedWith('contract-reader.js', import.meta.dirname)
  if (program === null) return { done: readHere(files), stop: () => undefined }
  const asked: Asked = {
    files: files.map((it) => ({ path: it.path, bytes: Buffer.from(it.bytes).toString('base64') })),
  }
  const running = runProcess({
    argv: [process.execPath, '--max-old-space-size=1024', program],
    cwd: path.dirname(program),
    env: {},
    input: JSON.stringify(asked),
    keepBytes: answerBytes,
    limitMs,
    ...(markers === undefined ? {} : { markers }),
  })
  const answer = async (): Promise<Reading> => {
    const end = await running.result
    const said = Buffer.from(end.output).toString('utf8')
    if (end.how === 'timed-out')
      return {
        is: 'timed-out',
        reason: `reading took longer than ${limitMs} ms and was ended`,
        help: 'leave large files out by ignore, or give it more time',
      }
    const line = said.split('\n').find((it) => it.startsWith(answerMark))
    if (end.how === 'exited' && end.exitCode === 0 && line !== undefined && end.droppedBytes === 0)
      return { is: 'read', files: JSON.parse(line.slice(answerMark.length)) as readonly FileSignatures[] }
    const why = end.failure?.message ?? (excerptOf(said, 400) || `it ended with ${String(end.exitCode ?? end.signal)}`)
    return {
      is: 'failed',
      reason: `the program that reads signatures failed: ${why}`,
      help: 'leave the file that it stumbles over out by ignore',
    }
  }
  return { done: answer(), stop: () => running.stop() }
}

/** What is said where the optional package is missing. */
export const parsersAbsent = {
  reason: `${parserPackage}, which reads public signatures, is not installed`,
  help: `install it beside millwright: npm i ${parserPackage}`,
} as const

/** Where the sources are run unbuilt there is no program: this one does it. */
async function readHere(files: readonly FileToRead[]): Promise<Reading> {
  const read = await readFiles(files)
  return read === null ? { is: 'absent', ...parsersAbsent } : { is: 'read', files: read }
}

/** Asks for the public signatures of files, in a process of their own with limits of time and memory. */

import { shippedWith } from '../../system/shipped.ts'
import { askProgram, type AskOptions } from '../ask-program.ts'
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

/** All that is read at once may have so many bytes. */
const mostBytes = 64 * 1024 * 1024
const answerBytes = 256 * 1024 * 1024

/**
 * Reads the public signatures of files.
 * @param files each with its path, which tells its language
 */
export function askReader(files: readonly FileToRead[], options: AskOptions): RunningReading {
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
  const asking = askProgram({ program, asked, mark: answerMark, heapMb: 1024, answerBytes }, options)
  const answer = async (): Promise<Reading> => {
    const said = await asking.done
    switch (said.is) {
      case 'answered':
        return { is: 'read', files: said.value as readonly FileSignatures[] }
      case 'timed-out':
        return {
          is: 'timed-out',
          reason: `reading took longer than ${options.limitMs} ms and was ended`,
          help: 'leave large files out by ignore, or give it more time',
        }
      case 'cut':
      case 'failed': {
        const why = said.is === 'failed' ? said.why : (said.failure ?? 'it was ended before it had read them')
        return {
          is: 'failed',
          reason: `the program that reads signatures failed: ${why}`,
          help: 'leave the file that it stumbles over out by ignore',
        }
      }
      default:
        return said satisfies never
    }
  }
  return { done: answer(), stop: () => asking.stop() }
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

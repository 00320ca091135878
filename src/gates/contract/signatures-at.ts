/** The public signatures of files in one state of a project as text: for the brief of a task that builds on finished ones. */

import type { TreeFiles } from '../../system/tree-files.ts'
import { askReader } from './ask-reader.ts'
import { isTest, languageOf } from './languages.ts'
import type { FileToRead } from './read-files.ts'
import { signatureLines } from './signature-lines.ts'
import type { Signature } from './signature.ts'

export interface SignaturesWanted {
  /** Paths with `/`; those of no known language, of tests, and those that are not there are passed over. */
  readonly paths: readonly string[]
  /** Longest text, in characters. What does not fit is counted in its last line. */
  readonly most: number
  /** Longest time to read them, in milliseconds. */
  readonly limitMs: number
}

/**
 * Lists what files offer to others, each file with its signatures below it.
 *
 * @param files the state, such as a commit of the run
 * @returns empty where nothing is public, nothing can be read, or the parsers are not installed: a brief goes without it
 */
export async function signaturesAt(files: TreeFiles, { paths, most, limitMs }: SignaturesWanted): Promise<string> {
  const wanted: FileToRead[] = []
  for (const path of new Set(paths)) {
    const written = languageOf(path)
    if (written === null || isTest(path, written.language)) continue
    const there = await files.look(path)
    if (there?.is === 'file') wanted.push({ path, bytes: there.bytes })
  }
  const reading = await askReader(wanted, { limitMs }).done
  if (reading.is !== 'read') return ''
  const lines = reading.files.flatMap((file) =>
    file.is === 'read' && file.signatures.length > 0 ? signatureLines(file.path, file.signatures.map(asWritten)) : [],
  )
  let length = 0
  const fitting = lines.findIndex((line) => (length += line.length + 1) > most)
  if (fitting < 0) return lines.join('\n')
  return [...lines.slice(0, fitting), `(${lines.length - fitting} more lines are left out)`].join('\n')
}

/** Who calls something reads more in what its parameters are called. */
function asWritten(signature: Signature): Signature {
  return { ...signature, text: signature.written ?? signature.text }
}

/** Reads the public signatures of files, within bounds; a file that cannot be read whole is never read half. */

import { extract } from './extract.ts'
import { languageOf } from './languages.ts'
import { openParsers, type Parsers } from './parsers.ts'
import type { FileSignatures } from './signature.ts'
import { textOfBytes } from './source-text.ts'

/** A file to be read. */
export interface FileToRead {
  /** Tells the language. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** What is read at once, and of one file. */
export const readingLimits = { files: 2000, fileBytes: 2 * 1024 * 1024, signatures: 50_000 } as const

/**
 * Reads files one after the other.
 * @param opening parsers that are open already, for who reads often: to open them takes longer than most files
 * @returns one answer for each file, in their order; null where the parsers are not installed
 */
export async function readFiles(
  files: readonly FileToRead[],
  opening: Promise<Parsers | null> = openParsers(),
): Promise<readonly FileSignatures[] | null> {
  const parsers = await opening
  if (parsers === null) return null
  const read: FileSignatures[] = []
  for (const file of files) read.push(await readOne(file, parsers))
  return read
}

async function readOne({ path, bytes }: FileToRead, parsers: Parsers): Promise<FileSignatures> {
  const written = languageOf(path)
  if (written === null) return { path, is: 'refused', why: 'nobody here knows its language' }
  if (bytes.length > readingLimits.fileBytes)
    return { path, is: 'refused', why: `it has more than ${readingLimits.fileBytes / 1024 / 1024} MiB` }
  const read = textOfBytes(bytes, written.language)
  if (read.is !== 'text') return { path, ...read }
  const parsed = await parsers.parse(read.text, written)
  if (parsed.is === 'broken') return { path, ...parsed }
  if (parsed.is === 'too-much') return { path, is: 'refused', why: 'it holds too much in one place' }
  try {
    const signatures = extract(parsed.source, parsed.matches, written)
    if (signatures.length > readingLimits.signatures)
      return { path, is: 'refused', why: `it has more than ${readingLimits.signatures} public signatures` }
    return { path, is: 'read', signatures }
  } finally {
    parsed.free()
  }
}

/** The languages whose public signatures can be read: the files of the folder `languages`, found beside this code or in the bundle. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { matchesPattern } from '../../run/path-pattern.ts'
import { shippedWith } from '../../system/shipped.ts'
import { readLanguageFile, type LanguageFile } from './language-file.ts'

let read: readonly LanguageFile[] | null = null

/** All languages; their files are read once. */
export function languages(): readonly LanguageFile[] {
  const folder = shippedWith('languages', import.meta.dirname)
  if (folder === null) throw new Error('internal: the files of the languages are not beside the program')
  read ??= readdirSync(folder)
    .filter((it) => it.endsWith('.scm'))
    .sort()
    .map((it) => readLanguageFile(readFileSync(path.join(folder, it), 'utf8')))
  return read
}

/** What a file is written in, and what reads it. */
export interface Written {
  readonly language: LanguageFile
  readonly grammar: string
  readonly groups: ReadonlySet<string>
}

/** @param file path with `/`; @returns null where nobody knows the language */
export function languageOf(file: string): Written | null {
  const name = path.posix.basename(file).toLowerCase()
  for (const language of languages())
    for (const [end, grammar] of language.grammars) {
      if (!name.endsWith(end) || name === end) continue
      const groups = [...language.groups].filter(([, ends]) => ends.some((it) => name.endsWith(it)))
      return { language, grammar, groups: new Set(groups.map(([group]) => group)) }
    }
  return null
}

/** Whether a file holds tests, as far as its path tells: what they declare is nobody's interface. */
export function isTest(file: string, { tests }: LanguageFile): boolean {
  return tests.some((pattern) => matchesPattern(pattern, file))
}

/** Where declarations of a file lie, for those who use them, and to which such places they may go. */
export interface Places {
  readonly place: string
  readonly goes: readonly string[]
}

/**
 * Tells files among which declarations may go from one to another, and be the same to those who use them. What others read
 * stays in what they read; what only a linker finds may come to be read as well.
 * @param file path with `/`
 */
export function placesOf(file: string): Places {
  const written = languageOf(file)
  if (written === null || written.language.moves === 'nowhere') return { place: '', goes: [] }
  const { language, groups } = written
  const folder = path.posix.dirname(file)
  if (language.moves === 'folder') return { place: folder, goes: [folder] }
  const isOffered = language.offered !== null && groups.has(language.offered)
  return isOffered ? { place: 'offered', goes: ['offered'] } : { place: 'rest', goes: ['rest', 'offered'] }
}

/** The languages whose public signatures can be read: the files of the folder `languages`, found beside this code or in the bundle. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { matchesPattern } from '../../run/path-pattern.ts'
import { readLanguageFile, type LanguageFile } from './language-file.ts'

let read: readonly LanguageFile[] | null = null

/** All languages; their files are read once. */
export function languages(): readonly LanguageFile[] {
  const folder = languagesFolder()
  read ??= readdirSync(folder)
    .filter((it) => it.endsWith('.scm'))
    .sort()
    .map((it) => readLanguageFile(readFileSync(path.join(folder, it), 'utf8')))
  return read
}

/** The bundle has it at its top, and this code there or in a folder of it. */
function languagesFolder(): string {
  let folder = import.meta.dirname
  for (let up = 0; up < 3; up += 1) {
    const found = path.join(folder, 'languages')
    if (existsSync(found)) return found
    folder = path.dirname(folder)
  }
  throw new Error('internal: the files of the languages are not beside the program')
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

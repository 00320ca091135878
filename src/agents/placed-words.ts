/** Words of a command that name files of the project, for an agent that works elsewhere. */

import { statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes whole of a command what would mean nothing in another folder: a word behind the program that names a file below the folder
 * that the command was written for, and the program itself where it is a path (a bare name is looked for among the programs of the
 * machine, as always). All other words stay as they are.
 *
 * @param argv program and arguments
 * @param folder absolute path of the folder that they were written for
 */
export function placedWords(argv: readonly string[], folder: string): readonly string[] {
  return argv.map((word, at) => {
    if (word === '' || word.startsWith('-') || path.isAbsolute(word) || (at === 0 && !word.includes('/'))) return word
    const file = path.join(folder, word)
    return isFile(file) ? file : word
  })
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

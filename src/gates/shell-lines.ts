/** A line for a shell, taken apart into the commands in it: enough to see which files it names, never to run it. */

/** Words before a command that belong to the shell. */
const keywords: ReadonlySet<string> = new Set([
  'if',
  'then',
  'elif',
  'else',
  'while',
  'until',
  'do',
  '!',
  'exec',
  'eval',
  'command',
  'time',
  'nohup',
])

/** Stands for the folder of the script that a line stands in. */
export const here = '@here'

/** The usual ways in which a script names its own folder. */
const ownFolder = [
  '$(cd "$(dirname "$0")" && pwd)',
  '$(dirname "$0")',
  '$(dirname $0)',
  '`dirname $0`',
  '${0%/*}',
  '$(dirname "${BASH_SOURCE[0]}")',
] as const

/**
 * @param text one line or a whole script
 * @returns the words of each command, without what assigns variables or redirects
 */
export function commandsOf(text: string): readonly (readonly string[])[] {
  const plain = ownFolder.reduce((line, way) => line.replaceAll(way, here), text)
  const commands: string[][] = []
  let words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  const endWord = (): void => {
    if (word !== null) words.push(word)
    word = null
  }
  const endCommand = (): void => {
    endWord()
    const begins = words.findIndex((it) => !keywords.has(it) && !/^[A-Za-z_]\w*=/.test(it))
    if (begins >= 0) commands.push(words.slice(begins))
    words = []
  }
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at)
    if (quote !== null) {
      if (sign === quote) quote = null
      else word = (word ?? '') + sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (sign === '\\') {
      at += 1
      if (plain.charAt(at) !== '\n') word = (word ?? '') + plain.charAt(at)
    } else if (sign === '#' && word === null) {
      while (at + 1 < plain.length && plain.charAt(at + 1) !== '\n') at += 1
    } else if ('\n;&|(){}`'.includes(sign) && !(sign === '{' && word !== null) && !(sign === '}' && word !== null))
      endCommand()
    else if (/[\s<>]/.test(sign)) endWord()
    else word = (word ?? '') + sign
  }
  endCommand()
  return commands
}

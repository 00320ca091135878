/** Words in the letters that a file writes its words in: `done`, `DONE`, `Done`. */

export type Letters = 'lower' | 'upper' | 'title'

/** How a word is written. */
export function lettersOf(word: string): Letters {
  if (word === word.toLowerCase()) return 'lower'
  return word === word.toUpperCase() ? 'upper' : 'title'
}

/** A word in small letters, written so. */
export function inLetters(word: string, letters: Letters): string {
  if (letters === 'upper') return word.toUpperCase()
  return letters === 'title' ? word.charAt(0).toUpperCase() + word.slice(1) : word
}

/** A word in small letters, written as another one is. */
export function inLettersOf(like: string, word: string): string {
  return inLetters(word, lettersOf(like))
}

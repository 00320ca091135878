/** SPECLets that others name by their title instead of their id. */

const word = /^[\p{L}\p{N}]$/u

/** A title as dependencies name it: `Execution & Monitoring` is `execution_monitoring`. Empty where it has no letters. */
export function nameOfTitle(text: string): string {
  let name = ''
  for (const character of text.toLowerCase()) {
    if (word.test(character)) name += character
    else if (name !== '' && !name.endsWith('_')) name += '_'
  }
  return name.endsWith('_') ? name.slice(0, -1) : name
}

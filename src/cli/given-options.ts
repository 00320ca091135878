/** Options as commands get them, read into the one type they have. */

/** All options of a call, by long name in camel case. */
export type Given = Readonly<Record<string, unknown>>

/** A text option, or null where it was not given. */
export function textOf(options: Given, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

/** Whether a flag was given. */
export function isGiven(options: Given, name: string): boolean {
  return options[name] === true
}

/**
 * The form of the output: `--format`, or `json` for `--json`, else `usual`; null where the two contradict each other.
 */
export function formatOf(options: Given, usual: string): string | null {
  const format = textOf(options, 'format')
  if (!isGiven(options, 'json')) return format ?? usual
  return format === null || format === 'json' ? 'json' : null
}

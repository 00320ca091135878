/** The home folder of a person, as words of a shell name it. */

/** What a shell reads as that folder, quotes included. A tilde is it only where a path begins. */
export const homeNames = ['~', '$HOME', '${HOME}', '"$HOME"', '"${HOME}"'] as const

/**
 * A path as a shell reads it.
 *
 * @param home absolute path of the folder; undefined where there is none
 * @returns `written` itself where it does not begin there
 */
export function expandHome(written: string, home: string | undefined): string {
  const name = homeNames.find((it) => written.startsWith(`${it}/`))
  return name === undefined || home === undefined ? written : home + written.slice(name.length)
}

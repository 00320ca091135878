/** Whether a file that Millwright writes itself may lie at a path: the one rule for the folder and for commits. */

/** `other`: a submodule, a pipe and the like. */
export type Kind = 'folder' | 'file' | 'link' | 'other'

export interface InTheWay {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly is: Kind
}

/**
 * Walks a path from the root. Above a file there may be folders alone, and in its place a file alone: a link is never followed and
 * never replaced, in the folder as in a commit.
 *
 * @param kindAt what lies at a path, null for nothing; asked from the root on, up to the first that is no folder
 * @returns what is in the way; null where nothing is
 */
export async function inTheWayOf(
  kindAt: (path: string) => Kind | null | Promise<Kind | null>,
  path: string,
): Promise<InTheWay | null> {
  const names = path.split('/')
  for (let last = 1; last <= names.length; last += 1) {
    const at = names.slice(0, last).join('/')
    const is = await kindAt(at)
    if (is === null) return null
    if (is !== (last === names.length ? 'file' : 'folder')) return { path: at, is }
  }
  return null
}

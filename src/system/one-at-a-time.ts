/** Work that must not overlap, such as what writes the same file. */

/**
 * @returns what runs each work that it is given once those before have ended, whichever way, and settles as the work does
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => null)
    return done
  }
}

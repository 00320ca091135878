/** Where a path lies whose folders may be links to other ones of the repository. */

import path from 'node:path'
import type { LinkAt } from './links-out.ts'

/** More links than this behind one path lead nowhere. */
const mostLinks = 40

/**
 * Follows the folders of a path; what it names itself is not followed.
 *
 * @param linkAt reads links of one state of the files
 * @param wanted relative to the root, with `/`
 * @returns the path that leads there without links; null where it leads out of the repository, or round and round
 */
export async function behindLinks(linkAt: LinkAt, wanted: string): Promise<string | null> {
  let led = wanted
  for (let links = 0; links <= mostLinks; links++) {
    const next = await followFirst(linkAt, led)
    if (next === led) return led
    if (next === null) return null
    led = next
  }
  return null
}

async function followFirst(linkAt: LinkAt, wanted: string): Promise<string | null> {
  const names = wanted.split('/')
  for (let depth = 1; depth < names.length; depth++) {
    const folder = names.slice(0, depth).join('/')
    const to = await linkAt(folder)
    if (to === null) continue
    const led = path.posix.join(path.posix.dirname(folder), to, ...names.slice(depth))
    return to.startsWith('/') || led.startsWith('../') ? null : led
  }
  return wanted
}

/** Files that are not written because a link stands in their place. */

import type { Wrong } from '../refusal.ts'
import { linkAt } from './link-at.ts'

/** Why a file is not written: behind a link lies what nobody named, and a repository may have any. Null where it is no link. */
export function refuseLink(file: string, help: string): Wrong | null {
  const to = linkAt(file)
  if (to === null) return null
  return {
    is: 'wrong',
    message: `${file} is a link, to ${to === 'dangling' ? 'nothing' : to}; it was left as it is`,
    help,
  }
}

/** How content is named: everything of ours is known by its SHA-256. */

import { hash } from 'node:crypto'

/** SHA-256 of bytes or text, as lower-case hex. */
export function sha256(content: Uint8Array | string): string {
  // In one shot: a hash object for each of ten thousand tasks costs more memory than the plan.
  return hash('sha256', content, 'hex')
}

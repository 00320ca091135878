/** What kind of file system a path lies on, as far as it matters for what may be kept there. */

import { statfsSync } from 'node:fs'

/** Numbers by which Linux names file systems of other machines: NFS, SMB, CIFS, SMB2, AFS, Ceph, 9P. */
const network: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997,
])

/** Whether a path lies on another machine's disk; false where the system does not say. */
export function isOnNetwork(path: string): boolean {
  try {
    // The number is signed in some versions.
    return network.has(statfsSync(path).type >>> 0)
  } catch {
    return false
  }
}

/** Less than this holds nothing of ours. */
const leastBytes = 64 * 1024

/** Of some folders those on whose disk no room is left; none where the system does not say. */
export function withoutRoom(folders: readonly string[]): readonly string[] {
  return folders.filter((it) => {
    try {
      const { bavail, bsize } = statfsSync(it)
      return bavail * bsize < leastBytes
    } catch {
      return false
    }
  })
}

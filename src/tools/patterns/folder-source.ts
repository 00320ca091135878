/** Patterns from a folder of files, the embedded default: read anew for each question, found by full-text similarity. */

import { oneLine } from '../../plan/one-line.ts'
import { isInside, realPathOf } from '../../system/look-at-path.ts'
import { inOrder, type PatternSource } from './source.ts'

/**
 * @param folder absolute
 * @param within absolute: where its links lead out of that, it is not read
 * @param name as it is told: the folder as it is configured
 */
export function folderSource(folder: string, within: string, name: string): PatternSource {
  return {
    name: oneLine(name),
    async find(query, signal) {
      const [root, real] = [realPathOf(within), realPathOf(folder)]
      if (root !== null && real !== null && !isInside(root, real))
        return { is: 'failed', reason: `the folder ${oneLine(name)} leads out of the repository`, remarks: [] }
      const { readFolder } = await import('./read-folder.ts')
      const read = await readFolder(folder, signal)
      if (read === null) return { is: 'failed', reason: `there is no folder ${oneLine(name)}`, remarks: [] }
      if (signal?.aborted === true) return { is: 'failed', reason: 'it was stopped', remarks: read.remarks }
      const { mostSimilar } = await import('./similarity.ts')
      return { is: 'found', matches: inOrder(mostSimilar(read.patterns, query), query), remarks: read.remarks }
    },
  }
}

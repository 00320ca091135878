// What a bundle is made of, as one word: a bundle with the same word is the same.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The file of a bundle that holds its word. */
export const hashFile = 'sources-hash.txt'

/**
 * @param {string} root folder of the project
 * @returns {string} 24 signs
 */
export function sourcesHash(root) {
  const hash = createHash('sha256')
  const files = ['src', 'prompts']
    .flatMap((it) => readdirSync(path.join(root, it), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const others = ['scripts/bundle.mjs', 'scripts/keep-compiled.cjs', 'package.json'].map((it) => path.join(root, it))
  for (const file of [...files, ...others])
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex').slice(0, 24)
}

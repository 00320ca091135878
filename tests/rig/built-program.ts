/** The real program, built once from the sources as they are. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hashFile, sourcesHash } from '../../scripts/sources-hash.mjs'

const root = path.join(import.meta.dirname, '..', '..')

let built: string | null = null

/**
 * The program's file, built from the sources as they are now. One build serves all test processes: it lies under a hash
 * of the sources, below `node_modules`, where it finds what ships native code. A build of them that is there already is copied:
 * another one may be made while the tests run.
 */
export function builtProgram(): string {
  if (built !== null) return built
  const cache = path.join(root, 'node_modules', '.cache', 'millwright-tests')
  const hash = sourcesHash(root)
  const folder = path.join(cache, hash)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(path.join(cache, 'building-'))
    if (hashOf(path.join(root, 'dist')) === hash) cpSync(path.join(root, 'dist'), fresh, { recursive: true })
    else execFileSync(process.execPath, [path.join(root, 'scripts', 'bundle.mjs'), fresh])
    try {
      renameSync(fresh, folder)
    } catch (error) {
      // Another test process was faster.
      rmSync(fresh, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  built = path.join(folder, 'cli.js')
  return built
}

/** What a bundle was made of; null where none is, or it is half there. */
function hashOf(bundle: string): string | null {
  try {
    return readFileSync(path.join(bundle, hashFile), 'utf8')
  } catch {
    return null
  }
}

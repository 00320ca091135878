/** The document that a plan says tells the whole of a task: found beside the plan or in the project, and never outside of it. */

import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { classifyPath, protectedBy } from '../plan/path-safety.ts'
import { isInside, lookAtPath, realPathOf } from '../system/look-at-path.ts'

/** What became of it: its text, or why it is not quoted, as the end of a sentence. */
export type TaskDocument =
  | { readonly path: string; readonly text: string; readonly why?: never }
  | {
      readonly path: string
      readonly text: null
      readonly why: string
      /** Whether nothing is there that an agent could read itself. */
      readonly isMissing: boolean
    }

/** What is quoted: documents for people. Of anything else it is told where it lies. */
const endings = ['.md', '.markdown', '.mdx', '.rst', '.adoc', '.org', '.txt'] as const

/** More of it does not fit into a brief. */
const longest = 64 * 1024

/**
 * Reads the document of a task. The plan may name it from the root or from its own folder. What leads out of the project, by
 * its name or by a link, and what belongs to git or to us, is not opened.
 *
 * @param root absolute path of the project
 * @param plan path of the plan, relative to it
 * @param written as the plan has it
 */
export function readTaskDocument(root: string, plan: string, written: string): TaskDocument {
  const unquoted = (why: string): TaskDocument => ({ path: written, text: null, why, isMissing: true })
  const places = placesOf(plan, written)
  if (places.length === 0) return unquoted('that is no path inside the project, and it was not looked at')
  for (const place of places) {
    const file = path.join(root, ...place.split('/'))
    const real = realPathOf(file)
    if (real === null) continue
    const top = realPathOf(root) ?? root
    const inside = path.relative(top, real).split(path.sep).join('/')
    if (!isInside(top, real) || protectedBy(inside, []) !== null)
      return unquoted('it leads to where plans have no business, and was not looked at')
    if (!endings.some((it) => real.toLowerCase().endsWith(it)))
      return { path: place, text: null, why: 'read it yourself', isMissing: false }
    const text = lookAtPath(real)?.isFile() === true ? beginningOf(real) : null
    return text === null
      ? { path: place, text: null, why: 'it cannot be read as text', isMissing: false }
      : { path: place, text }
  }
  return unquoted('it is not there')
}

/** Where it may lie: from the root, or from the plan's folder, out of which it may lead but not out of the project. */
function placesOf(plan: string, written: string): readonly string[] {
  const own = classifyPath(written)
  // Joined with a folder, what begins at the top of a disk would seem to lie below that.
  if (own.kind === 'unsafe' && own.why !== 'parent') return []
  const places = [own, classifyPath(path.posix.join(path.posix.dirname(plan), written))]
  return places.flatMap((it) => (it.kind === 'safe' && it.path !== '.' ? [it.path] : []))
}

/** The beginning of a file as text; null where it cannot be read, or is no text. */
function beginningOf(file: string): string | null {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch {
    return null
  }
  try {
    const buffer = Buffer.alloc(longest)
    const length = readSync(fd, buffer, 0, longest, 0)
    const text = new TextDecoder('utf-8').decode(buffer.subarray(0, length), { stream: true })
    return text.includes('\0') ? null : text
  } catch {
    return null
  } finally {
    closeSync(fd)
  }
}

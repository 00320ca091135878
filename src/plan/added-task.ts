/** A task that joins a plan during a run: what is written of it, and the lines that say it. */

import type { FileAction, FileSpec } from './model.ts'
import { oneLine } from './one-line.ts'
import { classifyPath, protectedBy } from './path-safety.ts'

/** What the plan has to say of a task that was added during a run. */
export interface AddedTask {
  readonly key: string
  readonly id: string
  /** As `plainText` makes it. */
  readonly title: string
  /** `DraftGroup.key`. */
  readonly group: string
  /** Key of the task that proposed it: it stands near it. */
  readonly by: string
  /** One line as `plainText` makes it, or null. */
  readonly description: string | null
  /** With paths that `isPlainPath`. */
  readonly files: readonly FileSpec[]
  /** Ids. */
  readonly blockedBy: readonly string[]
  /** Ids of tasks that wait for it and do not say so themselves. */
  readonly blocks: readonly string[]
  readonly layer: string | null
  readonly role: string | null
  readonly kind: string | null
  /** Each one line as `plainText` makes it. */
  readonly criteria: readonly string[]
}

const words: Readonly<Record<FileAction, string>> = {
  create: 'CREATE',
  modify: 'MODIFY',
  delete: 'DELETE',
  read: 'REVIEW',
  rename: 'RENAME',
  unknown: '',
}

/**
 * The lines of an added task, without line ends: what is written into the plan, and what a person is told to paste.
 *
 * @param style what stands before the box, the cell, and the indentation of the lines below it
 */
export function addedTaskLines(
  {
    id,
    title,
    description,
    files,
    blockedBy,
    blocks,
  }: Omit<AddedTask, 'key' | 'group' | 'by' | 'layer' | 'role' | 'kind' | 'criteria'>,
  style: { readonly bullet: string; readonly cell: string; readonly indent: string } = {
    bullet: '- ',
    cell: ' ',
    indent: '  ',
  },
): string[] {
  const listed = files.map(({ path, action }) => (words[action] === '' ? path : `${path} (${words[action]})`))
  return [
    `${style.bullet}[${style.cell}] ${id} ${title}`,
    ...(description === null ? [] : [`${style.indent}description: ${description}`]),
    ...(listed.length === 0 ? [] : [`${style.indent}files: ${listed.join(', ')}`]),
    ...(blockedBy.length === 0 ? [] : [`${style.indent}blocked_by: [${blockedBy.join(', ')}]`]),
    ...(blocks.length === 0 ? [] : [`${style.indent}blocks: [${blocks.join(', ')}]`]),
  ]
}

const replaced: Readonly<Record<string, string>> = { '|': '/', '`': "'", '<': '(', '[': '(', ']': ')', '*': '' }

/**
 * Words of an agent as they may stand in a plan: one line without markup, comments, annotations, boxes or invisible
 * characters, at most `longest` characters. Empty where nothing is left. Text made here comes back unchanged.
 */
export function plainText(text: string, longest: number): string {
  let plain = ''
  for (const character of oneLine(text)) {
    // `-->` would close a comment.
    const isArrow = character === '>' && /(?:[^-]-|^-|=)$/.test(plain.slice(-2))
    plain += character === '>' && !isArrow ? ')' : (replaced[character] ?? character)
  }
  // A dependency within a text is reported by whoever reads the plan.
  const bare = plain
    .replace(/blocked_by:+/g, 'blocked_by')
    .replace(/^[^\p{L}\p{N}("'/@$]+/u, '')
    .trim()
  const characters = Array.from(oneLine(bare))
  return characters.length <= longest
    ? characters.join('')
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}

const longestPath = 300

/** Whether a path can stand in a list of files and be read back as itself: no blanks, commas or back-ticks in it. */
export function isPlainPath(path: string): boolean {
  if (path.length > longestPath || !/^[\p{L}\p{N}._@$~/][\p{L}\p{N}._@+$~#%=&!/()[\]-]*$/u.test(path)) return false
  // Lines behind a path are no part of it where they are read.
  if (/^(?:none|n\/a)$/i.test(path) || /[)\]]$|#L\d+(?:-L?\d+)?$/.test(path)) return false
  const found = classifyPath(path)
  if (found.kind === 'unsafe' || found.path !== path.replace(/\/$/, '') || protectedBy(path, []) !== null) return false
  return !/\((?:create|new|modify|regenerate|delete|review|verify|rename)/i.test(path)
}

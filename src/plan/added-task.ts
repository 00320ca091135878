/** A task that joins a plan during a run: what is written of it, and the lines that say it. */

import type { FileAction, FileSpec } from './model.ts'
import { oneLine, shownText } from './one-line.ts'
import { classifyPath, protectedBy } from './path-safety.ts'

/** What the plan has to say of a task that was added during a run. */
export interface AddedTask {
  readonly key: string
  readonly id: string
  /** One line, as the plan's format holds it (`wordsFor`). */
  readonly title: string
  /** `DraftGroup.key`. */
  readonly group: string
  /** Key of the task that proposed it: it stands near it. */
  readonly by: string
  /** As the plan's format holds it, or null. */
  readonly description: string | null
  /** With paths that the plan's format holds (`mayList`). */
  readonly files: readonly FileSpec[]
  /** Ids. */
  readonly blockedBy: readonly string[]
  /** Ids of tasks that wait for it and do not say so themselves. */
  readonly blocks: readonly string[]
  readonly layer: string | null
  readonly role: string | null
  readonly kind: string | null
  /** Gates that the plan is to name for it; empty where it gets those that any task gets. */
  readonly gates: readonly string[]
  /** Set where much hangs on it. */
  readonly isCritical?: true
  /** Each as the plan's format holds it. */
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
  }: Pick<AddedTask, 'id' | 'title' | 'description' | 'files' | 'blockedBy' | 'blocks'>,
  style: { readonly bullet: string; readonly cell: string; readonly indent: string } = {
    bullet: '- ',
    cell: ' ',
    indent: '  ',
  },
): string[] {
  const listed = files.map(({ path, action }) => (words[action] === '' ? path : `${path} (${words[action]})`))
  return [
    `${style.bullet}[${style.cell}] ${id} ${title}`,
    ...(description === null ? [] : [`${style.indent}description: ${oneLine(description)}`]),
    ...(listed.length === 0 ? [] : [`${style.indent}files: ${listed.join(', ')}`]),
    ...(blockedBy.length === 0 ? [] : [`${style.indent}blocked_by: [${blockedBy.join(', ')}]`]),
    ...(blocks.length === 0 ? [] : [`${style.indent}blocks: [${blocks.join(', ')}]`]),
  ]
}

/** Signs that a plan in lines would read as markup, and what stands for each: it looks like it, and says the same. */
const replaced: Readonly<Record<string, string>> = { '|': '/', '`': "'", '<': '‹', '[': '(', ']': ')', '*': '∗' }

/** Asterisks around words, which say nothing of their own; any other means something, as in `a * b` and `*.cpp`. */
const emphasis = /(?<![^\s(])\*{1,2}([^*\s](?:[^*\n]*[^*\s])?)\*{1,2}(?![^\s.,;:!?)])/g

/**
 * Words of an agent as they may stand in a plan: one line without markup, comments, annotations, boxes or invisible
 * characters, at most `longest` characters. Empty where nothing is left. Text made here comes back unchanged.
 */
export function plainText(text: string, longest: number): string {
  let plain = ''
  for (const character of oneLine(text.replaceAll(emphasis, '$1'))) {
    // `-->` would close a comment.
    const isArrow = character === '>' && /(?:[^-]-|^-|=)$/.test(plain.slice(-2))
    plain += character === '>' && !isArrow ? '›' : (replaced[character] ?? character)
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

/** How a plan's format holds words: in lines of its text, or as values that take any text. */
export type Holds = 'lines' | 'values'

/** Words of an agent as the plan's format holds them: as they are where it takes any text, but for what nobody sees. */
export function wordsFor(holds: Holds, text: string, longest: number): string {
  return holds === 'lines' ? plainText(text, longest) : shownText(text.trim())
}

/** The same on one line. */
export function lineFor(holds: Holds, text: string, longest: number): string {
  return holds === 'lines' ? plainText(text, longest) : oneLine(text)
}

/** Whether a path can stand in a list of files and be read back as itself. */
export function mayList(holds: Holds, path: string): boolean {
  return holds === 'lines' ? isPlainPath(path) : isPathValue(path)
}

function isPathValue(path: string): boolean {
  const found = classifyPath(path)
  const isItself = found.kind === 'safe' && found.path === path.replace(/\/$/, '') && path.trim() === path
  // What stands in parentheses behind it would be read as what is done to it.
  return isItself && path.length <= longestPath && !/\)$|^`.*`$/.test(path) && protectedBy(path, []) === null
}

/** No blanks, commas or back-ticks in it. */
function isPlainPath(path: string): boolean {
  if (path.length > longestPath || !/^[\p{L}\p{N}._@$~/][\p{L}\p{N}._@+$~#%=&!/()[\]-]*$/u.test(path)) return false
  // Lines behind a path are no part of it where they are read.
  if (/^(?:none|n\/a)$/i.test(path) || /[)\]]$|#L\d+(?:-L?\d+)?$/.test(path)) return false
  const found = classifyPath(path)
  if (found.kind === 'unsafe' || found.path !== path.replace(/\/$/, '') || protectedBy(path, []) !== null) return false
  return !/\((?:create|new|modify|regenerate|delete|review|verify|rename)/i.test(path)
}

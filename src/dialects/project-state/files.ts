/** Entries of `files_to_touch`: paths, with what is done to them behind a blank in parentheses where it is said at all. */

import type { DraftFile } from '../../plan/draft.ts'
import type { FileAction } from '../../plan/model.ts'
import { formOf } from '../file-form.ts'
import type { Findings } from '../findings.ts'
import type { JsonString } from '../json/tree.ts'

const actions: ReadonlyMap<string, FileAction> = new Map<string, FileAction>([
  ['new', 'create'],
  ['create', 'create'],
  ['add', 'create'],
  ['modify', 'modify'],
  ['update', 'modify'],
  ['edit', 'modify'],
  ['delete', 'delete'],
  ['remove', 'delete'],
  ['review', 'read'],
  ['read', 'read'],
  ['verify', 'read'],
  ['rename', 'rename'],
])

/** The word that says an action, as it is written; null where a path alone says it. */
export function actionWord(action: FileAction): string | null {
  switch (action) {
    case 'create':
      return 'NEW'
    case 'modify':
      return 'MODIFY'
    case 'delete':
      return 'DELETE'
    case 'read':
      return 'REVIEW'
    case 'rename':
      return 'RENAME'
    case 'unknown':
      return null
  }
}

/**
 * Reads one entry: `src/io/`, `src/*.cpp`, `src/har.cpp (NEW)`. What else stands in the parentheses is a note. A path alone
 * does not say what is done to it, whatever kind of task it is: one that is called `new` lists what it changes as well.
 */
export function readFile(node: JsonString, findings: Findings): DraftFile | null {
  const whole = node.text.trim()
  const { path: written, note } = withoutNote(whole)
  const path = written.replace(/^`([^`]+)`$/, '$1')
  if (path === '') {
    findings.add('MW133', 'warning', node, 'this entry names no path', 'take it out, or write the path')
    return null
  }
  const word = /^[\p{L}]+/u.exec(note ?? '')?.[0] ?? ''
  const action = actions.get(word.toLowerCase()) ?? 'unknown'
  const rest = action === 'unknown' ? (note ?? '') : (note ?? '').slice(word.length).replace(/^[\s,:;–—-]+/, '')
  const to = action === 'rename' ? rest.replace(/^(?:to|=>|->|→|>)\s*/i, '') : ''
  const span = findings.span(node)
  return {
    path,
    // Where a path goes is part of a renaming.
    action: action === 'rename' && to === '' ? 'unknown' : action,
    note: to !== '' || rest === '' ? null : rest,
    form: formOf(path),
    to: to === '' ? null : to,
    span,
    actionSpan: action === 'unknown' ? null : span,
  }
}

/** The last parentheses, where they end the text and a blank stands before them: `(group)/page.ts` is a path. */
export function withoutNote(text: string): { readonly path: string; readonly note: string | null } {
  const open = text.endsWith(')') ? text.lastIndexOf(' (') : -1
  if (open <= 0) return { path: text, note: null }
  return { path: text.slice(0, open).trim(), note: text.slice(open + 2, -1).trim() }
}

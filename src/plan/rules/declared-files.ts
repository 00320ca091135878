/** The paths that tasks declare, each classified once. */

import type { Draft, DraftFile } from '../draft.ts'
import type { FileAction } from '../model.ts'
import { classifyPath, type PathClass } from '../path-safety.ts'

export interface DeclaredFile {
  /** Place in `Draft.tasks`. */
  readonly task: number
  readonly file: DraftFile
  /** As written in the plan: the name under which facts are given. */
  readonly text: string
  readonly verdict: PathClass
  /** What the task does with this path: a rename deletes its old path and creates its new one. */
  readonly action: FileAction
}

/** What was found out about a draft's paths; a draft never changes, and several stops on the way ask for it. */
interface Known {
  readonly verdicts: Map<string, PathClass>
  declared: readonly DeclaredFile[] | null
}

const known = new WeakMap<Draft, Known>()

function knownOf(draft: Draft): Known {
  const before = known.get(draft)
  if (before !== undefined) return before
  const fresh: Known = { verdicts: new Map(), declared: null }
  known.set(draft, fresh)
  return fresh
}

/** Classifies paths as a draft declares them, each spelling once. */
export function classifierOf(draft: Draft): (text: string) => PathClass {
  const { verdicts } = knownOf(draft)
  return (text) => {
    const before = verdicts.get(text)
    if (before !== undefined) return before
    const verdict = classifyPath(text)
    verdicts.set(text, verdict)
    return verdict
  }
}

/** All declared paths in document order; a RENAME gives two. */
export function declaredFiles(draft: Draft): readonly DeclaredFile[] {
  const of = knownOf(draft)
  if (of.declared !== null) return of.declared
  const classified = classifierOf(draft)
  const declared: DeclaredFile[] = []
  draft.tasks.forEach(({ files }, task) => {
    files.forEach((file) => {
      const action = file.action === 'rename' ? 'delete' : file.action
      declared.push({ task, file, text: file.path, verdict: classified(file.path), action })
      if (file.to !== null) declared.push({ task, file, text: file.to, verdict: classified(file.to), action: 'create' })
    })
  })
  of.declared = declared
  return declared
}

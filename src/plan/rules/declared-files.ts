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
  /** Which of the draft's paths it is: all spellings of one path have one number, from 0 on; -1 for an unsafe one. */
  readonly place: number
  /** What the task does with this path: a rename deletes its old path and creates its new one. */
  readonly action: FileAction
}

/** What was found out about a draft's paths; a draft never changes, and several stops on the way ask for it. */
interface Known {
  readonly spellings: Map<string, Spelling>
  /** The number of each safe path. */
  readonly places: Map<string, number>
  declared: readonly DeclaredFile[] | null
}

type Spelling = Pick<DeclaredFile, 'verdict' | 'place'>

const known = new WeakMap<Draft, Known>()

function knownOf(draft: Draft): Known {
  const before = known.get(draft)
  if (before !== undefined) return before
  const fresh: Known = { spellings: new Map(), places: new Map(), declared: null }
  known.set(draft, fresh)
  return fresh
}

/** Classifies paths as a draft declares them, each spelling once. */
export function classifierOf(draft: Draft): (text: string) => PathClass {
  const known = knownOf(draft)
  return (text) => spelled(known, text).verdict
}

function spelled({ spellings, places }: Known, text: string): Spelling {
  const before = spellings.get(text)
  if (before !== undefined) return before
  const verdict = classifyPath(text)
  const spelling = { verdict, place: verdict.kind === 'safe' ? placeOf(places, verdict.path) : -1 }
  spellings.set(text, spelling)
  return spelling
}

function placeOf(places: Map<string, number>, path: string): number {
  const before = places.get(path)
  if (before !== undefined) return before
  const place = places.size
  places.set(path, place)
  return place
}

/** How many paths a draft declares: each `place` is below it. */
export function countPaths(draft: Draft): number {
  declaredFiles(draft)
  return knownOf(draft).places.size
}

/** All declared paths in document order; a RENAME gives two. */
export function declaredFiles(draft: Draft): readonly DeclaredFile[] {
  const of = knownOf(draft)
  if (of.declared !== null) return of.declared
  const declared: DeclaredFile[] = []
  const declare = (task: number, file: DraftFile, text: string, action: FileAction): void => {
    const { verdict, place } = spelled(of, text)
    declared.push({ task, file, text, verdict, place, action })
  }
  draft.tasks.forEach(({ files }, task) => {
    files.forEach((file) => {
      declare(task, file, file.path, file.action === 'rename' ? 'delete' : file.action)
      if (file.to !== null) declare(task, file, file.to, 'create')
    })
  })
  of.declared = declared
  return declared
}

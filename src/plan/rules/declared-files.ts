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
  /** The numbers of paths that were first spelled in another way. */
  readonly places: Map<string, number>
  /** How many numbers are given. */
  count: number
  declared: readonly DeclaredFile[] | null
}

type Spelling = Pick<DeclaredFile, 'verdict' | 'place'>

const known = new WeakMap<Draft, Known>()

function knownOf(draft: Draft): Known {
  const before = known.get(draft)
  if (before !== undefined) return before
  const fresh: Known = { spellings: new Map(), places: new Map(), count: 0, declared: null }
  known.set(draft, fresh)
  return fresh
}

/** Classifies paths as a draft declares them, each spelling once. */
export function classifierOf(draft: Draft): (text: string) => PathClass {
  const known = knownOf(draft)
  return (text) => spelled(known, text).verdict
}

function spelled(known: Known, text: string): Spelling {
  const before = known.spellings.get(text)
  if (before !== undefined) return before
  const verdict = classifyPath(text)
  const spelling = { verdict, place: verdict.kind === 'safe' ? placeOf(known, text, verdict.path) : -1 }
  known.spellings.set(text, spelling)
  return spelling
}

/** The number of a path that is spelled in a new way. */
function placeOf(known: Known, text: string, path: string): number {
  const plain = text === path ? undefined : known.spellings.get(path)
  if (plain?.verdict.kind === 'safe' && plain.verdict.path === path) return plain.place
  const before = known.places.get(path)
  if (before !== undefined) return before
  const place = known.count
  known.count += 1
  if (text !== path) known.places.set(path, place)
  return place
}

/** How many paths a draft declares: each `place` is below it. */
export function countPaths(draft: Draft): number {
  declaredFiles(draft)
  return knownOf(draft).count
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

/** The built-in gate `files`: what a task declares to create is there, what it declares to delete is gone. */

import type { FileSpec } from '../plan/model.ts'
import { listed } from '../plan/names.ts'
import { formsOf } from '../plan/path-safety.ts'
import { shownPath } from '../plan/shown-path.ts'
import type { EvidenceTree } from './effect.ts'
import type { Evidence, FileChange, IgnoredFile, LinkOut } from './outcome.ts'
import { printable } from './excerpt.ts'
import { covers } from './path-pattern.ts'

/** Its name; no other gate may have it. */
export const filesGate = 'files'

/** What a look at the workspace found; the part of a `snapshot` outcome that the gate reads. */
export interface Look {
  readonly tree: EvidenceTree | null
  readonly changes: readonly FileChange[]
  /** Paths of the changes that are as somebody has committed them on the person's branch meanwhile. */
  readonly committed?: readonly string[]
  /** Of the declared files: those that are there now. */
  readonly present: readonly string[]
  /** Of the declared files: those that were there before. */
  readonly before?: readonly string[]
  /** Paths that lead out of the repository by a link. */
  readonly links?: readonly LinkOut[]
  /** Declared files that git does not track. */
  readonly ignored?: readonly IgnoredFile[]
}

/** One thing the gate found wrong, in words for the next attempt. */
export interface FilesProblem {
  /** Null where the whole draft is meant. */
  readonly path: string | null
  readonly text: string
}

/** A declared file whose change the plan asks for; REVIEW and VERIFY ask for none, an unknown action may mean either. */
function asksForChange(file: FileSpec): boolean {
  switch (file.action) {
    case 'create':
    case 'modify':
    case 'delete':
    case 'rename':
      return true
    case 'read':
    case 'unknown':
      return false
  }
}

/** Whether a declared path is there: itself, or for a directory or a pattern any file in it that this draft wrote. */
function isThere(file: FileSpec, path: string, look: Look): boolean {
  if (wayOut(path, look) !== null) return false
  if (look.present.includes(path)) return true
  if (look.present.includes(path.endsWith('/') ? path.slice(0, -1) : `${path}/`)) return true
  // A file is no folder.
  const isFile = (changed: string): boolean =>
    file.form === 'directory' && `${changed}/` === (path.endsWith('/') ? path : `${path}/`)
  return look.changes.some(
    (change) =>
      change.change !== 'deleted' &&
      covers(file, change.path) &&
      !isFile(change.path) &&
      wayOut(change.path, look) === null,
  )
}

/**
 * Whether a file that is named without an action is nowhere, neither before nor after: whatever was meant, it is not done.
 * What does not look like a path may be a word of prose.
 */
function isNowhere(file: FileSpec, look: Look): boolean {
  // Without a tree nobody knows what was there before.
  if (file.action !== 'unknown' || look.tree === null || !isPlainlyPath(file)) return false
  return (
    look.before !== undefined &&
    !look.before.some((it) => covers(file, it) || it === file.path) &&
    !isThere(file, file.path, look)
  )
}

/** Other words behind it (`if needed`) say what they like; `@/x` and `@x/y` are names of modules. */
function isPlainlyPath({ path, form, note }: FileSpec): boolean {
  if (note !== null || path.startsWith('@')) return false
  return form === 'directory' || /^\S*(?:\/\S*|\.\w+)$/.test(path)
}

/** What is declared and no draft can have: no further attempt brings it. */
function outOfReach(file: FileSpec, { ignored = [] }: Pick<Look, 'ignored'>): IgnoredFile | undefined {
  if (file.action === 'read') return undefined
  return ignored.find((it) => !it.isInDraft && (it.path === file.path || it.path === file.to))
}

/** Whether the gate fails for a file that no draft of the task can have, so that a further attempt is in vain. */
export function isInVain(files: readonly FileSpec[], look: Pick<Look, 'ignored'>): boolean {
  return files.some((it) => outOfReach(it, look) !== undefined)
}

/** What is behind a link that leads out of the repository is no file of it (RELIABILITY S5). */
function wayOut(path: string, { links = [] }: Look): string | null {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path
  const link = links.find((it) => it.path === plain || it.path === `${plain}/`)
  return link ? `leads out of the repository by a link to ${link.to}` : null
}

/**
 * Compares a draft with what its task declares.
 *
 * A file that is written by way of a link out of the repository is none of it. A declared MODIFY that is untouched is a deviation, not a failure; an abbreviated path is too vague to demand anything.
 *
 * @param files the task's declared files
 * @param look what the workspace holds after the attempt
 * @returns what is wrong, in the order of the declaration; empty when the gate passes
 */
export function judgeFiles(files: readonly FileSpec[], look: Look): readonly FilesProblem[] {
  const problems: FilesProblem[] = []
  for (const file of files) {
    if (file.form === 'abbreviated') continue
    const left = outOfReach(file, look)
    if (left !== undefined) {
      problems.push({
        path: left.path,
        text: left.inSubmodule
          ? `${left.path} lies in a submodule, and no commit here can have what is done to it; a person can do it there, or take it out of files:`
          : `${left.path} is a file of the person’s own that git ignores: no commit can have what is done to it, so that nobody can check it; a person can do it by hand, or take it out of files:${file.action === 'unknown' ? ' (or write (REVIEW) behind it, where it is only read)' : ''}`,
      })
      continue
    }
    const out = wayOut(file.path, look)
    if (isNowhere(file, look))
      problems.push({ path: file.path, text: `${file.path} is named in files: and is not there, nor was it before` })
    if (file.action === 'create' && !isThere(file, file.path, look))
      problems.push({ path: file.path, text: `${shownPath(file)} was to be created and ${out ?? absence(file, look)}` })
    if (file.action === 'modify' && out !== null)
      problems.push({ path: file.path, text: `${file.path} was to be modified and ${out}` })
    if (file.action === 'delete' && look.present.includes(file.path))
      problems.push({ path: file.path, text: `${file.path} was to be deleted and is still there` })
    if (file.action === 'rename') {
      if (look.present.includes(file.path))
        problems.push({ path: file.path, text: `${file.path} was to be renamed and is still there` })
      if (file.to !== null && !isThere({ ...file, form: 'path' }, file.to, look))
        problems.push({
          path: file.to,
          text: `${file.path} was to become ${file.to}, which ${wayOut(file.to, look) ?? 'is not there'}`,
        })
    }
  }
  // Without a tree nobody compared anything, so that an empty list of changes says nothing.
  if (look.tree !== null && changesOfTask(files, look).length === 0 && wantsChange(files, look))
    problems.push({
      path: null,
      text: `the draft changes nothing${butCommitted(look)} although the task declares changes${emptyText(files, look)}`,
    })
  return problems
}

/**
 * The changes that can be the task's own work. Where it is done in a person's folder, nobody can tell who committed there
 * meanwhile: of that only what the task declares to be written is its own, if it declares anything.
 */
export function changesOfTask(
  files: readonly FileSpec[],
  { changes, committed = [] }: Pick<Look, 'changes' | 'committed'>,
): readonly FileChange[] {
  if (files.length === 0 || committed.length === 0) return changes
  const there = new Set(committed)
  const own = files.filter((it) => it.action !== 'read')
  const isForeign = (path: string): boolean => there.has(path) && !own.some((file) => covers(file, path))
  return changes.filter((it) => ![it.path, it.from ?? it.path].every(isForeign))
}

/** Says of a draft without work of its own what it holds all the same. */
export function butCommitted({ changes }: Pick<Look, 'changes'>): string {
  if (changes.length === 0) return ''
  const paths = changes.map((it) => it.path)
  return ` but what was committed on the branch meanwhile and is not declared (${listed(paths, 3)})`
}

/** What is there instead of a declared file. */
function absence({ path, form }: FileSpec, { changes }: Look): string {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path
  const isFile = form === 'directory' && changes.some((it) => it.path === plain && it.change !== 'deleted')
  return isFile ? 'a file is in its place' : 'is not there'
}

/** Whether something that is declared is still to be changed. Where all of it is to be deleted and was not there, nothing is left to do. */
export function wantsChange(files: readonly FileSpec[], look: Pick<Look, 'before' | 'present'>): boolean {
  return files.some(asksForChange) && !files.every((it) => it.action === 'read' || wasGone(it, look))
}

function wasGone({ action, form, path }: FileSpec, { before, present }: Pick<Look, 'before' | 'present'>): boolean {
  if (action !== 'delete' || (form !== 'path' && form !== 'directory')) return false
  return before !== undefined && !before.includes(path) && !present.includes(path)
}

/** What to do about folders that were made and that no commit has; empty where there is none. */
function emptyText(files: readonly FileSpec[], { before, present }: Look): string {
  const made = files.filter(({ path }) => present.includes(path) && before?.includes(path) === false)
  const empty = made.filter(({ action, form }) => action === 'create' && form === 'directory').map(({ path }) => path)
  if (empty.length === 0) return ''
  return `: git keeps no empty folder, so put a file such as .gitkeep into ${empty.join(', ')}`
}

/** Expected outputs of a step that are nowhere (seed 004 §4.1). */
function missingOutputs(outputs: readonly FileSpec[], look: Look): readonly FilesProblem[] {
  return outputs.flatMap((file) => {
    const left = outOfReach(file, look) === undefined ? null : 'git ignores it: no commit can have it'
    const out = wayOut(file.path, look) ?? left
    if (out === null && spellingsOf(file).some((it) => isThere(it, it.path, look))) return []
    const text = `${shownPath(file)} is the expected output of the step and ${out ?? absence(file, look)}`
    return [{ path: file.path, text }]
  })
}

/** An expected output under each name that some system may give it. */
export function spellingsOf(output: FileSpec): readonly FileSpec[] {
  return formsOf(output.path).map((path) => (path === output.path ? output : { ...output, path }))
}

/**
 * The gate's verdict as evidence, in the same shape as that of a program.
 *
 * @param files the task's declared files
 * @param look what the workspace holds after the attempt
 * @param outputs what the step itself has to leave there
 */
export function filesEvidence(files: readonly FileSpec[], look: Look, outputs: readonly FileSpec[] = []): Evidence {
  const problems = [...judgeFiles(files, look), ...missingOutputs(outputs, look)]
  const text = problems.map((problem) => problem.text).join('\n')
  return {
    gate: filesGate,
    argv: [],
    result: problems.length === 0 ? 'passed' : 'failed',
    exitCode: null,
    tree: look.tree,
    environment: filesGate,
    output: null,
    excerpt: printable(text).slice(0, 4096),
    fingerprint: text,
    durationMs: 0,
    reused: false,
  }
}

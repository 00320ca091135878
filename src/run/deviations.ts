/** Where a draft departs from what its task declares: found from the files, joined by what the agent says of itself. */

import type { FileSpec, TaskSpec } from '../plan/model.ts'
import { listed, taskName } from '../plan/names.ts'
import { shellWord } from '../plan/shell-word.ts'
import { keptInDraft, type Deviation } from './deviation.ts'
import { editText } from './edit-deviations.ts'
import type { Commit } from './effect.ts'
import type { Claim, FileChange, IgnoredFile, Outcome } from './outcome.ts'
import { covers } from './path-pattern.ts'

/**
 * The part of a `snapshot` outcome that is compared with the declaration. Without a tree nothing looked at what was there
 * before, nor at what changed (`--workspace none`).
 */
export type DraftLook = Pick<
  Extract<Outcome, { of: 'snapshot'; is: 'taken' }>,
  | 'tree'
  | 'changes'
  | 'committed'
  | 'present'
  | 'before'
  | 'ticked'
  | 'planEdited'
  | 'planTasks'
  | 'protectedChanges'
  | 'protectedLeft'
  | 'links'
  | 'installed'
  | 'ignored'
>

const verbs: Record<FileChange['change'], string> = {
  added: 'created',
  modified: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
  'type-changed': 'replaced by another kind of file',
}

/** The seed's "impact": which other tasks that are still to be done name this file. */
function impactOn(path: string, task: TaskSpec, later: readonly TaskSpec[]): string {
  const others = later
    .filter(
      (other) => other.key !== task.key && other.mark !== 'done' && other.files.some((file) => covers(file, path)),
    )
    .map(taskName)
  if (others.length === 0) return 'No other open task names this file'
  const shown = listed(others)
  return others.length === 1 ? `${shown} names this file too` : `${shown} name this file too`
}

/** Paths a change touches: a rename touches two. */
function pathsOf(change: FileChange): readonly string[] {
  return change.from === null ? [change.path] : [change.path, change.from]
}

function outside(
  task: TaskSpec,
  later: readonly TaskSpec[],
  {
    changes,
    committed = [],
    from = null,
  }: Pick<DraftLook, 'changes' | 'committed'> & { readonly from?: Commit | null },
): Deviation[] {
  // A task without a `files:` line draws no border; one whose line says "no file changes" draws the narrowest.
  if (!task.declaresFiles) return []
  const found: Deviation[] = []
  const there = new Set(committed)
  for (const change of changes) {
    for (const path of pathsOf(change)) {
      const declared = task.files.filter((file) => covers(file, path))
      if (declared.some((file) => file.action !== 'read')) continue
      const verb = path === change.path ? verbs[change.change] : 'renamed away'
      found.push({
        kind: 'outside',
        task: task.key,
        what: declared.length > 0 ? `${path} was ${verb}` : `${path} was ${verb} outside the declared files`,
        reason:
          declared.length > 0
            ? `${taskName(task)} declares ${path} only to be read`
            : `${taskName(task)} does not name ${path} in files:${there.has(path) ? ', and it was committed on the branch meanwhile: by the agent, or by you' : ''}`,
        action:
          from === null || change.change === 'added'
            ? 'The change was kept in the draft'
            : `The change was kept in the draft; as it was before: git show ${from.slice(0, 12)}:${shellWord(change.from ?? path)}`,
        impact: impactOn(path, task, later),
        path,
        claimedBy: 'found',
      })
    }
  }
  return found
}

function ofIgnored(
  { path, isInDraft, inSubmodule }: IgnoredFile,
  task: TaskSpec,
  later: readonly TaskSpec[],
): Deviation {
  return {
    kind: 'ignored',
    task: task.key,
    what: isInDraft ? `${path} is committed although git ignores it` : `${path} is in no commit`,
    reason: isInDraft
      ? `${taskName(task)} declares it, and it would have been lost with its workspace`
      : inSubmodule
        ? 'It lies in a submodule, which is a repository of its own'
        : 'Git does not track it, and it is a file of your own folder',
    action: isInDraft ? keptInDraft : 'It was left out of the draft',
    impact: impactOn(path, task, later),
    path,
    claimedBy: 'found',
  }
}

function ofDeclared(file: FileSpec, task: TaskSpec, later: readonly TaskSpec[], look: DraftLook): Deviation | null {
  const ignored = look.ignored?.find((it) => it.path === file.path || it.path === file.to)
  if (ignored !== undefined) return ofIgnored(ignored, task, later)
  if (look.tree === null || file.action === 'read' || file.form === 'abbreviated' || file.mayStay) return null
  const touched = look.changes.some((change) => pathsOf(change).some((path) => covers(file, path)))
  const before = look.before.includes(file.path)
  const common = { task: task.key, path: file.path, claimedBy: 'found' as const }
  const impact = impactOn(file.path, task, later)
  // A directory may exist already: what counts is a new file in it.
  if (file.action === 'create' && before && file.form === 'path')
    return {
      ...common,
      kind: 'existed',
      what: `${file.path} was to be created but already existed`,
      reason: 'The file was there before the task began',
      action: touched ? 'The existing file was changed' : 'The existing file was left as it was',
      impact,
    }
  const isFolder = file.form === 'directory'
  if (
    ((file.action === 'modify' || file.action === 'rename') && file.form === 'path') ||
    (file.action === 'delete' && (file.form === 'path' || isFolder))
  ) {
    const verb = { modify: 'modified', delete: 'deleted', rename: 'renamed' }[file.action]
    if (!before)
      return {
        ...common,
        kind: 'absent',
        what: `${file.path} was to be ${verb} but did not exist`,
        reason: `The ${isFolder ? 'folder' : 'file'} was not there before the task began`,
        action: touched ? 'The file was created' : 'Nothing was done to it',
        impact,
      }
  }
  // Without an action, what is named is taken for what the task works on.
  if ((file.action === 'modify' || (file.action === 'unknown' && before)) && !touched)
    return {
      ...common,
      kind: 'untouched',
      what: `${file.path} ${file.action === 'modify' ? 'was to be modified but' : 'is named in files: and'} was left as it was`,
      reason: 'The draft does not touch a file that the task declares',
      action: 'The file stays as it was',
      impact,
    }
  return null
}

function ofGuarded(task: TaskSpec, look: DraftLook): Deviation[] {
  const found: Deviation[] = []
  if (look.planEdited)
    found.push({
      kind: 'plan-edited',
      task: task.key,
      what: `The plan itself was edited during the task${editText(look.ticked, look.planTasks)}`,
      reason: 'An agent may propose a change of the plan but not make it',
      action: 'The edit was undone; a tick is recorded as a claim',
      impact: 'None: the plan and its marks stay as they were',
      path: null,
      claimedBy: 'found',
    })
  for (const path of look.protectedChanges)
    found.push({
      kind: 'protected',
      task: task.key,
      what: `${path} was changed, which no task may change`,
      reason: 'It steers the execution of the plan, and only this program writes it',
      action: 'The change was left out of the draft',
      impact: 'None: what is merged has it as it was',
      path,
      claimedBy: 'found',
    })
  for (const path of look.protectedLeft ?? [])
    found.push({
      kind: 'protected',
      task: task.key,
      what: `${path} was changed, which no task may change`,
      reason: 'It steers the execution of the plan; the agent changed it, or you did',
      action: 'The change was left out of the draft, and lies in your folder',
      impact: 'What begins there next goes by it: put it back if it is not yours',
      path,
      claimedBy: 'found',
    })
  for (const path of look.installed ?? [])
    found.push({
      kind: 'protected',
      task: task.key,
      what: `What the agent installed in ${path} is in no commit`,
      reason: 'Workspaces share that path with your checkout, and git does not track it',
      action: 'It was taken away before gates judged: they see what your checkout has there',
      impact: 'What needs it fails here as with you: install it yourself, or name a `setup` for workspaces',
      path,
      claimedBy: 'found',
    })
  return found
}

/** Links that a draft makes, or leads elsewhere, and by which later tasks would write somewhere else (RELIABILITY S5). */
function linksMade(task: TaskSpec, later: readonly TaskSpec[], { links = [], changes }: DraftLook): Deviation[] {
  const made = links.filter(({ path }) => changes.some((it) => it.change !== 'deleted' && it.path === path))
  return made.map(({ path, to }) => ({
    kind: 'link-out',
    task: task.key,
    what: `${path} leads out of the repository by a link to ${to}`,
    reason: 'Whoever writes to it writes outside of the repository',
    action: 'The link was kept in the draft',
    impact: impactOn(path, task, later),
    path,
    claimedBy: 'found',
  }))
}

/** Tasks that the agent would add: seed 000 §4.1 asks for the flag, and only a human or the policy lets them in. */
function addedTasks(task: TaskSpec, claim: Claim | null): readonly Deviation[] {
  // Who is asked for tasks departs from nothing by proposing some.
  if (task.replaces !== undefined) return []
  return (claim?.proposal?.tasks ?? []).map((added) => ({
    kind: 'declared',
    task: task.key,
    what: `Added task: ${added.title}`,
    reason: added.description ?? '',
    action: 'Proposed by the agent; it enters the plan only by a person or the policy',
    impact: added.files.length === 0 ? '' : `It names ${added.files.map((file) => file.path).join(', ')}`,
    path: null,
    claimedBy: 'agent',
  }))
}

/**
 * Finds every departure of a draft from its task (seed 000 §4, REQUIREMENTS B7).
 *
 * Lock files and snapshots are not exempt: a change nobody declared is worth a line, whatever wrote it. What the agent
 * declares joins what was found; it never takes anything away.
 *
 * @param task the task as the plan declares it
 * @param look what the workspace holds after the attempt
 * @param claim what the agent says, or null where nobody listened
 * @param later other tasks among which the impact is looked up; those that are done or do not name the file are left out
 * @param from in place, the commit that holds the files as they were before the task, also those that nobody had committed
 * @returns found ones first, in the order of the changes, then those the agent declared
 */
export function findDeviations(
  task: TaskSpec,
  look: DraftLook,
  claim: Claim | null,
  later: readonly TaskSpec[],
  from: Commit | null = null,
): readonly Deviation[] {
  const declared = task.files.map((file) => ofDeclared(file, task, later, look)).filter((it) => it !== null)
  const said = (claim?.deviations ?? []).map((it): Deviation => ({
    kind: 'declared',
    task: task.key,
    what: it.what,
    reason: it.reason,
    action: it.action,
    impact: it.impact,
    path: null,
    claimedBy: 'agent',
  }))
  return [
    ...outside(task, later, { ...look, from }),
    ...declared,
    ...ofGuarded(task, look),
    ...linksMade(task, later, look),
    ...said,
    ...addedTasks(task, claim),
  ]
}

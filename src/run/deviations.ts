/** Where a draft departs from what its task declares: found from the files, joined by what the agent says of itself. */

import type { FileSpec, TaskSpec } from '../plan/model.ts'
import type { Policy } from '../plan/policy.ts'
import { safeLine } from '../plan/safe-text.ts'
import { shellWord } from '../plan/shell-word.ts'
import type { Commit } from './effect.ts'
import type {
  ChangedTest,
  Claim,
  FileChange,
  IgnoredFile,
  Outcome,
  PlanEdit,
  TakenBack,
  TasksEdited,
  Tick,
} from './outcome.ts'
import { covers } from './path-pattern.ts'

/**
 * - `outside`: a file changed that the task does not name (or names only to read)
 * - `existed`: a file to be created was already there
 * - `absent`: a file to be modified or deleted was not there
 * - `untouched`: a declared file was left as it was
 * - `ignored`: git ignores a declared file, or workspaces are given it
 * - `plan-edited`: the agent changed its copy of the plan
 * - `protected`: something changed that no task may change
 * - `link-out`: a new link leads out of the repository
 * - `declared`: the agent itself says so
 * - `green-before`: the test of a criterion was green before the work
 * - `test-changed`: the test of a criterion was changed after it was seen red, in whichever half
 * - `outside-workspace`: something outside of every workspace changed while tasks ran (`outside.ts`)
 */
export type DeviationKind =
  | 'outside'
  | 'existed'
  | 'absent'
  | 'untouched'
  | 'ignored'
  | 'plan-edited'
  | 'protected'
  | 'link-out'
  | 'declared'
  | 'green-before'
  | 'test-changed'
  | 'outside-workspace'

/** One departure from the plan, with the four fields of seed 000 §4.3. */
export interface Deviation {
  readonly kind: DeviationKind
  /** Key of the task; of a change outside the workspaces, keys of all that ran then. */
  readonly task: string
  /** The seed's description. */
  readonly what: string
  readonly reason: string
  readonly action: string
  readonly impact: string
  readonly path: string | null
  readonly claimedBy: 'found' | 'agent'
}

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

/** How a task is named to people: its own id, else its key. */
function nameOf(task: TaskSpec): string {
  return task.id ?? task.key
}

/** The seed's "impact": which other tasks that are still to be done name this file. */
function impactOn(path: string, task: TaskSpec, later: readonly TaskSpec[]): string {
  const others = later
    .filter(
      (other) => other.key !== task.key && other.mark !== 'done' && other.files.some((file) => covers(file, path)),
    )
    .map(nameOf)
  if (others.length === 0) return 'No other open task names this file'
  const shown = listed(others)
  return others.length === 1 ? `${shown} names this file too` : `${shown} name this file too`
}

function listed(names: readonly string[]): string {
  return names.slice(0, 8).join(', ') + (names.length > 8 ? ` and ${names.length - 8} more` : '')
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
            ? `${nameOf(task)} declares ${path} only to be read`
            : `${nameOf(task)} does not name ${path} in files:${there.has(path) ? ', and it was committed on the branch meanwhile: by the agent, or by you' : ''}`,
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

const keptInDraft = 'It was kept in the draft'

/** Whether it says of a file that git ignores that the draft holds it all the same. */
export function isOfKept({ kind, action }: Deviation): boolean {
  return kind === 'ignored' && action === keptInDraft
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
      ? `${nameOf(task)} declares it, and it would have been lost with its workspace`
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

/** What an edit of the plan did to its tasks, behind what is told of it. */
function editText(ticks: readonly Tick[], tasks: Partial<TasksEdited> = {}): string {
  const { added = [], removed = [], changed = [] } = tasks
  const parts = { ticked: ticks.map(({ key }) => key), added, removed, changed }
  return Object.entries(parts)
    .map(([did, names]) => (names.length === 0 ? '' : `; ${did}: ${listed(names)}`))
    .join('')
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

/** Whether it is about what no agent may touch at all, which is told even where deviations are not flagged. */
export function isGuarded({ kind }: Deviation): boolean {
  return kind === 'plan-edited' || kind === 'protected' || kind === 'link-out' || kind === 'outside-workspace'
}

/**
 * An agent put something else in the place of its workspace.
 * @param what became of it
 */
export function lostWorkspace(task: TaskSpec, what: string): Deviation {
  return {
    kind: 'protected',
    task: task.key,
    what,
    reason: 'The folder of a workspace is not for agents to replace',
    action: 'Nothing behind it was followed or deleted, the workspace was made anew, and the attempt has failed',
    impact: 'What the attempt did is lost',
    path: null,
    claimedBy: 'found',
  }
}

/**
 * A change of the plan from while agents worked in its own folder: an agent's or a person's, nobody can tell.
 * @param during tasks that were at work there
 */
export function planTakenBack(task: TaskSpec, edit: PlanEdit, during: readonly TaskSpec[]): Deviation {
  const { file, ticked, tasks, kept, isPutBack } = edit
  const place = kept === null ? 'it had been deleted' : `it is kept in ${kept}; put it back yourself if it is yours`
  return {
    kind: 'plan-edited',
    task: task.key,
    what: `${file} was changed while ${during.map(nameOf).join(', ')} worked in this folder${editText(ticked, tasks)}`,
    reason: 'An agent may propose a change of the plan but not make it; whose it was, nobody can tell',
    action: isPutBack ? `The change was taken back; ${place}` : `The change could not be taken back; ${place}`,
    impact: isPutBack ? 'None: the plan and its marks stay as they were; a tick is a claim' : 'Look at the plan',
    path: null,
    claimedBy: 'found',
  }
}

/**
 * A change of what no task may change, from while agents worked in the folder where it lies.
 * @param of.during tasks that were at work there
 * @param of.isCommitted whether the person's branch has a commit with it from that time
 */
export function steeringTakenBack(
  task: TaskSpec,
  { file, kept, isPutBack }: TakenBack,
  { during, isCommitted }: { readonly during: readonly TaskSpec[]; readonly isCommitted: boolean },
): Deviation {
  const place =
    kept === null ? 'it was not there any more' : `it is kept in ${kept}; put it back yourself if it is yours`
  const branch = isCommitted ? '; it was committed on the branch as well' : ''
  const impact = isCommitted
    ? 'Your folder has it as it was, the branch has not: commit it so, or check it out if the change is yours'
    : 'None: it is as it was'
  return {
    kind: 'protected',
    task: task.key,
    what: `${file} was changed, which no task may change`,
    reason: `${during.map(nameOf).join(', ')} worked in this folder; whose change it was, nobody can tell${branch}`,
    action: isPutBack ? `The change was taken back; ${place}` : `The change could not be taken back; ${place}`,
    impact: isPutBack ? impact : `What begins next goes by it: look at ${file}`,
    path: file,
    claimedBy: 'found',
  }
}

/**
 * An edit of the plan from while agents were at work elsewhere: it is taken, since nobody can tell a person's.
 * @param of.atWork who was, in words; `during`: their keys
 */
export function planEdited(of: {
  readonly what: string
  readonly atWork: string
  readonly during: readonly string[]
}): Deviation {
  return {
    kind: 'plan-edited',
    task: of.during.join(', '),
    what: `the plan was edited while ${of.atWork}: ${of.what}`,
    reason: 'A person was at the plan, or an agent left its workspace; nobody can tell',
    action: 'It is taken as the edit of a person',
    impact: 'It holds from now on; look at it if it is not yours',
    path: null,
    claimedBy: 'found',
  }
}

/** What is done with a task whose test was green too early. */
const actions: Readonly<Record<Policy['deviations'], string>> = {
  ignore: 'The task went on',
  record: 'The task went on',
  ask: 'A person is asked before the task goes on',
  block: 'The task was blocked',
}

/**
 * The test of a criterion is green in the half of the task in which only the test is written (seed 000 §5).
 * @param of.changes of the draft in which it is
 * @param of.policy what is done about deviations
 */
export function greenBefore(
  task: TaskSpec,
  criterion: string,
  { changes, policy }: { readonly changes: readonly FileChange[]; readonly policy: Policy['deviations'] },
): Deviation {
  const paths = changes.map(({ path }) => path)
  return {
    kind: 'green-before',
    task: task.key,
    what: `${criterion} was green before the work`,
    reason:
      paths.length === 0
        ? 'Its test passes with the files as they were: what it asks for was there, or it asks for nothing'
        : `Its test passes with what was changed to write it: ${listed(paths)}`,
    action: `${actions[policy]}: nobody has seen this test fail`,
    impact: `That it is green says nothing of the work on ${criterion}; look at the test`,
    path: null,
    claimedBy: 'found',
  }
}

/** The test of a criterion is not what it was when it was seen red. */
export function testChanged(task: TaskSpec, { criterion, path, is }: ChangedTest): Deviation {
  return {
    kind: 'test-changed',
    task: task.key,
    what: `${path} was changed after the test of ${criterion}${is === 'test' ? ' in it' : ''} was seen red`,
    reason:
      is === 'test'
        ? 'The work is to make that test pass as it was'
        : 'That test is written with it, or run by it, and nobody has seen it fail as it is now',
    action: 'The change was kept in the draft, and what that test says now proves nothing',
    impact: `Look whether it still asks for ${criterion}`,
    path,
    claimedBy: 'found',
  }
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

/**
 * A deviation in the seed's form (seed 000 §4.3), four lines: names in it are spelled as they are, also with line feeds in them.
 *
 * @param deviation the deviation
 * @param id how the task is named to people
 */
export function deviationText(deviation: Deviation, id: string): string {
  const line = (text: string): string => (text.trim() === '' ? 'not stated' : safeLine(text))
  return [
    `[DEVIATION] ${line(id)}: ${line(deviation.what)}`,
    `  Reason: ${line(deviation.reason)}`,
    `  Action taken: ${line(deviation.action)}`,
    `  Impact: ${line(deviation.impact)}`,
  ].join('\n')
}

/** Where journal and plan disagree about what is done, and only a person can say which holds (MW117). */

import type { TaskSpec } from '../../plan/model.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { recognise } from '../../run/recognise.ts'
import { printable } from '../../run/excerpt.ts'
import { saysTheSame } from '../../run/says-the-same.ts'
import type { RunState, TaskRun } from '../../run/state.ts'
import { taskStatus } from '../../run/task-status.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { lookAtHistory, lookAtLeft, newestOf, nothingLeft, type Left } from '../../workspaces/git/commits-not-in.ts'
import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import { pathspec } from '../../workspaces/publish/merge-by-hand.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { branchFor } from '../plan/plan-branch.ts'
import { sourceOf } from '../plan/projectors.ts'
import { lookFolder } from '../look-folder.ts'
import type { Where } from '../plan/where.ts'

/** A task that is done in the journal, and that the plan has with the words it was done for. */
interface DoneTask {
  readonly uid: string
  /** Its key in the plan now. */
  readonly key: string
}

export interface LostTask extends DoneTask {
  /** As the journal has it. */
  readonly commit: string
  /** The plan, relative to the root, where its working file shows the mark and no commit here does; null where it does not. */
  readonly markedIn: string | null
  /**
   * The newest commit of lost work; null where all are gone. It holds the others, too, or as they were amended, rebased or
   * squashed since: an older one by itself would bring back what a person took out. What it does not hold is told next time.
   */
  readonly newest: string | null
  /** What of the work lies in the checkout and is not committed there, and what else git merges over or beside in no way. */
  readonly left: Left
}

/**
 * Tasks that were done by a commit which is not in the present history, and which the plan there does not call done
 * either: the branch is another one, or it was reset. A squashed or rebased branch has the marks, and is no such case; nor
 * is a plan that git does not track, whose marks go with the file.
 *
 * @param of.also references and commits that belong to the history beside what is checked out and the branch of the settings
 * @returns in the order of the plan; empty where work is not kept in commits
 */
export async function lostWork(
  opened: OpenedPlan,
  of: { readonly state: RunState; readonly git: GitFacts | null; readonly also: readonly string[] },
  env: Where['env'],
): Promise<readonly LostTask[]> {
  const { state, git } = of
  if (git === null || opened.settings.policy.workspace !== 'worktree') return []
  const done = stillDone(opened, state).flatMap(({ task: { uid, commit }, spec }) =>
    commit === null ? [] : [{ uid, key: spec.key, commit, mark: spec.mark }],
  )
  if (done.length === 0) return []
  const { missing, files } = await historyOf(
    opened,
    git,
    env,
    done.map((it) => it.commit),
    of.also,
  )
  if (missing.size === 0 || files.length === 0) return []
  const marked = new Set(
    files.flatMap((bytes) =>
      opened.dialect
        .read([sourceOf(opened.planRelative, bytes)])
        .tasks.flatMap((task) => (task.mark.state === 'done' ? [task.key] : [])),
    ),
  )
  const lost = done.filter((it) => missing.has(it.commit) && !marked.has(it.key))
  if (lost.length === 0) return []
  const folder = lookFolder(stateFolder(env), git.gitDir)
  // Of two that were made within one second, git takes the one that it is told first for the newer.
  const endOf = (it: DoneTask): number => state.tasks.get(it.uid)?.endedAt ?? 0
  const commits = [...lost].sort((one, other) => endOf(other) - endOf(one)).map((it) => it.commit)
  const newest = await newestOf(git, folder, commits)
  const left = newest === null ? nothingLeft : await lookAtLeft(git, folder, newest)
  // With its marks in it the plan is committed as it is.
  const isMarked = lost.some((it) => it.mark === 'done')
  const others = (paths: readonly string[]): readonly string[] =>
    isMarked ? paths.filter((it) => it !== opened.planRelative) : paths
  const besidePlan: Left = {
    ...left,
    same: others(left.same),
    changed: others(left.changed),
    staged: others(left.staged),
    partlyStaged: others(left.partlyStaged),
  }
  return lost.map(({ mark, ...it }) => ({
    ...it,
    markedIn: mark === 'done' ? opened.planRelative : null,
    newest,
    left: besidePlan,
  }))
}

/** What is yet to be published, or was cut off while it was: nothing of it is lost. */
export function unpublishedOf({ unpublished, tip, effects }: RunState): readonly string[] {
  const isUnderWay = [...effects.values()].some(({ effect }) => effect.is === 'publish')
  return (unpublished || isUnderWay) && tip !== null ? [tip] : []
}

/** The branch that the call named: where the plan lies, its work is not. */
export function ownBranchOf({ publishedTo, invocation }: RunState): readonly string[] {
  const isNamed = invocation['branch'] !== undefined && publishedTo !== null && publishedTo !== 'HEAD'
  return isNamed ? [`refs/heads/${publishedTo}`] : []
}

function historyOf(
  opened: OpenedPlan,
  git: GitFacts,
  env: Where['env'],
  commits: readonly string[],
  heads: readonly string[],
): ReturnType<typeof lookAtHistory> {
  const branch = branchFor(opened.settings.git, opened.planRelative)
  return lookAtHistory(git, {
    folder: lookFolder(stateFolder(env), git.gitDir),
    commits: [...new Set(commits)],
    heads: [...(branch === null ? [] : [`refs/heads/${branch}`]), ...heads],
    file: opened.planRelative,
  })
}

/** In the order of the plan. */
function stillDone(
  { plan }: OpenedPlan,
  state: RunState,
): readonly { readonly task: TaskRun; readonly spec: TaskSpec }[] {
  const { known } = recognise(state, plan)
  return plan.tasks.flatMap((spec) => {
    const task = state.tasks.get(known.get(spec.key) ?? '')
    return task && taskStatus(task) === 'done' && saysTheSame(task, spec) ? [{ task, spec }] : []
  })
}

/**
 * Done tasks whose box a person has opened: the plan showed them done, and does not any more. One whose commit the present
 * history does not hold is none of them: its mark went with the work.
 *
 * @returns in the order of the plan
 */
export async function reopenedTasks(
  opened: OpenedPlan,
  of: { readonly state: RunState; readonly git: GitFacts | null },
  env: Where['env'],
): Promise<readonly DoneTask[]> {
  const { state, git } = of
  const found = stillDone(opened, state).filter(({ task, spec }) => spec.mark === 'todo' && task.shown === 'done')
  const commits = found.flatMap(({ task }) => task.commit ?? [])
  const missing =
    git === null || commits.length === 0
      ? new Set<string>()
      : (await historyOf(opened, git, env, commits, ownBranchOf(state))).missing
  return found.flatMap(({ task: { uid, commit }, spec: { key } }) =>
    commit !== null && missing.has(commit) ? [] : [{ uid, key }],
  )
}

/** What a person is told of opened boxes, with the ways out. */
export function reopenedText(
  reopened: readonly DoneTask[],
  plan: string,
): { readonly message: string; readonly help: string } {
  const keys = reopened.map(({ key }) => key)
  const [is, box] = keys.length === 1 ? ['is', 'its box is'] : ['are', 'their boxes are']
  return {
    message: `MW117 ${keys.join(', ')} ${is} done by the journal, and ${box} open again in the plan`,
    help: [
      `do ${keys.length === 1 ? 'it' : 'them'} again: millwright unblock ${plan} ${keys.join(' ')}`,
      `  or write the marks again, what is done stays done: millwright rebuild ${plan}`,
    ].join('\n'),
  }
}

/** What a person is told of it, with the ways out. */
export function lostWorkText(
  lost: readonly LostTask[],
  plan: string,
): { readonly message: string; readonly help: string } {
  const keys = lost.map((it) => it.key)
  const newest = lost[0]?.newest?.slice(0, 12) ?? null
  const [one, it] = lost.length === 1 ? ['is', 'it'] : ['are', 'them']
  const marked = lost.find((task) => task.markedIn !== null)?.markedIn ?? null
  const left = lost[0]?.left
  const { same = [], gone = [], changed = [] } = left ?? {}
  const marks = marked === null ? [] : [marked]
  const committed = [...marks, ...same, ...gone]
  const isMerge = left !== undefined && (!left.isAhead || committed.length > 0)
  // What is a person's they get back by `git stash pop`.
  const aside = [...changed, ...(isMerge ? left.partlyStaged : [])]
  const unstaged = new Set([
    ...(isMerge ? left.staged : []),
    ...(left?.taken ?? []),
    ...(aside.length > 0 ? (left?.toUnstage ?? []) : []),
  ])
  const isWork = same.length + gone.length > 0
  const files = (paths: readonly string[]): string => paths.map(pathspec).join(' ')
  const on = (words: string, paths: readonly string[]): string[] =>
    paths.length === 0 ? [] : [`${words} -- ${files(paths)}`]
  const ways = [
    // What is gone cannot be added, and is committed as gone.
    ...on('git add', same.length === 0 ? [] : [...marks, ...same]),
    ...on(`git commit -m "${isWork ? 'Work of the run' : 'Marks of the plan'}"`, committed),
    ...on('git reset -q', [...unstaged]),
    ...on('git stash push -a', aside),
    `git merge ${newest}`,
  ]
  const again = `do ${it} again here: millwright unblock ${plan} ${keys.join(' ')}`
  const commits = [...new Set(lost.map(({ commit }) => commit.slice(0, 12)))].join(', ')
  const what = newest !== null ? `last commit ${newest}` : `${commits}, which this repository has no more`
  const message = `MW117 ${keys.join(', ')} ${one} done by the journal, but the commit that is checked out neither holds the work (${what}) nor marks ${it} done`
  if (newest === null) return { message, help: again }
  if (left?.isRelated === false)
    return {
      message,
      help: `switch to the branch that holds it, which has no commit in common with this one\n  or ${again}`,
    }
  const stuck = left?.stuck ?? []
  // Git would take a repository away that lies where a file of the work goes.
  if (stuck.length > 0)
    return {
      message,
      help: `move elsewhere what git cannot put aside (${stuck.map((it) => shellWord(printable(it))).join(' ')}), and call again: how to merge is told then\n  or ${again}`,
    }
  return {
    message,
    help: [
      // Git switches and merges over no file that is not committed.
      ways.length === 1
        ? `switch to the branch that holds it, or merge it: ${ways.join(' && ')}`
        : `merge the branch that holds it${aside.length === 0 ? '' : ', with your own changes put aside'}: ${ways.join(' && ')}`,
      `  or ${again}`,
    ].join('\n'),
  }
}

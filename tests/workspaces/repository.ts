/** A scratch repository with a plan, real git, and a run over it. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileSpec } from '../../src/plan/model.ts'
import type { AttemptName } from '../../src/run/effect.ts'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { openWorkspaces } from '../../src/workspaces/open-workspaces.ts'
import type { EffectOf, OutcomeOf, WorkspaceOptions, Workspaces } from '../../src/workspaces/workspaces.ts'
import { printed } from '../rig/quick-exec.ts'

export const planPath = 'specs/tasks.md'
export const planText = '# Plan\n- [ ] T001 one\n- [ ] T002 two\n- [ ] T003 three\n'

export interface Repository {
  /** Temporary folder that holds everything; removed by `end`. */
  readonly top: string
  readonly root: string
  readonly state: string
  /** Tasks whose mark is to be written; the projection of this scratch run. */
  readonly done: Set<string>
  git(...args: string[]): string
  write(file: string, text: string | Uint8Array): void
  read(file: string): string
  has(file: string): boolean
  commit(message: string): string
  open(changes?: Partial<WorkspaceOptions>): Promise<Workspaces>
  end(): Promise<void>
}

/** What git of the test itself runs with: none of the machine's configuration. */
export function plainEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
  }
}

/** Marks as the scratch run wants them: the box of every done task, nothing else of the bytes. */
export function marked(done: ReadonlySet<string>, bytes: Uint8Array): Uint8Array {
  let text = Buffer.from(bytes).toString('utf8')
  for (const task of done) text = text.replace(`- [ ] ${task}`, `- [X] ${task}`)
  return Buffer.from(text)
}

export function makeRepository(init: readonly string[] = []): Repository {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'millwright-')))
  const root = path.join(top, 'project')
  const home = path.join(top, 'home')
  mkdirSync(home)
  const opened: Workspaces[] = []
  const done = new Set<string>()
  const repository: Repository = {
    top,
    root,
    state: path.join(top, 'state'),
    done,
    git: (...args) => printed(['git', ...args], { cwd: root, env: plainEnvironment(home) }).trim(),
    write(file, text) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    },
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    has: (file) => lstatSync(path.join(root, file), { throwIfNoEntry: false }) !== undefined,
    commit(message) {
      repository.git('add', '-A')
      repository.git('commit', '-q', '--allow-empty', '-m', message)
      return repository.git('rev-parse', 'HEAD')
    },
    async open(changes = {}) {
      const workspaces = await openWorkspaces({ ...(await optionsFor(repository)), ...changes })
      opened.push(workspaces)
      return workspaces
    },
    async end() {
      for (const workspaces of opened) await workspaces.close()
      if (existsSync(top)) execFileSync('chmod', ['-R', 'u+w', top])
      rmSync(top, { recursive: true, force: true })
    },
  }
  mkdirSync(root)
  repository.git('init', '-q', '-b', 'main', ...init)
  return repository
}

export async function optionsFor(repository: Repository): Promise<WorkspaceOptions> {
  return { ...makeOptions(repository), git: await lookAtGit(repository.root) }
}

export function makeOptions(repository: Pick<Repository, 'root' | 'state' | 'done'>): WorkspaceOptions {
  return {
    kind: 'worktree',
    root: repository.root,
    git: null,
    run: 'run 1',
    planPath,
    bookkeeping: [planPath, 'specs/task-refinement-log.md'],
    stateFolder: repository.state,
    settings: { setup: [], share: [], copy: [] },
    branch: null,
    author: null,
    person: null,
    now: () => 1_700_000_000_000,
    project: async (read) => {
      const bytes = await read(planPath)
      return bytes ? [{ path: planPath, bytes: marked(repository.done, bytes) }] : []
    },
    projectWorking: (file, bytes) => (file === planPath && bytes ? marked(repository.done, bytes) : null),
    message: ({ task, brings }) => `${task ?? brings ?? 'marks'}\n\nMillwright-Run: run 1`,
  }
}

/** A repository with the plan and two files committed. */
export function plannedRepository(): Repository {
  const repository = makeRepository()
  repository.write(planPath, planText)
  repository.write('src/a.txt', 'a1\na2\na3\na4\na5\na6\na7\n')
  repository.write('src/b.txt', 'b1\n')
  repository.write('.gitignore', 'out/\n*.log\nnode_modules/\n')
  repository.commit('start')
  return repository
}

export const attempt = (task: string, number = 1, round = 1): AttemptName => ({
  run: 'run 1',
  task,
  step: 'main',
  method: 'primary',
  attempt: number,
  round,
})

export const declared = (file: string, form: FileSpec['form'] = 'path'): FileSpec => ({
  path: file,
  action: 'modify',
  form,
  to: null,
  note: null,
})

export const prepare = (workspace: string, from: string | null = null): EffectOf<'prepare-workspace'> => ({
  is: 'prepare-workspace',
  workspace,
  kind: 'worktree',
  from,
})

export const snapshot = (
  workspace: string,
  base: string | null,
  files: readonly FileSpec[] = [],
): EffectOf<'snapshot'> => ({ is: 'snapshot', name: attempt(workspace), workspace, base, declared: files })

export type Taken = Extract<OutcomeOf<'snapshot'>, { is: 'taken' }>

/** Takes a snapshot that has to work. */
export async function taken(workspaces: Workspaces, effect: EffectOf<'snapshot'>): Promise<Taken> {
  const outcome = await workspaces.snapshot(effect)
  if (outcome.is !== 'taken') throw new Error(`snapshot failed: ${outcome.failure.reason}`)
  return outcome
}

/** Prepares a workspace that has to work; its folder and base. */
export async function prepared(workspaces: Workspaces, name: string): Promise<{ folder: string; base: string }> {
  const outcome = await workspaces.prepare(prepare(name))
  if (outcome.is !== 'prepared') throw new Error(`prepare failed: ${JSON.stringify(outcome)}`)
  return { folder: workspaces.folderOf(name)!, base: outcome.base! }
}

/** Does a task whole: an agent that changes files, the merge, the commit with its mark, the move of the tip. */
export async function doTask(
  repository: Repository,
  workspaces: Workspaces,
  task: string,
  work: (folder: string) => void,
  files: readonly FileSpec[] = [],
): Promise<string> {
  const { folder, base } = await prepared(workspaces, task)
  work(folder)
  const draft = await taken(workspaces, snapshot(task, base, files))
  const commit = await integrate(repository, workspaces, task, draft.commit!, base)
  await workspaces.dispose({ is: 'dispose-workspace', workspace: task })
  return commit
}

/** Merge, mark, commit and move; @returns the new tip. */
export async function integrate(
  repository: Repository,
  workspaces: Workspaces,
  task: string,
  draft: string,
  base: string,
): Promise<string> {
  const merge = await workspaces.merge({ is: 'integrate', stage: 'merge', workspace: task, draft, base })
  if (merge.is !== 'merged') throw new Error(`not merged: ${JSON.stringify(merge)}`)
  repository.done.add(task)
  const committed = await workspaces.commit({
    is: 'integrate',
    stage: 'commit',
    task,
    tree: merge.tree,
    tip: merge.tip,
    author: 'millwright',
  })
  if (committed.is !== 'committed') throw new Error(`not committed: ${JSON.stringify(committed)}`)
  const { commit, oldTip } = committed
  const moved = await workspaces.move({ is: 'integrate', stage: 'move', commit, oldTip })
  if (moved.is !== 'moved') throw new Error(`not moved: ${JSON.stringify(moved)}`)
  return commit
}

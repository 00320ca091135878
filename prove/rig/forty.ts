/** Forty tasks for four at once: chains, joins, and files that several of them change. */

import { doneIn } from '../../tests/e2e/kill/ended-run.ts'
import { obey, writePlan, type PlannedTask } from '../../tests/rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../tests/rig/repository.ts'

const shared = ['src/shared-0.txt', 'src/shared-1.txt', 'src/shared-2.txt', 'src/shared-3.txt']

/**
 * Every task makes a file; every third waits for one before it, and every other one adds a line to a file that its neighbour
 * changes, too.
 */
const forty: readonly PlannedTask[] = Array.from({ length: 40 }, (_, at) => ({
  id: idOf(at),
  ...(at % 3 === 2 ? { blockedBy: [idOf(at - 1), ...(at % 4 === 0 ? [idOf(at - 2)] : [])] } : {}),
  files: {
    [`src/${idOf(at)}.txt`]: 'CREATE' as const,
    ...(at % 2 === 0 ? { [shared[Math.floor(at / 4) % shared.length] ?? '']: 'MODIFY' as const } : {}),
  },
}))

/** The files that a task declares to write. */
export function filesOf(task: string): readonly string[] {
  return Object.keys(forty.find((it) => it.id === task)?.files ?? {})
}

function idOf(at: number): string {
  return `T${String(at + 100).padStart(4, '0')}`
}

/** Makes a repository with the first so many of them. */
export function makeForty(count: number): Repository {
  const tasks = forty.slice(0, count)
  const repository = makeRepository({
    files: {
      'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]),
      ...Object.fromEntries(shared.map((it) => [it, 'begin\n'])),
    },
    gated: ['src'],
    config: '[policy]\ninterruptions = 100\n',
  })
  repository.script({
    by: 'state',
    tasks: Object.fromEntries(tasks.map((it) => [it.id, [{ ...obey(it), linger: 80 }]])),
  })
  return repository
}

/** The words of the call that runs it. */
export function callForty(repository: Repository, jobs: number): readonly string[] {
  return ['run', 'tasks.md', '--exec', repository.exec, '--yes', '--jobs', String(jobs)]
}

/** What must be the same however many work at once, by name; only the subjects of commits are in order of the alphabet. */
export function contentOf(repository: Repository): ReadonlyMap<string, string> {
  const names = repository.git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n')
  const contents = names
    .filter((it) => it !== 'millwright.toml')
    .map((name): [string, unknown] => [name, repository.git('show', `HEAD:${name}`)])
  const others = {
    'the plan': repository.read('tasks.md'),
    subjects: repository.git('log', '--format=%s').trim().split('\n').sort(),
    'tasks that are done': [...doneIn(repository)].sort(),
    'git status': repository.git('status', '--porcelain'),
    worktrees: repository.git('worktree', 'list').trim().split('\n').length,
    'processes left': repository.alive(),
  }
  return new Map([...contents, ...Object.entries(others)].map(([name, it]) => [name, JSON.stringify(it)]))
}

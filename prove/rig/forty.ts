/** Forty tasks for four at once: chains, joins, files that several of them change, and some that do not go together. */

import type { Behaviour } from '../../tests/rig/agent-program.ts'
import { doneIn } from '../../tests/e2e/kill/ended-run.ts'
import { obey, writePlan, type PlannedTask } from '../../tests/rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../tests/rig/repository.ts'

const shared = ['src/shared-0.txt', 'src/shared-1.txt', 'src/shared-2.txt', 'src/shared-3.txt']

/**
 * Every task makes a file; every third waits for one before it, and every other one adds a line to a file that its neighbour
 * changes, too. Some are rivals, and another one settles what they left.
 */
const forty: readonly PlannedTask[] = Array.from({ length: 40 }, (_, at) => {
  const settled = rivalsSettledBy(at)
  const before = at % 3 === 2 ? [idOf(at - 1), ...(at % 4 === 0 ? [idOf(at - 2)] : []), ...settled] : []
  return {
    id: idOf(at),
    ...(before.length > 0 ? { blockedBy: before } : {}),
    files: {
      [fileOf(idOf(at))]: 'CREATE' as const,
      ...(at % 2 === 0 ? { [shared[Math.floor(at / 4) % shared.length] ?? '']: 'MODIFY' as const } : {}),
      ...Object.fromEntries(settled.map((id) => [fileOf(id), 'MODIFY' as const])),
    },
  }
})

/**
 * Of every six tasks the second and the fourth are rivals: each says that it is alone where the other's file is not there when it
 * begins. The gate is red where both say so: who of the two is merged last goes back, and finds the other's file then. The sixth
 * waits for both and writes both files anew, so that in the end nobody can tell who came first.
 */
function rivalsSettledBy(at: number): readonly string[] {
  return at % 6 === 5 ? [idOf(at - 4), idOf(at - 2)] : []
}

/** The rivals among so many tasks. */
export function rivalsOf(count: number): readonly (readonly string[])[] {
  return Array.from({ length: count }, (_, at) => rivalsSettledBy(at)).filter((it) => it.length > 0)
}

function rivalOf(task: string): string | null {
  return (
    rivalsOf(forty.length)
      .find((it) => it.includes(task))
      ?.find((it) => it !== task) ?? null
  )
}

/**
 * What the agent of a task does: what it declares, and of rivals one of two things.
 * @param meeting where rivals wait for each other to begin, so that neither finds the other's file; null where one comes at a time
 */
function behaviours(task: PlannedTask, meeting: Repository | null): readonly Behaviour[] {
  const rival = rivalOf(task.id)
  const write = (text: string): Behaviour => ({ write: { [fileOf(task.id)]: text } })
  if (rival !== null)
    return [
      { ...write(`${task.id}\nwith ${rival}\n`), beside: fileOf(rival) },
      {
        ...write(`${task.id}\nALONE of ${[task.id, rival].sort().join(' and ')}\n`),
        ...(meeting ? { touch: meeting.signal(task.id), wait: meeting.signal(rival) } : {}),
      },
    ]
  const { write: made, append } = obey(task)
  const settled = Object.keys(append ?? {}).filter((it) => !shared.includes(it))
  const added = Object.entries(append ?? {}).filter(([file]) => shared.includes(file))
  const anew = settled.map((file) => [file, `settled by ${task.id}\n`])
  return [{ write: { ...made, ...Object.fromEntries(anew) }, append: Object.fromEntries(added) }]
}

/** The files that a task declares to write. */
export function filesOf(task: string): readonly string[] {
  return Object.keys(forty.find((it) => it.id === task)?.files ?? {})
}

function fileOf(id: string): string {
  return `src/${id}.txt`
}

function idOf(at: number): string {
  return `T${String(at + 100).padStart(4, '0')}`
}

/** Makes a repository with the first so many of them. @param jobs how many are to be at work at once */
export function makeForty(count: number, jobs: number): Repository {
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
    tasks: Object.fromEntries(
      tasks.map((it) => [it.id, behaviours(it, jobs > 1 ? repository : null).map((does) => ({ ...does, linger: 80 }))]),
    ),
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

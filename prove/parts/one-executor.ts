/** Many executors want one plan; others look at it meanwhile; a stopped one keeps it, a woken one changes nothing it should not, a dead one frees it at once. */

import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { planLock } from '../../src/engine/plan-lock.ts'
import { markOf, obey, writePlan, type PlannedTask } from '../../tests/rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../tests/rig/repository.ts'
import type { Part, PartFailure, Size } from '../part.ts'
import { inTime } from '../rig/twelve.ts'

const races: Readonly<Record<Size, number>> = { small: 2, usual: 6, full: 500 }
const stops: Readonly<Record<Size, number>> = { small: 1, usual: 2, full: 100 }
const racers = 16
const fewestLooks = 40

const tasks: readonly PlannedTask[] = ['T0001', 'T0002', 'T0003'].map((id) => ({
  id,
  files: { [`src/${id}.txt`]: 'CREATE' },
}))

/** A project whose first task waits for a signal. */
function makeOne(waits: boolean): Repository {
  const repository = makeRepository({
    files: { 'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]) },
    gated: ['src'],
  })
  repository.script({
    by: 'state',
    tasks: Object.fromEntries(
      tasks.map((task, at) => [
        task.id,
        [{ ...obey(task), ...(waits && at === 0 ? { wait: repository.signal('go') } : {}) }],
      ]),
    ),
  })
  return repository
}

export const oneExecutor: Part = {
  name: 'one-executor',
  letter: 'i',
  title:
    'two executors at once; one looked at by others; one stopped, woken, killed while stopped, woken after another one has taken over',
  promises: ['P5', 'P6'],
  async run({ size, point, progress }) {
    const failures: PartFailure[] = []
    const apart = spawnSync('unshare', ['--net', 'true']).status === 0
    const all = [
      ...Array.from({ length: races[size] }, (_, at) => ({ name: `race-${at}`, work: race })),
      ...Array.from({ length: stops[size] }, (_, at) => ({ name: `stop-${at}`, work: stopped })),
      ...Array.from({ length: stops[size] }, (_, at) => ({ name: `looked-${at}`, work: lookedAt })),
      ...(apart ? Array.from({ length: stops[size] }, (_, at) => ({ name: `fence-${at}`, work: fenced })) : []),
    ].filter((it) => point === null || it.name === point)
    let done = 0
    for (const { name, work } of all) {
      const wrong = await work()
      if (wrong !== null) failures.push({ point: name, text: `${name}: ${wrong}` })
      progress((done += 1), all.length, `races and stops, ${failures.length} failed`)
    }
    const figures = [
      ['processes in a race', racers],
      ['runs with two executors that do not see each other’s lock', apart ? stops[size] : 'none: no unshare'],
    ] as const
    return { is: 'ran', points: all.length, failures, figures }
  },
}

const words = (repository: Repository): readonly string[] => ['run', 'tasks.md', '--exec', repository.exec, '--yes']

/** All begin at the same moment. */
async function race(): Promise<string | null> {
  const repository = makeOne(false)
  try {
    const running = Array.from({ length: racers }, () => repository.start(...words(repository)))
    const ended = await Promise.all(running.map(inTime))
    const wrong: string[] = []
    for (const it of ended) {
      if (it === null) wrong.push('one hangs')
      // Refused while another one holds it (2), or it came when all was done.
      else if (it.code === 2 && !it.err.includes('MW706') && !it.err.includes('held by'))
        wrong.push(`refused with: ${it.err}`)
      else if (it.code !== 0 && it.code !== 2) wrong.push(`ended with ${it.code ?? it.signal}: ${it.err}`)
    }
    const begun = repository
      .log()
      .filter((it) => it.event === 'begin')
      .map((it) => it.task)
    if (begun.join() !== 'T0001,T0002,T0003') wrong.push(`agents began for ${begun.join(', ')}`)
    return end(repository, wrong)
  } finally {
    repository.remove()
  }
}

/** While one is at work, others look at its journal as fast as they can. */
async function lookedAt(): Promise<string | null> {
  const repository = makeOne(true)
  try {
    const wrong: string[] = []
    const first = repository.start(...words(repository))
    await repository.begun('T0001', first)
    const verbs = ['status', 'log', 'verify', 'why']
    const look = async (verb: string): Promise<void> => {
      const seen = await repository.call(verb, 'tasks.md', ...(verb === 'why' ? ['T0003'] : []))
      // Not all is done yet, which some of them tell.
      if (seen.code !== 0 && seen.code !== 1) wrong.push(`${verb} ended with ${seen.code ?? seen.signal}: ${seen.err}`)
    }
    const isOver = (): boolean => first.child.exitCode !== null || first.child.signalCode !== null
    for (let looks = 0; !isOver(); looks += verbs.length) {
      if (looks >= fewestLooks) repository.give('go')
      await Promise.all(verbs.map(look))
    }
    const ended = await inTime(first)
    if (ended?.code !== 0)
      wrong.push(`the run ended with ${ended?.code ?? ended?.signal ?? 'nothing'}: ${ended?.err ?? ''}`)
    return end(repository, wrong)
  } finally {
    repository.remove()
  }
}

/** SIGSTOP the first, start a second, SIGCONT the first; then the same with kill -9 instead of SIGCONT. */
async function stopped(): Promise<string | null> {
  const repository = makeOne(true)
  try {
    const wrong: string[] = []
    const first = repository.start(...words(repository))
    await repository.begun('T0001', first)
    first.child.kill('SIGSTOP')
    const second = await inTime(repository.start(...words(repository)))
    if (second?.code !== 2 || !/held by pid \d+ \(stopped\)/.test(second.err))
      wrong.push(`the second one ended with ${second?.code ?? 'nothing'}: ${second?.err ?? ''}`)
    first.child.kill('SIGCONT')
    repository.give('go')
    const woken = await inTime(first)
    if (woken?.code !== 0) wrong.push(`the woken one ended with ${woken?.code ?? 'nothing'}: ${woken?.err ?? ''}`)
    return end(repository, wrong) ?? (await killedWhileStopped())
  } finally {
    repository.remove()
  }
}

async function killedWhileStopped(): Promise<string | null> {
  const repository = makeOne(true)
  try {
    const wrong: string[] = []
    const first = repository.start(...words(repository))
    await repository.begun('T0001', first)
    first.child.kill('SIGSTOP')
    first.child.kill('SIGKILL')
    await first.ended
    repository.give('go')
    const second = await inTime(repository.start(...words(repository)))
    if (second?.code !== 0) wrong.push(`the next one ended with ${second?.code ?? 'nothing'}: ${second?.err ?? ''}`)
    return end(repository, wrong)
  } finally {
    repository.remove()
  }
}

/**
 * A second executor in a network name space of its own does not see the socket, as in another container: the locked file
 * keeps it out. Without that file, as on a network disk that locks nothing, it takes over from the stopped one, and what the
 * first one does when it wakes is refused (RELIABILITY P6).
 */
async function fenced(): Promise<string | null> {
  const repository = makeOne(true)
  try {
    const wrong: string[] = []
    const apart = () =>
      inTime(repository.startUnder(['unshare', '--net'], ['resume', 'tasks.md', '--yes'], { MILLWRIGHT_JOBS: '1' }))
    const first = repository.start(...words(repository))
    await repository.begun('T0001', first)
    first.child.kill('SIGSTOP')
    const kept = changeable(repository)
    const refused = await apart()
    if (refused?.code !== 2 || !/held by pid \d+/.test(refused.err))
      wrong.push(`beside the locked file one ended with ${refused?.code ?? 'nothing'}: ${refused?.err ?? ''}`)
    if (changeable(repository) !== kept) wrong.push('the refused one has changed something')
    rmSync(planLock(repository.journalDir() ?? '').file)
    repository.give('go')
    const second = await apart()
    if (second?.code !== 0) wrong.push(`the second one ended with ${second?.code ?? 'nothing'}: ${second?.err ?? ''}`)
    const before = changeable(repository)
    first.child.kill('SIGCONT')
    const woken = await inTime(first)
    if (woken?.code !== 3 || !woken.err.includes('a newer executor has taken over'))
      wrong.push(`the woken one ended with ${woken?.code ?? 'nothing'}: ${woken?.err ?? ''}`)
    if (changeable(repository) !== before) wrong.push('the woken one has changed something')
    return end(repository, wrong)
  } finally {
    repository.remove()
  }
}

/** What a forgotten executor must not touch: events, references, files. */
function changeable(repository: Repository): string {
  const files = [...repository.everything()].filter(([name]) => !name.startsWith('.git/'))
  return JSON.stringify([repository.events(), repository.git('for-each-ref'), files, repository.log()])
}

function end(repository: Repository, wrong: string[]): string | null {
  for (const { id } of tasks) {
    if (markOf(repository.read('tasks.md'), id) !== 'X') wrong.push(`${id} is not marked`)
    if (!existsSync(`${repository.root}/src/${id}.txt`)) wrong.push(`src/${id}.txt is not there`)
  }
  const journal = repository.journal()
  if (journal?.verify().is !== 'intact') wrong.push('the journal is not intact')
  journal?.close()
  if (repository.git('status', '--porcelain') !== '') wrong.push('git status is not clean')
  return wrong.length === 0 ? null : wrong.join('\n')
}

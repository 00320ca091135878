/**
 * The power fails. A run of the real program is recorded, git and agents included; from the recording every kind of disk is
 * built that may be left after each operation, and looked at; with some of them the run goes on.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { EventBody } from '../../src/run/event.ts'
import { doneIn } from '../../tests/e2e/kill/ended-run.ts'
import { obey, writePlan, type PlannedTask } from '../../tests/rig/plan-writer.ts'
import { randomFrom } from '../../tests/rig/random.ts'
import { makeRepository, type Repository } from '../../tests/rig/repository.ts'
import { NoSuchPoint, type Part, type PartFailure, type Size } from '../part.ts'
import { follow, readDisk, variants, writeDisk, type Disk, type Model, type Variant } from '../rig/disk-model.ts'
import { readOperations, recording } from '../rig/file-operations.ts'
import { sampleOf } from '../rig/pool.ts'
import { straceMissing } from '../rig/strace.ts'
import { goOn, inTime } from '../rig/twelve.ts'

const counts: Readonly<Record<Size, { readonly disks: number; readonly goingOn: number }>> = {
  small: { disks: 60, goingOn: 4 },
  usual: { disks: 300, goingOn: 10 },
  full: { disks: Infinity, goingOn: 1_000 },
}

const tasks: readonly PlannedTask[] = [
  { id: 'T0001', files: { 'src/one.txt': 'CREATE' } },
  { id: 'T0002', blockedBy: ['T0001'], files: { 'src/two.txt': 'CREATE' } },
  { id: 'T0003', blockedBy: ['T0002'], files: { 'docs/three.md': 'CREATE' } },
]

interface Point {
  readonly cut: number
  readonly model: Model
  readonly variant: Variant
}

export const powerLoss: Part = {
  name: 'power-loss',
  letter: 'e',
  title: 'the power fails: disks that may be left, by a model of two kinds of file systems',
  promises: ['P10'],
  async run({ size, seed, point, scratch, progress }) {
    const missing = straceMissing()
    if (missing !== null) return { is: 'skipped', missing }
    const recorded = await record(scratch)
    const { repository, history } = recorded
    try {
      const all = history.cuts.flatMap((cut) =>
        (['ordered', 'strict'] as const).flatMap((model) =>
          variants.map((variant): Point => ({ cut, model, variant })),
        ),
      )
      const chosen = point === null ? sampleOf(all, counts[size].disks, randomFrom(seed)) : [pointOf(point)]
      // Where names are as loose as in the strict model, objects of git, which syncs no folder, may be missing.
      const whole = chosen.filter((it) => it.model === 'ordered')
      const goesOn = new Set(sampleOf(whole, point === null ? counts[size].goingOn : 1, randomFrom(seed + 1)))
      const failures: PartFailure[] = []
      for (const [at, it] of chosen.entries()) {
        const wrong = await lookAt(it, recorded, seed, goesOn.has(it))
        if (wrong.length > 0) failures.push({ point: nameOf(it), text: `${nameOf(it)}: ${wrong.join('\n')}` })
        progress(at + 1, chosen.length, `disks, ${failures.length} failed`)
      }
      const figures = [
        ['disks in all', all.length],
        ['cut points', history.cuts.length],
        ['runs that went on', goesOn.size],
      ] as const
      return { is: 'ran', points: chosen.length, failures, figures }
    } finally {
      repository.remove()
    }
  },
}

function nameOf({ cut, model, variant }: Point): string {
  return `${cut}:${model}:${variant}`
}

function pointOf(name: string): Point {
  const [cut = '', model = '', word = ''] = name.split(':')
  const variant = variants.find((it) => it === word)
  if (!/^\d+$/.test(cut) || (model !== 'ordered' && model !== 'strict') || variant === undefined)
    throw new NoSuchPoint(name, `they are called CUT:ordered or CUT:strict, then :${variants.join(', :')}`)
  return { cut: Number(cut), model, variant }
}

interface Recorded {
  readonly repository: Repository
  readonly words: readonly string[]
  readonly history: ReturnType<typeof follow>
  readonly folders: readonly string[]
  /** What the plan's file held at one time or another. */
  readonly plans: ReadonlySet<string>
  readonly events: readonly string[]
  readonly expected: string
}

/** Makes the undisturbed run. @throws where the recording does not come to the same disk as the run */
async function record(scratch: string): Promise<Recorded> {
  const repository = makeRepository({
    files: {
      'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]),
      'README.md': 'harbour lights\n',
    },
    script: { by: 'state', tasks: Object.fromEntries(tasks.map((it) => [it.id, [obey(it)]])) },
    gated: ['src'],
  })
  const words = ['run', 'tasks.md', '--exec', repository.exec, '--yes']
  const folders = [repository.root, repository.state]
  const before = readDisk(folders)
  const trace = path.join(mkdtempSync(path.join(scratch, 'trace-')), 'trace')
  const ended = await inTime(repository.startUnder(recording(trace), words))
  if (ended?.code !== 0) throw new Error(`the recorded run ended with ${ended?.code}:\n${ended?.err}`)
  const after = readDisk(folders)
  const history = follow(
    before,
    readOperations(readFileSync(trace, 'latin1'), repository.root),
    (name) => folders.some((it) => name.startsWith(`${it}/`)) && !name.endsWith('-shm'),
  )
  rmSync(trace)
  const everything = history.diskAfter(Infinity, 'ordered', 'all', randomFrom(0))
  const differ = differences(after, everything)
  if (differ.length > 0) throw new Error(`the recording comes to another disk than the run: ${differ.join(', ')}`)
  const plan = path.join(repository.root, 'tasks.md')
  const plans = new Set<string>()
  for (const cut of [0, ...history.cuts]) plans.add(history.fileAfter(cut, plan)?.toString() ?? '(missing)')
  return {
    repository,
    words,
    history,
    folders,
    plans,
    events: eventsOf(repository),
    expected: await outcome(repository),
  }
}

/** Paths of which two disks hold something else. */
function differences(one: Disk, other: Disk): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => {
    if (name.endsWith('-shm')) return false
    const [a, b] = [one.get(name), other.get(name)]
    if (a?.is === 'file' && b?.is === 'file') return !a.bytes.equals(b.bytes)
    return JSON.stringify(a) !== JSON.stringify(b)
  })
}

function eventsOf(repository: Repository): readonly string[] {
  const journal = repository.journal()
  try {
    return journal?.read<EventBody>().events.map((it) => JSON.stringify(it)) ?? []
  } finally {
    journal?.close()
  }
}

/** What the run has come to, without what names the time and the place. */
async function outcome(repository: Repository): Promise<string> {
  const { report } = await repository.report('status', 'tasks.md')
  return JSON.stringify({
    plan: repository.read('tasks.md'),
    tree: repository
      .git('ls-tree', '-r', 'HEAD')
      .split('\n')
      .filter((line) => !line.endsWith(logOfDepartures)),
    departures: departuresIn(repository),
    subjects: repository.git('log', '--format=%s'),
    status: repository.git('status', '--porcelain'),
    tasks: report.tasks.map(({ id, state, reason, proof }) => ({ id, state, reason, proof })),
  })
}

const logOfDepartures = 'task-refinement-log.md'

/**
 * What is told of the run as a departure. A disk that is built anew gives each folder another number than it had, so that a
 * workspace seems to be replaced; a power cut does not do that.
 */
function departuresIn(repository: Repository): readonly string[] {
  if (!repository.has(logOfDepartures)) return []
  const told = [...repository.read(logOfDepartures).matchAll(/^\[DEVIATION\] (.*)$/gm)].map((it) => it[1] ?? '')
  return told.filter((it) => !it.endsWith('its workspace was replaced by another folder'))
}

/** Builds one disk and looks at it (RELIABILITY P10). @returns what does not hold, in words */
async function lookAt(point: Point, recorded: Recorded, seed: number, goesOn: boolean): Promise<readonly string[]> {
  const { repository, words, history, folders, plans, events, expected } = recorded
  const random = randomFrom(seed * 1_000_003 + point.cut)
  writeDisk(history.diskAfter(point.cut, point.model, point.variant, random), folders)
  const wrong: string[] = []
  const plan = repository.has('tasks.md') ? repository.read('tasks.md') : '(missing)'
  if (!plans.has(plan)) wrong.push(`the plan holds what was never written: ${JSON.stringify(plan.slice(0, 400))}`)
  try {
    const journal = repository.journal()
    const verified = journal?.verify()
    journal?.close()
    if (verified?.is === 'damaged') wrong.push(`the journal is damaged: ${verified.problem.message}`)
    const found = eventsOf(repository)
    const odd = found.findIndex((it, at) => it !== events[at])
    if (odd >= 0) wrong.push(`event ${odd} of the journal was never written`)
    const done = doneIn(repository)
    const marked = [...plan.matchAll(/^- \[[xX]\] (T\d+)/gm)].map((it) => it[1] ?? '')
    for (const id of marked) if (!done.includes(id)) wrong.push(`${id} is marked done and not done in the journal`)
  } catch (error) {
    wrong.push(`the journal cannot be read: ${String(error)}`)
  }
  if (point.model === 'strict') return wrong
  try {
    repository.git('fsck', '--no-dangling', '--no-progress')
  } catch (error) {
    wrong.push(`git fsck: ${String(error)}`)
  }
  if (wrong.length > 0 || !goesOn) return wrong
  const ended = await goOn({ repository, words, ends: 0 })
  if (ended?.code !== 0) return [`going on ended with ${ended?.code}:\n${ended?.err}${ended?.out}`]
  const found = await outcome(repository)
  return found === expected ? [] : [`going on comes to something else: expected ${expected}\nfound ${found}`]
}

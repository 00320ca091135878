/** One session of the write-back under a person's hands: the real writing, an editor in a process of its own. */

import { sha256 } from '../../src/system/digest.ts'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sourceOf } from '../../src/calls/plan/projectors.ts'
import { applyEdits } from '../../src/dialects/edits.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { watchPlan } from '../../src/engine/plan-watch.ts'
import type { Projector } from '../../src/engine/projector.ts'
import { projectFiles } from '../../src/engine/write-back.ts'
import type { MarkWish } from '../../src/plan/projection.ts'
import { lateEdits } from '../../src/system/late-edits.ts'
import { newState } from '../../src/run/new-state.ts'
import { writePlan } from '../../tests/rig/plan-writer.ts'
import { randomFrom, type Random } from '../../tests/rig/random.ts'
import { appendedInOrder, firstDifference, withoutMarks, type EditorsEnd } from './edited-plan.ts'

const editor = path.join(import.meta.dirname, 'editor.mjs')
const taskCount = 40
/** As `rereader` has it, shorter: how long a plan that has lost tasks has to stay as it is. */
const stillMs = 60

export interface SessionEnd {
  readonly edits: Readonly<Record<string, number>>
  /** Projections that were written or found to be right. */
  readonly written: number
  /** Times it was waited for an edit to end. */
  readonly waited: number
  /** What is wrong in the end, or null. */
  readonly wrong: string | null
  /** Whether that is an edit that is not there any more. */
  readonly isLost: boolean
  /** Whether something that came at the moment of a replacement was put aside, and told. */
  readonly isKept: boolean
}

/** Runs a session. @param folder made for it */
export async function editSession(
  folder: string,
  of: {
    readonly seed: number
    readonly edits: number
    readonly styles: readonly string[]
    /** Whether reasons and the table of progress are written too, for which the file is replaced; else single bytes in place. */
    readonly replaces: boolean
  },
): Promise<SessionEnd> {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'tasks.md')
  const ids = Array.from({ length: taskCount }, (_, at) => `T${String(at + 1).padStart(4, '0')}`)
  const halves = [ids.slice(0, taskCount / 2), ids.slice(taskCount / 2)]
  const phases = halves.map((half, at) => ({
    number: `0${at + 6}`,
    title: at === 0 ? 'Implementation' : 'Release',
    tasks: half.map((id) => ({ id })),
  }))
  writeFileSync(file, writePlan(phases))
  const random = randomFrom(of.seed)
  const wishes = new Map<string, MarkWish>()
  const told = new Set<string>()
  const projector = projectorOf(() => [...wishes.values()], told, of.replaces)
  const isSettled = (bytes: Uint8Array): boolean => watch.isRead(bytes)
  const late = lateEdits({ folder: `${folder}-late`, appends: true, isSettled })
  const kept: string[] = []
  const watch: ReturnType<typeof watchPlan> = watchOf(file, () => kept.push(...late.look()))
  const write = async (): Promise<'projected' | 'waiting'> => {
    await watch.look()
    const outcome = await projectFiles(
      {
        root: folder,
        projectors: [projector],
        isHere: () => Promise.resolve(true),
        readUpTo: (_, bytes) => watch.readUpTo(bytes),
        wrote: (_, before, bytes) => watch.wrote(before, bytes),
        late,
      },
      newState(),
    )
    return outcome.is === 'projected' ? 'projected' : 'waiting'
  }
  let written = 0
  let waited = 0
  const editing = startEditor(file, of)
  while (!editing.isOver()) {
    decideOne(wishes, ids, { random, replaces: of.replaces })
    if ((await write()) === 'projected') written += 1
    else waited += 1
    await pause(random.below(3))
  }
  const end = await editing.end
  // The hand is off: what was withheld follows by itself.
  await pause(2 * stillMs)
  const last = await write()
  kept.push(...late.close({ isThere: true }))
  rmSync(`${folder}-late`, { recursive: true, force: true })
  const found = judge(file, { end, last, wishes, told, projector, kept })
  return {
    edits: end.done,
    written,
    waited,
    wrong: found?.wrong ?? null,
    isLost: found?.isLost === true,
    isKept: kept.length > 0,
  }
}

/** Something is decided about a task: more get done than anything else, and what is done stays done. */
function decideOne(
  wishes: Map<string, MarkWish>,
  ids: readonly string[],
  { random, replaces }: { readonly random: Random; readonly replaces: boolean },
): void {
  const id = random.pick(ids)
  if (wishes.get(id)?.state === 'done') return
  const state = !replaces || random.chance(0.6) ? 'done' : random.pick(['blocked', 'skipped', 'deferred'] as const)
  const reason = state === 'done' ? null : `ours: ${'why '.repeat(random.below(6))}${random.below(100)}`
  const before = wishes.get(id)?.reason
  wishes.set(id, {
    key: id,
    id,
    title: `Do what ${id} says`,
    state,
    reason,
    writtenReason: before ?? null,
    ...(before == null ? {} : { overrides: true }),
  })
}

function projectorOf(wishes: () => readonly MarkWish[], told: Set<string>, summary: boolean): Projector {
  return {
    path: 'tasks.md',
    project(bytes) {
      const gone = { reason: 'tasks.md is gone', help: 'put it back' }
      if (bytes === null) return { is: 'waiting', failure: gone }
      const source = sourceOf('tasks.md', bytes)
      const { edits, unplaced } = phaseTasks.project([source], { marks: wishes(), summary })
      told.clear()
      for (const { key } of unplaced) told.add(key)
      const next = applyEdits(source, edits)
      return { is: 'projected', bytes: next, shown: [], unplaced: [], withheld: null }
    },
  }
}

/** The real watch over a reading as the run has it: a plan that has lost tasks a moment ago is not believed. */
function watchOf(file: string, look: () => void): ReturnType<typeof watchPlan> {
  let count = taskCount
  return watchPlan({
    hash: sha256(readFileSync(file)),
    length: statSync(file).size,
    reread: (known) => {
      look()
      let bytes: Uint8Array
      try {
        bytes = readFileSync(file)
      } catch {
        return Promise.resolve({ is: 'unsound', reason: 'it is gone' })
      }
      const hash = sha256(bytes)
      if (hash === known) return Promise.resolve(null)
      const { tasks } = phaseTasks.read([sourceOf('tasks.md', bytes)])
      const facts = statSync(file, { throwIfNoEntry: false })
      const isFresh = facts === undefined || Date.now() - facts.ctimeMs < stillMs
      if (tasks.length === 0 || (tasks.length < count && isFresh))
        return Promise.resolve({ is: 'unsound', reason: 'it holds fewer tasks than before' })
      count = tasks.length
      return Promise.resolve({ is: 'sound', read: { hash, length: bytes.length } as never })
    },
    hashOf: sha256,
    atWork: () => [],
    isHeld: () => false,
    place: () => Promise.resolve({ is: 'home' }),
    remark: () => undefined,
  })
}

const wrong = (text: string): Found => ({ wrong: text, isLost: false })

interface Found {
  readonly wrong: string
  readonly isLost: boolean
}

function judge(
  file: string,
  of: {
    readonly end: EditorsEnd
    readonly last: 'projected' | 'waiting'
    readonly wishes: ReadonlyMap<string, MarkWish>
    readonly told: ReadonlySet<string>
    readonly projector: Projector
    readonly kept: readonly string[]
  },
): Found | null {
  const { end, last, wishes, told, projector, kept } = of
  const [lost] = end.failures
  if (lost !== undefined) return { wrong: lost, isLost: true }
  if (last === 'waiting') return wrong('the marks do not follow when the editing is over')
  const bytes = readFileSync(file)
  const text = bytes.toString('utf8')
  const isOurs = (reason: string): boolean => reason.startsWith('ours: ')
  const [found, expected] = [text, end.shadow].map((it) => appendedInOrder(withoutMarks(it, isOurs)))
  const difference = firstDifference(found ?? '', expected ?? '')
  if (difference !== null)
    return { wrong: ['an edit is lost or garbled', difference, ...kept].join(': '), isLost: true }
  const again = projector.project(bytes, newState(), [])
  if (again.is !== 'projected' || again.bytes === null || Buffer.compare(again.bytes, bytes) !== 0)
    return wrong('projecting again changes the plan once more')
  const draft = phaseTasks.read([sourceOf('tasks.md', bytes)])
  for (const { id, state } of wishes.values()) {
    const shown = draft.tasks.find((it) => it.id?.text === id)?.mark.state
    if (shown === state || (told.has(id ?? '') && end.reworded.includes(id ?? ''))) continue
    return wrong(
      `${id} is shown as ${shown ?? 'nothing'}, and the run says ${state}${told.has(id ?? '') ? ' (told)' : ''}`,
    )
  }
  const left = readdirSync(path.dirname(file)).filter((it) => it !== 'tasks.md')
  return left.length === 0 ? null : wrong(`left behind: ${left.join(', ')}`)
}

/** Starts the editor program on a file. */
export function startEditor(
  file: string,
  of: {
    readonly seed: number
    readonly edits: number
    readonly styles: readonly string[]
    readonly longestMs?: number
    readonly own?: boolean
  },
): { readonly isOver: () => boolean; readonly end: Promise<EditorsEnd> } {
  const child = spawn(process.execPath, [editor, file, JSON.stringify({ longestMs: 5, own: true, ...of })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  let isOver = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  const end = new Promise<EditorsEnd>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      isOver = true
      if (code === 0) resolve(JSON.parse(out) as EditorsEnd)
      else reject(new Error(`the editor ended with ${code}`))
    })
  })
  return { isOver: () => isOver, end }
}

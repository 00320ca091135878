/**
 * The supervisor: a small process that starts programs for an executor and ends them all when that one dies.
 *
 * To start a program costs a process as much as it has memory: 1.4 ms with 40 MB, 6.6 ms with 160 MB (measured, Node
 * 20.20). And a process that is killed ends nothing that it has started: somebody else has to (RELIABILITY P7).
 */

import { spawnHere, type Child, type ChildRequest } from './child.ts'
import { endGroup } from './end-group.ts'
import { endMarked } from './orphans.ts'
import { sendSignal } from './process-table.ts'

/** What the executor asks. */
export type Asked =
  | {
      readonly is: 'spawn'
      readonly id: number
      readonly request: ChildRequest
      /** Variables by which all that it starts is found; null where it ends by itself and has to come to its end. */
      readonly markers: Readonly<Record<string, string>> | null
    }
  | { readonly is: 'let-go'; readonly id: number }
  | { readonly is: 'write'; readonly id: number; readonly chunk: Uint8Array }
  | { readonly is: 'end-input'; readonly id: number }

/** What it is told. */
export type Told =
  | { readonly is: 'ready' }
  | { readonly is: 'started'; readonly id: number; readonly pid: number }
  | { readonly is: 'failed'; readonly id: number; readonly code: string; readonly message: string }
  | { readonly is: 'output'; readonly id: number; readonly from: 'stdout' | 'stderr'; readonly chunk: Uint8Array }
  | { readonly is: 'exited'; readonly id: number; readonly code: number | null; readonly signal: string | null }
  | { readonly is: 'closed'; readonly id: number }

interface Running {
  readonly child: Child
  readonly markers: Readonly<Record<string, string>> | null
  pid: number | null
}

/** Between the polite and the hard signal: nobody is left who could take what an agent has to say. */
const graceMs = 500

/** What ends by itself ends sooner; git may wait at a pipe for ever. */
const longestMs = 15 * 60_000

const running = new Map<number, Running>()
let isAlone = false
/** Messages that the executor has not taken yet. */
let waiting = 0
const enough = 64

function tell(told: Told): void {
  if (isAlone) return
  waiting += 1
  if (waiting === enough) for (const { child } of running.values()) child.pause()
  process.send?.(told, () => {
    waiting -= 1
    if (waiting === enough - 1) for (const { child } of running.values()) child.resume()
  })
}

function start({ id, request, markers }: Extract<Asked, { is: 'spawn' }>): void {
  let pid: number | null = null
  let isOver = false as boolean
  const child = spawnHere(request, {
    started(it) {
      pid = it
      tell({ is: 'started', id, pid: it })
    },
    failed(failure) {
      running.delete(id)
      isOver = true
      tell({ is: 'failed', id, ...failure })
    },
    output: (chunk, from) => tell({ is: 'output', id, from, chunk }),
    exited: (code, signal) => tell({ is: 'exited', id, code, signal }),
    closed() {
      running.delete(id)
      isOver = true
      tell({ is: 'closed', id })
    },
    lost: () => undefined,
  })
  if (!isOver) running.set(id, { child, markers, pid })
}

function take(asked: Asked): void {
  switch (asked.is) {
    case 'spawn': {
      start(asked)
      return
    }
    case 'let-go': {
      running.get(asked.id)?.child.letGo()
      running.delete(asked.id)
      return
    }
    case 'write': {
      running.get(asked.id)?.child.write(asked.chunk)
      return
    }
    case 'end-input': {
      running.get(asked.id)?.child.endInput()
      return
    }
    default:
      return asked satisfies never
  }
}

/** The executor is gone, however it went. */
async function endAll(): Promise<void> {
  isAlone = true
  const guarded = [...running.values()].filter((it) => it.markers !== null)
  for (const { child } of running.values()) child.resume()
  await Promise.all(guarded.map(async ({ pid }) => pid === null || endGroup(pid, graceMs)))
  const seen = new Set<string>()
  for (const { markers } of guarded) {
    const [first, ...more] = Object.entries(markers ?? {}).reverse()
    if (first === undefined || seen.has(first.join('='))) continue
    seen.add(first.join('='))
    await endMarked({ name: first[0], value: first[1], with: Object.fromEntries(more) }, { graceMs })
  }
  // What ends by itself, such as git in the middle of writing, comes to its end first: its output is read until then.
  for (const it of guarded) it.child.letGo()
  setTimeout(() => {
    for (const { pid } of running.values()) if (pid !== null) sendSignal(pid, 'SIGKILL')
  }, longestMs).unref()
}

for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('message', (asked: Asked) => take(asked))
process.on('disconnect', () => void endAll())
tell({ is: 'ready' })

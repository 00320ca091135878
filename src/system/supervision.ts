/** How programs are started: by the supervisor where one was asked for, else by this process itself. */

import { fork, type ChildProcess } from 'node:child_process'
import { spawnHere, type Child, type ChildListener, type ChildRequest } from './child.ts'
import { keepGoing } from './keep-going.ts'
import { shippedWith } from './shipped.ts'
import type { Asked, Told } from './supervisor.ts'

/** Variables that all a program starts inherits; null where it comes to its end by itself when we die. */
type Markers = Readonly<Record<string, string>> | null

interface Supervisor {
  spawn(request: ChildRequest, listener: ChildListener, markers: Markers): Child
  close(): void
}

let supervisor: Supervisor | null = null
/** Starts one; null where none was asked for, or none can be had. */
let begin: (() => Supervisor) | null = null

/** So many, one after the other, that are lost before they have started anything: there is none to be had. */
const mostInVain = 4

/**
 * From now on programs are started by a supervisor of this process, which ends those with markers when this process dies.
 * Where the file of its program is not there (the sources are run unbuilt), this process goes on starting them itself. One
 * that is lost is replaced when the next program is to be started.
 *
 * @param unguarded called once, where none can be had any more: this process starts programs itself from then on
 * @param file of the supervisor's program
 * @returns ends the supervisor; what it has started must have ended before
 */
export function supervise(
  unguarded: () => void,
  file: string | null = shippedWith('supervisor.js', import.meta.dirname),
): () => void {
  if (begin !== null || file === null) return () => undefined
  let inVain = 0
  begin = () =>
    startSupervisor(file, (hasStarted) => {
      supervisor = null
      inVain = hasStarted ? 0 : inVain + 1
      if (inVain < mostInVain) return
      begin = null
      unguarded()
    })
  supervisor = begin()
  return () => {
    begin = null
    supervisor?.close()
    supervisor = null
  }
}

/**
 * Starts a program.
 * @param markers variables by which it and what it starts is ended when this process dies; null leaves it to its end
 */
export function spawnChild(request: ChildRequest, listener: ChildListener, markers: Markers): Child {
  supervisor ??= begin?.() ?? null
  return supervisor?.spawn(request, listener, markers) ?? spawnHere(request, listener)
}

/** The built program lies at the top of the bundle, and this code there or in a folder of it. */
/** @param gone called when it is lost, with whether it has started a program before */
function startSupervisor(file: string, gone: (hasStarted: boolean) => void): Supervisor {
  const open = new Map<number, ChildListener>()
  /** What must not begin before somebody guards it. */
  const queue: Asked[] = []
  let isReady = false
  let isGone = false
  let hasStarted = false
  /** What it has begun is heard to its end first: git may look at something that nobody waits for. */
  let isClosing = false
  let count = 0
  const child: ChildProcess = fork(file, [], {
    serialization: 'advanced',
    detached: true,
    env: {},
    execArgv: ['--max-semi-space-size=1'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const letStop = keepGoing(child.pid)
  /** Nobody waits for the supervisor itself, only for what it has to tell. */
  const hold = (): void => {
    if (open.size > 0) child.channel?.ref()
    else child.channel?.unref()
    if (isClosing && open.size === 0 && child.connected) child.disconnect()
  }
  const ask = (asked: Asked): void => {
    if (!isReady) queue.push(asked)
    else if (child.connected) child.send(asked, () => undefined)
  }
  const lose = (): void => {
    if (isGone) return
    isGone = true
    letStop()
    if (!isClosing) gone(hasStarted)
    const left = [...open.values()]
    open.clear()
    for (const it of left) it.lost()
  }
  const hear = (told: Told): void => {
    if (told.is === 'ready') {
      isReady = true
      for (const it of queue.splice(0)) ask(it)
      return
    }
    const listener = open.get(told.id)
    if (listener === undefined) return
    if (told.is === 'failed' || told.is === 'closed') {
      open.delete(told.id)
      hold()
    }
    switch (told.is) {
      case 'started': {
        hasStarted = true
        listener.started(told.pid)
        return
      }
      case 'failed': {
        listener.failed({ code: told.code, message: told.message })
        return
      }
      case 'output': {
        listener.output(told.chunk, told.from)
        return
      }
      case 'exited': {
        listener.exited(told.code, told.signal)
        return
      }
      case 'closed': {
        listener.closed()
        return
      }
      default:
        return told satisfies never
    }
  }
  child.on('message', hear)
  child.on('error', lose)
  child.on('disconnect', lose)
  child.on('exit', lose)
  child.unref()
  hold()
  return {
    spawn(request, listener, markers) {
      // A process as small as we are at the start starts git as quickly itself.
      if (!isReady && markers === null) return spawnHere(request, listener)
      count += 1
      const id = count
      open.set(id, listener)
      hold()
      ask({ is: 'spawn', id, request, markers })
      return {
        letGo() {
          if (!open.delete(id)) return
          hold()
          ask({ is: 'let-go', id })
        },
        pause: () => undefined,
        resume: () => undefined,
        write: (chunk) => ask({ is: 'write', id, chunk }),
        endInput: () => ask({ is: 'end-input', id }),
      }
    },
    close() {
      isClosing = true
      hold()
    },
  }
}

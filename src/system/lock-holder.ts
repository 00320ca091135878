/** Finds out who holds a lock: by asking, and where the holder cannot answer, by looking at the system. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import { hasProc, processFacts, processIds } from './process-table.ts'

export interface Holder {
  /** Null when the system does not say and the holder does not answer. */
  readonly pid: number | null
  readonly host: string
  /** `stopped`: by a signal, as with Ctrl-Z; it goes on with `kill -CONT`. `unknown`: it does not answer. */
  readonly state: 'running' | 'stopped' | 'unknown'
  /** When it took the lock, in milliseconds since 1970; null when not known. */
  readonly since: number | null
}

/** How long a holder may take to answer; it is busy for milliseconds at most. */
const answerMs = 1_000

/**
 * @param address the lock's socket
 * @param note file into which holders write who they are, or null
 * @returns the holder, or null when nobody listens there
 */
export async function findHolder({ address, note }: { address: string; note: string | null }): Promise<Holder | null> {
  const owner = ownerOf(address)
  // A stopped holder would let us wait for its answer in vain.
  if (owner !== null && processFacts(owner)?.state === 'stopped') return describe(owner, 'stopped', note)
  const answer = await askHolder(address, 'who')
  if (answer.is === 'answered') return answer.holder
  return answer.is === 'silent' ? describe(owner ?? ownerOf(address), null, note) : null
}

function describe(owner: number | null, state: 'stopped' | null, note: string | null): Holder {
  const written = note === null ? null : readNote(note)
  const pid = owner ?? written?.pid ?? null
  const since = written !== null && written.pid === pid ? written.since : null
  const seen = state ?? (pid === null ? null : processFacts(pid)?.state)
  return { pid, host: os.hostname(), state: seen === 'stopped' ? 'stopped' : 'unknown', since }
}

/**
 * A holder that this process cannot see, because it lives in another container: only its note tells of it.
 * @param note file into which holders write who they are, or null
 */
export function unseenHolder(note: string | null): Holder {
  const written = note === null ? null : readNote(note)
  if (written === null) return { pid: null, host: os.hostname(), state: 'unknown', since: null }
  // The numbers of processes of another host name somebody else here.
  return { ...written, pid: written.host === os.hostname() ? written.pid : null, state: 'unknown' }
}

function readNote(file: string): Holder | null {
  try {
    return parseHolder(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function parseHolder(line: string): Holder | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { pid, host, since } = value as Record<string, unknown>
  if (typeof pid !== 'number' || typeof host !== 'string' || typeof since !== 'number') return null
  return { pid, host, since, state: 'running' }
}

export type HolderAnswer =
  { readonly is: 'answered'; readonly holder: Holder } | { readonly is: 'silent' } | { readonly is: 'nobody' }

/**
 * Connects and sends one word.
 * @param word `who` asks, `wake` asks and rings
 * @returns `nobody` when no process listens, `silent` when one does and says nothing sensible within a second
 */
export function askHolder(address: string, word: 'who' | 'wake'): Promise<HolderAnswer> {
  return new Promise((resolve) => {
    let line = ''
    let connected = false
    const socket = net.connect({ path: address }, () => {
      connected = true
      socket.write(`${word}\n`)
    })
    const settle = (answer: HolderAnswer): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => settle({ is: 'silent' }), answerMs)
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      line += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const nobody = !connected && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
      // A connection that breaks is a holder that dies: asked again, nobody answers.
      settle(nobody ? { is: 'nobody' } : connected ? { is: 'nobody' } : { is: 'silent' })
    })
    socket.on('end', () => {
      const holder = parseHolder(line)
      settle(holder === null ? { is: 'nobody' } : { is: 'answered', holder })
    })
  })
}

/** @returns the process that listens on an abstract socket, where the system shows it; a stopped one is seen as well */
function ownerOf(address: string): number | null {
  if (!hasProc) return null
  const inode = listeningInode(address)
  if (inode === null) return null
  const wanted = `socket:[${inode}]`
  return processIds().find((pid) => openFiles(pid).includes(wanted)) ?? null
}

function listeningInode(address: string): string | null {
  const shown = address.startsWith('\0') ? `@${address.slice(1)}` : address
  let table: string
  try {
    table = readFileSync('/proc/net/unix', 'utf8')
  } catch {
    return null
  }
  for (const line of table.split('\n')) {
    const [, , , flags, , , inode, ...name] = line.trim().split(/\s+/)
    // The flag says that it accepts connections; those made to it show the same name.
    if (flags === '00010000' && name.join(' ') === shown) return inode ?? null
  }
  return null
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).map((it) => linkTarget(`${folder}/${it}`))
  } catch {
    return []
  }
}

function linkTarget(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

/** What a program and its children did to files, read from a trace of strace. */

import path from 'node:path'

/** One operation, in the order of the trace. Paths are absolute. */
export type FileOperation =
  | {
      readonly does: 'open'
      readonly path: string
      readonly creates: boolean
      readonly truncates: boolean
      readonly appends: boolean
    }
  | { readonly does: 'seek'; readonly path: string; readonly offset: number }
  /** `offset` null: where the last one ended. */
  | { readonly does: 'write'; readonly path: string; readonly offset: number | null; readonly bytes: Buffer }
  | { readonly does: 'copy'; readonly path: string; readonly from: string; readonly length: number }
  | { readonly does: 'truncate'; readonly path: string; readonly size: number }
  /** `all`: with the names, as fsync does · `data`: what sync_file_range writes. */
  | { readonly does: 'sync'; readonly path: string; readonly what: 'all' | 'data' }
  | { readonly does: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly does: 'symlink'; readonly path: string; readonly target: string }
  | { readonly does: 'mkdir' | 'remove'; readonly path: string }
  | { readonly does: 'chmod'; readonly path: string; readonly mode: number }

/** Words that trace what follows them into a file, children included and with the bytes that are written. */
export function recording(trace: string): readonly string[] {
  return [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-y',
    '-xx',
    '-s',
    '2000000',
    '-o',
    trace,
    '-e',
    `trace=${traced.join(',')}`,
  ]
}

const forks = ['clone', 'clone3', 'fork', 'vfork']
const traced = [
  ...forks,
  ...['chdir', 'fchdir', 'open', 'openat', 'creat', 'lseek', 'write', 'pwrite64', 'writev', 'pwritev', 'pwritev2'],
  ...['copy_file_range', 'sendfile', 'ftruncate', 'truncate', 'fallocate', 'fsync', 'fdatasync', 'sync_file_range'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat', 'unlink', 'unlinkat', 'rmdir'],
  ...['mkdir', 'mkdirat', 'chmod', 'fchmod', 'fchmodat'],
]

interface Call {
  readonly pid: string
  readonly name: string
  readonly strings: readonly Buffer[]
  /** Paths of the descriptors, in order. */
  readonly descriptors: readonly string[]
  readonly words: readonly string[]
  readonly returned: number
  readonly returnedPath: string | null
}

/**
 * Reads a trace that `recording` made.
 * @param text of the trace, as latin1
 * @param start working folder of the first process
 * @returns operations on files and folders; calls that failed, and pipes and sockets, are left out
 */
export function readOperations(text: string, start: string): readonly FileOperation[] {
  const folders = new Map<string, string>()
  const begun = new Map<string, string>()
  let lastFork: string | null = null
  const found: FileOperation[] = []
  for (const line of text.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid === '') continue
    if (!folders.has(pid)) folders.set(pid, folders.get(lastFork ?? '') ?? start)
    if (forks.some((it) => rest.startsWith(`${it}(`))) lastFork = pid
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(pid, rest.slice(0, -'<unfinished ...>'.length))
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)
    const call = callOf(pid, resumed ? `${begun.get(pid) ?? ''}${resumed[1] ?? ''}` : rest)
    if (call === null) continue
    if (call.name === 'chdir') folders.set(pid, path.resolve(folders.get(pid) ?? start, nameIn(call, 0)))
    else if (call.name === 'fchdir') folders.set(pid, call.descriptors[0] ?? start)
    else found.push(...operationsOf(call, folders.get(pid) ?? start))
  }
  return found
}

const token = /"((?:\\x[0-9a-f]{2})*)"|(AT_FDCWD|\d+)<([^>]*)>|([\w|]+)/g

function callOf(pid: string, text: string): Call | null {
  const parts = /^(\w+)\((.*)\)\s+= (\d+)(?:<([^>]*)>)?/s.exec(text)
  if (!parts) return null
  const [, name = '', inner = '', returned = '', returnedPath] = parts
  const strings: Buffer[] = []
  const descriptors: string[] = []
  const words: string[] = []
  for (const [, string, , descriptor, word] of inner.matchAll(token))
    if (string !== undefined) strings.push(bytesOf(string))
    else if (descriptor !== undefined) descriptors.push(bytesOf(descriptor).toString())
    else if (word !== undefined) words.push(word)
  return {
    pid,
    name,
    strings,
    descriptors,
    words,
    returned: Number(returned),
    returnedPath: returnedPath === undefined ? null : bytesOf(returnedPath).toString(),
  }
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

function nameIn({ strings }: Call, at: number): string {
  return strings[at]?.toString() ?? ''
}

function operationsOf(call: Call, folder: string): readonly FileOperation[] {
  const { name, strings, descriptors, words, returned, returnedPath } = call
  const named = (at: number): string => path.resolve(descriptors[at] ?? folder, nameIn(call, at))
  const file = descriptors[0] ?? named(0)
  const number = (fromEnd: number): number => Number(words.at(-fromEnd) ?? 0)
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat': {
      const flags = words.find((it) => it.includes('O_')) ?? (name === 'creat' ? 'O_WRONLY|O_CREAT|O_TRUNC' : '')
      if (!/O_WRONLY|O_RDWR|O_CREAT/.test(flags)) return []
      const has = (flag: string): boolean => flags.split('|').includes(flag)
      const opened = returnedPath ?? named(0)
      return [
        { does: 'open', path: opened, creates: has('O_CREAT'), truncates: has('O_TRUNC'), appends: has('O_APPEND') },
      ]
    }
    case 'lseek':
      return [{ does: 'seek', path: file, offset: returned }]
    case 'write':
    case 'writev':
      return [{ does: 'write', path: file, offset: null, bytes: Buffer.concat(strings).subarray(0, returned) }]
    case 'pwrite64':
      return [{ does: 'write', path: file, offset: number(1), bytes: Buffer.concat(strings).subarray(0, returned) }]
    case 'copy_file_range':
      return [{ does: 'copy', path: descriptors[1] ?? '', from: file, length: returned }]
    case 'sendfile':
      return [{ does: 'copy', path: file, from: descriptors[1] ?? '', length: returned }]
    case 'truncate':
    case 'ftruncate':
      return [{ does: 'truncate', path: file, size: number(1) }]
    case 'fsync':
    case 'fdatasync':
      return [{ does: 'sync', path: file, what: 'all' }]
    case 'sync_file_range':
      return [{ does: 'sync', path: file, what: 'data' }]
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return [{ does: 'rename', path: named(0), to: named(1) }]
    case 'link':
    case 'linkat':
      return [{ does: 'link', path: named(0), to: named(1) }]
    case 'symlink':
    case 'symlinkat':
      return [
        { does: 'symlink', path: path.resolve(descriptors[0] ?? folder, nameIn(call, 1)), target: nameIn(call, 0) },
      ]
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return [{ does: 'remove', path: named(0) }]
    case 'mkdir':
    case 'mkdirat':
      return [{ does: 'mkdir', path: named(0) }]
    case 'chmod':
    case 'fchmod':
    case 'fchmodat':
      return [{ does: 'chmod', path: strings.length > 0 ? named(0) : file, mode: parseInt(words.at(-1) ?? '0', 8) }]
    // A write whose form is not read would make the model wrong without a word.
    case 'pwritev':
    case 'pwritev2':
    case 'fallocate':
      throw new Error(`the recorder does not read ${name}`)
    default:
      return []
  }
}

/** Reading objects through one lasting `git cat-file`, and writing small ones (trees, commits, the plan) durably. */

import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { flushFolder, removeQuietly, writeAll } from '../../system/files.ts'
import { keepGoing } from '../../system/keep-going.ts'
import type { OwnGitDir } from './own-git-dir.ts'
import { GitError, gitEnvironment, mostCalls, runGit } from './run-git.ts'
import { startGit } from './start-git.ts'
import { stuckOn, watchForPipes, type PipeWatch } from './stuck-on.ts'
import { makeFolders } from '../../system/own-folder.ts'

export type ObjectType = 'blob' | 'tree' | 'commit'

export interface GitObject {
  readonly id: string
  readonly type: string
  readonly bytes: Buffer
}

export interface Objects {
  /** The object a name stands for (`<id>`, `<id>^{tree}`), or null when there is none. */
  read(name: string): Promise<GitObject | null>
  /** How many bytes an object has, without reading them; null when there is none. */
  sizeOf(id: string): Promise<number | null>
  /** Stores an object and syncs it to the disk; @returns its id. @throws what the file system says, such as a full disk */
  write(type: ObjectType, bytes: Uint8Array): string
  close(): void
}

/**
 * The id git gives to some bytes.
 * @param hash of the repository's object format
 */
export function objectId(hash: OwnGitDir['hash'], type: ObjectType, bytes: Uint8Array): string {
  return createHash(hash).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
}

/**
 * Opens the object store of a repository.
 * @param own our git directory
 * @returns a reader and writer that holds one process until closed
 */
export function openObjects(own: OwnGitDir): Objects {
  let reader: Reader | null = null
  let isClosed = false
  const kept = newKept()
  const ask = async (name: string): Promise<GitObject | null> => {
    for (let calls = 1; ; calls += 1) {
      if (!reader || reader.dead) reader = startReader(own)
      try {
        return await reader.ask(name)
      } catch (error) {
        if (isClosed || calls === mostCalls) throw error
      }
    }
  }
  return {
    async read(name) {
      if (isClosed) throw new GitError('the objects were closed')
      const before = kept.get(name) ?? kept.treeOf(name)
      if (before !== undefined) return before
      const object = await ask(name)
      if (object !== null) kept.keep(name, object)
      return object
    },
    async sizeOf(id) {
      if (isClosed || !/^[0-9a-f]{40,64}$/.test(id)) return null
      const env = { ...gitEnvironment(), ...own.env() }
      const { code, out } = await runGit({ args: ['cat-file', '-s', id], cwd: own.dir, env })
      return code === 0 ? Number(out.toString('utf8')) : null
    },
    write(type, bytes) {
      const id = writeObject(own, type, bytes)
      // A draft or a tip is looked at right after it was made.
      if (type !== 'blob') kept.keep(id, { id, type, bytes: Buffer.from(bytes) })
      return id
    },
    close() {
      isClosed = true
      reader?.end()
      reader = null
    },
  }
}

/** Bytes of trees and commits that are kept: the few that a run reads again and again. */
const keptBytes = 4 * 1024 * 1024

/** Trees and commits by names that can never stand for anything else; the oldest go first. */
interface Kept {
  get(name: string): GitObject | undefined
  /** The tree that is called after a commit, where both are kept. */
  treeOf(name: string): GitObject | undefined
  keep(name: string, object: GitObject): void
}

function newKept(): Kept {
  const objects = new Map<string, GitObject>()
  let size = 0
  return {
    get: (name) => objects.get(name),
    treeOf(name) {
      const commit = name.endsWith('^{tree}') ? objects.get(name.slice(0, -'^{tree}'.length)) : undefined
      const tree = commit?.type === 'commit' ? /^tree ([0-9a-f]+)\n/.exec(commit.bytes.toString('latin1', 0, 80)) : null
      return objects.get(tree?.[1] ?? '')
    },
    keep(name, object) {
      if (object.type === 'blob' || !/^[0-9a-f]{40,64}(\^\{tree\})?$/.test(name)) return
      if (object.bytes.length > keptBytes / 16 || objects.has(name)) return
      objects.set(name, object)
      size += object.bytes.length
      for (const [oldest, { bytes }] of objects) {
        if (size <= keptBytes) break
        objects.delete(oldest)
        size -= bytes.length
      }
    },
  }
}

let written = 0

/** How often an object is written anew whose folder or temporary file somebody's `git prune` has taken away meanwhile. */
const writeTries = 5

/** A loose object the way git writes it: temporary file, sync, rename, sync of the folder. */
function writeObject(own: OwnGitDir, type: ObjectType, bytes: Uint8Array): string {
  const id = objectId(own.hash, type, bytes)
  const folder = path.join(own.objects, id.slice(0, 2))
  const file = path.join(folder, id.slice(2))
  if (existsSync(file)) return id
  const packed = deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]), { level: 1 })
  for (let tries = 1; ; tries += 1) {
    try {
      writeLoose(folder, file, packed)
      return id
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === writeTries) throw error
    }
  }
}

function writeLoose(folder: string, file: string, packed: Uint8Array): void {
  makeFolders(folder)
  // The name is one that `git prune` clears away, should we die here.
  const temporary = path.join(folder, `tmp_obj_millwright_${process.pid}_${written++}`)
  const handle = openSync(temporary, 'wx', 0o444)
  try {
    writeAll(handle, packed)
    fsyncSync(handle)
  } catch (error) {
    removeQuietly(temporary)
    throw error
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, file)
  flushFolder(folder)
}

interface Reader {
  readonly dead: boolean
  ask(name: string): Promise<GitObject | null>
  end(): void
}

interface Question {
  readonly answer: (object: GitObject | null) => void
  readonly fail: (error: Error) => void
}

/** One `git cat-file --batch`: a line asks, a header and the bytes answer, in order. */
function startReader(own: OwnGitDir): Reader {
  const at = { cwd: own.dir, env: { ...gitEnvironment(), ...own.env() } }
  // It ends with us, since its input does.
  const child = startGit(['cat-file', '--batch'], at)
  const letStop = keepGoing(child.pid)
  const questions: Question[] = []
  let pipes: PipeWatch | null = null
  const answerNext = (object: GitObject | null): void => {
    questions.shift()?.answer(object)
    if (questions.length === 0) pipes?.end()
  }
  let chunks: Buffer[] = []
  let held = 0
  let needed = 0
  let dead = false
  const take = (): void => {
    let buffer = Buffer.concat(chunks)
    for (;;) {
      const line = buffer.indexOf(10)
      if (line < 0) break
      const header = buffer.toString('utf8', 0, line)
      const [id, type, size] = header.split(' ')
      if (header.endsWith(' missing') || header.endsWith(' ambiguous') || size === undefined) {
        buffer = buffer.subarray(line + 1)
        answerNext(null)
        continue
      }
      const length = Number(size)
      needed = line + 1 + length + 1
      if (buffer.length < needed) break
      const bytes = Buffer.from(buffer.subarray(line + 1, line + 1 + length))
      buffer = buffer.subarray(needed)
      needed = 0
      answerNext({ id: id ?? '', type: type ?? '', bytes })
    }
    chunks = buffer.length === 0 ? [] : [buffer]
    held = buffer.length
  }
  const die = (reason: string): void => {
    dead = true
    letStop()
    pipes?.end()
    const pipe = pipes?.found().inRepository[0]
    const error = pipe === undefined ? new GitError(`git cat-file: ${reason}`) : stuckOn(pipe)
    for (const question of questions.splice(0)) question.fail(error)
  }
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    held += chunk.length
    if (held >= needed) take()
  })
  child.stderr.resume()
  child.on('error', (error) => die(error.message))
  child.on('close', () => die('ended'))
  child.stdin.on('error', () => undefined)
  return {
    get dead() {
      return dead
    },
    ask: (name) =>
      new Promise((answer, fail) => {
        // A name with a line break would be two questions; no object is called so.
        if (name.includes('\n')) {
          answer(null)
          return
        }
        if (questions.length === 0) pipes = watchForPipes(at, (signal) => child.kill(signal))
        questions.push({ answer, fail })
        child.stdin.write(`${name}\n`)
      }),
    end: () => child.stdin.end(),
  }
}

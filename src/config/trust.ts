/** Whether a person has trusted what a repository would execute: exactly this content, in exactly this folder (RELIABILITY S1). */

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ConfigSource } from './config.ts'
import { readJson } from './json-text.ts'
import { splitWords } from './split-words.ts'

/** One command that would be run. */
export interface Executable {
  /** For people: `gate unit`, `agent coder`, `set-up`. */
  readonly what: string
  readonly argv: readonly string[]
  /** Names of variables passed on. */
  readonly env: readonly string[]
  readonly set: Readonly<Record<string, string>>
  /** What the human gave on the command line is never asked about. */
  readonly source: ConfigSource
}

/** What trust is about. */
export interface TrustSubject {
  /** Real path, device and inode of the repository's root: a copy elsewhere is another repository. */
  readonly key: string
  readonly root: string
  /** Digest over all parts; null where nothing of the repository would be executed. */
  readonly hash: string | null
  readonly parts: readonly TrustPart[]
}

export interface TrustPart {
  /** One line for people: what would run, or which script it calls. */
  readonly text: string
  readonly hash: string
}

export interface TrustAnswer {
  readonly is: 'trusted' | 'unknown' | 'changed'
  /** What would run; of a changed subject only what is new or different. */
  readonly lines: readonly string[]
}

const longestScript = 4 * 1024 * 1024
const packagePrograms = new Set(['npm', 'pnpm', 'yarn', 'bun', 'npx'])

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** Content of a file inside the root; null where there is none, it is too large, or a link leads outside. */
async function contentOf(root: string, word: string): Promise<{ name: string; bytes: Uint8Array } | null> {
  if (word === '' || word.startsWith('-') || word.includes('\0')) return null
  try {
    const real = await realpath(path.resolve(root, word))
    const name = path.relative(root, real)
    if (name === '' || name.startsWith('..') || path.isAbsolute(name)) return null
    const facts = await stat(real)
    if (!facts.isFile() || facts.size > longestScript) return null
    return { name: name.split(path.sep).join('/'), bytes: await readFile(real) }
  } catch {
    return null
  }
}

/** The scripts of the root's `package.json`: all of them, because one calls another. */
async function packageScripts(root: string): Promise<readonly [string, string][]> {
  const file = await contentOf(root, 'package.json')
  const read = file === null ? null : readJson(new TextDecoder().decode(file.bytes), 'package.json')
  const value = read !== null && 'value' in read ? read.value : null
  const scripts =
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'scripts')
      ? (value as { scripts: unknown }).scripts
      : null
  if (typeof scripts !== 'object' || scripts === null) return []
  return Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

/** Words of a script's line that could name a file; what needs a shell is split at its operators too. */
function wordsOf(line: string): readonly string[] {
  const split = splitWords(line)
  return split.is === 'words' ? split.words : line.split(/[\s;&|<>()"'`]+/)
}

/**
 * Collects what trusting a repository means: commands with their environment, the files of the repository that they
 * name, and the scripts of `package.json` where a command calls a package manager.
 *
 * The plan's prose is not part of it, so that our own marks void nothing. What a command loads further (the tests
 * themselves, a tool's own configuration) is not looked through: that is what a sandbox is for.
 *
 * @param root absolute path of the repository's root; never taken from a `.git` pointer
 * @param executables all commands of the merged settings
 * @throws where the root does not exist
 */
export async function trustSubject(root: string, executables: readonly Executable[]): Promise<TrustSubject> {
  const real = await realpath(root)
  const facts = await stat(real, { bigint: true })
  const key = `${real}\0${facts.dev}\0${facts.ino}`
  const parts = new Map<string, TrustPart>()
  const add = (text: string, ...content: readonly (string | Uint8Array)[]): void => {
    const hash = digest(text, ...content)
    parts.set(hash, { text, hash })
  }
  for (const it of executables) {
    if (it.source === 'command-line') continue
    if (it.source === 'repository') {
      const env = it.env.length === 0 ? '' : ` (with ${it.env.join(', ')})`
      add(
        `${it.what}: ${it.argv.join(' ')}${env}`,
        JSON.stringify([it.argv, [...it.env].sort(), Object.entries(it.set).sort()]),
      )
    }
    const named = [...it.argv]
    if (packagePrograms.has(path.basename(it.argv[0] ?? ''))) {
      for (const [name, line] of await packageScripts(real)) {
        add(`package.json scripts.${name}: ${line}`)
        named.push(...wordsOf(line))
      }
    }
    for (const word of new Set(named)) {
      const file = await contentOf(real, word)
      if (file !== null) add(`file ${file.name}`, file.bytes)
    }
  }
  const sorted = [...parts.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  return {
    key,
    root: real,
    hash: sorted.length === 0 ? null : digest(...sorted.map((part) => part.hash)),
    parts: [...parts.values()],
  }
}

function recordPath(stateFolder: string, subject: TrustSubject): string {
  return path.join(stateFolder, 'trust', `${digest(subject.key).slice(0, 32)}.json`)
}

async function readRecord(file: string, key: string): Promise<{ readonly parts: ReadonlySet<string> } | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  const read = text === null ? null : readJson(text, file)
  if (read === null || !('value' in read)) return null
  const { key: ownKey, hash, parts } = read.value as { key?: unknown; hash?: unknown; parts?: unknown }
  if (ownKey !== key || typeof hash !== 'string' || !Array.isArray(parts)) return null
  return { parts: new Set(parts.filter((it): it is string => typeof it === 'string')) }
}

/**
 * Asks whether a subject is trusted. A record that cannot be read is no trust.
 *
 * @param subject from `trustSubject`
 * @param of the user's state folder, and the folder of the running installation: its own examples are as trusted as
 *   the program that the user runs already
 */
export async function trustOf(
  subject: TrustSubject,
  of: { readonly stateFolder: string; readonly installation: string | null },
): Promise<TrustAnswer> {
  const lines = subject.parts.map((part) => part.text)
  if (subject.hash === null) return { is: 'trusted', lines }
  const installation = of.installation === null ? null : await realpath(of.installation).catch(() => null)
  if (installation !== null && (subject.root === installation || subject.root.startsWith(installation + path.sep)))
    return { is: 'trusted', lines }
  const record = await readRecord(recordPath(of.stateFolder, subject), subject.key)
  if (record === null) return { is: 'unknown', lines }
  // What was trusted among more stays trusted alone: a call that names one agent of several asks nothing new.
  const fresh = subject.parts.filter((part) => !record.parts.has(part.hash)).map((part) => part.text)
  return fresh.length > 0 ? { is: 'changed', lines: fresh } : { is: 'trusted', lines }
}

/**
 * Writes down that a person trusts this subject; the next change asks again.
 *
 * @param subject exactly what was shown to the person
 * @param stateFolder of the user
 */
export async function trust(subject: TrustSubject, stateFolder: string): Promise<void> {
  const file = recordPath(stateFolder, subject)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}`
  const record = { key: subject.key, hash: subject.hash ?? '', parts: subject.parts.map((part) => part.hash) }
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(record)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

/** Takes trust back. */
export async function distrust(subject: TrustSubject, stateFolder: string): Promise<void> {
  await rm(recordPath(stateFolder, subject), { force: true })
}

/**
 * The commands of merged settings, in the form that trust is about.
 *
 * @param settings from `mergeSettings`, with found gates where those are used. Only the agent that would be used counts
 *   where one is named: nobody has to trust what does not run
 */
export function executablesOf(settings: {
  readonly agent: string | null
  readonly agents: readonly (Omit<Executable, 'what'> & { readonly name: string; readonly args: readonly string[] })[]
  readonly gates: readonly (Omit<Executable, 'what' | 'set'> & { readonly name: string })[]
  readonly workspace: { readonly setup: readonly string[] | null }
  readonly setupSource: ConfigSource
}): readonly Executable[] {
  const { setup } = settings.workspace
  const agents = settings.agents.filter((it) => settings.agent === null || it.name === settings.agent)
  return [
    ...settings.gates.map(({ name, argv, env, source }) => ({ what: `gate ${name}`, argv, env, set: {}, source })),
    ...agents
      .filter((it) => it.argv.length + it.args.length + it.env.length + Object.keys(it.set).length > 0)
      .map(({ name, argv, args, env, set, source }) => ({
        what: `agent ${name}`,
        argv: [...argv, ...args],
        env,
        set,
        source,
      })),
    ...(setup === null ? [] : [{ what: 'set-up', argv: setup, env: [], set: {}, source: settings.setupSource }]),
  ]
}

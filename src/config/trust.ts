/** Whether a person has trusted what a repository would execute: exactly this content, in exactly this folder (RELIABILITY S1). */

import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { shellWords } from '../plan/shell-word.ts'
import type { Tool } from '../plan/tools.ts'
import type { ConfigSource } from './config.ts'
import { inState } from '../system/state-folder.ts'
import { isPlanThere, readRecord, trustedHashes, withTrusted, writeRecord } from './trust-record.ts'

/** One command that would be run. */
export interface Executable {
  /** For people: `gate unit`, `agent coder`, `set-up`, `tool backup 1 of step 1.2`. */
  readonly what: string
  readonly argv: readonly string[]
  /** Folder it runs in, relative to the root. */
  readonly cwd: string
  /** Names of variables passed on. */
  readonly env: readonly string[]
  readonly set: Readonly<Record<string, string>>
  /** What the human gave on the command line is never asked about. */
  readonly source: ConfigSource
  /** The plan itself names it: another plan may name something else by the same words. */
  readonly isOfPlan?: true
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
  /** What it is one content of, in the whole repository; absent of what one plan alone names. */
  readonly slot?: string
}

export interface TrustAnswer {
  readonly is: 'trusted' | 'unknown' | 'changed'
  /** What would run; of a changed subject only what is new or different. */
  readonly lines: readonly string[]
}

/** A file or a script that defines a command. */
export interface Defining {
  /** The same for every content. */
  readonly name: string
  /** One line for people. */
  readonly text: string
  /** Hash of the content. */
  readonly digest: string
}

function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/**
 * Collects what trusting a repository means: commands with their environment, and what defines each of them.
 *
 * The plan's prose is not part of it, so that our own marks void nothing. What a command loads further (the tests
 * themselves) is not looked through: that is what a sandbox is for.
 *
 * @param root absolute path of the repository's root; never taken from a `.git` pointer
 * @param executables all commands of the merged settings
 * @param definedBy files and scripts that define a command, in every state of the files that would be executed
 * @param also what there is to trust beside commands
 * @throws where the root does not exist
 */
export async function trustSubject(
  root: string,
  executables: readonly Executable[],
  definedBy: (executable: Executable) => Promise<readonly Defining[]>,
  also: readonly TrustPart[] = [],
): Promise<TrustSubject> {
  const real = await realpath(root)
  const facts = await stat(real, { bigint: true })
  const key = `${real}\0${facts.dev}\0${facts.ino}`
  const parts = new Map(also.map((part) => [part.hash, part]))
  const add = (text: string, slot: string | null, ...content: readonly string[]): void => {
    const hash = digest(...content)
    if (!parts.has(hash)) parts.set(hash, { text, hash, ...(slot === null ? {} : { slot: digest('slot', slot) }) })
  }
  for (const it of executables) {
    if (it.source === 'command-line') continue
    if (it.source === 'repository') {
      const set = Object.entries(it.set).map(([name, value]) => `${name}=${value} `)
      const env = it.env.length === 0 ? '' : ` (with ${it.env.join(', ')})`
      const cwd = it.cwd === '.' ? '' : ` (in ${it.cwd})`
      add(
        `${it.what}: ${set.join('')}${shellWords(it.argv)}${env}${cwd}`,
        it.isOfPlan === true ? null : it.what,
        it.what,
        JSON.stringify([it.argv, it.cwd, [...it.env].sort(), Object.entries(it.set).sort()]),
      )
    }
    for (const part of await definedBy(it)) add(part.text, part.name, part.name, part.digest)
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
  return path.join(inState(stateFolder, 'trust'), `${digest(subject.key).slice(0, 32)}.json`)
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
  const known = trustedHashes(record)
  const fresh = subject.parts.filter((part) => !known.has(part.hash)).map((part) => part.text)
  return fresh.length > 0 ? { is: 'changed', lines: fresh } : { is: 'trusted', lines }
}

/**
 * Writes down that a person trusts this subject; the next change asks again.
 *
 * @param subject exactly what was shown to the person
 * @param of.stateFolder of the user
 * @param of.plan whose run it is about, by its path from the root; `''` where there is none
 */
export async function trust(
  subject: TrustSubject,
  { stateFolder, plan }: { readonly stateFolder: string; readonly plan: string },
): Promise<void> {
  const file = recordPath(stateFolder, subject)
  const parts = subject.parts.map(({ hash, slot = null }) => ({ hash, slot }))
  const record = (await readRecord(file, subject.key)) ?? new Map()
  await writeRecord(file, subject.key, withTrusted(record, { plan, parts }, isPlanThere(subject.root)))
}

/** Whether there is something in a later look at a repository that was not in what a person has been shown. */
export function hasMore(shown: TrustSubject, now: TrustSubject): boolean {
  const known = new Set(shown.parts.map((part) => part.hash))
  return shown.key !== now.key || now.parts.some((part) => !known.has(part.hash))
}

/**
 * The commands of merged settings, in the form that trust is about.
 *
 * @param settings from `mergeSettings`, with found gates where those are used. Only the agent that would be used counts
 *   where one is named: nobody has to trust what does not run
 */
export function executablesOf(settings: {
  readonly agent: string | null
  readonly agentSource: ConfigSource
  /** Who works on tasks of a role. */
  readonly roles: ReadonlyMap<string, { readonly agent: string; readonly source: ConfigSource }>
  readonly agents: readonly (Omit<Executable, 'what' | 'cwd'> & {
    readonly name: string
    readonly preset: string | null
    readonly script: string | null
    readonly args: readonly string[]
  })[]
  readonly gates: readonly (Omit<Executable, 'what' | 'set' | 'isOfPlan'> & {
    readonly name: string
    /** Set of one that the plan defines. */
    readonly integration?: unknown
    readonly completion?: unknown
    readonly verification?: unknown
  })[]
  readonly workspace: { readonly setup: readonly string[] | null }
  readonly setupSource: ConfigSource
  /** Who looks things up before tasks, where somebody names one. */
  readonly research?: { readonly agent: { readonly agent: string; readonly source: ConfigSource } | null }
  /** Who judges what no program can tell, where somebody names one. */
  readonly judgement?: { readonly agent: string; readonly source: ConfigSource } | null
  /** Programs that the plan itself names; none where no plan is known. */
  readonly tools?: readonly Tool[]
}): readonly Executable[] {
  const { setup } = settings.workspace
  const { agent, agentSource, research, judgement } = settings
  const chosen = [
    ...(agent === null ? [] : [{ what: 'the agent is', agent, source: agentSource }]),
    ...[...settings.roles].map(([role, it]) => ({ what: `tasks of the role ${role} are done by`, ...it })),
    ...(research?.agent == null ? [] : [{ what: 'before tasks things are looked up by', ...research.agent }]),
    ...(judgement == null ? [] : [{ what: 'what no program can tell is judged by', ...judgement }]),
  ]
  const used = settings.agents.filter((it) => agent === null || chosen.some((by) => by.agent === it.name))
  const told = used
    .filter((it) => wordsOf(it).length + it.env.length + Object.keys(it.set).length > 0)
    .map(({ name, preset, env, set, source, ...it }) => ({
      what: `agent ${name}`,
      argv: [...(preset === null || preset === name ? [] : [preset]), ...wordsOf(it)],
      cwd: '.',
      env,
      set,
      source,
    }))
  // That a repository chooses who works in it, with the user's account, is its word, too; a person is asked anyway.
  const foreign = chosen.filter(
    ({ agent: name, source }) =>
      source === 'repository' &&
      name !== 'human' &&
      !told.some((it) => it.what === `agent ${name}` && it.source === 'repository'),
  )
  return [
    // What a gate compares is data: it runs nothing, and loosens no more than the plan's own words do.
    ...settings.gates
      .filter(({ argv }) => argv.length > 0)
      .map(({ name, argv, cwd, env, source, ...defined }) => ({
        what: `gate ${name}`,
        argv,
        cwd,
        env,
        set: {},
        source,
        ...(isOfPlan(defined) ? { isOfPlan: true as const } : {}),
      })),
    ...told,
    ...foreign.map(({ what, agent: name, source }) => ({ what, argv: [name], cwd: '.', env: [], set: {}, source })),
    ...(setup === null
      ? []
      : [{ what: 'set-up', argv: setup, cwd: '.', env: [], set: {}, source: settings.setupSource }]),
    ...(settings.tools ?? []).map(executableOfTool),
  ]
}

/** Whether a gate is one that the plan defines, and not the repository for all of its plans. */
function isOfPlan(of: {
  readonly integration?: unknown
  readonly completion?: unknown
  readonly verification?: unknown
}): boolean {
  return [of.integration, of.completion, of.verification].some((it) => it !== undefined)
}

/** A program that a plan names: the plan is a file of the repository, whoever gave the call. */
export function executableOfTool({ name, argv }: Tool): Executable {
  return { what: `tool ${name}`, argv, cwd: '.', env: [], set: {}, source: 'repository', isOfPlan: true }
}

/** What an agent is told to do; of a scripted one its script, which is a program like any other. */
function wordsOf(agent: {
  readonly argv: readonly string[]
  readonly args: readonly string[]
  readonly script: string | null
}): readonly string[] {
  return [...agent.argv, ...agent.args, ...(agent.script === null ? [] : ['scripted', agent.script])]
}

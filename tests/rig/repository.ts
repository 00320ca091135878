/** A repository with a plan in a folder of its own, the scripted agent and gate beside it, and the real program on it. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openJournal, type Journal } from '../../src/engine/journal/journal.ts'
import type { EventBody } from '../../src/run/event.ts'
import { agentProgram, gateProgram, readLog, type AgentScript, type LogLine } from './agent-program.ts'
import { builtProgram } from './built-program.ts'
import { printed } from './quick-exec.ts'
import { served } from './served.ts'
import { start, type Finished, type Started } from './program.ts'

/** The fields of `run --json` (DESIGN, The command line). */
export interface RunReport {
  readonly run: string
  readonly plan: string
  readonly dialect: string
  readonly status: string
  readonly mode: string
  readonly tasks: readonly {
    readonly key: string
    readonly id: string
    readonly state: string
    readonly reason: string | null
    readonly waitingOn: object | null
    readonly attempts: number
    readonly proof: string | null
    readonly evidence: readonly { readonly gate: string; readonly result: string; readonly tree: string | null }[]
    readonly commit: string | null
  }[]
  readonly counts: Readonly<Record<string, number>>
  readonly deviations: readonly { readonly kind: string; readonly task: string; readonly path: string | null }[]
  readonly waiting: readonly object[]
}

export interface Repository {
  /** Everything of this test lies below. */
  readonly top: string
  readonly root: string
  readonly state: string
  /** Program and arguments of the scripted agent, as typed after `--exec`. */
  readonly exec: string
  git(...args: readonly string[]): string
  write(file: string, text: string): void
  read(file: string): string
  has(file: string): boolean
  /** Commits everything there is. @returns the commit */
  commit(message?: string): string
  script(script: AgentScript): void
  /** What agents and gates did, in order. */
  log(): readonly LogLine[]
  start(...words: readonly string[]): Started
  /** The same, run by another program, such as one that puts faults in; with further variables. */
  startUnder(by: readonly string[], words: readonly string[], env?: NodeJS.ProcessEnv): Started
  call(...words: readonly string[]): Promise<Finished>
  report(...words: readonly string[]): Promise<Finished & { readonly report: RunReport }>
  /** Folder of the one journal of the repository; null where there is none yet. */
  journalDir(): string | null
  /** Opens it; the caller closes it. Null where there is none yet. */
  journal(): Journal | null
  /** The bodies of all events so far. */
  events(): readonly EventBody[]
  /** Every file below the root, `.git` included, with its bytes, and where symbolic links lead. */
  everything(): ReadonlyMap<string, string>
  /** Processes that work for this repository: agents and gates of it, by command line. */
  alive(): readonly number[]
  /** Settles when an attempt of the task has begun; fails when the program ends before. */
  begun(task: string, running: Started): Promise<void>
  /** The same when so many attempts of it have begun. */
  begunTimes(task: string, times: number, running: Started): Promise<void>
  /** Settles when the program has written this. */
  said(text: string, running: Started): Promise<void>
  /** A file outside the repository, by name, for agents to wait for. */
  signal(name: string): string
  /** Makes that file. */
  give(name: string): void
  remove(): void
}

/** Makes a repository with these files, committed. `millwright.toml` gets the gate over `gated` folders, if any. */
export function makeRepository({
  files,
  script,
  gated = [],
  git = true,
  config = '',
}: {
  readonly files: Readonly<Record<string, string>>
  readonly script?: AgentScript
  readonly gated?: readonly string[]
  readonly git?: boolean
  readonly config?: string
}): Repository {
  const top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-job-')))
  const root = path.join(top, 'project')
  const state = path.join(top, 'state')
  const logFile = path.join(top, 'log.jsonl')
  const scriptFile = path.join(top, 'script.json')
  for (const folder of [root, state, path.join(top, 'home'), path.join(top, 'signals')]) mkdirSync(folder)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'] ?? '',
    HOME: path.join(top, 'home'),
    MILLWRIGHT_STATE: state,
    // The same on every machine; a test says another number by the call.
    MILLWRIGHT_JOBS: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
    LC_ALL: 'C.UTF-8',
  }
  const program = builtProgram()
  const gate = gated.length === 0 ? '' : gateConfig(logFile, gated)
  const repository: Repository = {
    top,
    root,
    state,
    exec: `${process.execPath} ${agentProgram} ${scriptFile} ${logFile}`,
    git: (...args) => printed(['git', ...args], { cwd: root, env }),
    write(file, text) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    },
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    has: (file) => existsSync(path.join(root, file)),
    commit(message = 'Begin') {
      repository.git('add', '-A')
      repository.git('commit', '-q', '--allow-empty', '-m', message)
      return repository.git('rev-parse', 'HEAD').trim()
    },
    script(it) {
      writeFileSync(scriptFile, JSON.stringify(it))
    },
    log: () => readLog(logFile),
    start: (...words) => repository.startUnder([], words),
    startUnder: (by, words, more = {}) =>
      start([...by, process.execPath, program, ...words], { cwd: root, env: { ...env, ...more } }),
    call: (...words) => served(words, { cwd: root, env }),
    async report(...words) {
      const ended = await repository.call(...words, '--json')
      try {
        return { ...ended, report: JSON.parse(ended.out) as RunReport }
      } catch {
        throw new Error(`no JSON, exit code ${ended.code}:\n${ended.out}\n${ended.err}`)
      }
    },
    journalDir: () => journalDirOf(root),
    journal: () => openOnly(root),
    events() {
      const journal = openOnly(root)
      try {
        return journal?.read<EventBody>().events.map((it) => it.body) ?? []
      } finally {
        journal?.close()
      }
    },
    everything: () => everythingBelow(root),
    alive: () => processesNaming(top),
    begun: (task, running) => repository.begunTimes(task, 1, running),
    begunTimes(task, times, running) {
      const isThere = (): boolean =>
        readLog(logFile).filter((it) => it.event === 'begin' && it.task === task).length >= times
      return until(isThere, running, (look) => {
        const watcher = watch(top, look)
        return () => watcher.close()
      })
    },
    said: (text, running) =>
      until(
        () => running.written().includes(text),
        running,
        (look) => {
          running.child.stderr?.on('data', look)
          running.child.stdout?.on('data', look)
          return () => undefined
        },
      ),
    signal: (name) => path.join(top, 'signals', name),
    give(name) {
      writeFileSync(path.join(top, 'signals', name), '')
    },
    remove() {
      rmSync(top, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  if (git) repository.git('init', '-q', '-b', 'main', '--template=')
  for (const [file, text] of Object.entries(files)) repository.write(file, text)
  if (gate !== '' || config !== '') repository.write('millwright.toml', `${config}\n${gate}`)
  repository.script(script ?? { by: 'state', tasks: {} })
  if (git) repository.commit()
  return repository
}

/** Waits for something that is looked at whenever `listen` rings; the end of the program ends the waiting. */
async function until(
  isThere: () => boolean,
  running: Started,
  listen: (look: () => void) => () => void,
): Promise<void> {
  let stop: () => void = () => undefined
  const came = new Promise<void>((resolve) => {
    const look = (): void => {
      if (isThere()) resolve()
    }
    stop = listen(look)
    look()
  })
  const early = running.ended.then(({ code, out, err }) => {
    if (!isThere()) throw new Error(`the program ended before (${code}):\n${out}\n${err}`)
  })
  try {
    await Promise.race([came, early])
  } finally {
    stop()
  }
}

function gateConfig(logFile: string, folders: readonly string[]): string {
  const words = [process.execPath, gateProgram, logFile, ...folders]
  const list = (items: readonly string[]): string => `[${items.map((it) => JSON.stringify(it)).join(', ')}]`
  return `[gates.content]\nrun = ${list(words)}\npaths = ${list(folders.map((it) => `${it}/**`))}\n`
}

function journalDirOf(root: string): string | null {
  const above = [path.join(root, '.git', 'millwright'), path.join(root, '.millwright')].find((it) => existsSync(it))
  if (above === undefined) return null
  return (
    readdirSync(above, { recursive: true, withFileTypes: true }).find((it) => it.name === 'journal.db')?.parentPath ??
    null
  )
}

function openOnly(root: string): Journal | null {
  const dir = journalDirOf(root)
  if (dir === null) return null
  const opened = openJournal({ dir, planId: planIdOf(dir), create: false })
  if (opened.is === 'open') return opened.journal
  if (opened.is === 'missing') return null
  throw new Error(`the journal is refused: ${opened.problem.message}`)
}

function planIdOf(dir: string): string {
  return path.basename(dir)
}

function everythingBelow(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name)
    const name = path.relative(root, full)
    if (entry.isSymbolicLink()) found.set(name, `link to ${readlinkSync(full)}`)
    else if (entry.isFile()) found.set(name, `${statSync(full).mode} ${bytesOf(full).toString('base64')}`)
    else found.set(name, 'folder')
  }
  return found
}

/** A journal that this process has opened is read by another one: closing a descriptor of it would free SQLite's locks. */
function bytesOf(file: string): Buffer {
  return path.basename(file).startsWith('journal.db') ? execFileSync('cat', [file]) : readFileSync(file)
}

function processesNaming(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** A person's project in a folder of its own, with agents that are small programs and the real command line beside it. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'
import { builtProgram } from './built-program.ts'
import { printed } from './quick-exec.ts'
import { served } from './served.ts'
import { start, type Finished, type Started } from './program.ts'

/** What an agent program finds in front of its own lines. CommonJS, and loaded when it is used: Node starts a third faster so. */
const agentPrelude = `'use strict'
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, watch } = require('node:fs')
const path = require('node:path')
const execFileSync = (...of) => require('node:child_process').execFileSync(...of)
const spawn = (...of) => require('node:child_process').spawn(...of)
const task = process.env.MILLWRIGHT_TASK
const human = HUMAN
const meeting = MEETING
const write = (file, text) => { mkdirSync(path.dirname(path.resolve(file)), { recursive: true }); writeFileSync(file, text) }
const append = (file, text) => { mkdirSync(path.dirname(path.resolve(file)), { recursive: true }); appendFileSync(file, text) }
const say = (result) => writeFileSync(process.env.MILLWRIGHT_RESULT, typeof result === 'string' ? result : JSON.stringify(result))
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
/** The number of this call for the task, counted from 1 over attempts. */
const attempt = (() => { const file = path.join(meeting, 'count.' + task); appendFileSync(file, '.'); return readFileSync(file, 'utf8').length })()
/** Tells the test that the agent has come this far, and waits until the test lets it go on. It ends with the test. */
const meet = (name) => new Promise((resolve) => {
  const go = path.join(meeting, name + '.go')
  const watcher = watch(meeting, () => {
    if (existsSync(go)) { watcher.close(); resolve() }
    else if (!existsSync(meeting)) process.exit(1)
  })
  writeFileSync(path.join(meeting, name + '.here'), '')
  if (existsSync(go)) { watcher.close(); resolve() }
})
`

/** The fields of `run --json` that tests look at. */
export interface RunView {
  readonly status: string
  readonly mode: string
  readonly tasks: readonly {
    readonly key: string
    readonly id: string | null
    readonly state: string
    readonly reason: string | null
    readonly waitingOn: unknown
    readonly attempts: number
    readonly proof: string | null
    readonly commit: string | null
    readonly evidence: readonly {
      readonly gate: string
      readonly result: string
      readonly output: string | null
      readonly environment: string
      readonly after?: readonly string[]
    }[]
  }[]
  readonly counts: Readonly<Record<string, number>>
  readonly deviations: readonly {
    readonly what: string
    readonly kind: string
    readonly path: string | null
    readonly action: string
    readonly reason: string
  }[]
  readonly waiting: readonly {
    readonly on: string
    readonly review?: string
    readonly kind?: string
    readonly reason?: string
    readonly help?: string
  }[]
  readonly findings: readonly { readonly kind: string; readonly text: string }[]
}

export interface Project {
  /** Everything of this test lies here. */
  readonly top: string
  /** The person's checkout. */
  readonly root: string
  /** The person's state folder. */
  readonly state: string
  readonly env: NodeJS.ProcessEnv
  /** Program and arguments of the agent, as a person types them after `--exec`. */
  readonly exec: string
  git(...args: readonly string[]): string
  write(file: string, text: string | Uint8Array): void
  read(file: string): string
  has(file: string): boolean
  /** Commits everything that is there. */
  commit(message: string): string
  /** Sets what the agent does; the lines are those of an asynchronous function. */
  agent(lines: string): void
  run(...args: readonly string[]): Promise<Finished>
  begin(...args: readonly string[]): Started
  /** Runs with `--json` and reads what it printed. */
  view(...args: readonly string[]): Promise<Finished & { readonly view: RunView }>
  /** Settles when an agent has come to a meeting; fails with what was written when the program ends before. */
  arrived(name: string, running: Started): Promise<void>
  /** Settles when a file holds a text; fails with what was written when the program ends before. */
  shows(file: string, text: string, running: Started): Promise<void>
  /** The same for marks in the plan, once the journal says too that they are written: only from then on a person can change them. */
  showsMarks(file: string, text: string, running: Started): Promise<void>
  /** Lets an agent go on. */
  release(name: string): void
  end(): void
}

export interface ProjectChoice {
  /** Name of the checkout's folder; default `project`. */
  readonly folder?: string
  /** False: no repository. */
  readonly git?: boolean
}

/** For the top of a test file: makes projects that are removed after the test that made them. */
export function projectsOfTests(): (choice?: ProjectChoice) => Project {
  const projects: Project[] = []
  afterEach(() => {
    for (const project of projects.splice(0)) project.end()
  })
  return (choice) => {
    const project = makeProject(choice)
    projects.push(project)
    return project
  }
}

/** Makes an empty project; `end` removes it. */
export function makeProject(choice: ProjectChoice = {}): Project {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'mw-e2e-')))
  const root = path.join(top, choice.folder ?? 'project')
  const meeting = path.join(top, 'meeting')
  const state = path.join(top, 'state')
  const agentFile = path.join(top, 'agent.cjs')
  for (const folder of [root, meeting, path.join(top, 'home')]) mkdirSync(folder, { recursive: true })
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'] ?? '',
    HOME: path.join(top, 'home'),
    LANG: 'C.UTF-8',
    XDG_STATE_HOME: state,
    // The same on every machine; a test says another number by the call.
    MILLWRIGHT_JOBS: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
  }
  const git = (...args: readonly string[]): string => printed(['git', ...args], { cwd: root, env })
  if (choice.git !== false) git('init', '-q', '-b', 'main', '--template=')
  const started: Started[] = []
  const project: Project = {
    top,
    root,
    state,
    env,
    exec: `${process.execPath} ${agentFile}`,
    git,
    write(file, text) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    },
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    has: (file) => existsSync(path.join(root, file)),
    commit(message) {
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD').trim()
    },
    agent(lines) {
      const prelude = agentPrelude.replace('HUMAN', JSON.stringify(root)).replace('MEETING', JSON.stringify(meeting))
      writeFileSync(agentFile, `${prelude}\nconst act = async () => {\n${lines}\n}\nvoid act()\n`)
    },
    begin(...args) {
      const running = start([process.execPath, builtProgram(), ...args], { cwd: root, env })
      started.push(running)
      return running
    },
    run: (...args) => served(args, { cwd: root, env }),
    async view(...args) {
      const ended = await project.run(...args, '--json')
      try {
        return { ...ended, view: JSON.parse(ended.out) as RunView }
      } catch {
        throw new Error(`no JSON (exit ${ended.code}):\n${ended.out}\n${ended.err}`)
      }
    },
    arrived: (name, running) =>
      comes(meeting, () => existsSync(path.join(meeting, `${name}.here`)), running, `an agent came to ${name}`),
    shows: (file, text, running) =>
      comes(
        path.dirname(path.join(root, file)),
        () => project.has(file) && project.read(file).includes(text),
        running,
        `${file} held ${text}`,
      ),
    async showsMarks(file, text, running) {
      await project.shows(file, text, running)
      while (!isWritten((await project.run('log', file, '--json')).out))
        if (running.child.exitCode !== null)
          throw new Error(`the program ended before its marks in ${file} were written`)
    },
    release(name) {
      writeFileSync(path.join(meeting, `${name}.go`), '')
    },
    end() {
      // A test that failed midway leaves its program running; stopped so, it ends its agents too.
      for (const { child } of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
      // A gate may leave folders that nobody may write to.
      rmSync(top, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  return project
}

/** Whether a journal, as `log --json` tells it, has no marks that are being written. */
function isWritten(told: string): boolean {
  interface Body {
    readonly type: string
    readonly id?: number
    readonly effect?: { readonly is: string }
  }
  const bodies = (JSON.parse(told) as readonly { readonly body: Body }[]).map((it) => it.body)
  const asked = bodies.filter((it) => it.type === 'effect-requested' && it.effect?.is === 'project')
  return asked.every((it) => bodies.some(({ type, id }) => type === 'effect-settled' && id === it.id))
}

/** Waits for something in a folder without looking at a clock. */
async function comes(folder: string, isThere: () => boolean, running: Started, what: string): Promise<void> {
  const early = running.ended.then(({ code, out, err }) => {
    if (!isThere()) throw new Error(`the program ended (${code}) before ${what}:\n${out}\n${err}`)
  })
  const came = new Promise<void>((resolve) => {
    const look = (): void => {
      if (!isThere()) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
    look()
  })
  await Promise.race([came, early])
}

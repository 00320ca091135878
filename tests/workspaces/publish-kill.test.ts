import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doTask, plainEnvironment, planPath, planText, plannedRepository, type Repository } from './repository.ts'

let repository: Repository
let folder: string
let script: string
let expected: string
let calls = 0

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'millwright-kill-')))
  script = path.join(folder, 'publish-once.mjs')
  await build({
    entryPoints: [path.join(import.meta.dirname, 'publish-once.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  repository = plannedRepository()
  repository.write('gone/deep/file.txt', 'g')
  repository.commit('more')
  const workspaces = await repository.open()
  await workspaces.begin()
  await doTask(repository, workspaces, 'T001', (it) => {
    writeFileSync(path.join(it, 'src/b.txt'), 'b2\n')
    writeFileSync(path.join(it, 'new.txt'), 'new\n')
    writeFileSync(path.join(it, 'src/large.txt'), 'large\n'.repeat(20_000))
    rmSync(path.join(it, 'gone'), { recursive: true })
  })
  // The human in the middle of work: a commit of their own, an edited plan, staged, changed and untracked files.
  repository.write('mine.txt', 'mine')
  repository.commit('mine')
  repository.write(planPath, `${planText}- [ ] T004 four\n`)
  repository.write('src/a.txt', 'changed\n')
  repository.write('staged.txt', 'staged')
  repository.git('add', 'staged.txt')
  repository.write('untracked.txt', 'u')
  const whole = copy('whole')
  calls = publish(whole, { shim: 'count' }).calls
  expected = stateOf(whole)
})
afterAll(async () => {
  await repository.end()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The repository and its state folder as they were before the publish. */
function copy(name: string): string {
  const target = path.join(folder, name)
  cpSync(repository.root, path.join(target, 'project'), {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  })
  cpSync(repository.state, path.join(target, 'state'), { recursive: true })
  return target
}

/** Runs a publish in a process of its own, which the shim or the stage may kill; `limit` is that of a file's size. */
function publish(
  at: string,
  how: { shim?: string; stage?: string; limit?: number } = {},
): { calls: number; output: string; signal: string | null } {
  const bin = path.join(at, 'bin')
  // One folder per process: a git that outlives its executor may still count.
  const counted = mkdtempSync(path.join(at, 'calls-'))
  let searched = process.env['PATH'] ?? ''
  if (how.shim !== undefined) {
    mkdirSync(bin, { recursive: true })
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
    const [when, number] = how.shim.split(' ')
    writeFileSync(
      path.join(bin, 'git'),
      [
        '#!/bin/sh',
        'n=1',
        `while [ $n -lt 100 ] && ! mkdir "${counted}/$n" 2>/dev/null; do n=$((n+1)); done`,
        ...(when === 'before' ? [`if [ $n = ${number} ]; then kill -9 $PPID; exit 1; fi`] : []),
        ...(when === 'after' ? [`if [ $n = ${number} ]; then ${real} "$@"; kill -9 $PPID; exit 1; fi`] : []),
        `exec ${real} "$@"`,
      ].join('\n'),
      { mode: 0o755 },
    )
    searched = `${bin}${path.delimiter}${searched}`
  }
  const args = [script, path.join(at, 'project'), path.join(at, 'state'), 'T001', how.stage ?? '']
  const env = { ...plainEnvironment(at), PATH: searched }
  const limited = how.limit === undefined ? '' : `ulimit -f ${how.limit}; `
  const ended = spawnSync('sh', ['-c', `${limited}exec "$@"`, 'sh', process.execPath, ...args], {
    env,
    encoding: 'utf8',
  })
  return { calls: readdirSync(counted).length, output: ended.stdout + ended.stderr, signal: ended.signal }
}

function gitIn(at: string, ...args: string[]): string {
  const root = path.join(at, 'project')
  return execFileSync('git', args, { cwd: root, env: plainEnvironment(at), encoding: 'utf8', stdio: 'pipe' })
}

/** Everything a human could see: commits, index, files, and that no lock is left. */
function stateOf(at: string): string {
  const refs = gitIn(at, 'rev-parse', 'HEAD', 'refs/millwright/run=201/tip', 'refs/millwright/run=201/published')
  return `${refs}\n${checkoutOf(at)}`
}

function checkoutOf(at: string): string {
  const root = path.join(at, 'project')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((it) => !it.startsWith('.git/') && it !== '.git' && statSync(path.join(root, it)).isFile())
    .sort()
    .map((it) => `${it}: ${readFileSync(path.join(root, it), 'utf8')}`)
  const locks = readdirSync(path.join(root, '.git')).filter((it) => it.includes('lock') || it.includes('millwright'))
  return [
    gitIn(at, 'ls-files', '-s'),
    gitIn(at, 'status', '--porcelain'),
    files.join('\n'),
    `locks: ${locks.filter((it) => it !== 'millwright').join()}`,
  ].join('\n')
}

describe('a publish that is killed', () => {
  test('whole, ends as it should', () => {
    expect(expected).toContain('- [X] T001')
    expect(expected).toContain('b2\n')
    expect(expected).toContain(' M src/a.txt')
    expect(expected).toContain('A  staged.txt')
    expect(expected).toContain('locks: \n'.trim())
    expect(calls).toBeGreaterThan(10)
  })

  test.each(['locked', 'files', 'index', 'branch'])('at the stage "%s" is completed by a repeat', (stage) => {
    const at = copy(`stage-${stage}`)
    expect(publish(at, { stage }).signal).toBe('SIGKILL')
    expect(existsSync(path.join(at, 'project/.git/index.lock'))).toBe(true)
    expect(publish(at).output).toContain('published')
    expect(stateOf(at)).toBe(expected)
  })

  // Before one call is after the one before it: every gap between two calls is tried from one of its sides.
  test.each([
    ['before', 1],
    ['after', 2],
  ])(
    '%s its git calls is completed by a repeat',
    (when, first) => {
      for (let call = first; call <= calls; call += 2) {
        const at = copy(`${when}-${call}`)
        publish(at, { shim: `${when} ${call}` })
        const repeated = publish(at)
        expect(repeated.output, `${when} call ${call}`).toContain('published')
        expect(stateOf(at), `${when} call ${call}`).toBe(expected)
      }
    },
    120_000,
  )

  test('because a file cannot be written whole leaves no half of it, and is completed by a repeat', () => {
    const at = copy('no-space')
    const before = checkoutOf(at)
    expect(publish(at, { limit: 64 }).output).not.toContain('published')
    expect(checkoutOf(at)).toBe(before)
    expect(publish(at).output).toContain('published')
    expect(stateOf(at)).toBe(expected)
  })

  test('leaves a lock that the human may remove, and still nothing is lost', () => {
    const at = copy('unlocked')
    publish(at, { stage: 'files' })
    rmSync(path.join(at, 'project/.git/index.lock'))
    expect(publish(at).output).toContain('published')
    expect(stateOf(at)).toBe(expected)
  })
})

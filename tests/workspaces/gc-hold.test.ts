/** No garbage collection begins beside a run: the lock is git's own, and git itself says what it makes of it. */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGcHold } from '../../src/workspaces/git/gc-hold.ts'
import { makeRepository, planPath, planText, plainEnvironment, snapshot, type Repository } from './repository.ts'

let repository: Repository

beforeEach(() => {
  repository = makeRepository()
  repository.write(planPath, planText)
  repository.commit('begin')
})

afterEach(() => repository.end())

const lock = (): string => path.join(repository.root, '.git', 'gc.pid')
const ours = `${process.pid} ${hostname()} millwright`

/** An object that no reference names, as each is right after it was written. */
function writeUnnamed(): string {
  const input = 'new'
  return execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: repository.root, input, encoding: 'utf8' }).trim()
}

function collect(...more: readonly string[]): { readonly code: number | null; readonly said: string } {
  const args = ['gc', '--prune=now', ...more]
  const ended = spawnSync('git', args, {
    cwd: repository.root,
    env: plainEnvironment(tmpdir()),
    encoding: 'utf8',
  })
  return { code: ended.status, said: ended.stderr }
}

describe('a repository that a run writes to', () => {
  test('is not collected, which git says with our process, until the run has ended', async () => {
    const workspaces = await repository.open()
    await workspaces.begin()
    const object = writeUnnamed()

    const refused = collect()
    expect(refused.said).toMatch(new RegExp(`gc is already running.* pid ${process.pid}\\b`))
    expect(refused.code).not.toBe(0)
    expect(repository.git('cat-file', '-t', object)).toBe('blob')

    await workspaces.close()
    expect(existsSync(lock())).toBe(false)
    expect(collect().code).toBe(0)
    expect(() => repository.git('cat-file', '-t', object)).toThrow()
  })

  test('is not collected by a collection that git starts by itself either, which goes away without a word', async () => {
    await (await repository.open()).begin()
    expect(collect('--auto', '--quiet')).toEqual({ code: 0, said: '' })
  })

  test('is held off again by the next step that writes, whichever it is, where somebody forced a collection', async () => {
    const workspaces = await repository.open()
    const { tip } = await workspaces.begin()
    const at = tip ?? ''
    const commit = { is: 'integrate', stage: 'commit', task: null, tree: null, tip: at, author: 'millwright' } as const
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      begin: () => workspaces.begin(),
      prepare: () => workspaces.prepare({ is: 'prepare-workspace', workspace: 'T001', kind: 'worktree', from: null }),
      restore: () => workspaces.restore('T001', at),
      guard: () => workspaces.guard('T001', at),
      snapshot: () => workspaces.snapshot(snapshot('T001', at)),
      merge: () => workspaces.merge({ is: 'integrate', stage: 'merge', workspace: 'T001', draft: at, base: at }),
      commit: () => workspaces.commit(commit),
      move: () => workspaces.move({ is: 'integrate', stage: 'move', commit: at, oldTip: at }),
      publish: () => workspaces.publish({ is: 'publish', tip: at }),
      materialise: () => workspaces.materialise(at),
      keep: () => workspaces.keep('T001', 'kept'),
      dispose: () => workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' }),
    }
    for (const [name, step] of Object.entries(steps)) {
      expect(collect('--force', '--quiet').code).toBe(0)
      expect(existsSync(lock())).toBe(false)
      await step()
      expect([name, readFileSync(lock(), 'utf8')]).toEqual([name, ours])
    }
  })
})

describe('the lock', () => {
  test('of a collection that is under way is waited for, which is told', async () => {
    const other = spawn('sleep', ['60'])
    writeFileSync(lock(), `${other.pid} ${hostname()}`)
    const theirs = `${other.pid} ${hostname()}`
    const told: string[] = []
    const hold = openGcHold(path.join(repository.root, '.git'), (text) => {
      told.push(text, readFileSync(lock(), 'utf8'))
      other.kill('SIGKILL')
    })
    await Promise.all([hold.keep(), once(other, 'exit')])
    expect(told).toEqual([`waiting for a garbage collection of git (process ${theirs}) to end`, theirs])
    expect(readFileSync(lock(), 'utf8')).toBe(ours)
    hold.release()
  })

  test('of a collection that lasts and of one on another machine are left alone', async () => {
    const other = spawn('sleep', ['60'])
    try {
      for (const by of [`${other.pid} ${hostname()}`, `${spawnSync('true').pid} elsewhere`]) {
        writeFileSync(lock(), by)
        const hold = openGcHold(path.join(repository.root, '.git'), undefined, 0)
        await hold.keep()
        await hold.keep()
        hold.release()
        expect(readFileSync(lock(), 'utf8')).toBe(by)
      }
    } finally {
      other.kill('SIGKILL')
      await once(other, 'exit')
    }
  })

  test('of a run beside is as good as ours: nobody waits for it, and nobody takes it away', async () => {
    const other = spawn('sleep', ['60'])
    const by = `${other.pid} ${hostname()} millwright`
    try {
      writeFileSync(lock(), by)
      const hold = openGcHold(path.join(repository.root, '.git'))
      await hold.keep()
      hold.release()
      expect([readFileSync(lock(), 'utf8'), other.exitCode]).toEqual([by, null])
    } finally {
      other.kill('SIGKILL')
      await once(other, 'exit')
    }
  })

  test('of a process that is gone, one that git takes no notice of by its age, and one cut off in writing are replaced', async () => {
    const gone = spawnSync('true').pid
    const old = new Date(Date.now() - 13 * 60 * 60 * 1000)
    for (const [by, at] of [
      [`${gone} ${hostname()}`, null],
      ['1 elsewhere', old],
      ['', null],
    ] as const) {
      writeFileSync(lock(), by)
      if (at !== null) utimesSync(lock(), at, at)
      const hold = openGcHold(path.join(repository.root, '.git'))
      await hold.keep()
      expect(readFileSync(lock(), 'utf8')).toBe(ours)
      hold.release()
      expect(existsSync(lock())).toBe(false)
    }
  })

  test('is kept young, so that git goes on taking notice of it', async () => {
    const hold = openGcHold(path.join(repository.root, '.git'))
    await hold.keep()
    const old = new Date(Date.now() - 11 * 60 * 60 * 1000)
    utimesSync(lock(), old, old)
    await hold.keep()
    expect(Date.now() - statSync(lock()).mtimeMs).toBeLessThan(60 * 60 * 1000)
    hold.release()
  })

  test('that cannot be written is no reason to stop', async () => {
    rmSync(path.join(repository.root, '.git'), { recursive: true })
    const hold = openGcHold(path.join(repository.root, '.git'))
    await hold.keep()
    hold.release()
    expect(existsSync(lock())).toBe(false)
  })
})

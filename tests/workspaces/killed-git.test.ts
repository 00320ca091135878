/** A git that somebody ends says nothing of the work: it is called again. The git here is a program in front of the real one. */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type GitInFront, putInFrontOfGit } from '../rig/git-in-front.ts'
import { doTask, plannedRepository, prepared, snapshot, type Repository } from './repository.ts'

let repository: Repository
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await repository.end()
})

function putInFront(does: (git: string) => string): GitInFront['calls'] {
  const front = putInFrontOfGit(repository.top, ({ git }) => does(git))
  vi.stubEnv('PATH', front.path)
  return front.calls
}

/** A task from its workspace to the branch. */
async function work(): Promise<string> {
  const workspaces = await repository.open()
  try {
    await workspaces.begin()
    const commit = await doTask(repository, workspaces, 'T001', (folder) => {
      appendFileSync(path.join(folder, 'src/a.txt'), 'a8\n')
      writeFileSync(path.join(folder, 'src/new.txt'), 'new\n')
    })
    const published = await workspaces.publish({ is: 'publish', tip: commit })
    expect(repository.read('src/new.txt')).toBe('new\n')
    vi.unstubAllEnvs()
    return `${published.is} ${repository.git('rev-parse', `${commit}^{tree}`, 'main^{tree}')}${repository.git('status', '--porcelain')}`
  } finally {
    vi.unstubAllEnvs()
    await workspaces.close()
  }
}

test('moving references is ended five times in a row: nobody has moved them meanwhile, and the task comes to its end', async () => {
  const front = putInFrontOfGit(repository.top, ({ folder }) =>
    [
      `case "$*" in *update-ref*)`,
      `  if test "$(cat '${folder}/killed' 2>/dev/null | wc -c)" -lt 5; then printf x >> '${folder}/killed'; kill -9 $$; fi;;`,
      `esac`,
    ].join('\n'),
  )
  vi.stubEnv('PATH', front.path)
  expect(await work()).toMatch(/^published /)
  expect(readFileSync(path.join(front.folder, 'killed'), 'utf8')).toBe('xxxxx')
})

test('each git that moves references is ended when it has done so, before it says so: it is found done', async () => {
  const front = putInFrontOfGit(
    repository.top,
    ({ git }) =>
      `case "$*" in *update-ref*) '${git}' "$@" | while read -r said; do test "$said" != 'commit: ok' || kill -9 $$; done; kill -9 $$;; esac`,
  )
  vi.stubEnv('PATH', front.path)
  expect(await work()).toMatch(/^published /)
})

test.each([
  ['before it has done anything', () => 'kill -9 $$'],
  [
    'with its lock of the index in place',
    () => 'case "$*" in *ls-files*) ;; *) test -z "$GIT_INDEX_FILE" || : > "$GIT_INDEX_FILE.lock";; esac; kill -9 $$',
  ],
  ['when it has done all', (git: string) => `'${git}' "$@"; kill -9 $$`],
])('whichever call is ended %s, a task comes to its end as if nothing had been', async (_, killed) => {
  const expected = await work()
  await repository.end()
  repository = plannedRepository()
  const calls = putInFront(() => '')
  expect(await work()).toBe(expected)
  const count = calls().length
  expect(count).toBeGreaterThan(8)
  const found: string[] = []
  for (let at = 1; at <= count; at += 1) {
    await repository.end()
    repository = plannedRepository()
    const calls = putInFront((git) => `if [ $n = ${at} ]; then ${killed(git)}; fi`)
    const is = await work().catch((error: unknown) => String(error))
    if (is !== expected) found.push(`${calls()[at - 1] ?? ''}: ${is}`)
  }
  expect(found).toEqual([])
})

test('one that is ended each time is named, with the signal', async () => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T001')
  writeFileSync(path.join(folder, 'work.txt'), 'done')
  const calls = putInFront(() => 'case "$*" in *write-tree*) kill -9 $$;; esac')
  expect(await workspaces.snapshot(snapshot('T001', base))).toMatchObject({
    is: 'failed',
    failure: { reason: 'git write-tree: ended by SIGKILL' },
  })
  expect(calls().filter((it) => it.includes('write-tree'))).toHaveLength(3)
  expect(readFileSync(path.join(folder, 'work.txt'), 'utf8')).toBe('done')
})

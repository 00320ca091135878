/** A pipe in the place of a file that git reads: git waits there, and nobody writes into it. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runGit } from '../../src/workspaces/git/run-git.ts'
import { doTask, plannedRepository, type Repository } from './repository.ts'

let repository: Repository
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(() => repository.end())

const pipe = (file: string): void => void execFileSync('mkfifo', [file])

test.skipIf(process.platform === 'win32')('that an agent leaves in its workspace holds up nobody', async () => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const commit = await doTask(repository, workspaces, 'T001', (folder) => {
    writeFileSync(path.join(folder, 'src/new.txt'), 'new\n')
    mkdirSync(path.join(folder, 'deep/er'), { recursive: true })
    writeFileSync(path.join(folder, 'deep/er/file.txt'), 'deep\n')
    pipe(path.join(folder, '.gitattributes'))
    pipe(path.join(folder, 'deep/er/.gitignore'))
  })
  await workspaces.publish({ is: 'publish', tip: commit })
  await workspaces.close()
  expect(repository.git('show', '--name-only', '--format=', 'main').split('\n').sort()).toEqual(
    expect.arrayContaining(['deep/er/file.txt', 'src/new.txt']),
  )
  expect(existsSync(path.join(repository.root, '.gitattributes'))).toBe(false)
})

test.skipIf(process.platform === 'win32')('in a folder of a person stays, and is named', async () => {
  const file = path.join(repository.root, '.gitignore')
  rmSync(file)
  pipe(file)
  const env = { GIT_DIR: path.join(repository.root, '.git'), GIT_WORK_TREE: repository.root }
  const listed = await runGit({ args: ['ls-files', '-o', '--exclude-standard'], cwd: repository.root, env })
  expect(listed).toMatchObject({ code: -1, err: `git waits at ${file}, which is no file` })
  expect(existsSync(file)).toBe(true)
  rmSync(file)
})

/** A program that escaped its attempt and goes on writing into the workspace, which has to be made anew for the next one. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { plannedRepository, prepared, snapshot, taken } from './repository.ts'

const repository = plannedRepository()
afterEach(() => repository.end())

const writer = `
  let count = 0
  process.stdin.resume().on('end', () => process.exit())
  const write = () => {
    for (let left = 200; left > 0; left -= 1) require('node:fs').writeFileSync('f' + count++, '')
    if (count === 200) process.stdout.write('writes')
    setImmediate(write)
  }
  write()
`

test('is left behind: the next attempt works in a whole checkout', async () => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T001')
  const sub = path.join(folder, 'sub')
  mkdirSync(sub)
  const escaped = spawn(process.execPath, ['-e', writer], { cwd: sub, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => escaped.once('close', resolve))
  try {
    await new Promise((resolve) => escaped.stdout.once('data', resolve))
    // What can only be cleared, as git does not read it.
    rmSync(path.join(folder, 'src'), { recursive: true })
    writeFileSync(path.join(folder, 'src'), 'a file in place of a folder')
    expect(await workspaces.restore('T001', base)).toMatchObject({ is: 'restored' })
    expect(readdirSync(folder).includes('sub')).toBe(false)
    expect(existsSync(path.join(folder, 'src/b.txt'))).toBe(true)
  } finally {
    escaped.stdin.end()
    await ended
  }
  expect(await taken(workspaces, snapshot('T001', base))).toMatchObject({ changes: [] })
})

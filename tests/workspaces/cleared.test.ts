/** A workspace that git cannot clean, nor anybody empty: the next attempt gets a new one, as whole as the first was. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plannedRepository, prepared, type Repository } from './repository.ts'

let repository: Repository
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(async () => {
  // Unlike Node it goes down folder by folder.
  execFileSync('rm', ['-rf', repository.state])
  await repository.end()
})

/** Longer than a path may be on any system: made of pieces that can be named, each put into the next one. */
function makeTooDeep(place: string): void {
  const piece = Array.from({ length: 4 }, () => 'x'.repeat(150))
  mkdirSync(place)
  for (let count = 0; count < 9; count++) {
    renameSync(place, `${place}-inner`)
    mkdirSync(path.join(place, ...piece), { recursive: true })
    renameSync(`${place}-inner`, path.join(place, ...piece, 'inner'))
  }
}

test('what cannot be removed is put away, and nothing is worked in that is half of it', async () => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T001')
  const whole = readdirSync(folder)
  mkdirSync(path.join(folder, 'out'))
  makeTooDeep(path.join(folder, 'out/deep'))
  expect(await workspaces.restore('T001', base)).toEqual({ is: 'restored', edited: false })
  expect(readdirSync(folder)).toEqual(whole)
})

test('the set-up runs there anew', async () => {
  const workspaces = await repository.open({
    settings: { setup: ['make'], share: [], copy: [] },
    runSetup: (folder) => {
      mkdirSync(path.join(folder, 'node_modules'))
      writeFileSync(path.join(folder, 'node_modules/a.js'), 'made')
      return Promise.resolve({ is: 'ready' })
    },
  })
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T001')
  mkdirSync(path.join(folder, 'out'))
  makeTooDeep(path.join(folder, 'out/deep'))
  expect(await workspaces.restore('T001', base)).toEqual({ is: 'restored', edited: false })
  expect(readFileSync(path.join(folder, 'node_modules/a.js'), 'utf8')).toBe('made')
})

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile, startProgram } from './programs/compile.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-folders-'))
let makeFolders = ''
beforeAll(async () => {
  makeFolders = await compile(path.join(import.meta.dirname, 'programs', 'make-folders.ts'), folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('several processes may make the same folders at the same moment', async () => {
  const programs = Array.from({ length: 4 }, () => startProgram(makeFolders, [path.join(folder, 'made'), '3000']))
  for (const it of programs) expect(await it.line()).toBe('ready')
  for (const it of programs) it.say('go')
  const refused = await Promise.all(programs.map(async (it) => JSON.parse(await it.line()) as string[]))
  expect(refused).toEqual([[], [], [], []])
  await Promise.all(programs.map((it) => it.ended))
})

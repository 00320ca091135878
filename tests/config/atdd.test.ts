/** `[atdd]`: how the tests of criteria are run, one by one. */

import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { testGates } from '../../src/config/gates.ts'
import { mergeSettings, noFlags } from '../../src/config/settings.ts'

const read = async (lines: string, source: 'user' | 'repository' = 'repository') =>
  readConfig(`[atdd]\n${lines}\n`, 'millwright.toml', source)

describe('the command', () => {
  test('is a list or a line, and what names a file is left out where none is named', async () => {
    const { config } = await read('run = "npx vitest run {file} --dir={dir} -t {name}"\nrunner = "vitest"')
    expect(config?.atdd).toMatchObject({
      tests: {
        run: ['npx', 'vitest', 'run', '{file}', '--dir={dir}', '-t', '{name}'],
        byName: ['npx', 'vitest', 'run', '-t', '{name}'],
        runner: 'vitest',
      },
    })
  })

  test.each([
    ['no place for the name', 'run = ["npm", "test"]', 'MW630'],
    ['a shell', 'run = "a {name} && b"', 'MW600'],
    ['an unknown runner', 'run = ["a", "{name}"]\nrunner = "mocha"', 'MW508'],
    ['a checklist outside', 'checklist = "../list.json"', 'MW508'],
    ['a secret', 'run = ["a", "{name}"]\nenv = ["NPM_TOKEN"]', 'MW607'],
  ])('with %s is told at its place', async (_, lines, code) => {
    const { diagnostics } = await read(lines)
    expect(diagnostics.map((it) => it.code)).toContain(code)
    expect(diagnostics[0]?.span?.offset).toBeGreaterThan(0)
  })
})

test('a repository says it over its user, and both forms of the command have to be trusted', async () => {
  const [user, repository] = [
    (await read('run = ["mine", "{name}"]\nchecklist = "list.json"', 'user')).config,
    (await read('run = ["theirs", "{file}::{name}"]\nby_name = ["theirs", "-k", "{name}"]')).config,
  ]
  const { settings } = mergeSettings({ dialect: {}, user, repository, flags: noFlags })
  expect(settings.atdd.checklist).toBe('list.json')
  const { tests } = settings.atdd
  if (tests === null) throw new Error('no command')
  expect(testGates(tests).map(({ argv, source }) => [argv, source])).toEqual([
    [['theirs', '{file}::{name}'], 'repository'],
    [['theirs', '-k', '{name}'], 'repository'],
  ])
})

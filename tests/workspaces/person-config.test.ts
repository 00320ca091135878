import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authorIn, lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { readPersonConfig } from '../../src/workspaces/git/person-config.ts'
import { plannedRepository, prepared, snapshot, taken, type Repository } from './repository.ts'

let repository: Repository
const saved = { ...process.env }

beforeEach(() => {
  repository = plannedRepository()
  const names = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'XDG_CONFIG_HOME']
  for (const name of names) Reflect.deleteProperty(process.env, name)
  process.env['HOME'] = path.join(repository.top, 'person')
  process.env['GIT_CONFIG_NOSYSTEM'] = '1'
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, saved)
  return repository.end()
})

function ofPerson(file: string, text: string): string {
  const at = path.join(repository.top, 'person', file)
  mkdirSync(path.dirname(at), { recursive: true })
  writeFileSync(at, text)
  return at
}

/** Files of a draft in which `kept.txt` and a file that the person ignores everywhere were made. */
async function drafted(): Promise<string[]> {
  const workspaces = await repository.open({ git: await lookAtGit(repository.root) })
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T001')
  for (const name of ['kept.txt', 'of.mine']) writeFileSync(path.join(folder, name), 'x\n')
  const draft = await taken(workspaces, snapshot('T001', base))
  return repository.git('diff-tree', '-r', '--name-only', base, draft.commit!).split('\n')
}

const author = async (): Promise<unknown> => authorIn(await readPersonConfig((await lookAtGit(repository.root))!))

test('both files of the person are read, as git reads them', async () => {
  ofPerson(
    '.config/git/config',
    '[core]\n\texcludesFile = ~/ignored\n[user]\n\tname = Ada\n\temail = old@example.org\n',
  )
  ofPerson('.gitconfig', '[user]\n\temail = ada@example.org\n')
  ofPerson('ignored', '*.mine\n')
  expect(await author()).toEqual({ name: 'Ada', email: 'ada@example.org' })
  expect(await drafted()).toEqual(['kept.txt'])
})

test('a file named by GIT_CONFIG_GLOBAL stands for both', async () => {
  ofPerson('.gitconfig', '[user]\n\tname = Ada\n\temail = ada@example.org\n')
  process.env['GIT_CONFIG_GLOBAL'] = ofPerson('other', '[core]\n\texcludesFile = ~/ignored\n')
  ofPerson('ignored', '*.mine\n')
  expect(await author()).toBe(null)
  expect(await drafted()).toEqual(['kept.txt'])
})

test.each([
  ['~/.config', '.config', false],
  ['XDG_CONFIG_HOME', 'elsewhere', true],
])('the ignore file that git looks for in %s holds', async (_name, folder, named) => {
  if (named) process.env['XDG_CONFIG_HOME'] = path.join(repository.top, 'person', folder)
  ofPerson(`${folder}/git/ignore`, '*.mine\n')
  expect(await drafted()).toEqual(['kept.txt'])
})

test('a key without a value is true, and of several values the last one counts', async () => {
  ofPerson('.gitconfig', '[core]\n\tautocrlf\n[user]\n\tname = One\n\tname = "Two\\nlines"\n')
  const config = new Map(await readPersonConfig((await lookAtGit(repository.root))!))
  expect(config.get('core.autocrlf')).toBe('true')
  expect(config.get('user.name')).toBe('Two\nlines')
})

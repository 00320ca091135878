/** What is installed in the environment that is active goes into one of the workspace. */

import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { leadInto } from '../../src/system/environment.ts'
import { activeEnvironments, placesIn } from '../../src/workspaces/active-environments.ts'
import { hasVenv, makeVenv } from '../rig/python.ts'
import { plannedRepository, prepared, snapshot, type Repository } from './repository.ts'

if (!hasVenv) console.log('skipped: no python3 with venv here')

let repository: Repository
/** `site-packages`, relative to the checkout. */
let site = ''
beforeEach(() => {
  repository = plannedRepository()
  repository.write('.gitignore', '.venv/\n')
  repository.commit('Begin')
})
afterEach(async () => repository.end())

function makeEnvironment(at: string): void {
  site = path.relative(repository.root, makeVenv(path.join(repository.root, at), '--without-pip'))
  repository.write(path.join(site, 'tool/__init__.py'), 'x = 1\n')
  repository.write(path.join(site, 'tool-1.dist-info/RECORD'), '')
}

describe.runIf(hasVenv)('an active environment', () => {
  test('is one that lies in the checkout, by the variable or by the search path', () => {
    makeEnvironment('services/api/.venv')
    const { root, top } = repository
    makeVenv(path.join(top, 'other'), '--without-pip')
    mkdirSync(path.join(root, 'bin'))
    symlinkSync(root, path.join(top, 'link'))
    symlinkSync(path.join(top, 'other'), path.join(root, 'elsewhere'))
    const own = ['services/api/.venv']
    expect(activeEnvironments(root, { VIRTUAL_ENV: `${root}/services/api/.venv` })).toEqual(own)
    expect(activeEnvironments(root, { PATH: `/usr/bin:${top}/link/services/api/.venv/bin` })).toEqual(own)
    expect(activeEnvironments(`${top}/link`, { VIRTUAL_ENV: `${root}/services/api/.venv` })).toEqual(own)
    for (const at of ['', 'services', 'elsewhere', '../other', 'none'])
      expect(activeEnvironments(root, { VIRTUAL_ENV: path.join(root, at), PATH: `${root}/bin::bin` })).toEqual([])
  })

  test('is each workspace’s own for a set-up, which runs again when yours or the workspace’s is another one', async () => {
    makeEnvironment('.venv')
    const { root } = repository
    const runs: string[] = []
    const workspaces = await repository.open({
      settings: { setup: ['pip', 'install', '.'], share: [], copy: [] },
      active: ['.venv'],
      runSetup: (folder) => {
        const bin = leadInto({ PATH: `${root}/.venv/bin` }, root, placesIn(folder))['PATH'] ?? ''
        const packages = path.join(bin, '../..', site)
        // As installers exchange a package: the file goes, and another one comes.
        const tool = path.join(packages, 'tool/__init__.py')
        expect([readFileSync(tool, 'utf8'), bin.startsWith(root)]).toEqual(['x = 1\n', false])
        rmSync(tool)
        writeFileSync(tool, 'x = 2\n')
        writeFileSync(path.join(packages, 'calc.pth'), `${folder}\n`)
        runs.push(packages)
        return Promise.resolve({ is: 'ready' })
      },
    })
    await workspaces.begin()
    const { folder: one, base } = await prepared(workspaces, 'T001')
    await prepared(workspaces, 'T002')
    expect(new Set(runs).size).toBe(2)
    expect(readFileSync(path.join(runs[0] ?? '', 'calc.pth'), 'utf8')).toBe(`${one}\n`)
    expect(repository.read(path.join(site, 'tool/__init__.py'))).toBe('x = 1\n')
    expect(repository.has(path.join(site, 'calc.pth'))).toBe(false)
    const again = async (): Promise<number> => {
      const before = runs.length
      expect(await workspaces.restore('T001', base)).toMatchObject({ is: 'restored' })
      return runs.length - before
    }
    expect(await again()).toBe(0)
    writeFileSync(path.join(runs[0] ?? '', 'by-an-agent.py'), '')
    expect(await again()).toBe(1)
    repository.write(path.join(site, 'other-1.dist-info/RECORD'), '')
    expect(await again()).toBe(1)
    expect(await again()).toBe(0)
  })

  test('leads to the workspace from where it stands; what an agent installs there goes before gates judge', async () => {
    makeEnvironment('services/.venv')
    const { root } = repository
    repository.write(path.join(site, 'near.pth'), '../../../../../src\n')
    repository.write(path.join(site, 'far.pth'), `${root}/src\n`)
    symlinkSync('../../../../../src', path.join(root, site, 'linked'))
    const workspaces = await repository.open({ active: ['services/.venv'] })
    await workspaces.begin()
    const { folder, base } = await prepared(workspaces, 'T001')
    const packages = path.join(path.dirname(folder), 'python.environments', site)
    for (const it of ['near.pth', 'far.pth'])
      expect(readFileSync(path.join(packages, it), 'utf8')).toBe(`${folder}/src\n`)
    expect(readlinkSync(path.join(packages, 'linked'))).toBe(path.join(folder, 'src'))
    expect(readFileSync(path.join(packages, '../../../bin/activate'), 'utf8')).toContain(
      path.join(path.dirname(folder), 'python.environments/services/.venv'),
    )
    writeFileSync(path.join(packages, 'by_agent.py'), '')
    expect(await workspaces.snapshot(snapshot('T001', base))).toMatchObject({ installed: ['services/.venv'] })
    await workspaces.restore('T001', base, { keep: false, isJudged: true })
    expect(() => readFileSync(path.join(packages, 'by_agent.py'))).toThrow()
    // A link that somebody puts in its place is not followed.
    const [beside, precious] = [
      path.join(path.dirname(folder), 'python.environments'),
      path.join(repository.top, 'mine'),
    ]
    for (const it of ['services', '']) {
      rmSync(path.join(beside, it), { recursive: true })
      mkdirSync(precious, { recursive: true })
      symlinkSync(precious, path.join(beside, it))
      await workspaces.restore('T001', base)
      expect([readdirSync(precious), readdirSync(packages).includes('far.pth')]).toEqual([[], true])
    }
  })
})

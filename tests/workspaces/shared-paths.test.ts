/** What a workspace shares leads to its own content where it leads back into the project. */

import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownSources, sourceVariables } from '../../src/workspaces/own-sources.ts'
import { holdsOwn, isShared, sharePath } from '../../src/workspaces/shared-paths.ts'

let top = ''
let root = ''
let files = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mw-shared-')))
  root = path.join(top, 'project')
  files = path.join(top, 'workspace')
  write('packages/lib/index.js', 'checkout')
  mkdirSync(path.join(files, 'packages/lib'), { recursive: true })
  writeFileSync(path.join(files, 'packages/lib/index.js'), 'draft')
})
afterEach(() => {
  rmSync(top, { recursive: true })
})

function write(name: string, text: string): void {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
/** The clock of a file system moves by steps. */
function changeLater(name: string, than: string): void {
  const after = lstatSync(than).ctimeMs
  do write(name, 'other')
  while (lstatSync(path.join(root, name)).ctimeMs <= after)
}
const shown = (name: string): string => readFileSync(path.join(files, 'node_modules', name), 'utf8')

describe('installed packages', () => {
  const kindOf = (name: string): string => {
    const there = lstatSync(path.join(files, 'node_modules', name), { throwIfNoEntry: false })
    if (there?.isSymbolicLink() === true) return readlinkSync(path.join(files, 'node_modules', name)).replace(top, '')
    return there === undefined ? 'nothing' : there.isDirectory() ? 'folder' : 'file'
  }

  test('are links in folders of the workspace, and a second call makes none anew', () => {
    for (const it of ['tool/index.js', '@x/other/index.js', '.package-lock.json', '.vite/a', '.cache/a', '.prisma/a'])
      write(`node_modules/${it}`, it)
    write('node_modules/.bin/called', 'called')
    symlinkSync('../tool/index.js', path.join(root, 'node_modules/.bin/tool'))
    write('node_modules/.pnpm/a@1/node_modules/a/index.js', 'a')
    write('node_modules/.pnpm/lock.yaml', 'lock')
    symlinkSync('../../b@1/node_modules/b', path.join(root, 'node_modules/.pnpm/a@1/node_modules/b'))
    sharePath(root, files, 'node_modules')
    const names = ['', '@x', '.bin', '.pnpm', '.pnpm/a@1/node_modules']
    expect(names.map(kindOf)).toEqual(names.map(() => 'folder'))
    const links = ['tool', '@x/other', '.prisma', '.pnpm/a@1/node_modules/a', '.pnpm/a@1/node_modules/b']
    expect(links.map(kindOf)).toEqual(links.map((it) => `/project/node_modules/${it}`))
    expect(['.package-lock.json', '.bin/called', '.pnpm/lock.yaml'].map(kindOf)).toEqual(['file', 'file', 'file'])
    expect(['.bin/tool', '.vite', '.cache'].map(kindOf)).toEqual(['../tool/index.js', 'nothing', 'nothing'])
    const made = lstatSync(path.join(files, 'node_modules/tool'))
    sharePath(root, files, 'node_modules')
    expect(lstatSync(path.join(files, 'node_modules/tool')).ino).toBe(made.ino)
    expect(holdsOwn(root, files, 'node_modules')).toBe(false)
  })

  test.each<readonly [string, boolean, (folder: string) => void]>([
    ['a package', true, (it) => mkdirSync(path.join(it, 'two'))],
    [
      'a package in the place of a link',
      true,
      (it) => {
        rmSync(path.join(it, 'one'))
        mkdirSync(path.join(it, 'one'))
      },
    ],
    ['a package in a scope of its own', true, (it) => mkdirSync(path.join(it, '@y/two'), { recursive: true })],
    ['a package of a store', true, (it) => mkdirSync(path.join(it, '.pnpm/b@1/node_modules/b'), { recursive: true })],
    ['a link to elsewhere', true, (it) => symlinkSync('.pnpm/b', path.join(it, 'two'))],
    ['a program', true, (it) => writeFileSync(path.join(it, '.bin/one'), 'other')],
    [
      'another folder of links',
      true,
      (it) => {
        rmSync(it, { recursive: true })
        symlinkSync(top, it)
      },
    ],
    ['nothing: a cache', false, (it) => mkdirSync(path.join(it, '.vite'))],
    ['nothing: a link is gone', false, (it) => rmSync(path.join(it, 'one'))],
    ['nothing: all is gone', false, (it) => rmSync(it, { recursive: true })],
    ['nothing: the person installs', false, () => write('node_modules/@z/two/index.js', '2')],
    ['nothing: the person removes', false, () => rmSync(path.join(root, 'node_modules/@x'), { recursive: true })],
    [
      'nothing: the person changes a program',
      false,
      (it) => changeLater('node_modules/.bin/one', path.join(it, '.bin/one')),
    ],
  ])('tell what somebody put there: %s', (_, isTold, change) => {
    for (const it of ['one/index.js', '@x/other/index.js', '.bin/one', '.pnpm/a@1/node_modules/a/index.js'])
      write(`node_modules/${it}`, it)
    sharePath(root, files, 'node_modules')
    change(path.join(files, 'node_modules'))
    expect([holdsOwn(root, files, 'node_modules'), isShared(root, files, 'node_modules')]).toEqual([isTold, false])
    sharePath(root, files, 'node_modules')
    expect([holdsOwn(root, files, 'node_modules'), isShared(root, files, 'node_modules')]).toEqual([false, true])
  })

  test.each([
    ['@x/lib', '../../packages/lib'],
    ['lib', '../packages/lib'],
    ['absolute', null],
  ])('of the project itself are those of the workspace: %s', (name, target) => {
    write('node_modules/tool/index.js', 'tool')
    write('node_modules/@x/other/index.js', 'other')
    mkdirSync(path.join(root, 'node_modules', path.dirname(name)), { recursive: true })
    symlinkSync(target ?? path.join(root, 'packages/lib'), path.join(root, 'node_modules', name))
    sharePath(root, files, 'node_modules')
    sharePath(root, files, 'node_modules')
    expect(shown(`${name}/index.js`)).toBe('draft')
    expect(shown('tool/index.js')).toBe('tool')
    expect(shown('@x/other/index.js')).toBe('other')
    expect(readFileSync(path.join(root, 'packages/lib/index.js'), 'utf8')).toBe('checkout')
  })

  test('that are the project itself are the workspace', () => {
    symlinkSync('..', mkdirAndName('node_modules/me'))
    sharePath(root, files, 'node_modules')
    expect(shown('me/packages/lib/index.js')).toBe('draft')
  })

  test('bring programs that lead into the workspace, and those of others as they are', () => {
    write('node_modules/tool/cli.js', 'tool')
    mkdirSync(path.join(root, 'node_modules/.bin'))
    symlinkSync('../packages/lib', path.join(root, 'node_modules/lib'))
    symlinkSync('../lib/index.js', path.join(root, 'node_modules/.bin/lib'))
    symlinkSync('../tool/cli.js', path.join(root, 'node_modules/.bin/tool'))
    sharePath(root, files, 'node_modules')
    expect(shown('.bin/lib')).toBe('draft')
    expect(shown('.bin/tool')).toBe('tool')
  })

  test('made anew: what an agent put there is gone, and what it led to stays', () => {
    symlinkSync('../packages/lib', mkdirAndName('node_modules/lib'))
    sharePath(root, files, 'node_modules')
    writeFileSync(path.join(files, 'node_modules/fake.js'), '')
    rmSync(path.join(files, 'node_modules/lib'))
    sharePath(root, files, 'node_modules')
    expect(shown('lib/index.js')).toBe('draft')
    expect(lstatSync(path.join(files, 'node_modules/fake.js'), { throwIfNoEntry: false })).toBeUndefined()
    expect(readFileSync(path.join(root, 'packages/lib/index.js'), 'utf8')).toBe('checkout')
  })

  test('of a store beside them stay installed ones', () => {
    write('node_modules/.store/tool/package/index.js', 'tool')
    symlinkSync('.store/tool/package', path.join(root, 'node_modules/tool'))
    sharePath(root, files, 'node_modules')
    expect(kindOf('.store/tool/package')).toBe('/project/node_modules/.store/tool/package')
    expect(shown('tool/index.js')).toBe('tool')
  })

  describe('that one of the project serves', () => {
    const asks = (name: string, peer: string): string => JSON.stringify({ name, peerDependencies: { [peer]: '*' } })
    const program = (peer: string): string => `module.exports = require('${peer}')`
    const says = (name: string): string =>
      execFileSync(process.execPath, ['-p', `require('${name}').says`], { cwd: files, encoding: 'utf8' }).trim()
    beforeEach(() => {
      write('packages/lib/index.js', `exports.says = 'checkout'`)
      writeFileSync(path.join(files, 'packages/lib/index.js'), `exports.says = 'draft'`)
    })

    test('lie in the workspace, also where others require them', () => {
      symlinkSync('../packages/lib', mkdirAndName('node_modules/lib'))
      write('node_modules/@x/plugin/package.json', asks('@x/plugin', 'lib'))
      write('node_modules/@x/plugin/index.js', program('lib'))
      write('node_modules/tool/package.json', asks('tool', '@x/plugin'))
      write('node_modules/tool/index.js', program('@x/plugin'))
      write('node_modules/other/package.json', asks('other', 'else'))
      write('node_modules/parent/package.json', '{}')
      write('node_modules/parent/index.js', program('within'))
      write('node_modules/parent/node_modules/within/package.json', asks('within', 'lib'))
      write('node_modules/parent/node_modules/within/index.js', program('lib'))
      sharePath(root, files, 'node_modules')
      expect([says('lib'), says('@x/plugin'), says('tool'), says('parent')]).toEqual(Array(4).fill('draft'))
      expect(readlinkSync(path.join(files, 'node_modules/other'))).toBe(path.join(root, 'node_modules/other'))
      expect([isShared(root, files, 'node_modules'), holdsOwn(root, files, 'node_modules')]).toEqual([true, false])
    })

    test('and somebody changed there are made anew', () => {
      symlinkSync('../packages/lib', mkdirAndName('node_modules/lib'))
      write('node_modules/plugin/package.json', asks('plugin', 'lib'))
      write('node_modules/plugin/index.js', program('lib'))
      sharePath(root, files, 'node_modules')
      writeFileSync(path.join(files, 'node_modules/plugin/index.js'), program('lib').toUpperCase())
      expect(isShared(root, files, 'node_modules')).toBe(false)
      sharePath(root, files, 'node_modules')
      expect([isShared(root, files, 'node_modules'), says('plugin')]).toEqual([true, 'draft'])
    })

    test('lie in the workspace where pnpm stores them', () => {
      const store = 'node_modules/.pnpm'
      write(`${store}/plugin@1/node_modules/plugin/package.json`, asks('plugin', '@x/lib'))
      write(`${store}/plugin@1/node_modules/plugin/index.js`, program('@x/lib'))
      symlinkSync('../../../../../packages/lib', mkdirAndName(`${store}/plugin@1/node_modules/@x/lib`))
      write(`${store}/tool@1/node_modules/tool/package.json`, asks('tool', 'plugin'))
      write(`${store}/tool@1/node_modules/tool/index.js`, program('plugin'))
      symlinkSync('../../plugin@1/node_modules/plugin', path.join(root, store, 'tool@1/node_modules/plugin'))
      write(`${store}/other@1/node_modules/other/index.js`, '')
      symlinkSync('.pnpm/tool@1/node_modules/tool', path.join(root, 'node_modules/tool'))
      symlinkSync(`../../../${store}/plugin@1/node_modules/plugin`, mkdirAndName('packages/app/node_modules/plugin'))
      for (const it of ['node_modules', 'packages/app/node_modules']) sharePath(root, files, it)
      writeFileSync(path.join(files, 'packages/app/index.js'), program('plugin'))
      expect([says('tool'), says('./packages/app')]).toEqual(['draft', 'draft'])
      const other = `${store}/other@1/node_modules/other`
      expect(readlinkSync(path.join(files, other))).toBe(path.join(root, other))
    })
  })
})

function mkdirAndName(name: string): string {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  return file
}

describe('an environment of Python in which the project is installed for editing', () => {
  const site = '.venv/lib/python3.11/site-packages'
  const nothing = { shared: [], copied: [], callers: [] }

  test.each([
    ['easy-install.pth', () => `${root}/src\n`, ['src']],
    ['__editable__.calc-0.1.pth', () => `${root}/src`, ['src']],
    ['calc.egg-link', () => `${root}\n.`, ['.']],
    [
      '__editable___calc_0_1_finder.py',
      () => `MAPPING: dict[str, str] = {'calc': '${root}/packages/lib'}\n`,
      ['packages'],
    ],
    ['__editable___a_finder.py', () => `MAPPING = {'a.b': '${root}/packages/lib'}\n`, ['.']],
    ['other.pth', () => '/usr\nimport os\n', []],
    ['distutils-precedence.pth', () => 'import os; os.path\n', []],
    ['README.txt', () => `${root}/packages\n`, []],
  ])('%s', (name, text, expected) => {
    mkdirSync(path.join(root, 'src'), { recursive: true })
    write(`${site}/${name}`, text())
    writeFileSync(path.join(root, '.venv/pyvenv.cfg'), '')
    expect(ownSources(root, {}, nothing).all).toEqual(expected)
  })

  test.each([
    ['that is active', 'elsewhere', (at: string) => ({ VIRTUAL_ENV: at })],
    ['of conda', 'elsewhere', (at: string) => ({ CONDA_PREFIX: at })],
    ['on the search path', 'elsewhere', (at: string) => ({ PATH: `/nowhere:${at}/bin` })],
    ['of the person', 'home/.local', () => ({ HOME: path.join(top, 'home') })],
    ['of pyenv', 'home/.pyenv/versions/3.12', () => ({ HOME: path.join(top, 'home') })],
  ])('also in one %s', (_, name, environment) => {
    mkdirSync(path.join(root, 'src'), { recursive: true })
    const at = path.join(top, name)
    mkdirSync(path.join(at, 'lib/python3.12/site-packages'), { recursive: true })
    mkdirSync(path.join(at, 'bin'))
    writeFileSync(path.join(at, 'bin/python3'), '')
    writeFileSync(path.join(at, 'lib/python3.12/site-packages/x.pth'), `${root}/src\n`)
    expect(ownSources(root, environment(at), nothing).all).toEqual(['src'])
    expect(ownSources(root, {}, nothing).all).toEqual([])
  })

  test('of those that conda has made', () => {
    install(path.join(top, 'envs/api'), 'src')
    mkdirSync(path.join(top, 'home/.conda'), { recursive: true })
    writeFileSync(path.join(top, 'home/.conda/environments.txt'), `${top}/envs/api\n`)
    expect(ownSources(root, { HOME: path.join(top, 'home') }, nothing).all).toEqual(['src'])
  })

  /** An environment with a program and one folder of the project. */
  function install(at: string, source: string): void {
    mkdirSync(path.join(root, source), { recursive: true })
    mkdirSync(path.join(at, 'lib/python3.12/site-packages'), { recursive: true })
    mkdirSync(path.join(at, 'bin'))
    for (const name of ['pyvenv.cfg', 'bin/pytest', 'bin/activate']) writeFileSync(path.join(at, name), '')
    writeFileSync(path.join(at, 'lib/python3.12/site-packages/x.pth'), `${path.join(root, source)}\n`)
  }

  test.each([
    ['that is copied', 'services/api/.venv', { copied: ['services/api/.venv'] }],
    ['in a folder that is shared', 'api/.tox/py312', { shared: ['api/.tox'] }],
    [
      'that is shared, and called in the checkout',
      'a/.venv',
      { shared: ['a/.venv'], argv: ['TOP/project/a/.venv/bin/pytest'] },
    ],
    ['of the program of a gate', 'services/api/.venv', { argv: ['.venv/bin/pytest', '-q'], cwd: 'services/api' }],
    ['outside, of the program of a gate', '../venvs/x', { argv: ['TOP/venvs/x/bin/pytest'] }],
    ['that a later word names', '../venvs/x', { argv: ['runner', '--with=TOP/venvs/x/bin/pytest'] }],
    ['that a script names', '../venvs/x', { argv: ['sh', 'check.sh'], script: '. TOP/venvs/x/bin/activate\npytest\n' }],
    [
      'that a script names below the home',
      '../venvs/x',
      { argv: ['./check.sh'], script: '"$HOME/venvs/x/bin/pytest"' },
    ],
  ] as [string, string, { shared?: string[]; copied?: string[]; argv?: string[]; cwd?: string; script?: string }][])(
    'also in one %s',
    (_, name, of) => {
      const { shared = [], copied = [], argv = [], cwd = '.', script = '' } = of
      install(path.join(root, name), 'services/api/src')
      write('check.sh', script.replace('TOP', top))
      const caller = { name: 'py', argv: argv.map((it) => it.replace('TOP', top)), cwd, files: ['check.sh'] }
      const found = ownSources(root, { HOME: top }, { shared, copied, callers: [caller] })
      expect(found.all).toEqual(['services/api/src'])
      expect(ownSources(root, { HOME: top }, nothing).all).toEqual([])
    },
  )

  test('of two, a gate gets first what its own environment leads to', () => {
    for (const name of ['a', 'b']) install(path.join(root, name, '.venv'), `${name}/src`)
    const callers = [
      { name: 'of a', argv: ['a/.venv/bin/pytest'], cwd: '.', files: [] },
      { name: 'of b', argv: ['b/.venv/bin/pytest'], cwd: '.', files: [] },
      { name: 'in b', argv: ['sh', 'check.sh'], cwd: 'b', files: [] },
    ]
    const found = ownSources(root, {}, { shared: [], copied: ['a/.venv', 'b/.venv'], callers })
    const order = ['of a', 'of b', 'in b', null].map((it) => sourceVariables(found, '/w', it)['PYTHONPATH'])
    const [ab, ba] = [`/w/a/src${path.delimiter}/w/b/src`, `/w/b/src${path.delimiter}/w/a/src`]
    expect(order).toEqual([ab, ba, ba, ab])
  })

  test('but for one that is a folder of the workspace, wherever it is called by its place there', () => {
    const at = path.join(root, '.venv')
    install(at, 'src')
    const called = [['.venv/bin/pytest'], ['pytest'], ['sh', 'check.sh']]
    const callers = called.map((argv, is) => ({ name: `${is}`, argv, cwd: '.', files: [] }))
    const environment = { VIRTUAL_ENV: at, PATH: path.join(at, 'bin') }
    expect(ownSources(root, environment, { shared: ['.venv'], copied: [], callers }).all).toEqual([])
    expect(ownSources(root, environment, { ...nothing, callers }).all).toEqual(['src'])
  })

  test('leads to the folders of the workspace', () => {
    const sources = (all: readonly string[]) => ({ all, first: new Map<string, never>() })
    expect(sourceVariables(sources(['.', 'src']), '/w')).toEqual({ PYTHONPATH: `/w${path.delimiter}/w/src` })
    expect(sourceVariables(sources([]), '/w')).toEqual({})
  })
})

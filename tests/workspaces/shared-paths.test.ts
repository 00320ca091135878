/** What a workspace shares leads to its own content where it leads back into the project. */

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
import { sharePath } from '../../src/workspaces/shared-paths.ts'

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
const shown = (name: string): string => readFileSync(path.join(files, 'node_modules', name), 'utf8')

describe('installed packages', () => {
  test('that lead nowhere back are one link, and a second call changes nothing', () => {
    write('node_modules/tool/index.js', 'tool')
    sharePath(root, files, 'node_modules')
    const made = lstatSync(path.join(files, 'node_modules'))
    expect(readlinkSync(path.join(files, 'node_modules'))).toBe(path.join(root, 'node_modules'))
    sharePath(root, files, 'node_modules')
    expect(lstatSync(path.join(files, 'node_modules')).ino).toBe(made.ino)
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
    write('node_modules/.store/tool/index.js', 'tool')
    symlinkSync('.store/tool', path.join(root, 'node_modules/tool'))
    sharePath(root, files, 'node_modules')
    expect(lstatSync(path.join(files, 'node_modules')).isSymbolicLink()).toBe(true)
    expect(shown('tool/index.js')).toBe('tool')
  })
})

function mkdirAndName(name: string): string {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  return file
}

describe('an environment of Python in which the project is installed for editing', () => {
  const site = '.venv/lib/python3.11/site-packages'

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
    expect(ownSources(root, {})).toEqual(expected)
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
    expect(ownSources(root, environment(at))).toEqual(['src'])
    expect(ownSources(root, {})).toEqual([])
  })

  test('leads to the folders of the workspace', () => {
    expect(sourceVariables(['.', 'src'], '/w')).toEqual({ PYTHONPATH: `/w${path.delimiter}/w/src` })
    expect(sourceVariables([], '/w')).toEqual({})
  })
})

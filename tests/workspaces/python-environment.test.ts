/** A virtual environment that is shared is one of the workspace, and what it leads to in the checkout leads to the draft. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookAtShared } from '../../src/workspaces/needs-key.ts'
import { holdsOwn, isShared, sharePath } from '../../src/workspaces/shared-paths.ts'
import { hasVenv, makeVenv } from '../rig/python.ts'

if (!hasVenv) console.log('skipped: no python3 with venv here')

let top = ''
let root = ''
let files = ''
/** `site-packages`, relative to the root. */
let site = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mw-venv-')))
  root = path.join(top, 'project')
  files = path.join(top, 'workspace')
  writeBoth('src/calc/__init__.py', `says = 'PLACE'\n`)
})
afterEach(() => {
  rmSync(top, { recursive: true })
})

function put(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function writeBoth(name: string, text: string): void {
  put(path.join(root, name), text.replace('PLACE', 'checkout'))
  put(path.join(files, name), text.replace('PLACE', 'draft'))
}

function makeEnvironment(at = '.venv', from = root, ...options: readonly string[]): void {
  site = path.relative(from, makeVenv(path.join(from, at), ...options))
}

/** Runs the environment's Python in the workspace. */
function python(code: string, at = '.venv'): string {
  return execFileSync(path.join(files, at, 'bin/python'), ['-c', code], { cwd: top, encoding: 'utf8' }).trim()
}

const share = (at = '.venv'): void => {
  sharePath(root, files, at)
}
const inSite = (name: string): string => path.join(root, site, name)

/** Everything below a folder, with what it holds. */
function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((it) => !it.includes('__pycache__'))
    .sort()
    .map((it) => {
      const there = lstatSync(path.join(folder, it))
      if (there.isSymbolicLink()) return `${it} -> ${readlinkSync(path.join(folder, it))}`
      return there.isFile() ? `${it} ${there.mtimeMs} ${readFileSync(path.join(folder, it), 'latin1').length}` : it
    })
}

describe.runIf(hasVenv)('an environment', () => {
  test.each(['.venv', 'services/api/.venv'])('is that of the workspace, with its packages: %s', (at) => {
    makeEnvironment(at, root, '--without-pip')
    put(inSite('tool/__init__.py'), 'x = 1\n')
    put(inSite('one.py'), 'x = 2\n')
    put(path.join(root, at, 'bin/told'), `#!${path.join(root, at, 'bin/python')}\nimport sys; print(sys.prefix)\n`)
    execFileSync('chmod', ['+x', path.join(root, at, 'bin/told')])
    share(at)
    const prefix = path.join(files, at)
    expect(python('import sys, tool, one; print(sys.prefix, tool.x, one.x)', at)).toBe(`${prefix} 1 2`)
    expect(execFileSync(path.join(prefix, 'bin/told'), { encoding: 'utf8' }).trim()).toBe(prefix)
    const active = `. ${path.join(prefix, 'bin/activate')} && echo $VIRTUAL_ENV && command -v python`
    const said = execFileSync('sh', ['-c', active], { encoding: 'utf8' }).trim().split('\n')
    expect(said).toEqual([prefix, path.join(prefix, 'bin/python')])
    expect(readlinkSync(path.join(files, site, 'tool'))).toBe(inSite('tool'))
    expect(existsSync(path.join(root, site, '__pycache__'))).toBe(false)
  })

  test('a second call makes nothing anew, and what Python keeps there is nobody’s installation', () => {
    makeEnvironment('.venv', root, '--without-pip')
    put(inSite('one.py'), 'x = 2\n')
    put(inSite('calc.pth'), `${root}/src\n`)
    share()
    expect([isShared(root, files, '.venv'), holdsOwn(root, files, '.venv')]).toEqual([true, false])
    const made = ['bin/activate', 'pyvenv.cfg'].map((it) => lstatSync(path.join(files, '.venv', it)).ino)
    python('import one')
    expect(holdsOwn(root, files, '.venv')).toBe(false)
    share()
    expect(['bin/activate', 'pyvenv.cfg'].map((it) => lstatSync(path.join(files, '.venv', it)).ino)).toEqual(made)
    expect(isShared(root, files, '.venv')).toBe(true)
  })

  test.each<readonly [string, () => void]>([
    ['a .pth', () => put(inSite('__editable__.calc-1.pth'), `${root}/src\n`)],
    ['a .pth from where it lies', () => put(inSite('calc.pth'), '../../../../src\n')],
    ['a .pth that is a program', () => put(inSite('calc.pth'), `import sys; sys.path.insert(0, '${root}/src')\n`)],
    [
      'a finder',
      () => {
        put(inSite('__editable__.calc-1.pth'), 'import __editable___calc_1_finder as it; it.install()\n')
        put(inSite('__editable___calc_1_finder.py'), finder('install', `{'calc': '${root}/src/calc/__init__.py'}`))
      },
    ],
    [
      'a finder of scikit-build-core',
      () => {
        put(inSite('_editable_skbc_calc.pth'), `import _editable_skbc_calc\n${root}/src\n`)
        put(
          inSite('_editable_skbc_calc.py'),
          `${finder('install', `{'calc': '${root}/src/calc/__init__.py'}`)}install()\n`,
        )
      },
    ],
    ['setuptools of old', () => put(inSite('easy-install.pth'), `${root}/src\n`)],
    [
      'the strict mode of setuptools',
      () => {
        const links = path.join(root, 'build/__editable__.calc-1-py3-none-any')
        mkdirSync(path.join(links, 'calc'), { recursive: true })
        symlinkSync(path.join(root, 'src/calc/__init__.py'), path.join(links, 'calc/__init__.py'))
        put(inSite('__editable__.calc-1.pth'), links)
      },
    ],
    ['a link', () => symlinkSync(path.join(root, 'src/calc'), inSite('calc'))],
    ['a link from where it lies', () => symlinkSync('../../../../src/calc', inSite('calc'))],
    [
      'another name of the checkout',
      () => {
        symlinkSync(root, path.join(top, 'other'))
        put(inSite('__editable__.calc-1.pth'), `${top}/other/src\n`)
      },
    ],
  ])('leads to the draft by %s', (_, install) => {
    makeEnvironment('.venv', root, '--without-pip')
    install()
    share()
    expect(python('import calc; print(calc.says)')).toBe('draft')
    // Where the draft has it no more, the checkout's is not found in its place.
    rmSync(path.join(files, 'src'), { recursive: true })
    share()
    expect(python('import importlib.util as it; print(it.find_spec("calc") is None)')).toMatch(/^True$/)
  })

  test('whose strict links have other names than their files leads nowhere rather than to the checkout', () => {
    makeEnvironment('.venv', root, '--without-pip')
    const links = path.join(root, 'build/__editable__.calc-1-py3-none-any')
    mkdirSync(path.join(links, 'other'), { recursive: true })
    symlinkSync(path.join(root, 'src/calc/__init__.py'), path.join(links, 'other/__init__.py'))
    put(inSite('__editable__.calc-1.pth'), links)
    share()
    expect(python('import importlib.util as it; print(it.find_spec("other"))')).toBe('None')
  })

  test('names nothing else anew', () => {
    makeEnvironment('.venv', root, '--without-pip')
    put(inSite('more.pth'), `${root}-old/src\n/mnt${root}\n/usr/nowhere\n`)
    share()
    expect(readFileSync(path.join(files, site, 'more.pth'), 'utf8')).toBe(readFileSync(inSite('more.pth'), 'utf8'))
  })

  test('keeps a Python that lies in the checkout, and has programs of the workspace where these are', () => {
    makeEnvironment('.venv', root, '--without-pip')
    const bin = (from: string, name: string): string => path.join(from, '.venv/bin', name)
    const real = realpathSync(bin(root, 'python3'))
    mkdirSync(path.join(root, '.tools'))
    symlinkSync(real, path.join(root, '.tools/python3'))
    rmSync(bin(root, 'python3'))
    symlinkSync(path.join(root, '.tools/python3'), bin(root, 'python3'))
    symlinkSync(bin(root, 'python3'), bin(root, 'own'))
    writeBoth('scripts/told', '')
    symlinkSync(path.join(root, 'scripts/told'), bin(root, 'told'))
    share()
    expect(python('import sys; print(sys.prefix)')).toBe(path.join(files, '.venv'))
    const leads = ['python3', 'own', 'told'].map((it) => readlinkSync(bin(files, it)))
    expect(leads).toEqual([path.join(root, '.tools/python3'), bin(files, 'python3'), path.join(files, 'scripts/told')])
    expect(isShared(root, files, '.venv')).toBe(true)
  })

  test('works below a path that no first line takes', () => {
    files = path.join(top, 'a long name '.repeat(15))
    writeBoth('src/calc/__init__.py', `says = 'PLACE'\n`)
    makeEnvironment('.venv', root, '--without-pip')
    put(path.join(root, '.venv/bin/told'), `#!${root}/.venv/bin/python\nimport sys; print(sys.prefix)\n`)
    execFileSync('chmod', ['+x', path.join(root, '.venv/bin/told')])
    share()
    const said = execFileSync(path.join(files, '.venv/bin/told'), { encoding: 'utf8' }).trim()
    expect(said).toBe(path.join(files, '.venv'))
  })

  test.each<readonly [string, boolean, (at: string) => void]>([
    ['a package', true, () => mkdirSync(path.join(files, site, 'two'))],
    ['a module', true, () => put(path.join(files, site, 'two.py'), '')],
    ['a part of a namespace', true, () => put(path.join(files, site, 'spaces/two/__init__.py'), '')],
    ['a way to elsewhere', true, () => put(path.join(files, site, 'calc.pth'), '/elsewhere\n')],
    ['a program', true, (at) => put(path.join(at, 'bin/two'), '')],
    ['other rights', true, (at) => execFileSync('chmod', ['-x', path.join(at, 'bin/told')])],
    ['nothing: a link is gone', false, () => rmSync(path.join(files, site, 'one.py'))],
    ['nothing: all is gone', false, (at) => rmSync(at, { recursive: true })],
    ['nothing: the person installs', false, () => put(inSite('three/__init__.py'), '')],
    ['nothing: the person removes', false, () => rmSync(inSite('one-1.dist-info'), { recursive: true })],
  ])('tells what somebody put there: %s', (_, isTold, change) => {
    makeEnvironment('.venv', root, '--without-pip')
    put(inSite('one.py'), '')
    put(inSite('one-1.dist-info/RECORD'), '')
    put(inSite('spaces/one/__init__.py'), '')
    put(inSite('calc.pth'), `${root}/src\n`)
    put(path.join(root, '.venv/bin/told'), '#!/bin/sh\n')
    execFileSync('chmod', ['+x', path.join(root, '.venv/bin/told')])
    share()
    change(path.join(files, '.venv'))
    expect([holdsOwn(root, files, '.venv'), isShared(root, files, '.venv')]).toEqual([isTold, false])
    share()
    expect([holdsOwn(root, files, '.venv'), isShared(root, files, '.venv')]).toEqual([false, true])
    expect(statSync(path.join(files, '.venv/bin/told')).mode & 0o111).toBe(0o111)
  })

  test('of conda, and one behind a link, stay one link', () => {
    mkdirSync(path.join(root, 'env/conda-meta'), { recursive: true })
    makeEnvironment('venv', top, '--without-pip')
    symlinkSync(path.join(top, 'venv'), path.join(root, '.venv'))
    for (const it of ['env', '.venv']) share(it)
    expect(['env', '.venv'].map((it) => readlinkSync(path.join(files, it)))).toEqual(
      ['env', '.venv'].map((it) => path.join(root, it)),
    )
  })

  test('stays the person’s own where pip installs in the workspace; what that exchanges is told', () => {
    makeEnvironment()
    wheel('foo', '1.0')
    wheel('foo', '2.0')
    wheel('bar', '1.0')
    writeBoth('backend.py', backend)
    writeBoth('pyproject.toml', project)
    const pip = (at: string, ...args: readonly string[]): void => {
      const words = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--no-index', '--no-build-isolation']
      execFileSync(path.join(at, '.venv/bin/python'), [...words, ...args], { cwd: at, stdio: 'ignore' })
    }
    pip(root, '-e', '.', path.join(top, 'foo-1.0-py3-none-any.whl'))
    share()
    expect(python('import calc; print(calc.says)')).toBe('draft')
    const before = treeOf(path.join(root, '.venv'))
    const look = lookAtShared(path.join(root, '.venv'))?.mark
    pip(files, '-e', '.', path.join(top, 'bar-1.0-py3-none-any.whl'))
    expect(python('import bar; print(bar.says)')).toBe('1.0')
    expect(treeOf(path.join(root, '.venv'))).toEqual(before)
    expect(lookAtShared(path.join(root, '.venv'))?.mark).toBe(look)
    expect(holdsOwn(root, files, '.venv')).toBe(true)
    share()
    expect(isShared(root, files, '.venv')).toBe(true)
    pip(files, path.join(top, 'foo-2.0-py3-none-any.whl'))
    expect(lookAtShared(path.join(root, '.venv'))?.mark).not.toBe(look)
  })
})

/** A module that finds one by the file that a mapping has for it. */
const finder = (name: string, mapping: string): string => `import sys, os, importlib.util
MAPPING = ${mapping}
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        at = MAPPING.get(name)
        return importlib.util.spec_from_file_location(name, at) if at and os.path.exists(at) else None
def ${name}():
    sys.meta_path.insert(0, Finder)
`

/** Makes a package of one file that pip installs without the network. */
function wheel(name: string, version: string): void {
  const code = `import sys, zipfile
name, version = sys.argv[1:]
info = f"{name}-{version}.dist-info/"
texts = {
    f"{name}/__init__.py": f"says = '{version}'\\n",
    info + "METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n",
    info + "WHEEL": "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
}
with zipfile.ZipFile(f"{name}-{version}-py3-none-any.whl", "w") as it:
    for file, text in texts.items():
        it.writestr(file, text)
    it.writestr(info + "RECORD", "".join(f"{file},,\\n" for file in [*texts, info + "RECORD"]))
`
  execFileSync('python3', ['-c', code, name, version], { cwd: top })
}

const project =
  '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[project]\nname = "calc"\nversion = "1"\n'

/** Builds what pip asks for to install the project for editing. */
const backend = `import pathlib, zipfile
def get_requires_for_build_editable(config_settings=None):
    return []
def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    name, info, way = "calc-1-py3-none-any.whl", "calc-1.dist-info/", "__editable__.calc-1.pth"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w") as it:
        it.writestr(way, str(pathlib.Path.cwd() / "src") + "\\n")
        it.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: calc\\nVersion: 1\\n")
        it.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        it.writestr(info + "RECORD", f"{way},,\\n{info}METADATA,,\\n{info}WHEEL,,\\n{info}RECORD,,\\n")
    return name
`

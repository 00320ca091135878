import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deploymentFinding } from '../../../src/gates/completion/deployment.ts'
import { lookAtCompletion } from '../../../src/gates/completion/look.ts'
import { findingOf } from '../../../src/gates/completion/named-things.ts'
import { documentationFindings, interfaceFindings } from '../../../src/gates/completion/people.ts'
import { lookAtTree, treeLimits } from '../../../src/gates/completion/project-tree.ts'
import type { CompletionScope } from '../../../src/run/completion/verify-completion.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'mw-complete-'))
})
afterEach(() => rm(root, { recursive: true }))

const lay = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name)
    await mkdir(name.endsWith('/') ? file : path.dirname(file), { recursive: true })
    if (!name.endsWith('/')) await writeFile(file, text)
  }
}
const long = 'How it is done. '.repeat(20)

describe('the tree', () => {
  test('holds files, folders and links within, not what belongs to others, and no links out', async () => {
    await lay({ 'a.txt': 'x', 'b/c.txt': 'x', 'node_modules/m/x.js': 'x', '.git/HEAD': 'x', 'empty/': '' })
    await symlink('a.txt', path.join(root, 'link.txt'))
    await symlink('/etc/passwd', path.join(root, 'out.txt'))
    await symlink('.', path.join(root, 'loop'))
    const tree = await lookAtTree(root)
    expect(tree.files).toEqual(['a.txt', 'b/c.txt', 'link.txt'])
    expect([...tree.folders].sort()).toEqual(['b', 'empty'])
    expect(tree.isWhole).toBe(true)
  })

  test('says when it was cut off', async () => {
    await lay({ 'a.txt': '', 'b/c/d.txt': '' })
    expect((await lookAtTree(root, { ...treeLimits, entries: 2 })).isWhole).toBe(false)
    expect((await lookAtTree(root, { ...treeLimits, depth: 1 })).isWhole).toBe(false)
    expect((await lookAtTree(root, { ...treeLimits, limitMs: -1 })).isWhole).toBe(false)
    expect((await lookAtTree(root, { ...treeLimits, entries: 9 })).isWhole).toBe(true)
    const finding = await findingOf(
      { text: '`z.txt` exists', under: [] },
      await lookAtTree(root, { ...treeLimits, entries: 2 }),
    )
    expect(finding).toMatchObject({ found: 'unknown', why: 'z.txt was not found before the search was cut off' })
  })
})

describe('what a criterion names', () => {
  const look = async (text: string, ...under: string[]): Promise<string> => {
    const { found, why, places } = await findingOf({ text, under }, await lookAtTree(root))
    return `${found}: ${why} [${places.map((it) => it.path).join(' ')}]`
  }

  test('is told without the signs that set its words', async () => {
    const text = '**Primary deliverable:** \n`void/*.svg` and *no other*'
    expect((await findingOf({ text, under: [] }, await lookAtTree(root))).what).toBe(
      'Primary deliverable: `void/*.svg` and no other',
    )
  })

  test('is unknown of words that are no point', async () => {
    await lay({ 'report.md': 'x' })
    const { found, why } = await findingOf(
      { text: '`report.md` exists', under: [], isWords: true },
      await lookAtTree(root),
    )
    expect([found, why]).toEqual(['unknown', 'it is no point of a list; a person or an agent has to judge it'])
  })

  test('is met, missed or unknown', async () => {
    await lay({
      'out/report.md': long,
      'out/empty.csv': '',
      'README.rst': long,
      'charts/a.svg': 'x',
      'void/': '',
      'src/auth/x.ts': 'x',
    })
    expect(await look('`out/report.md` exists')).toBe('met: out/report.md is there [out/report.md]')
    expect(await look('The report.md is created')).toMatch(
      /^unknown: report.md is only at out\/report.md, where nothing/,
    )
    expect(await look('README', 'Primary deliverables')).toBe('met: README is there [README.rst]')
    expect(await look('`charts/*.svg` and `charts/`')).toBe('met: charts/*.svg, charts are there [charts/a.svg charts]')
    expect(await look('`out/gone.md` and `report.md`')).toBe('missed: out/gone.md is not there [out/report.md]')
    expect(await look('`a.pdf`, `b.pdf`')).toBe('missed: a.pdf, b.pdf are not there []')
    expect(await look('`out/empty.csv` exists')).toBe('missed: out/empty.csv is empty [out/empty.csv]')
    expect(await look('`void/` exists')).toBe('missed: void is empty [void]')
  })

  test('may have letters of any script, spaces and brackets, and is found however a system composes them', async () => {
    await lay({ 'U\u0308bersicht.md': 'x', 'docs/日本語.md': 'x', 'docs/my report.md': 'x', 'app/[id]/page.tsx': 'x' })
    expect(await look('`\u00DCbersicht.md` exists')).toMatch(/^met/)
    expect(await look('`*bersicht.md`, `docs/日本語.md` and `docs/my report.md` exist')).toMatch(/^met/)
    expect(await look('`app/[id]/page.tsx` exists')).toMatch(/^met/)
    expect(await look('`docs/your report.md` exists')).toBe('missed: docs/your report.md is not there []')
  })

  test('at the root lies in no folder, and is empty where it is so by nature', async () => {
    await lay({
      'docs/summary.md': long,
      'docs/guide.md': long,
      'docs/root.tsx': 'x',
      'src/__init__.py': '',
      'docs/.gitkeep': '',
    })
    const found = async (text: string): Promise<string> =>
      (await findingOf({ text, under: [] }, await lookAtTree(root), new Set(['', 'docs']))).found
    expect(await found('`summary.md` exists in the project root')).toBe('unknown')
    expect(await found('`./summary.md` exists')).toBe('unknown')
    expect(await found('`guide.md` exists in the `docs/` folder and in the root')).not.toBe('met')
    expect(await found('`gone.md` must be present in `docs/` or the root')).toBe('unknown')
    expect(await found('`root.tsx` exists')).toBe('met')
    expect(await found('`summary.md` exists in the project')).toBe('met')
    expect(await found('`src/__init__.py` exists')).toBe('met')
    expect(await found('`docs/.gitkeep` exists')).toBe('met')
  })

  test('that is gone is missed only where the sentence surely wants it', async () => {
    await lay({ 'report.md': long })
    expect(await look('`gone.md` lists all tides')).toBe('missed: gone.md is not there []')
    expect(await look('Errors are logged to `gone.md`')).toMatch(/^unknown: it names no file/)
    expect(await look('Whoever edits `gone.md` is told')).toBe(
      'unknown: gone.md is not there; whether that is meant a person or an agent has to judge []',
    )
    expect(await look("`gone.md` doesn't exist")).not.toMatch(/^(?:missed|met)/)
  })

  test('is no folder of the name of a file, no file of that of a folder, and no copy', async () => {
    await lay({ 'notes.md/a.txt': 'x', docs: 'x', 'README.orig': 'x' })
    expect(await look('`notes.md` exists')).toBe('missed: notes.md is not there []')
    expect(await look('`docs/` exists')).toBe('missed: docs is not there []')
    expect(await look('README exists')).toBe('missed: README is not there []')
  })

  test('is looked for in the folder that the words say', async () => {
    await lay({ 'report.md': long, 'docs.md': long, 'docs/x.txt': long, 'out/b/a.md': long })
    expect(await look('`report.md` exists in `docs/`')).toBe('missed: docs/report.md is not there [docs]')
    expect(await look('`docs.md` exists in the folder `docs/`')).toMatch(/^missed: docs\/docs.md/)
    expect(await look('a.md is in out/b/')).toMatch(/^met/)
    expect(await look('`report.md` and `docs/` exist')).toMatch(/^met/)
    expect(await look('The manual and the handbook are in `docs/`')).toMatch(/^unknown/)
    expect(await look('`report.md` exists in `docs/` or under `out/`')).not.toMatch(/^met/)
  })

  test('without a folder is looked for at the root and where the plan names places', async () => {
    await lay({ 'old/x/report.md': long, 'out/table.csv': long })
    const found = async (text: string, ...folders: string[]): Promise<string> =>
      (await findingOf({ text, under: [] }, await lookAtTree(root), new Set(['', ...folders]))).found
    expect(await found('`report.md` exists')).toBe('unknown')
    expect(await found('`table.csv` exists', 'out')).toBe('met')
    const scope: CompletionScope = {
      isBuildGoal: false,
      deploymentType: null,
      needsInterface: false,
      interfaceType: null,
      needsProduction: false,
      isForUsers: false,
      needsSetup: false,
    }
    const wanted = { criteria: [{ text: '`table.csv` exists', under: [] }], scope, targetUsers: '' }
    const of = async (it: typeof wanted & { readonly folders?: readonly string[] }): Promise<readonly string[]> =>
      (await lookAtCompletion(it, { root, tracked: null })).map((finding) => finding.found)
    expect(await of(wanted)).toEqual(['unknown'])
    expect(await of({ ...wanted, folders: ['out'] })).toEqual(['met'])
    const named = { ...wanted, criteria: [...wanted.criteria, { text: '`out/a.md` exists', under: [] }] }
    expect(await of(named)).toEqual(['met', 'missed'])
  })

  test('that holds nothing but white space is no deliverable', async () => {
    await lay({ 'report.md': '\n \t\r\n' })
    expect(await look('`report.md` exists')).toBe('missed: report.md is empty [report.md]')
    await lay({ 'report.md': '\u200b\u0000' })
    expect(await look('`report.md` exists')).toBe('missed: report.md is empty [report.md]')
    await lay({ 'docs/a.md': '', 'docs/b.md': '\n' })
    expect(await look('`docs/` exists')).toBe('missed: docs is empty [docs]')
    await lay({ 'docs/c.md': 'x' })
    expect(await look('`docs/` exists')).toBe('met: docs is there [docs]')
  })

  test('and says more than that it is there is for somebody to judge', async () => {
    await lay({ 'report.md': long, 'src/auth/x.ts': 'x' })
    expect(await look('`report.md` covers all ports', 'Quality standards')).toBe(
      'unknown: report.md is there; what else it says a person or an agent has to judge [report.md]',
    )
    expect(await look('`report.md` and the user manual exist')).toMatch(/^unknown: report.md is there/)
    expect(await look('`report.md`, a handbook and a guide are delivered')).toMatch(/^unknown: report.md is there/)
    expect(await look('`report.md` ∉ the repository')).toMatch(/^unknown/)
    expect(await look('`{report,summary}.md` exist')).toMatch(/^unknown: something of \{report,summary\}.md is there/)
    expect(await look('`report.md`', 'Signed by the mayor')).toMatch(
      /^unknown: report.md is there; what "Signed by the mayor" says of it/,
    )
    expect(await look('`report.md`', 'Must not exist')).toMatch(/^unknown: it stands under "Must not exist"/)
    expect(await look('`gone.md`', 'Must not exist')).toMatch(/^unknown: it stands under "Must not exist"/)
    expect(await look('`report.md`', 'Build-specific requirements (Article XIV)')).toMatch(/^met/)
    expect(await look('Documentation of `src/` exists')).toMatch(/^unknown: src is there; what else it says/)
    expect(await look('`report.md` has twelve months', 'Primary deliverables')).toMatch(
      /^unknown: .*judge \[report.md\]$/,
    )
    expect(await look('`report.md` and `feature/login` exist')).toMatch(/^unknown: report.md is there/)
    expect(await look('Easy to use')).toBe(
      'unknown: it names no file, and no command that is known to verify something; a person or an agent has to judge it []',
    )
    expect(await look('No `report.md` is left')).toMatch(/^unknown: it says what is not to be there/)
    expect(await look('`../x.md` exists')).toMatch(/^unknown: \.\.\/x\.md does not lie in the project/)
    expect(await look('`src/auth` exists', 'deliverable')).toBe('met: src/auth is there [src/auth]')
    expect(await look('`feature/login` merged')).toMatch(/^unknown: it names no file/)
    expect(await look('Written in Node.js')).toMatch(/^unknown: it names no file/)
  })
})

describe('the deployment artifact', () => {
  const look = async (type: string | null): Promise<string> => {
    const finding = await deploymentFinding(type, await lookAtTree(root))
    return `${finding.found} ${finding.places.map((it) => `${it.path}${it.line === null ? '' : `:${it.line}`}`).join(' ')}`.trim()
  }

  const script = (module: string): string => `[project]\nname = "x"\n\n[project.scripts]\nx = "${module}"\n`

  test.each<[string, Record<string, string>, string]>([
    ['desktop_app', { 'dist/tides.exe': 'MZ' }, 'met dist/tides.exe'],
    ['desktop_app', { 'dist/Tides.app/Contents/Info.plist': 'x' }, 'met dist/Tides.app'],
    ['desktop_app', { 'dist/tides.exe': '', 'tides.spec': 'x' }, 'unknown tides.spec'],
    ['desktop_app', { 'dist/tides.exe': '\n' }, 'missed'],
    ['desktop_app', { 'dist/Tides.app/.gitkeep': '' }, 'missed'],
    ['desktop_app', { 'main.py': 'x', 'tests/fixtures/a.exe': 'x' }, 'missed'],
    ['Desktop App', { 'dist/tides.exe': 'MZ' }, 'met dist/tides.exe'],
    ['desktopApplication', { 'main.py': 'x' }, 'missed'],
    ['web_app', { 'dist/index.html': 'x', 'package.json': '{}' }, 'met dist/index.html'],
    ['web_app', { 'index.html': 'x' }, 'met index.html'],
    [
      'full_stack_web_application',
      { 'index.html': 'x', 'package.json': '{"scripts":{"build":"x"}}' },
      'unknown index.html',
    ],
    ['web_app', { 'package.json': '{"scripts":{"start":"x"}}' }, 'unknown package.json'],
    ['web_app', { 'README.md': 'x' }, 'missed'],
    ['cli', { 'package.json': '{"bin":{"tides":"./bin/tides.js"}}', 'bin/tides.js': 'x' }, 'met package.json'],
    ['cli', { 'package.json': '{"bin":"dist/tides.js"}' }, 'unknown package.json'],
    ['cli', { 'package.json': '{"bin":"../../../etc/passwd"}' }, 'unknown package.json'],
    ['cli', { 'pyproject.toml': script('x:main'), 'x.py': 'x' }, 'met pyproject.toml:4'],
    ['cli', { 'pyproject.toml': script('x.cli:main'), 'src/x/cli.py': 'x' }, 'met pyproject.toml:4'],
    ['cli', { 'pyproject.toml': script('x.cli : main'), 'x/cli/__init__.py': 'x' }, 'met pyproject.toml:4'],
    ['cli', { 'pyproject.toml': script('x.core:main'), 'x/core.cpython-312.so': 'x' }, 'met pyproject.toml:4'],
    ['cli', { 'pyproject.toml': script('x.cli:main'), 'x/cli.py': '' }, 'unknown pyproject.toml:4'],
    ['cli', { 'pyproject.toml': script('nosuch:main'), 'x.py': 'x', 'xnosuch.py': 'x' }, 'unknown pyproject.toml:4'],
    ['cli', { 'pyproject.toml': script('x:main'), 'tests/x.py': 'x' }, 'unknown pyproject.toml:4'],
    ['cli', { 'app/pyproject.toml': script('x:main'), 'x.py': 'x' }, 'unknown app/pyproject.toml:4'],
    [
      'cli',
      { 'setup.py': 'setup(\n entry_points={"console_scripts": ["tides = x.cli:main"]})', 'x/cli.py': 'x' },
      'met setup.py:2',
    ],
    ['cli', { 'setup.cfg': '[options.entry_points]\nconsole_scripts =\n  x = nosuch:main\n' }, 'unknown setup.cfg:2'],
    ['cli', { 'setup.py': 'setup(\n entry_points={"console_scripts": []})' }, 'unknown setup.py:2'],
    ['cli', { 'dist/x.whl': 'PK' }, 'met dist/x.whl'],
    ['cli', { 'bin/notes': 'x', 'dist/assets/a.js': 'x' }, 'missed'],
    ['cli', { 'main.go': 'x' }, 'unknown main.go'],
    ['cli', { 'pyproject.toml': '[project]\nname = "x"\n[project.scripts]\n# none yet\n[tool]\na = 1\n' }, 'missed'],
    ['cli', { 'setup.py': '# console_scripts\n' }, 'missed'],
    ['cli', { 'package.json': '{"bin":"bin/tides.js"}', 'bin/tides.js': '' }, 'unknown package.json'],
    ['desktop_app', { 'src/__snapshots__/tides.test.js.snap': 'x' }, 'missed'],
    ['web_app', { 'index.html': '\n' }, 'unknown index.html'],
    ['library', { 'go.mod': '' }, 'missed'],
    ['library', { 'go.mod': 'module tides\n', 'pkg/tides.go': 'package tides\n' }, 'met go.mod'],
    ['library', { 'go.mod': 'module tides\n' }, 'unknown go.mod'],
    ['library', { 'go.mod': 'module tides\n', 'tides_test.go': 'package tides\n' }, 'unknown go.mod'],
    ['library', { 'pyproject.toml': '[project]\nname = "x"\n', 'src/x/__init__.py': 'x' }, 'met pyproject.toml:1'],
    ['library', { 'pyproject.toml': '[project]\nname = "x"\n', 'tests/test_x.py': 'x' }, 'unknown pyproject.toml:1'],
    ['library', { 'pom.xml': '<artifactId>x</artifactId>', 'core/src/main/java/X.java': 'x' }, 'met pom.xml'],
    ['library', { 'pom.xml': '<artifactId>x</artifactId>' }, 'unknown pom.xml'],
    ['library', { 'setup.py': '\n' }, 'missed'],
    ['library', { 'setup.py': 'from setuptools import setup\nsetup(name="x")\n', 'x.py': 'x' }, 'met setup.py:2'],
    ['library', { 'setup.py': 'from setuptools import setup\nsetup(name="x")\n' }, 'unknown setup.py:2'],
    ['library', { 'pyproject.toml': '[project]\n' }, 'missed'],
    ['library', { 'x.csproj': '' }, 'missed'],
    ['library', { 'dist/x-1.0.tar.gz': 'x' }, 'met dist/x-1.0.tar.gz'],
    [
      'library',
      { 'package.json': '{"name":"x","exports":{".":{"import":"./src/index.js"}}}', 'src/index.js': 'x' },
      'met package.json',
    ],
    ['library', { 'package.json': '{"name":"x","main":"dist/index.js"}' }, 'unknown package.json'],
    ['library', { 'package.json': '{"name":"x","private":true,"main":"i.js"}', 'i.js': 'x' }, 'missed'],
    ['library', { 'Cargo.toml': '[package]\n', 'src/lib.rs': 'x' }, 'met Cargo.toml:1'],
    ['api', { 'backend/package.json': '{"scripts":{"start":"x"}}' }, 'unknown backend/package.json'],
    ['api', { Dockerfile: 'x' }, 'unknown Dockerfile'],
    ['mobile', { 'app/release.apk': 'x' }, 'met app/release.apk'],
    ['mobile', { 'pubspec.yaml': 'x' }, 'unknown pubspec.yaml'],
    ['spreadsheet', { 'a.xlsx': 'x' }, 'unknown'],
  ])('%s of %j: %s', async (type, files, told) => {
    await lay(files)
    expect(await look(type)).toBe(told)
  })

  test('says what its manifest names and is not there', async () => {
    await lay({ 'pyproject.toml': script('nosuch:main') })
    const { why } = await deploymentFinding('cli', await lookAtTree(root))
    expect(why).toContain('(pyproject.toml: no module that it names is there)')
  })

  test('in bin/ is what may be executed', async () => {
    await lay({ 'bin/tides': '#!/bin/sh\n' })
    expect(await look('cli')).toBe('missed')
    await chmod(path.join(root, 'bin/tides'), 0o755)
    expect(await look('command_line')).toBe('met bin/tides')
  })

  test('at the root may be what was to be built', async () => {
    await lay({ tides: '#!/bin/sh\n', 'notes.txt': 'x' })
    expect(await look('cli')).toBe('missed')
    await chmod(path.join(root, 'tides'), 0o755)
    expect(await look('cli')).toBe('unknown tides')
  })

  test('is told whole, and nothing of it is run', async () => {
    await lay({ 'package.json': '{"scripts":{"start":"touch ran"}}', 'compose.yaml': 'x' })
    expect(await deploymentFinding('web_app', await lookAtTree(root))).toEqual({
      check: 'deployment_artifact_exists',
      what: 'Deployment artifact exists (web_app)',
      found: 'unknown',
      by: 'program',
      why: 'there is what builds or starts it (compose.yaml); that it does has to be tried',
      places: [
        { path: 'compose.yaml', line: null },
        { path: 'package.json', line: null, note: 'start' },
      ],
    })
    expect((await lookAtTree(root)).files).not.toContain('ran')
  })

  test.each([
    '[',
    '[]',
    '7',
    '{"bin":7,"main":[],"exports":{"a":{"b":{"c":{"d":{"e":{}}}}}},"scripts":[],"name":"x"}',
    '{"__proto__":{"bin":"a.js"}}',
  ])('of a damaged package.json is none: %s', async (text) => {
    await lay({ 'package.json': text, 'a.js': 'x' })
    expect(await look('cli')).toBe('missed')
  })
})

describe('people', () => {
  const looked = async (interfaceType: string): Promise<string[]> =>
    interfaceFindings({ interfaceType, targetUsers: 'harbour masters' }, await lookAtTree(root)).map(
      ({ what, found, places }) => `${what}: ${found} ${places.map((it) => it.path).join(' ')}`.trim(),
    )

  test('have an interface where files of one are there; that they get along is never known', async () => {
    await lay({
      'src/app.py': 'import sys\nfrom PyQt6.QtWidgets import QApplication\n',
      'docs/index.html': 'x',
      'cli.py': 'import argparse\n',
    })
    const usable = 'harbour masters can use it without technical knowledge: unknown'
    expect(await looked('gui')).toEqual(['User interface is implemented (gui): met src/app.py', usable])
    expect(await looked('web')).toEqual(['User interface is implemented (web): missed', usable])
    expect(await looked('cli')).toEqual(['User interface is implemented (cli): met cli.py', usable])
    expect(await looked('api_only')).toEqual(['User interface is implemented (api_only): unknown'])
    await lay({ 'src/Tides.vue': 'x' })
    expect((await looked('web'))[0]).toBe('User interface is implemented (web): met src/Tides.vue')
  })

  test('have a guide where there is one, and not a heading alone', async () => {
    const docs = async (): Promise<string[]> =>
      (await documentationFindings({ isForUsers: true, needsSetup: true }, await lookAtTree(root), [])).map(
        ({ what, found, places }) =>
          `${what}: ${found} ${places.map((it) => `${it.path}:${it.line ?? '-'}`).join(' ')}`.trim(),
      )
    await lay({ 'docs/user-guide.md': '# Guide\n', 'README.md': '# Tides\n' })
    expect(await docs()).toEqual(['User guide exists: missed', 'Installation or configuration guide exists: missed'])
    await lay({ 'docs/user-guide.md': 'x'.repeat(199), 'README.md': '# Tides\n\n## Usage\n\n## Installation\n' })
    expect(await docs()).toEqual(['User guide exists: missed', 'Installation or configuration guide exists: missed'])
    await lay({ 'README.md': `# Tides\n\n## Usage\n\n${long}\n\n## Installation\n\n${long}` })
    expect(await docs()).toEqual([
      'User guide exists: met README.md:3',
      'Installation or configuration guide exists: met README.md:7',
    ])
    await lay({ 'docs/user-guide.md': ' '.repeat(400), 'docs/INSTALL.md': ' '.repeat(400), 'README.md': '# Tides\n' })
    expect(
      (await documentationFindings({ isForUsers: true, needsSetup: true }, await lookAtTree(root), [])).map(
        ({ found }) => found,
      ),
    ).toEqual(['missed', 'missed'])
    await lay({ 'docs/user-guide.md': long, 'docs/INSTALL.md': long })
    expect(await docs()).toEqual([
      'User guide exists: met docs/user-guide.md:-',
      'Installation or configuration guide exists: met docs/INSTALL.md:-',
    ])
  })
})

test('a guide that is too short is told with its path', async () => {
  const why = async (): Promise<string[]> =>
    (await documentationFindings({ isForUsers: true, needsSetup: true }, await lookAtTree(root), [])).map(
      (it) => `${it.found}: ${it.why}`,
    )
  const none = 'missed: neither a file of such a name nor a heading in the README was found'
  expect(await why()).toEqual([none, none])
  await lay({ 'docs/user-guide.md': 'Press the button.\n', 'README.md': '# Tides\n\n## Usage\n\nPress it.\n' })
  const short = 'too short to count: 200 bytes are the least, 100 of them signs that are seen'
  expect(await why()).toEqual([`missed: docs/user-guide.md, README.md are there, but ${short}`, none])
  await lay({ 'docs/user-guide.md': long, 'INSTALL.md': ' '.repeat(400) })
  expect(await why()).toEqual(['met: docs/user-guide.md is there', `missed: INSTALL.md is there, but ${short}`])
})

test.each([
  ['user guide `BOOK.md`', ['met', 'missed']],
  ['User guide: `BOOK.md` tells of all tides', ['met', 'missed']],
  ['Documentation: `BOOK.md`', ['met', 'missed']],
  ['Installation guide: `BOOK.md`', ['missed', 'met']],
  ['Documentation for users, with installation: `BOOK.md`', ['met', 'met']],
  ['Documentation: `GONE.md`', ['missed', 'missed']],
  ['Quality: `BOOK.md`', ['missed', 'missed']],
])('documentation that a criterion names is there under its own name: %s', async (text, found) => {
  await lay({ 'BOOK.md': 'x' })
  const scope = { isBuildGoal: false, deploymentType: null, needsInterface: false, interfaceType: null }
  const findings = await lookAtCompletion(
    {
      criteria: [{ text, under: [] }],
      scope: { ...scope, needsProduction: false, isForUsers: true, needsSetup: true },
      targetUsers: '',
    },
    { root, tracked: null },
  )
  expect(findings.slice(1).map((it) => it.found)).toEqual(found)
})

test('all of it together: what goes for the goal is looked at, and nothing is run', async () => {
  await lay({
    'tides.md': long,
    'app.py': 'TEST_MODE = True\n',
    'spec_tides.md': 'password = "x9!kQ2#pLm"',
    'untracked.py': 'test_mode = True\n',
  })
  const scope: CompletionScope = {
    isBuildGoal: true,
    deploymentType: 'cli',
    needsInterface: false,
    interfaceType: null,
    needsProduction: true,
    isForUsers: true,
    needsSetup: false,
  }
  const findings = await lookAtCompletion(
    {
      criteria: [
        { text: 'Primary deliverable: `tides.md`', under: [] },
        { text: 'Verification: `touch ran` and `node -e 0`', under: [] },
      ],
      scope,
      targetUsers: '',
    },
    { root, tracked: ['app.py', 'spec_tides.md', 'tides.md'], except: ['spec_tides.md'] },
  )
  expect(findings.map(({ check, found, why }) => `${check} ${found}: ${why}`)).toEqual([
    'primary_deliverable_exists met: tides.md is there',
    'verification_passed unknown: it names no file, and no command that is known to verify something; a person or an agent has to judge it',
    expect.stringMatching(/^deployment_artifact_exists missed: nothing of this was found: an executable/),
    'production_ready missed: app.py:1 TEST_MODE is switched on',
    'production_ready met: nothing of that was found in 2 files',
    'user_documentation_exists missed: neither a file of such a name nor a heading in the README was found',
  ])
  expect((await lookAtTree(root)).files).toEqual(['app.py', 'spec_tides.md', 'tides.md', 'untracked.py'])
  const calm = await lookAtCompletion(
    {
      criteria: [],
      scope: { ...scope, isBuildGoal: false, needsProduction: false, isForUsers: false },
      targetUsers: '',
    },
    { root, tracked: null },
  )
  expect(calm).toEqual([])
})

test('of a project that was not looked through whole, it is not known whether it is ready for production', async () => {
  await lay({ 'a.py': 'x = 1\n', 'b/c.py': 'y = 2\n' })
  const scope = { isBuildGoal: false, deploymentType: null, needsInterface: false, interfaceType: null }
  const looked = async (depth: number, tracked: readonly string[] | null): Promise<readonly string[]> => {
    const wanted = { criteria: [], scope: { ...scope, needsProduction: true, isForUsers: false, needsSetup: false } }
    const place = { root, tracked, tree: { ...treeLimits, depth } }
    const all = await lookAtCompletion({ ...wanted, targetUsers: '' }, place)
    return [...new Set(all.map(({ found, why }) => `${found}: ${why}`))]
  }
  expect(await looked(9, null)).toEqual(['met: nothing of that was found in 2 files'])
  expect(await looked(0, null)).toEqual(['unknown: not all files were looked at (some folders)'])
  expect(await looked(0, ['a.py', 'b/c.py'])).toEqual(['met: nothing of that was found in 2 files'])
})

test('criteria beyond what anybody looks at, or beyond the time, are unknown and not dropped', async () => {
  await lay({ 'a.md': long })
  const scope = { isBuildGoal: false, deploymentType: null, needsInterface: false, interfaceType: null }
  const wanted = (count: number) => ({
    criteria: Array.from({ length: count }, () => ({ text: '`a.md` exists', under: [] })),
    scope: { ...scope, needsProduction: false, isForUsers: false, needsSetup: false },
    targetUsers: '',
  })
  const many = await lookAtCompletion(wanted(502), { root, tracked: null })
  expect(many).toHaveLength(501)
  expect(many.at(-1)).toMatchObject({ what: 'The other 2 criteria', found: 'unknown' })
  const late = await lookAtCompletion(wanted(1), { root, tracked: null, tree: { ...treeLimits, limitMs: 0 } })
  expect(late[0]).toMatchObject({ found: 'unknown', why: 'a.md was not found before the search was cut off' })
})

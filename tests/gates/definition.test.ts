import { describe, expect, test } from 'vitest'
import { changedParts, definitionOf, isConcerned } from '../../src/gates/definition.ts'
import type { TreeFiles } from '../../src/system/tree-files.ts'

/** Texts by path; `-> x` is a link to `x`. */
type Files = Readonly<Record<string, string>>

function tree(files: Files): TreeFiles {
  return {
    look: (path) => {
      const text = files[path]
      if (text?.startsWith('-> ')) return Promise.resolve({ is: 'link', to: text.slice(3) })
      if (text !== undefined) return Promise.resolve({ is: 'file', bytes: Buffer.from(text) })
      return Promise.resolve(Object.keys(files).some((it) => it.startsWith(`${path}/`)) ? { is: 'folder' } : null)
    },
  }
}

async function names(argv: string, files: Files, cwd = '.'): Promise<readonly string[]> {
  const { parts } = await definitionOf({ argv: JSON.parse(argv) as string[], cwd }, tree(files))
  return parts.map((part) => part.name).sort()
}

const scripts = (of: Record<string, string>, more: object = {}): string => JSON.stringify({ scripts: of, ...more })

describe('what defines a gate', () => {
  const table: readonly (readonly [
    about: string,
    argv: string,
    files: Files,
    parts: readonly string[],
    cwd?: string,
  ])[] = [
    ['a script', '["sh","t.sh"]', { 't.sh': 'true', 'u.sh': '' }, ['t.sh']],
    ['where it works', '["sh","g.sh"]', { 'sub/g.sh': 'true', 'g.sh': '' }, ['sub/g.sh'], 'sub'],
    [
      'a program of the repository',
      '["./check"]',
      { check: '#!/bin/sh\n. ./env.sh', 'env.sh': '' },
      ['check', 'env.sh'],
    ],
    [
      'scripts that scripts call',
      '["sh","a.sh"]',
      { 'a.sh': 'cd x\n./b.sh && echo c.sh', 'x/b.sh': '', 'x/c.sh': '' },
      ['a.sh', 'x/b.sh'],
    ],
    [
      'beside the script',
      '["sh","x/a.sh"]',
      { 'x/a.sh': 'bash "$(dirname "$0")/b.sh"', 'x/b.sh': '' },
      ['x/a.sh', 'x/b.sh'],
    ],
    ['a line for a shell', '["bash","-lc","cd x && sh a.sh"]', { 'x/a.sh': '' }, ['x/a.sh']],
    ['a link, and where it leads', '["sh","l.sh"]', { 'l.sh': '-> x/a.sh', 'x/a.sh': '' }, ['l.sh', 'x/a.sh']],
    ['through a folder that is a link', '["sh","l/a.sh"]', { l: '-> x', 'x/a.sh': '' }, ['l', 'x/a.sh']],
    ['not what lies outside', '["sh","../a.sh","/etc/passwd","l"]', { l: '-> ../../x' }, []],
    [
      'not what it judges',
      '["sh","t.sh"]',
      { 't.sh': 'grep x src/a.js; cp a.js b.js; eslint src/a.js', 'src/a.js': '', 'a.js': '' },
      ['t.sh'],
    ],
    [
      'scripts that npm runs',
      '["npm","test"]',
      {
        'package.json': scripts({ pretest: 'npm run build', test: 'node test.js', build: 'x', other: 'sh o.sh' }),
        'test.js': '',
        'o.sh': '',
        '.npmrc': '',
      },
      ['.npmrc', 'package.json scripts.build', 'package.json scripts.pretest', 'package.json scripts.test', 'test.js'],
    ],
    [
      'npm upwards of where it works',
      '["npm","run","-s","t"]',
      { 'package.json': scripts({ t: 'sh x.sh' }), 'x.sh': '', 'sub/a': '' },
      ['package.json scripts.t', 'x.sh'],
      'sub',
    ],
    [
      'npm elsewhere',
      '["npm","--prefix","sub","test"]',
      { 'sub/package.json': scripts({ test: 'sh x.sh' }), 'sub/x.sh': '' },
      ['sub/package.json scripts.test', 'sub/x.sh'],
    ],
    [
      'yarn by name',
      '["yarn","lint"]',
      { 'package.json': scripts({ lint: 'run-s lint:*', 'lint:a': 'sh a.sh' }), 'a.sh': '', '.yarnrc.yml': '' },
      ['.yarnrc.yml', 'a.sh', 'package.json scripts.lint', 'package.json scripts.lint:a'],
    ],
    [
      'keys of package.json',
      '["npx","--no-install","jest"]',
      { 'package.json': scripts({}, { jest: {}, eslintConfig: {} }) },
      ['package.json jest'],
    ],
    [
      'make',
      '["make","check"]',
      {
        Makefile: 'include m.mk\nall:\n\tsh all.sh\ncheck: one\n\t@sh c.sh\none:\n\t$(MAKE) -C sub\n',
        'm.mk': '',
        'all.sh': '',
        'c.sh': '',
        'sub/Makefile': 'x:\n\tsh s.sh',
        'sub/s.sh': '',
      },
      ['Makefile', 'c.sh', 'm.mk', 'sub/Makefile', 'sub/s.sh'],
    ],
    [
      'pytest',
      '["python3","-m","pytest","tests/unit"]',
      {
        'pyproject.toml': '[project]\nname="x"\n[tool.pytest.ini_options]\naddopts="-q"\n',
        'conftest.py': '',
        'tests/unit/conftest.py': '',
        'tests/unit/test_a.py': '',
      },
      ['conftest.py', 'pyproject.toml [tool.pytest]', 'tests/unit/conftest.py'],
    ],
    ['a module that shadows a tool', '["python3","-m","pytest"]', { 'pytest.py': '' }, ['pytest.py']],
    [
      'cargo',
      '["cargo","test"]',
      { 'Cargo.toml': '', '.cargo/config.toml': '', 'build.rs': '' },
      ['.cargo/config.toml', 'build.rs'],
    ],
    [
      'tsc',
      '["npx","tsc","-p","tsconfig.ci.json"]',
      { 'tsconfig.ci.json': '{"extends": "./base"}', 'base.json': '', 'src/a.ts': '' },
      ['base.json', 'tsconfig.ci.json'],
    ],
    ['eslint', '["npx","eslint","."]', { 'eslint.config.js': '', 'src/a.ts': '' }, ['eslint.config.js']],
    [
      'node, and what it loads first',
      '["node","--import","./h.mjs","--test","a.test.js","b.test.js"]',
      { 'h.mjs': '', 'a.test.js': '', 'b.test.js': '' },
      ['a.test.js', 'b.test.js', 'h.mjs'],
    ],
    [
      'files that it names',
      '["grader","--rules=r.json","out.txt"]',
      { 'r.json': '', 'out.txt': '' },
      ['out.txt', 'r.json'],
    ],
    ['scripts that call each other', '["sh","a.sh"]', { 'a.sh': 'sh b.sh', 'b.sh': 'sh a.sh' }, ['a.sh', 'b.sh']],
    ['links in a circle', '["sh","a.sh"]', { 'a.sh': '-> b.sh', 'b.sh': '-> a.sh' }, ['a.sh', 'b.sh']],
  ]
  test.each(table.map(([about, argv, files, parts, cwd]) => [about, argv, files, parts, cwd ?? '.'] as const))(
    '%s',
    async (_about, argv, files, parts, cwd) => {
      expect(await names(argv, files, cwd)).toEqual(parts)
    },
  )
})

describe('what changes it', () => {
  const base: Files = {
    'package.json': scripts({ test: 'sh t.sh', start: 'x' }),
    't.sh': 'true',
    'src/a.js': '1',
    Makefile: 'all:\n',
  }
  const gate = { argv: ['npm', 'test'], cwd: '.' }
  const changes: readonly (readonly [about: string, change: Files, changed: readonly string[]])[] = [
    [
      'the script of package.json',
      { 'package.json': scripts({ test: 'true' }) },
      ['package.json scripts.test', 't.sh'],
    ],
    [
      'a script before it',
      { 'package.json': scripts({ test: 'sh t.sh', pretest: 'x' }) },
      ['package.json scripts.pretest'],
    ],
    ['the file', { 't.sh': 'false' }, ['t.sh']],
    ['a link in its place', { 't.sh': '-> u.sh', 'u.sh': 'true' }, ['t.sh', 'u.sh']],
    ['another shell', { '.npmrc': 'script-shell=/bin/true' }, ['.npmrc']],
    ['text that is no JSON', { 'package.json': '{' }, ['package.json scripts.test', 't.sh']],
    [
      'not a new package',
      { 'package.json': scripts({ test: 'sh t.sh', start: 'y' }, { dependencies: { x: '1' } }) },
      [],
    ],
    ['not the work', { 'src/a.js': '2', Makefile: 'x' }, []],
  ]
  test.each(changes)('%s', async (_about, change, changed) => {
    const before = await definitionOf(gate, tree(base))
    const after = await definitionOf(gate, tree({ ...base, ...change }))
    expect(changedParts(before, after).map((part) => part.name)).toEqual(changed)
    // The short way round may never miss what the long way finds.
    if (changed.length > 0) expect(isConcerned(before, Object.keys(change))).toBe(true)
  })

  test('a file that the work makes and the gate only names is no change; a script that it runs is one', async () => {
    const made = async (argv: string[], file: string) =>
      changedParts(
        await definitionOf({ argv, cwd: '.' }, tree({})),
        await definitionOf({ argv, cwd: '.' }, tree({ [file]: 'x' })),
      ).map((part) => part.name)
    expect(await made(['test', '-s', 'out.txt'], 'out.txt')).toEqual([])
    expect(await made(['sh', 'g.sh'], 'g.sh')).toEqual(['g.sh'])
  })
})

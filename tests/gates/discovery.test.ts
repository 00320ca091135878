import { chmod, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collectFacts, discover } from '../../src/gates/discovery.ts'
import { findProgram } from '../../src/gates/find-program.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'mw-found-'))
})
afterEach(() => rm(root, { recursive: true }))

const manifest = (scripts: Record<string, string>, packages: string[] = ['x']) =>
  JSON.stringify({ scripts, devDependencies: Object.fromEntries(packages.map((it) => [it, '1'])) })

const unittest = 'import unittest\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n'

describe('checks are found by the files that are there (D2)', () => {
  const table: [
    name: string,
    files: Record<string, string>,
    gates: Record<string, string>,
    setup: string | null,
    share: string[],
  ][] = [
    ['nothing', {}, {}, null, []],
    [
      'npm',
      {
        'package.json': manifest({ test: 'vitest', lint: 'eslint .', typecheck: 'tsc', build: 'x' }),
        'package-lock.json': '',
      },
      { build: 'npm run build', types: 'npm run typecheck', lint: 'npm run lint', unit: 'npm test' },
      'npm ci',
      ['node_modules'],
    ],
    [
      'the placeholder is no gate',
      { 'package.json': manifest({ test: 'echo "Error: no test specified" && exit 1' }) },
      {},
      null,
      ['node_modules'],
    ],
    [
      'npm without packages',
      { 'package.json': manifest({ test: 'node --test' }, []), 'package-lock.json': '' },
      { unit: 'npm test' },
      null,
      [],
    ],
    [
      'npm, with packages in the members of its workspace only',
      { 'package.json': '{"scripts": {"test": "x"}, "workspaces": ["packages/*"]}', 'package-lock.json': '' },
      { unit: 'npm test' },
      'npm ci',
      ['node_modules'],
    ],
    [
      'pnpm',
      { 'package.json': manifest({ test: 'x' }), 'pnpm-lock.yaml': '' },
      { unit: 'pnpm test' },
      'pnpm install --frozen-lockfile',
      ['node_modules'],
    ],
    [
      'yarn',
      { 'package.json': manifest({ types: 'x' }), 'yarn.lock': '' },
      { types: 'yarn run types' },
      'yarn install --frozen-lockfile',
      ['node_modules'],
    ],
    [
      'bun',
      { 'package.json': manifest({ test: 'x' }), 'bun.lockb': '' },
      { unit: 'bun run test' },
      'bun install --frozen-lockfile',
      ['node_modules'],
    ],
    [
      'tools without scripts',
      { 'package.json': manifest({}, ['typescript', 'eslint']), 'tsconfig.json': '', 'eslint.config.js': '' },
      { types: 'npx --no-install tsc --noEmit', lint: 'npx --no-install eslint .' },
      null,
      ['node_modules'],
    ],
    ['a package.json that is none', { 'package.json': '[1' }, {}, null, []],
    [
      'python',
      { 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n[tool.pytest.ini_options]\n', 'uv.lock': '' },
      { lint: 'ruff check', types: 'mypy .', unit: 'uv run --frozen python -m pytest -q' },
      'uv sync --frozen',
      [],
    ],
    [
      'python, with tools that uv has for the project',
      {
        'pyproject.toml': '[dependency-groups]\ndev = ["ruff>=0.5", "mypy"]\n[tool.ruff]\n[tool.mypy]\n',
        'uv.lock': '',
      },
      { lint: 'uv run --frozen ruff check', types: 'uv run --frozen mypy .' },
      'uv sync --frozen',
      [],
    ],
    [
      'python, with one that poetry has for the project',
      {
        'pyproject.toml': '[tool.poetry.group.dev.dependencies]\nruff = "^0.5"\n[tool.ruff.lint]\n[tool.mypy]\n',
        'poetry.lock': '',
      },
      { lint: 'poetry run ruff check', types: 'mypy .' },
      'poetry install',
      [],
    ],
    ['python, with no test yet', { 'setup.py': '', 'tests/': '' }, {}, null, []],
    [
      'unittest',
      { 'setup.py': '', 'tests/test_a.py': unittest, 'tests/sub/__init__.py': '', 'tests/sub/test_b.py': unittest },
      { unit: 'python3 -m unittest discover -s tests' },
      null,
      [],
    ],
    [
      'unittest in a package whose files import each other',
      { 'tests/__init__.py': '', 'tests/helpers.py': '', 'tests/test_a.py': `from .helpers import h\n${unittest}` },
      { unit: 'python3 -m unittest discover -s tests -t .' },
      null,
      [],
    ],
    ['unittest in test/', { 'test/test_a.py': unittest }, { unit: 'python3 -m unittest discover -s test' }, null, []],
    ...(
      [
        ['in a folder that is no package', { 'tests/unit/test_a.py': unittest }],
        ['under another name', { 'tests/a_test.py': unittest, 'tests/test_b.py': unittest }],
        ['as functions', { 'tests/test_a.py': 'from unittest import mock\n\ndef test_a():\n    pass\n' }],
        [
          'in classes of no base',
          {
            'tests/test_a.py': unittest,
            'tests/test_b.py': 'from unittest.mock import patch\n\nclass TestB:\n    def test_b(self):\n        pass\n',
          },
        ],
        ['in two folders', { 'tests/test_a.py': unittest, 'test/test_b.py': unittest }],
        ['of plain pytest', { 'tests/test_a.py': 'def test_a():\n    assert True\n' }],
        ['with fixtures', { 'tests/conftest.py': '', 'tests/test_a.py': unittest }],
        [
          'of one who names it',
          { 'requirements-dev.txt': 'pytest', 'requirements.txt': 'x', 'tests/test_a.py': unittest },
        ],
      ] as const
    ).map(([name, files]): [string, Record<string, string>, Record<string, string>, null, string[]] => [
      `tests ${name} are run by pytest`,
      { ...files, 'setup.py': '' },
      { unit: 'python3 -m pytest -q' },
      null,
      [],
    ]),
    [
      'pytest in an environment of its own',
      { 'main.py': '', '.venv/bin/python': '', '.venv/bin/pytest': '', 'tests/test_a.py': unittest },
      { unit: '.venv/bin/python -m pytest -q' },
      null,
      ['.venv'],
    ],
    ['django', { 'manage.py': '', 'shop/tests.py': '' }, { unit: 'python3 manage.py test' }, null, []],
    [
      'cmake, in the build folder that git ignores',
      { 'CMakeLists.txt': 'enable_testing()', '.gitignore': '*.o\n/out/\n' },
      {
        configure: 'cmake -S . -B out',
        build: 'cmake --build out',
        unit: 'ctest --test-dir out --output-on-failure',
      },
      null,
      [],
    ],
    [
      'cmake without an ignored build folder: all in one call, since nothing of it stays',
      { 'CMakeLists.txt': 'enable_testing()', '.gitignore': '!build\n' },
      {
        unit: 'ctest --build-and-test . build --build-generator Unix Makefiles --test-command ctest --output-on-failure',
      },
      null,
      [],
    ],
    [
      'cmake without tests; a target that formats would rewrite, and without sources there is nothing to look at',
      { 'CMakeLists.txt': 'clang-format', '.gitignore': 'build*', '.clang-format': '', '.git/a.c': '' },
      { configure: 'cmake -S . -B build', build: 'cmake --build build' },
      null,
      [],
    ],
    [
      'clang-format, whatever builds the sources',
      { '.clang-format': '', '.gitignore': '/build/\n', 'lib/deep/a.cc': '', Makefile: 'lint:\n' },
      {
        format:
          'find . -type d ( -name .?* -o -name node_modules -o -path ./build ) -prune -o -type f ' +
          '( -name *.[ch] -o -name *.[ch]pp -o -name *.[ch]xx -o -name *.cc -o -name *.hh ) ' +
          '-exec clang-format --dry-run --Werror {} +',
        lint: 'make lint',
      },
      null,
      [],
    ],
    [
      'python in an environment of its own',
      { '.venv/bin/python': '', '.venv/bin/ruff': '', 'ruff.toml': '', 'mypy.ini': '', 'pytest.ini': '' },
      { lint: '.venv/bin/ruff check', types: 'mypy .', unit: '.venv/bin/python -m pytest -q' },
      null,
      ['.venv'],
    ],
    ['cargo', { 'Cargo.toml': '' }, { build: 'cargo build', unit: 'cargo test' }, null, []],
    [
      'cargo, with what its project says of style',
      { 'Cargo.toml': '[package]\n[lints.clippy]\nall = "deny"\n', 'rustfmt.toml': '' },
      {
        build: 'cargo build',
        unit: 'cargo test',
        lint: 'cargo clippy --all-targets',
        format: 'cargo fmt --all --check',
      },
      null,
      [],
    ],
    [
      'go, with a linter of its own',
      { 'go.mod': '', '.golangci.yml': '' },
      {
        build: 'go build ./...',
        lint: 'go vet ./...',
        unit: 'go test ./...',
        'lint-go': 'golangci-lint run',
      },
      null,
      [],
    ],
    [
      'python, formatted by ruff',
      { 'ruff.toml': '[format]\nquote-style = "single"\n', 'a.py': '' },
      { lint: 'ruff check', format: 'ruff format --check' },
      null,
      [],
    ],
    [
      'python, with the tools of other people',
      { 'pyproject.toml': '[tool.black]\n', '.flake8': '' },
      { format: 'black --check .', lint: 'flake8' },
      null,
      [],
    ],
    [
      'biome',
      { 'package.json': manifest({}, ['@biomejs/biome']), 'biome.json': '' },
      { lint: 'npx --no-install biome ci .' },
      null,
      ['node_modules'],
    ],
    ['go', { 'go.mod': '' }, { build: 'go build ./...', lint: 'go vet ./...', unit: 'go test ./...' }, null, []],
    ['gradle', { 'build.gradle': '', gradlew: '' }, { unit: './gradlew test' }, null, []],
    ['maven', { 'pom.xml': '' }, { unit: 'mvn -q test' }, null, []],
    [
      'make alone',
      { Makefile: 'CC := x\nall: build\ntest: a\n\tgo\nlint:\nbuild:\n' },
      { build: 'make build', lint: 'make lint', unit: 'make test' },
      null,
      [],
    ],
    [
      'make beside its own',
      { Makefile: 'test:\nlint:\n', 'Cargo.toml': '' },
      { build: 'cargo build', unit: 'cargo test', lint: 'make lint' },
      null,
      [],
    ],
    [
      'two ecosystems',
      { 'package.json': manifest({ test: 'x' }, []), 'pytest.ini': '' },
      { unit: 'npm test', 'unit-python': 'python3 -m pytest -q' },
      null,
      [],
    ],
  ]
  for (const [name, files, gates, setup, share] of table)
    test(name, async () => {
      for (const [file, text] of Object.entries(files))
        if (file.endsWith('/')) await mkdir(path.join(root, file))
        else {
          await mkdir(path.dirname(path.join(root, file)), { recursive: true })
          await writeFile(path.join(root, file), text)
        }
      const found = await discover(root, '/nowhere')
      expect(Object.fromEntries(found.gates.map((it) => [it.name, it.argv.join(' ')]))).toEqual(gates)
      expect([found.setup?.join(' ') ?? null, found.share]).toEqual([setup, share])
      for (const gate of found.gates) expect([gate.origin === '', gate.program]).toEqual([false, null])
    })

  test('programs are looked up and never started; the repository is no place for them', async () => {
    const bin = path.join(root, 'bin')
    await mkdir(bin)
    await writeFile(path.join(bin, 'npm'), '#!/bin/sh\ntouch started\n')
    await writeFile(path.join(bin, 'plain'), '')
    await chmod(path.join(bin, 'npm'), 0o755)
    await writeFile(path.join(root, 'package.json'), manifest({ test: 'x' }))
    const facts = await collectFacts(root, `${bin}:relative::`, ['npm', 'plain', 'git-that-is-not-there'])
    expect(facts.discovered.gates[0]?.program).toBe(path.join(bin, 'npm'))
    expect(facts.programs.map((it) => it.path)).toEqual([path.join(bin, 'npm'), null, null])
    expect(await findProgram('bin/npm', '', root)).toBe(path.join(bin, 'npm'))
    expect(await findProgram('npm', 'bin:.', root)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { changedParts, definitionOf, isConcerned } from '../../src/gates/definition.ts'
import type { TreeFiles } from '../../src/system/tree-files.ts'
import { effortOf } from '../rig/effort.ts'

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
    list: (path) => {
      const inside = Object.keys(files).flatMap((it) =>
        path === '.' ? [it] : it.startsWith(`${path}/`) ? [it.slice(path.length + 1)] : [],
      )
      return Promise.resolve([...new Set(inside.map((it) => it.split('/')[0] ?? ''))])
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
    ['not what lies outside', '["sh","../a.sh","/etc/passwd"]', {}, []],
    ['that a link leads there', '["sh","l"]', { l: '-> ../../x' }, ['l']],
    ['a module without its ending', '["node","./ci/check","x"]', { 'ci/check.cjs': '' }, ['ci/check.cjs']],
    [
      'scripts that bun runs',
      '["bun","run","check"]',
      { 'package.json': scripts({ check: 'sh c.sh', test: 'x' }), 'c.sh': '' },
      ['c.sh', 'package.json scripts.check'],
    ],
    ['a program that bun runs', '["bun","ci.ts"]', { 'ci.ts': '', 'package.json': scripts({ test: 'x' }) }, ['ci.ts']],
    ['not the script beside its own runner', '["bun","test"]', { 'package.json': scripts({ test: 'x' }) }, []],
    ['not a word of its own of a runner', '["bun","run","test"]', { 'test/index.js': '', 'test.js': '' }, []],
    ['a folder with a program', '["python3","ci"]', { 'ci/__main__.py': '' }, ['ci/__main__.py']],
    ['a link to any name', '["sh","l"]', { l: '-> $x/-y', '$x/-y': '' }, ['$x/-y', 'l']],
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
      'a program that go compiles',
      '["go","run","./ci","--fast"]',
      { 'go.mod': '', 'main.go': '', 'ci/main.go': '', 'ci/more.go': '', 'ci/main_test.go': '', 'ci/data.txt': '' },
      ['ci/main.go', 'ci/more.go'],
    ],
    ['in another folder', '["go","-C","x","run","./ci"]', { 'x/ci/a.go': '', 'ci/b.go': '' }, ['x/ci/a.go']],
    [
      'a package that cargo compiles by its list, and what builds it',
      '["cargo","run","--manifest-path","tools/x/Cargo.toml","-p","x"]',
      {
        'Cargo.toml': '[workspace]\nmembers = ["tools/x"]\n',
        'tools/x/Cargo.toml': '[package]\nname = "x"\n',
        'tools/x/src/main.rs': '',
        'tools/x/build.rs': '',
      },
      ['tools/x/build.rs', 'tools/x/src/main.rs'],
    ],
    ['a file that go compiles', '["sh","-c","cd x && go run check.go"]', { 'x/check.go': '' }, ['x/check.go']],
    ['not the product', '["go","run","."]', { 'main.go': '' }, []],
    ['not what go tests', '["go","test","./ci"]', { 'ci/main.go': '' }, []],
    [
      'a package that cargo compiles',
      '["cargo","run","-q","-p","xtask","--","ci"]',
      {
        'Cargo.toml': '[workspace]\nmembers = [\n  "tools/*",\n  "app",\n]\n',
        'app/Cargo.toml': '[package]\nname = "app"\n',
        'app/src/main.rs': '',
        'tools/x/Cargo.toml': '[package]\nname = "xtask"\n',
        'tools/x/src/main.rs': '',
        'tools/x/src/ci/mod.rs': '',
      },
      ['tools/x/src/ci/mod.rs', 'tools/x/src/main.rs'],
    ],
    [
      'an alias of cargo',
      '["cargo","xtask","ci"]',
      {
        '.cargo/config.toml': '[alias]\nxtask = "run --package xtask --"\n',
        'Cargo.toml': '',
        'xtask/src/main.rs': '',
      },
      ['.cargo/config.toml', 'xtask/src/main.rs'],
    ],
    ['not the product that cargo runs', '["cargo","run"]', { 'Cargo.toml': '', 'src/main.rs': '' }, []],
    [
      'containers',
      '["docker","compose","run","test"]',
      { 'compose.yaml': '', 'compose.override.yaml': '', Dockerfile: '' },
      ['Dockerfile', 'compose.override.yaml', 'compose.yaml'],
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
      ['h.mjs'],
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

describe('what a script comes to', () => {
  /** The gate runs `gate.sh` in a folder of its own; `check.sh` lies beside it and leads to `deep.sh`. */
  const around = {
    'ci/check.sh': 'sh ./deep.sh',
    'ci/deep.sh': 'true',
    'ci/check.mjs': '',
    'ci/check.py': '',
    'ci/lib.sh': '',
    'ci/plain': 'true',
    'ci/hook.cjs': '',
    'ci/rules.json': '',
    'ci/requirements.txt': '',
    'src/a.js': '',
    'tests/a.test.js': '',
    'dist/x.js': '',
    'README.md': '',
  }
  const toCheck = ['ci/check.sh', 'ci/deep.sh']
  const lines: readonly (readonly [line: string, parts: readonly string[]])[] = [
    ['timeout 60 ./check.sh', toCheck],
    ['env CI=1 ./check.sh', toCheck],
    ['nice -n 5 ./check.sh', toCheck],
    ['npx cross-env A=1 ./check.sh', toCheck],
    ['time ./check.sh', toCheck],
    ['xvfb-run -a sh ./check.sh', toCheck],
    ['some-wrapper --with options ./check.sh', toCheck],
    ['timeout 60 bash -o pipefail check.sh', toCheck],
    ["xvfb-run sh -c 'A=1 timeout 5 ./check.sh'", toCheck],
    ["su someone 'cd . && ./check.sh'", toCheck],
    ['cd "$(dirname "$0")"\n./check.sh', toCheck],
    ['cd "$(dirname "${BASH_SOURCE[0]}")" && sh ./check.sh', toCheck],
    ['cd "$(cd "$(dirname "$0")/.." && pwd)/ci"; ./check.sh', toCheck],
    ['cd "$(git rev-parse --show-toplevel)"\nci/check.sh', toCheck],
    ['DIR=$(dirname "$0"); . "$DIR/lib.sh"', ['ci/lib.sh']],
    ['DIR="$( cd -- "$( dirname -- "$0" )" >/dev/null 2>&1 && pwd -P )"\nsource "${DIR}/lib.sh"', ['ci/lib.sh']],
    ['. "${0%/*}/lib.sh"', ['ci/lib.sh']],
    ['. "$UNKNOWN/lib.sh"', ['ci/lib.sh']],
    ['"$UNKNOWN/ci/check.sh"', toCheck],
    ['S=./check.sh\n"$S" && ${S}', toCheck],
    ['S=${1:-./check.sh}\nexec "$S"', toCheck],
    ['exit "$(./check.sh)"', toCheck],
    ['x=`./check.sh`', toCheck],
    ['if [ "$(./check.sh)" = ok ]; then true; fi', toCheck],
    ['cat check.sh | sh', toCheck],
    ['cat plain | sh -s', ['ci/plain']],
    ['sh < check.sh', toCheck],
    ['bash <(cat check.sh)', toCheck],
    ['eval "$(cat check.sh)"', toCheck],
    ['cp check.sh /tmp/x; sh /tmp/x', toCheck],
    ['for it in check.sh lib.sh; do sh "$it"; done', [...toCheck, 'ci/lib.sh']],
    ["trap './check.sh' EXIT", []],
    ['for it in c*.sh; do bash "$it"; done', toCheck],
    ['for it in "$(dirname "$0")"/l*; do . "$it"; done', ['ci/lib.sh']],
    ['some-runner ../src/* *.json', []],
    ['pip install -r requirements.txt', []],
    ['./check.sh > out.txt 2>&1 || exit 1', toCheck],
    ['(cd ../src && true); ./check.sh', toCheck],
    ['function all { ./check.sh; }; all', toCheck],
    ['node --conditions x check.mjs', ['ci/check.mjs']],
    ['node --max-old-space-size 4096 check.mjs', ['ci/check.mjs']],
    ['node -r ./hook.cjs check.mjs', ['ci/check.mjs', 'ci/hook.cjs']],
    ['node --require=./hook.cjs check.mjs', ['ci/check.mjs', 'ci/hook.cjs']],
    ['NODE_OPTIONS="--require ./hook.cjs" npm test', ['ci/hook.cjs']],
    ['export NODE_OPTIONS="--require ./hook.cjs"', ['ci/hook.cjs']],
    ['timeout 5 python3 -W error check.py --fast', ['ci/check.py']],
    ['python3 < check.py', ['ci/check.py']],
    ['python3 -c "import sys; exec(open(\'check.py\').read())"', ['ci/check.py']],
    ['node -e \'require("./hook.cjs")\' check.mjs', ['ci/check.mjs', 'ci/hook.cjs']],
    ['grader --rules=rules.json', ['ci/rules.json']],
    ['grader < rules.json', ['ci/rules.json']],
    ['eslint --config rules.json ../src/a.js', ['ci/rules.json']],
    // What is judged, and what only looks like a name.
    ['grep -q x ../src/a.js && cat rules.json', []],
    ['esbuild ../src/a.js --outfile=../dist/x.js; gzip-size ../dist/x.js', []],
    ['node --test ../tests/a.test.js', []],
    ['some-runner ../tests ../src ../tests/a.test.js ../README.md', []],
    ['echo "then run ./check.sh"; # ./check.sh', []],
    ['test -x check.sh || rm -f check.sh', []],
    ['true > check.sh', []],
  ]
  test.each(lines)('%s', async (line, parts) => {
    const files = { ...around, 'ci/gate.sh': line, 'ci/.keep': '' }
    const found = await names('["sh","gate.sh"]', files, 'ci')
    expect(found.filter((it) => it !== 'ci/gate.sh')).toEqual([...parts].sort())
    // The same from the root, where only the script's own folder tells.
    if (line.includes('dirname') || line.includes('0%'))
      expect(await names('["ci/gate.sh"]', files)).toEqual([...parts, 'ci/gate.sh'].sort())
  })

  const more: readonly (readonly [about: string, argv: string, files: Files, parts: readonly string[]])[] = [
    [
      'of the gate itself',
      '["sh","-c","timeout 5 ./check.sh"]',
      { 'check.sh': 'sh b.sh', 'b.sh': '' },
      ['b.sh', 'check.sh'],
    ],
    [
      'a folder beside the script',
      '["./a.sh"]',
      { 'a.sh': 'cd "$(dirname "$0")/x"; ./b.sh', 'x/b.sh': '#!/bin/sh\n../c.sh', 'c.sh': '' },
      ['a.sh', 'c.sh', 'x/b.sh'],
    ],
    ...(['#!/bin/bash', '#!/usr/bin/env bash', '#! /bin/sh -e', '#!/bin/zsh', ''] as const).map(
      (first) =>
        [
          `a script that begins with ${first}`,
          '["ci/run"]',
          { 'ci/run': `${first}\ntimeout 5 sh x.sh`, 'x.sh': '' },
          ['ci/run', 'x.sh'],
        ] as const,
    ),
    [
      'a program of another language is not read as a script',
      '["timeout","5","ci/run"]',
      { 'ci/run': '#!/usr/bin/env node\n// sh x.sh', 'x.sh': '' },
      ['ci/run'],
    ],
    [
      'scripts in the list of a task runner',
      '["just","check"]',
      { justfile: 'check:\n    timeout 5 ./x.sh\n    ["src/a.js"]\n', 'x.sh': '', 'src/a.js': '', 'y.sh': '' },
      ['justfile', 'x.sh'],
    ],
    ['not what the gate itself only looks at', '["test","-s","out.txt"]', { 'out.txt': '' }, []],
    ['nor at what it checks', '["black","--check","app.py"]', { 'app.py': '' }, []],
    [
      'but a program that it goes by',
      '["awk","-f","a.awk","out.txt"]',
      { 'a.awk': '', 'out.txt': '' },
      ['a.awk', 'out.txt'],
    ],
    ['and patterns', '["grep","-qf","wanted.txt","a.log"]', { 'wanted.txt': '' }, ['wanted.txt']],
    [
      'and what its tool goes by',
      '["clang-format","--dry-run","a.c"]',
      { '.clang-format': '', 'a.c': '' },
      ['.clang-format'],
    ],
    [
      'and words that it lets pass',
      '["codespell","--ignore-words=w.txt","a.md"]',
      { 'w.txt': '', 'a.md': '' },
      ['w.txt'],
    ],
    ['and what it calls', '["rg","--pre","./pre","x"]', { pre: 'true' }, ['pre']],
    ['and rules', '["yamllint","-c","rules","a.yml"]', { rules: '', 'a.yml': '' }, ['rules']],
    [
      'and what it compares with',
      '["diff","out.txt","wanted.txt"]',
      { 'out.txt': '', 'wanted.txt': '' },
      ['out.txt', 'wanted.txt'],
    ],
    [
      'a folder that is put together',
      '["ci/a.sh"]',
      { 'ci/a.sh': 'D=$(dirname "$0")/lib\n. "$D/x.sh"', 'ci/lib/x.sh': '' },
      ['ci/a.sh', 'ci/lib/x.sh'],
    ],
    ['not what is installed', '["timeout","5","node_modules/x/run.sh"]', { 'node_modules/x/run.sh': '' }, []],
    [
      'concurrently',
      '["npx","concurrently","npm:a","sh x.sh"]',
      { 'package.json': scripts({ a: 'sh y.sh' }), 'x.sh': '', 'y.sh': '' },
      ['package.json scripts.a', 'x.sh', 'y.sh'],
    ],
    ['a binary is no script', '["./tool"]', { tool: 'sh b.sh\n\0', 'b.sh': '' }, ['tool']],
    [
      'variables and patterns of make',
      '["make","check","MODE=fast"]',
      {
        Makefile:
          'S := ./ci/a.sh\nMODE = slow\nALL = b.ok\nPARTS += $(ALL)\ncheck: $(PARTS)\n\t@$(S)\n\t./$(MODE).sh\n\tX=$(shell ./made.sh) y\n%.ok: ci/%.sh\n\tsh $<\nslow:\n\tsh other.sh\n',
        'ci/a.sh': '',
        'ci/b.sh': '',
        'fast.sh': '',
        'slow.sh': '',
        'made.sh': '',
        'other.sh': '',
      },
      ['Makefile', 'ci/a.sh', 'ci/b.sh', 'fast.sh', 'made.sh'],
    ],
    [
      'targets of an included makefile that need those of the main one',
      '["make"]',
      {
        Makefile: 'D = mk\ninclude $(D)/m.mk\none:\n\tsh a.sh\n',
        'mk/m.mk': 'all: one\n\tsh b.sh\n',
        'a.sh': '',
        'b.sh': '',
      },
      ['Makefile', 'a.sh', 'mk/m.mk'],
    ],
    ...(
      [
        'npm test --workspaces',
        'npm test -ws',
        'yarn workspaces run test',
        'yarn workspaces foreach -A run test',
        'npx turbo run test',
      ] as const
    ).map(
      (line) =>
        [
          line,
          JSON.stringify(line.split(' ')),
          {
            'package.json': scripts({}, { workspaces: ['packages/*', 'apps/web'] }),
            'packages/a/package.json': scripts({ test: 'sh t.sh' }),
            'packages/a/t.sh': '',
            'packages/b/package.json': scripts({ other: 'x' }),
            'apps/web/package.json': scripts({ test: 'y' }),
            'apps/not/package.json': scripts({ test: 'z' }),
          },
          ['apps/web/package.json scripts.test', 'packages/a/package.json scripts.test', 'packages/a/t.sh'],
        ] as const,
    ),
    [
      'pnpm in all packages',
      '["pnpm","-r","test"]',
      {
        'package.json': '{}',
        'pnpm-workspace.yaml': "packages:\n  - 'packages/**'\n",
        'packages/deep/a/package.json': scripts({ test: 'sh t.sh' }),
        'packages/deep/a/t.sh': '',
      },
      ['packages/deep/a/package.json scripts.test', 'packages/deep/a/t.sh'],
    ],
    [
      'one package by its name',
      '["npm","test","-w","@x/b"]',
      {
        'package.json': scripts({ test: 'no' }, { workspaces: ['packages/*'] }),
        'packages/a/package.json': scripts({ test: 'no' }, { name: '@x/a' }),
        'packages/b/package.json': scripts({ test: 'yes' }, { name: '@x/b' }),
      },
      ['packages/b/package.json scripts.test'],
    ],
    ...['npm ci', 'npm i', 'yarn', 'pnpm install', 'npm install-test'].map(
      (line) =>
        [
          `${line}: what is run for every package, and for what these link to`,
          JSON.stringify(line.split(' ')),
          {
            'package.json': scripts({ prepare: 'x', other: 'y' }, { workspaces: ['pk/*'] }),
            'pk/a/package.json': scripts(
              { postinstall: 'node evil.js', other: 'y' },
              { dependencies: { b: 'file:../../own/b' } },
            ),
            'pk/a/evil.js': '',
            'own/b/package.json': scripts({ preinstall: 'sh b.sh', prepublish: 'x' }),
            'own/b/b.sh': '',
            'own/b/binding.gyp': '{}',
            'own/c/package.json': scripts({ preinstall: 'x' }),
          },
          [
            'own/b/b.sh',
            'own/b/binding.gyp',
            'own/b/package.json scripts.preinstall',
            'own/b/package.json scripts.prepublish',
            'package.json scripts.prepare',
            'pk/a/evil.js',
            'pk/a/package.json scripts.postinstall',
          ],
        ] as const,
    ),
    [
      'a list of what tsc extends',
      '["npx","tsc"]',
      {
        'tsconfig.json': '{ // all\n "extends": ["./a.json", "./b", "@x/y"], }',
        'a.json': '{"extends": "./c.json"}',
        'b.json': '{}',
        'c.json': '{}',
      },
      ['a.json', 'b.json', 'c.json', 'tsconfig.json'],
    ],
    [
      'projects that tsc builds',
      '["npx","tsc","-b","pkg","--force"]',
      {
        'pkg/tsconfig.json': '{"references": [{ "path": "../lib2" }]}',
        'lib2/tsconfig.json': '{}',
        'tsconfig.json': '{}',
      },
      ['lib2/tsconfig.json', 'pkg/tsconfig.json', 'tsconfig.json'],
    ],
    [
      'every conftest.py on the way and below',
      '["pytest","checks/unit/test_a.py","more"]',
      {
        'conftest.py': '',
        'checks/conftest.py': '',
        'checks/unit/conftest.py': '',
        'more/deep/er/conftest.py': '',
        'other/conftest.py': '',
      },
      ['checks/conftest.py', 'checks/unit/conftest.py', 'conftest.py', 'more/deep/er/conftest.py'],
    ],
  ]
  test.each(more)('%s', async (_about, argv, files, parts) => {
    expect(await names(argv, files)).toEqual(parts)
  })

  test.each([
    ['pip install -e .', ['pyproject.toml [build-system]', 'setup.py', 'tools/mine/__init__.py']],
    ['uv sync', ['members/a/hatch_build.py', 'members/a/pyproject.toml [tool.hatch.build]', 'members/a/x.py']],
    ['python -m pip install ./members/a[dev]', ['members/a/x.py']],
    ['pip3 install -r needs.txt', ['listed/setup.py']],
    ['poetry install', ['linked/b/setup.py']],
  ])('%s: what builds the projects that it installs', async (line, parts) => {
    const found = await names(JSON.stringify(line.split(' ')), {
      'pyproject.toml':
        '[project]\nname = "x"\n[build-system]\nbuild-backend = "mine:api"\nbackend-path = ["tools"]\n' +
        '[tool.uv.workspace]\nmembers = ["members/*"]\n[tool.poetry.dependencies]\nb = { path = "linked/b" }\n',
      'setup.py': '',
      'tools/mine/__init__.py': '',
      'members/a/pyproject.toml': '[tool.hatch.build.hooks.custom]\npath = "x.py"\n',
      'members/a/hatch_build.py': '',
      'members/a/x.py': '',
      'needs.txt': '-e ./listed\nrequests\n',
      'listed/setup.py': '',
      'linked/b/setup.py': '',
      'other/setup.py': '',
      'other/pyproject.toml': '[build-system]\nrequires = []\n',
    })
    expect(found).toEqual(expect.arrayContaining(parts))
    expect(found.filter((it) => it.startsWith('other/'))).toEqual([])
    expect(found).not.toContain('pyproject.toml')
  })

  test('a tool in a folder goes by the files there and in the root', async () => {
    const files = { 'eslint.config.js': '', '.npmrc': '', 'sub/.eslintrc.json': '', 'other/eslint.config.js': '' }
    expect(await names('["npx","eslint","."]', files, 'sub')).toEqual([
      '.npmrc',
      'eslint.config.js',
      'sub/.eslintrc.json',
    ])
  })

  test('a heading is the whole word', async () => {
    const of = (toml: string) => names('["pytest"]', { 'pyproject.toml': `${toml}\nx = 1\n` })
    for (const heading of ['[tool.pytest]', '[tool.pytest.ini_options]', '[ tool.pytest ]'])
      expect(await of(heading)).toEqual(['pyproject.toml [tool.pytest]'])
    expect(await of('[tool.pytester]')).toEqual([])
    expect(await of('[tool.pytest]\nx = 2\n[project]')).toEqual(['pyproject.toml [tool.pytest]'])
  })

  test('a new package, or a new conftest.py anywhere, is looked at', async () => {
    const npm = await definitionOf(
      { argv: ['npm', 'test', '-ws'], cwd: '.' },
      tree({ 'package.json': scripts({}, { workspaces: ['p/*'] }) }),
    )
    expect(isConcerned(npm, ['p/new/package.json'])).toBe(true)
    const pytest = await definitionOf({ argv: ['pytest', 'tests'], cwd: '.' }, tree({ 'tests/a.py': '' }))
    expect(isConcerned(pytest, ['tests/deep/conftest.py'])).toBe(true)
    expect(isConcerned(pytest, ['src/a.py'])).toBe(false)
    const pattern = await definitionOf(
      { argv: ['sh', '-c', 'for i in c/*.sh; do sh $i; done'], cwd: '.' },
      tree({ 'c/a.sh': '' }),
    )
    expect(isConcerned(pattern, ['c/new.sh'])).toBe(true)
  })

  const long: readonly (readonly [about: string, line: string])[] = [
    ['shells', 'sh '.repeat(80_000)],
    ['package managers', 'npm '.repeat(60_000)],
    ['interpreters', 'node -x '.repeat(30_000)],
    ['commands', 'sh sh sh sh sh sh sh sh x; '.repeat(9_000)],
    ['brackets', '"$('.repeat(80_000)],
    ['braces', '${'.repeat(100_000)],
    ['quotes', '"\'`'.repeat(80_000)],
    ['values', `A=${'x'.repeat(500)}\n${'$A'.repeat(100_000)}`],
  ]
  test.each(long)('takes no time with many %s', async (_about, line) => {
    const found: (readonly string[])[] = []
    const effort = await effortOf(async () => {
      for (const it of [line.slice(0, line.length / 2), line]) found.push(await namesIn(it))
    })
    expect(effort).toBeLessThan(600)
    expect(found.map((it) => it.includes('g.sh'))).toEqual([true, true])
  })

  const namesIn = (line: string): Promise<readonly string[]> =>
    names('["sh","g.sh"]', { 'g.sh': line, 'package.json': scripts({}) })

  test('a makefile with a long line takes no time', async () => {
    const effort = await effortOf(() => names('["make"]', { Makefile: `${':'.repeat(200_000)}x=1\n` }))
    expect(effort).toBeLessThan(300)
  })

  test.each([
    ['itself', `A := b${'${A}'.repeat(45)}\n`],
    [
      'others that name others',
      Array.from({ length: 30 }, (_, at) => `A${at || ''} = ${`$(A${at + 1})`.repeat(45)}\n`).join(''),
    ],
  ])('a makefile whose variable names %s again and again takes no time', async (_about, variables) => {
    let found: readonly string[] = []
    const effort = await effortOf(async () => {
      found = await names('["make"]', { Makefile: `${variables}all:\n\tsh g.sh $(A)\n`, 'g.sh': '' })
    })
    expect(effort).toBeLessThan(300)
    expect(found).toContain('g.sh')
  })

  test('a text that was written to take long does not', async () => {
    const long: Files = {
      'a.sh': `${'A=$A$A$A$A\n'.repeat(2000)}${'"$('.repeat(40_000)}`,
      'b.sh': Array.from({ length: 30_000 }, (_, at) => `x${at}/y`).join(' '),
      Makefile: `${Array.from({ length: 40 }, (_, at) => `V${at} = $(V${at + 1})$(V${at + 1})\n`).join('')}all:\n\t$(V0)\n${'t'.repeat(20_000)}: ${'n '.repeat(20_000)}\n`,
      'big.sh': 'x'.repeat(300_000),
    }
    let found: readonly string[] = []
    const effort = await effortOf(async () => {
      found = await names('["sh","-c","sh a.sh; sh b.sh; make; sh big.sh"]', long)
    })
    expect(effort).toBeLessThan(500)
    expect(found).toContain('more than is looked through')
  })
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
    ['a link that leads outside', { 't.sh': '-> /usr/bin/true' }, ['t.sh']],
    ['a link outside where nothing was', { '.npmrc': '-> /home/me/.npmrc' }, ['.npmrc']],
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

  test.each<[string, string[], string, string]>([
    ['the tool of a script', ['npm', 'test'], '.', 'node_modules/.bin/jest'],
    ['what runs each of them', ['npm', 'test'], '.', 'node_modules/.bin/node'],
    ['the shell of scripts', ['npm', 'test'], '.', 'node_modules/.bin/sh'],
    ['a tool by name', ['npx', 'jest'], '.', 'node_modules/.bin/jest'],
    ['one of a folder above', ['npm', 'test'], 'lib', 'node_modules/.bin/jest'],
    ['a link in its place', ['npm', 'test'], '.', 'node_modules/.bin/jest'],
  ])('a program that is put in front of %s', async (about, argv, cwd, put) => {
    const files: Files = { 'package.json': scripts({ test: 'jest' }), 'lib/package.json': scripts({ test: 'jest' }) }
    const made = { ...files, [put]: about.startsWith('a link') ? '-> ../../fake.js' : 'fake' }
    const now = { withInstalled: true }
    const before = await definitionOf({ argv, cwd }, tree(files), now)
    const after = await definitionOf({ argv, cwd }, tree(made), now)
    expect(changedParts(before, after).map((part) => part.name)).toEqual([put])
    expect(isConcerned(before, [put])).toBe(true)
    // What a person trusts is not another thing after each installation.
    const trusted = await Promise.all([files, made].map((it) => definitionOf({ argv, cwd }, tree(it))))
    expect(changedParts(trusted[0]!, trusted[1]!)).toEqual([])
  })

  test.each([
    ['["pytest"]', 'pytest.toml'],
    ['["pytest"]', '.pytest.toml'],
    ['["tox"]', 'tox.toml'],
    ['["cmake", "--preset", "ci"]', 'CMakePresets.json'],
    ['["ctest", "--preset", "ci"]', 'CMakeUserPresets.json'],
    ['["cargo", "nextest", "run"]', '.config/nextest.toml'],
  ])('%s goes by %s', async (argv, file) => {
    expect(await names(argv, { [file]: 'x' })).toEqual([file])
  })

  test('a link is another one when it leads elsewhere, also where that cannot be looked at', async () => {
    const [one, other] = await Promise.all(
      ['/opt/one.sh', '/opt/other.sh'].map((it) =>
        definitionOf({ argv: ['sh', 't.sh'], cwd: '.' }, tree({ 't.sh': `-> ${it}` })),
      ),
    )
    expect(changedParts(one!, other!).map((part) => part.name)).toEqual(['t.sh'])
    expect(changedParts(one!, one!)).toEqual([])
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

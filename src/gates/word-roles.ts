/**
 * Which words of a command decide what it checks, and which name what it checks. What is run counts wherever it lies, and so
 * does a file that a program is given. What is judged does not, because work changes it: operands of programs that only read
 * and of tools that check, tests by their names, and files in folders of sources, tests, documents and of what is built.
 */

/** Programs whose words run nothing: they print, look, or judge. */
const silent: ReadonlySet<string> = new Set(
  (
    'echo printf : true false exit return set unset shift read test [ [[ ]] expr let sleep wait kill trap which type hash umask ' +
    'grep egrep fgrep rg ag diff cmp comm wc sort uniq cut ls stat file find du df touch mkdir rmdir rm chmod chown cd pushd ' +
    'popd basename dirname realpath readlink git jq yq case shellcheck shfmt black isort pyright gofmt rustfmt clang-format ' +
    'markdownlint yamllint codespell typos stylelint'
  ).split(' '),
)
/** Those of them that compare with what they are given, or may call others. */
const comparing: ReadonlySet<string> = new Set('diff cmp comm find git jq yq'.split(' '))

const searching: ReadonlySet<string> = new Set('grep egrep fgrep rg ag'.split(' '))

/** Whether a command only looks at what it is given: it compares with nothing, goes by nothing, and calls nothing. */
export function onlyLooks([program = '', ...words]: readonly string[]): boolean {
  const isGivenPatterns = searching.has(baseName(program)) && words.some((it) => /^(?:-[a-zA-Z]*f|--file)/.test(it))
  return roleOf(program) === 'silent' && !comparing.has(baseName(program)) && !isGivenPatterns
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}

/** Programs that hand on what they read: only what looks like a script counts. */
const passing: ReadonlySet<string> = new Set(
  'cat cp mv ln install tee head tail sed awk gawk tr base64 gzip tar zip rsync curl wget'.split(' '),
)
/** Tools whose operands are what they check. */
const checkers: ReadonlySet<string> = new Set(
  (
    'tsc eslint prettier biome jest vitest mocha ava tap playwright cypress pytest py.test mypy ruff flake8 pylint rspec ' +
    'rubocop phpunit golangci-lint go cargo'
  ).split(' '),
)

export type Role = 'silent' | 'passing' | 'checker' | 'other'

/** What the words behind a program are to it. */
export function roleOf(program: string): Role {
  const name = baseName(program)
  if (silent.has(name)) return 'silent'
  if (passing.has(name)) return 'passing'
  return checkers.has(name.replace(/\.(?:cmd|exe|[cm]?js)$/, '')) ? 'checker' : 'other'
}

/** Options by which tools are told what to go by. */
export function namesRules(option: string): boolean {
  return /^(?:-c|-p|-r|--(?:[\w-]*-)?(?:config|project|rcfile|config-file|require|import|loader|setup|rules|rulesdir|plugin|file|settings|settings-path|ignore-words|ignore-path|ignore-file|exclude-from|custom-syntax|pre))$/.test(
    option,
  )
}

const judgedFolders: ReadonlySet<string> = new Set(
  (
    'src source sources lib app apps include test tests __tests__ spec specs e2e fixtures examples doc docs public static ' +
    'assets dist build out target coverage'
  ).split(' '),
)
const installed: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'site-packages'])

/** Whether a file that is only named is what is judged, by where it lies and how it is called. */
export function isJudged(path: string): boolean {
  if (isList(path)) return true
  const names = path.split('/')
  const name = names.pop() ?? ''
  if (names.some((it) => judgedFolders.has(it) || installed.has(it))) return true
  return /[._-](?:test|spec)s?\.\w+$|^test_|\.(?:md|rst|adoc|html?)$/i.test(name)
}

/** Whether a file lists packages or targets: that is the product. */
export function isList(path: string): boolean {
  return /(?:^|\/)(?:requirements[\w.-]*\.txt|package(?:-lock)?\.json|Pipfile|go\.mod|Cargo\.toml|pom\.xml|CMakeLists\.txt|pyproject\.toml)$/.test(
    path,
  )
}

/** Whether a file belongs to what was installed: watched as a whole, not followed. */
export function isInstalled(path: string): boolean {
  return path.split('/').some((it) => installed.has(it))
}

/** What a file is to the one that runs it. */
export type Kind = 'shell' | 'program' | 'plain' | 'binary'

/** Looks at the name and the first line of a file. */
export function kindOf(path: string, bytes: Uint8Array): Kind {
  const head = bytes.subarray(0, 8000)
  if (head.includes(0)) return 'binary'
  const first = new TextDecoder().decode(head.subarray(0, 200)).split('\n')[0] ?? ''
  if (/\.(?:ba|da|a|k|z)?sh$|\.bats$/.test(path)) return 'shell'
  if (!first.startsWith('#!')) return 'plain'
  return /[/\s](?:ba|da|a|k|z)?sh\b/.test(first) ? 'shell' : 'program'
}

/** What each ecosystem's files say about checks, set-up and shared folders: data and small readers, nothing executed. */

/** The files of a project's root, read before: names of all entries, and texts of those that are asked for. */
export interface ProjectFiles {
  has(name: string): boolean
  /** Whether any entry ends in this. */
  hasEnding(ending: string): boolean
  /** Text of a small file in the root, null where it is missing. */
  text(name: string): string | null
}

/** Roles of gates; also their names. A project has at most one per role and folder. */
export type GateRole = 'build' | 'types' | 'lint' | 'format' | 'unit'

export interface Suggested {
  readonly role: GateRole
  readonly argv: readonly string[]
  readonly origin: string
}

export interface Ecosystem {
  readonly name: string
  readonly gates: readonly Suggested[]
  /** Null where a fresh workspace needs nothing. */
  readonly setup: readonly string[] | null
  readonly share: readonly string[]
  /** Files whose content decides whether a set-up is still good. */
  readonly lockFiles: readonly string[]
}

/** What `npm init` writes; it always fails and checks nothing. */
function isPlaceholder(script: string): boolean {
  return script.includes('no test specified')
}

interface NodeManager {
  readonly program: string
  readonly lock: string
  readonly setup: readonly string[]
}

const npm: NodeManager = { program: 'npm', lock: 'package-lock.json', setup: ['npm', 'ci'] }
const nodeManagers: readonly NodeManager[] = [
  { program: 'pnpm', lock: 'pnpm-lock.yaml', setup: ['pnpm', 'install', '--frozen-lockfile'] },
  { program: 'yarn', lock: 'yarn.lock', setup: ['yarn', 'install', '--frozen-lockfile'] },
  { program: 'bun', lock: 'bun.lock', setup: ['bun', 'install', '--frozen-lockfile'] },
  { program: 'bun', lock: 'bun.lockb', setup: ['bun', 'install', '--frozen-lockfile'] },
  npm,
  { program: 'npm', lock: 'npm-shrinkwrap.json', setup: ['npm', 'ci'] },
]

/** Script names per role, the first one that exists wins. */
const nodeScripts: readonly { readonly role: GateRole; readonly names: readonly string[] }[] = [
  { role: 'build', names: ['build', 'compile'] },
  { role: 'types', names: ['typecheck', 'type-check', 'types', 'check-types', 'tsc'] },
  { role: 'lint', names: ['lint', 'eslint'] },
  { role: 'format', names: ['format:check', 'check-format', 'prettier:check'] },
  { role: 'unit', names: ['test', 'test:unit', 'unit'] },
]

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly packages: ReadonlySet<string>
}

/** Reads what matters of a `package.json`; null where it is no JSON object. */
export function readManifest(text: string): Manifest | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const table = (key: string): [string, unknown][] => {
    const inner = (value as Record<string, unknown>)[key]
    return typeof inner === 'object' && inner !== null ? Object.entries(inner) : []
  }
  const scripts = table('scripts').filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const packages = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
    table(key).map(([name]) => name),
  )
  return { scripts: Object.fromEntries(scripts), packages: new Set(packages) }
}

function node(files: ProjectFiles): Ecosystem | null {
  const text = files.text('package.json')
  const manifest = text === null ? null : readManifest(text)
  if (manifest === null) return null
  const locked = nodeManagers.find((it) => files.has(it.lock))
  const manager = locked ?? npm
  const gates: Suggested[] = []
  for (const { role, names } of nodeScripts) {
    const name = names.find((it) => Object.hasOwn(manifest.scripts, it))
    if (name === undefined || isPlaceholder(manifest.scripts[name] ?? '')) continue
    const argv =
      name === 'test' && manager.program !== 'bun' ? [manager.program, 'test'] : [manager.program, 'run', name]
    gates.push({ role, argv, origin: `package.json scripts.${name}` })
  }
  const has = (role: GateRole): boolean => gates.some((gate) => gate.role === role)
  const config = (names: readonly string[]): string | undefined => names.find((name) => files.has(name))
  const eslint = config([
    'eslint.config.js',
    'eslint.config.mjs',
    'eslint.config.cjs',
    'eslint.config.ts',
    '.eslintrc.json',
    '.eslintrc.js',
    '.eslintrc.cjs',
    '.eslintrc.yml',
  ])
  // `--no-install`: a gate never fetches the program that judges.
  if (!has('types') && files.has('tsconfig.json') && manifest.packages.has('typescript'))
    gates.push({ role: 'types', argv: ['npx', '--no-install', 'tsc', '--noEmit'], origin: 'tsconfig.json' })
  if (!has('lint') && eslint !== undefined && manifest.packages.has('eslint'))
    gates.push({ role: 'lint', argv: ['npx', '--no-install', 'eslint', '.'], origin: eslint })
  const anything = manifest.packages.size > 0
  return {
    name: manager.program,
    gates,
    setup: locked !== undefined && anything ? locked.setup : null,
    share: anything ? ['node_modules'] : [],
    lockFiles: locked === undefined ? [] : [locked.lock],
  }
}

/** Whether a TOML or INI file has a section with this name; a look at its lines is enough. */
function hasSection(text: string | null, section: string): boolean {
  return (text ?? '').split('\n').some((line) => {
    const plain = line.trim()
    return plain === `[${section}]` || plain.startsWith(`[${section}.`)
  })
}

function python(files: ProjectFiles): Ecosystem | null {
  const project = files.text('pyproject.toml')
  const setupConfig = files.text('setup.cfg')
  const requirements = files.text('requirements.txt') ?? files.text('requirements-dev.txt')
  const isPython =
    project !== null ||
    setupConfig !== null ||
    requirements !== null ||
    files.has('setup.py') ||
    files.has('pytest.ini') ||
    files.has('tox.ini') ||
    files.hasEnding('.py')
  if (!isPython) return null
  const names = (tool: string): boolean =>
    [project, setupConfig, requirements].some((text) => (text ?? '').includes(tool))
  const gates: Suggested[] = []
  if (files.has('ruff.toml') || files.has('.ruff.toml') || hasSection(project, 'tool.ruff'))
    gates.push({
      role: 'lint',
      argv: ['ruff', 'check'],
      origin: files.has('ruff.toml') ? 'ruff.toml' : 'pyproject.toml tool.ruff',
    })
  if (files.has('mypy.ini') || hasSection(project, 'tool.mypy') || hasSection(setupConfig, 'mypy'))
    gates.push({ role: 'types', argv: ['mypy', '.'], origin: files.has('mypy.ini') ? 'mypy.ini' : 'tool.mypy' })
  const pytest =
    files.has('pytest.ini') ||
    files.has('conftest.py') ||
    hasSection(project, 'tool.pytest') ||
    hasSection(setupConfig, 'tool:pytest') ||
    names('pytest')
  if (pytest)
    gates.push({
      role: 'unit',
      argv: ['python3', '-m', 'pytest', '-q'],
      origin: files.has('pytest.ini') ? 'pytest.ini' : 'pytest',
    })
  else if (files.has('tests') || files.has('test'))
    gates.push({
      role: 'unit',
      argv: ['python3', '-m', 'unittest', 'discover', '-s', files.has('tests') ? 'tests' : 'test'],
      origin: files.has('tests') ? 'tests/' : 'test/',
    })
  const uv = files.has('uv.lock')
  const poetry = files.has('poetry.lock')
  return {
    name: 'python',
    gates,
    setup: uv ? ['uv', 'sync', '--frozen'] : poetry ? ['poetry', 'install'] : null,
    share: ['.venv', 'venv'].filter((name) => files.has(name)),
    lockFiles: uv ? ['uv.lock'] : poetry ? ['poetry.lock'] : [],
  }
}

function cmake(files: ProjectFiles): Ecosystem | null {
  if (!files.has('CMakeLists.txt')) return null
  const tests =
    (files.text('CMakeLists.txt') ?? '').includes('enable_testing') ||
    (files.text('CMakeLists.txt') ?? '').includes('CTest')
  const gates: Suggested[] = [{ role: 'build', argv: ['cmake', '--build', 'build'], origin: 'CMakeLists.txt' }]
  if (tests)
    gates.push({
      role: 'unit',
      argv: ['ctest', '--test-dir', 'build', '--output-on-failure'],
      origin: 'CMakeLists.txt enable_testing',
    })
  return { name: 'cmake', gates, setup: ['cmake', '-S', '.', '-B', 'build'], share: [], lockFiles: ['CMakeLists.txt'] }
}

/** Ecosystems whose files alone say what is run. */
const byFile: readonly {
  readonly name: string
  readonly file: string
  readonly gates: readonly (readonly [GateRole, ...string[]])[]
  readonly lock?: string
}[] = [
  {
    name: 'cargo',
    file: 'Cargo.toml',
    lock: 'Cargo.lock',
    gates: [
      ['build', 'cargo', 'build'],
      ['unit', 'cargo', 'test'],
    ],
  },
  {
    name: 'go',
    file: 'go.mod',
    lock: 'go.sum',
    gates: [
      ['build', 'go', 'build', './...'],
      ['lint', 'go', 'vet', './...'],
      ['unit', 'go', 'test', './...'],
    ],
  },
  { name: 'gradle', file: 'gradlew', gates: [['unit', './gradlew', 'test']] },
  { name: 'maven', file: 'mvnw', gates: [['unit', './mvnw', '-q', 'test']] },
]

function simple(files: ProjectFiles): Ecosystem[] {
  const found: Ecosystem[] = byFile
    .filter((it) => files.has(it.file))
    .map((it) => ({
      name: it.name,
      gates: it.gates.map(([role, ...argv]) => ({ role, argv, origin: it.file })),
      setup: null,
      share: [],
      lockFiles: it.lock !== undefined && files.has(it.lock) ? [it.lock] : [],
    }))
  const plain = (name: string, argv: readonly string[], origin: string): void =>
    void found.push({ name, gates: [{ role: 'unit', argv, origin }], setup: null, share: [], lockFiles: [] })
  if (!files.has('gradlew') && (files.has('build.gradle') || files.has('build.gradle.kts')))
    plain('gradle', ['gradle', 'test'], files.has('build.gradle') ? 'build.gradle' : 'build.gradle.kts')
  if (!files.has('mvnw') && files.has('pom.xml')) plain('maven', ['mvn', '-q', 'test'], 'pom.xml')
  return found
}

/** Targets of a Makefile that check something; only a line `name:` in the first column counts. */
function make(files: ProjectFiles): Ecosystem | null {
  const name = ['Makefile', 'makefile', 'GNUmakefile'].find((it) => files.has(it))
  const text = name === undefined ? null : files.text(name)
  if (name === undefined || text === null) return null
  const targets = new Set(
    text
      .split('\n')
      .map((line) => line.slice(0, 64))
      .filter((line) => /^[A-Za-z][\w-]*\s*:(?!=)/.test(line))
      .map((line) => line.slice(0, line.indexOf(':')).trim()),
  )
  const gates: Suggested[] = []
  for (const [role, ...names] of [
    ['lint', 'lint'],
    ['unit', 'test', 'check'],
  ] as const) {
    const target = names.find((it) => targets.has(it))
    if (target !== undefined) gates.push({ role, argv: ['make', target], origin: `${name} ${target}` })
  }
  return gates.length === 0 ? null : { name: 'make', gates, setup: null, share: [], lockFiles: [] }
}

/**
 * All ecosystems of a project, the most telling first. Where a project has gates of its own, a Makefile usually calls
 * the same ones again: its targets are taken only for roles that nobody else has.
 *
 * @param files the root's files
 */
export function findEcosystems(files: ProjectFiles): readonly Ecosystem[] {
  const found = [node(files), python(files), cmake(files), ...simple(files)].filter((it) => it !== null)
  const roles = new Set(found.flatMap((it) => it.gates.map((gate) => gate.role)))
  const targets = make(files)
  if (targets !== null) {
    const gates = targets.gates.filter((gate) => !roles.has(gate.role))
    if (gates.length > 0) found.push({ ...targets, gates })
  }
  if (
    files.has('.clang-format') &&
    files.has('CMakeLists.txt') &&
    files.text('CMakeLists.txt')?.includes('clang-format') === true
  )
    found.push({
      name: 'clang-format',
      gates: [
        { role: 'format', argv: ['cmake', '--build', 'build', '--target', 'clang-format'], origin: '.clang-format' },
      ],
      setup: null,
      share: [],
      lockFiles: [],
    })
  return found
}

/** Node projects: the scripts of `package.json`, and tools that it names without a script. */

import type { TestTemplate } from '../test-runners.ts'
import type { Ecosystem, GateRole, ProjectFiles, Suggested } from './ecosystem.ts'

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
  /** Whether it lists packages of a workspace, which have dependencies of their own. */
  readonly hasMembers: boolean
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
  const hasMembers = table('workspaces').length > 0
  return { scripts: Object.fromEntries(scripts), packages: new Set(packages), hasMembers }
}

/** Whether a script has Node itself run tests. */
function callsNodeTest(script: string): boolean {
  const words = script.split(/\s/)
  return words.includes('node') && words.some((it) => it === '--test' || it.startsWith('--test-'))
}

const scripts = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'].map((it) => `.${it}`)

/** How one test is run, by the package that the manifest names; without one, as Node itself does where the scripts say so. */
function oneTest({ packages, scripts: lines }: Manifest): TestTemplate | null {
  const installed = ['npx', '--no-install']
  if (packages.has('vitest'))
    return {
      run: [...installed, 'vitest', 'run', '{file}', '-t', '{name}'],
      byName: [...installed, 'vitest', 'run', '-t', '{name}'],
      runner: 'vitest',
      endings: scripts,
      origin: 'package.json vitest',
    }
  if (packages.has('jest'))
    return {
      run: [...installed, 'jest', '--runTestsByPath', '{file}', '-t', '{name}'],
      byName: [...installed, 'jest', '-t', '{name}'],
      runner: 'jest',
      endings: scripts,
      origin: 'package.json jest',
    }
  if (!Object.values(lines).some(callsNodeTest)) return null
  // Whether a test of this name ran is read from TAP, whatever a later Node prints by itself.
  const byName = ['node', '--test', '--test-reporter=tap', '--test-name-pattern', '{name}']
  return { run: [...byName, '{file}'], byName, runner: 'node', endings: scripts, origin: 'package.json node --test' }
}

/** npm, pnpm, yarn or bun, by the lock file. */
export function node(files: ProjectFiles): Ecosystem | null {
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
    'eslint.config.mts',
    'eslint.config.cts',
    '.eslintrc.json',
    '.eslintrc.js',
    '.eslintrc.cjs',
    '.eslintrc.yml',
    '.eslintrc.yaml',
    '.eslintrc',
  ])
  const biome = config(['biome.json', 'biome.jsonc'])
  // `--no-install`: a gate never fetches the program that judges.
  if (!has('types') && files.has('tsconfig.json') && manifest.packages.has('typescript'))
    gates.push({ role: 'types', argv: ['npx', '--no-install', 'tsc', '--noEmit'], origin: 'tsconfig.json' })
  if (!has('lint') && eslint !== undefined && manifest.packages.has('eslint'))
    gates.push({ role: 'lint', argv: ['npx', '--no-install', 'eslint', '.'], origin: eslint })
  if (!has('lint') && biome !== undefined && manifest.packages.has('@biomejs/biome'))
    gates.push({ role: 'lint', argv: ['npx', '--no-install', 'biome', 'ci', '.'], origin: biome })
  const tests = oneTest(manifest)
  const anything = manifest.packages.size > 0 || manifest.hasMembers || files.has('pnpm-workspace.yaml')
  return {
    name: manager.program,
    gates,
    ...(tests === null ? {} : { tests }),
    setup: locked !== undefined && anything ? locked.setup : null,
    share: anything ? ['node_modules'] : [],
    lockFiles: locked === undefined ? [] : [locked.lock],
  }
}

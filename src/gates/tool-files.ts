/** Files by which tools that check know what to do, by the name of the tool. */

/** What a tool reads in the folder where it works, and in the root. */
interface Reads {
  readonly files: readonly string[]
  /** Sections of files that hold other things too, by the beginning of their headings. */
  readonly sections?: readonly (readonly [file: string, heading: string])[]
  /** Keys of `package.json`. */
  readonly keys?: readonly string[]
}

const scriptEndings = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'] as const

function config(name: string, more: readonly string[] = []): readonly string[] {
  return [...scriptEndings.map((ending) => `${name}.config.${ending}`), ...more]
}

function dotFile(name: string): readonly string[] {
  return ['', '.json', '.js', '.cjs', '.mjs', '.yml', '.yaml'].map((ending) => `.${name}rc${ending}`)
}

/** What `docker compose` and `docker build` go by. */
const containers = [
  ...['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'].flatMap((it) => [
    it,
    it.replace('.', '.override.'),
  ]),
  'Dockerfile',
]
const vite = [...config('vitest', ['vitest.workspace.ts', 'vitest.workspace.js']), ...config('vite')]
const pytest = [
  ...['pytest.toml', '.pytest.toml', 'pytest.ini', '.pytest.ini'],
  ...['conftest.py', 'tests/conftest.py', 'test/conftest.py'],
]

/**
 * Only what steers a check. Lists of what is built and of packages (`Cargo.toml`, `CMakeLists.txt`, `pom.xml`, `go.mod`)
 * are the product: to ask about each of their changes would teach people to say yes.
 */
const known: Readonly<Record<string, Reads>> = {
  npm: { files: ['.npmrc'] },
  npx: { files: ['.npmrc'] },
  pnpm: { files: ['.npmrc', '.pnpmfile.cjs'] },
  // With it every program that yarn runs loads `.pnp.cjs` first.
  yarn: { files: ['.yarnrc.yml', '.yarnrc', '.npmrc', '.pnp.cjs', '.pnp.loader.mjs'] },
  bun: { files: ['bunfig.toml'] },
  tsc: { files: ['tsconfig.json'] },
  eslint: { files: [...config('eslint'), ...dotFile('eslint'), '.eslintignore'], keys: ['eslintConfig'] },
  'clang-format': { files: ['.clang-format', '_clang-format'] },
  prettier: { files: [...config('prettier'), ...dotFile('prettier'), '.prettierignore'], keys: ['prettier'] },
  biome: { files: ['biome.json', 'biome.jsonc'] },
  jest: { files: config('jest', ['jest.config.json']), keys: ['jest'] },
  vitest: { files: vite },
  mocha: { files: dotFile('mocha'), keys: ['mocha'] },
  ava: { files: config('ava'), keys: ['ava'] },
  tap: { files: ['.taprc'], keys: ['tap'] },
  nyc: { files: dotFile('nyc'), keys: ['nyc'] },
  c8: { files: dotFile('c8'), keys: ['c8'] },
  playwright: { files: config('playwright') },
  cypress: { files: config('cypress') },
  turbo: { files: ['turbo.json'] },
  nx: { files: ['nx.json'] },
  deno: { files: ['deno.json', 'deno.jsonc'] },
  pytest: {
    files: pytest,
    sections: [
      ['pyproject.toml', 'tool.pytest'],
      ['setup.cfg', 'tool:pytest'],
      ['tox.ini', 'pytest'],
    ],
  },
  tox: { files: ['tox.ini', 'tox.toml'], sections: [['pyproject.toml', 'tool.tox']] },
  nox: { files: ['noxfile.py'] },
  mypy: {
    files: ['mypy.ini', '.mypy.ini'],
    sections: [
      ['pyproject.toml', 'tool.mypy'],
      ['setup.cfg', 'mypy'],
    ],
  },
  ruff: { files: ['ruff.toml', '.ruff.toml'], sections: [['pyproject.toml', 'tool.ruff']] },
  black: { files: [], sections: [['pyproject.toml', 'tool.black']] },
  flake8: {
    files: ['.flake8'],
    sections: [
      ['setup.cfg', 'flake8'],
      ['tox.ini', 'flake8'],
    ],
  },
  pylint: { files: ['.pylintrc', 'pylintrc'], sections: [['pyproject.toml', 'tool.pylint']] },
  coverage: { files: ['.coveragerc'], sections: [['pyproject.toml', 'tool.coverage']] },
  cmake: { files: ['CMakePresets.json', 'CMakeUserPresets.json'] },
  ctest: { files: ['CMakePresets.json', 'CMakeUserPresets.json', 'CTestConfig.cmake'] },
  cargo: {
    files: [
      '.config/nextest.toml',
      '.cargo/config.toml',
      '.cargo/config',
      'build.rs',
      'rust-toolchain',
      'rust-toolchain.toml',
      'clippy.toml',
      '.clippy.toml',
      'rustfmt.toml',
      '.rustfmt.toml',
    ],
  },
  mvn: { files: ['.mvn/maven.config', '.mvn/jvm.config', '.mvn/extensions.xml'] },
  mvnw: {
    files: ['.mvn/maven.config', '.mvn/jvm.config', '.mvn/extensions.xml', '.mvn/wrapper/maven-wrapper.properties'],
  },
  gradlew: { files: ['gradle/wrapper/gradle-wrapper.properties', 'init.gradle'] },
  'golangci-lint': { files: ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'] },
  rubocop: { files: ['.rubocop.yml'] },
  rspec: { files: ['.rspec'] },
  rake: { files: ['Rakefile'] },
  phpunit: { files: ['phpunit.xml', 'phpunit.xml.dist'] },
  just: { files: ['justfile', 'Justfile', '.justfile'] },
  task: { files: ['Taskfile.yml', 'Taskfile.yaml'] },
  docker: { files: containers },
  'docker-compose': { files: containers },
  podman: { files: [...containers, 'Containerfile'] },
  'podman-compose': { files: [...containers, 'Containerfile'] },
  'pre-commit': { files: ['.pre-commit-config.yaml'] },
}

/** What a word of a command stands for as a tool; null for any other word. */
export function readsOf(word: string): Reads | null {
  const name = (word.split('/').at(-1) ?? '').replace(/\.(?:cmd|exe|js|mjs|cjs)$/, '').replace(/^py\.test$/, 'pytest')
  return Object.hasOwn(known, name) ? (known[name] ?? null) : null
}

/**
 * The lines of the sections of a TOML or INI text whose heading begins so.
 *
 * @returns null where there is none
 */
export function sectionsOf(text: string, heading: string): string | null {
  const kept: string[] = []
  let inside = false
  for (const line of text.split('\n')) {
    const plain = line.trim()
    if (plain.startsWith('[')) {
      const name = plain.replace(/^\[+\s*/, '')
      inside = name.startsWith(heading) && /^[\].\s_-]|^$/.test(name.slice(heading.length, heading.length + 1))
    }
    if (inside && plain !== '' && !plain.startsWith('#')) kept.push(plain)
  }
  return kept.length === 0 ? null : kept.join('\n')
}

/** What stands in quotes in a part of a TOML text. */
export function quoted(text: string): readonly string[] {
  return [...text.slice(0, longest).matchAll(/["']([^"'\n]*)["']/g)].map((it) => it[1] ?? '')
}

/** Of one file. */
const longest = 64 * 1024

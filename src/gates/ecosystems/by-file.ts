/** Ecosystems whose tool knows by itself what to do: one file in the root says all. */

import type { TestTemplate } from '../test-runners.ts'
import type { Ecosystem, GateRole, ProjectFiles, Suggested } from './ecosystem.ts'

/** Ecosystems whose files alone say what is run. */
const known: readonly {
  readonly name: string
  readonly file: string
  readonly gates: readonly (readonly [GateRole, ...string[]])[]
  readonly lock?: string
  readonly tests?: Omit<TestTemplate, 'origin'>
}[] = [
  {
    name: 'cargo',
    file: 'Cargo.toml',
    lock: 'Cargo.lock',
    gates: [
      ['build', 'cargo', 'build'],
      ['unit', 'cargo', 'test'],
    ],
    tests: { run: ['cargo', 'test', '{name}'], byName: ['cargo', 'test', '{name}'], runner: 'cargo', endings: ['.rs'] },
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
    tests: {
      run: ['go', 'test', '-count=1', '-v', '-run', '{name}', './{dir}'],
      byName: ['go', 'test', '-count=1', '-v', '-run', '{name}', './...'],
      runner: 'go',
      endings: ['.go'],
    },
  },
  { name: 'gradle', file: 'gradlew', gates: [['unit', './gradlew', 'test']] },
  { name: 'maven', file: 'mvnw', gates: [['unit', './mvnw', '-q', 'test']] },
]

/** Checks that a project of these has where it tells how they are to look; each is a program of its own. */
const configured: readonly (Omit<Suggested, 'origin'> & {
  readonly ecosystem: string
  readonly files: readonly string[]
  /** What names it in the ecosystem's own file. */
  readonly table?: RegExp
})[] = [
  {
    ecosystem: 'cargo',
    role: 'lint',
    argv: ['cargo', 'clippy', '--all-targets'],
    program: 'cargo-clippy',
    files: ['clippy.toml', '.clippy.toml'],
    table: /^\[(?:workspace\.)?lints\.clippy\]/m,
  },
  {
    ecosystem: 'cargo',
    role: 'format',
    argv: ['cargo', 'fmt', '--all', '--check'],
    program: 'cargo-fmt',
    files: ['rustfmt.toml', '.rustfmt.toml'],
  },
  {
    ecosystem: 'go',
    role: 'lint',
    argv: ['golangci-lint', 'run'],
    files: ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'],
  },
]

function configuredFor({ name, file }: (typeof known)[number], files: ProjectFiles): readonly Suggested[] {
  return configured.flatMap(({ ecosystem, files: names, table, ...gate }) => {
    if (ecosystem !== name) return []
    const own = names.find((it) => files.has(it)) ?? (table?.test(files.text(file) ?? '') === true ? file : undefined)
    return own === undefined ? [] : [{ ...gate, origin: own }]
  })
}

/** Cargo, Go, Gradle and Maven. */
export function byFile(files: ProjectFiles): Ecosystem[] {
  const found: Ecosystem[] = known
    .filter((it) => files.has(it.file))
    .map((it) => ({
      name: it.name,
      gates: [...it.gates.map(([role, ...argv]) => ({ role, argv, origin: it.file })), ...configuredFor(it, files)],
      ...(it.tests === undefined ? {} : { tests: { ...it.tests, origin: it.file } }),
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

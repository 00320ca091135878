/** Gates as settings have them: of whom they are, what they are called beside each other, and within which limits they run. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Policy } from '../plan/policy.ts'
import { readArgv } from './argv.ts'
import type { ConfiguredGate, TestCommand } from './config.ts'

/** The commands that run the tests of criteria as gates with their slots open: what is trusted, and what each is made of. */
export function testGates({ run, byName, env, timeoutMs, origin, source }: TestCommand): readonly ConfiguredGate[] {
  const open = { ...blankGate, env, timeoutMs, origin, source }
  return [
    { ...open, name: 'of one criterion', argv: run },
    { ...open, name: 'of one criterion, by its name', argv: byName },
  ]
}

/** Gates of the settings have their limits. */
export type SettledGate = ConfiguredGate & { readonly timeoutMs: number; readonly outputBytes: number }

/**
 * Gates are only added: a repository cannot take the place of a user's gate, its own stands beside it.
 * @returns those of both, each with a name of its own, by which what needs them names them too
 */
export function configuredGates(
  user: readonly ConfiguredGate[],
  repository: readonly ConfiguredGate[],
): readonly ConfiguredGate[] {
  const taken = new Set(user.map((gate) => gate.name))
  const own = new Set(repository.map((gate) => gate.name))
  const beside = (name: string): string => (taken.has(name) && own.has(name) ? `${name}-repository` : name)
  return [
    ...user,
    ...repository.map((gate) => ({
      ...gate,
      name: beside(gate.name),
      ...(gate.needs === undefined ? {} : { needs: gate.needs.map(beside) }),
    })),
  ]
}

/** MW602: a gate of the command line never takes the place of a configured one; the same command under its name is that one. */
export function clashes(
  configured: readonly ConfiguredGate[],
  flags: readonly ConfiguredGate[],
): readonly Diagnostic[] {
  return flags.flatMap(({ name, argv }): Diagnostic[] => {
    const other = configured.find((it) => it.name === name)
    if (other === undefined || JSON.stringify(other.argv) === JSON.stringify(argv)) return []
    return [
      {
        code: 'MW602',
        severity: 'error',
        message: `--gate ${name} has the name of a gate in ${other.origin} (${other.argv.join(' ')})`,
        help: 'Gates are only added: choose another name for it, or change the configuration',
        span: null,
        related: [],
      },
    ]
  })
}

/** A gate's own limits never go beyond those of the run. */
export function settle(gate: ConfiguredGate, { limits }: Pick<Policy, 'limits'>): SettledGate {
  return {
    ...gate,
    timeoutMs: Math.min(gate.timeoutMs ?? limits.gateMs, limits.gateMs),
    outputBytes: Math.min(gate.outputBytes ?? limits.gateOutputBytes, limits.gateOutputBytes),
  }
}

/**
 * Gates for what was found in the project, used where nobody configured one. They are the repository's word: trust is
 * asked for them.
 *
 * @param found name, argv, origin and ecosystem of each
 * @param policy the merged policy, for its limits
 */
export function foundGates(
  found: readonly {
    readonly name: string
    readonly argv: readonly string[]
    readonly origin: string
    readonly ecosystem: string
  }[],
  policy: Policy,
): readonly SettledGate[] {
  return found.map(({ name, argv, origin, ecosystem }) =>
    settle({ ...blankGate, name, argv, origin, ecosystem, source: 'repository' }, policy),
  )
}

/** A gate that a plan itself defines: the repository's word, as one that was found, unless it runs nothing. */
export function plannedGate(
  of: Pick<
    SettledGate,
    'name' | 'kind' | 'argv' | 'values' | 'origin' | 'integration' | 'completion' | 'verification'
  > &
    Partial<Pick<SettledGate, 'needs' | 'source'>>,
  policy: Policy,
): SettledGate {
  return settle({ ...blankGate, source: 'repository', ...of }, policy)
}

/** The gate that compares public signatures, where nobody configured one: it runs nothing that anybody would have to trust. */
export function builtInContract(policy: Policy): SettledGate {
  return settle(
    { ...blankGate, name: 'contract', kind: 'contract', argv: [], origin: 'built-in', source: 'command-line' },
    policy,
  )
}

/**
 * Reads `--gate NAME="CMD ARGS"`.
 *
 * @param text the whole value, for instance `unit=npm test`
 * @returns the gate, or MW600, MW602
 */
export function gateFromFlag(text: string): { readonly gate: ConfiguredGate } | { readonly diagnostic: Diagnostic } {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(0, at)).trim()
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) || name === 'files')
    return {
      diagnostic: {
        code: 'MW602',
        severity: 'error',
        message: name === 'files' ? 'files is the name of the built-in gate' : `--gate ${text} names no gate`,
        help: 'Write --gate NAME="PROGRAM ARGUMENTS", for instance --gate unit="npm test"',
        span: null,
        related: [],
      },
    }
  const read = readArgv(text.slice(at + 1), `--gate ${name}`, null)
  if ('diagnostic' in read) return read
  return { gate: { ...blankGate, name, argv: read.argv, origin: '--gate', source: 'command-line' } }
}

const blankGate: Omit<ConfiguredGate, 'name' | 'argv' | 'origin' | 'source'> = {
  kind: 'command',
  cwd: '.',
  env: [],
  timeoutMs: null,
  idleMs: null,
  outputBytes: null,
  repeat: 'safe',
  paths: [],
  phases: [],
  layers: [],
  types: [],
  values: [],
  additions: 'pass',
  ignore: [],
}

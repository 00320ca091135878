/** The environment that agents and gates get: the usual harmless variables, those that were allowed, and nothing else. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { isInside, realPathOf } from './look-at-path.ts'
import { isOwnVariable } from './own-variables.ts'
import { secretsHandedOn } from './secrets.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What a program needs to find its tools, its user's folder and its language. Holds no credentials. */
const harmless: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_STATE_HOME',
  // Where tools keep themselves and what they have fetched: images of Rust, Go and Java set them.
  'CARGO_HOME',
  'RUSTUP_HOME',
  'RUSTUP_TOOLCHAIN',
  'GOROOT',
  'GOPATH',
  'GOCACHE',
  'GOMODCACHE',
  'GOTOOLCHAIN',
  'JAVA_HOME',
  'MAVEN_HOME',
  'GRADLE_USER_HOME',
  'NVM_DIR',
  'PNPM_HOME',
  'COREPACK_HOME',
  'VIRTUAL_ENV',
  'CC',
  'CXX',
  // Without these no program starts on Windows.
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
]

export interface EnvironmentChoice {
  /** Where values come from, usually `process.env`. */
  readonly from: Environment
  /** Names passed through beside the harmless ones; `*` at the end stands for any rest. */
  readonly allow?: readonly string[]
  /** Fixed values; they win, also over what is passed through. */
  readonly set?: Readonly<Record<string, string>>
}

/** An environment with lists of folders put before those that it has: `PYTHONPATH=own:theirs`. */
export function withFoldersFirst(
  environment: Readonly<Record<string, string>>,
  folders: Readonly<Record<string, string>>,
): Record<string, string> {
  const joined = Object.entries(folders).map(([name, first]): [string, string] => {
    const theirs = environment[name] ?? ''
    return [name, theirs === '' ? first : `${first}${path.delimiter}${theirs}`]
  })
  return { ...environment, ...Object.fromEntries(joined) }
}

/** Where programs and modules are looked for; the other harmless ones say where tools keep what is theirs. */
const searched: ReadonlySet<string> = new Set(['PATH', 'VIRTUAL_ENV'])

/**
 * An environment whose lists of paths lead into another folder wherever they lead into one: `PATH`, and whatever a child only
 * gets because somebody named it.
 *
 * @param from absolute path of the folder; it is known by that name and by its real one
 * @param to absolute paths of folders with the same content, the first that has it counts; what is in none stays
 */
export function leadInto(environment: Environment, from: string, to: readonly string[]): Environment {
  const roots = [...new Set([from, realPathOf(from) ?? from])]
  const placed = (entry: string): string => {
    const names = path.isAbsolute(entry) ? [entry, realPathOf(entry) ?? entry] : []
    const below = names.flatMap((name) => roots.filter((it) => isInside(it, name)).map((it) => path.relative(it, name)))
    const places = to.flatMap((folder) => below.map((it) => path.join(folder, it)))
    return places.find((it) => existsSync(it)) ?? entry
  }
  const kept = new Set(Object.keys(scrubbedEnvironment({ from: environment })).filter((it) => !searched.has(it)))
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value === undefined || kept.has(name) || isAddress(value)
        ? value
        : value.split(path.delimiter).map(placed).join(path.delimiter),
    ]),
  )
}

/** Whether a value is an address such as `sqlite:////data/test.db`, and no list of paths. */
function isAddress(value: string): boolean {
  return /^[a-z][\w+.-]*:\/\//i.test(value)
}

/** Secrets among the values that a child gets only because somebody named their variables. */
export function handedOn({ from, allow = [] }: EnvironmentChoice): readonly string[] {
  const usual = scrubbedEnvironment({ from })
  return Object.entries(scrubbedEnvironment({ from, allow })).flatMap(([name, value]) =>
    name in usual ? [] : secretsHandedOn(name, value),
  )
}

/**
 * Makes the environment of a child process.
 * @returns name → value; our own variables are only there when `set` names them, so that no attempt inherits the
 *   marker of another (RELIABILITY S11, 3.3)
 */
export function scrubbedEnvironment({ from, allow = [], set = {} }: EnvironmentChoice): Record<string, string> {
  const named = namesIn(allow)
  const result: [string, string][] = []
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || isOwnVariable(name)) continue
    if (isNamed(usual, name) || isNamed(named, name)) result.push([name, value])
  }
  return Object.fromEntries([...result, ...Object.entries(set)])
}

interface Names {
  readonly exact: ReadonlySet<string>
  readonly prefixes: readonly string[]
}

function namesIn(list: readonly string[]): Names {
  const prefixes = list.filter((it) => it.endsWith('*')).map((it) => it.slice(0, -1))
  return { exact: new Set(list.filter((it) => !it.endsWith('*'))), prefixes }
}

function isNamed({ exact, prefixes }: Names, name: string): boolean {
  return exact.has(name) || prefixes.some((it) => name.startsWith(it))
}

const usual = namesIn(harmless)

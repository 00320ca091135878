/** Fills the variables of a server's entry in, as its client does, right before the server is started. */

import path from 'node:path'
import { parseEnv } from 'node:util'
import { isOwnVariable } from '../../system/own-variables.ts'
import { secretsHandedOn } from '../../system/secrets.ts'
import type { McpServer, McpTransport } from './server.ts'
import { fillSlots, type Slot } from './slots.ts'

/** What variables are filled in from. */
export interface FillingIn {
  /** Absolute path of the project. */
  readonly root: string
  readonly home: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Text of a file; null where there is none that can be read. */
  readonly textOf: (file: string) => string | null
}

/** How a server is really started or reached. */
export type ReadyTransport =
  | {
      readonly is: 'stdio'
      readonly argv: readonly string[]
      /** Only what the entry gives, beside the allow-listed environment. */
      readonly env: Readonly<Record<string, string>>
      /** Absolute path. */
      readonly cwd: string
    }
  | { readonly is: 'http' | 'sse' | 'either'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

export type FilledIn =
  | {
      readonly is: 'ready'
      readonly transport: ReadyTransport
      /** Values that are in no message: what came out of the environment or a file, and what is named like a secret. */
      readonly secrets: readonly string[]
      /** Variables that are not set. */
      readonly unset: readonly string[]
    }
  /** It needs what only its client or a person has. */
  | { readonly is: 'not-usable'; readonly reason: string }

/** What is learned while texts are filled in. */
interface Filler {
  readonly text: (written: string) => string
  readonly variable: (name: string) => string | undefined
  readonly secrets: string[]
  readonly unset: Set<string>
  /** What keeps the entry from being used. */
  readonly missing: string[]
}

/**
 * Fills an entry in as its client does. A variable that is not set stays as it is written (Claude Code, Gemini CLI) or is empty
 * (the editors, opencode). Our own variables (`MILLWRIGHT_…`) are not set for anybody.
 */
export function fillIn(server: McpServer, from: FillingIn): FilledIn {
  const { transport } = server
  if (transport === null) return { is: 'not-usable', reason: server.unusable ?? 'its entry cannot be used' }
  const filler = newFiller(server, from)
  const ready = transport.is === 'stdio' ? startedBy(transport, filler, from) : reachedBy(transport, filler)
  const [first] = filler.missing
  if (first !== undefined) return { is: 'not-usable', reason: first }
  const secrets = [...new Set(filler.secrets)].filter((it) => it !== '')
  return { is: 'ready', transport: ready, secrets, unset: [...filler.unset] }
}

function newFiller({ place }: McpServer, from: FillingIn): Filler {
  const secrets: string[] = []
  const unset = new Set<string>()
  const missing: string[] = []
  const variable = (name: string, isNeeded = true): string | undefined => {
    const value = isOwnVariable(name) ? undefined : from.environment[name]
    if (value !== undefined) secrets.push(...secretsHandedOn(name, value))
    else if (isNeeded) unset.add(name)
    return value
  }
  const valueOf = (slot: Slot): string => {
    switch (slot.is) {
      case 'env': {
        return variable(slot.name, !slot.hasDefault) ?? slot.otherwise
      }
      case 'file': {
        const text = from.textOf(inFolder(path.dirname(place.path), slot.name, from.home))?.trim()
        if (text === undefined) missing.push(`the file ${slot.name}, which it takes a value from, cannot be read`)
        else secrets.push(text)
        return text ?? ''
      }
      case 'place':
      case 'foreign': {
        const folder = slot.is === 'place' ? placeOf(slot.name, from) : null
        if (folder === null) missing.push(`only its client knows what ${slot.whole} is`)
        return folder ?? ''
      }
      default:
        return slot.is satisfies never
    }
  }
  return { text: (written) => fillSlots(place.client, written, valueOf), variable, secrets, unset, missing }
}

function startedBy(
  { argv, env, passes, envFile, cwd }: Extract<McpTransport, { is: 'stdio' }>,
  filler: Filler,
  from: FillingIn,
): ReadyTransport {
  const text = envFile === null ? '' : from.textOf(inFolder(from.root, filler.text(envFile), from.home))
  if (text === null) filler.missing.push(`the file ${envFile ?? ''} with its variables cannot be read`)
  const passed = passes.map((name) => [name, filler.variable(name)] as const)
  const given = Object.entries(env).map(([name, value]) => [name, filler.text(value)] as const)
  const all = [...passed, ...Object.entries(parseEnv(text ?? '')), ...given].flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
  )
  for (const [name, value] of all) filler.secrets.push(...secretsHandedOn(name, value))
  return {
    is: 'stdio',
    argv: argv.map((it) => filler.text(it)),
    env: Object.fromEntries(all),
    cwd: cwd === null ? from.root : inFolder(from.root, filler.text(cwd), from.home),
  }
}

function reachedBy(
  { is, url, headers, headersFrom }: Exclude<McpTransport, { is: 'stdio' }>,
  filler: Filler,
): ReadyTransport {
  const written = Object.entries(headers).map(([name, value]): [string, string] => [name, filler.text(value)])
  const named = headersFrom.flatMap(({ header, before, variable }): [string, string][] => {
    const value = filler.variable(variable)
    return value === undefined ? [] : [[header, before + value]]
  })
  const all = [...written, ...named]
  for (const [name, value] of all)
    filler.secrets.push(
      ...secretsHandedOn(name, value),
      ...secretsHandedOn(name, value.slice(value.lastIndexOf(' ') + 1)),
    )
  return { is, url: filler.text(url), headers: Object.fromEntries(all) }
}

/** The folders that editors have names for; null for any other name. */
function placeOf(name: string, { root, home }: FillingIn): string | null {
  if (name === 'workspaceFolder') return root
  if (name === 'workspaceFolderBasename') return path.basename(root)
  if (name === 'userHome') return home
  return name === 'pathSeparator' || name === '/' ? path.sep : null
}

function inFolder(folder: string, file: string, home: string | null): string {
  return home !== null && file.startsWith('~/') ? path.join(home, file.slice(2)) : path.resolve(folder, file)
}

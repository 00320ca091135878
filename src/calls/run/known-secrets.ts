/** What a run knows to be secret: none of its programs is to tell it, whichever of them was given it (RELIABILITY S11). */

import path from 'node:path'
import { handedOn, type Environment } from '../../system/environment.ts'
import { textOfFile } from '../../system/files.ts'
import { spellingsOf } from '../../system/spellings.ts'
import { secretsAmong, secretsInAddresses, secretsOfOwn } from '../../system/secrets.ts'
import { secretsOfFiles } from '../../workspaces/secrets-of-files.ts'
import { credentialsIn } from '../../workspaces/git/credentials.ts'
import type { PersonConfig } from '../../workspaces/git/person-config.ts'
import type { WorkspaceSettings } from '../../workspaces/workspaces.ts'

/** More would take too much time and memory to look for, and nobody has as many: RELIABILITY S13. In bytes, of all spellings. */
const most = 4 * 1024 * 1024
/** More than this would take long to be spelled. */
const mostPlain = 1024 * 1024

/** A sentence for a person where that is more than can be looked for; null else. */
function tooMany(
  values: readonly string[],
  sizeOf: SizeOf,
): { readonly message: string; readonly help: string } | null {
  const bytes = values.reduce((sum, it) => sum + Buffer.byteLength(it), 0)
  if (bytes <= mostPlain && values.reduce((sum, it) => sum + sizeOf(it), 0) <= most) return null
  return {
    message: `what is known to be secret comes to ${Math.ceil(bytes / 1024)} KB, in files of variables for the most part; in all the ways in which it may be written that is more than can be looked for in what programs print; nothing was started`,
    help: 'take files such as .env that hold no secrets out of the checkout, or out of `share` and `copy` in [workspace]',
  }
}

type SizeOf = (value: string) => number

/** How many bytes a value has in all its spellings; each is spelled once. */
function newSizes(): SizeOf {
  const known = new Map<string, number>()
  return (value) => {
    const size = known.get(value) ?? spellingsOf([value]).reduce((sum, it) => sum + Buffer.byteLength(it), 0)
    known.set(value, size)
    return size
  }
}

/** Those that were known at first, and of the later ones as many as can be looked for, the shorter ones first. */
function withinLimit(first: readonly string[], later: readonly string[], sizeOf: SizeOf): readonly string[] {
  if (later.length === 0) return first
  let bytes = first.reduce((sum, it) => sum + sizeOf(it), 0)
  const ordered = later.toSorted((one, other) => one.length - other.length)
  return [...first, ...ordered.filter((it) => (bytes += it.length > mostPlain ? most : sizeOf(it)) <= most)]
}

/**
 * @param of.given what workspaces get from the checkout
 * @param of.config of git, empty without it
 * @param of.programs agents and gates: names of variables that they are handed on, and what they are given besides
 * @returns `ask` is asked when a program is started: a person may change their files meanwhile, and what a file has held
 *   stays secret; no more of it than can be looked for
 */
export function knownSecrets(of: {
  readonly root: string
  readonly given: Pick<WorkspaceSettings, 'share' | 'copy'>
  readonly env: Environment
  readonly config: PersonConfig
  readonly programs: readonly {
    readonly env: readonly string[]
    readonly set?: Readonly<Record<string, string>>
  }[]
}): { readonly tooMany: ReturnType<typeof tooMany>; readonly ask: () => readonly string[] } {
  const known = new Set([
    ...Object.entries(of.env).flatMap(([name, value = '']) => secretsOfOwn(name, value)),
    ...handedOn({ from: of.env, allow: of.programs.flatMap(({ env }) => env) }),
    ...of.programs.flatMap(({ set = {} }) => Object.entries(set).flatMap(([name, value]) => secretsAmong(name, value))),
    ...credentialsIn(of.config),
    ...secretsInAddresses(textOfFile(path.join(of.root, '.gitmodules')) ?? ''),
  ])
  const all = (): readonly string[] => {
    for (const it of secretsOfFiles(of.root, of.given)) known.add(it)
    return [...known]
  }
  const first = all()
  const sizeOf = newSizes()
  return { tooMany: tooMany(first, sizeOf), ask: () => withinLimit(first, all().slice(first.length), sizeOf) }
}

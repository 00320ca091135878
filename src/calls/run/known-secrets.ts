/** What a run knows to be secret: none of its programs is to tell it, whichever of them was given it (RELIABILITY S11). */

import path from 'node:path'
import { handedOn, type Environment } from '../../system/environment.ts'
import { textOfFile } from '../../system/files.ts'
import { secretsAmong, secretsInAddresses, secretsOfOwn } from '../../system/secrets.ts'
import { secretsOfFiles } from '../../workspaces/secrets-of-files.ts'
import { credentialsIn } from '../../workspaces/git/credentials.ts'
import type { PersonConfig } from '../../workspaces/git/person-config.ts'
import type { WorkspaceSettings } from '../../workspaces/workspaces.ts'

/**
 * @param of.given what workspaces get from the checkout
 * @param of.config of git, empty without it
 * @param of.programs agents and gates: names of variables that they are handed on, and what they are given besides
 * @returns asked when a program is started: a person may change their files meanwhile, and what a file has held stays secret
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
}): () => readonly string[] {
  const known = new Set([
    ...Object.entries(of.env).flatMap(([name, value = '']) => secretsOfOwn(name, value)),
    ...handedOn({ from: of.env, allow: of.programs.flatMap(({ env }) => env) }),
    ...of.programs.flatMap(({ set = {} }) => Object.entries(set).flatMap(([name, value]) => secretsAmong(name, value))),
    ...credentialsIn(of.config),
    ...secretsInAddresses(textOfFile(path.join(of.root, '.gitmodules')) ?? ''),
  ])
  return () => {
    for (const it of secretsOfFiles(of.root, of.given)) known.add(it)
    return [...known]
  }
}

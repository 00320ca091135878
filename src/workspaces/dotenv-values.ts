/** Secrets in the files of variables (`.env`) that lie in the checkout or are given to workspaces: programs load them there. */

import path from 'node:path'
import { parseEnv } from 'node:util'
import { textOfFile } from '../system/files.ts'
import { namesIn } from '../system/look-at-path.ts'
import { secretsAmong } from '../system/secrets.ts'
import type { WorkspaceSettings } from './workspaces.ts'

/** More than this are no variables that somebody wrote. */
const longest = 64 * 1024

const files = /^(?:\.env(?:rc|\..+)?|.+\.env|\.npmrc)$/
/** What is committed so that everybody sees which variables there are. */
const templates = /[.-](?:example|sample|template|dist|defaults?)(?:\.env)?$/

/** @param root absolute path of the checkout; files right in it count, too, since in place nothing is copied */
export function dotenvSecrets(
  root: string,
  { share, copy }: Pick<WorkspaceSettings, 'share' | 'copy'>,
): readonly string[] {
  const given = [...share, ...copy].flatMap((it) => [
    it,
    ...namesIn(path.join(root, it)).map((name) => `${it}/${name}`),
  ])
  const wanted = [...namesIn(root), ...given].map((it) => path.join(root, it))
  const found = wanted.filter((it) => files.test(path.basename(it)) && !templates.test(it))
  return [...new Set(found)].flatMap((it) => secretsIn(textOfFile(it, longest) ?? ''))
}

/**
 * What readers of such files take for different values: in quotation marks signs behind a back-slash, and outside of them a
 * `#`, where to some a comment begins.
 */
const disputed = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s"'`#]\S*#\S*))/gms

function secretsIn(text: string): readonly string[] {
  const variables = [
    ...Object.entries(parseEnv(text)),
    ...[...text.matchAll(disputed)].map(([, name = '', quoted = '', bare = '']) => [
      name,
      bare === '' ? quoted.replace(/\\(.)/gs, '$1') : bare,
    ]),
  ]
  const secrets = variables.map(([name = '', value = '']) => ({ value, them: secretsAmong(name, value) }))
  // A password that is the name of the user, too, is a word of every output.
  const told = new Set(secrets.flatMap(({ value, them }) => (them.length === 0 ? [value] : [])))
  return secrets.flatMap(({ them }) => them).filter((it) => !told.has(it))
}

/** Secrets in the files of variables (`.env`) that lie in the checkout or are given to workspaces, and in others that are given by name. */

import path from 'node:path'
import { parseEnv } from 'node:util'
import { textOfFile } from '../system/files.ts'
import { namesIn } from '../system/look-at-path.ts'
import { secretsAmong, secretsNamed } from '../system/secrets.ts'
import type { WorkspaceSettings } from './workspaces.ts'

/** More than this are no variables that somebody wrote. */
const longest = 64 * 1024

const files = /^(?:\.env(?:rc|\..+)?|.+\.env|\.npmrc)$/
/** What is committed so that everybody sees which variables there are. */
const templates = /[.-](?:example|sample|template|dist|defaults?)(?:\.env)?$/

/** @param root absolute path of the checkout; files right in it count, too, since in place nothing is copied */
export function secretsOfFiles(
  root: string,
  { share, copy }: Pick<WorkspaceSettings, 'share' | 'copy'>,
): readonly string[] {
  const given = [...share, ...copy].flatMap((it) => [
    it,
    ...namesIn(path.join(root, it)).map((name) => `${it}/${name}`),
  ])
  const isOfVariables = (it: string): boolean => files.test(path.basename(it)) && !templates.test(it)
  const textOf = (it: string): string => textOfFile(path.join(root, it), longest) ?? ''
  const found = new Set([...namesIn(root), ...given].filter(isOfVariables))
  const others = [...share, ...copy].filter((it) => !isOfVariables(it))
  return [...[...found].flatMap((it) => secretsIn(textOf(it))), ...others.flatMap((it) => secretsInLines(textOf(it)))]
}

/** A longer line is no name and a value. */
const longestLine = 8 * 1024

/** Several in one line, in a list, and as `.netrc` has them. */
const pairs =
  /(?<![\w.-])([\w.-]+)(?:["']?[ \t]*[:=][ \t]*|(?<=(?<![\w.-])password)[ \t]+)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;{}[\]"']+)/g

/** Of a file of another kind: lines of TOML, YAML or JSON whose names say that they hold a secret. */
function secretsInLines(text: string): readonly string[] {
  return text.split('\n').flatMap((it) => {
    const line = it.length > longestLine ? '' : it.trim().replace(/,$/, '')
    const at = [line.indexOf('='), line.indexOf(':')].find((end) => end > 0 && isName(line.slice(0, end)))
    const whole = at === undefined ? [] : secretsNamed(unquoted(line.slice(0, at)), unquoted(line.slice(at + 1)))
    return [
      ...whole,
      ...[...line.matchAll(pairs)].flatMap(([, name = '', value = '']) => secretsNamed(name, unquoted(value))),
    ]
  })
}

function isName(text: string): boolean {
  return /^[\w.-]+$/.test(unquoted(text))
}

function unquoted(text: string): string {
  const bare = text.trim()
  const isQuoted = bare.length > 1 && /["']/.test(bare.charAt(0)) && bare.endsWith(bare.charAt(0))
  return isQuoted ? bare.slice(1, -1) : bare
}

/**
 * What readers of such files take for different values: in quotation marks signs behind a back-slash, and outside of them a
 * `#`, where to some a comment begins.
 */
const disputed = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s"'`#]\S*#\S*))/gms

/** Some readers take this for a variable, too. */
const colons = /^[ \t]*(?:export[ \t]+)?([\w.-]+):[ \t]+(\S.*)$/gm

function secretsIn(text: string): readonly string[] {
  const variables = [
    ...Object.entries(parseEnv(text)),
    ...[...text.matchAll(colons)].map(([, name = '', value = '']) => [name, unquoted(value)]),
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

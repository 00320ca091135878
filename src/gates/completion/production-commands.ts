/** Credentials that are handed over without a name of their own: in SQL, on a command line, as a user and a password side by side. */

import { isPlain } from '../../system/secrets.ts'
import type { LineFault } from './line-fault.ts'
import type { LineKind } from './production-files.ts'
import { placeholder } from './production-placeholder.ts'

/** A text in quotes, of at most so many signs. */
const quoted = String.raw`(?:"([^"\r\n]{1,200})"|'([^'\r\n]{1,200})')`
/** One, of which the signs are not kept. */
const anyQuoted = String.raw`(?:"[^"\r\n]{0,200}"|'[^'\r\n]{0,200}')`
/** A word of a command, also one in quotes. */
const word = String.raw`["']?([^\s"'|;&<>()]{1,200})`
/** `-u user:password` of `curl` and others. */
const userOption = String.raw`(?:-u|--(?:proxy-)?user)[\s=]\s{0,4}["']?[^\s:"']{1,100}:([^\s"'|;&<>()]{1,200})`

const password = '(?:password|passwd|passphrase|pwd)'
const passwords = new RegExp(password, 'i')

interface Form {
  /** In a line without it nothing is looked for: that is what most lines cost. */
  readonly has: RegExp
  /** The secret is the last group that is there. */
  readonly form: RegExp
  /** Where nothing but a secret stands, a word is one, too, perhaps. */
  readonly isWord: boolean
  /** What else may stand there is a text for a test of it, or a name. */
  readonly isPerhaps?: true
  readonly reason: string
}

const forms: readonly Form[] = [
  {
    has: /password|identified/i,
    form: new RegExp(
      String.raw`\b(?:(?:create|alter)\s{1,8}(?:user|role|login)\s{1,8}(?:[\w."'@%\x60-]{1,80}\s{1,8}){1,5}?password|identified\s{1,8}(?:with\s{1,8}\w{1,60}\s{1,8})?(?:by|as))\s{1,8}(?:=\s{0,8})?${quoted}`,
      'i',
    ),
    isWord: true,
    reason: 'a password is written into SQL',
  },
  {
    has: /password/i,
    form: new RegExp(String.raw`\b(?:with|encrypted|login)\s{1,8}password\s{0,8}(?:=\s{0,8})?${quoted}`, 'i'),
    isWord: false,
    reason: 'a password is written into SQL',
  },
  {
    has: /(?:-u|-user)[\s=]/,
    form: new RegExp(String.raw`\b(?:curl|wget|https?|ab)\b[^|;\r\n]{0,400}?\s${userOption}`),
    isWord: true,
    reason: 'a password is written into a command',
  },
  {
    // A command that goes over several lines.
    has: /^\s{0,80}(?:-u|--(?:proxy-)?user)[\s=]/,
    form: new RegExp(String.raw`^\s{0,80}${userOption}`),
    isWord: false,
    reason: 'a password is written into a command',
  },
  {
    has: /--?p/,
    form: new RegExp(
      String.raw`\b(?:sshpass\s{1,4}-p\s{0,4}${word}|(?:mysql|mysqldump|mysqladmin|mariadb)\s[^|;\r\n]{0,200}?(?<=\s)-p${word})`,
    ),
    isWord: true,
    reason: 'a password is written into a command',
  },
  {
    has: /--/,
    form: new RegExp(
      String.raw`(?<=\s["']?)--(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|token|secret|api-?key)["']?(?:=|,?\s{1,4})${word}`,
      'i',
    ),
    isWord: false,
    reason: 'a secret is written into a command',
  },
  {
    has: /auth|cred/i,
    form: new RegExp(
      String.raw`(?<!\w)\w{0,40}(?:auth|credentials?|creds)["']?\s{0,4}[:=]\s{0,4}\(\s{0,4}${anyQuoted}\s{0,4},\s{0,4}${quoted}\s{0,4},?\s{0,4}\)`,
      'i',
    ),
    isWord: true,
    reason: 'a password stands beside its user',
  },
  {
    // In a list may stand anything.
    has: /auth|cred/i,
    form: new RegExp(
      String.raw`(?<!\w)\w{0,40}(?:auth|credentials?|creds)["']?\s{0,4}[:=]\s{0,4}[[{]\s{0,4}${anyQuoted}\s{0,4},\s{0,4}${quoted}\s{0,4},?\s{0,4}[\]}]`,
      'i',
    ),
    isWord: false,
    reason: 'a password stands beside its user',
  },
  {
    has: /auth|cred|log[io]n|connect/i,
    form: new RegExp(
      String.raw`(?<!\w)\w{0,40}(?:auth|credentials?|creds|login|logon|authenticate|connect|connection)\s{0,2}\((?:[^()"']{0,100},)?(?:\s{0,4}${anyQuoted}\s{0,4},){1,3}\s{0,4}${quoted}\s{0,4},?\s{0,4}\)`,
      'i',
    ),
    isWord: false,
    reason: 'a password stands beside its user',
  },
  {
    has: passwords,
    form: new RegExp(
      String.raw`(?<![A-Za-z])(?:set|with)_?\w{0,30}?${password}\s{0,2}\(\s{0,4}${quoted}(?:\.\w{1,20}\(\))?\s{0,4}\)`,
      'i',
    ),
    isWord: false,
    reason: 'a password is handed over',
  },
  {
    has: passwords,
    form: new RegExp(
      String.raw`(?<!\w)(?!get|read|find|fetch|ask|prompt|input|has|is|by|load|lookup|require|show|hide|enter|translate)\w{0,40}${password}\s{0,2}\(\s{0,4}${quoted}\s{0,4}\)`,
      'i',
    ),
    isWord: false,
    isPerhaps: true,
    reason: 'a password is handed over',
  },
  {
    has: passwords,
    form: new RegExp(
      String.raw`(?<!\w)\w{0,40}${password}["'\])]{0,2}(?:\(\))?(?:\s{0,4}(?:===?|!==?|-eq|-ne)\s{0,4}|\.equals\(\s{0,4})${quoted}`,
      'i',
    ),
    isWord: false,
    isPerhaps: true,
    reason: 'a password is compared with one that is written down',
  },
  {
    has: passwords,
    form: new RegExp(
      String.raw`${quoted}(?:\s{0,4}(?:===?|!==?)\s{0,4}|\.equals\(\s{0,4})(?:\w{1,40}(?:\(\))?(?:\.|->)){0,4}\w{0,40}${password}(?![A-Za-z])`,
      'i',
    ),
    isWord: false,
    isPerhaps: true,
    reason: 'a password is compared with one that is written down',
  },
]

/** Words that say where a secret stands, and are none. */
export const tells = /^(?:user(?:name)?|pass(?:word|wd|phrase)?|pwd|secret|token|null|none|true|false|string)$/i

/** Whether nobody calls something else so: words that are joined are names (`x-forwarded-for`). */
export function isLikePassword(value: string): boolean {
  return value.length >= 6 && !isPlain(value.replaceAll(/[-_]/g, '/'))
}

/** A password or a token that a line hands to a program. */
export function handedIn(line: string, kind: LineKind): LineFault | null {
  for (const { has, form, isWord, isPerhaps, reason } of forms) {
    if (!has.test(line)) continue
    const value = form
      .exec(line)
      ?.slice(1)
      .findLast((it: string | undefined) => it !== undefined)
    // What begins so stands for a value: `:password`, `?`, `$1`, `@file`.
    if (value === undefined || value.length < 4 || /^[:?$@/.~]/.test(value) || placeholder.test(value)) continue
    if (/\s/.test(value) || tells.test(value)) continue
    const isLike = isLikePassword(value)
    const isSure = isLike && !isPerhaps && kind !== 'sample' && kind !== 'wording'
    if (isLike || isWord) return { about: 'credential', isSure, reason }
  }
  return null
}

/** Secrets that only the call or the settings they stand in show to be some: `session({ secret: 'keyboard cat' })`, `jwt.sign(user, 'tide')`. */

import type { LineFault } from './line-fault.ts'
import { assignmentsIn, lastPart, type Assignment } from './production-assignments.ts'
import type { LineKind } from './production-files.ts'
import { isLabel, isOwnName, standsForSecret } from './production-words.ts'

interface Form {
  /** Up to the bracket that it opens. */
  readonly opens: RegExp
  /** The last part of a name to which the secret is given there; absent where it is the second argument. */
  readonly name?: RegExp
  /** Whether what people read, and names of fields, may stand there as well. */
  readonly hasLabels?: true
  /** What has to stand there, too: without it nobody knows what the settings are for, and with it somebody has to judge. */
  readonly beside?: RegExp
  readonly reason: string
}

const inCall = 'a secret is written into a call'
const inSettings = 'a password is written into settings'
const passwords = /(?:^|_)(?:password|passwd|pwd|pass)$/

const forms: readonly Form[] = [
  {
    opens: /\b(?:jwt|jsonwebtoken|jose)\w{0,20}\.(?:sign|verify|encode|decode)\s?\(|\bcreateHmac\s?\(/i,
    reason: inCall,
  },
  {
    opens:
      /(?:(?:session|jwt|cookie|strategy)\w{0,20}(?:\.\w{1,20})?\s?\(|(?:session|auth|jwt)_?(?:options|config)["']?\s{0,4}[:=]\s{0,4}\{)/i,
    name: /(?:^|_)secret(?:_or_key|_key)?$/,
    reason: inCall,
  },
  {
    opens: /(?:pool|client|connection|data_?source|sequelize|knex|transport|connect)(?:cluster|async|sync)?\s?\(/i,
    name: passwords,
    reason: inCall,
  },
  {
    opens:
      /(?:db|databases?|connection|conn|pool|data_?source|postgres|mysql|redis|mongo)(?:_?(?:config|settings|options|params|credentials))?["']?\s{0,4}[:=]\s{0,4}\{/i,
    name: passwords,
    hasLabels: true,
    reason: inSettings,
  },
  {
    opens: /[({[=:,]\s{0,4}\{|(?:\breturn|\bdefault)\s{1,4}\{|(?<!\w)dict\s?\(|\w\s?\(\s{0,4}$/m,
    name: passwords,
    hasLabels: true,
    beside: /(?<!\w)["']?(?:host|hostname|database|dbname|server)["']?\s{0,4}[:=]/i,
    reason: inSettings,
  },
]

const remark = /^\s{0,200}(?:#|\/\/|\/?\*|--|<!--)/
const quoted = /(["'`])(?:\\.|(?!\1)[^\\\r\n]){0,400}\1/g
/** What stands behind it is no longer handed to the call: the body of a function, another statement. */
const leaves = /=>\s{0,8}\{|\bfunction\b|;\s{0,8}$/
/** A variable of another language, or a file. */
const standsFor = /^[:?$@~]/
const literal = /^\s*(["'`])(.{1,400})\1\s*$/
const word = /^[\x21-\x7e]{3,60}$/
/** More of a call is not looked at. */
const longest = 1_500

/** What stands between a bracket and the one that closes it, or the end; its arguments, and whether it is closed. */
function insideOf(text: string): {
  readonly within: string
  readonly parts: readonly string[]
  readonly isOpen: boolean
} {
  const parts: string[] = []
  let [depth, from, quote] = [0, 0, '']
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote || sign === '\n') quote = ''
    } else if (/["'`]/.test(sign)) quote = sign
    else if (/[([{]/.test(sign)) depth += 1
    else if (/[)\]}]/.test(sign)) depth -= 1
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
    if (depth < 0) return { within: text.slice(0, at), parts: [...parts, text.slice(from, at)], isOpen: false }
  }
  return { within: text, parts: [...parts, text.slice(from)], isOpen: true }
}

/** What stands behind the bracket that a form opens; null where it is not there. */
function behind({ opens }: Form, text: string): string | null {
  const found = opens.exec(text)
  return found === null ? null : text.slice(found.index + found[0].length)
}

/** In a program without one of these nothing is looked for. */
const has = /pass|pwd|secret|jwt|jsonwebtoken|jose|hmac/i

/**
 * For the lines of one program, in their order.
 *
 * @param program all of it
 * @returns the call or the settings that a line belongs to, up to its end; texts in the lines before are emptied, as they were told there.
 *   Null where it belongs to none
 */
export function callsOf(program: string): (line: string) => string | null {
  if (!has.test(program)) return () => null
  let before: readonly string[] = []
  return (line) => {
    const text = [...before, line].join('\n').slice(0, longest)
    const open = forms.flatMap((form) => behind(form, text) ?? [])
    const goesOn = text.length < longest && open.some((it) => insideOf(it).isOpen) && !leaves.test(line)
    before = goesOn ? [...before, line.replaceAll(quoted, '$1$1')] : []
    return open.length === 0 || !has.test(text) || remark.test(line) ? null : text
  }
}

/** Whether a value may be a secret where a form takes it for one. */
function isSecret({ hasLabels }: Form, { name, value }: Pick<Assignment, 'name' | 'value'>): boolean {
  if (value.length < 3 || standsFor.test(value) || standsForSecret(value)) return false
  return hasLabels !== true || (word.test(value) && !isLabel(value) && !isOwnName(lastPart(name), value))
}

function secretOf(form: Form, text: string, kind: LineKind): LineFault | null {
  const rest = behind(form, text)
  if (rest === null) return null
  const { within, parts } = insideOf(rest)
  if (form.beside?.test(within) === false) return null
  const given =
    form.name === undefined
      ? [{ name: '', value: literal.exec(parts[1] ?? '')?.[2] ?? '' }]
      : assignmentsIn(within).filter(({ name, isQuoted }) => isQuoted && form.name?.test(lastPart(name)) === true)
  const isSure = form.beside === undefined && kind !== 'sample'
  return given.some((it) => isSecret(form, it)) ? { about: 'credential', isSure, reason: form.reason } : null
}

/** The first secret that is handed to a call, or stands in settings. @param text as of `callsOf` */
export function secretInCall(text: string, kind: LineKind): LineFault | null {
  if (kind === 'prose' || kind === 'wording') return null
  for (const form of forms) {
    const found = secretOf(form, text, kind)
    if (found !== null) return found
  }
  return null
}

/** Secrets that only the call or the settings they stand in show to be some: `session({ secret: 'keyboard cat' })`, `jwt.sign(user, 'tide')`. */

import type { LineFault } from './line-fault.ts'
import { assignmentsIn, lastPart } from './production-assignments.ts'
import type { LineKind } from './production-files.ts'
import { isLabel, standsForSecret } from './production-words.ts'

interface Form {
  /** Up to the bracket that it opens. */
  readonly opens: RegExp
  /** The last part of a name to which the secret is given there; absent where it is the second argument. */
  readonly name?: RegExp
  /** Whether what people read may stand there as well. */
  readonly hasLabels?: true
  readonly reason: string
}

const inCall = 'a secret is written into a call'
const passwords = /(?:^|_)(?:password|passwd|pwd|pass)$/

const forms: readonly Form[] = [
  {
    opens: /\b(?:jwt|jsonwebtoken|jose)\w{0,20}\.(?:sign|verify|encode|decode)\s?\(|\bcreateHmac\s?\(/i,
    reason: inCall,
  },
  {
    opens:
      /(?<!\w)\w{0,40}(?:(?:session|jwt|cookie|strategy)\w{0,20}\s?\(|(?:session|auth|jwt)_?(?:options|config)["']?\s{0,4}[:=]\s{0,4}\{)/i,
    name: /(?:^|_)secret(?:_or_key|_key)?$/,
    reason: inCall,
  },
  {
    opens:
      /(?<!\w)(?:\w{0,40}(?:pool|client|connection|data_?source|sequelize|knex|transport)(?:cluster|async|sync)?|connect)\s?\(/i,
    name: passwords,
    reason: inCall,
  },
  {
    opens:
      /(?<!\w)\w{0,40}(?:db|databases?|connection|conn|pool|data_?source|postgres|mysql|redis|mongo)(?:_?(?:config|settings|options|params|credentials))?["']?\s{0,4}[:=]\s{0,4}\{/i,
    name: passwords,
    hasLabels: true,
    reason: 'a password is written into settings',
  },
]

const remark = /^\s{0,200}(?:#|\/\/|\/?\*|--|<!--)/
const quoted = /(["'`])(?:\\.|(?!\1)[^\\\r\n]){0,400}\1/g
/** What stands behind it is no longer handed to the call: the body of a function, another statement. */
const leaves = /=>\s{0,8}\{|\bfunction\b|;\s{0,8}$/
/** A variable of another language, or a file. */
const standsFor = /^[:?$@~]/
/** More of a call is not looked at. */
const mostLines = 16
const longest = 2_000

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

/**
 * For the lines of one program, in their order.
 *
 * @returns the call or the settings that a line belongs to, up to its end; texts in the lines before are emptied, as they were told there.
 *   Null where it belongs to none
 */
export function callsOf(): (line: string) => string | null {
  let before: readonly string[] = []
  return (line) => {
    const text = [...before, line].join('\n').slice(0, longest)
    const open = forms.flatMap((form) => behind(form, text) ?? [])
    const goesOn =
      before.length < mostLines && text.length < longest && open.some((it) => insideOf(it).isOpen) && !leaves.test(line)
    before = goesOn ? [...before, line.replaceAll(quoted, '$1$1')] : []
    return open.length === 0 || remark.test(line) ? null : text
  }
}

/** The first secret that is handed to a call, or stands in settings. @param text as of `callsOf` */
export function secretInCall(text: string, kind: LineKind): LineFault | null {
  if (kind === 'prose' || kind === 'wording') return null
  for (const form of forms) {
    const { hasLabels = false } = form
    const rest = behind(form, text)
    if (rest === null) continue
    const { within, parts } = insideOf(rest)
    const given =
      form.name === undefined
        ? [/^\s*(["'`])(.{1,400})\1\s*$/.exec(parts[1] ?? '')?.[2] ?? '']
        : assignmentsIn(within).flatMap(({ name, value, isQuoted }) =>
            isQuoted && form.name?.test(lastPart(name)) === true ? [value] : [],
          )
    if (
      given.some((it) => it.length >= 3 && !standsFor.test(it) && !standsForSecret(it) && !(hasLabels && isLabel(it)))
    )
      return { about: 'credential', isSure: kind !== 'sample', reason: form.reason }
  }
  return null
}

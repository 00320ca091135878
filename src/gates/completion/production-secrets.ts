/** Secrets that are written into a line (seed 004 §6.4, 6). */

import { safeLine } from '../../plan/safe-text.ts'
import { isLikeToken, isPlain, secretsInAddresses, secretsNamed } from '../../system/secrets.ts'
import type { LineFault } from './line-fault.ts'
import type { Assignment } from './production-assignments.ts'
import { handedIn } from './production-commands.ts'
import { connectionIn } from './production-connections.ts'
import type { LineKind, ValueForm } from './production-files.ts'
import { placeholder } from './production-placeholder.ts'
import { isOwnName, isWordOfSecret, standsForSecret } from './production-words.ts'

const privateKey = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(.?)/

/** Tokens of which everybody knows whose they are. In a line without the first text none is looked for: that is what most lines cost. */
const tokens: readonly (readonly [has: string, form: RegExp, name: string])[] = [
  ['AKIA', /(?<![A-Za-z0-9])AKIA[0-9A-Z]{16}(?![0-9A-Za-z])/, 'an access key of AWS'],
  ['ASIA', /(?<![A-Za-z0-9])ASIA[0-9A-Z]{16}(?![0-9A-Za-z])/, 'an access key of AWS'],
  ['gh', /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{36,255}/, 'a token of GitHub'],
  ['github_pat_', /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{50,255}/, 'a token of GitHub'],
  ['glpat-', /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,200}/, 'a token of GitLab'],
  ['xox', /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,200}/, 'a token of Slack'],
  ['AIza', /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/, 'a key of Google'],
  ['k_live_', /(?<![A-Za-z0-9])[sr]k_live_[A-Za-z0-9]{16,200}/, 'a live key of Stripe'],
  ['sk-', /(?<![A-Za-z0-9])sk-(?:ant|proj|or)-[A-Za-z0-9_-]{16,300}/, 'a key of a model provider'],
  ['sk-', /(?<![A-Za-z0-9])sk-[A-Za-z0-9]{32,200}(?![A-Za-z0-9])/, 'a key of a model provider'],
  ['npm_', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/, 'a token of npm'],
  ['pypi-', /(?<![A-Za-z0-9])pypi-AgE[A-Za-z0-9_-]{40,400}/, 'a token of PyPI'],
  ['hf_', /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,100}/, 'a token of Hugging Face'],
  ['SG.', /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/, 'a key of SendGrid'],
  ['ya29.', /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{30,400}/, 'a token of Google'],
  ['GOCSPX-', /(?<![A-Za-z0-9])GOCSPX-[A-Za-z0-9_-]{20,60}/, 'a secret of Google'],
  ['whsec_', /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/]{24,100}/, 'a secret of webhooks'],
  ['shp', /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}(?![A-Za-z0-9])/, 'a token of Shopify'],
  ['_v1_', /(?<![A-Za-z0-9])do[oprt]_v1_[a-f0-9]{64}(?![A-Za-z0-9])/, 'a token of DigitalOcean'],
  ['sq0', /(?<![A-Za-z0-9])sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}/, 'a token of Square'],
  ['dapi', /(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?![A-Za-z0-9])/, 'a token of Databricks'],
  ['lin_api_', /(?<![A-Za-z0-9])lin_api_[A-Za-z0-9]{32,60}/, 'a key of Linear'],
  ['hvs.', /(?<![A-Za-z0-9])hvs\.[A-Za-z0-9_-]{20,300}/, 'a token of Vault'],
  ['glsa_', /(?<![A-Za-z0-9])glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}/, 'a token of Grafana'],
  ['-us', /(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])/, 'a key of Mailchimp'],
  [':AA', /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/, 'a token of Telegram'],
  [
    'hooks.slack.com',
    /(?<![A-Za-z0-9])hooks\.slack\.com\/services\/T[A-Z0-9]{6,20}\/B[A-Z0-9]{6,20}\/[A-Za-z0-9]{16,60}/,
    'a webhook of Slack',
  ],
  ['AccountKey=', /(?<![A-Za-z0-9])AccountKey=[A-Za-z0-9+/]{40,120}={0,2}/, 'a key of Azure'],
  ['AGE-SECRET-KEY-', /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[A-Z0-9]{58}(?![A-Za-z0-9])/, 'a key of age'],
]

const keyLike =
  /(?:api[_-]?key|secret(?:[_-]?key)?|token|private[_-]?key|access[_-]?key(?:[_-]?id)?|auth[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?)\d*$/i
const passwordLike = /(?:password|passwd|passphrase|pwd|[_-]pass)\d*$|^pass$/i

/** Whether what stands in a line is what a product runs with. */
function isProduct(kind: LineKind): boolean {
  return kind === 'source' || kind === 'configuration'
}

/** Shannon's entropy of a text in bits a sign: words have about 2 to 3, random signs more. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Three parts of base64, the first two of which begin with a brace: in documents such stand as examples. */
const webToken = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,1500}\.eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{16,600}/
/** Of random signs, among which may be any. */
const djangoKey = /django-insecure-[^\s"'`]{20,100}/
const bearer = /(?<![A-Za-z0-9])(?:Bearer|Basic)\s{1,4}([A-Za-z0-9._~+/-]{20,500})/

function tokenIn(line: string, kind: LineKind): LineFault | null {
  for (const [has, form, name] of tokens) {
    const [found] = line.includes(has) ? (form.exec(line) ?? []) : []
    // Of documents, in which everybody writes the same sign again and again.
    if (found !== undefined && !placeholder.test(found) && entropyOf(found) >= 2.8)
      return { about: 'credential', isSure: true, reason: name }
  }
  if (kind === 'prose') return null
  if (webToken.test(line)) return { about: 'credential', isSure: isProduct(kind), reason: 'a signed token (JWT)' }
  if (line.includes('django-insecure-') && djangoKey.test(line))
    return { about: 'credential', isSure: isProduct(kind), reason: 'a key of Django that is for development only' }
  const handed = bearer.exec(line)?.[1] ?? ''
  return isLikeToken(handed) && !placeholder.test(handed) && entropyOf(handed) >= 3
    ? { about: 'credential', isSure: isProduct(kind), reason: 'a token is written into a header' }
    : null
}

/** A combination of keys, which is what an `accessKey` of a page is. */
const shortcut = /^(?:ctrl|control|shift|alt|option|cmd|command|meta|super|mod)[+-]/i
/** How long something is to be, at least or at most. */
const bound = /^(?:.{0,80}[._-])?(?:min|max)(?:imum)?(?:[._-]|(?=[A-Z]))/i
/** A word of a language that has more letters than English. */
const foreignWord = /^(?=.{0,40}[^\x00-\x7f])[\p{L}\p{M}]{1,40}$/u

/** Words that are joined, as in names of messages (`passwordTooShort`) and in compounds. */
const joinedWords = /^[A-Za-z][a-z]{1,20}(?:(?:-[A-Za-z]?|[A-Z])[a-z]{1,20}){1,6}$/

/** Rules by which what people type is looked at: `required|min:8`. */
const rules =
  /^(?:bail\||sometimes\||required|nullable|present|filled|string|confirmed|(?:min|max|size|between):)[^\s]{0,200}\||\|(?:string|confirmed|nullable|(?:min|max|size|between):\d)/i
/** A name of something that holds a secret. */
const holder = /(?:^existing.{0,40}|secret[_-]?(?:name|ref|key[_-]?ref)s?|[_-]ref)$/i
const nothing = /^(?:null|nil|none|undefined|true|false|~)$/i

/** Names of what happens, as of the actions of a store: `SET_PASSWORD = 'auth/setPassword'`. */
const actionName =
  /^(?:set|change|update|reset|forgot|forget|clear|request|verify|check|confirm|validate|submit|toggle|fetch|get|create|delete|remove|save|edit|show|hide|receive|load|store|send|recover|restore|revoke|refresh)(?:[_-]|(?=[A-Z]))/i
const actionType = /^@{0,2}[A-Za-z][A-Za-z_-]{0,60}(?:[/:.][A-Za-z_][A-Za-z_-]{0,60}){1,4}$/
/** Of a variable of the environment, and of a field of a form (`user[password]`). */
const variableName = /^[A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){1,8}$/
const fieldName = /^[A-Za-z_][\w-]{0,40}(?:\[[\w-]{0,40}\]){0,3}\[([A-Za-z_][\w-]{0,40})\]$/

/** Whether what is given is the name of something, and not what that holds. */
function isNameOfOne({ name, value }: Pick<Assignment, 'name' | 'value'>): boolean {
  if (actionName.test(name) && actionType.test(value)) return true
  const isOfOne = (it: string): boolean => passwordLike.test(it) || keyLike.test(it) || /password|passwd/i.test(it)
  if (variableName.test(value) && isOfOne(value))
    return name === value || /(?:^|[_.-])env(?:[_.-]|$)|[a-z]Env(?:[A-Z]|$)/i.test(name)
  return isOfOne(fieldName.exec(value)?.[1] ?? '')
}

/** What stands in for a secret, or is called as one is and says something else. */
function isNoSecret({ name, value, isQuoted }: Assignment): boolean {
  if (isNameOfOne({ name, value })) return true
  if (standsForSecret(value) || rules.test(value)) return true
  if (/access[_-]?key$/i.test(name) && shortcut.test(value)) return true
  return holder.test(name) || (!isQuoted && nothing.test(value)) || (bound.test(name) && /^\d/.test(value))
}

/** Words that are joined with a version or a date behind them, selectors of a page, and variables of the environment: names of things more often than secrets. */
const likeName =
  /^(?:[a-z]{2,20}(?:[-_][a-z]{2,20}){1,6}(?:[-_]v?\d{1,4}){1,3}|[#.][A-Za-z][\w-]{0,60}|[a-z]{0,20}\[[\w-]{1,40}[~|^$*]?=.{1,60}\]|[A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){0,6}_(?:PASSWORD|PASSWD|PWD|SECRET|TOKEN|KEY))$/

/** Whether what is given is a text, and not the name of something that holds one. */
function isText({ value, isQuoted, isGlued }: Assignment, form: ValueForm): boolean {
  return isQuoted || form === 'unquoted' || (form === 'shell' && isGlued && !/^[/.~$]/.test(value))
}

/** Whether a word with a capital is a part of its name: `new_password: Password`. */
function isLabelOf(name: string, value: string): boolean {
  return /^\p{Lu}/u.test(value) && name.toLowerCase().includes(value.toLowerCase())
}

/** What is written into one name. */
function writtenIn(assignment: Assignment, kind: LineKind, form: ValueForm): LineFault | null {
  const { name, value } = assignment
  if (!isText(assignment, form) || isNoSecret(assignment)) return null
  // Without a digit it is what people read.
  if (kind === 'wording' && !/\d/.test(value)) return null
  const told = (isSure: boolean, reason: string): LineFault => ({
    about: 'credential',
    isSure: isSure && isProduct(kind) && !assignment.isType && !likeName.test(value),
    reason: `${reason} ${safeLine(name)}`,
  })
  if (passwordLike.test(name) && value.length >= 4 && !value.includes(' ')) {
    if (secretsNamed(name, value).length > 0)
      return foreignWord.test(value) || joinedWords.test(value) || bound.test(name)
        ? told(false, 'a word is written into')
        : told(true, 'a password is written into')
    // A word may be the name of a field or its label; where settings stand it is a password that is a word.
    if (kind === 'configuration' && isPlain(value) && !isOwnName(name, value) && !isLabelOf(name, value))
      return told(false, 'a word is written into')
  }
  const isKey =
    keyLike.test(name) &&
    value.length >= 12 &&
    isLikeToken(value) &&
    !/[\s/\\]/.test(value.replace(/=+$/, '').slice(0, 12))
  if (isKey) return told(value.length >= 16 && entropyOf(value) >= 3, 'what looks like a key is written into')
  const isWord = isProduct(kind) && !assignment.isType && isWordOfSecret(name, value, form === 'unquoted')
  return isWord ? told(false, 'a word is written into') : null
}

function assignedIn(given: readonly Assignment[], kind: LineKind, form: ValueForm): LineFault | null {
  return surer(given.map((it) => writtenIn(it, kind, form)))
}

/** The first that is sure, or else the first. */
function surer(faults: readonly (LineFault | null)[]): LineFault | null {
  return faults.find((it) => it?.isSure) ?? faults.find((it) => it !== null) ?? null
}

/** The first secret of a line. */
export function credentialIn(
  line: string,
  given: readonly Assignment[],
  kind: LineKind,
  form: ValueForm,
): LineFault | null {
  const header = privateKey.exec(line)
  // With a quote right behind it is what a program compares with; in a document it may be an example.
  if (header !== null)
    return {
      about: 'credential',
      isSure: kind !== 'prose' && !/["'`]/.test(header[1] ?? ''),
      reason: 'a private key begins here',
    }
  const token = tokenIn(line, kind)
  if (token !== null) return token
  if (kind === 'prose') return null
  const address = secretsInAddresses(line).at(-1)
  if (address !== undefined && !placeholder.test(address))
    return line.includes(`//${address}@`)
      ? { about: 'credential', isSure: false, reason: 'an address with what may be a token in it' }
      : { about: 'credential', isSure: isProduct(kind), reason: 'an address with a password in it' }
  return surer([connectionIn(line, kind, form), handedIn(line, kind), assignedIn(given, kind, form)])
}

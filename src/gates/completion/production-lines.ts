/** What in a line must not be in production: switches to test, endpoints that are none, secrets (seed 004 §6.4, 6). */

import { safeLine } from '../../plan/safe-text.ts'
import { isLikeToken, isPlain, secretsInAddresses, secretsNamed } from '../../system/secrets.ts'
import type { FileKind } from './production-files.ts'

/** What is wrong with a line. It tells of a secret, and never what it is. */
export interface LineFault {
  readonly about: 'test-mode' | 'credential'
  /** Whether it is surely one: what only may be is for somebody to look at. */
  readonly isSure: boolean
  readonly reason: string
}

/**
 * A name, and what is given to it: a quoted text, or one without blanks; between them a type may stand (`key: str = "…"`), or a
 * comma behind a quoted name (`getenv("KEY", "…")`). Starts only where a name starts, and each part is bounded: linear.
 */
const assignments =
  /(?<![\w.-])["']?([A-Za-z_][\w.-]{0,80})["']?\]?(?:\??:\s{0,4}[A-Za-z][\w.[\]|<>]{0,40}(?=\s{0,4}=[^=>]))?\s{0,8}(:=|=>|=(?![=>])|:(?![:/])|(?<=["']),)\s{0,8}(?:"([^"\r\n]{1,400})"|'([^'\r\n]{1,400})'|`([^`\r\n]{1,400})`|([^\s"'`,;#]{1,400}))/g

interface Assignment {
  readonly name: string
  readonly value: string
  readonly isQuoted: boolean
}

function assignmentsIn(line: string): readonly Assignment[] {
  return [...line.matchAll(assignments)].flatMap(([, name = '', by = '', double, single, tick, bare]) => {
    // In a list words stand behind commas, too: only names of variables are taken for names there.
    if (by === ',' && !/^[A-Z][A-Z0-9_]+$/.test(name)) return []
    return [{ name, value: double ?? single ?? tick ?? bare ?? '', isQuoted: bare === undefined }]
  })
}

/** The words of the last part of a name: `config.testMode` is `test_mode`. */
function lastPart(name: string): string {
  return name
    .slice(name.lastIndexOf('.') + 1)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

const switches =
  /(?:^|_)(?:test|sandbox|mock|fake|stub)_?mode$|(?:^|_)use_(?:mocks?|mock_api|mock_data|sandbox|fake_data|stubs?|test_api)$|^mock_api$/
const isOn = /^(?:true|1|yes|on|enabled)$/i
const isTestValue = /^(?:test|testing|sandbox|mock|fake|stub)$/i
const isOff = /[:=]\s{0,8}["']?(?:false|0|no|off|none|null)\b/i
const mentions = /(?<![A-Za-z0-9])(?:test_?mode|testMode)(?![A-Za-z0-9])/i
const testKey = /(?<![A-Za-z0-9])([spr]k_test_)[A-Za-z0-9]{6,200}/

function testModeIn(line: string, given: readonly Assignment[]): LineFault | null {
  for (const { name, value } of given) {
    const last = lastPart(name)
    const isSwitch = switches.test(last) && (isOn.test(value) || isTestValue.test(value))
    if (isSwitch || (last.endsWith('_mode') && isTestValue.test(value)))
      return { about: 'test-mode', isSure: true, reason: `${safeLine(name)} is switched on` }
  }
  const key = testKey.exec(line)
  if (key !== null) return { about: 'test-mode', isSure: true, reason: `a key for tests (${key[1] ?? ''}***)` }
  return mentions.test(line) && !isOff.test(line)
    ? { about: 'test-mode', isSure: false, reason: 'there is a switch for a test mode' }
    : null
}

const hosts = /(?<![A-Za-z0-9])https?:\/\/(\[::1\]|[A-Za-z0-9.-]{1,253})/gi
const mockHost =
  /(?:^|[.-])(?:mock|mocks|mockapi|mockserver|wiremock|stub|fake|sandbox)(?:[.-]|$)|(?:^|\.)(?:mockapi\.io|mocky\.io|httpbin\.org|reqres\.in|jsonplaceholder\.typicode\.com|postman-echo\.com)$/i
const localHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])$/i

function endpointIn(line: string, kind: FileKind): LineFault | null {
  for (const [, host = ''] of line.matchAll(hosts)) {
    if (mockHost.test(host))
      return { about: 'test-mode', isSure: kind === 'configuration', reason: 'an endpoint that is a mock or a sandbox' }
    if (kind === 'configuration' && localHost.test(host))
      return { about: 'test-mode', isSure: false, reason: 'an address of this machine in a configuration' }
  }
  return null
}

const privateKey = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(.?)/

/** Beginnings of tokens by which everybody knows whose they are. */
const tokens: readonly (readonly [RegExp, string])[] = [
  [/(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])/, 'an access key of AWS'],
  [/(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{36,255}/, 'a token of GitHub'],
  [/(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{50,255}/, 'a token of GitHub'],
  [/(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,200}/, 'a token of GitLab'],
  [/(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,200}/, 'a token of Slack'],
  [/(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/, 'a key of Google'],
  [/(?<![A-Za-z0-9])[sr]k_live_[A-Za-z0-9]{16,200}/, 'a live key of Stripe'],
  [/(?<![A-Za-z0-9])sk-(?:ant|proj|or)-[A-Za-z0-9_-]{16,300}/, 'a key of a model provider'],
  [/(?<![A-Za-z0-9])sk-[A-Za-z0-9]{32,200}(?![A-Za-z0-9])/, 'a key of a model provider'],
  [/(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/, 'a token of npm'],
  [/(?<![A-Za-z0-9])pypi-AgE[A-Za-z0-9_-]{40,400}/, 'a token of PyPI'],
  [/(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,100}/, 'a token of Hugging Face'],
  [/(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/, 'a key of SendGrid'],
  [/(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{30,400}/, 'a token of Google'],
]

/** What stands where a secret is to be put, or is made of one that lies elsewhere. */
const placeholder =
  /[<>{}]|\$[({A-Za-z]|%\(|%[sd]|\*{3}|\.{3}|x{4}|\b(?:process\.env|import\.meta|os\.environ|getenv|vault|secrets\.)|your|example|changeme|change[-_ ]me|placeholder|dummy|redacted|replace|insert|todo|sample|fake|not[-_ ]?set/i

const keyLike =
  /(?:api[_-]?key|secret(?:[_-]?key)?|token|private[_-]?key|access[_-]?key(?:[_-]?id)?|auth[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?)\d*$/i
const passwordLike = /(?:password|passwd|passphrase|pwd|[_-]pass)\d*$|^pass$/i

/** Shannon's entropy of a text in bits a sign: words have about 2 to 3, random signs more. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

function assignedIn(given: readonly Assignment[], kind: FileKind, unquoted: boolean): LineFault | null {
  for (const { name, value, isQuoted } of given) {
    if ((!isQuoted && !unquoted) || placeholder.test(value)) continue
    const shown = safeLine(name)
    if (passwordLike.test(name) && value.length >= 4 && !value.includes(' ')) {
      if (secretsNamed(name, value).length > 0)
        return { about: 'credential', isSure: kind !== 'sample', reason: `a password is written into ${shown}` }
      // A word may be the name of a field or its label; where settings stand it is a password that is a word.
      if (kind === 'configuration' && isPlain(value) && !name.toLowerCase().includes(value.toLowerCase()))
        return { about: 'credential', isSure: false, reason: `a word is written into ${shown}` }
    }
    if (
      keyLike.test(name) &&
      value.length >= 12 &&
      isLikeToken(value) &&
      !/[\s/\\]/.test(value.replace(/=+$/, '').slice(0, 12))
    )
      return {
        about: 'credential',
        isSure: value.length >= 16 && entropyOf(value) >= 3 && kind !== 'sample',
        reason: `what looks like a key is written into ${shown}`,
      }
  }
  return null
}

function credentialIn(line: string, given: readonly Assignment[], kind: FileKind, unquoted: boolean): LineFault | null {
  const header = privateKey.exec(line)
  // With a quote right behind it is what a program compares with.
  if (header !== null)
    return { about: 'credential', isSure: !/["'`]/.test(header[1] ?? ''), reason: 'a private key begins here' }
  for (const [pattern, name] of tokens) {
    const found = pattern.exec(line)
    if (found !== null && !/example/i.test(found[0])) return { about: 'credential', isSure: true, reason: name }
  }
  if (kind === 'prose') return null
  const address = secretsInAddresses(line).at(-1)
  if (address !== undefined && !placeholder.test(address))
    return { about: 'credential', isSure: kind !== 'sample', reason: 'an address with a password in it' }
  return assignedIn(given, kind, unquoted)
}

/** What only talks about a setting switches nothing; a secret in it is one all the same. */
const remark = /^\s{0,200}(?:#(?!include)|\/\/|\/?\*|;|--|<!--)/

/**
 * What is wrong with a line, at most one of each kind.
 * @param line no longer than a few thousand signs: each expression is bounded, so that it costs its length
 * @param unquoted whether values stand in this file without quotes
 */
export function faultsIn(line: string, kind: FileKind, unquoted: boolean): readonly LineFault[] {
  const given = kind === 'prose' ? [] : assignmentsIn(line)
  const isLooked = (kind === 'source' || kind === 'configuration') && !remark.test(line)
  return [
    isLooked ? (testModeIn(line, given) ?? endpointIn(line, kind)) : null,
    credentialIn(line, given, kind, unquoted),
  ].flatMap((it) => it ?? [])
}

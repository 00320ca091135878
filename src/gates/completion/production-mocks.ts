/** What in a line is of a test and not of production: switches, doubles, endpoints that are none (seed 004 §6.4, 6). */

import { safeLine } from '../../plan/safe-text.ts'
import type { LineFault } from './line-fault.ts'
import { lastPart, type Assignment } from './production-assignments.ts'
import type { LineKind } from './production-files.ts'

const switches =
  /(?:^|_)(?:test|sandbox|mock|fake|stub)_?mode$|(?:^|_)use_(?:mocks?|mock_api|mock_data|sandbox|fake_data|stubs?|test_api)$|^mock_api$/
/** `MOCK_PAYMENTS`, `enable_mocks`, `payments_mocked`. */
const mockSwitch = /^(?:(?:use|enable|with|is)_)?mock(?:s|ed|ing)?(?:_[a-z\d_]{1,80})?$|_mock(?:s|ed)?(?:_enabled)?$/
const fakeSwitch = /^(?:(?:use|enable|with)_)?(?:fake|stub)(?:s|ed|bed)?(?:_[a-z\d_]{1,80})?$/
const whereItRuns = /(?:^|_)(?:environment|env|mode)$/
const isOn = /^(?:true|1|yes|on|enabled)$/i
const isTestValue = /^(?:test|testing|sandbox|mock|fake|stub)$/i
const isMockValue = /^(?:sandbox|mock|fake|stub)$/i
const isNoProduction = /^(?:test|testing|dev|devel|development|local|staging)$/i
const isOff = /[:=]\s{0,8}["']?(?:false|0|no|off|none|null)\b/i
const mentions = /(?<![A-Za-z0-9])(?:test_?mode|testMode)(?![A-Za-z0-9])/i
const testKey = /(?<![A-Za-z0-9])([spr]k_test_)[A-Za-z0-9]{6,200}/
/** `MockPaymentClient(` where it is made, and not where it is defined. */
const double =
  /(?<![\w$])(?<!\b(?:class|def|function|func|fun|fn|interface|struct)\s{1,4})(?:(?:Magic|Async)?Mock|Mock[A-Z]\w{0,60}|(?:Fake|Stub)[A-Z]\w{0,50}(?:Client|Api|API|Service|Gateway|Server|Provider|Adapter|Backend))\s{0,2}\(/

/** What a name is switched to; null where that is nothing of a test. */
function switchIn({ name, value }: Assignment, kind: LineKind): LineFault | null {
  const last = lastPart(name)
  const told = (isSure: boolean, reason: string): LineFault => ({ about: 'test-mode', isSure, reason })
  const isTest = isTestValue.test(value)
  if ((switches.test(last) && (isOn.test(value) || isTest)) || (last.endsWith('_mode') && isTest))
    return told(true, `${safeLine(name)} is switched on`)
  // A 1 may be a number of something, but in a variable of the environment.
  const isTrue = isOn.test(value) && (value !== '1' || name === name.toUpperCase())
  if (isTrue && mockSwitch.test(last)) return told(true, `${safeLine(name)} is switched on`)
  if (isTrue && (fakeSwitch.test(last) || (kind === 'configuration' && last === 'sandbox')))
    return told(false, `${safeLine(name)} is switched on`)
  if (kind !== 'configuration' || !whereItRuns.test(last)) return null
  if (isMockValue.test(value)) return told(true, `${safeLine(name)} is ${value.toLowerCase()}`)
  return isNoProduction.test(value) ? told(false, `${safeLine(name)} is ${value.toLowerCase()}`) : null
}

/** Switches to a test, keys for tests, and doubles that are made. */
export function testModeIn(line: string, given: readonly Assignment[], kind: LineKind): LineFault | null {
  const switched = given.flatMap((it) => switchIn(it, kind) ?? [])
  const sure = switched.find(({ isSure }) => isSure)
  if (sure !== undefined) return sure
  const key = testKey.exec(line)
  if (key !== null) return { about: 'test-mode', isSure: true, reason: `a key for tests (${key[1] ?? ''}***)` }
  if (switched[0] !== undefined) return switched[0]
  if (/Mock|Fake|Stub/.test(line) && double.test(line))
    return { about: 'test-mode', isSure: false, reason: 'a double of something is made' }
  return mentions.test(line) && !isOff.test(line)
    ? { about: 'test-mode', isSure: false, reason: 'there is a switch for a test mode' }
    : null
}

const hosts =
  /(?<![A-Za-z0-9])(?:https?|wss?|grpcs?|rediss?|postgres(?:ql)?|mysql|mariadb|mongodb|amqps?):\/\/(?:[^\s/@"'`]{0,200}@)?(\[::1\]|[A-Za-z0-9.-]{1,253})/gi
const mockHost =
  /(?:^|[.-])(?:mock|mocks|mockapi|mockserver|wiremock|stub|fake|sandbox)(?:[.-]|$)|(?:^|\.)(?:mockapi\.io|mocky\.io|httpbin\.org|reqres\.in|jsonplaceholder\.typicode\.com|postman-echo\.com)$/i
const localHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])$/i
const localAddress = /^(?:https?|wss?):\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])(?![\w.-])/i
const addressName = /(?:^|_)(?:url|uri|base|host|endpoint|api|server|address|origin|action|href|src)$/
const serverName = /_(?:host|server|endpoint|url|uri)$/

/** Endpoints that are a mock, or this machine; what is only taken where a variable says nothing else (`getenv("URL", "…")`) is none. */
export function endpointIn(line: string, given: readonly Assignment[], kind: LineKind): LineFault | null {
  const told = (isSure: boolean, reason: string): LineFault => ({ about: 'test-mode', isSure, reason })
  for (const [, host = ''] of line.matchAll(hosts)) {
    if (mockHost.test(host)) return told(kind === 'configuration', 'an endpoint that is a mock or a sandbox')
    if (kind === 'configuration' && localHost.test(host))
      return told(false, 'an address of this machine in a configuration')
  }
  const isLocal = ({ name, value, isDefault }: Assignment): boolean =>
    kind === 'configuration'
      ? serverName.test(lastPart(name)) && localHost.test(value.replace(/:\d{1,5}$/, ''))
      : !isDefault && addressName.test(lastPart(name)) && localAddress.test(value)
  const local = given.find(isLocal)
  return local === undefined ? null : told(false, `${safeLine(local.name)} is an address of this machine`)
}

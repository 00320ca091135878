/** What in a line is of a test and not of production: switches, doubles, endpoints that are none (seed 004 §6.4, 6). */

import { safeLine } from '../../plan/safe-text.ts'
import type { LineFault } from './line-fault.ts'
import { lastPart, type Assignment } from './production-assignments.ts'
import type { LineKind } from './production-files.ts'
import { onByDefault, switchIn } from './production-switches.ts'

const isOff =
  /(?:(?:[:=]-?|\?\?|\|\||<\w{1,80}>)\s{0,8}["']?|#\s{0,8}define\s{1,8}\w{1,80}\s{1,8})(?:false|0|no|off|none|null)\b/i
const mentions =
  /(?<![A-Za-z0-9])(?<!(?:disabled?|no|not|forbid|hide|hidden|skip|block|deny|reject|prevent|without)[_-])(?:test_?mode|testMode|--test-mode)(?![A-Za-z0-9])/i
/** `#define TEST_MODE 1`, which gives a value without a sign between. */
const defined = /^\s{0,40}#\s{0,8}define\s{1,8}((?:\w{1,60}_)?(?:TEST|SANDBOX|MOCK)_?MODE)\s{1,8}(?:1|true)\b/i
/** `useMockApi()`, `set_test_mode(True)`: what is called so may be anything. */
const switching =
  /(?<![A-Za-z0-9])(?:set|enable|use|with)_?(?:test_?mode|mock_?(?:api|data|server|client|service)s?|sandbox)\s{0,2}\(\s{0,4}(?:true|1)?\s{0,4}\)/i
/** `Gateway(sandbox=True)`; what a browser is closed in is called so as well. */
const sandboxGiven = /\w\s{0,2}\([^()]{0,300}\bsandbox["']?\s{0,2}[:=]\s{0,2}true\b/i
const browserSandbox = /webPreferences|BrowserWindow|iframe/i
const debugGiven = /\.run\s{0,2}\([^()]{0,300}\bdebug\s{0,2}=\s{0,2}True\b/
const testKey = /(?<![A-Za-z0-9])([spr]k_test_)[A-Za-z0-9]{6,200}/
/** What a program talks to, as a part of a name. */
const partner = String.raw`(?:Client|Api|API|Service|Gateway|Server|Provider|Adapter|Backend|Repository|Store|Database|DB|Session|Transport|Mailer|Sender|Processor|Connection|Connector|Broker|Publisher)`
const doubleName = String.raw`(?:(?:Magic|Async)?Mock|Mock[A-Z]\w{0,60}|(?:Fake|Stub|Dummy)(?:[A-Z]\w{0,50})?${partner})`
/** `MockPaymentClient(`, `new MockGateway`, `MockGateway.new`, `&MockGateway{` where one is made, and not where it is defined. */
const double = new RegExp(
  String.raw`(?<![\w$])(?<!\b(?:class|def|function|func|fun|fn|interface|struct|record|enum|trait|object)\s{1,4})(?:${doubleName}\s{0,2}\(|(?<=\bnew\s{1,4})${doubleName}\b|${doubleName}(?:\.new|::new|::default)\b|(?<=[&=(,]\s{0,4}|\breturn\s{1,4})${doubleName}\s?\{)`,
)

/** A module of doubles among the project's own: `import … from './mocks/pay'`, `from app.mocks import pay`. Of a type nothing is run. */
const doubles = String.raw`(?:__mocks__|(?:mock|fake|stub)(?:s|ed)?(?:[-_]?(?:data|api|server|handlers?|services?|clients?))?)`
const importsDouble = new RegExp(
  [
    String.raw`(?:\bfrom|\bimport|\brequire)\s{0,2}\(?\s{0,4}["'](?:\.|@/|~/|#|src/)(?:[^"'\s]{0,200}/)?${doubles}(?:["'/]|\.[cm]?[jt]sx?["'])`,
    String.raw`^\s{0,40}(?:from|import)\s{1,4}[\w.]{0,200}?(?<=[\s.])${doubles}(?:\.[\w.]{1,100})?(?:\s{1,4}import\b|\s{1,4}as\b|;|\s{0,8}$)`,
    String.raw`^\s{0,40}from\s{1,4}unittest(?:\.mock)?\s{1,4}import\s{1,4}[\w, ]{0,80}\b(?:mock|Mock|MagicMock|AsyncMock|patch)\b`,
  ].join('|'),
)
const importsType = /^\s{0,40}(?:import|export)\s{1,4}type\b/
/** One that only who develops takes: `if (import.meta.env.DEV) await import('./mocks')`. */
const whereDeveloped = /\bDEV\b|development|NODE_ENV|__DEV__|\bDEBUG\b/

/** `Environment.Sandbox`, `new SandboxEnvironment(`: of what somebody pays with. */
const sandboxTaken =
  /(?<!\w)\w{0,40}(?:environments?|env|mode|server|baseurl|basepath)\w{0,10}(?:\.|::)sandbox\b|(?<!\w)\w{0,40}sandbox(?:environment|client|gateway)\s{0,2}\(/i
/** Where one of two is taken, or one is compared with. */
const isChosen =
  /\?.{0,400}:|\belse\b|\b(?:case|when|if|class|def|function|interface|enum)\b|[=!]==?\s{0,4}[\w.:]{0,80}sandbox/i

/** Switches to a test, keys for tests, and doubles that are made. */
export function testModeIn(line: string, given: readonly Assignment[], kind: LineKind): LineFault | null {
  const switched = given.flatMap((it) => switchIn(it, kind) ?? [])
  const sure = switched.find(({ isSure }) => isSure)
  if (sure !== undefined) return sure
  const unset = onByDefault(line)
  if (unset !== null) return unset
  const key = testKey.exec(line)
  if (key !== null) return { about: 'test-mode', isSure: true, reason: `a key for tests (${key[1] ?? ''}***)` }
  if (switched[0] !== undefined) return switched[0]
  const perhaps = (reason: string): LineFault => ({ about: 'test-mode', isSure: false, reason })
  const name = defined.exec(line)?.[1]
  if (name !== undefined) return { about: 'test-mode', isSure: true, reason: `${safeLine(name)} is switched on` }
  if (/Mock|Fake|Stub|Dummy/.test(line) && double.test(line)) return perhaps('a double of something is made')
  if (/mock|fake|stub/i.test(line) && importsDouble.test(line) && !importsType.test(line) && !whereDeveloped.test(line))
    return perhaps('doubles are imported')
  if (/sandbox/i.test(line) && sandboxTaken.test(line) && !isChosen.test(line))
    return perhaps('something is made for a sandbox')
  if (switching.test(line)) return perhaps('something is called that switches to a test')
  if (sandboxGiven.test(line) && !browserSandbox.test(line)) return perhaps('something is made for a sandbox')
  if (debugGiven.test(line)) return perhaps('a server is started to debug it')
  const isMentioned =
    mentions.test(line) &&
    !isOff.test(line) &&
    !given.some((it) => it.isType || (it.isQuoted && /\s/.test(it.value) && mentions.test(it.name)))
  return isMentioned ? perhaps('there is a switch for a test mode') : null
}

const hosts =
  /(?<![A-Za-z0-9])(?:https?|wss?|grpcs?|rediss?|postgres(?:ql)?|mysql|mariadb|mongodb|amqps?):\/\/(?:[^\s/@"'`]{0,200}@)?(\[::1\]|[A-Za-z0-9.-]{1,253})/gi
const mockHost =
  /(?:^|[.-])(?:mock|mocks|mockapi|mockserver|wiremock|stub|fake|sandbox)(?:[.-]|$)|(?:^|\.)(?:mockapi\.io|mocky\.io|httpbin\.org|reqres\.in|jsonplaceholder\.typicode\.com|postman-echo\.com)$/i
const localHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])$/i
const localAddress = /^(?:https?|wss?):\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])(?![\w.-])/i
/** `fetch("http://localhost:3000/x")`: what is told of to people is none. */
const localCall =
  /(?<![\w$])(?:fetch|axios|get|post|put|patch|delete|request|urlopen|WebSocket|EventSource|\$\.(?:get|post|ajax))\s{0,2}\(\s{0,8}["'`](?:https?|wss?):\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\])(?![\w.-])/
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
  if (kind === 'source' && localCall.test(line)) return told(false, 'an address of this machine is called')
  const local = given.find(isLocal)
  return local === undefined ? null : told(false, `${safeLine(local.name)} is an address of this machine`)
}

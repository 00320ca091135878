/** Which names switch to a test, and which of them are switched (seed 004 §6.4, 6). */

import { safeLine } from '../../plan/safe-text.ts'
import type { LineFault } from './line-fault.ts'
import { lastPart, lastParts, type Assignment } from './production-assignments.ts'
import type { LineKind } from './production-files.ts'

const switches =
  /(?:^|_)(?:test|sandbox|mock|fake|stub)_?mode$|(?:^|_)use_(?:mocks?|mock_api|mock_data|sandbox|fake_data|stubs?|test_api)$|^mock_api$/
/** `MOCK_PAYMENTS`, `enable_mocks`, `payments_mocked`. */
const mockSwitch = /^(?:(?:use|enable|with|is)_)?mock(?:s|ed|ing)?(?:_[a-z\d_]{1,80})?$|_mock(?:s|ed)?(?:_enabled)?$/
const fakeSwitch = /^(?:(?:use|enable|with)_)?(?:fake|stub)(?:s|ed|bed)?(?:_[a-z\d_]{1,80})?$/
const isTestName = /^(?:is|in)_test(?:_env|_environment)?$/
const sandbox = /^sandbox(?:_enabled|_active)?$/
const whereItRuns = /(?:^|_)(?:environment|env|mode)$/
const isOn = /^(?:true|1|yes|on|enabled)$/i
const isOff = /^(?:false|0|no|off|disabled)$/i
const isTestValue = /^(?:test|testing|sandbox|mock|fake|stub)$/i
const isMockValue = /^(?:sandbox|mock|fake|stub)$/i
const isNoProduction = /^(?:test|testing|dev|devel|development|local|staging)$/i

/** `testMode = env.TEST_MODE !== "false"`, `env.USE_MOCKS ?? true`, `${TEST_MODE:-true}`: on, where nobody says otherwise. */
const byDefault =
  /(?<![\w.])([A-Za-z_][\w.-]{0,80})(?:["']\s{0,2}(?:,\s{0,2}["'][^"']{0,20}["']\s{0,2})?)?[)\]]{0,2}(?:\.\w{1,20}\(\)){0,2}(?:\s{0,4}(?:!==?|<>|-ne|is not)\s{0,4}["'](?:false|0|off|no|disabled)["']|\s{0,4}(?:\?\?|\|\||\bor\b)\s{0,4}["']?(?:true|1|yes|on)\b|:[-=]?(?:true|1|yes|on)\})/gi

/** What is called so keeps a test away: `disable_test_mode`, `noMock`. */
const keepsAway =
  /(?:^|_)(?:no|non|not|never|without|disabled?|disables|disallow|forbid|forbidden|deny|denied|block|prevent|reject|refuse|avoid|hide|hidden|skip|exclude|remove|ignore|omit|drop|stop|exit|leave)(?:_|$)/
/** What is called so says that there is one, and not that it is on: `allowTestMode`, `has_test_mode`. */
const tellsOf =
  /(?:^|_)(?:allow|allows|allowed|permit|accept|accepts|show|shows|display|support|supports|has|have|can|may|could|warn|warns|detect|detects|check|checks|require|requires|toggle|offer|offers|log|report|expect)_/

/** Whether the name itself says that it switches on what stands in it; `null` where it keeps that away. */
function switchesOn(name: string): boolean | null {
  if (lastParts(name).some((it) => keepsAway.test(it))) return null
  const words = name.split('.').map(lastPart)
  return !words.some((it) => keepsAway.test(it)) && !tellsOf.test(words.at(-1) ?? '')
}

const told = (isSure: boolean, reason: string): LineFault => ({ about: 'test-mode', isSure, reason })

/** A switch that is on by default; null where there is none. */
export function onByDefault(line: string): LineFault | null {
  for (const [, name = ''] of line.matchAll(byDefault)) {
    if (!lastParts(name).some((it) => switches.test(it) || mockSwitch.test(it))) continue
    const isSure = switchesOn(name)
    if (isSure !== null) return told(isSure, `${safeLine(name)} is on, where nothing switches it off`)
  }
  return null
}

/** What a name is switched to; null where that is nothing of a test. */
export function switchIn({ name, value, isType }: Assignment, kind: LineKind): LineFault | null {
  if (isType) return null
  const last = lastPart(name)
  const any = lastParts(name)
  const has = (form: RegExp): boolean => any.some((it) => form.test(it))
  const isTest = isTestValue.test(value)
  const isSure = switchesOn(name)
  if (isSure === null) return isOff.test(value) && has(switches) ? told(false, `${safeLine(name)} is off`) : null
  if ((has(switches) && (isOn.test(value) || isTest)) || (last.endsWith('_mode') && isTest))
    return told(isSure, `${safeLine(name)} is switched on`)
  // A 1 may be a number of something, but in a variable of the environment.
  const isTrue = isOn.test(value) && (value !== '1' || name === name.toUpperCase())
  if (isTrue && has(mockSwitch)) return told(isSure, `${safeLine(name)} is switched on`)
  if (isTrue && (has(fakeSwitch) || (kind === 'configuration' && has(sandbox))))
    return told(false, `${safeLine(name)} is switched on`)
  // A connection is tested with a name like that, too, and a class for tests is switched so.
  if (isTrue && (any.some((it) => isTestName.test(it)) || /(?:^|\.)TESTING$|\bapp\.testing$/.test(name)))
    return told(false, `${safeLine(name)} is switched on`)
  if (kind === 'source' && whereItRuns.test(last) && /^sandbox$/i.test(value))
    return told(false, `${safeLine(name)} is sandbox`)
  if (kind !== 'configuration' || !whereItRuns.test(last)) return null
  if (isMockValue.test(value)) return told(true, `${safeLine(name)} is ${value.toLowerCase()}`)
  return isNoProduction.test(value) ? told(false, `${safeLine(name)} is ${value.toLowerCase()}`) : null
}

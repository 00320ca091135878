/** What in a line must not be in production: switches to test, endpoints that are none, secrets (seed 004 §6.4, 6). */

import type { LineFault } from './line-fault.ts'
import { assignmentsIn } from './production-assignments.ts'
import type { LineKind } from './production-files.ts'
import { endpointIn, testModeIn } from './production-mocks.ts'
import { credentialIn } from './production-secrets.ts'

/** What only talks about a setting switches nothing; a secret in it is one all the same. */
const remark = /^\s{0,200}(?:#(?!\s{0,8}(?:include|define))|\/\/|\/?\*|;|--|<!--)/

/**
 * What is wrong with a line, at most one of each kind.
 * @param line no longer than a few thousand signs: each expression is bounded, so that it costs its length
 * @param unquoted whether values stand in this file without quotes
 */
export function faultsIn(line: string, kind: LineKind, unquoted: boolean): readonly LineFault[] {
  const given = kind === 'prose' ? [] : assignmentsIn(line)
  const isLooked = (kind === 'source' || kind === 'configuration') && !remark.test(line)
  return [
    isLooked ? (testModeIn(line, given, kind) ?? endpointIn(line, given, kind)) : null,
    credentialIn(line, given, kind, unquoted),
  ].flatMap((it) => it ?? [])
}

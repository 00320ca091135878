/** What became of a server in plain words: the reason, one line that says it, its last words. */

import { safeLine } from '../../plan/safe-text.ts'
import type { McpAvailable, McpReason, McpUnavailable } from '../../run/mcp-outcome.ts'
import type { ProcessResult } from '../../system/process.ts'
import type { Failure, Heard, Introduced } from './sdk.ts'
import type { McpServer } from './server.ts'

/** Why nothing more is waited for. */
export type Cause = 'timed-out' | 'stopped' | 'flooded'

export interface Around {
  readonly server: McpServer
  /** Takes secrets out of a text and makes it safe and short. */
  readonly shown: (text: string) => string
  readonly heard: Heard
  /** Variables that are not set. */
  readonly unset: readonly string[]
  readonly durationMs: number
}

export interface Ending {
  readonly failure: Failure
  readonly cause: Cause | null
  readonly limitMs: number
  readonly ended: ProcessResult | null
  readonly lastWords: string
  readonly redirect: string | null
  /** As it is shown; empty for a program. */
  readonly address: string
}

/** So many of the last lines on standard error are told, and so many tools. */
const mostLines = 20
const mostTools = 1_000

/** A server that has answered. */
export function availableOutcome(introduced: Introduced, around: Around): McpAvailable {
  const { server, shown, heard, unset, durationMs } = around
  return {
    is: 'available',
    server: server.name,
    file: server.place.shown,
    title: shown(introduced.title),
    version: shown(introduced.version),
    protocol: shown(introduced.protocol),
    tools: introduced.tools.slice(0, mostTools).map(shown),
    remarks: [
      ...[...heard.asked].slice(0, 5).map((it) => `it asked for ${shown(it)}, which is not granted here`),
      ...(heard.garbage.length === 0
        ? []
        : [`it writes what is no message to its standard output: ${firstOf(around)}`]),
      ...unset.map(notSet),
    ],
    durationMs,
  }
}

/** A server that was not started, or not asked. */
export function unavailable(server: McpServer, reason: McpReason, message: string, durationMs = 0): McpUnavailable {
  return {
    is: 'unavailable',
    server: server.name,
    file: server.place.shown,
    reason,
    message: safeLine(message),
    said: [],
    durationMs,
  }
}

/** A server that was asked in vain. */
export function failedOutcome(ending: Ending, around: Around): McpUnavailable {
  const [reason, message] = reasonOf(ending, around)
  const unset = around.unset.map((it) => `; ${notSet(it)}`).join('')
  return {
    ...unavailable(around.server, reason, message + unset, around.durationMs),
    said: ending.lastWords
      .split('\n')
      .map((it) => it.trimEnd())
      .filter((it) => it !== '')
      .slice(-mostLines)
      .map(around.shown),
  }
}

function notSet(name: string): string {
  return `the variable ${safeLine(name)} is not set`
}

function firstOf({ heard, shown }: Around): string {
  return `"${shown(heard.garbage[0] ?? '')}"`
}

function reasonOf({ failure, cause, limitMs, ended, redirect, address }: Ending, around: Around): [McpReason, string] {
  const { shown, heard } = around
  if (cause === 'stopped') return ['stopped', 'it was ended before it had answered: nobody waits for it any more']
  if (cause === 'flooded') return ['flooded', 'it writes without end']
  if (cause === 'timed-out') {
    const late = `it did not answer within ${limitMs < 1_000 ? `${limitMs} ms` : `${limitMs / 1_000} s`}`
    return heard.garbage.length === 0
      ? ['timed-out', late]
      : ['garbage', `${late}, and what it writes is no message of the protocol: ${firstOf(around)}`]
  }
  switch (failure.is) {
    case 'closed':
      return ended === null ? ['exited', 'the connection was closed'] : endOf(ended, around)
    case 'protocol-version':
      return [
        'protocol-version',
        `it speaks version ${shown(failure.message)} of the protocol, which is not known here`,
      ]
    case 'refused':
    case 'no-answer':
      return ['refused', shown(failure.message)]
    case 'network':
      return ['unreachable', `nobody answers at ${shown(address)} (${shown(failure.message)})`]
    case 'status':
      return statusOf(failure.status, redirect === null ? null : shown(redirect))
    default:
      return failure satisfies never
  }
}

function endOf(ended: ProcessResult, around: Around): [McpReason, string] {
  if (ended.how === 'not-started')
    return ['not-started', around.shown(ended.failure?.message ?? 'it could not be started')]
  if (ended.how === 'lost') return ['exited', 'the process that looks after it was ended, and it with that']
  const wrote = around.heard.garbage.length === 0 ? '' : `; it wrote ${firstOf(around)}`
  const how = ended.signal === null ? `with exit code ${ended.exitCode ?? '?'}` : `by ${ended.signal}`
  return ['exited', `it ended ${how} before it had answered${wrote}`]
}

function statusOf(status: number, redirect: string | null): [McpReason, string] {
  if (status === 401 || status === 403) return ['unauthorized', `it does not know who asks (HTTP ${status})`]
  if (status >= 300 && status < 400)
    return ['redirected', `it leads to ${redirect ?? 'another place'} (HTTP ${status}), which was not followed`]
  return ['http-status', `it answered with HTTP ${status}`]
}

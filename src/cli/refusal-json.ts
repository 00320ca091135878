/** A call with `--json` that is refused: one JSON document all the same, in the form of `check --format json`. */

import type { Code } from '../plan/diagnostic.ts'
import { diagnosticsJson, summarise, type JsonDiagnostic, type Summary } from '../reports/diagnostics/index.ts'
import { exitCodes } from '../calls/exit-codes.ts'
import { printJson, type Heard, type Io } from './output.ts'

/** What is wrong with a call has a code of its own only where the plan, the configuration or the journal is to blame. */
export type RefusalDiagnostic = Omit<JsonDiagnostic, 'code'> & { readonly code: Code | null }

export interface RefusalJson {
  readonly dialect: null
  readonly plan: null
  readonly diagnostics: readonly RefusalDiagnostic[]
  readonly summary: Summary
}

/** Whether a call asks for one JSON document. */
export function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes('--json')
}

/**
 * Surroundings that remember what was complained of. `finish` prints the document where a call that did not end well
 * has written nothing on stdout.
 */
export function withRefusals(io: Io): { readonly io: Io; readonly finish: (code: number) => void } {
  const heard: Heard[] = []
  let wrote = false
  return {
    io: {
      ...io,
      stdout: {
        isTTY: io.stdout.isTTY,
        colour: io.stdout.colour,
        get isClosed() {
          return io.stdout.isClosed
        },
        write: (text) => {
          wrote = true
          io.stdout.write(text)
        },
      },
      hear: (refusal) => heard.push(refusal),
    },
    finish: (code) => {
      if (!wrote && code !== exitCodes.done) printJson(io, refusalJson(heard))
    },
  }
}

/** Findings and complaints as one document. */
function refusalJson(heard: readonly Heard[]): RefusalJson {
  const diagnostics = heard.flatMap((it): readonly RefusalDiagnostic[] =>
    it.is === 'findings' ? diagnosticsJson(it.diagnostics, it.texts).diagnostics : [complaint(it.message, it.help)],
  )
  return { dialect: null, plan: null, diagnostics, summary: summarise(diagnostics) }
}

function complaint(message: string, help: string | null): RefusalDiagnostic {
  const code = /^MW\d{3}(?= )/.exec(message)?.[0] as Code | undefined
  return {
    code: code ?? null,
    severity: 'error',
    message: code === undefined ? message : message.slice(code.length + 1),
    help: help ?? '',
    file: null,
    line: null,
    column: null,
    endLine: null,
    endColumn: null,
    offset: null,
    related: [],
  }
}

/** A plan's text read, and its findings as lines of `line:column severity code message`. */

import { readPhaseTasks } from '../../../src/dialects/phase-tasks/read.ts'
import type { Draft } from '../../../src/plan/draft.ts'
import { positionAt } from '../../../src/plan/position.ts'
import type { Source } from '../../../src/plan/source.ts'

export function sourceOf(text: string | Uint8Array, path = 'tasks.md'): Source {
  return { path, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text }
}

export function read(text: string | Uint8Array): Draft {
  return readPhaseTasks([sourceOf(text)])
}

export function printed(draft: Draft): string[] {
  return draft.diagnostics.map(({ span, severity, code, message }) => {
    const source = draft.sources[0]
    if (span === null || source === undefined) return `${severity} ${code} ${message}`
    const { line, column } = positionAt(source, span.offset)
    return `${line}:${column} ${severity} ${code} ${message}`
  })
}

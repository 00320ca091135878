/** Findings as SARIF 2.1.0, the form code scanners exchange. */

import { codeEntry } from '../../plan/codes.ts'
import type { Code, Diagnostic, Severity } from '../../plan/diagnostic.ts'
import type { Source, Span } from '../../plan/source.ts'
import { rangeOf } from '../position.ts'

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string }
    readonly region?: Readonly<Record<string, number>>
  }
}

/** The text with halves of characters replaced, which cannot be part of a URI. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

/** A relative path as a URI reference: every segment escaped, so that no character of a file name means anything. */
function uriOf(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(wellFormed(segment)))
    .join('/')
}

function locationOf(span: Span, sources: readonly Source[]): Location {
  const range = rangeOf(span, sources)
  const artifactLocation = { uri: uriOf(span.path) }
  if (range === null) return { physicalLocation: { artifactLocation } }
  return {
    physicalLocation: {
      artifactLocation,
      region: {
        startLine: range.start.line,
        startColumn: range.start.column,
        endLine: range.end.line,
        endColumn: range.end.column,
        byteOffset: span.offset,
        byteLength: span.length,
      },
    },
  }
}

function ruleOf(code: Code): object {
  const known = codeEntry(code)
  if (known === null) return { id: code, shortDescription: { text: code } }
  return {
    id: code,
    shortDescription: { text: known.title },
    fullDescription: { text: known.explanation },
    help: { text: known.explanation },
    defaultConfiguration: { level: levels[known.severity] },
    properties: { tags: known.security ? ['plan', 'security'] : ['plan'] },
  }
}

/** The whole SARIF log as plain data, with the rules that have findings; `version` is this program's own. */
export function diagnosticsSarif(
  diagnostics: readonly Diagnostic[],
  sources: readonly Source[],
  version: string,
): object {
  const used = [...new Set(diagnostics.map(({ code }) => code))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'millwright', version, rules: used.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map(({ code, severity, message, help, span, related }) => ({
          ruleId: code,
          ruleIndex: used.indexOf(code),
          level: levels[severity],
          message: { text: `${message}\nhelp: ${help}` },
          locations: span === null ? [] : [locationOf(span, sources)],
          ...(related.length === 0
            ? {}
            : {
                relatedLocations: related.map((it, id) => ({
                  id,
                  ...locationOf(it.span, sources),
                  message: { text: it.message },
                })),
              }),
        })),
      },
    ],
  }
}

/** Findings for people: place, message, the line with a squiggle, related places, and what to do. */

import type { Diagnostic, Related, Severity } from '../../plan/diagnostic.ts'
import type { Source, Span } from '../../plan/source.ts'
import { rangeOf } from '../position.ts'
import { safeLine } from '../safe-text.ts'
import { frameOf } from './code-frame.ts'

export interface TextOptions {
  /** Whether to use the terminal's colours; the caller knows whether it writes to one. */
  readonly colour: boolean
}

/** How many related places are shown with their line; the others by place alone, and the last ones by number. */
const framedPlaces = 3
const namedPlaces = 8

/** Longest message and help shown, in UTF-16 units. */
const longest = 2_000

const escape = '\u001b['
const colours: Readonly<Record<Severity, string>> = { error: '31', warning: '33', info: '36' }

type Paint = (style: string, text: string) => string
const plain: Paint = (_style, text) => text
const painted: Paint = (style, text) => `${escape}${style}m${text}${escape}0m`

function clipped(text: string): string {
  return safeLine(text.length > longest ? `${text.slice(0, longest)}...` : text)
}

/** `path:line:col`; the path alone where the file cannot be shown; nothing without a place. */
function placeOf(span: Span | null, sources: readonly Source[]): string {
  if (span === null) return ''
  const range = rangeOf(span, sources)
  return range === null ? safeLine(span.path) : `${safeLine(range.file)}:${range.start.line}:${range.start.column}`
}

function frameLines(span: Span, sources: readonly Source[], style: string, paint: Paint): string[] {
  const source = sources.find((it) => it.path === span.path)
  if (source === undefined) return []
  const { line, text, indent, squiggle } = frameOf(source, span)
  const gutter = String(line).padStart(5)
  const below = `${' '.repeat(5)} | ${' '.repeat(indent)}`
  return [`${paint('2', `${gutter} |`)} ${text}`.trimEnd(), `${paint('2', below)}${paint(style, squiggle)}`]
}

function relatedLines(related: readonly Related[], sources: readonly Source[], paint: Paint): string[] {
  const lines = related
    .slice(0, namedPlaces)
    .flatMap(({ message, span }, at) => [
      `  ${placeOf(span, sources)}: ${clipped(message)}`,
      ...(at < framedPlaces ? frameLines(span, sources, '34', paint) : []),
    ])
  const hidden = related.length - namedPlaces
  return hidden > 0 ? [...lines, `  and ${hidden} more ${hidden === 1 ? 'place' : 'places'}`] : lines
}

/** One finding as lines joined by line feeds, without a closing one. */
export function diagnosticText(diagnostic: Diagnostic, sources: readonly Source[], options: TextOptions): string {
  const { code, severity, message, help, span, related } = diagnostic
  const paint = options.colour ? painted : plain
  const place = placeOf(span, sources)
  const head = `${paint(`1;${colours[severity]}`, `${severity} ${code}`)} ${clipped(message)}`
  return [
    place === '' ? head : `${place}: ${head}`,
    ...(span === null ? [] : frameLines(span, sources, colours[severity], paint)),
    ...relatedLines(related, sources, paint),
    `  ${paint('1', 'help:')} ${clipped(help)}`,
  ].join('\n')
}

/** All findings, a blank line between them; empty text where there are none, else it ends with a line feed. */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  sources: readonly Source[],
  options: TextOptions,
): string {
  if (diagnostics.length === 0) return ''
  return `${diagnostics.map((it) => diagnosticText(it, sources, options)).join('\n\n')}\n`
}

/** Findings for people: place, message, the line with a squiggle, related places, and what to do. */

import type { Diagnostic, Related, Severity } from '../../plan/diagnostic.ts'
import type { Source, Span } from '../../plan/source.ts'
import { rangeOf } from '../position.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { frameOf } from './code-frame.ts'

export interface TextOptions {
  /** Whether to use the terminal's colours; the caller knows whether it writes to one. */
  readonly colour: boolean
  /** Whether to show the first few of many findings that are alike and only the lines of the others; errors are all shown. */
  readonly fold?: boolean
}

/** So many findings of one code, severity and help are shown in full; from one more than `alike` on the others are folded. */
const shown = 3
const alike = 5
/** How many lines of folded findings are named. */
const namedLines = 12

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
function diagnosticText(diagnostic: Diagnostic, sources: readonly Source[], options: TextOptions): string {
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
  const families = options.fold === true ? familiesOf(diagnostics) : new Map<string, readonly Diagnostic[]>()
  const told = new Map<string, number>()
  const blocks = diagnostics.flatMap((it) => {
    const name = familyOf(it)
    const family = families.get(name) ?? []
    if (family.length <= alike) return [diagnosticText(it, sources, options)]
    const count = (told.get(name) ?? 0) + 1
    told.set(name, count)
    if (count > shown) return []
    const text = diagnosticText(it, sources, options)
    return count === shown ? [text, foldedText(family.slice(shown), sources, options)] : [text]
  })
  return `${blocks.join('\n\n')}\n`
}

/** What makes findings alike: they are told apart by nothing but their place and the words they are about. */
function familyOf({ code, severity, help, span }: Diagnostic): string {
  return [severity, code, help, span?.path ?? ''].join('\0')
}

function familiesOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const families = new Map<string, Diagnostic[]>()
  for (const it of diagnostics) {
    if (it.severity === 'error' || it.span === null) continue
    const family = families.get(familyOf(it))
    if (family) family.push(it)
    else families.set(familyOf(it), [it])
  }
  return families
}

/** One line for the findings that are like those above it. */
function foldedText(folded: readonly Diagnostic[], sources: readonly Source[], { colour }: TextOptions): string {
  const [first] = folded
  if (first === undefined) return ''
  const lines = folded.flatMap(({ span }) => (span === null ? [] : (rangeOf(span, sources)?.start.line ?? [])))
  const different = [...new Set(lines)]
  const named = different.slice(0, namedLines).join(', ')
  const where = `line${different.length === 1 ? '' : 's'} ${named}${different.length > namedLines ? ', ...' : ''}`
  const paint = colour ? painted : plain
  const head = paint(`1;${colours[first.severity]}`, `${first.severity} ${first.code}`)
  return `${head} ${folded.length} more like these, in ${where} (--all shows each)`
}

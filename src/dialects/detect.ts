/** Which format a plan is in: exactly one must claim it, or a person names it. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Source } from '../plan/source.ts'
import type { Recogniser, Recognition } from './dialect.ts'
import { otherFormats, shownFormat } from './other-formats.ts'

export type Detection<Found extends Recogniser = Recogniser> =
  | {
      readonly is: 'found'
      readonly dialect: Found
      /** Why, for people. */
      readonly because: readonly string[]
    }
  | {
      readonly is: 'unknown'
      readonly diagnostic: Diagnostic
      /** Something speaks for another format than those that are read, and no heading or line for one of them. */
      readonly isForeign: boolean
    }

/**
 * Asks every dialect. Exactly one that is certain is taken, else exactly one that finds it likely; none or several give
 * MW800 with the evidence, other formats among it (FORMATS, Which format is it). `named` is a dialect's name given by a person and decides alone.
 */
export function detect<Known extends Recogniser>(
  sources: readonly Source[],
  dialects: readonly Known[],
  named: string | null = null,
): Detection<Known> {
  const names = dialects.map(({ name }) => name).join(', ')
  if (named !== null) {
    const dialect = dialects.find(({ name }) => name === named)
    if (dialect !== undefined) return { is: 'found', dialect, because: ['it was named'] }
    return unknown(sources, `there is no plan format '${named}'`, `name one of: ${names}`)
  }
  const seen = dialects.flatMap((dialect) => {
    const recognition = dialect.recognise(sources)
    return recognition === null ? [] : [{ dialect, recognition }]
  })
  const claims = seen.filter(({ recognition }) => recognition.strength !== 'weak')
  const certain = claims.filter(({ recognition }) => recognition.strength === 'certain')
  const chosen = certain.length > 0 ? certain : claims
  const [only, second] = chosen
  if (only !== undefined && second === undefined)
    return { is: 'found', dialect: only.dialect, because: only.recognition.because }
  if (only === undefined)
    return unknown(
      sources,
      `this is no plan format that is known here${evidenceAgainst(
        sources,
        seen.map(({ recognition }) => recognition),
      )}`,
      `if it is one all the same, name it with --dialect (${names})`,
      seen.map(({ recognition }) => recognition),
    )
  const evidence = chosen.map(({ recognition }) => evidenceOf(recognition)).join('; ')
  const help = `name the right one with --dialect (${chosen.map(({ dialect }) => dialect.name).join(', ')})`
  return unknown(sources, `this may be more than one plan format: ${evidence}`, help)
}

/** What the files look like instead, and what speaks for the formats that are known: empty where nothing was seen. */
function evidenceAgainst(sources: readonly Source[], seen: readonly Recognition[]): string {
  const others = [...new Set(sources.flatMap((source) => otherFormats(source)).map(shownFormat))]
  const looks = others.length === 0 ? '' : `; it looks like ${others.slice(0, 3).join(' or ')}`
  return looks + seen.map((it) => `; as ${it.dialect}: ${it.because.join(', ')}`).join('')
}

function evidenceOf({ dialect, because }: Recognition): string {
  return `${dialect} (${because.join(', ')})`
}

function unknown(
  sources: readonly Source[],
  message: string,
  help: string,
  seen: readonly Recognition[] = [],
): Extract<Detection, { readonly is: 'unknown' }> {
  const [first] = sources
  const span = first === undefined ? null : { path: first.path, offset: 0, length: 0 }
  const isForeign =
    sources.some((source) => otherFormats(source).length > 0) && !seen.some(({ holdsOwn }) => holdsOwn === true)
  const diagnostic: Diagnostic = { code: 'MW800', severity: 'error', message, help, span, related: [] }
  return { is: 'unknown', diagnostic, isForeign }
}

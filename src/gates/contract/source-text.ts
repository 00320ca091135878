/** The text of a source file, in the encoding that it is in. */

import type { LanguageFile } from './language-file.ts'

/** What bytes are as text; one that nobody can read says why. */
export type TextRead =
  | { readonly is: 'text'; readonly text: string }
  /** 1-based place. */
  | { readonly is: 'broken'; readonly line: number; readonly column: number; readonly what: string }
  | { readonly is: 'refused'; readonly why: string }

/** The first two lines that may name an encoding are looked at so far. */
const longestHead = 500

/**
 * Reads bytes as UTF-8, unless the file names another encoding where its language lets it (PEP 263); one
 * that is neither is read by the fallback of its language, where it has one.
 */
export function textOfBytes(
  bytes: Uint8Array,
  { encoding, fallback }: Pick<LanguageFile, 'encoding' | 'fallback'>,
): TextRead {
  const named = encoding === null ? null : namedIn(bytes, new RegExp(encoding))
  const label = named === null ? 'utf-8' : labelOf(named)
  if (label === null)
    return { is: 'refused', why: `nobody here knows its encoding ${named ?? ''}; leave it out by ignore` }
  const text = decoded(bytes, label) ?? (named === null && fallback !== null ? decoded(bytes, fallback) : null)
  if (text === null) return { is: 'broken', line: 1, column: 1, what: `it is no text in ${named ?? 'UTF-8'}` }
  const nul = text.indexOf('\0')
  if (nul < 0) return { is: 'text', text }
  const before = text.slice(0, nul).split('\n')
  return { is: 'broken', line: before.length, column: (before.at(-1)?.length ?? 0) + 1, what: 'it is no text' }
}

function namedIn(bytes: Uint8Array, form: RegExp): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, longestHead)).replace(/^ï»¿/, '')
  const lines = head.split(/\r\n?|\n/).slice(0, 2)
  return lines.flatMap((line) => form.exec(line)?.[1] ?? []).at(0) ?? null
}

/** Encodings have more names than they are known by here: `latin-1`, `latin-1-unix`, `utf8`, `euc_jp`. */
function labelOf(name: string): string | null {
  const plain = name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/-(?:unix|dos|mac)$/, '')
  return [plain, plain.replaceAll('-', '')].find(isKnown) ?? null
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The text of a TOML file whose places are those of its bytes, also where some of these are no UTF-8. */

import type { Source } from '../../../plan/source.ts'
import { codePointAt } from '../../encoding/code-points.ts'

const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Each byte that is no UTF-8 reads as one question mark: it takes one byte, too. They are told where they matter (MW001). */
export function tomlText({ bytes }: Source): string {
  try {
    return strict.decode(bytes)
  } catch {
    return lenient.decode(withoutWrong(bytes))
  }
}

const questionMark = 63

function withoutWrong(bytes: Uint8Array): Uint8Array {
  const sound = Uint8Array.from(bytes)
  for (let at = 0; at < bytes.length;) {
    const { point, length } = codePointAt(bytes, at, bytes.length)
    if (point < 0) sound.fill(questionMark, at, at + length)
    at += length
  }
  return sound
}

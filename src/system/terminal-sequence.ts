/** Finds sequences that steer a terminal, such as colours, in bytes that come one by one (ECMA-48 §5.3.1 and §5.4, ECMA-35). */

/** No sequence that a terminal knows is longer: what goes on is text. */
const longest = 64
/** What each begins with. */
export const escapeByte = 0x1b

export interface SequenceScanner {
  /** @returns whether the byte is a part of a sequence */
  takes(byte: number): boolean
}

/**
 * What may begin within a sequence, where something other than a terminal reads it: nothing · with the second of two signs
 * (`ESC 7`), as an escape sign may stand alone before a text · with the last sign of all but colours (`ESC [ h`), as where
 * only these are taken away.
 */
export const textsWithin = ['none', 'second sign', 'last sign'] as const
export type TextWithin = (typeof textsWithin)[number]

const [bracket, lastOfColours] = [0x5b, 0x6d]

export function newSequenceScanner(within: TextWithin): SequenceScanner {
  let at: 'text' | 'escape' | 'parameters' = 'text'
  let length = 0
  return {
    takes(byte) {
      if (byte === escapeByte) {
        at = 'escape'
        length = 1
        return true
      }
      if (at === 'text') return false
      length += 1
      const isBetween = byte >= 0x20 && byte <= (at === 'escape' ? 0x2f : 0x3f)
      const isLast = byte >= (at === 'escape' ? 0x30 : 0x40) && byte <= 0x7e
      if (length > longest || !(isBetween || isLast)) {
        at = 'text'
        return false
      }
      if (at === 'escape' && length === 2 && byte === bracket) {
        at = 'parameters'
        return true
      }
      if (!isLast) return true
      const isColour = at === 'parameters' && byte === lastOfColours
      const isText = within === 'last sign' ? !isColour : within === 'second sign' && at === 'escape' && length === 2
      at = 'text'
      return !isText
    },
  }
}

/** Finds sequences that steer a terminal, such as colours, in bytes that come one by one (ECMA-48 §5.3.1 and §5.4, ECMA-35). */

/** No sequence that a terminal knows is longer: what goes on is text. */
const longest = 64
/** What each begins with. */
export const escapeByte = 0x1b

export interface SequenceScanner {
  /** @returns whether the byte is a part of a sequence */
  takes(byte: number): boolean
}

/** @param twoSigns false: of a sequence of two signs (`ESC 7`) only the first one is taken, which may stand alone before a text */
export function newSequenceScanner(twoSigns: boolean): SequenceScanner {
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
      if (!twoSigns && isLast && at === 'escape' && length === 2 && byte !== 0x5b) {
        at = 'text'
        return false
      }
      if (at === 'escape' && length === 2 && byte === 0x5b) at = 'parameters'
      else if (isLast) at = 'text'
      return true
    },
  }
}

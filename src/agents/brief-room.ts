/** How much of a brief is left for texts of others, and how they are put in so that they take over nothing. */

import { leavesOpen } from './left-open.ts'

/** What is left of a brief; whoever takes first gets what they need. */
export interface Room {
  /** Bytes that are left. */
  left(): number
  /** Counts a text that is put in as it is. */
  use(text: string): string
  /** A text, cut where there is no more room. @param most bytes of it */
  take(text: string, most: number): string
  /** The same for text of several lines: between fences where it would take in what stands behind it. */
  prose(text: string, most: number): string
  /** The same between fences that the text cannot close. @param info what it is, as Markdown names it */
  fenced(text: string, most: number, info?: string): string
  /** A part of it, of which no more is taken. */
  within(most: number): Room
}

/** Bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}

/** Cuts behind a whole character and says so; the notice comes on top. */
function cut(text: string, limit: number): string {
  if (bytesOf(text) <= limit) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, limit)))
  return `${text.slice(0, read)}\n… (${text.length - read} more characters left out)`
}

/** Longest run of a sign in a text. */
function longestRun(text: string, sign: string): number {
  let longest = 0
  let run = 0
  for (const character of text) {
    run = character === sign ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}

/** Whether a text has a heading like those of a brief, so that what stands below it would seem to be said by us. */
function opensSection(text: string): boolean {
  return /^ {0,3}#{1,2}(?:[ \t]|$)/m.test(text) || /\S[^\n]*\r?\n {0,3}(?:=+|-{2,})[ \t]*\r?$/m.test(text)
}

/** A text between fences where it would take in what stands behind it; else as it is. */
export function closed(text: string): string {
  return leavesOpen(text) ? fence(text, 'text') : text
}

/**
 * Between fences longer than any run of their sign in the text, so that the text cannot close them. The text stays as it is,
 * but for a line feed at its end, which is that of the fence.
 */
function fence(text: string, info: string): string {
  const [sign, run] = (['`', '~'] as const)
    .map((it) => [it, longestRun(text, it)] as const)
    .reduce((best, other) => (best[1] > 40 && other[1] < best[1] ? other : best))
  const line = sign.repeat(Math.max(3, run + 1))
  return `${line}${info}\n${text}${text.endsWith('\n') ? '' : '\n'}${line}`
}

/**
 * @param bytes all that there is
 * @param of what it is a part of
 */
export function makeRoom(bytes: number, of: Room | null = null): Room {
  let used = 0
  const left = (): number => Math.max(0, Math.min(bytes - used, of?.left() ?? bytes))
  const use = (text: string): string => {
    used += bytesOf(text)
    of?.use(text)
    return text
  }
  const room: Room = {
    left,
    use,
    take: (text, most) => use(cut(text, Math.min(most, left()))),
    prose(text, most) {
      const inside = cut(text, Math.min(most, left()))
      return leavesOpen(inside) || opensSection(inside) ? room.fenced(text, most) : use(inside)
    },
    fenced(text, most, info = 'text') {
      const limit = Math.min(most, left())
      // Fences around nothing but their own sign would be twice as long as it.
      for (let length = limit; ; length = Math.floor(length / 2)) {
        const inside = fence(cut(text, length), info)
        if (length === 0 || bytesOf(inside) <= limit + 200) return use(inside)
      }
    },
    within: (most) => makeRoom(most, room),
  }
  return room
}

/** A part of a brief under its heading; nothing where it has nothing to say. */
export function section(title: string, body: string): string {
  return body.trim() === '' ? '' : `## ${title}\n\n${body.trimEnd()}`
}

/** Parts of a brief one below the other, without those that have nothing to say. */
export function stacked(...parts: readonly string[]): string {
  return parts.filter((it) => it !== '').join('\n\n')
}

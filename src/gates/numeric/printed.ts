/** What a program prints to its standard output: values are looked for there, and warnings beside it do not break it. */

export interface Printed {
  /** Bytes that are kept at most. */
  readonly most: number
  add(chunk: Uint8Array): void
  /** All of it, decoded; null where it is more than may be kept. */
  text(): string | null
}

/** Memory holds all of it and its lines as well: nobody prints numbers for so long. */
const mostEver = 8 * 1024 * 1024

/** @param wanted how many bytes the gate may say */
export function newPrinted(wanted: number): Printed {
  const most = Math.min(wanted, mostEver)
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    most,
    add(chunk) {
      size += chunk.length
      if (size <= most) chunks.push(Uint8Array.from(chunk))
      else chunks.length = 0
    },
    text: () => (size > most ? null : new TextDecoder().decode(Buffer.concat(chunks))),
  }
}

/** What a program prints to its standard output: values are looked for there, and warnings beside it do not break it. */

export interface Printed {
  add(chunk: Uint8Array): void
  /** All of it, decoded; null where it is more than may be kept. */
  text(): string | null
}

/** @param most bytes */
export function newPrinted(most: number): Printed {
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    add(chunk) {
      size += chunk.length
      if (size <= most) chunks.push(Uint8Array.from(chunk))
      else chunks.length = 0
    },
    text: () => (size > most ? null : new TextDecoder().decode(Buffer.concat(chunks))),
  }
}

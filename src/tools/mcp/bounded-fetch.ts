/** `fetch` for servers that nobody knows yet: no answer is read without end, and it is known where redirects lead. */

export interface BoundedFetch {
  readonly fetch: (input: string | URL, init?: RequestInit) => Promise<Response>
  /** Where the last redirect leads, without what may be a secret in it; null where there was none. */
  readonly redirect: () => string | null
}

/**
 * @param mostBytes so many of all answers together are read
 * @param flooded called once when there are more
 */
export function boundedFetch(mostBytes: number, flooded: () => void): BoundedFetch {
  let bytes = 0
  let redirect: string | null = null
  const bounded = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
    body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.length
          if (bytes <= mostBytes) {
            controller.enqueue(chunk)
            return
          }
          flooded()
          controller.error(new Error('the answer is too long'))
        },
      }),
    )
  return {
    async fetch(input, init) {
      const response = await fetch(input, { ...init, redirect: 'manual' })
      if (response.status >= 300 && response.status < 400)
        redirect = shownAddress(response.headers.get('location') ?? '', String(input))
      if (response.body === null) return response
      const { status, statusText, headers } = response
      return new Response(bounded(response.body), { status, statusText, headers })
    },
    redirect: () => redirect,
  }
}

/** An address without user, password, query and fragment, any of which may be a secret. */
export function shownAddress(address: string, base?: string): string {
  if (!URL.canParse(address, base)) return 'an address that is none'
  const { origin, pathname } = new URL(address, base)
  return origin + pathname
}

/** Changes bytes the way people, tools and attackers do: pieces of the grammar, bits, blocks, other files. */

import type { Random } from '../../tests/rig/random.ts'

const encoder = new TextEncoder()

/** What does not belong into any text of ours, and lies in texts all the same. */
const anywhere: readonly Uint8Array[] = [
  ...[
    '\0',
    '\u001b[2J',
    '\u202e',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\ufeff',
    '\u00a0',
    '\u200b',
    '\u{1f600}',
    '\u043e',
    '\uff1a',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', '"', "'", '\\', '[', ']', '{', '}', '(', ')', '<', '>', '#'],
  ...[
    '=',
    ':',
    ',',
    '|',
    '`',
    '```',
    '<!--',
    '-->',
    '../',
    '/',
    '~',
    '$(x)',
    '${x}',
    '-',
    '--',
    '%',
    '1e999',
    '-0',
    'NaN',
  ],
  ...['9007199254740993', 'null', 'true', '\\u0000', '\\ud800', 'a'.repeat(300), ' '.repeat(300), '['.repeat(200)],
]
  .map((it) => encoder.encode(it))
  .concat([Uint8Array.of(0xff), Uint8Array.of(0xe2, 0x80), Uint8Array.of(0xed, 0xa0, 0x80), Uint8Array.of(0xc0, 0x80)])

/** @returns up to six changes of one of the seeds; the same for the same random numbers */
export function mutated(seeds: readonly Uint8Array[], pieces: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes = random.pick(seeds)
  for (let left = 1 + random.below(6); left > 0; left -= 1) bytes = change(bytes, { seeds, pieces, random })
  return bytes
}

/** Longer ones only grow. */
const longest = 64 * 1024

function change(
  bytes: Uint8Array,
  {
    seeds,
    pieces,
    random,
  }: { readonly seeds: readonly Uint8Array[]; readonly pieces: readonly Uint8Array[]; readonly random: Random },
): Uint8Array {
  const at = random.below(bytes.length + 1)
  const end = Math.min(bytes.length, at + 1 + random.below(random.chance(0.2) ? 400 : 12))
  const put = (...inner: readonly Uint8Array[]): Uint8Array => {
    const whole = Buffer.concat([bytes.subarray(0, at), ...inner])
    return whole.length > longest ? bytes : whole
  }
  const rest = bytes.subarray(at)
  switch (random.below(9)) {
    case 0:
    case 1:
      return put(random.pick(pieces.length === 0 ? anywhere : pieces), rest)
    case 2:
      return put(random.pick(anywhere), rest)
    case 3:
      return put(bytes.subarray(end))
    case 4:
      return put(bytes.subarray(at, end), rest)
    case 5: {
      const next = Uint8Array.from(bytes)
      if (at < next.length) next[at] = (next[at] ?? 0) ^ (1 << random.below(8))
      return next
    }
    case 6: {
      const other = random.pick(seeds)
      const from = random.below(other.length + 1)
      return put(other.subarray(from, from + random.below(2_000)), rest)
    }
    case 7:
      return put(
        Uint8Array.from({ length: 1 + random.below(8) }, () => random.below(256)),
        rest,
      )
    default: {
      const piece = random.pick(pieces.length === 0 ? anywhere : pieces)
      return put(...Array.from({ length: 1 + random.below(60) }, () => piece), rest)
    }
  }
}

/** The smallest input for which `fails` still holds that taking parts away finds. */
export async function shrunk(bytes: Uint8Array, fails: (bytes: Uint8Array) => Promise<boolean>): Promise<Uint8Array> {
  let now = bytes
  let tries = 0
  for (let size = Math.ceil(now.length / 2); size >= 1 && tries < 2_000; size = Math.floor(size / 2))
    for (let at = 0; at < now.length && tries < 2_000; tries += 1) {
      const next = Buffer.concat([now.subarray(0, at), now.subarray(at + size)])
      if (await fails(next)) now = next
      else at += size
    }
  return now
}

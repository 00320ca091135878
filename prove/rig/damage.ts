/** Ways to damage a file: each is one point, named so that it can be made again from the same bytes. */

import type { Random } from '../../tests/rig/random.ts'

/** The files of a journal that are damaged. */
export const journalFiles = ['journal.db', 'journal.db-wal', 'journal.count'] as const

/** One fault in one file. Offsets and lengths are bytes. */
export type Damage =
  | { readonly is: 'cut'; readonly at: number }
  | { readonly is: 'flip'; readonly at: number; readonly bit: number }
  | { readonly is: 'zero'; readonly at: number; readonly length: number }
  | { readonly is: 'copy'; readonly at: number; readonly from: number; readonly length: number }
  | { readonly is: 'swap'; readonly at: number; readonly from: number; readonly length: number }

/** Units in which disks and file systems lose or mix up content. */
const blocks = [512, 4096] as const

/** @returns how many single faults of the first two kinds a file of this size has: every truncation, every bit flip */
export function singleFaults(size: number): number {
  return size + size * 8
}

/** The n-th of those: truncations first. */
export function singleFault(size: number, index: number): Damage {
  if (index < size) return { is: 'cut', at: index }
  const bit = index - size
  return { is: 'flip', at: Math.floor(bit / 8), bit: bit % 8 }
}

/** A block that is zeroed, written over by another one, or swapped with it; the file must hold two blocks. */
export function blockFault(size: number, random: Random): Damage {
  const fitting = blocks.filter((it) => size >= 2 * it)
  const length = random.pick(fitting.length === 0 ? [Math.max(1, Math.floor(size / 2))] : fitting)
  const count = Math.max(1, Math.floor(size / length))
  const at = random.below(count) * length
  const from = random.below(count) * length
  const is = random.pick(['zero', 'copy', 'swap'] as const)
  return is === 'zero' ? { is, at, length } : { is, at, from, length }
}

/** @returns other bytes: those of a file after the fault */
export function damaged(bytes: Uint8Array, damage: Damage): Uint8Array {
  if (damage.is === 'cut') return bytes.slice(0, damage.at)
  const next = Uint8Array.from(bytes)
  switch (damage.is) {
    case 'flip':
      next[damage.at] = (next[damage.at] ?? 0) ^ (1 << damage.bit)
      return next
    case 'zero':
      return next.fill(0, damage.at, damage.at + damage.length)
    case 'copy':
      next.set(bytes.subarray(damage.from, damage.from + damage.length), damage.at)
      return next
    case 'swap':
      next.set(bytes.subarray(damage.from, damage.from + damage.length), damage.at)
      next.set(bytes.subarray(damage.at, damage.at + damage.length), damage.from)
      return next
    default:
      return damage satisfies never
  }
}

/** The name of a fault, such as `flip-1024-3`. */
export function nameOf(damage: Damage): string {
  const { is, ...numbers } = damage
  return [is, ...Object.values(numbers)].join('-')
}

/** The fault of a name. @throws when no fault is called that */
export function damageNamed(name: string): Damage {
  const [is, ...rest] = name.split('-')
  const [at = 0, second = 0, third = 0] = rest.map(Number)
  switch (is) {
    case 'cut':
      return { is, at }
    case 'flip':
      return { is, at, bit: second }
    case 'zero':
      return { is, at, length: second }
    case 'copy':
    case 'swap':
      return { is, at, from: second, length: third }
    default:
      throw new Error(`no fault is called ${name}`)
  }
}

/** Looks at the plan while a run goes on: what a person changed in it becomes an input, and what nobody has read gets no marks. */

import type { Input } from '../run/decide.ts'
import type { ReadPlan } from '../run/plan-change.ts'
import type { Place } from '../workspaces/workspaces.ts'

/** A plan as it was read, and of how many bytes. */
export interface WatchedPlan extends ReadPlan {
  readonly length: number
}

/** How the plan is read anew: wired at the door, because the engine knows no dialect. */
export type PlanReading =
  | { readonly is: 'sound'; readonly read: WatchedPlan }
  /** Gone, unreadable, or no longer sound: the last good revision stays in force. */
  | { readonly is: 'unsound'; readonly reason: string }

export interface PlanWatch {
  /** What has changed since the last look; null when nothing has, or when it cannot be told now. */
  look(): Promise<Input | null>
  /** Whether the plan was read with just these bytes. */
  isRead(bytes: Uint8Array): boolean
  /**
   * How many of these bytes, from their begin, were read: all, or those before whole lines that were put behind the end since,
   * as long as the plan is a sound one with them; 0 else. Marks are written over nothing else.
   */
  readUpTo(bytes: Uint8Array): Promise<number>
  /** Marks were written. Only over what was read: marks put into a fresh edit must not hide it from the next look. */
  wrote(before: Uint8Array | null, bytes: Uint8Array): void
}

export interface Watched {
  /** Hash of the bytes that the run knows. */
  readonly hash: string
  /** How many these are. */
  readonly length: number
  /** @param during uids of tasks at work since the last look, beside those that are at work now */
  readonly reread: (known: string, during: readonly string[]) => Promise<PlanReading | null>
  readonly hashOf: (bytes: Uint8Array) => string
  /** Uids of the tasks at work now. */
  readonly atWork: () => readonly string[]
  /** Whether agents work in the plan's own folder now: then it is not read before they have ended. */
  readonly isHeld: () => boolean
  readonly place: () => Promise<Place>
  readonly remark: (text: string) => void
}

const lineFeed = 0x0a

/** Begins to watch a plan that was just read. */
export function watchPlan({ hash, length, reread, hashOf, atWork, isHeld, place, remark }: Watched): PlanWatch {
  let known = { hash, length }
  let said: string | null = null
  /** Somebody has seen other bytes than the known ones: when these are back, the marks that waited follow. */
  let isOther = false
  /** Who was at work at the looks that could not tell anything. */
  const during = new Set<string>()

  const say = (text: string): null => {
    if (said !== text) remark(text)
    said = text
    return pass()
  }
  const pass = (): null => {
    for (const uid of atWork()) during.add(uid)
    return null
  }
  const beginOf = (bytes: Uint8Array): number =>
    bytes.length >= known.length && hashOf(bytes.subarray(0, known.length)) === known.hash ? known.length : 0
  /** Whether nobody but a person has written what is there now, and the plan can be read with it. */
  const isSound = async (): Promise<boolean> => {
    if (isHeld() || (await place()).is !== 'home') return false
    const reading = await reread(known.hash, [...during])
    return reading === null || reading.is === 'sound'
  }

  return {
    async look() {
      if (isHeld()) return pass()
      const at = await place()
      if (at.is === 'moving') return pass()
      if (at.is === 'away') {
        isOther = true
        return say(
          `${at.now} is checked out, not ${at.home}: the plan is not read there and gets no marks; the run goes on`,
        )
      }
      const reading = await reread(isOther ? '' : known.hash, [...during])
      // A checkout may have come between.
      if (isHeld() || (await place()).is !== 'home') return pass()
      if (reading === null) {
        during.clear()
        return null
      }
      if (reading.is === 'unsound') {
        isOther = true
        return say(`plan being edited; waiting (${reading.reason}); the last good revision stays in force`)
      }
      const meanwhile = [...during]
      during.clear()
      said = null
      isOther = false
      known = { hash: reading.read.hash, length: reading.read.length }
      return { is: 'plan-read', read: reading.read, by: 'the plan file', during: meanwhile }
    },
    isRead: (bytes) => hashOf(bytes) === known.hash,
    async readUpTo(bytes) {
      const length = beginOf(bytes)
      if (length === bytes.length) return length
      const isAppended = length > 0 && bytes.at(-1) === lineFeed && (await isSound())
      if (!isAppended) isOther = true
      return isAppended ? length : 0
    },
    wrote(before, bytes) {
      if (before === null) return
      const length = beginOf(before)
      // What was put behind the end stands there still, and is for the next look.
      const own = bytes.subarray(0, bytes.length - (before.length - length))
      if (length > 0) known = { hash: hashOf(own), length: own.length }
    },
  }
}

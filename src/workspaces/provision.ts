/** What a fresh checkout lacks: shared paths are linked, small ones copied, and the set-up run once per lock file. */

import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath } from '../system/look-at-path.ts'
import type { Failure } from '../run/outcome.ts'
import { tellingLine } from '../run/telling-line.ts'
import type { Ground } from './ground.ts'
import { giveActive, installedInActive, isActiveAsGiven, isSharedToo, placeOf } from './active-environments.ts'
import { holdsOwn, isShared, sharePath } from './shared-paths.ts'
import { recordSetup } from './setup-layer.ts'
import { beginSetup, readSetup } from './setup-record.ts'
import type { Slot } from './slot-folder.ts'
import { removeFolder } from './slots.ts'

/** Why a workspace is not ready. */
export interface Unready {
  readonly failure: Failure
  /** The end of what the set-up said, where that ran and failed. */
  readonly said?: string
}

/**
 * Links, copies and sets up.
 *
 * A set-up never sees a shared folder: what it installs or clears (`npm ci` empties `node_modules` first) would be that of
 * the human's checkout. After it, what it has not made itself is linked.
 *
 * @param base commit or tree that the slot was put to; that reset has forgotten a set-up that has to run again
 * @returns null when the workspace is ready, else why not: never counted as a failed attempt
 */
export async function provision(ground: Ground, slot: Slot, base: string): Promise<Unready | null> {
  const { share, setup } = ground.options.settings
  const from = ground.facts.root
  if (from !== null) {
    if (setup.length === 0) for (const it of share) give(from, slot, it)
    else if (readSetup(slot) === null) for (const it of share) takeAway(inside(slot, it))
    giveActive(ground, slot)
  }
  copyAnew(ground, slot)
  const unready = await setUp(ground, slot, base)
  if (unready !== null || setup.length === 0) return unready
  shareRest(ground, slot)
  return null
}

/** Links and copies without the set-up: for an agent that is to mend what this fails by. */
export function provisionBare(ground: Ground, slot: Slot): void {
  copyAnew(ground, slot)
  shareRest(ground, slot)
}

function shareRest(ground: Ground, slot: Slot): void {
  const from = ground.facts.root
  if (from === null) return
  for (const it of sharedIn(ground, slot)) give(from, slot, it)
  giveActive(ground, slot)
}

/** Whether what a workspace shares is there as it was given, and nothing that somebody installed in its place. */
export function isAsShared(ground: Ground, slot: Slot): boolean {
  const from = ground.facts.root
  if (from === null) return true
  return isActiveAsGiven(ground, slot) && sharedIn(ground, slot).every((it) => isShared(from, slot.files, it))
}

/** Shared paths in whose place somebody installed something in the workspace: it goes before gates judge. */
export function installedIn(ground: Ground, slot: Slot): readonly string[] {
  const from = ground.facts.root
  if (from === null) return []
  const shared = sharedIn(ground, slot).filter((it) => holdsOwn(from, slot.files, it))
  return [...new Set([...shared, ...installedInActive(ground, slot)])]
}

/** What a workspace gets from the checkout: all that is shared but what its set-up has made itself. */
function sharedIn(ground: Ground, slot: Slot): readonly string[] {
  const made = readSetup(slot)?.made ?? []
  return ground.options.settings.share.filter((it) => !made.includes(it))
}

/** Links one path of the checkout into the workspace. */
function give(from: string, slot: Slot, relative: string): void {
  inside(slot, relative)
  sharePath(from, slot.files, relative)
}

/** Copies what a workspace is given as copies, over whatever became of them there. */
export function copyAnew(ground: Ground, slot: Slot): void {
  const from = ground.facts.root
  if (from !== null) for (const it of ground.options.settings.copy) copy(path.join(from, it), inside(slot, it))
}

/** Takes away what an earlier provision linked, or an agent left; what a link leads to stays. */
function takeAway(target: string): void {
  if (lookAtPath(target)) removeFolder(target)
}

async function setUp(ground: Ground, slot: Slot, base: string): Promise<Unready | null> {
  const { settings, runSetup } = ground.options
  if (settings.setup.length === 0 || readSetup(slot) !== null) return null
  beginSetup(slot)
  const command = settings.setup.join(' ')
  if (!runSetup)
    return {
      failure: {
        reason: `the set-up \`${command}\` was not allowed to run`,
        help: 'allow it with --yes or `millwright trust`',
      },
    }
  const result = await runSetup(slot.files, settings.setup)
  if (result.is === 'failed')
    return {
      failure: {
        reason: `the set-up failed: ${tellingLine(result.tail) || 'it said nothing'}`,
        help: `correct \`${command}\` ([workspace] setup in millwright.toml)\nit ended with:\n${result.tail}`,
      },
      said: result.tail,
    }
  if (result.is === 'refused') return { failure: result.failure }
  leadToActive(ground, slot)
  await recordSetup(ground, slot, base)
  return null
}

/** Where an active environment is shared, too, what the set-up has installed there is found by either way. */
function leadToActive(ground: Ground, slot: Slot): void {
  const { active = [], settings } = ground.options
  for (const it of active) {
    if (!isSharedToo(settings.share, it)) continue
    const to = inside(slot, it)
    if (lookAtPath(to)) continue
    mkdirSync(path.dirname(to), { recursive: true })
    symlinkSync(placeOf(slot, it), to)
  }
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) return
  rmSync(to, { recursive: true, force: true })
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, dereference: false, verbatimSymlinks: true })
}

/** A configured path inside the workspace. @throws when it leads out of it: configuration may not do that. */
function inside(slot: Slot, relative: string): string {
  const target = path.resolve(slot.files, relative)
  if (target === slot.files || !target.startsWith(slot.files + path.sep))
    throw new Error(`[workspace] path ${JSON.stringify(relative)} leaves the workspace`)
  // A link on the way would lead what is removed and written here to somewhere else.
  for (let above = path.dirname(target); above !== slot.files; above = path.dirname(above))
    if (lookAtPath(above)?.isSymbolicLink())
      throw new Error(`[workspace] path ${JSON.stringify(relative)} passes through a link`)
  return target
}

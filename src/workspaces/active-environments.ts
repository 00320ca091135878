/**
 * Environments of Python in the checkout that are active where a run is called. What a set-up, a gate or an agent installs
 * goes into the active one: so each workspace has one of its own, beside its files, where a set-up does not find what it makes
 * itself.
 */

import path from 'node:path'
import type { Environment } from '../system/environment.ts'
import { isInside, realPathOf } from '../system/look-at-path.ts'
import { ownFolder } from '../system/own-folder.ts'
import type { Ground } from './ground.ts'
import { isEnvironment, shapeOfEnvironment } from './python-environment.ts'
import { isShaped, type Shape } from './shape.ts'
import { isPut, settle } from './shared-paths.ts'
import { readSetup } from './setup-record.ts'
import type { Slot } from './slot-folder.ts'

/**
 * Looks which environments of a checkout are active: by the variable that says so, and by the search path.
 *
 * @param root absolute path of the checkout
 * @returns relative to it
 */
export function activeEnvironments(root: string, environment: Environment): readonly string[] {
  const real = realPathOf(root)
  if (real === null) return []
  const bins = (environment['PATH'] ?? '').split(path.delimiter).filter((it) => path.basename(it) === 'bin')
  const named = [environment['VIRTUAL_ENV'] ?? '', ...bins.map((it) => path.dirname(it))].filter((it) =>
    path.isAbsolute(it),
  )
  const there = new Set(named.flatMap((it) => realPathOf(it) ?? []))
  return [...there]
    .filter((it) => it !== real && isInside(real, it) && isEnvironment(it))
    .map((it) => path.relative(real, it))
}

/** Where programs look for what lies in the checkout, given the files of a workspace: there, and beside. */
export function placesIn(files: string): readonly string[] {
  return [files, beside(files)]
}

/** Where the environment of a workspace stands. */
export function placeOf(slot: Slot, relative: string): string {
  return path.join(beside(slot.files), relative)
}

function beside(files: string): string {
  return path.join(path.dirname(files), 'python.environments')
}

/** Makes sure of a workspace's own; what its set-up has installed there stays until that runs again. */
export function giveActive(ground: Ground, slot: Slot): void {
  if (ground.options.settings.setup.length > 0 && readSetup(slot) !== null) return
  for (const it of activeIn(ground, slot)) {
    ownFolder(beside(slot.files))
    // A link on the way would lead what is removed and written to somewhere else.
    const names = it.relative.split(path.sep).slice(0, -1)
    names.forEach((_, at) => ownFolder(path.join(beside(slot.files), ...names.slice(0, at + 1))))
    settle(it.to, it.shape)
  }
}

/** Whether they are there as they were given. Asked where no set-up may have installed anything. */
export function isActiveAsGiven(ground: Ground, slot: Slot): boolean {
  return ground.options.settings.setup.length > 0 || activeIn(ground, slot).every((it) => isShaped(it.to, it.shape))
}

/** Those in which somebody installed something, relative to the checkout: that goes before gates judge. */
export function installedInActive(ground: Ground, slot: Slot): readonly string[] {
  if (ground.options.settings.setup.length > 0) return []
  const given = [ground.facts.root ?? slot.files, slot.files]
  return activeIn(ground, slot).flatMap((it) => (isPut(it, given) ? [it.relative] : []))
}

interface Given {
  readonly relative: string
  readonly from: string
  readonly to: string
  readonly shape: Shape
}

/** Whether an active environment is shared, too: it has a place among the files of a workspace then. */
export function isSharedToo(share: readonly string[], relative: string): boolean {
  return share.some((it) => path.resolve('/', it) === path.resolve('/', relative))
}

function activeIn(ground: Ground, slot: Slot): readonly Given[] {
  const { root } = ground.facts
  const { active = [], settings } = ground.options
  const isEachFile = settings.setup.length > 0
  if (root === null) return []
  return active.flatMap((relative) => {
    const [from, to] = [path.join(root, relative), placeOf(slot, relative)]
    if (!isEnvironment(from) || (!isEachFile && isSharedToo(settings.share, relative))) return []
    return [{ relative, from, to, shape: shapeOfEnvironment({ root, files: slot.files, relative, to, isEachFile }) }]
  })
}

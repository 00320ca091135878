/**
 * Which journals the runs of this user wrote. One that came with a folder, in an archive or on a disk, is as little the
 * user's word as the rest of that folder: it names agents and gates, and says what is done (RELIABILITY S1, S2).
 */

import { sha256 } from '../../system/digest.ts'
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { kindOf, type Root } from '../plan/find-root.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import type { TrustPart } from '../../config/trust.ts'
import { foldJournal } from '../../engine/fold-journal.ts'
import { openJournal } from '../../engine/journal/journal.ts'
import { listPlans, locateJournal } from '../../engine/journal/plan-registry.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { makeFolder, writeFileAtomic } from '../../system/files.ts'
import type { RunState } from '../../run/state.ts'
import { inState } from '../../system/state-folder.ts'
import { placeOf } from './plan-journal.ts'

/**
 * Notes that runs of this user write the journal in a folder. Not beside its worktrees, which `clean` removes. Failing to
 * costs only a question when it is gone on with.
 */
export function noteOwnJournal(state: string, dir: string): void {
  const key = keyOf(dir)
  const notes = notesFolder(state)
  if (key !== null && makeFolder(notes).is !== 'failed') writeFileAtomic(noteOf(notes, key), `${dir}\n`)
}

/**
 * What going on from a plan's journal means to trust.
 * @param last what that journal says; null where nothing was ever run: outside of git the register of plans alone may
 *   put the root of the project, which paths are relative to, above the plan's folder
 * @param state the state folder of the user
 * @returns nothing where this user's runs wrote it
 */
export async function journalToTrust(
  opened: OpenedPlan,
  last: RunState | null,
  state: string,
): Promise<readonly TrustPart[]> {
  const { planPath, planRelative, gitCommonDir, root } = opened
  const located = await locateJournal({ ...placeOf(opened), create: false })
  const journal = last === null || located.is !== 'located' ? [] : partsOf(located.dir, planRelative, last, state)
  if (journal.length > 0 || gitCommonDir !== null) return journal
  const settlesRoot = listPlans({ planPath, gitCommonDir }).some(
    (it) => planPath.endsWith(path.resolve('/', it.path)) && !isOwn(state, it.dir),
  )
  return settlesRoot ? [registerPart(root, planRelative)] : []
}

/**
 * The same of all journals of a project.
 * @param place absolute path of the folder or the plan that was named: outside of git, journals lie beside the plan
 */
export function journalsToTrust({ root, gitCommonDir }: Root, place: string, state: string): readonly TrustPart[] {
  const planPath = kindOf(place) === 'folder' ? path.join(place, 'tasks.md') : place
  return listPlans({ planPath, gitCommonDir, root }).flatMap(({ id: planId, path: relative, dir }) => {
    if (isOwn(state, dir)) return []
    const opened = openJournal({ dir, planId, create: false })
    if (opened.is !== 'open') return gitCommonDir === null ? [registerPart(root, relative)] : []
    try {
      return partsOf(dir, relative, foldJournal(opened.journal).state, state)
    } finally {
      opened.journal.close()
    }
  })
}

function partsOf(dir: string, plan: string, { run, invocation }: RunState, state: string): readonly TrustPart[] {
  const key = keyOf(dir)
  if (run === null || key === null || isOwn(state, dir)) return []
  const words = Object.entries(invocation).flatMap(([name, value]) => (name === 'settled' ? [] : wordsOf(name, value)))
  return [
    {
      text: `the journal of ${plan}, which no run of yours began here, with what it says is done${words.length === 0 ? '' : `, and with ${words.join(' ')}`}`,
      hash: sha256(JSON.stringify(['journal', key, invocation])),
    },
  ]
}

function registerPart(root: string, plan: string): TrustPart {
  return {
    text: `the register of plans beside ${plan}, which no run of yours began here: it says that the project is ${root}`,
    hash: sha256(JSON.stringify(['register', root])),
  }
}

function wordsOf(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((it) => wordsOf(name, it))
  return value === true ? [`--${name}`] : [`--${name} ${shellWord(String(value))}`]
}

function isOwn(state: string, dir: string): boolean {
  const key = keyOf(dir)
  return key !== null && kindOf(noteOf(notesFolder(state), key)) === 'file'
}

function notesFolder(state: string): string {
  return inState(state, 'journals')
}

function noteOf(notes: string, key: string): string {
  return path.join(notes, sha256(key).slice(0, 32))
}

/**
 * Real path and inode: a copy elsewhere is another journal, and so is what is unpacked in its place. Not the device, which a
 * disk gets anew each time that it is mounted. Null where there is no such folder.
 */
function keyOf(dir: string): string | null {
  try {
    const real = realpathSync(dir)
    return `${real}\0${statSync(real, { bigint: true }).ino}`
  } catch {
    return null
  }
}

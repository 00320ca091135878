/** Puts what belongs to a plan's last run into a folder beside it, for whoever has to look at it later (seed 004 §6). */

import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { EventBody } from '../../run/event.ts'
import { foldJournal } from '../../engine/fold-journal.ts'
import { planLock } from '../../engine/plan-lock.ts'
import { safeJson } from '../../plan/safe-text.ts'
import { sealOf } from '../../reports/spec/progress/seal.ts'
import { now } from '../../system/clock.ts'
import { sha256 } from '../../system/digest.ts'
import { fileFailure } from '../../system/file-failure.ts'
import { flushFolder } from '../../system/files.ts'
import { acquireLock } from '../../system/lock.ts'
import type { Reading } from '../plan/open-plan.ts'
import type { Wrong } from '../refusal.ts'
import { programThatCalls } from '../who-calls.ts'
import { filesToArchive, type ToArchive } from './archive-files.ts'
import { changedSince, type AsRead } from './as-read.ts'
import { archiveName } from '../plan/archive-name.ts'
import { manifestName, type Manifest } from './archive-manifest.ts'
import type { Call } from './journal-calls.ts'
import { useJournal, wholly, type OpenedJournal, type Refusal } from './open-journal.ts'
import { progressShown, type ProgressShown } from './progress-shown.ts'
import { report } from './report-call.ts'

export interface Archived {
  readonly is: 'archived'
  /** Absolute path of the folder. */
  readonly folder: string
  readonly manifest: Manifest
  /** SHA-256 of the manifest's bytes: kept elsewhere, it proves that nobody has written another one. */
  readonly digest: string
  /** How the progress file of a spec stands to the journal; null of other plans. */
  readonly progress: ProgressShown | null
}

/**
 * Archives a plan that is not at work: its files, its report and its log, with a manifest. Never over another archive; all of it
 * or nothing.
 */
export async function archive(plan: string, call: Call): Promise<Archived | Refusal> {
  return useJournal<Archived | Refusal>(
    plan,
    call,
    wholly<Archived | Refusal>((opened) => archiveOf(opened, call)),
  )
}

async function archiveOf(opened: OpenedJournal, call: Call): Promise<Archived | Refusal> {
  const { opening, dir, planId } = opened
  const reading = opening.is === 'opened' ? opening : opening.reading
  if (reading === null) return { is: 'wrong', message: 'the plan has no file', help: 'name its file' }
  if ((await programThatCalls(call.env, [{ journalDir: dir, planId }])) !== null)
    return { is: 'wrong', message: 'an agent or a gate may not archive', help: 'call it from your own terminal' }
  // Before the lock is ours: whoever holds it counts as an executor.
  const last = opened.journal.head().hash
  const made = await reportsOf(opened, call)
  if (made.is !== 'made') return made
  const taken = await acquireLock(planLock(dir))
  if (taken.held === 'failed')
    return { is: 'wrong', message: taken.reason, help: 'look whether its folder can be written' }
  if (!taken.held)
    return {
      is: 'wrong',
      message: 'a run is at work on this plan: nothing was archived',
      help: 'wait for its end, or `millwright stop` it',
    }
  try {
    if (opened.journal.read<EventBody>().events.at(-1)?.hash !== last)
      return { is: 'wrong', message: 'the run went on meanwhile: nothing was archived', help: 'call it again' }
    const asRead = await changedSince(reading, foldJournal(opened.journal).state)
    return write(opened, reading, { made: made.texts, asRead })
  } finally {
    await taken.lock.release()
  }
}

function write(
  opened: OpenedJournal,
  reading: Reading,
  { made, asRead }: { readonly made: Readonly<Record<string, string>>; readonly asRead: readonly AsRead[] | null },
): Archived | Wrong {
  const { journal } = opened
  const { state, count } = foldJournal(journal)
  if (state.run === null) return { is: 'wrong', message: 'nothing was run yet', help: 'start it with `millwright run`' }
  if (state.policy.workspace === 'in-place' && state.status !== 'finished')
    return {
      is: 'wrong',
      message: 'the run works in this folder and has not ended: an archive would become a part of its draft',
      help: 'go on with it until its end (`millwright resume`), then archive',
    }
  const files = filesToArchive(reading, journal, { made, asRead: asRead ?? [] })
  if ('is' in files) return files
  const progress = progressShown(journal, reading)
  const at = new Date(now()).toISOString()
  const sealed = progress === null ? undefined : files.find(({ from }) => from === progress.path)
  const manifest: Manifest = {
    generator: 'millwright',
    archive: 1,
    plan: reading.planRelative,
    dialect: reading.dialect.name,
    archived_at: at,
    run_id: state.run,
    // The lock is ours: whoever drove it is gone.
    status: state.status === 'finished' || state.status === 'parked' ? state.status : 'interrupted',
    journal: { events: count, last_hash: journal.head().hash },
    progress: progress === null ? null : { is: progress.is, sealed_digest: digestOf(sealed) },
    changed_since:
      asRead?.map(({ path: file, bytes }) => ({ file, as_read: bytes === null ? null : nameIn(files, bytes) })) ?? null,
    files: files.map(({ name, from, bytes }) => ({ name, from, bytes: bytes.length, sha256: sha256(bytes) })),
  }
  const text = `${safeJson(manifest)}\n`
  const beside = path.dirname(reading.planPath)
  const folder = place(beside, opened.planId, at, [
    ...files,
    { name: manifestName, from: null, bytes: Buffer.from(text) },
  ])
  if (typeof folder !== 'string') return folder
  return { is: 'archived', folder, manifest, digest: sha256(text), progress }
}

async function reportsOf(
  { given }: OpenedJournal,
  call: Call,
): Promise<{ readonly is: 'made'; readonly texts: Readonly<Record<string, string>> } | Refusal> {
  const texts: Record<string, string> = {}
  for (const format of ['md', 'html'] as const) {
    const told = await report(given, { ...call, format })
    if (told.is !== 'report') return told
    texts[`report.${format}`] = told.text
  }
  return { is: 'made', texts }
}

/** What those bytes are called in the archive. */
function nameIn(files: readonly ToArchive[], of: Uint8Array): string | null {
  return files.find(({ from, bytes }) => from === null && bytes === of)?.name ?? null
}

function digestOf(file: ToArchive | undefined): string | null {
  return file === undefined ? null : (sealOf(new TextDecoder().decode(file.bytes))?.digest ?? null)
}

/** Writes all files beside, flushed, then gives the folder its name. @returns the folder */
function place(beside: string, planId: string, at: string, files: readonly ToArchive[]): string | Wrong {
  // Whoever holds the plan's lock may take away what a kill has left of it.
  const temporary = path.join(beside, `.archive_${planId.slice(0, 16)}.tmp`)
  try {
    rmSync(temporary, { recursive: true, force: true })
    mkdirSync(temporary)
    for (const { name, bytes } of files) writeFileSync(path.join(temporary, name), bytes, { flag: 'wx', flush: true })
    flushFolder(temporary)
    for (let nth = 1; ; nth += 1) {
      const folder = path.join(beside, archiveName(at, nth))
      if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) continue
      renameSync(temporary, folder)
      flushFolder(beside)
      return folder
    }
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    const { reason, help } = fileFailure('cannot write', temporary, error)
    return { is: 'wrong', message: `${reason}; nothing was archived`, help }
  }
}

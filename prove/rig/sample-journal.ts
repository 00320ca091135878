/** A real journal for damaging: a run of the real program that was killed, so that its log is still there. */

import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openJournal } from '../../src/engine/journal/journal.ts'
import { databaseFile } from '../../src/engine/journal/schema.ts'
import { openDatabase, textColumn } from '../../src/system/database.ts'
import { obey, writePlan, type PlannedTask } from '../../tests/rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../tests/rig/repository.ts'
import { journalFiles } from './damage.ts'

export interface SampleJournal {
  readonly repository: Repository
  /** The journal's folder in the repository. */
  readonly dir: string
  readonly planId: string
  /** Number of its events. */
  readonly events: number
  /** Hashes of the blobs that lie in the database. */
  readonly blobs: readonly string[]
  /** By shape the folder's bytes: `with-log` as the kill left it, `closed` with the log taken into the database. */
  readonly shapes: Readonly<Record<Shape, ReadonlyMap<string, Uint8Array>>>
}

export type Shape = 'with-log' | 'closed'

/**
 * Runs a plan of so many tasks with a gate, kills the executor when the last agent is at work, and keeps the journal.
 * The caller removes the repository.
 */
export async function makeSampleJournal(tasks: number, folder: string): Promise<SampleJournal> {
  const planned: readonly PlannedTask[] = Array.from({ length: tasks }, (_, at) => ({
    id: `T${String(at + 1).padStart(4, '0')}`,
    files: { [`src/file-${at + 1}.txt`]: 'CREATE' },
    ...(at === 0 ? {} : { blockedBy: [`T${String(at).padStart(4, '0')}`] }),
  }))
  const last = planned.at(-1)?.id ?? ''
  const repository = makeRepository({
    files: { 'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks: planned }]) },
    gated: ['src'],
  })
  repository.script({
    by: 'state',
    tasks: Object.fromEntries(
      planned.map((task) => [
        task.id,
        [{ ...obey(task), ...(task.id === last ? { wait: repository.signal('never') } : {}) }],
      ]),
    ),
  })
  const running = repository.start('run', 'tasks.md', '--exec', repository.exec, '--yes')
  await repository.begun(last, running)
  running.child.kill('SIGKILL')
  await running.ended
  const dir = journalFolder(repository.root)
  const planId = path.basename(dir)
  const withLog = filesOf(dir)
  const copy = path.join(folder, planId)
  cpSync(dir, copy, { recursive: true })
  const opened = openJournal({ dir: copy, planId, create: false })
  if (opened.is !== 'open') throw new Error(`the journal of the killed run is not readable: ${JSON.stringify(opened)}`)
  const events = opened.journal.head().next
  opened.journal.close()
  const blobs = takeInLog(databaseFile(copy))
  const closed = filesOf(copy)
  rmSync(copy, { recursive: true })
  return { repository, dir, planId, events, blobs, shapes: { 'with-log': withLog, closed } }
}

/** The folder of the one journal below a repository. @throws when there is none */
function journalFolder(root: string): string {
  const plans = path.join(root, '.git', 'millwright', 'plans')
  const found = existsSync(plans) ? readdirSync(plans) : []
  const [only] = found
  if (only === undefined || found.length !== 1) throw new Error(`${plans} holds ${found.length} journals`)
  return path.join(plans, only)
}

/** Has SQLite move what lies in the log into the database, as it does by itself when the log has grown. @returns its blobs */
function takeInLog(file: string): readonly string[] {
  const database = openDatabase(file, 1_000)
  database.all('PRAGMA wal_checkpoint(TRUNCATE)')
  const rows = database.all(`SELECT ${textColumn('hash')} FROM blobs`) as { hash: string }[]
  database.close()
  return rows.map(({ hash }) => hash)
}

function filesOf(dir: string): ReadonlyMap<string, Uint8Array> {
  const found = journalFiles.filter((name) => existsSync(path.join(dir, name)))
  return new Map(
    found.map((name) => [name, readFileSync(path.join(dir, name))] as const).filter(([, it]) => it.length > 0),
  )
}

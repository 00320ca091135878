/** The real program on damaged journals: what it says, how it ends, and that it starts and changes nothing. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { databaseFile } from '../../src/engine/journal/schema.ts'
import { openDatabase } from '../../src/system/database.ts'
import type { PartFailure } from '../part.ts'
import { damageNamed, damaged } from './damage.ts'
import type { SampleJournal, Shape } from './sample-journal.ts'

/** Each of these calls takes a fraction of a second; one that has begun to work would wait for its agent. */
const longestMs = 20_000

/** Looking, and going on. */
export const allVerbs = ['status', 'verify', 'log', 'replay', 'run', 'resume'] as const

type Verb = (typeof allVerbs)[number]

export interface ToldFault {
  /** `SHAPE:FILE/FAULT`. */
  readonly fault: string
  /** Only commands in the inbox cannot be read: that stops a run, and nobody who looks. */
  readonly isInbox: boolean
}

/** Journals that are not ours to continue, each sound in itself or changed by somebody who knows SQLite, and what is said. */
const cases: readonly {
  readonly name: string
  /** What is done to the database; null: its log is deleted, which holds what was written last. */
  readonly sql: string | null
  readonly code: string
  readonly shown: boolean
}[] = [
  { name: 'other-plan', sql: `UPDATE meta SET value = 'another' WHERE key = 'plan'`, code: 'MW704', shown: false },
  { name: 'newer', sql: `UPDATE meta SET value = '99' WHERE key = 'version'`, code: 'MW703', shown: true },
  { name: 'missing-middle', sql: `DELETE FROM events WHERE seq = 50`, code: 'MW702', shown: false },
  {
    name: 'two-swapped',
    sql: `UPDATE events SET body = (SELECT body FROM events AS e WHERE e.seq = 101 - events.seq) WHERE seq IN (50, 51)`,
    code: 'MW702',
    shown: false,
  },
  { name: 'no-head', sql: `DELETE FROM head`, code: 'MW701', shown: false },
  { name: 'log-deleted', sql: null, code: 'MW702', shown: false },
]

export interface Called {
  readonly points: number
  readonly calls: number
  readonly failures: readonly PartFailure[]
}

/**
 * Puts each damage into the repository and calls every verb.
 * @param of.faults those that the journal's own code tells as damage
 * @param of.cases whether the cases that are made with SQL are called too; `point` names one of them
 */
export async function damageCalls(
  sample: SampleJournal,
  of: {
    readonly faults: readonly ToldFault[]
    readonly verbs: readonly Verb[]
    readonly cases: boolean
    readonly point: string | null
  },
): Promise<Called> {
  const failures: PartFailure[] = []
  let calls = 0
  const call = async (point: string, code: RegExp, mayShow: boolean, isInbox = false): Promise<void> => {
    for (const verb of isInbox ? (['run', 'resume'] as const) : of.verbs) {
      calls += 1
      const wrong = await callOn(sample, verb, { code, mayShow })
      if (wrong !== null) failures.push({ point, text: `${point}, millwright ${verb}: ${wrong}` })
    }
  }
  for (const { fault, isInbox } of of.faults) {
    place(sample, fault)
    await call(fault, /MW70[1-5]/, false, isInbox)
  }
  const chosen = of.cases ? cases.filter(({ name }) => of.point === null || of.point === `case:${name}`) : []
  for (const { name, sql, code, shown } of chosen) {
    lay(sample, sample.shapes[sql === null ? 'with-log' : 'closed'])
    if (sql === null) rmSync(`${databaseFile(sample.dir)}-wal`)
    else changeBy(sample, sql)
    await call(`case:${name}`, new RegExp(code), shown)
  }
  return { points: of.faults.length + chosen.length, calls, failures }
}

function changeBy(sample: SampleJournal, sql: string): void {
  const database = openDatabase(databaseFile(sample.dir), 1_000)
  database.run(sql)
  database.all('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** Calls one verb. @returns what is wrong with how it ended, or null */
async function callOn(
  { repository, dir }: SampleJournal,
  verb: Verb,
  { code, mayShow }: { readonly code: RegExp; readonly mayShow: boolean },
): Promise<string | null> {
  const before = stateOf(repository.root, dir)
  const begun = repository.log().length
  const words = verb === 'run' ? ['run', 'tasks.md', '--exec', repository.exec, '--yes'] : [verb, 'tasks.md']
  const running = repository.start(...words)
  const alarm = setTimeout(() => running.child.kill('SIGKILL'), longestMs)
  const { code: exit, signal, out, err } = await running.ended
  clearTimeout(alarm)
  const said = `exit code ${exit ?? signal}\n${out.slice(-600)}\n${err.slice(-1_200)}`
  const shows = mayShow && (verb === 'log' || verb === 'replay' || verb === 'status' || verb === 'verify')
  if (exit !== 2 && !(shows && exit !== null && exit !== 4)) return `exit code 2 was expected: ${said}`
  if (!shows && !code.test(err)) return `${code.source} was expected: ${said}`
  if (repository.log().length !== begun) return `an agent or a gate was started: ${said}`
  const after = stateOf(repository.root, dir)
  const changed = Object.keys(before).filter((name) => before[name] !== after[name])
  return changed.length === 0 ? null : `${changed.join(', ')} changed: ${said}`
}

/** The plan and the journal's own files, as text that can be compared. */
function stateOf(root: string, dir: string): Record<string, string> {
  const files = [path.join(root, 'tasks.md'), path.join(dir, 'journal.db'), path.join(dir, 'journal.db-wal')]
  return Object.fromEntries(files.map((file) => [path.basename(file), contentOf(file)]))
}

function contentOf(file: string): string {
  try {
    return readFileSync(file).toString('base64')
  } catch {
    return ''
  }
}

function place(sample: SampleJournal, point: string): void {
  const [shape = '', fault = ''] = point.split(':')
  const files = new Map(sample.shapes[shape as Shape])
  for (const one of fault.split('+')) {
    const [name = '', damage = ''] = one.split('/')
    files.set(name, damaged(files.get(name) ?? new Uint8Array(), damageNamed(damage)))
  }
  lay(sample, files)
}

function lay({ dir }: SampleJournal, files: ReadonlyMap<string, Uint8Array>): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${databaseFile(dir)}${ending}`, { force: true })
  for (const [name, bytes] of files) writeFileSync(path.join(dir, name), bytes)
}

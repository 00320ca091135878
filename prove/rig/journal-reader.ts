/**
 * Opens damaged journals one after another with the real code: `journal-reader.ts JOB`. A process of its own, because a
 * library that ends the process or never comes back is one of the things that are looked for.
 *
 * The job is a JSON file; each line on standard output is the verdict on one fault.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { foldJournal } from '../../src/engine/fold-journal.ts'
import { readHighWater } from '../../src/engine/journal/high-water.ts'
import { openJournal, type Journal } from '../../src/engine/journal/journal.ts'
import type { EventBody } from '../../src/run/event.ts'
import { damageNamed, damaged, journalFiles } from './damage.ts'

export interface ReaderJob {
  /** Folder with the sound files. */
  readonly sound: string
  /** Folder in which damaged journals are made. */
  readonly scratch: string
  readonly planId: string
  /** Hashes of the small blobs in the database. */
  readonly blobs: readonly string[]
  /** `FILE/FAULT`, or several joined by `+`. */
  readonly faults: readonly string[]
}

/**
 * Who meets the damage: whoever reads the events, only whoever reads the commands in the inbox too, or only `verify`, which
 * looks at pages that nobody reads.
 */
export type ToldBy = 'events' | 'inbox' | 'verify'

/** What reading a damaged journal came to. */
export interface Verdict {
  readonly fault: string
  /**
   * `unharmed`: all is there · `prefix`: a shorter journal that calls itself whole · `stopped`: damage was told, with a code
   * · `wrong`: what must not be, in words
   */
  readonly is: 'unharmed' | 'prefix' | 'stopped' | 'wrong'
  readonly code?: string
  readonly toldBy?: ToldBy
  /** Events that were shown. */
  readonly events?: number
  readonly text?: string
}

const ours = /^MW70[0-5]$/

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ReaderJob
const sound = new Map(
  journalFiles.flatMap((name) => {
    try {
      return [[name, new Uint8Array(readFileSync(path.join(job.sound, name)))] as const]
    } catch {
      return []
    }
  }),
)
const dir = path.join(job.scratch, job.planId)
mkdirSync(dir, { recursive: true })

/** Everything that a journal says of itself, part by part, in a form that can be compared. */
interface Said {
  readonly events: readonly string[]
  readonly runs: readonly string[]
  readonly inbox: readonly string[]
  /** Hash and content of the blobs that can be read. */
  readonly blobs: readonly string[]
  readonly problem: string | null
  readonly toldBy: ToldBy
}

function listen(journal: Journal): Said {
  const read = journal.read<EventBody>()
  const verified = journal.verify()
  const pending = journal.pending()
  // Folding what is shown must not fail: status and replay do so with the intact beginning.
  const folded = foldJournal(journal)
  const told = [read.is === 'damaged' ? read.problem : null, folded.problem, journal.readOnly].flatMap((it) => it ?? [])
  // Pages that nobody reads are only looked at by `verify`.
  const problems = [
    ...told,
    ...(pending.is === 'failed' ? [pending.problem] : []),
    ...(verified.is === 'damaged' ? [verified.problem] : []),
  ]
  if (verified.is === 'intact' && read.is === 'damaged')
    throw new Error('verify calls intact what reading calls damaged')
  if (verified.is === 'intact' && verified.events !== read.events.length) throw new Error('verify counts other events')
  const runs = problems.length > 0 ? [] : journal.runs().map((it) => JSON.stringify(it))
  const blobs = job.blobs.flatMap((hash) => {
    const got = journal.blobs.get(hash)
    return got.is === 'found' ? [`${hash} ${Buffer.from(got.bytes).toString('base64')}`] : []
  })
  return {
    events: read.events.map((it) => JSON.stringify(it)),
    runs,
    inbox: pending.is === 'read' ? pending.commands.map((it) => JSON.stringify(it)) : [],
    blobs,
    problem: problems[0]?.code ?? null,
    toldBy: told.length > 0 ? 'events' : pending.is === 'failed' ? 'inbox' : 'verify',
  }
}

const whole = reading(new Map())
if (whole.is !== 'said' || whole.said.problem !== null) throw new Error('the sound journal is not sound')
const { said: truth } = whole

/** Number of events without those of the last write. */
const safe = ((): number => {
  const log = sound.get('journal.db-wal')
  if (log === undefined) return truth.events.length
  const cut = reading(new Map([['journal.db-wal', log.slice(0, log.length - 1)]]))
  return cut.is === 'said' ? cut.said.events.length : 0
})()

/** What the executor had noted as safe: it is killed at any moment, also between its last write and the note of it. */
const noted = readHighWater(job.sound)
if (sound.has('journal.db-wal') && noted < safe)
  throw new Error(`${noted} events are noted as safe, and ${safe} were before the last write`)

type Heard = { readonly is: 'refused'; readonly code: string } | { readonly is: 'said'; readonly said: Said }

function reading(changed: ReadonlyMap<string, Uint8Array>): Heard {
  for (const ending of ['', '-wal', '-shm']) rmSync(path.join(dir, `journal.db${ending}`), { force: true })
  for (const [name, bytes] of sound) writeFileSync(path.join(dir, name), changed.get(name) ?? bytes)
  const opened = openJournal({ dir, planId: job.planId, create: false, busyMs: 200 })
  if (opened.is === 'refused') return { is: 'refused', code: opened.problem.code }
  if (opened.is === 'missing') throw new Error('a journal that is there is called missing')
  try {
    return { is: 'said', said: listen(opened.journal) }
  } finally {
    opened.journal.close()
  }
}

function judge(fault: string): Verdict {
  const changed = new Map<string, Uint8Array>()
  for (const one of fault.split('+')) {
    const [name = '', damage = ''] = one.split('/')
    const bytes = changed.get(name) ?? sound.get(name as (typeof journalFiles)[number])
    if (bytes === undefined) throw new Error(`there is no file ${name}`)
    changed.set(name, damaged(bytes, damageNamed(damage)))
  }
  const heard = reading(changed)
  const wrong = (text: string): Verdict => ({ fault, is: 'wrong', text })
  for (const [name, bytes] of changed)
    if (!readFileSync(path.join(dir, name)).equals(bytes)) return wrong(`reading has written to ${name}`)
  if (heard.is === 'refused')
    return ours.test(heard.code)
      ? { fault, is: 'stopped', code: heard.code, events: 0, toldBy: 'events' }
      : wrong(`refused with ${heard.code}`)
  const { events, runs, inbox, blobs, problem } = heard.said
  const odd = events.findIndex((it, at) => it !== truth.events[at])
  if (odd >= 0) return wrong(`event ${odd} is not what was written: ${events[odd]}`)
  if (problem !== null)
    return ours.test(problem)
      ? { fault, is: 'stopped', code: problem, events: events.length, toldBy: heard.said.toldBy }
      : wrong(`damage is told as ${problem}`)
  const invented =
    runs.find((it) => !truth.runs.includes(it)) ??
    inbox.find((it) => !truth.inbox.includes(it)) ??
    blobs.find((it) => !truth.blobs.includes(it))
  if (invented !== undefined) return wrong(`nobody wrote this: ${invented}`)
  if (events.length < truth.events.length) {
    if (!changed.has('journal.count') && events.length < noted)
      return wrong(`only ${events.length} events, called whole, and beside them stands that there were ${noted}`)
    // Without the note nobody knows of a shorter log that it was longer; any other damage may pass for a write that was cut off.
    if (!fault.includes('/cut-') && events.length < safe) return wrong(`only ${events.length} events, and called whole`)
    return { fault, is: 'prefix', events: events.length }
  }
  if (runs.length < truth.runs.length || inbox.length < truth.inbox.length)
    return wrong('a run or a command is missing')
  return { fault, is: 'unharmed', events: events.length }
}

for (const fault of job.faults) {
  let verdict: Verdict
  try {
    verdict = judge(fault)
  } catch (error) {
    verdict = { fault, is: 'wrong', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  writeSync(1, `${JSON.stringify(verdict)}\n`)
}

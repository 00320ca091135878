/** What can be wrong with a journal, in words for people (RELIABILITY 7, G). */

import { fileFailure, type FileFailure } from '../../system/file-failure.ts'
import { DatabaseError, notLoaded } from '../../system/database.ts'

export interface JournalProblem {
  readonly code: 'MW701' | 'MW702' | 'MW703' | 'MW704' | 'MW705'
  readonly message: string
  readonly help: string
  /** Nothing was touched, and the same may work in a moment. */
  readonly passing?: true
}

const goOnHelp = 'remove journal.count to go on from the events that are intact'
/** The last marks may be in the commits alone. */
const firstCompare =
  'the commits hold what was done, and where the plan differs from its committed one, take that first'
const anewHelp = `move the folder away to begin anew: ${firstCompare}`
const restoreHelp = `restore the folder from a backup if you have one; else ${anewHelp}`

/** What is known of a journal's events. */
export interface Extent {
  /** Number of those that are intact, from the first. */
  readonly intact: number
  /** How many there were at least, by the head or the note; less than `intact` where neither can be read. */
  readonly written: number
}

/**
 * Turns what SQLite or the file system refused into a problem.
 * @param extent what was read before; null where nobody was reading events
 * @throws the error again when it is none of theirs
 */
export function databaseProblem(dir: string, error: unknown, extent: Extent | null = null): JournalProblem {
  if (error instanceof Error && 'syscall' in error) return fileProblem(dir, fileFailure('cannot open', dir, error))
  if (!(error instanceof DatabaseError)) throw error
  const { code } = error
  if (code === notLoaded) return cannotWrite(dir, error.message, 'install millwright again on this machine')
  if (code.startsWith('SQLITE_FULL')) return cannotWrite(dir, 'the disk is full', 'free some space on it, then resume')
  if (code.startsWith('SQLITE_READONLY'))
    return cannotWrite(dir, 'it is read-only', 'make the folder and its files writable, then resume')
  if (code.startsWith('SQLITE_IOERR'))
    return cannotWrite(dir, `the disk reported an error (${code})`, 'check the disk and its free space, then resume')
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return {
      ...cannotWrite(dir, 'another process is writing to it for too long', 'end that process, then resume'),
      passing: true,
    }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_PERM') || code.startsWith('SQLITE_AUTH'))
    return cannotWrite(dir, 'it cannot be opened', 'check that the folder is there and who may write to it')
  // What the system refuses the library itself is no word on what is in the file.
  if (/ \(os error \d+\)$/.test(error.message)) return cannotWrite(dir, error.message, 'see to that, then resume')
  return unreadable(dir, damageText(error), extent)
}

/** @returns in words what is damaged in the file; null where it is something around it, which passes or can be mended */
export function damageOf(error: unknown): string | null {
  return error instanceof DatabaseError && databaseProblem('', error).code === 'MW701' ? damageText(error) : null
}

function damageText({ message }: DatabaseError): string {
  return `the journal is damaged (${message})`
}

/** The same of a journal that another process writes to for too long, where the one that runs the plan is stopped by a signal. */
export function heldByStopped(dir: string, pid: number): JournalProblem {
  return {
    ...cannotWrite(
      dir,
      `another process is writing to it for too long, and pid ${pid}, which runs the plan, is stopped`,
      `let it go on (kill -CONT ${pid}) or end it, then say it again`,
    ),
    passing: true,
  }
}

/** A refusal of the file system, as MW705. */
export function fileProblem(dir: string, failure: FileFailure): JournalProblem {
  return cannotWrite(dir, failure.reason, failure.help)
}

export function cannotWrite(dir: string, why: string, help: string): JournalProblem {
  return { code: 'MW705', message: `${dir}: the journal cannot be written: ${why}`, help }
}

/** What is written then is lost with the process: it has to stop. */
export function replacedFiles(dir: string): JournalProblem {
  return cannotWrite(
    dir,
    'somebody deleted or replaced it while the run was at work',
    `put the folder back from a backup, or begin anew with \`millwright run\`: ${firstCompare}`,
  )
}

/** Something that cannot be read. @param extent what is left and what is lost, where that is known */
export function unreadable(dir: string, what: string, extent: Extent | null): JournalProblem {
  const rest = extent === null ? '' : `; ${whatIsLeft(extent)}`
  return { code: 'MW701', message: `${dir}: ${what}${rest}`, help: restoreHelp }
}

function whatIsLeft({ intact, written }: Extent): string {
  const lost = written - intact
  if (intact === 0) return lost > 0 ? `none of its ${written} events can be read` : 'no event can be read'
  const rest = lost === 1 ? '1 later event is lost' : `${lost} later events are lost or not trusted`
  return lost > 0 ? `${intactEvents(intact)}, ${rest}` : intactEvents(intact)
}

/** A break of the chain at `seq`. @param later number of events from there on, the broken one left out */
export function broken(dir: string, seq: number, what: string, later: number): JournalProblem {
  const rest = later === 1 ? ', 1 later event is not trusted' : `, ${later} later events are not trusted`
  return {
    code: 'MW702',
    message: `${dir}: ${what}; ${intactEvents(seq)}${later === 0 ? '' : rest}`,
    help: restoreHelp,
  }
}

/** Events that were safe are gone from the end. @param intact number of those that are left @param written how many there were */
export function shortened(dir: string, intact: number, written: number): JournalProblem {
  const gone = written - intact
  const last = gone === 1 ? 'the last one is gone' : `the last ${gone} are gone`
  return {
    code: 'MW702',
    message: `${dir}: the journal held ${written} events and ${last}; ${intactEvents(intact)}`,
    help: `somebody deleted journal.db-wal, or put an older copy back: put back what was there last; where that is gone for good, ${goOnHelp}, or ${anewHelp}`,
  }
}

/**
 * The run's commits name an event that the journal does not hold.
 * @param intact number of events that are there
 */
export function olderThanWork(dir: string, intact: number): JournalProblem {
  return {
    code: 'MW702',
    message: `${dir}: the run's last commit was made after the last event of the journal; ${intactEvents(intact)}`,
    help: `somebody put an older copy of the folder back: put back what was there last; where that is gone for good, ${anewHelp}`,
  }
}

/** @param left names of what is still there */
export function removedDatabase(dir: string, left: readonly string[]): JournalProblem {
  return {
    code: 'MW701',
    message: `${dir}: journal.db is gone and ${left.join(' and ')} ${left.length === 1 ? 'is' : 'are'} still there`,
    help: `put journal.db back; where it is gone for good, ${anewHelp}`,
  }
}

function intactEvents(count: number): string {
  if (count === 0) return 'no event before it'
  return count === 1 ? 'event 0 is intact' : `events 0-${count - 1} are intact`
}

export function newerVersion(dir: string, version: string): JournalProblem {
  return {
    code: 'MW703',
    message: `${dir}: a newer version of millwright wrote this journal (version ${version}); it is shown and not continued`,
    help: 'update millwright',
  }
}

export function otherPlan(dir: string, found: string, wanted: string): JournalProblem {
  return {
    code: 'MW704',
    message: `${dir}: the journal belongs to another plan (${found}, not ${wanted})`,
    help: 'name the plan that belongs to it, or move the folder away to begin anew',
  }
}

/** What is told of a journal whose last write was cut off. @param events how many stand */
export function cutOffText(events: number): string {
  return `MW700 the last write of the journal was cut off and is dropped; ${events} events stand`
}

/** Appends to a journal as fast as it can and says each acknowledged event, until it is killed. */

import { writeSync } from 'node:fs'
import { openJournal } from '../../../../src/engine/journal/journal.ts'

const [dir = '', planId = ''] = process.argv.slice(2)
const opened = openJournal({ dir, planId, create: true })
if (opened.is !== 'open') throw new Error(JSON.stringify(opened))
const { journal } = opened
const begun = journal.beginEpoch()
if (begun.is !== 'begun') throw new Error(begun.problem.message)
let next = journal.head().next
for (;;) {
  // Some bodies are kept as blobs, so that the kill also meets their writing.
  const text = 'x'.repeat(next % 7 === 0 ? 40_000 : 100)
  const body = { text, number: next }
  const event = { type: 'finding', at: next, subject: null, planRevision: null, body }
  const appended = journal.append({ run: 'r', expectedSeq: next, epoch: begun.epoch, events: [event, event, event] })
  if (appended.is !== 'appended') throw new Error(JSON.stringify(appended))
  next += 3
  // Synchronous: what is said has been acknowledged, and what was acknowledged is said unless the kill comes between.
  writeSync(1, `${next}\n`)
}

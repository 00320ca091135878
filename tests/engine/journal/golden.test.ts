/**
 * Journals that were written by earlier versions, and what they said: the same journal means the same for ever (RELIABILITY
 * P13). One is added with each release, from a run in which as much as possible happens; none is ever made anew.
 *
 * `journal.db.gz` is the database of a journal, `said.json` what was made of it then: how the run stood in the end, and each
 * event behind which the counts were others.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { toRunEvent } from '../../../src/engine/fold-journal.ts'
import { openJournal } from '../../../src/engine/journal/journal.ts'
import type { EventBody } from '../../../src/run/event.ts'
import { evolve } from '../../../src/run/evolve.ts'
import { newState } from '../../../src/run/new-state.ts'
import { viewRun, type RunView } from '../../../src/run/views.ts'

interface Said {
  readonly plan: string
  readonly events: number
  readonly hash: string
  readonly along: readonly (readonly [event: number, counts: RunView['counts']])[]
  readonly end: RunView
}

const journals = path.join(import.meta.dirname, '../../fixtures/journals')
const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-golden-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function replay(version: string, plan: string): Said {
  const dir = mkdtempSync(path.join(folder, 'journal-'))
  writeFileSync(path.join(dir, 'journal.db'), gunzipSync(readFileSync(path.join(journals, version, 'journal.db.gz'))))
  const opened = openJournal({ dir, planId: plan, create: false })
  if (opened.is !== 'open') throw new Error(JSON.stringify(opened))
  const { journal } = opened
  const verified = journal.verify()
  const read = journal.read<EventBody>()
  journal.close()
  if (verified.is !== 'intact' || read.is !== 'read') throw new Error(JSON.stringify(verified))
  const state = newState()
  const along: (readonly [number, RunView['counts']])[] = []
  for (const event of read.events) {
    evolve(state, toRunEvent(event))
    const { counts } = viewRun(state)
    if (JSON.stringify(along.at(-1)?.[1]) !== JSON.stringify(counts)) along.push([event.seq, counts])
  }
  return { plan, events: verified.events, hash: verified.hash, along, end: viewRun(state) }
}

const versions = readdirSync(journals)
test('there is one of each release', () => expect(versions).toContain('0.1.0'))

test.each(versions)('a journal of version %s says what it said then', (version) => {
  const said = JSON.parse(readFileSync(path.join(journals, version, 'said.json'), 'utf8')) as Said
  expect(JSON.parse(JSON.stringify(replay(version, said.plan)))).toEqual(said)
})

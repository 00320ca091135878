/** What the journal refuses ends the executor with the words and the code of the journal. */

import { expect, test } from 'vitest'
import { HostLost } from '../../src/engine/host.ts'
import { journalHost } from '../../src/engine/journal-host.ts'
import type { Journal } from '../../src/engine/journal/journal.ts'
import { cannotWrite } from '../../src/engine/journal/problem.ts'

const problem = cannotWrite('/repo/.git/millwright', 'the disk is full', 'free some space on it, then resume')

test.each([
  ['an append', () => host().append([], { revision: null, acknowledges: [] })],
  ['the inbox', () => host().inbox()],
])('%s that fails tells the code of the journal', (_, use) => {
  expect(use).toThrow(HostLost)
  expect(use).toThrow(/^MW705 .*the journal cannot be written: the disk is full$/)
})

function host(): ReturnType<typeof journalHost> {
  const journal: Pick<Journal, 'append' | 'pending'> = {
    append: () => ({ is: 'failed', problem }),
    pending: () => ({ is: 'failed', problem }),
  }
  return journalHost(journal as Journal, { run: 'r', epoch: 1, count: 0 })
}

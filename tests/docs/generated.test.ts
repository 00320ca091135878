/** What is generated into the documents is up to date. */

import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './documents.ts'

test.each(['scripts/docs.mjs', 'scripts/schema.mjs'])('%s has nothing to write', (script) => {
  expect(execFileSync(process.execPath, [path.join(root, script), '--check'], { encoding: 'utf8' })).toBe('')
})

/** The measurement of reading calls the sources' own functions, so that it breaks with them: here it is run on a small plan. */

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test('bench/read.mjs measures each stop on the way from bytes to graph', () => {
  const bench = path.join(import.meta.dirname, '..', '..', 'bench', 'read.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench, '--tasks', '60', '--rounds', '1'], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(/^60 tasks, \d+ edges/m)
  for (const stop of ['bare', 'scan', 'read', 'check', 'make-plan', 'graph', 'project'])
    expect(stdout).toMatch(new RegExp(`^${stop} +\\d`, 'm'))
})

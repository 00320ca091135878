/** What 10,000 tasks may hold in memory, whatever the speed of the machine: a heap that is too small ends the process. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBench, type Bench } from '../rig/cli.ts'

const tasks = 10_000
/** Megabytes of the heap for what lives long. 48 were seen to be enough, and 40 too few. */
const heap = 60

let bench: Bench
beforeAll(() => {
  bench = makeBench()
  const lines = ['# Task Plan: many tasks', '## Phase 06: Implementation']
  for (let at = 1; at <= tasks; at += 1) {
    lines.push(`- [ ] T${at + 9999} Do thing number ${at} | traces: FR-${at % 97}`)
    if (at > 31) lines.push(`  blocked_by: [T${at + 9998}, T${at + 9992}, T${at + 9968}]`)
    lines.push(`  files: src/part-${at % 50}/file-${at}.ts (CREATE)`)
  }
  bench.write('tasks.md', lines.join('\n'))
})
afterAll(() => bench.remove())

test.each([
  { words: ['check', 'tasks.md'], says: `${tasks} tasks` },
  { words: ['check', 'tasks.md', '--json'], says: '"diagnostics"' },
  { words: ['graph', 'tasks.md'], says: `T${tasks + 9999} ` },
  { words: ['graph', 'tasks.md', '--format', 'json'], says: `"T${tasks + 9999}"` },
])('$words holds 10,000 tasks in a small heap', async ({ words, says }) => {
  const { code, stdout, stderr } = await bench.millwright(words, {
    env: { NODE_OPTIONS: `--max-old-space-size=${heap}` },
  })
  expect(stderr).not.toContain('out of memory')
  expect(code).toBe(0)
  expect(stdout).toContain(says)
})

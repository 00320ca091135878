// Time and memory of `check` on a plan of many tasks: `node bench/check-10k.mjs [TASKS]`, after `npm run build`.
//
// Prints the whole process beside an empty Node process, so that the ratio says something on any machine.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const program = path.join(root, 'dist', 'cli.js')
const tasks = Number(process.argv[2] ?? 10_000)
const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-bench-'))

/** One phase in ten is the implementation; every task waits for one to three of those before it. */
function planOf(count) {
  const id = (number) => `T${String(number).padStart(5, '0')}`
  const lines = ['# Task Plan: many tasks', '']
  for (let number = 1; number <= count; number += 1) {
    if (number % 1000 === 1)
      lines.push(`## Phase ${String(number === 1 ? 6 : 10 + Math.floor(number / 1000)).padStart(2, '0')}: Part`, '')
    lines.push(`- [ ] ${id(number)} Do thing number ${number} | traces: FR-${number % 97}`)
    const blockers = [1, 7, 31].map((back) => number - back * (1 + (number % 3))).filter((it) => it > 0)
    if (blockers.length > 0) lines.push(`  blocked_by: [${blockers.map(id).join(', ')}]`)
    lines.push(`  files: src/part-${number % 50}/file-${number}.ts (CREATE)`)
  }
  return `${lines.join('\n')}\n`
}

/** Best of five; peak memory is the process's own word, told by `/proc` through a hook at its end. */
function measure(words) {
  const hook = path.join(folder, 'peak.cjs')
  writeFileSync(
    hook,
    "process.on('exit', () => require('fs').writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)))",
  )
  const peakFile = path.join(folder, 'peak')
  let best = { ms: Infinity, mb: 0, code: null }
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now()
    const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' })
    const ms = performance.now() - begun
    spawnSync(process.execPath, ['--require', hook, ...words], {
      stdio: 'ignore',
      env: { ...process.env, PEAK: peakFile },
    })
    if (ms < best.ms) best = { ms, mb: 0, code: status }
  }
  return { ...best, peak: peakFile }
}

try {
  const { readFileSync } = await import('node:fs')
  writeFileSync(path.join(folder, 'empty.mjs'), '')
  const plan = path.join(folder, 'tasks.md')
  writeFileSync(plan, planOf(tasks))
  const rows = [
    ['empty process', [path.join(folder, 'empty.mjs')]],
    ['--help', [program, '--help']],
    [`check, ${tasks} tasks`, [program, 'check', plan]],
    [`check --json, ${tasks} tasks`, [program, 'check', plan, '--json']],
  ]
  let empty = null
  for (const [name, words] of rows) {
    const { ms, code, peak } = measure(words)
    empty ??= ms
    const mb = Number(readFileSync(peak, 'utf8')) / 1024
    console.log(
      `${name.padEnd(28)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / empty).toFixed(2).padStart(6)}x  ${mb.toFixed(0).padStart(5)} MB  exit ${code}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

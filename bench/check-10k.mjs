// Time and memory of `check` and `graph` on a plan of many tasks: `node bench/check-10k.mjs [TASKS]`, after `npm run build`.
//
// Prints the whole process beside an empty Node process, so that the ratio says something on any machine, and how the
// CPU time of `check` grows from half to twice as many tasks: 2.0 each time is linear.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const program = path.join(root, 'dist', 'cli.js')

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

/** Least wall and CPU time and peak memory of five runs; a process tells its own through a hook at its end. */
function measure(folder, words, rounds = 5) {
  const hook = path.join(folder, 'spent.mjs')
  const spent = path.join(folder, 'spent.json')
  writeFileSync(
    hook,
    `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(${JSON.stringify(spent)}, JSON.stringify(process.resourceUsage())))`,
  )
  const best = { ms: Infinity, cpu: Infinity, mb: Infinity, code: null }
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' })
    best.ms = Math.min(best.ms, performance.now() - begun)
    best.code = status
    spawnSync(process.execPath, ['--import', pathToFileURL(hook).href, ...words], { stdio: 'ignore' })
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(spent, 'utf8'))
    best.cpu = Math.min(best.cpu, (userCPUTime + systemCPUTime) / 1000)
    best.mb = Math.min(best.mb, maxRSS / 1024)
  }
  return best
}

function main(tasks) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-bench-'))
  const planned = (count) => {
    const file = path.join(folder, `tasks-${count}.md`)
    writeFileSync(file, planOf(count))
    return file
  }
  try {
    writeFileSync(path.join(folder, 'empty.mjs'), '')
    const plan = planned(tasks)
    const rows = [
      ['empty process', [path.join(folder, 'empty.mjs')]],
      ['--help', [program, '--help']],
      [`check, ${tasks} tasks`, [program, 'check', plan]],
      [`check --json, ${tasks} tasks`, [program, 'check', plan, '--json']],
      [`graph, ${tasks} tasks`, [program, 'graph', plan]],
    ]
    let empty = null
    for (const [name, words] of rows) {
      const { ms, cpu, mb, code } = measure(folder, words)
      empty ??= ms
      const cells = [
        `${ms.toFixed(0)} ms`,
        `${(ms / empty).toFixed(2)}x`,
        `${cpu.toFixed(0)} ms CPU`,
        `${mb.toFixed(0)} MB`,
      ]
      console.log(`${name.padEnd(28)} ${cells.map((it) => it.padStart(11)).join('')}  exit ${code}`)
    }
    const idle = measure(folder, [program, '--version'], 3).cpu
    const times = [tasks / 2, tasks, tasks * 2].map(
      (it) => measure(folder, [program, 'check', planned(it)], 3).cpu - idle,
    )
    const growth = times.slice(1).map((time, at) => (time / times[at]).toFixed(2))
    console.log(`growth of check with twice the tasks, twice: ${growth.join(', ')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

main(Number(process.argv[2] ?? 10_000))

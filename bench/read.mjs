// How fast a phase plan is read and checked: CPU time of each stop on the way, megabytes a second and peak memory.
//
//   node bench/read.mjs [--tasks 10000] [--rounds 7] [--cli]
//
// Everything is built from source, and the plan is made here. CPU times count, since wall times tell how busy a machine
// is; the ratio to a bare pass over the same bytes in the same process tells more than either. `once` is the first pass
// of a fresh process, which is what a person waits for; `warm` is the least of the later ones. `--cli` also runs the
// whole program on the plan.
import { createHash } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const self = fileURLToPath(import.meta.url)
const root = path.dirname(path.dirname(self))

/** A plan of the shape real ones have: phases, sections, ids, traces, files with actions, edges both ways, some prose. */
export function makePlanText(tasks) {
  const phases = ['04: Design', '05: Test Strategy', '06: Implementation', '07: Testing', '08: Review']
  const id = (number) => `T${String(number).padStart(4, '0')}`
  const lines = ['# Task plan: a feature of many parts', '', '## Progress Summary', '']
  lines.push('| Phase | Tasks | Done | Status |', '|---|---|---|---|')
  const each = Math.ceil(tasks / phases.length)
  for (const phase of phases) lines.push(`| ${phase.slice(0, 2)} | ${each} | 0 | PENDING |`)
  for (let number = 1; number <= tasks; number += 1) {
    const within = (number - 1) % each
    if (within === 0) lines.push('', `## Phase ${phases[(number - 1) / each]} -- PENDING`, '')
    if (within % 20 === 0) lines.push('', `### Part ${Math.floor(within / 20) + 1}`, '')
    const requirement = String((number % 40) + 1).padStart(3, '0')
    const criteria = `AC-${requirement}-01, AC-${requirement}-02`
    const dash = number % 5 === 0 ? ' — and its errors' : ''
    lines.push(
      `- [ ] ${id(number)} Build part ${number} of the importer${dash} | traces: FR-${requirement}, ${criteria}`,
    )
    const folder = `src/part-${number % 200}`
    const test = number % 3 === 0 ? `, tests/part-${number % 200}/unit-${number}.test.js (CREATE)` : ''
    lines.push(`    files: ${folder}/unit-${number}.js (CREATE), ${folder}/index.js (MODIFY)${test}`)
    const blockers = [1, 2, 7]
      .filter((step, at) => within > step && (number + at) % 2 === 0)
      .map((step) => number - step)
    lines.push(`    blocked_by: ${blockers.length === 0 ? 'none' : `[${blockers.map(id).join(', ')}]`}`)
    if (within + 20 < each && number % 4 === 0 && number + 20 <= tasks) lines.push(`    blocks: [${id(number + 20)}]`)
    if (number % 10 === 0)
      lines.push(
        '    description: |',
        '      Reads one record after the other and says which',
        '      of them it could not take.',
      )
  }
  return `${lines.join('\n')}\n`
}

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** In a fresh process: CPU milliseconds of each stop for each round, and the peak of memory in kilobytes. */
async function measure(bundle, file, rounds) {
  const idle = process.resourceUsage().maxRSS
  const { check, graphOf, makePlan, noFacts, phaseTasks, scan } = await import(pathToFileURL(bundle).href)
  const loaded = process.resourceUsage().maxRSS
  const hash = (text) => createHash('sha256').update(text).digest('hex')
  const times = {}
  const timed = (name, run) => {
    const before = cpu()
    const result = run()
    ;(times[name] ??= []).push(cpu() - before)
    return result
  }
  const peaks = []
  let found = null
  for (let round = 0; round < rounds; round += 1) {
    // A copy of its own, so that nothing kept for the bytes of an earlier round helps.
    const bytes = readFileSync(file)
    const source = { path: 'tasks.md', bytes }
    const draft = timed('read', () => phaseTasks.read([source]))
    const diagnostics = timed('check', () => check(draft, noFacts, {}, phaseTasks.findings?.(draft) ?? []))
    const plan = timed('make-plan', () => makePlan(draft, { hash, implementation: () => true }))
    // What nobody asks for is not worked out: everything is asked for.
    const graph = timed('graph', () => ({ ...graphOf(plan) }))
    peaks.push(process.resourceUsage().maxRSS)
    const last = plan.tasks.at(-1)
    const wish = { key: last.key, id: last.id, title: last.title, state: 'done', reason: null, writtenReason: null }
    timed('project', () => phaseTasks.project([source], { marks: [wish], summary: true }))
    timed('scan', () => scan({ ...source, bytes: Buffer.from(bytes) }))
    timed('bare', () => Buffer.from(bytes).toString('utf8').split('\n').length)
    found = {
      tasks: draft.tasks.length,
      edges: plan.edges.length,
      ordered: graph.order.length,
      findings: diagnostics.length,
    }
  }
  return { times, found, idle, loaded, peak: peaks[0], bytes: readFileSync(file).length }
}

const child = process.argv[2] === '--measure'
if (child) {
  const [bundle, file, rounds] = process.argv.slice(3)
  process.stdout.write(JSON.stringify(await measure(bundle, file, Number(rounds))))
} else if (process.argv[1] === self) await main()

/** Megabytes a second of reading with diagnostics, once the code is warm: the least CPU time of some passes. */
export async function readingSpeed(tasks = 10_000) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-read-'))
  try {
    const file = path.join(folder, 'tasks.md')
    writeFileSync(file, makePlanText(tasks))
    const bundle = await buildReading(folder)
    const words = [self, '--measure', bundle, file, '7']
    const { times, bytes } = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))
    const each = times.read.map((time, at) => time + (times.check[at] ?? 0))
    return (bytes / 1e6 / Math.min(...each)) * 1000
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      tasks: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '7' },
      cli: { type: 'boolean', default: false },
    },
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-read-'))
  try {
    const file = path.join(folder, 'tasks.md')
    writeFileSync(file, makePlanText(Number(values.tasks)))
    const bundle = await buildReading(folder)
    const run = (rounds) =>
      JSON.parse(
        execFileSync(process.execPath, [self, '--measure', bundle, file, String(rounds)], { encoding: 'utf8' }),
      )
    // Three fresh processes: the least busy of them is the truth about the first pass.
    const firsts = [run(1), run(1), run(1)]
    show(firsts, run(Number(values.rounds)))
    if (values.cli) await showProgram(folder, file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function buildReading(folder) {
  const { build } = await import('esbuild')
  const outfile = path.join(folder, 'reading.mjs')
  const contents = [
    "export { scan } from './src/dialects/scanner.ts'",
    "export { phaseTasks } from './src/dialects/phase-tasks/index.ts'",
    "export { check } from './src/plan/check.ts'",
    "export { makePlan } from './src/plan/make-plan.ts'",
    "export { graphOf } from './src/plan/graph.ts'",
    "export { noFacts } from './src/plan/facts.ts'",
  ].join('\n')
  const stdin = { contents, resolveDir: root, loader: 'ts' }
  await build({
    stdin,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  })
  return outfile
}

function show(firsts, warm) {
  const { found, bytes } = warm
  const size = bytes / 1e6
  const least = (name) => Math.min(...firsts.map(({ times }) => times[name][0]))
  const best = (name) => Math.min(...warm.times[name])
  console.log(
    `${found.tasks} tasks, ${found.edges} edges, ${found.findings} findings, ${size.toFixed(2)} MB; CPU time in ms`,
  )
  console.log('stage       once      MB/s    x bare |    warm      MB/s    x bare')
  for (const name of ['bare', 'scan', 'read', 'check', 'make-plan', 'graph', 'project']) {
    const cells = [least(name), best(name)].map((time, at) => {
      const bare = at === 0 ? least('bare') : best('bare')
      const speed = (size / time) * 1000
      return `${time.toFixed(1).padStart(7)} ${speed.toFixed(1).padStart(9)} ${(time / bare).toFixed(1).padStart(9)}`
    })
    console.log(`${name.padEnd(9)}${cells.join(' |')}`)
  }
  const peak = Math.min(...firsts.map((it) => it.peak))
  const { idle, loaded } = firsts[0]
  const mb = (kilobytes) => `${(kilobytes / 1024).toFixed(0)} MB`
  console.log(`peak memory ${mb(peak)} once read, checked, made and ordered (${mb(idle)} empty, ${mb(loaded)} loaded)`)
}

/** The whole program, `check` on the plan, against a Node process that does nothing. */
async function showProgram(folder, file) {
  const { build } = await import('esbuild')
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  await build({
    absWorkingDir: root,
    stdin: { contents: "import { main } from './src/cli/main.ts'\nmain()", resolveDir: root, sourcefile: 'cli.ts' },
    outdir: path.join(folder, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: Object.keys(dependencies).filter((name) => name === 'libsql'),
    define: { __MILLWRIGHT_VERSION__: '"0.0.0"' },
    banner: { js: "import { createRequire as __r } from 'node:module';const require = __r(import.meta.url);" },
    loader: { '.txt': 'text' },
    logLevel: 'warning',
  })
  mkdirSync(path.join(folder, 'empty'))
  writeFileSync(path.join(folder, 'empty', 'nothing.mjs'), '')
  const peakFile = path.join(folder, 'peak.json')
  const spy = path.join(folder, 'spy.mjs')
  writeFileSync(
    spy,
    `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(${JSON.stringify(peakFile)}, JSON.stringify(process.resourceUsage())))`,
  )
  for (const [name, words] of [
    ['empty node', [path.join(folder, 'empty', 'nothing.mjs')]],
    ['check', [path.join(folder, 'dist', 'stdin.mjs'), 'check', file]],
    ['graph --json', [path.join(folder, 'dist', 'stdin.mjs'), 'graph', file, '--format', 'json']],
  ]) {
    let best = null
    for (let round = 0; round < 3; round += 1) {
      const began = process.hrtime.bigint()
      spawnSync(process.execPath, ['--import', pathToFileURL(spy).href, ...words], { stdio: 'ignore' })
      const wall = Number(process.hrtime.bigint() - began) / 1e6
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(peakFile, 'utf8'))
      const one = { wall, cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS / 1024 }
      if (best === null || one.cpu < best.cpu) best = one
    }
    const { wall, cpu: time, peak } = best
    console.log(`${name.padEnd(13)} ${time.toFixed(0)} ms CPU, ${wall.toFixed(0)} ms, peak ${peak.toFixed(0)} MB`)
  }
}

// What Millwright itself costs, as ratios to what else was measured in the same minutes: `npm run bench`, `-- --help`.
//
// Each round measures all rows one after another, so that a busy moment of the machine touches what is compared alike; the
// table has the median of the rounds. `--keep` writes it into docs/BENCHMARK.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  environmentIn,
  id,
  inScratch,
  median,
  plainFolder,
  planOf,
  program,
  repository,
  root,
  script,
  timed,
} from './ground.mjs'
import { readingSpeed } from './read.mjs'

const usage = `Usage: npm run bench -- [options]

  --only ROW    one row and what it is held against; may be given again
  --rounds N    how often each row is measured (default 3); the table has the median
  --tasks N     length of the chains (default 1000)
  --keep        write the table of all rows into docs/BENCHMARK.md

Example: npm run bench -- --only worktree-gate`

/** @returns what the call asks for; ends where it is wrong */
function readWords() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        rounds: { type: 'string', default: '3' },
        tasks: { type: 'string', default: '1000' },
        only: { type: 'string', multiple: true, default: [] },
        keep: { type: 'boolean', default: false },
      },
    })
    for (const name of ['rounds', 'tasks'])
      if (!/^[1-9]\d{0,5}$/.test(values[name])) wrongCall(`--${name} is a whole number, not ${values[name]}`)
    if (values.keep && values.only.length > 0) wrongCall('--keep writes the whole table: without --only')
    return values
  } catch (error) {
    return wrongCall(error.message.split('\n', 1)[0])
  }
}

function wrongCall(what) {
  console.error(`bench: ${what}\n\n${usage}`)
  process.exit(2)
}

const values = readWords()
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const tasks = Number(values.tasks)
const rounds = Number(values.rounds)

/** Programs that do nothing, started by a bare Node process. @returns milliseconds for each */
function bareSpawn(count, atOnce) {
  const code = `import { spawn } from 'node:child_process'
let left = ${count}
const work = async () => {
  while (left-- > 0) await new Promise((done) => spawn('true', { stdio: 'ignore' }).on('close', done))
}
await Promise.all(Array.from({ length: ${atOnce} }, work))`
  return inScratch(async (top) => {
    const env = environmentIn(top)
    const { ms } = await timed([process.execPath, '--input-type=module', '-e', code], { cwd: top, env })
    return ms / count
  })
}

async function run(top, folder, words, peak = false) {
  const argv = [process.execPath, program, 'run', 'tasks.md', '--yes', ...words]
  const ended = await timed(argv, { cwd: folder, env: environmentIn(top), peak })
  if (ended.code !== 0) throw new Error(`millwright ended with ${ended.code}:\n${ended.err}`)
  return ended
}

/** Tasks that do nothing, in the folder itself. @returns milliseconds for each, and the peak of memory */
function noWorkspace(count, { chain = true, jobs = 1, gate = false, action } = {}) {
  return inScratch(async (top) => {
    const folder = plainFolder(top, planOf(count, { chain, action }))
    const gates = gate ? ['--gate', 'ok=true'] : []
    const words = ['--workspace', 'none', '--exec', 'true', '--jobs', String(jobs), ...gates]
    const { ms, mb } = await run(top, folder, words, true)
    return { ms: ms / count, mb }
  })
}

/**
 * Isolated tasks in a repository of 1,000 files, each of which adds a line to a file; what it takes to begin and to end a
 * run is taken off by measuring two lengths. @returns milliseconds for each task
 * @param of.among how many tasks the plan has, of which these are the first; default: no others
 */
function isolated({ gate, among }) {
  const [few, many] = [10, 40]
  const measure = (count) =>
    inScratch(async (top) => {
      const plan = planOf(among ?? count, { file: 'src/part-1/file-1.txt', action: 'MODIFY' })
      const folder = repository(top, 1000, plan)
      const agent = script(top, 'agent.sh', 'echo "$MILLWRIGHT_TASK" >> src/part-1/file-1.txt')
      const gates = gate ? ['--gate', 'ok=true'] : []
      const until = among === undefined ? [] : ['--until', id(count)]
      return (await run(top, folder, ['--exec', agent, '--jobs', '1', ...gates, ...until])).ms
    })
  return measure(few).then(async (begun) => ((await measure(many)) - begun) / (many - few))
}

/** What agent and gate of an isolated task cost by themselves. */
function agentAndGate() {
  return inScratch(async (top) => {
    const agent = script(top, 'agent.sh', 'echo "$MILLWRIGHT_TASK" >> file.txt')
    const begun = performance.now()
    for (let turn = 0; turn < 50; turn += 1) {
      spawnSync(agent, { cwd: top })
      spawnSync('true')
    }
    return (performance.now() - begun) / 50
  })
}

/** Targets one after another that do nothing. @returns milliseconds for each, or null where the program is missing */
function chainOf(tool, count) {
  if (tool !== 'wireit' && spawnSync(tool, ['--version']).status !== 0) return null
  return inScratch(async (top) => {
    const names = Array.from({ length: count }, (_, at) => `t${at}`)
    let argv = [tool, '-j1']
    if (tool === 'make') {
      const rules = names.map((name, at) => `${name}:${at === 0 ? '' : ` t${at - 1}`}\n\t@true\n`)
      writeFileSync(path.join(top, 'Makefile'), `.PHONY: ${names.join(' ')}\nall: ${names.at(-1)}\n${rules.join('')}`)
      argv = ['make', '-s', '-j1', 'all']
    } else if (tool === 'ninja') {
      const rules = names.map((name, at) => `build ${name}: run${at === 0 ? '' : ` t${at - 1}`}\n`)
      writeFileSync(path.join(top, 'build.ninja'), `rule run\n  command = true\n${rules.join('')}`)
    } else {
      const wireit = Object.fromEntries(
        names.map((name, at) => [name, { command: 'true', ...(at === 0 ? {} : { dependencies: [`t${at - 1}`] }) }]),
      )
      const scripts = Object.fromEntries(names.map((name) => [name, 'wireit']))
      writeFileSync(path.join(top, 'package.json'), JSON.stringify({ name: 'bench', private: true, scripts, wireit }))
      const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '-D', 'wireit@0.14'], { cwd: top })
      if (installed.status !== 0) return null
      argv = ['npm', 'run', '-s', names.at(-1)]
    }
    const { ms, code } = await timed(argv, { cwd: top, env: { ...environmentIn(top), WIREIT_PARALLEL: '1' } })
    return code === 0 ? ms / count : null
  })
}

/** Wall time of a quick command, the least of some calls. */
async function startUp(words, times = 9) {
  return inScratch(async (top) => {
    const folder = plainFolder(top, planOf(12))
    const env = environmentIn(top)
    writeFileSync(path.join(top, 'empty.mjs'), '')
    if (words?.includes('status')) await run(top, folder, ['--workspace', 'none', '--exec', 'true'])
    const argv = words === null ? [path.join(top, 'empty.mjs')] : [program, ...words]
    const all = []
    for (let time = 0; time < times; time += 1)
      all.push((await timed([process.execPath, ...argv], { cwd: folder, env })).ms)
    return Math.min(...all)
  })
}

/** From the call to the first line that the first agent writes. */
function firstTask(workspace) {
  return inScratch(async (top) => {
    const folder = workspace === 'none' ? plainFolder(top, planOf(3)) : repository(top, 1000, planOf(3))
    const note = path.join(top, 'begun')
    const agent = script(top, 'agent.sh', `[ -e ${note} ] || date +%s%N > ${note}`)
    const begun = Date.now()
    await run(top, folder, ['--workspace', workspace, '--exec', agent])
    return Number(readFileSync(note, 'utf8')) / 1e6 - begun
  })
}

/** name, what it measures, the goal of the design as a number, what the number is relative to. */
const rows = [
  { name: 'bare', title: 'bare Node spawn, one after another', measure: () => bareSpawn(tasks, 1), unit: 'ms' },
  { name: 'bare-2', title: 'bare Node spawn, two at a time', measure: () => bareSpawn(tasks, 2), unit: 'ms' },
  { name: 'ninja', title: 'ninja, chain', measure: () => chainOf('ninja', tasks), unit: 'ms' },
  { name: 'make', title: 'make, chain', measure: () => chainOf('make', tasks), unit: 'ms' },
  { name: 'wireit', title: 'wireit, chain of 100', measure: () => chainOf('wireit', 100), unit: 'ms' },
  {
    name: 'none',
    title: 'Millwright, no workspace, chain',
    measure: () => noWorkspace(tasks),
    unit: 'ms',
    of: 'bare',
    goal: 1.5,
  },
  {
    name: 'none-2',
    title: 'Millwright, no workspace, two at a time',
    measure: () => noWorkspace(tasks, { chain: false, jobs: 2 }),
    unit: 'ms',
    of: 'bare',
    goal: 1.2,
  },
  {
    name: 'none-gate',
    title: 'Millwright, no workspace, with a gate',
    measure: () => noWorkspace(tasks, { gate: true }),
    unit: 'ms',
    of: 'bare',
  },
  {
    name: 'none-many',
    title: `Millwright, no workspace, ${tasks * 10} tasks`,
    measure: () => noWorkspace(tasks * 10),
    unit: 'ms',
    of: 'none',
    goal: 1.2,
    mostMb: 100,
  },
  {
    name: 'none-file',
    title: `Millwright, no workspace, ${tasks * 4} tasks that write one file, two at a time`,
    measure: () => noWorkspace(tasks * 4, { chain: false, jobs: 2, action: 'MODIFY' }),
    unit: 'ms',
    of: 'none',
  },
  {
    name: 'worktree',
    title: 'Millwright, isolated, 1,000 files',
    measure: () => isolated({ gate: false }),
    unit: 'ms',
  },
  {
    name: 'worktree-gate',
    title: 'Millwright, isolated with a gate, 1,000 files',
    measure: () => isolated({ gate: true }),
    unit: 'ms',
    needs: ['agent-gate', 'bare'],
  },
  {
    name: 'worktree-many',
    title: `Millwright, isolated with a gate, 1,000 files, of a plan of ${tasks * 10} tasks`,
    measure: () => isolated({ gate: true, among: tasks * 10 }),
    unit: 'ms',
  },
  { name: 'agent-gate', title: 'agent and gate of these by themselves', measure: agentAndGate, unit: 'ms' },
  { name: 'reading', title: 'reading a plan of 10,000 tasks', measure: readingSpeed, unit: 'MB/s', least: 50 },
  { name: 'empty', title: 'an empty Node process', measure: () => startUp(null), unit: 'ms' },
  { name: 'help', title: '--help', measure: () => startUp(['--help']), unit: 'ms', of: 'empty', goal: 1.5 },
  {
    name: 'check',
    title: 'check on a small plan',
    measure: () => startUp(['check', 'tasks.md']),
    unit: 'ms',
    of: 'empty',
    goal: 1.5,
  },
  {
    name: 'status',
    title: 'status on a small plan',
    measure: () => startUp(['status', 'tasks.md']),
    unit: 'ms',
    of: 'empty',
    goal: 1.5,
  },
  {
    name: 'first',
    title: 'from the call to the first agent, no workspace',
    measure: () => firstTask('none'),
    unit: 'ms',
    most: 100,
  },
  {
    name: 'first-isolated',
    title: 'from the call to the first agent, isolated',
    measure: () => firstTask('worktree'),
    unit: 'ms',
  },
]

const unknown = values.only.filter((name) => !rows.some((it) => it.name === name))
if (unknown.length > 0)
  wrongCall(`no row is called ${unknown.join(', ')}; there are ${rows.map((it) => it.name).join(', ')}`)
// A set gives what is added while it is walked.
const wanted = new Set(values.only.length === 0 ? rows.map((it) => it.name) : values.only)
for (const name of wanted) {
  const { of, needs = [] } = rows.find((it) => it.name === name)
  for (const other of [...needs, ...(of === undefined ? [] : [of])]) wanted.add(other)
}
const chosen = rows.filter((it) => wanted.has(it.name))
const measured = new Map(chosen.map((it) => [it.name, []]))
for (let round = 1; round <= rounds; round += 1)
  for (const row of chosen) {
    process.stderr.write(`round ${round} of ${rounds}: ${row.title}\n`)
    const found = await row.measure()
    measured.get(row.name).push(typeof found === 'object' && found !== null ? found : { ms: found, mb: null })
  }

const middle = (name) => median((measured.get(name) ?? []).map((it) => it.ms).filter((it) => it !== null))
const numbers = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
const lines = ['| what | measured | ratio | goal | met |', '|---|---|---|---|---|']
for (const row of chosen) {
  const value = middle(row.name)
  const mb = median((measured.get(row.name) ?? []).map((it) => it.mb).filter((it) => it !== null))
  const text = Number.isNaN(value)
    ? 'not on this machine'
    : `${numbers(value)} ${row.unit}${Number.isNaN(mb) ? '' : `, ${mb.toFixed(0)} MB`}`
  const ratio = row.of === undefined ? NaN : value / middle(row.of)
  const goals = [
    ...(row.goal === undefined ? [] : [[`≤ ${row.goal}× ${row.of}`, ratio <= row.goal]]),
    ...(row.mostMb === undefined ? [] : [[`≤ ${row.mostMb} MB`, mb <= row.mostMb]]),
    ...(row.least === undefined ? [] : [[`≥ ${row.least} ${row.unit}`, value >= row.least]]),
    ...(row.most === undefined ? [] : [[`≤ ${row.most} ${row.unit}`, value <= row.most]]),
  ]
  const met = goals.length === 0 ? '' : goals.every(([, isMet]) => isMet) ? 'yes' : '**no**'
  lines.push(
    `| ${row.title} | ${text} | ${Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)}×`} | ${goals.map(([goal]) => goal).join(', ')} | ${met} |`,
  )
}
const own = middle('worktree-gate') - middle('agent-gate')
if (!Number.isNaN(own))
  lines.push(
    `| **our own cost of an isolated task with a gate** | ${numbers(own)} ms | ${(own / middle('bare')).toFixed(1)}× bare | ≤ 40 ms | ${own <= 40 ? 'yes' : '**no**'} |`,
  )
const table = lines.join('\n')
console.log(table)

if (values.keep) {
  const page = path.join(root, 'docs', 'BENCHMARK.md')
  const [begin, end] = ['<!-- results: begin -->', '<!-- results: end -->']
  const text = readFileSync(page, 'utf8')
  const commit = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.trim()
  const cpu = os.cpus()[0]?.model ?? 'unknown'
  const disk = spawnSync('stat', ['-f', '-c', '%T', os.tmpdir()], { encoding: 'utf8' }).stdout?.trim() || 'unknown'
  const about = `${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.version}, ${os.availableParallelism()} cores (${cpu}), files on ${disk}, median of ${rounds} rounds.`
  writeFileSync(
    page,
    `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${about}\n\n${table}\n\n${text.slice(text.indexOf(end))}`,
  )
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { rebuild, rebuildOf } from '../../src/calls/journal/journal-calls.ts'
import { useJournal } from '../../src/calls/journal/open-journal.ts'
import { planLock } from '../../src/engine/plan-lock.ts'
import { acquireLock } from '../../src/system/lock.ts'
import { closed } from '../rig/served.ts'
import { makeBench, type Bench } from '../rig/cli.ts'
import { compile } from '../system/programs/compile.ts'

const plan = `# Task Plan: try

## Phase 06: Implementation -- PENDING
- [ ] T001 Write a
  files: a.txt (CREATE)
- [ ] T002 Write b
  files: b.txt (CREATE)
  blocked_by: [T001]
- [ ] T003 Never done
  files: c.txt (CREATE)
- [ ] T004 After it
  files: d.txt (CREATE)
  blocked_by: [T003]
`
const agent = `import fs from 'node:fs'
const task = process.env.MILLWRIGHT_TASK
if (task === 'T003' && !fs.existsSync(process.env.HOME + '/now')) process.exit(1)
fs.writeFileSync({ T001: 'a.txt', T002: 'b.txt', T003: 'c.txt', T004: 'd.txt' }[task], task)
`
interface Told {
  readonly counts: object
  readonly tasks: readonly { readonly id: string; readonly state: string; readonly proof: string | null }[]
}
interface Logged {
  readonly seq: number
  readonly subject: { readonly step: string | null }
  readonly body: { readonly type: string; readonly to?: string }
}
const benches: Bench[] = []
afterEach(() => {
  for (const bench of benches.splice(0)) bench.remove()
})

function git(bench: Bench, ...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
    cwd: bench.folder,
    encoding: 'utf8',
  }).trim()
}

/** A repository whose plan was run once: two tasks done, one blocked, one that waits for it. */
async function ran(): Promise<Bench> {
  const bench = makeBench({ git: true })
  benches.push(bench)
  bench.write('tasks.md', plan)
  bench.write('agent.mjs', agent)
  git(bench, 'add', '-A')
  git(bench, 'commit', '-qm', 'begin')
  const ended = await bench.millwright(['run', 'tasks.md', '--exec', 'node agent.mjs', '--gate', 'ok=true'])
  expect(ended.code, ended.stderr).toBe(1)
  return bench
}

test('status, log, replay, verify and why tell the run; none of them writes', async () => {
  const bench = await ran()
  const before = git(bench, 'status', '--porcelain') + git(bench, 'rev-parse', 'HEAD')
  const status = await bench.millwright(['status', 'tasks.md', '--json'])
  const told = JSON.parse(status.stdout) as Told
  expect(status.code).toBe(1)
  expect(told.counts).toEqual({ done: 2, blocked: 2, failed: 0, skipped: 0, deferred: 0, remaining: 0 })
  expect(told.tasks.map((it) => [it.id, it.state, it.proof])).toEqual([
    ['T001', 'done', 'verified'],
    ['T002', 'done', 'verified'],
    ['T003', 'blocked', null],
    ['T004', 'blocked', null],
  ])
  expect((await bench.millwright(['status', 'tasks.md'])).stdout).toContain('Unmet dependencies: T003')

  const log = (await bench.millwright(['log', 'tasks.md', '--jsonl'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Logged)
  expect(log.map((it) => it.seq)).toEqual(log.map((_, at) => at))
  expect(log.at(-1)?.body.type).toBe('run-finished')
  const half = log.find(
    (it) => it.body.type === 'step-moved' && it.body.to === 'done' && it.subject.step === 'work',
  )?.seq
  const replayed = JSON.parse(
    (await bench.millwright(['replay', 'tasks.md', '--until', String(half), '--json'])).stdout,
  )
  expect(replayed).toMatchObject({ until: half, counts: { done: 1 }, status: 'running' })

  const beyond = await bench.millwright(['replay', 'tasks.md', '--until', String(log.length)])
  expect([beyond.code, beyond.stdout]).toEqual([2, ''])
  expect(beyond.stderr).toContain(`there is no event ${log.length}: the last one is ${log.length - 1}`)
  for (const verb of ['approve', 'show'])
    expect((await bench.millwright(['review', verb, '--plan', 'tasks.md'])).stderr).toContain(
      `review ${verb} needs the id of a review`,
    )

  expect((await bench.millwright(['verify', 'tasks.md'])).stdout).toContain(`journal intact: ${log.length} events`)
  const why = (await bench.millwright(['why', 'tasks.md', 'T004'])).stdout
  expect(why).toContain('waits for T003 (blocked: Implementation failed after 4 attempts')
  // The mark on T004 only repeats that it waits; the one on T003 is what is the matter.
  expect(why).not.toContain('stopped by its own mark')
  expect((await bench.millwright(['why', 'tasks.md', 'T003'])).stdout).toContain('is stopped by its own mark')
  expect(git(bench, 'status', '--porcelain') + git(bench, 'rev-parse', 'HEAD')).toBe(before)
})

test('unblock is the way back: it releases what waits, and run goes on', async () => {
  const bench = await ran()
  expect((await bench.millwright(['unblock', 'tasks.md', 'T009'])).stderr).toContain('there is no task T009')
  expect((await bench.millwright(['unblock', 'tasks.md', 'T001'])).stderr).toContain('done stays done')
  expect(
    (await bench.millwright(['unblock', 'tasks.md', 'T003'], { env: { MILLWRIGHT_ATTEMPT: 'x' } })).stderr,
  ).toContain('only a human may unblock')
  // Of several, a name that is none stops all; else each has its own answer, and it is said which of them was done.
  const slip = await bench.millwright(['unblock', 'tasks.md', 'T003', 'T009'])
  expect([slip.code, slip.stdout]).toEqual([2, ''])
  expect(readFileSync(path.join(bench.folder, 'tasks.md'), 'utf8')).toContain('[BLOCKED] T003')
  const both = await bench.millwright(['unblock', 'tasks.md', 'T003', 'T001', '-m', 'try again'])
  expect([both.code, both.stdout]).toEqual([2, expect.stringContaining('T003: it may run again')])
  expect(both.stderr).toMatch(/T001: unblock refused: .*\n(?:.*\n)*done for T003 all the same\n$/)
  // The plan says so at once: the mark and the reason line that were ours are gone, also of what waited for it.
  expect(readFileSync(path.join(bench.folder, 'tasks.md'), 'utf8')).not.toMatch(/BLOCKED|reason:/)
  writeFileSync(path.join(bench.home, 'now'), '')
  const ended = await bench.millwright(['run', 'tasks.md', '--exec', 'node agent.mjs', '--gate', 'ok=true'])
  expect(ended.code, ended.stdout).toBe(0)
  expect(readFileSync(path.join(bench.folder, 'tasks.md'), 'utf8')).toBe(
    plan.replaceAll('- [ ]', '- [X]').replace('PENDING', 'COMPLETE'),
  )
})

test('skip lets the dependants go on, accept is done by a person, defer holds them', async () => {
  const bench = await ran()
  expect((await bench.millwright(['skip', 'tasks.md', 'T003', '-m', 'not needed'])).code).toBe(0)
  await bench.millwright(['run', 'tasks.md', '--exec', 'node agent.mjs'])
  const { tasks } = JSON.parse((await bench.millwright(['status', 'tasks.md', '--json'])).stdout) as Told
  expect(tasks.map((it) => it.state)).toEqual(['done', 'done', 'skipped', 'done'])
  expect(readFileSync(path.join(bench.folder, 'tasks.md'), 'utf8')).toContain(
    '- [SKIP] T003 Never done\n  files: c.txt (CREATE)\n  reason: not needed\n',
  )
  const other = await ran()
  await other.millwright(['accept', 'tasks.md', 'T003'])
  const accepted = JSON.parse((await other.millwright(['status', 'tasks.md', '--json'])).stdout)
  expect(accepted.tasks[2]).toMatchObject({ state: 'done', proof: 'by-human' })
})

test('rebuild writes marks that were lost, and a second time finds nothing to do', async () => {
  const bench = await ran()
  const file = path.join(bench.folder, 'tasks.md')
  const shown = readFileSync(file, 'utf8')
  writeFileSync(file, shown.replace('- [X] T001', '- [ ] T001').replace('# Task Plan: try', '# Task Plan: try it'))
  const verified = await bench.millwright(['verify', 'tasks.md'])
  expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('millwright rebuild')])
  expect((await bench.millwright(['rebuild', 'tasks.md'])).code).toBe(2)
  expect((await bench.millwright(['rebuild', 'tasks.md', '--yes'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(shown.replace('# Task Plan: try', '# Task Plan: try it'))
  expect((await bench.millwright(['rebuild', 'tasks.md'])).stdout).toBe('the plan shows what the journal says\n')
})

test('rebuild writes what the journal says when it writes, and not beside a run', async () => {
  const bench = await ran()
  const file = path.join(bench.folder, 'tasks.md')
  const env = { ...process.env, MILLWRIGHT_STATE: bench.state, HOME: bench.home }
  writeFileSync(file, readFileSync(file, 'utf8').replace('- [X] T001', '- [ ] T001'))
  const rebuilt = await useJournal('tasks.md', { cwd: bench.folder, env }, (opened) =>
    rebuildOf(opened, env, async () => {
      expect((await bench.millwright(['unblock', 'tasks.md', 'T003'])).code).toBe(0)
      return true
    }),
  )
  expect(rebuilt).toMatchObject({ is: 'rebuilt', unplaced: [] })
  expect(readFileSync(file, 'utf8')).not.toMatch(/BLOCKED|reason:/)

  let dir = ''
  await useJournal('tasks.md', { cwd: bench.folder, env }, (opened) => {
    dir = opened.dir
  })
  const taken = await acquireLock({ name: dir, note: path.join(dir, 'holder.json') })
  if (taken.held !== true) throw new Error('the lock is free here')
  writeFileSync(file, readFileSync(file, 'utf8').replace('- [X] T001', '- [ ] T001'))
  const beside = await rebuild('tasks.md', { cwd: bench.folder, env })
  const [followed, undone] = [await bench.millwright(['verify', 'tasks.md']), 'the plan does not show all']
  await taken.lock.release()
  expect([followed.code, followed.stdout]).toEqual([
    0,
    expect.stringMatching(`${undone} of it yet: somebody is at work`),
  ])
  const after = await bench.millwright(['verify', 'tasks.md'])
  expect([after.code, after.stdout]).toEqual([
    1,
    expect.stringContaining(`${undone} that the journal says: \`millwright`),
  ])
  expect(beside).toMatchObject({ is: 'wrong', message: expect.stringContaining('a run is at work on this plan') })
  expect(readFileSync(file, 'utf8')).toContain('- [ ] T001')
})

test('a word beside that of another person waits for it, and is told what became of it', async () => {
  const bench = await ran()
  const env = { ...process.env, MILLWRIGHT_STATE: bench.state, HOME: bench.home }
  let dir = ''
  await useJournal('tasks.md', { cwd: bench.folder, env }, (opened) => {
    dir = opened.dir
  })
  const { name, note, file } = planLock(dir)
  const holdLock = await compile(path.join(import.meta.dirname, '../system/programs/hold-lock.ts'), bench.home)
  const kind = process.platform === 'linux' ? 'abstract' : 'file'
  const other = spawn(process.execPath, [holdLock, name, kind, dir, note, file])
  await once(other.stdout, 'data')
  const unblocked = bench.millwright(['unblock', 'tasks.md', 'T003'])
  // It stands in the inbox when the other one lets go.
  const isPosted = (): Promise<boolean> =>
    useJournal('tasks.md', { cwd: bench.folder, env }, ({ journal }) => {
      const pending = journal.pending()
      return pending.is === 'read' && pending.commands.length > 0
    }) as Promise<boolean>
  while (!(await isPosted())) await new Promise((resolve) => setTimeout(resolve, 20))
  other.stdin.write('go')
  const { code, stdout, stderr } = await unblocked
  expect([code, stdout + stderr]).toEqual([
    0,
    expect.stringMatching(/^it may run again; start a new run with: millwright run tasks\.md/),
  ])
})

test('a mark that a person set against the journal is named by verify and by rebuild, and stays', async () => {
  const bench = await ran()
  const file = path.join(bench.folder, 'tasks.md')
  const ticked = readFileSync(file, 'utf8').replace(/- \[\S+\] T003/, '- [X] T003')
  writeFileSync(file, ticked)
  const left = 'the plan says [X] for T003, the run says blocked; the plan was left as it is'
  const verified = await bench.millwright(['verify', 'tasks.md'])
  expect([verified.code, verified.stdout]).toEqual([
    1,
    expect.stringMatching(/^journal intact.*\nthe plan does not show all that the journal says:\n {2}the plan says/),
  ])
  expect(JSON.parse((await bench.millwright(['verify', 'tasks.md', '--json'])).stdout)).toMatchObject({
    planShowsJournal: false,
    unplaced: [left],
  })
  const rebuilt = await bench.millwright(['rebuild', 'tasks.md', '--yes'])
  expect([rebuilt.code, rebuilt.stdout]).toEqual([
    1,
    `the plan shows what the journal says, but for this:\n  ${left}\n`,
  ])
  expect(readFileSync(file, 'utf8')).toBe(ticked)
})

test.each([
  ['unblock', '[ ]'],
  ['accept', '[X]'],
  ['skip', '[SKIP]'],
  ['defer', '[DEFER]'],
])('%s before a first run: the box that says it', async (verb, box) => {
  const fresh = makeBench({ git: true })
  benches.push(fresh)
  fresh.write('tasks.md', plan.replace('[ ]', '[BLOCKED]'))
  const { code, stderr } = await fresh.millwright([verb, 'tasks.md', 'T001'])
  expect(code).toBe(2)
  expect(stderr).toContain('tasks.md was never run')
  expect(stderr).toContain(`a first run goes by the boxes of the plan: set that of T001 to ${box} in tasks.md`)
  expect((await fresh.millwright(['pause', 'tasks.md'])).stderr).toContain('start it with: millwright run')
})

test('a plan that was never run, a journal that was changed: said, with what to do', async () => {
  const fresh = makeBench({ git: true })
  benches.push(fresh)
  fresh.write('tasks.md', plan)
  expect((await fresh.millwright(['log', 'tasks.md'])).stderr).toContain('was never run')
  expect((await fresh.millwright(['status', 'tasks.md'])).stdout).toContain('4 todo')
  expect((await fresh.millwright(['resume', 'tasks.md'])).code).toBe(2)

  const bench = await ran()
  await closed()
  const plans = path.join(bench.folder, '.git', 'millwright', 'plans')
  const dir = path.join(plans, readdirSync(plans)[0] ?? '')
  const database = readdirSync(dir).find((it) => it.endsWith('.db')) ?? ''
  const bytes = readFileSync(path.join(dir, database))
  const at = bytes.indexOf('draft-taken')
  bytes[at] = 'D'.charCodeAt(0)
  writeFileSync(path.join(dir, database), bytes)
  const verified = await bench.millwright(['verify', 'tasks.md'])
  expect([verified.code, verified.stderr]).toEqual([2, expect.stringMatching(/MW70[12]/)])
  const told = JSON.parse((await bench.millwright(['verify', 'tasks.md', '--json'])).stdout)
  expect(told.planShowsJournal).toBe(null)
  const shown = readFileSync(path.join(bench.folder, 'tasks.md'), 'utf8')
  writeFileSync(path.join(bench.folder, 'tasks.md'), shown.replace('- [X] T001', '- [ ] T001'))
  const rebuilt = await bench.millwright(['rebuild', 'tasks.md', '--yes'])
  expect([rebuilt.code, rebuilt.stderr]).toEqual([2, expect.stringMatching(/MW70[12]/)])
  expect(readFileSync(path.join(bench.folder, 'tasks.md'), 'utf8')).toContain('- [ ] T001')
  const resumed = await bench.millwright(['run', 'tasks.md', '--exec', 'node agent.mjs'])
  expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringMatching(/MW70[12]/)])
})

test('a question of a run that waits is listed, shown and answered from another call', async () => {
  const bench = makeBench({ git: true })
  benches.push(bench)
  bench.write('tasks.md', plan)
  bench.write('agent.mjs', agent)
  git(bench, 'add', '-A')
  git(bench, 'commit', '-qm', 'begin')
  const waiting = await bench.millwright(['run', 'tasks.md', '--exec', 'node agent.mjs', '--gate', 'red=test -f a.txt'])
  expect(waiting.code).toBe(3)
  const [review] = JSON.parse((await bench.millwright(['review', '--plan', 'tasks.md', '--json'])).stdout)
  expect(review).toMatchObject({ id: 'R1', kind: 'baseline', options: ['ignore-same', 'retry', 'block', 'pause'] })
  const call = 'millwright review ignore-same|retry|block|pause R1'
  const listed = await bench.millwright(['review', '--plan', './tasks.md'])
  expect(listed.stdout).toContain(`\n    ${call} --plan ./tasks.md\n`)
  expect((await bench.millwright(['review'])).stdout).toContain(`\n    ${call}\n`)
  const shown = (await bench.millwright(['review', 'show', 'R1', '--plan', 'tasks.md'])).stdout
  expect(shown).toContain('gate red failed')
  expect(shown).toContain(`answer with: ${call} --plan tasks.md --presented `)
  expect(shown).toMatch(/^R1 Gate red on the untouched base\n/)
  expect((await bench.millwright(['review', 'approve', 'R1', '--plan', 'tasks.md'])).stderr).toContain(
    'R1 takes ignore-same, retry, block, pause',
  )
  expect((await bench.millwright(['review', 'ignore-same', 'R1', '--plan', 'tasks.md'])).code).toBe(0)
  const resumed = await bench.millwright(['resume', 'tasks.md'])
  expect(resumed.stdout).toContain('2 completed, 2 blocked')
})

test('a program that is not there is said before anything is marked; a new run takes the agent of the last', async () => {
  const bench = await ran()
  const plan = readFileSync(path.join(bench.folder, 'tasks.md'))
  const missing = await bench.millwright(['run', 'tasks.md', '--exec', 'no-such-agent --x'])
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('MW601 agent exec: the program no-such-agent is not on the PATH'),
  ])
  expect(readFileSync(path.join(bench.folder, 'tasks.md')).equals(plan)).toBe(true)
  await bench.millwright(['unblock', 'tasks.md', 'T003'])
  writeFileSync(path.join(bench.home, 'now'), '')
  bench.write('notes.txt', 'not committed')
  const again = await bench.millwright(['run', 'tasks.md'])
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringContaining('one change is not committed, and agents do not see it: notes.txt'),
  ])
})

test('a dry run executes nothing of the repository, and a branch that is none is a wrong call', async () => {
  const bench = makeBench({ git: true })
  benches.push(bench)
  bench.write('tasks.md', plan)
  bench.write(
    'millwright.toml',
    '[workspace]\nsetup = ["sh", "-c", "echo ran >> ../ran"]\n[gates.g]\nrun = ["sh", "-c", "echo ran >> ../ran"]\n',
  )
  git(bench, 'add', '-A')
  git(bench, 'commit', '-qm', 'begin')
  expect((await bench.millwright(['run', 'tasks.md', '--dry-run'])).code).toBe(0)
  expect(readdirSync(path.dirname(bench.folder)).sort()).toEqual(['home', 'project', 'state'])
  for (const branch of ['a..b', '--upload-pack=x', 'x.lock'])
    expect((await bench.millwright(['run', 'tasks.md', '--exec', 'true', `--branch=${branch}`])).code).toBe(2)
})

test('a sandbox that is asked for is not silently left out', async () => {
  const bench = await ran()
  const ended = await bench.millwright(['run', 'tasks.md', '--exec', 'node agent.mjs', '--sandbox', 'on'])
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('there is none yet')])
})

/** Agents that misbehave, as real processes: each has a clear outcome, and the run goes on with what can go on. */

import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../../../src/system/process-table.ts'
import { builtProgram } from '../../rig/built-program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** T0001 is where the trouble is, T0002 waits for it, T0003 is free of both. */
function troubled(agent: string, config = ''): Project {
  const project = makeProject()
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 Trouble
  files: src/one.txt (CREATE)
- [ ] T0002 After the trouble
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
- [ ] T0003 Elsewhere
  files: src/three.txt (CREATE)
`,
  )
  project.write('notes.txt', 'notes\n')
  if (config !== '') project.write('millwright.toml', config)
  project.commit('Begin')
  project.agent(`
if (task === 'T0002') write('src/two.txt', 'two')
if (task === 'T0003') write('src/three.txt', 'three')
if (task === 'T0001') { ${agent} }
`)
  return project
}

const run = ['run', 'specs/tasks.md', '--yes'] as const

async function outcome(project: Project): ReturnType<Project['view']> {
  return project.view(...run, '--exec', project.exec)
}

/** T0001 did not work out: its reason is said, T0002 waits for it, T0003 is done all the same. */
async function expectBlocked(project: Project, reason: RegExp, attempts = 4): Promise<string> {
  const { out, err, code } = await project.run(...run, '--exec', project.exec)
  const text = `${out}${err}`
  expect(code, text).toBe(1)
  const { view } = JSON.parse(
    JSON.stringify({ view: JSON.parse((await project.run('status', 'specs/tasks.md', '--json')).out) as unknown }),
  ) as Awaited<ReturnType<Project['view']>>
  expect(view.tasks.map((it) => [it.id, it.state])).toEqual([
    ['T0001', 'blocked'],
    ['T0002', 'blocked'],
    ['T0003', 'done'],
  ])
  expect(view.tasks[0]?.reason).toMatch(reason)
  expect(view.tasks[0]?.attempts).toBe(attempts)
  expect(text).toMatch(reason)
  expect(project.read('specs/tasks.md')).toMatch(/\[BLOCKED\] T0001[\s\S]*\[BLOCKED\] T0002[\s\S]*\[X\] T0003/)
  return text
}

describe('a program of an agent that is not here is said before anything starts (MW601)', () => {
  const script = '#!/bin/sh\n'
  test.each([
    { what: 'a path where nothing is', given: './nope.sh --x', says: './nope.sh is not there' },
    { what: 'an absolute one', given: '/no/such/agent', says: '/no/such/agent is not there' },
    { what: 'in place', given: './nope.sh', says: './nope.sh is not there', place: 'in-place' },
    { what: 'it is in no commit', given: 'mine.sh/../mine.sh', says: 'is in no commit', file: 0o755 },
    { what: 'it may not be executed', given: './mine.sh', says: 'may not be executed', file: 0o644, commit: true },
    { what: 'it lies beside the repository', given: '../agent.cjs', says: 'leads out of the repository' },
  ])('$what', async ({ given, says, place = 'worktree', file, commit = false }) => {
    const project = troubled('')
    if (file !== undefined) writeFileSync(path.join(project.root, 'mine.sh'), script, { mode: file })
    if (commit) project.commit('An agent')
    const before = project.read('specs/tasks.md')
    const { code, out, err } = await project.run(...run, '--exec', given, '--workspace', place)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('MW601 agent exec: the program ')
    expect(err).toContain(says)
    expect(err).toContain('help: ')
    expect(project.read('specs/tasks.md')).toBe(before)
    expect(project.git('for-each-ref', 'refs/millwright')).toBe('')
  })

  test.each([
    { where: 'in the commit', settle: (project: Project) => void project.commit('An agent') },
    {
      where: 'in a shared folder',
      settle: (project: Project) => {
        project.write('.gitignore', 'tools/\n')
        project.write('millwright.toml', '[workspace]\nshare = ["tools"]\n')
        project.commit('Tools are shared')
      },
    },
  ])('but not one that is $where', async ({ settle }) => {
    const project = troubled(`write('src/one.txt', 'one')`)
    mkdirSync(path.join(project.root, 'tools'))
    const shim = path.join(project.root, 'tools', 'mine.sh')
    writeFileSync(shim, `${script}exec ${project.exec}\n`, { mode: 0o755 })
    settle(project)
    const { code, err } = await project.run(...run, '--exec', 'tools/mine.sh')
    expect(code, err).toBe(0)
  })
})

describe('an attempt that does not come to a good end', () => {
  test('its program goes away meanwhile: nothing is tried four times, and what is missing is said, with what to do', async () => {
    const project = troubled('')
    const shim = path.join(project.top, 'agent.sh')
    writeFileSync(shim, `#!/bin/sh\nrm -- "$0"\nexec ${project.exec}\n`, { mode: 0o755 })
    const { code, out } = await project.run(...run, '--exec', shim)
    expect(code).toBe(1)
    expect(project.read('specs/tasks.md')).toContain(`the program '${shim}' was not found; install it or correct`)
    expect(out).toContain('When the cause is mended: millwright unblock specs/tasks.md T0001 T0003\n')
    const why = await project.run('why', 'specs/tasks.md', 'T0003')
    expect(why.out).toContain('when the cause is mended: millwright unblock specs/tasks.md T0003\n')
  })

  test('it ends with an exit code', async () => {
    const text = await expectBlocked(troubled(`console.error('my key is worn out'); process.exit(7)`), /exit code 7/)
    expect(text).toContain('attempt 4')
  })

  test('it is silent for too long', async () => {
    await expectBlocked(
      troubled(
        `await new Promise((resolve) => setTimeout(resolve, 60_000))`,
        '[policy]\nretries = 1\n[policy.limits]\nidle = "300ms"\n',
      ),
      /silent for longer than its idle limit of 300ms \(policy\.limits\.idle\)/,
      2,
    )
  })

  test('it talks on and on and never ends', async () => {
    await expectBlocked(
      troubled(
        `setInterval(() => console.log('still at it'), 20); await new Promise(() => undefined)`,
        '[policy]\nretries = 0\n[policy.limits]\nattempt = "700ms"\n',
      ),
      /longer than its time limit of 700ms \(policy\.limits\.attempt\)/,
      1,
    )
  })

  test('it says blocked: no retry, and its words are the reason', async () => {
    await expectBlocked(
      troubled(`say({ status: 'blocked', text: 'the spec contradicts itself' })`),
      /the spec contradicts itself/,
      1,
    )
  })

  test('it lies: says done and changed nothing although files are declared', async () => {
    const project = troubled(`say({ status: 'done', text: 'all done' }); console.log('DONE')`)
    await expectBlocked(project, /src\/one\.txt|changes nothing|changed nothing/)
  })

  test('it takes its .git away and does nothing else', async () => {
    await expectBlocked(troubled(`rmSync('.git', { recursive: true, force: true })`), /src\/one\.txt|nothing/)
  })
})

describe('an attempt that does its work and more', () => {
  async function expectDone(project: Project): ReturnType<Project['view']> {
    const done = await outcome(project)
    expect(done.view.tasks.map((it) => [it.id, it.state, it.reason])).toEqual([
      ['T0001', 'done', null],
      ['T0002', 'done', null],
      ['T0003', 'done', null],
    ])
    expect(done.code).toBe(0)
    expect(project.git('status', '--porcelain')).toBe('')
    expect(project.git('fsck', '--no-dangling')).not.toMatch(/error|missing/)
    return done
  }

  test('ticks and rewrites the plan: undone, shown as what it says of itself', async () => {
    const project = troubled(`
write('src/one.txt', 'one')
write('specs/tasks.md', readFileSync('specs/tasks.md', 'utf8').replaceAll('[ ]', '[X]') + '- [ ] T0009 More work for me\\n')`)
    const { view } = await expectDone(project)
    expect(view.deviations.map((it) => it.what).join('\n')).toMatch(/plan/i)
    expect(project.read('specs/tasks.md')).not.toContain('T0009')
    expect(project.git('log', '--format=%H', '--', 'specs/tasks.md').trim().split('\n')).not.toHaveLength(0)
  })

  test('commits, branches, tags and changes the configuration in its worktree', async () => {
    const project = troubled(`
write('src/one.txt', 'one')
git('config', 'user.name', 'Mallory'); git('config', 'user.email', 'm@example.org'); git('config', 'core.hooksPath', '/nowhere')
git('add', '-A'); git('commit', '-q', '-m', 'Mine'); git('checkout', '-q', '-b', 'mine'); git('tag', 'mine-too')`)
    await expectDone(project)
    expect(project.git('branch', '--format=%(refname:short)').trim()).toBe('main')
    expect(project.git('tag').trim()).toBe('')
    expect(project.git('config', '--local', '--list')).not.toMatch(/Mallory|hookspath/i)
    expect(project.git('log', '--format=%an %s')).not.toMatch(/Mallory|Mine/)
    expect(project.read('src/one.txt')).toBe('one')
  })

  test('makes a repository inside its worktree: the files of it are what is merged and published', async () => {
    const project = troubled(`
write('src/one.txt', 'one'); write('sub/work.txt', 'work')
const mine = (...args) => git('-C', 'sub', '-c', 'user.name=M', '-c', 'user.email=m@example.org', ...args)
mine('init', '-q'); mine('add', '-A'); mine('commit', '-q', '-m', 'Mine')`)
    await expectDone(project)
    expect(project.git('ls-tree', '-r', 'HEAD', 'sub')).toMatch(/^100644 blob .*sub\/work\.txt$/m)
    expect(project.read('sub/work.txt')).toBe('work')
  })

  test('removes .git from its worktree after its work', async () => {
    const project = troubled(`write('src/one.txt', 'one'); rmSync('.git', { recursive: true, force: true })`)
    await expectDone(project)
  })

  test('leaves files behind that nobody declared: deviations, written where the seed says', async () => {
    const project = troubled(
      `write('src/one.txt', 'one'); write('src/extra/rubbish.txt', 'x'); append('notes.txt', 'more')`,
    )
    const { view, err } = await expectDone(project)
    const found = view.deviations.map((it) => it.path)
    expect(found).toEqual(expect.arrayContaining(['src/extra/rubbish.txt', 'notes.txt']))
    expect(project.read('specs/task-refinement-log.md')).toContain('[DEVIATION]')
    expect(project.read('specs/task-refinement-log.md')).toContain('src/extra/rubbish.txt')
    expect(err).toBeDefined()
  })

  test('prints terminal escapes: none of them reaches the terminal', async () => {
    const project = troubled(`
const evil = '\\u001b]0;owned\\u0007\\u001b[2J\\u001b[31mred\\u202e'
console.log(evil); console.error(evil)
say({ status: 'done', text: evil, deviations: [{ description: evil, reason: evil }] })
write('src/one.txt', 'one')`)
    const { out, err } = await project.run(...run, '--exec', project.exec)

    expect(`${out}${err}`).not.toMatch(/[\u001b\u0007\u202e]/)

    expect(project.has('specs/task-refinement-log.md') ? project.read('specs/task-refinement-log.md') : '').not.toMatch(
      /[\u001b\u0007]/,
    )
  })

  test('declares a deviation in its result', async () => {
    const project = troubled(`
write('src/one.txt', 'one')
say({ status: 'done', text: 'ok', deviations: [{ what: 'used a map', reason: 'faster', action: 'changed the approach', impact: 'none' }] })`)
    const { view } = await expectDone(project)
    expect(view.deviations.map((it) => it.what)).toContain('used a map')
  })

  const results: readonly (readonly [name: string, lines: string])[] = [
    ['garbage', `say('{"status": "do'); write('src/one.txt', 'one')`],
    ['another shape', `say('[1, 2, 3]'); write('src/one.txt', 'one')`],
    [
      '10 MB',
      `say(JSON.stringify({ status: 'done', text: 'x'.repeat(10 * 1024 * 1024) })); write('src/one.txt', 'one')`,
    ],
    ['a folder', `mkdirSync(process.env.MILLWRIGHT_RESULT); write('src/one.txt', 'one')`],
  ]
  test.each(results)('writes a result file that is %s', async (_name, lines) => {
    await expectDone(troubled(lines))
  })

  test('writes into the person’s own checkout: it stays there uncommitted, is nobody’s draft, and is said', async () => {
    const project = troubled(
      `write('src/one.txt', 'one'); writeFileSync(path.join(human, 'notes.txt'), 'scribbled\\n')`,
    )
    const { view, err } = await outcome(project)
    expect(err).toContain('changed in your checkout during the run, and left as it is: notes.txt')
    expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done', 'done'])
    expect(project.git('show', 'HEAD:notes.txt')).toBe('notes\n')
    expect(project.git('status', '--porcelain').trim()).toBe('M notes.txt')
    const what = 'notes.txt changed by somebody while T0001 ran'
    expect(view.deviations).toMatchObject([{ kind: 'outside-workspace', task: 'T0001', path: 'notes.txt', what }])
    expect(project.read('specs/task-refinement-log.md')).toContain(`[DEVIATION] T0001: ${what}\n  Reason: `)
    expect((await project.run('log', 'specs/tasks.md')).out).toContain('outside-changed')
    expect((await project.run('status', 'specs/tasks.md', '--json')).out).toContain(what)
  })

  test('does nothing there, where what is printed is kept beside the person’s files: that is nobody’s change', async () => {
    const project = troubled(`write('src/one.txt', 'one')`)
    const printed = openSync(path.join(project.root, 'run.log'), 'w')
    const argv = [builtProgram(), ...run, '--exec', project.exec]
    const stdio: StdioOptions = ['ignore', printed, printed]
    const child = spawn(process.execPath, argv, { cwd: project.root, env: project.env, stdio })
    const [code] = (await once(child, 'exit')) as [number]
    closeSync(printed)
    expect(code, project.read('run.log')).toBe(0)
    expect(project.read('run.log')).toContain('T0003 done')
    expect(project.read('run.log')).not.toContain('changed by somebody')
    expect(project.has('specs/task-refinement-log.md')).toBe(false)
  })

  test('changes hooks and configuration of the person’s repository: named, and left as they are', async () => {
    const project = troubled(`
write('src/one.txt', 'one'); mkdirSync(path.join(human, '.git/hooks'), { recursive: true })
writeFileSync(path.join(human, '.git/hooks/pre-commit'), '#!/bin/sh\\n')
git('-C', human, 'config', 'user.name', 'Mallory')`)
    const { view } = await outcome(project)
    expect(view.deviations.map((it) => [it.kind, it.path])).toEqual([
      ['outside-workspace', '.git/config'],
      ['outside-workspace', '.git/hooks/pre-commit'],
    ])
  })

  test.each(['assume-unchanged', 'skip-worktree'])(
    'hides a file of the person’s checkout from git (%s) and writes into it: said',
    async (how) => {
      const project = troubled(`
write('src/one.txt', 'one'); git('-C', human, 'update-index', '--${how}', 'notes.txt')
writeFileSync(path.join(human, 'notes.txt'), 'hidden\\n')`)
      const { view } = await outcome(project)
      expect(view.deviations.map((it) => [it.kind, it.path])).toEqual([['outside-workspace', 'notes.txt']])
    },
  )

  test('has git show another object in the place of one, and another hook in a submodule: said', async () => {
    const project = troubled(`
write('src/one.txt', 'one'); const at = (name) => git('-C', human, 'rev-parse', name).toString().trim()
git('-C', human, 'replace', at('HEAD:notes.txt'), at('HEAD:specs/tasks.md'))
mkdirSync(path.join(human, '.git/modules/vendor/lib/hooks'), { recursive: true })
writeFileSync(path.join(human, '.git/modules/vendor/lib/HEAD'), 'ref: refs/heads/main\\n')
writeFileSync(path.join(human, '.git/modules/vendor/lib/hooks/post-checkout'), '#!/bin/sh\\n')`)
    const { view } = await outcome(project)
    expect(view.deviations.map((it) => [it.kind, it.path])).toEqual([
      ['outside-workspace', '.git/modules/vendor/lib/hooks/post-checkout'],
      ['outside-workspace', expect.stringMatching(/^\.git\/refs\/replace\/[0-9a-f]{40}$/)],
    ])
  })

  test('has git look for objects elsewhere, cut its history off, and packs what it has replaced: said', async () => {
    const project = troubled(`
write('src/one.txt', 'one'); const at = (name) => git('-C', human, 'rev-parse', name).toString().trim()
writeFileSync(path.join(human, '.git/objects/info/alternates'), '/nowhere\\n')
writeFileSync(path.join(human, '.git/shallow'), at('HEAD') + '\\n')
git('-C', human, 'replace', at('HEAD:notes.txt'), at('HEAD:specs/tasks.md')); git('-C', human, 'pack-refs', '--all')`)
    const { view } = await outcome(project)
    const told = view.deviations.flatMap((it) => (it.kind === 'outside-workspace' ? [it.path] : []))
    expect(told).toEqual(['.git/objects/info/alternates', '.git/packed-refs', '.git/shallow'])
  })

  test('writes into a file that the person has hidden from git before: said', async () => {
    const project = troubled(`write('src/one.txt', 'one'); writeFileSync(path.join(human, 'notes.txt'), 'hidden\\n')`)
    project.git('update-index', '--skip-worktree', 'notes.txt')
    const { view } = await outcome(project)
    expect(view.deviations.map((it) => [it.kind, it.path])).toEqual([['outside-workspace', 'notes.txt']])
  })

  test('hides a file that it deletes, where the checkout was a sparse one once: said', async () => {
    const project = troubled(`
write('src/one.txt', 'one'); git('-C', human, 'update-index', '--skip-worktree', 'notes.txt')
rmSync(path.join(human, 'notes.txt'))`)
    for (const it of [['set', 'src', 'specs'], ['disable']]) project.git('sparse-checkout', ...it)
    const { view } = await outcome(project)
    expect(view.deviations.map((it) => it.path)).toContain('notes.txt')
  })

  test('puts a pipe there by which git is held up: it is named, and what git knows is looked at all the same', async () => {
    const project = troubled(`
write('src/one.txt', 'one'); mkdirSync(path.join(human, 'q')); execFileSync('mkfifo', [path.join(human, 'q/.gitignore')])
writeFileSync(path.join(human, 'notes.txt'), 'scribbled\\n')`)
    const { view } = await outcome(project)
    expect(view.deviations.map((it) => it.path)).toEqual(['notes.txt', 'q/.gitignore'])
  })

  test('makes the checkout a sparse one: what is left out by that is not told file by file', async () => {
    const project = troubled(`write('src/one.txt', 'one'); git('-C', human, 'sparse-checkout', 'set', 'src', 'specs')`)
    project.write('aside/a.txt', 'a\n')
    project.commit('Aside')
    const { view } = await outcome(project)
    expect(project.has('aside/a.txt')).toBe(false)
    expect(view.deviations.map((it) => it.path)).toEqual(
      expect.arrayContaining(['.git/config', '.git/info/sparse-checkout']),
    )
    expect(view.deviations.map((it) => it.path)).not.toContain('aside/a.txt')
  })

  test('replaces a program in a folder that workspaces share: said, as gates run it', async () => {
    const project = troubled(
      `write('src/one.txt', 'one'); write('.venv/bin/check', 'true')`,
      '[workspace]\nshare = [".venv"]\n',
    )
    project.write('.gitignore', '.venv\n')
    project.commit('Ignore')
    project.write('.venv/bin/check', 'false\n')
    const { view } = await outcome(project)
    expect(view.deviations.filter((it) => it.kind === 'outside-workspace')).toMatchObject([
      {
        path: '.venv',
        what: '.venv changed by somebody while T0001 ran: workspaces share it with you',
        impact:
          'Gates run what is installed there, and what leads to a workspace is gone with that: install it anew, run them again',
      },
    ])
  })
})

test('200 MB of output: memory stays bounded, and what is kept is capped', async () => {
  const project = troubled(
    `const line = Buffer.alloc(1024 * 1024, 'x'); line[line.length - 1] = 10
for (let i = 0; i < 200; i++) if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve))
write('src/one.txt', 'one')`,
    '[policy.limits]\nattempt_output = 4194304\n',
  )
  const running = project.begin(...run, '--exec', project.exec, '--json')
  let highest = 0
  const watch = setInterval(() => {
    const status = `/proc/${running.child.pid}/status`
    if (!existsSync(status)) return
    try {
      highest = Math.max(highest, Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0))
    } catch {
      // It has ended meanwhile.
    }
  }, 20)
  const { code, out } = await running.ended
  clearInterval(watch)
  expect(code).toBe(0)
  expect(out.length).toBeLessThan(1024 * 1024)
  expect(highest / 1024).toBeLessThan(400)
  const kept = Number(project.git('count-objects').split(' ')[0])
  expect(kept).toBeLessThan(1000)
})

test('a grandchild that has left its group and goes on writing is ended before the draft is taken', async () => {
  const project = troubled(`
const came = path.join(meeting, 'pid')
write(path.join(meeting, 'late.cjs'), \`const fs = require('node:fs')
fs.writeFileSync(process.argv[2], String(process.pid))
setInterval(() => fs.appendFileSync('src/late.txt', 'x'), 5)\`)
spawn(process.execPath, [path.join(meeting, 'late.cjs'), came], { detached: true, stdio: 'ignore' }).unref()
await new Promise((resolve) => {
  const look = watch(meeting, () => { if (existsSync(came)) { look.close(); resolve() } })
  if (existsSync(came)) { look.close(); resolve() }
})
write('src/one.txt', 'one')`)
  const { code, view } = await outcome(project)
  expect(view.tasks[0]?.state).toBe('done')
  expect(code).toBe(0)
  const pid = Number(readFileSync(path.join(project.top, 'meeting', 'pid'), 'utf8'))
  expect(isAlive({ pid, started: null })).toBe(false)
})

test('a server that a gate leaves in the background is ended after the gate', async () => {
  const project = troubled(`write('src/one.txt', 'one')`)
  const came = path.join(project.top, 'meeting', 'server')
  writeFileSync(
    path.join(project.root, 'gate.mjs'),
    `import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, watch } from 'node:fs'
import path from 'node:path'
const came = ${JSON.stringify(came)}
const server = "require('node:fs').appendFileSync(process.argv[1], process.pid + ' '); setTimeout(() => {}, 60000)"
const child = spawn(process.execPath, ['-e', server, came + process.pid], { detached: true, stdio: 'ignore' })
child.unref()
await new Promise((resolve) => {
  const look = watch(path.dirname(came), () => { if (existsSync(came + process.pid)) { look.close(); resolve() } })
  if (existsSync(came + process.pid)) { look.close(); resolve() }
})
appendFileSync(came, child.pid + ' ')\n`,
  )
  project.write('millwright.toml', '[gates.server]\nrun = ["node", "gate.mjs"]\n')
  project.commit('A gate that leaves a server')
  const { code } = await outcome(project)
  expect(code).toBe(0)
  const servers = readFileSync(came, 'utf8').trim().split(' ').map(Number)
  expect(servers.length).toBeGreaterThan(2)
  expect(servers.filter((pid) => isAlive({ pid, started: null }))).toEqual([])
})

test('a gate that changes files proves nothing by it: they are put back, it is said, and the draft is not taken', async () => {
  const project = troubled(`write('src/one.txt', 'one')`)
  writeFileSync(
    path.join(project.root, 'gate.mjs'),
    `import { appendFileSync, existsSync } from 'node:fs'\nif (existsSync('src/one.txt')) appendFileSync('src/one.txt', ' and a gate was here')\n`,
  )
  project.write('millwright.toml', '[gates.scribe]\nrun = ["node", "gate.mjs"]\n')
  project.commit('A gate that writes')
  const { code, view } = await outcome(project)
  expect([code, project.has('src/one.txt')]).toEqual([1, false])
  expect(view.tasks[0]?.reason).toContain('MW606 gate scribe changed src/one.txt')
  expect(view.findings.filter((it) => it.kind === 'MW606')).toHaveLength(1)
})

test('a file name that is not UTF-8 costs the attempt, is named, and reaches neither index nor checkout', async () => {
  const project = troubled(`
    write('src/one.txt', 'one')
    if (attempt === 1) writeFileSync(Buffer.from([...Buffer.from('src/bad'), 0xff]), 'x')`)
  const { code, out } = await project.run(...run, '--exec', project.exec)
  expect(code).toBe(0)
  expect(out).toContain('no draft: the name of the file src/bad\\377 is not UTF-8')
  expect(project.git('status', '--porcelain')).toBe('')
  expect(readdirSync(path.join(project.root, 'src')).sort()).toEqual(['one.txt', 'three.txt', 'two.txt'])
})

describe('a link that leads out of the repository', () => {
  const secret = (project: Project): string => path.join(project.top, 'secret.txt')
  const linked = `const { symlinkSync } = await import('node:fs')\nmkdirSync('src', { recursive: true })\n`

  test.each(['worktree', 'in-place', 'none'])(
    'is no file that a task declares, and nothing behind it is written: %s',
    async (kind) => {
      const project = troubled(
        `${linked}if (task === 'T0001' && !existsSync('src/one.txt')) symlinkSync(path.join(human, '..', 'secret.txt'), 'src/one.txt')`,
      )
      writeFileSync(secret(project), 'secret')
      const { view } = await project.view(...run, '--exec', project.exec, '--workspace', kind, '--only', 'T0001')
      expect(view.tasks[0]).toMatchObject({ id: 'T0001', state: 'blocked' })
      expect(view.tasks[0]?.reason).toContain(
        'src/one.txt was to be created and leads out of the repository by a link to ',
      )
      if (kind !== 'none')
        expect(view.deviations).toContainEqual(expect.objectContaining({ kind: 'link-out', path: 'src/one.txt' }))
      expect(readFileSync(secret(project), 'utf8')).toBe('secret')
    },
  )

  test.each([
    { by: 'the repository', kind: 'worktree' },
    { by: 'an agent', kind: 'in-place' },
  ])('in the place of the log of deviations, put there by $by: nothing is written behind it', async ({ by, kind }) => {
    const log = 'specs/task-refinement-log.md'
    const project = troubled(
      `${linked}write('src/one.txt', 'one'); write('more.txt', 'x')
      if (${by === 'an agent'}) symlinkSync('../../secret.txt', '${log}')`,
    )
    writeFileSync(secret(project), 'secret')
    if (by === 'the repository') {
      symlinkSync('../../secret.txt', path.join(project.root, log))
      project.commit('A link')
    }
    const { code, out } = await project.run(...run, '--exec', project.exec, '--workspace', kind, '--only', 'T0001')
    expect(readFileSync(secret(project), 'utf8')).toBe('secret')
    expect(out).toContain(`${log} leads out of the repository by a link, to ${secret(project)}`)
    expect(out).toContain('put a file in the place of the link')
    expect(code).toBe(3)
  })

  test('that is not declared is told, with where it leads', async () => {
    const project = troubled(
      `${linked}write('src/one.txt', 'x'); symlinkSync('../../secret.txt', 'src/more.txt'); symlinkSync('one.txt', 'src/fine.txt')`,
    )
    const { view } = await project.view(...run, '--exec', project.exec, '--only', 'T0001')
    expect(view.deviations.filter((it) => it.kind === 'link-out').map((it) => it.what)).toEqual([
      'src/more.txt leads out of the repository by a link to ../../secret.txt',
    ])
  })

  test('is the same without git', async () => {
    const project = makeProject({ git: false })
    project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 A\n  files: a.txt (CREATE)\n')
    project.agent(
      `${linked}if (!existsSync('a.txt')) symlinkSync('/etc/passwd', 'a.txt'); write('b.txt', 'b' + attempt)`,
    )
    const { view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect(view.tasks[0]?.reason).toContain('a.txt was to be created and leads out of the repository')
    expect(view.deviations.map((it) => it.kind)).toContain('link-out')
  })
})

describe('an agent that does not stay in its workspace', () => {
  test.each([
    ['a link to a folder of the person', `symlinkSync(human + '/../kept', here)`, /replaced by a link to .*kept/],
    ['a link to itself', `symlinkSync(here, here)`, /replaced by a link/],
    ['a file', `writeFileSync(here, '')`, /replaced by a file/],
    ['nothing', ``, /was removed/],
  ])('it puts %s in its place: nothing behind is touched, and it costs that task alone', async (_what, put, reason) => {
    const project = troubled(`
      const { symlinkSync } = await import('node:fs')
      const here = process.cwd()
      process.chdir('/')
      rmSync(here, { recursive: true })
      ${put}
      process.exit(1)`)
    mkdirSync(path.join(project.top, 'kept/below/.git'), { recursive: true })
    writeFileSync(path.join(project.top, 'kept/precious.txt'), 'precious')
    await expectBlocked(project, reason)
    expect(readdirSync(path.join(project.top, 'kept')).sort()).toEqual(['below', 'precious.txt'])
    expect(existsSync(path.join(project.top, 'kept/below/.git'))).toBe(true)
    expect(project.read('specs/task-refinement-log.md')).toMatch(/\[DEVIATION\] T0001: its workspace was re/)
  })

  test('it does so once: the next attempt works in a new one', async () => {
    const project = troubled(`
      if (attempt === 1) { rmSync(process.cwd(), { recursive: true }); process.exit(0) }
      write('src/one.txt', 'one')`)
    const { code, view } = await outcome(project)
    expect(code).toBe(0)
    expect(view.tasks[0]).toMatchObject({ state: 'done', attempts: 2 })
    expect(project.read('src/one.txt')).toBe('one')
  })

  test('it commits on the branch of the person: taken in, and said', async () => {
    const project = troubled(`
      write('src/one.txt', 'one')
      write(human + '/slipped.txt', 'in')
      execFileSync('git', ['add', 'slipped.txt'], { cwd: human })
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@x', 'commit', '-qm', 'Slipped in'], { cwd: human })`)
    const { view } = await outcome(project)
    const id = project.git('log', '--format=%H', '--grep=Slipped in').trim()
    expect(view.findings).toEqual([
      expect.objectContaining({
        kind: 'commit-outside',
        text: `commit ${id.slice(0, 10)} "Slipped in" on main was made while T0001 ran (by you, or by an agent outside its workspace); it stays and is taken in as your own`,
      }),
    ])
  })
})

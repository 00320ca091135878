/** A real npm project: its gate needs a package that a fresh checkout does not have. */

import { execFileSync } from 'node:child_process'
import { appendFileSync, lstatSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Tasks: greeter

## Phase 06: Implementation -- PENDING

- [ ] T0001 Greet by name | traces: FR-1
  files: src/greet.js (CREATE)
- [ ] T0002 Greet everybody
  blocked_by: [T0001]
  files: src/all.js (CREATE)
`

/** A package that exists only here, packed as a registry would hold it; installing it needs no network. */
function npmProject(config = ''): Project {
  const project = makeProject()
  const source = path.join(project.top, 'shout-source')
  mkdirSync(source)
  writeFileSync(
    path.join(source, 'package.json'),
    JSON.stringify({ name: 'shout', version: '1.0.0', main: 'index.js' }),
  )
  writeFileSync(path.join(source, 'index.js'), 'module.exports = (text) => text.toUpperCase()\n')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', project.top], { cwd: source, env: project.env })
  project.write(
    'package.json',
    `${JSON.stringify(
      {
        name: 'greeter',
        version: '1.0.0',
        private: true,
        scripts: { test: 'node test.js' },
        dependencies: { shout: `file:${path.join(project.top, 'shout-1.0.0.tgz')}` },
      },
      null,
      2,
    )}\n`,
  )
  project.write(
    'test.js',
    `const fs = require('node:fs')
const shout = require('shout')
for (const name of fs.existsSync('src') ? fs.readdirSync('src') : []) {
  const greet = require('./src/' + name)
  if (greet('ada') !== shout('hello ada')) { console.error(name + ' does not shout'); process.exit(1) }
}
`,
  )
  project.write('.gitignore', 'node_modules/\n.env\n')
  project.write('specs/tasks.md', plan)
  if (config !== '') project.write('millwright.toml', config)
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund'], { cwd: project.root, env: project.env })
  project.commit('Begin')
  project.agent(
    `write(task === 'T0001' ? 'src/greet.js' : 'src/all.js', "const shout = require('shout')\\nmodule.exports = (name) => shout('hello ' + name)\\n")`,
  )
  return project
}

const gate = '[gates.unit]\nrun = ["npm", "test"]\n'
/** npm's own cache and notices stay in the person's folder. */
const install = '["npm", "ci", "--silent", "--no-audit", "--no-fund", "--offline"]'

const ready: readonly (readonly [string, string])[] = [
  ['set-up', `${gate}[workspace]\nsetup = ${install}\n`],
  ['share', `${gate}[workspace]\nshare = ["node_modules"]\n`],
  ['set-up beside share', `${gate}[workspace]\nsetup = ${install}\nshare = ["node_modules"]\n`],
  ['copy', `${gate}[workspace]\ncopy = ["node_modules"]\n`],
  ['nothing configured: what is installed is shared', gate],
]

test.each(ready)('the gate runs in a fresh worktree: %s', async (_name, config) => {
  const project = npmProject(config)
  project.write('node_modules/mine.txt', 'mine')
  const { code, view, err } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect({ code, err: code === 0 ? '' : err, reasons: view.tasks.map((it) => it.reason) }).toEqual({
    code: 0,
    err: '',
    reasons: [null, null],
  })
  for (const task of view.tasks) {
    expect(task).toMatchObject({ state: 'done', proof: 'verified', attempts: 1 })
    expect(task.evidence.map((it) => `${it.gate} ${it.result}`)).toEqual(
      expect.arrayContaining(['unit passed', 'files passed']),
    )
  }
  expect(project.read('specs/tasks.md')).toContain('[X] T0002')
  expect(project.git('status', '--porcelain')).toBe('')
  // Shared and copied folders are never part of what is committed.
  expect(project.git('ls-files')).not.toContain('node_modules')
  // What a person has installed is theirs: no set-up clears it.
  expect(project.read('node_modules/mine.txt')).toBe('mine')
})

/** All that lies in a folder: where links lead, and how large files are. */
function listed(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const file = path.join(folder, name)
    const there = lstatSync(file)
    return `${name} ${there.isSymbolicLink() ? readlinkSync(file) : there.isFile() ? there.size : ''}`
  })
}

const quiet = '--silent --no-audit --no-fund --offline'

test.each([
  ['installs all anew', `npm ci ${quiet}`, true],
  ['installs more', `npm install ${quiet} ../loud-1.0.0.tgz`, true],
  ['removes', `npm uninstall ${quiet} shout`, false],
])('an agent that %s does so in its workspace only', async (_name, command, isTold) => {
  const project = npmProject(gate)
  project.write('node_modules/.vite/mine', 'mine')
  const before = listed(path.join(project.root, 'node_modules'))
  project.agent(`
const { readdirSync } = await import('node:fs')
const found = readdirSync('node_modules', { withFileTypes: true })
writeFileSync(path.join(meeting, task + '.found'), found.map((it) => it.name + (it.isSymbolicLink() ? ' link' : '')).join())
if (task === 'T0001') {
  write('../loud/package.json', '{"name":"loud","version":"1.0.0"}')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: '../loud' })
  execFileSync('sh', ['-c', ${JSON.stringify(command)}], { stdio: 'inherit' })
  git('checkout', '-q', '.')
}
write(task === 'T0001' ? 'src/greet.js' : 'src/all.js', "const shout = require('shout')\\nmodule.exports = (name) => shout('hello ' + name)\\n")`)
  const { code, view, err } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(code, err).toBe(0)
  expect(view.tasks.map((it) => [it.state, it.proof, it.attempts])).toEqual([
    ['done', 'verified', 1],
    ['done', 'verified', 1],
  ])
  const told = [
    'What the agent installed in node_modules is in no commit',
    'It was taken away before gates judged: they see what your checkout has there',
  ]
  expect(view.deviations.map((it) => [it.what, it.action])).toEqual(isTold ? [told] : [])
  // The person's is as it was, and the next task finds that.
  expect(listed(path.join(project.root, 'node_modules'))).toEqual(before)
  const found = ['T0001', 'T0002'].map((it) => project.read(`../meeting/${it}.found`))
  expect(found).toEqual(Array(2).fill('.package-lock.json,shout link'))
})

test('a gate that installs does so in its workspace only', async () => {
  const project = npmProject()
  const manifest = JSON.parse(project.read('package.json')) as { scripts: Record<string, string> }
  manifest.scripts['pretest'] = `npm ci ${quiet}`
  project.write('package.json', JSON.stringify(manifest))
  project.commit('Install before each test')
  const before = listed(path.join(project.root, 'node_modules'))
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect([code, view.tasks.map((it) => it.proof), view.deviations]).toEqual([0, ['verified', 'verified'], []])
  expect(listed(path.join(project.root, 'node_modules'))).toEqual(before)
})

test('an ignored file that the gate needs is copied', async () => {
  const project = npmProject(`${gate}[workspace]\nshare = ["node_modules"]\ncopy = [".env"]\n`)
  project.write('.env', 'GREETING=hello\n')
  project.write(
    'test.js',
    `if (!require('node:fs').readFileSync('.env', 'utf8').startsWith('GREETING')) process.exit(1)\n`,
  )
  project.commit('Ask for .env')
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(view.tasks.map((it) => it.proof)).toEqual(['verified', 'verified'])
  expect(code).toBe(0)
})

test('what npm names as its test is found without any configuration', async () => {
  const project = npmProject()
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(0)
  expect(view.tasks.map((it) => [it.state, it.proof])).toEqual([
    ['done', 'verified'],
    ['done', 'verified'],
  ])
})

test('what is found and not used, since the call names another gate, is said', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T0001 One\n  files: one.txt (CREATE)\n')
  project.write('package.json', JSON.stringify({ scripts: { test: 'exit 1' } }))
  project.commit('Begin')
  project.agent("write('one.txt', 'x')")
  const named = await project.run('run', 'tasks.md', '--exec', project.exec, '--gate', 'lint=true', '--yes')
  expect(named, named.err).toMatchObject({ code: 0 })
  expect(named.out).toContain('note: found here and not used, since --gate names others: unit (npm test)')
})

test('nothing of the repository is executed before a person trusts it, and a changed byte asks again', async () => {
  const project = npmProject(`[gates.unit]\nrun = ["node", "scripts/check.js"]\n`)
  project.write(
    'scripts/check.js',
    `require('node:fs').appendFileSync(${JSON.stringify(path.join(project.top, 'ran'))}, 'x')\n`,
  )
  project.commit('A gate of our own')
  const ran = (): boolean => project.has('../ran')
  const before = project.git('for-each-ref')

  const refused = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('gate unit: node scripts/check.js')
  expect(refused.err).toContain('file scripts/check.js')
  expect(refused.err).toContain('nothing was started')
  expect(refused.err).toContain('millwright trust')
  expect(ran()).toBe(false)
  expect(project.git('for-each-ref')).toBe(before)
  expect(project.read('specs/tasks.md')).toBe(plan)

  const shown = await project.run('trust')
  expect(shown.code).not.toBe(0)
  expect((await project.run('run', 'specs/tasks.md', '--exec', project.exec)).code).toBe(2)
  expect((await project.run('trust', '--yes')).code).toBe(0)

  appendFileSync(path.join(project.root, 'scripts/check.js'), '\n')
  const again = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
  expect(again.code).toBe(2)
  expect(again.err).toContain('file scripts/check.js')
  expect(ran()).toBe(false)

  project.git('checkout', '-q', '--', 'scripts/check.js')
  const trusted = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
  expect(trusted).toMatchObject({ code: 0 })
  expect(ran()).toBe(true)
})

test('gates that were found, not configured, are trusted by `trust` too', async () => {
  const project = npmProject()
  expect((await project.run('trust', '--yes')).code).toBe(0)
  const trusted = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
  expect(trusted.err).not.toContain('would execute')
  expect(trusted).toMatchObject({ code: 0 })
})

test('gates that were found, not configured, are asked about with the scripts they call', async () => {
  const project = npmProject()
  const refused = await project.run('run', 'specs/tasks.md', '--exec', project.exec)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('npm test')
  expect(refused.err).toContain('node test.js')
  expect(project.read('specs/tasks.md')).toBe(plan)
})

test('a set-up that fails is not a failed attempt: its output is the reason, and no agent was started', async () => {
  const project = npmProject(
    `${gate}[workspace]\nsetup = ["node", "-e", "console.error('no room in the larder'); process.exit(3)"]\n`,
  )
  project.agent(`write(path.join(meeting, 'started'), '')`)
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(1)
  expect(view.tasks.map((it) => [it.state, it.attempts])).toEqual([
    ['blocked', 0],
    ['blocked', 0],
  ])
  expect(view.tasks[0]?.reason).toContain('no room in the larder')
  expect(project.has('../meeting/started')).toBe(false)
  expect(project.read('specs/tasks.md')).toContain('[BLOCKED] T0001')
})

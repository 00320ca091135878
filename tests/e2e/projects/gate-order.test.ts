/** The gates of one draft run in the declared order in one workspace: what one builds, the next may need. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
`

/** An npm project whose test looks at what its build makes, in a folder that git ignores. */
function builtProject(agent: string): Project {
  const project = makeProject()
  project.write('specs/tasks.md', plan)
  project.write('.gitignore', 'dist/\n')
  project.write('src/zero.txt', 'good')
  project.write('package.json', JSON.stringify({ scripts: { build: 'node build.js', test: 'node test.js' } }))
  project.write(
    'build.js',
    `const fs = require('node:fs')
fs.mkdirSync('dist', { recursive: true })
for (const name of fs.readdirSync('src')) fs.copyFileSync('src/' + name, 'dist/' + name)
`,
  )
  project.write(
    'test.js',
    `const fs = require('node:fs')
const built = fs.readdirSync('dist').sort().join()
if (built !== fs.readdirSync('src').sort().join()) throw new Error('built of something else: ' + built)
for (const name of fs.readdirSync('dist'))
  if (fs.readFileSync('dist/' + name, 'utf8') !== 'good') throw new Error('not good: ' + name)
`,
  )
  project.commit('Begin')
  project.agent(agent)
  return project
}

const work = `const file = task === 'T0001' ? 'src/one.txt' : 'src/two.txt'`

test('a test gate finds what the build gate made: on the base, on each draft, in a second round', async () => {
  const project = builtProject(`${work}\nwrite(file, task === 'T0002' && attempt === 1 ? 'bad' : 'good')`)
  const { code, view, err } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(view.tasks.map((it) => [it.state, it.reason, it.attempts, it.proof])).toEqual([
    ['done', null, 1, 'verified'],
    ['done', null, 2, 'verified'],
  ])
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(view.findings).toEqual([])
  const unit = view.tasks[1]?.evidence.find((it) => it.gate === 'unit')
  expect(unit).toMatchObject({ result: 'passed', after: ['build'] })
  expect(project.has('dist')).toBe(false)
})

test('what an agent leaves in ignored paths is no part of its draft, and makes no gate green', async () => {
  const project = builtProject(
    `${work}\nwrite(file, 'good')\nfor (const name of ['zero', 'one', 'two']) write('dist/' + name + '.txt', 'good')`,
  )
  // Nobody builds: only what the agent left could make the test green.
  project.write('package.json', JSON.stringify({ scripts: { test: 'node test.js' } }))
  project.write('test.js', `if (require('node:fs').existsSync('src/one.txt')) require('node:fs').readdirSync('dist')\n`)
  project.commit('No build')
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(1)
  expect(view.tasks.map((it) => it.state)).toEqual(['blocked', 'blocked'])
  expect(view.tasks[0]?.reason).toContain('4 attempts')
})

const scribe = `[gates.scribe]
run = ["node", "-e", "require('node:fs').writeFileSync('src/zero.txt', 'bad'); require('node:fs').writeFileSync('new.txt', 'x')"]
[gates.reader]
run = ["node", "-e", "const fs = require('node:fs'); process.exit(fs.readFileSync('src/zero.txt', 'utf8') === 'good' && !fs.existsSync('new.txt') ? 0 : 1)"]
`

test('a file that a gate changes is put back before the next gate looks, and it is said for base, drafts and tip', async () => {
  const project = builtProject(`${work}\nwrite(file, 'good')`)
  project.write('millwright.toml', `[policy]\nbaseline = "ignore-same"\n${scribe}`)
  project.commit('A gate that writes')
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(view.tasks.map((it) => [it.state, it.reason])).toEqual([
    ['done', null],
    ['done', null],
  ])
  expect(code).toBe(0)
  expect(project.read('src/zero.txt')).toBe('good')
  const said = view.findings.filter((it) => it.kind === 'MW606').map((it) => it.text)
  for (const where of ['the untouched base', 'T0001', 'T0002', 'the last tip'])
    expect(said.filter((it) => it.includes(where))).toEqual([
      `MW606 gate scribe changed src/zero.txt while it judged ${where}; what it mended is put back, give it a form that only looks (for instance --check)`,
    ])
})

test('a gate that changes the base is a question before anybody works', async () => {
  const project = builtProject(work)
  project.write('millwright.toml', scribe)
  project.commit('A gate that writes')
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(view.waiting).toMatchObject([{ kind: 'baseline', question: expect.stringContaining('gate scribe failed') }])
  expect([code, view.tasks.map((it) => it.attempts)]).toEqual([3, [0, 0]])
})

test('a gate that mends a draft has not passed it: the agent is told so, and mends it itself', async () => {
  const project = builtProject(
    `${work}\nwrite(file, readFileSync(0, 'utf8').includes('MW606 gate fix changed src/one.txt while') ? 'good' : 'bad')`,
  )
  project.write(
    'fix.mjs',
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
if (existsSync('src/one.txt') && readFileSync('src/one.txt', 'utf8') === 'bad') writeFileSync('src/one.txt', 'good')
`,
  )
  project.write('millwright.toml', '[gates.fix]\nrun = ["node", "fix.mjs"]\n')
  project.commit('A gate that mends')
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes', '--only', 'T0001')
  expect(view.tasks[0]).toMatchObject({ state: 'done', attempts: 2, proof: 'verified' })
  expect([code, project.read('src/one.txt')]).toEqual([0, 'good'])
})

test('in place nothing is put back, and it is said', async () => {
  const project = builtProject(`${work}\nwrite(file, 'good')`)
  project.write(
    'millwright.toml',
    `[policy]\nbaseline = "ignore-same"\n[gates.scribe]\nrun = ["node", "-e", "require('node:fs').appendFileSync('src/zero.txt', '!')"]\n`,
  )
  project.commit('A gate that writes')
  const words = ['run', 'specs/tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place', '--only', 'T0001']
  const { view } = await project.view(...words)
  const said = view.findings.filter((it) => it.kind === 'MW606').map((it) => it.text)
  for (const where of ['the untouched base', 'T0001'])
    expect(said.join('\n')).toContain(
      `gate scribe changed src/zero.txt while it judged ${where}; in place nothing is put back`,
    )
  expect(project.read('src/zero.txt')).toMatch(/^good!+$/)
})

test('in place what is changed while gates look is not what the next gate is asked about: it judges the draft', async () => {
  const project = builtProject(`${work}\nwrite(file, 'good')`)
  project.write('helper.txt', 'bad')
  project.write(
    'millwright.toml',
    `[policy]
baseline = "ignore-same"
retries = 0
[gates.scribe]
run = ["node", "-e", "const fs = require('node:fs'); if (fs.existsSync('src/one.txt')) fs.writeFileSync('helper.txt', 'fine')"]
[gates.reader]
run = ["node", "-e", "process.exit(require('node:fs').readFileSync('helper.txt', 'utf8') === 'bad' ? 0 : 1)"]
`,
  )
  project.commit('Begin with gates')
  const words = ['run', 'specs/tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place', '--only', 'T0001']
  const { view } = await project.view(...words)
  expect(view.tasks[0]?.evidence.map((it) => [it.gate, it.result])).toEqual([
    ['files', 'passed'],
    ['scribe', 'failed'],
    ['reader', 'passed'],
  ])
  expect(project.read('helper.txt')).toBe('fine')
})

test('without git what is said of a folder that a gate has changed is said of no draft', async () => {
  const project = makeProject({ git: false })
  project.write('specs/tasks.md', plan)
  project.write('.gitignore', 'cache/\n')
  project.write('helper.txt', 'bad')
  project.write(
    'scribe.js',
    `const fs = require('node:fs')
if (fs.existsSync('src/one.txt') && !fs.existsSync('cache/done')) {
  fs.mkdirSync('cache', { recursive: true })
  fs.writeFileSync('cache/done', '')
  fs.writeFileSync('helper.txt', 'fine')
}
`,
  )
  project.write(
    'millwright.toml',
    `[policy]
baseline = "ignore-same"
retries = 1
[gates.scribe]
run = ["node", "scribe.js"]
[gates.reader]
run = ["node", "-e", "process.exit(require('node:fs').existsSync('src/one.txt') && require('node:fs').readFileSync('helper.txt', 'utf8') === 'bad' ? 1 : 0)"]
`,
  )
  project.agent(`write('src/one.txt', 'good')\nwrite('helper.txt', 'bad')`)
  const words = ['run', 'specs/tasks.md', '--exec', project.exec, '--yes', '--only', 'T0001'] as const
  const { view } = await project.view(...words)
  expect([view.tasks[0]?.state, view.tasks[0]?.attempts]).toEqual(['blocked', 2])
})

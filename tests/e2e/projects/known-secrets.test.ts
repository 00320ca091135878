/** What a run knows to be secret is nowhere in what it keeps, tells or commits, whoever says it and however (RELIABILITY S11). */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = '## Phase 06: Implementation -- PENDING\n\n- [ ] T0001 Tell\n  files: src/1.txt (CREATE)\n'

const dotenv = `API_TOKEN=canary-dotenv-01aa
export CANARY_QUOTED="canary \\"quoted\\" 02bb"
CANARY_LINES="canary-line-03cc
canary-line-04dd"
CANARY_HASH=canary#hash-05ee # a comment
DATABASE_URL=postgres://app:canary%2Fpass-06ff@db.example.org:5432/app
MODE=development
HOST=localhost
ORIGIN=http://localhost:3000
IS_ON=true
REGION=us-east-1
PORT=300000
DB_USER=postgres
DB_PASSWORD=postgres
`
const plain = 'development localhost http://localhost:3000 true us-east-1 300000 postgres'

const basic = Buffer.from('x-access-token:canary-header-13aa').toString('base64')

/** By what the executor knows them. */
const canaries: Readonly<Record<string, string>> = {
  'a file that is copied': 'canary-dotenv-01aa',
  'a quoted value': 'canary "quoted" 02bb',
  'a line of a value': 'canary-line-03cc',
  'another line of it': 'canary-line-04dd',
  'a value with a hash': 'canary#hash-05ee',
  'the password of an address': 'canary%2Fpass-06ff',
  'the same as it is meant': 'canary/pass-06ff',
  'a file that is shared': 'canary-shared-07aa',
  'a file in a folder that is copied': 'canary-folder-08bb',
  'a file of npm': 'canary-npm-09cc',
  'a file of the checkout': 'canary-checkout-10dd',
  'a remote': 'canary-remote-11ee',
  'a push address': 'canary-push-12ff',
  'a header': 'canary-header-13aa',
  'the same in base64': basic,
  'a submodule': 'canary-module-14bb',
  'an address in place of another': 'canary-instead-15cc',
  'a variable that nobody hands on': 'canary-variable-16dd',
  'a proxy': 'canary-proxy-17ee',
  'a variable of another program': 'canary-other-18ff',
  'a fixed value': 'canary-fixed-19aa',
}

/** How it may be said. */
const spellings = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  encodeURIComponent(value).replaceAll('%2F', '/'),
  new URLSearchParams([['', value]]).toString().slice(1),
  Buffer.from(value).toString('base64'),
  Buffer.from(`KEY=${value}`).toString('base64'),
  Buffer.from(`THE_KEY=${value} and more`).toString('base64'),
]

/** A program that says all of them in every spelling, on both streams, whole and in parts. */
const teller = `
const values = ${JSON.stringify(Object.values(canaries))}
const pause = () => new Promise((resolve) => setTimeout(resolve, 2))
export const tell = async () => {
  for (const value of values) {
    const all = [value, JSON.stringify({ value }), encodeURIComponent(value), new URLSearchParams({ value }).toString(),
      ...['', 'KEY=', 'THE_KEY='].map((it) => Buffer.from(it + value + (it === 'THE_KEY=' ? ' and more' : '')).toString('base64'))]
    process.stdout.write(all.map((it) => 'told: ' + it + ' behind\\n').join(''))
    process.stderr.write('on the other stream ' + value + '\\n')
    process.stderr.write('in colours ' + value.slice(0, 5) + '\\u001b[1;31m' + value.slice(5, 9) + '\\u001b[0m' + value.slice(9) + '\\n')
    process.stdout.write(value.slice(0, 7))
    await pause()
    process.stdout.write(value.slice(7) + '\\n')
  }
  process.stdout.write('${plain}\\n')
}
export const all = values.join(' and ')
`

function secretProject(): Project {
  const project = makeProject()
  project.write('.gitignore', '.env*\n.npmrc\nsecret/\n')
  project.write('.env', dotenv)
  project.write('.env.local', 'CANARY=canary-checkout-10dd\n')
  project.write('secret/.env.shared', 'CANARY=canary-shared-07aa\n')
  project.write('secret/folder/app.env', 'CANARY=canary-folder-08bb\n')
  project.write('.npmrc', '//registry.example.org/:_authToken=canary-npm-09cc\n')
  project.git('remote', 'add', 'origin', 'https://someone:canary-remote-11ee@host.example/x.git')
  project.git('config', 'remote.origin.pushurl', 'https://canary-push-12ff@host.example/x.git')
  project.git('config', '--add', 'remote.origin.pushurl', 'ssh://git@host.example/x.git')
  project.git('config', 'http.https://host.example/.extraheader', `AUTHORIZATION: basic ${basic}`)
  project.git('config', 'submodule.lib.url', 'https://u:canary-module-14bb@host.example/lib.git')
  project.git('config', 'url.https://u:canary-instead-15cc@host.example/.insteadOf', 'https://host.example/')
  project.env['OTHER_API_KEY'] = 'canary-variable-16dd'
  project.env['HTTPS_PROXY'] = 'http://u:canary-proxy-17ee@proxy.example:8080'
  project.env['FLAVOUR'] = 'canary-other-18ff'
  const own = path.join(project.top, 'home', '.config', 'millwright')
  mkdirSync(own, { recursive: true })
  writeFileSync(
    path.join(own, 'config.toml'),
    `[agents.coder]\ncommand = ${JSON.stringify(project.exec.split(' '))}\nset = { CANARY_FIXED = "canary-fixed-19aa" }\n` +
      '[agents.other]\ncommand = ["true"]\nenv = ["FLAVOUR"]\n',
  )
  project.write('specs/tasks.md', plan)
  project.write(
    'millwright.toml',
    `[gates.unit]\nrun = ["node", ${JSON.stringify(path.join(project.top, 'gate.mjs'))}]\n` +
      '[workspace]\ncopy = [".env", ".npmrc", "secret/folder"]\nshare = ["secret/.env.shared"]\n',
  )
  return project
}

/** What the executor has not written: the person's own files, and the programs of this test. */
const given = /(?:\.env|\.env\.local|\.env\.shared|app\.env|\.npmrc|\.[cm]js|config\.toml|\.git\/config)$/

function artefacts(project: Project): readonly { readonly name: string; readonly bytes: Buffer }[] {
  const files = readdirSync(project.top, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name))
    .filter((it) => !given.test(it))
    .map((name) => ({ name, bytes: readFileSync(name) }))
  // Compressed as they lie: drafts, messages, what is kept of attempts.
  const objects = project.git('cat-file', '--batch-all-objects', '--batch')
  return [...files, { name: 'the objects of git', bytes: Buffer.from(objects) }]
}

function withoutColours(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(/\u001b\[[\d;]*m/g, ''), 'latin1')
}

async function expectNowhere(project: Project, said: Readonly<Record<string, string>>): Promise<void> {
  const calls: Record<string, string> = { ...said }
  for (const words of [['status'], ['log'], ['log', '--json'], ['why', 'T0001'], ['status', '--json'], ['replay']]) {
    const [verb = '', ...rest] = words
    const { out, err } = await project.run(verb, 'specs/tasks.md', ...rest)
    calls[words.join(' ')] = out + err
  }
  const all = [
    ...artefacts(project),
    ...Object.entries(calls).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
  ].map(({ name, bytes }) => ({ name, bytes: withoutColours(bytes) }))
  expect(all.some(({ bytes }) => bytes.includes('told: ***'))).toBe(true)
  const found = Object.entries(canaries).flatMap(([known, value]) =>
    spellings(value).flatMap((it) =>
      all.filter(({ bytes }) => bytes.includes(it)).map(({ name }) => `${known}: ${it} in ${name}`),
    ),
  )
  expect(found).toEqual([])
}

test('what an agent and a gate tell of the files, remotes and variables of a person is nowhere', async () => {
  const project = secretProject()
  project.commit('Begin')
  project.write('../teller.mjs', teller)
  project.write(
    '../gate.mjs',
    `import { existsSync } from 'node:fs'\nimport { tell, all } from './teller.mjs'\nif (existsSync('src/1.txt')) { await tell(); console.log('last ' + all); process.exit(1) }\n`,
  )
  project.agent(`
const { tell, all } = await import(path.join(human, '..', 'teller.mjs'))
await tell()
write('src/1.txt', String(attempt))
say({ status: 'done', text: 'I used ' + all, deviations: [{ what: 'wrote ' + all, reason: all, action: all, impact: all }] })
`)
  const { code, out, err } = await project.run('run', 'specs/tasks.md', '--agent', 'coder', '--yes')
  expect(code, err).toBe(1)
  // The reason of the blocked task is what the gate said.
  expect(project.read('specs/tasks.md')).toContain('***')
  await expectNowhere(project, { run: out + err })
  // Words that stand everywhere are left.
  const kept = artefacts(project).filter(({ name }) => name.includes(`${path.sep}millwright${path.sep}`))
  expect(kept.some(({ bytes }) => bytes.includes(plain))).toBe(true)
})

test('nor is what a set-up tells that fails', async () => {
  const project = secretProject()
  project.write('millwright.toml', `${project.read('millwright.toml')}setup = ["node", "${project.top}/set-up.mjs"]\n`)
  project.commit('Begin')
  project.write('../teller.mjs', teller)
  project.write('../gate.mjs', '')
  project.write(
    '../set-up.mjs',
    `import { tell, all } from './teller.mjs'\nawait tell(); console.error('told: ' + all); process.exit(1)\n`,
  )
  project.agent('')
  const failed = await project.run('run', 'specs/tasks.md', '--agent', 'coder', '--yes')
  expect(failed.code, failed.err).not.toBe(0)
  await expectNowhere(project, { run: failed.out + failed.err })
})

test('in place the files of the checkout count, too, as they are when a program is started, and as they were', async () => {
  const project = makeProject()
  project.write('.gitignore', '.env\n')
  project.write('.env', 'CANARY=canary-before-01aa\n')
  project.write('specs/tasks.md', plan)
  project.write('millwright.toml', '[gates.unit]\nrun = ["sh", "check.sh"]\n')
  project.write('check.sh', 'test -e src/1.txt || exit 0\necho "told: $(cat .env) canary-before-01aa"; exit 1\n')
  project.commit('Begin')
  project.agent("write('src/1.txt', String(attempt)); write('.env', 'CANARY=canary-after-02bb\\n')")
  const { code, out, err } = await project.run(
    'run',
    'specs/tasks.md',
    '--exec',
    project.exec,
    '--workspace',
    'in-place',
    '--yes',
  )
  expect(code, err).toBe(1)
  expect(project.read('specs/tasks.md')).toContain('told: CANARY=*** ***')
  expect(out + err).not.toContain('canary')
  const kept = artefacts(project).filter(
    ({ name, bytes }) => name !== path.join(project.root, 'check.sh') && bytes.includes('canary-after'),
  )
  expect(kept.map(({ name }) => name)).toEqual([])
})

test('a run that would have to look for more than can be held does not begin, and says what to do', async () => {
  const project = makeProject()
  project.write('.gitignore', '.env*\n')
  const value = (at: number): string => Array.from({ length: 3_000 }, (_, it) => `v${at * 7 + it}`).join('_')
  for (let at = 0; at < 80; at++) project.write(`.env.f${at}`, `A_TOKEN="${value(at)}"\n`)
  project.write('specs/tasks.md', plan)
  project.commit('Begin')
  project.agent("write('src/1.txt', '1')")
  const words = ['run', 'specs/tasks.md', '--exec', project.exec, '--yes']
  const refused = await project.run(...words)
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(/comes to 1\d\d\d KB.* more than can be looked for.*; nothing was started\n/),
  ])
  expect(project.read('specs/tasks.md')).toBe(plan)
  for (let at = 4; at < 80; at++) rmSync(path.join(project.root, `.env.f${at}`))
  expect(await project.run(...words)).toMatchObject({ code: 0 })
})

test('the name of a new file that holds one is refused, and whoever tries again is told', async () => {
  const project = makeProject()
  project.env['SERVICE_API_KEY'] = 'canary-variable-16dd'
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write('src/1.txt', 'one')
if (attempt === 1) write('src/canary-variable-16dd/1.txt', 'one')
else rmSync('src/canary-variable-16dd', { recursive: true, force: true })`)
  const { code, out, err } = await project.run('run', 'tasks.md', '--yes', '--exec', project.exec)
  expect([code, out + err]).toEqual([
    0,
    expect.stringContaining('the name of the new file src/***/1.txt holds a secret'),
  ])
  const told = await project.run('log', 'tasks.md', '--json')
  const kept = artefacts(project).filter((it) => it.name !== 'the objects of git' && !it.name.includes('/objects/'))
  expect(kept.filter(({ bytes }) => bytes.includes('canary-variable-16dd')).map((it) => it.name)).toEqual([])
  expect(out + err + told.out).not.toContain('canary-variable-16dd')
  expect(project.git('log', '--name-only', '--format=%B')).not.toContain('canary')
})

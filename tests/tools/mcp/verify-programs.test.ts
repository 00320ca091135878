import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { McpOutcome } from '../../../src/run/mcp-outcome.ts'
import { findMarked } from '../../../src/system/orphans.ts'
import { supervise } from '../../../src/system/supervision.ts'
import type { McpServer } from '../../../src/tools/mcp/server.ts'
import { verifyMcpServers, type VerifyOptions } from '../../../src/tools/mcp/verify-servers.ts'
import { builtProgram } from '../../rig/built-program.ts'
import { configured, program } from './configured.ts'

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-mcp-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const words = (name: string, ...more: string[]): string[] => [
  process.execPath,
  path.join(import.meta.dirname, 'programs', `${name}.mjs`),
  ...more,
]
const good = (how: string, ...more: string[]): McpServer => configured(how, program(words('good-server', how, ...more)))
const bad = (how: string, ...more: string[]): McpServer => configured(how, program(words('bad-server', how, ...more)))

let count = 0
let marker = { name: 'MILLWRIGHT_TEST', value: '' }
beforeEach(() => {
  count += 1
  marker = { name: 'MILLWRIGHT_TEST', value: `mcp.${process.pid}.${count}` }
})
afterEach(() => expect(findMarked(marker).found).toEqual([]))

const verify = (servers: readonly McpServer[], more: Partial<VerifyOptions> = {}): Promise<readonly McpOutcome[]> =>
  verifyMcpServers(servers, {
    root,
    home: null,
    environment: { PATH: process.env['PATH'], TOKEN: 'tok-3f9a-77', OTHER_SECRET: 'never' },
    isTrusted: () => false,
    version: '0.0.0',
    limitMs: 20_000,
    markers: { [marker.name]: marker.value },
    ...more,
  })
const verifyOne = async (server: McpServer, more: Partial<VerifyOptions> = {}): Promise<McpOutcome | undefined> =>
  (await verify([server], more))[0]

describe.each([
  ['by this process itself', false],
  ['by a supervisor', true],
])('a server started %s', (_by, isSupervised) => {
  let end: () => void = () => undefined
  beforeAll(() => {
    if (isSupervised) end = supervise(() => undefined, path.join(path.dirname(builtProgram()), 'supervisor.js'))
  })
  afterAll(() => end())

  test('that is good is available with its tools', async () => {
    expect(await verifyOne(good('plain'))).toEqual({
      is: 'available',
      server: 'plain',
      file: '.mcp.json',
      title: 'good',
      version: '1.2.3',
      protocol: '2025-11-25',
      tools: ['add', 'subtract'],
      remarks: [],
      durationMs: expect.any(Number) as number,
    })
  })

  test('that ignores the polite signal, and the end of its input, is ended', async () => {
    expect(await verifyOne(good('stay'))).toMatchObject({ is: 'available', tools: ['add', 'subtract'] })
    expect(await verifyOne(bad('ignore'), { limitMs: 300 })).toMatchObject({ is: 'unavailable', reason: 'timed-out' })
  })

  test.each([['answer'], ['never']])('that has started others takes them with it (%s)', async (how) => {
    const outcome = await verifyOne(bad('children', how), { limitMs: 3_000 })
    expect(outcome).toMatchObject({ is: 'unavailable', reason: how === 'answer' ? 'exited' : 'timed-out' })
  })
})

test.each([
  ['paged', { tools: ['tool-0', 'tool-1', 'tool-2', 'tool-3', 'tool-4'] }],
  ['toolless', { tools: [], remarks: [] }],
  [
    'banner',
    {
      tools: ['add', 'subtract'],
      remarks: ['it writes what is no message to its standard output: "Server v1 is listening"'],
    },
  ],
  [
    'sampling',
    {
      tools: ['ask'],
      remarks: [
        'it asked for sampling/createMessage, which is not granted here',
        'it asked for elicitation/create, which is not granted here',
      ],
    },
  ],
])('a server that is %s is available', async (how, expected) => {
  expect(await verifyOne(good(how))).toMatchObject({ is: 'available', ...expected })
})

test('what a server calls its tools is made safe and short, and tells no secret', async () => {
  const server = configured('evil', program(words('good-server', 'evil', '${TOKEN}')))
  const outcome = await verifyOne(server)
  expect(outcome).toMatchObject({ tools: ['a\\x1b[2Jb', `${'x'.repeat(300)}…`, '***'] })
})

test.each<[string, McpServer, Partial<VerifyOptions>, object]>([
  [
    'ends at once',
    bad('exit', 'Error: no', '', 'token'),
    {},
    { reason: 'exited', message: 'it ended with exit code 3 before it had answered', said: ['Error: no', 'token'] },
  ],
  [
    'prints its usage',
    bad('usage'),
    {},
    {
      reason: 'exited',
      message: 'it ended with exit code 0 before it had answered; it wrote "Usage: bad-server FOLDER"',
    },
  ],
  ['crashes', bad('crash'), {}, { reason: 'exited', message: 'it ended by SIGSEGV before it had answered' }],
  [
    'goes after it was introduced',
    bad('gone-after-introduction'),
    {},
    { reason: 'exited', message: 'it ended with exit code 1 before it had answered' },
  ],
  [
    'never answers',
    bad('hang'),
    { limitMs: 4_000 },
    { reason: 'timed-out', message: 'it did not answer within 4 s', said: ['waiting for a database'] },
  ],
  [
    'writes garbage',
    bad('garbage'),
    { limitMs: 4_000 },
    {
      reason: 'garbage',
      message: 'it did not answer within 4 s, and what it writes is no message of the protocol: "\\x1b[31mhello"',
    },
  ],
  ['writes lines without end', bad('flood-lines'), {}, { reason: 'flooded', message: 'it writes without end' }],
  ['writes a line without end', bad('flood-line'), {}, { reason: 'flooded', message: 'it writes without end' }],
  [
    'speaks another version',
    bad('old-version'),
    {},
    { reason: 'protocol-version', message: 'it speaks version 1999-01-01 of the protocol, which is not known here' },
  ],
  [
    'answers with an error',
    bad('error'),
    {},
    { reason: 'refused', message: 'it answered with an error: no database for nobody (-32603)' },
  ],
  [
    'answers with something else',
    bad('wrong-answer'),
    {},
    { reason: 'refused', message: 'its answer is not what the protocol has' },
  ],
  ['has tools without end', good('endless'), {}, { reason: 'refused', message: 'its list of tools has no end' }],
  [
    'is not there',
    configured('gone', program(['millwright-no-such-program'])),
    {},
    { reason: 'not-started', message: "the program 'millwright-no-such-program' was not found" },
  ],
  [
    'has no folder',
    configured('lost', program(words('good-server'), { cwd: 'nowhere' })),
    {},
    { reason: 'not-started', message: `there is no folder ${path.join(root, 'nowhere')}` },
  ],
  [
    'has an empty program',
    configured('empty', program([''])),
    {},
    { reason: 'not-started', message: 'the command is empty; name a program to start' },
  ],
])('a server that %s is not available', async (_, server, more, expected) => {
  expect(await verifyOne(server, more)).toMatchObject({ is: 'unavailable', said: [], ...expected })
})

test('of long last words the last lines are kept, without secrets', async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at} of a log that goes on and on`)
  const server = configured('exit', program(words('bad-server', 'exit', ...lines, 'the token is ${TOKEN}\u001b[2J')))
  const outcome = await verifyOne(server)
  if (outcome?.is !== 'unavailable') throw new Error('it is available')
  expect(outcome.said.length).toBe(20)
  expect(outcome.said.slice(-2)).toEqual(['line 1999 of a log that goes on and on', 'the token is ***\\x1b[2J'])
})

test('an error that tells a secret is told without it', async () => {
  const server = configured('error', program(words('bad-server', 'error'), { env: { TOKEN: '${TOKEN}' } }))
  expect(await verifyOne(server)).toMatchObject({ message: 'it answered with an error: no database for *** (-32603)' })
})

test('a server gets the allow-listed variables and those of its entry, and nothing else', async () => {
  const env = { GIVEN: 'a ${TOKEN} b', MILLWRIGHT_ATTEMPT: 'another' }
  const outcome = await verifyOne(configured('environment', program(words('good-server', 'environment'), { env })))
  if (outcome?.is !== 'available') throw new Error('it is not available')
  const names = outcome.tools.map((it) => it.split('=')[0])
  expect(names).toEqual(expect.arrayContaining(['PATH', 'GIVEN', 'MILLWRIGHT_MCP', 'MILLWRIGHT_TEST']))
  expect(names.filter((it) => it === 'OTHER_SECRET' || it === 'TOKEN' || it === 'MILLWRIGHT_ATTEMPT')).toEqual([])
  expect(outcome.tools).toContain('GIVEN=***')
})

test('a server runs in the root of the project with its words filled in, and what is not set is told', async () => {
  const server = configured(
    'surroundings',
    program(words('good-server', 'surroundings', '${NOT_SET}', '${NOT_SET:-else}')),
  )
  expect(await verifyOne(server)).toMatchObject({
    tools: [root, '${NOT_SET}', 'else'],
    remarks: ['the variable NOT_SET is not set'],
  })
})

test('what a repository names is started where it is trusted, and only there', async () => {
  const servers = ['one', 'two'].map((name) =>
    configured(name, program(words('good-server')), { source: 'repository', client: 'project' }),
  )
  const outcomes = await verify(servers, { isTrusted: ({ name }) => name === 'two' })
  expect(outcomes).toMatchObject([{ is: 'unavailable', reason: 'not-trusted' }, { is: 'available' }])
})

test('an entry that cannot be used is told as such', async () => {
  const server: McpServer = { ...bad('hang'), transport: null, unusable: 'it is switched off there' }
  expect(await verifyOne(server)).toMatchObject({ reason: 'not-usable', message: 'it is switched off there' })
})

test('outcomes come in the order of the servers, whichever ends first of so many at a time', async () => {
  // What exits at once ends before what has to be spoken with, however slow the machine is.
  const servers = [good('plain'), bad('exit'), good('paged'), bad('exit')]
  const outcomes = await verify(servers, { most: 2 })
  expect(outcomes.map((it) => (it.is === 'available' ? it.server : it.reason))).toEqual([
    'plain',
    'exited',
    'paged',
    'exited',
  ])
})

test('who asks may want to know no more: what runs is ended, what has not begun does not begin', async () => {
  const stop = new AbortController()
  const asked = verify([bad('hang'), bad('ignore'), good('plain')], { most: 2, signal: stop.signal })
  setTimeout(() => stop.abort(), 300)
  expect((await asked).map((it) => (it.is === 'available' ? it.server : it.reason))).toEqual([
    'stopped',
    'stopped',
    'stopped',
  ])
  expect(await verify([good('plain')], { signal: stop.signal })).toMatchObject([{ reason: 'stopped' }])
})

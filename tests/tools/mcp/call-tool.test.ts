import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findMarked } from '../../../src/system/orphans.ts'
import { callTool, type CallToolOptions, type ToolAnswer } from '../../../src/tools/mcp/call-tool.ts'
import type { McpServer } from '../../../src/tools/mcp/server.ts'
import { configured, program } from './configured.ts'

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-call-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const words = (name: string, ...more: string[]): string[] => [
  process.execPath,
  path.join(import.meta.dirname, 'programs', `${name}.mjs`),
  ...more,
]
const good = (...how: string[]): McpServer => configured('good', program(words('good-server', ...how)))
const theirs = configured('theirs', program(words('good-server')), { source: 'repository', client: 'project' })

let count = 0
let marker = { name: 'MILLWRIGHT_TEST', value: '' }
beforeEach(() => {
  count += 1
  marker = { name: 'MILLWRIGHT_TEST', value: `call.${process.pid}.${count}` }
})
afterEach(() => expect(findMarked(marker).found).toEqual([]))

const call = (
  server: McpServer,
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
  more: Partial<CallToolOptions> = {},
): Promise<ToolAnswer> =>
  callTool(
    server,
    { tool, args },
    {
      root,
      home: null,
      environment: { PATH: process.env['PATH'], TOKEN: 'tok-3f9a-77' },
      isTrusted: () => false,
      version: '0.0.0',
      limitMs: 20_000,
      markers: { [marker.name]: marker.value },
      ...more,
    },
  )

test('a tool is called with its arguments and gives its text and its value', async () => {
  expect(await call(good(), 'add', { a: 2, b: 3 })).toEqual({
    is: 'answered',
    text: '2 and\n3',
    structured: { sum: 5 },
    isCut: false,
    ms: expect.any(Number) as number,
  })
})

test('what is no text is told by what it is and where it lies', async () => {
  expect(await call(good(), 'kinds')).toMatchObject({
    text: 'A page: https://example.com/page\nfile:///notes\nwhat it says\n[image: image/png]',
    structured: null,
  })
})

test('secrets of the entry are in no answer, neither in text nor in names and values', async () => {
  const server = configured('tells', program(words('good-server'), { env: { TOKEN: '${TOKEN}' } }))
  expect(await call(server, 'tell')).toMatchObject({
    text: 'it is ***\u001b[2J',
    structured: { '***': ['a', '***'] },
  })
  expect(await call(server, 'fail')).toMatchObject({ is: 'failed', message: 'no result for ***\\x0aat all' })
})

test('of a long answer so much is taken, and that is told', async () => {
  expect(await call(good(), 'long', { length: 100 }, { mostCharacters: 60 })).toMatchObject({
    text: 'x'.repeat(60),
    structured: null,
    isCut: true,
  })
})

test('a value that is nested without measure makes nothing break', async () => {
  expect(await call(good(), 'deep')).toMatchObject({ is: 'answered', text: '' })
})

describe('there is no answer', () => {
  test.each<[string, McpServer, string, Partial<CallToolOptions>, object]>([
    [
      'where the tool says that it failed',
      good(),
      'fail',
      {},
      { reason: 'tool-failed', message: 'no result for nobody\\x0aat all' },
    ],
    [
      'where there is no such tool',
      good(),
      'gone',
      {},
      { reason: 'refused', message: 'it answered with an error: there is no gone (-32603)' },
    ],
    [
      'within the time limit',
      good(),
      'hang',
      { limitMs: 2_000 },
      { reason: 'timed-out', message: 'it did not answer within 2 s', said: ['looking for it'] },
    ],
    [
      'where it ends instead',
      good(),
      'exit',
      {},
      { reason: 'exited', message: 'it ended with exit code 4 before it had answered' },
    ],
    [
      'where its program is not there',
      configured('gone', program(['millwright-no-such-program'])),
      'add',
      {},
      { reason: 'not-started', message: "the program 'millwright-no-such-program' was not found" },
    ],
    ['of what the repository names and nobody trusts', theirs, 'add', {}, { reason: 'not-trusted' }],
    [
      'of an entry that cannot be used',
      { ...good(), transport: null, unusable: 'it is switched off there' },
      'add',
      {},
      { reason: 'not-usable', message: 'it is switched off there' },
    ],
  ])('%s', async (_, server, tool, more, expected) => {
    expect(await call(server, tool, {}, more)).toMatchObject({ is: 'failed', said: [], ...expected })
  })

  test('once whoever asks wants to know no more', async () => {
    const stop = new AbortController()
    const asked = call(good(), 'hang', {}, { signal: stop.signal })
    setTimeout(() => stop.abort(), 300)
    expect(await asked).toMatchObject({ is: 'failed', reason: 'stopped' })
    expect(await call(good(), 'add', {}, { signal: stop.signal })).toMatchObject({ reason: 'stopped' })
  })
})

test('what the repository names is called where a person trusts it', async () => {
  expect(await call(theirs, 'add', { a: 1, b: 1 }, { isTrusted: ({ name }) => name === 'theirs' })).toMatchObject({
    structured: { sum: 2 },
  })
})

/* oxlint-disable typescript/no-deprecated -- the older way over HTTP is tested, too */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer as Served } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import type { McpOutcome } from '../../../src/run/mcp-outcome.ts'
import type { McpServer } from '../../../src/tools/mcp/server.ts'
import { verifyMcpServers, type VerifyOptions } from '../../../src/tools/mcp/verify-servers.ts'
import { address, configured } from './configured.ts'

/** A server on a free port of this machine, which ends with the test. @returns its origin */
async function listen(answer: RequestListener): Promise<string> {
  const http: HttpServer = createServer(answer)
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const withTools = (name: string): Served => {
  const server = new Served({ name, version: '2.0.0' })
  server.registerTool('add', {}, () => ({ content: [] }))
  return server
}

/** The newer way, with sessions; `ended` are those that were taken leave of. */
async function streamable(
  guard: (request: IncomingMessage, response: ServerResponse) => boolean = () => true,
): Promise<{
  origin: string
  ended: string[]
}> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const ended: string[] = []
  const origin = await listen((request, response) => {
    if (!guard(request, response)) return
    const known = sessions.get(String(request.headers['mcp-session-id']))
    if (known !== undefined) {
      void known.handleRequest(request, response)
      return
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${sessions.size}`,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void ended.push(id),
    })
    void withTools('streamable')
      .connect(transport)
      .then(() => transport.handleRequest(request, response))
  })
  return { origin, ended }
}

const verify = async (server: McpServer, more: Partial<VerifyOptions> = {}): Promise<McpOutcome | undefined> =>
  (
    await verifyMcpServers([server], {
      root: '/nowhere',
      home: null,
      environment: { TOKEN: 'tok-3f9a-77' },
      isTrusted: () => false,
      version: '0.0.0',
      limitMs: 10_000,
      ...more,
    })
  )[0]

test.each(['http', 'either'] as const)(
  'a streamable server is available, and is told that its session ends (%s)',
  async (is) => {
    const { origin, ended } = await streamable()
    expect(await verify(configured('one', address(`${origin}/mcp`, { is })))).toMatchObject({
      is: 'available',
      title: 'streamable',
      version: '2.0.0',
      protocol: '2025-11-25',
      tools: ['add'],
    })
    expect(ended).toEqual(['session-0'])
  },
)

test('a server that does not answer to a farewell is cut off', async () => {
  let isCut: (value: string) => void = () => undefined
  const cut = new Promise<string>((resolve) => {
    isCut = resolve
  })
  const { origin } = await streamable((request, response) => {
    if (request.method !== 'DELETE') return true
    response.on('close', () => isCut('cut'))
    return false
  })
  expect(await verify(configured('one', address(origin)))).toMatchObject({ is: 'available' })
  expect(await cut).toBe('cut')
})

test.each(['sse', 'either'] as const)('a server of the older way is available (%s)', async (is) => {
  const transports = new Map<string, SSEServerTransport>()
  const origin = await listen((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (request.method === 'GET' && url.pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', response)
      transports.set(transport.sessionId, transport)
      void withTools('older').connect(transport)
      return
    }
    const transport = transports.get(url.searchParams.get('sessionId') ?? '')
    if (url.pathname === '/messages' && transport !== undefined) void transport.handlePostMessage(request, response)
    else response.writeHead(404).end()
  })
  const outcome = await verify(configured('two', address(`${origin}/sse`, { is })))
  expect(outcome).toMatchObject({ is: 'available', title: 'older', tools: ['add'] })
})

test('headers are sent with their variables filled in', async () => {
  const seen: (string | undefined)[] = []
  const { origin } = await streamable((request, response) => {
    seen.push(request.headers.authorization)
    if (request.headers.authorization === 'Bearer tok-3f9a-77' && request.headers['x-key'] === 'tok-3f9a-77')
      return true
    response.writeHead(401).end()
    return false
  })
  const headers = { Authorization: 'Bearer ${TOKEN}' }
  const headersFrom = [{ header: 'X-Key', before: '', variable: 'TOKEN' }]
  expect(await verify(configured('one', address(origin, { headers, headersFrom })))).toMatchObject({ is: 'available' })
  expect(seen.length).toBeGreaterThan(2)
  expect(await verify(configured('one', address(origin, { headers })))).toMatchObject({
    is: 'unavailable',
    reason: 'unauthorized',
    message: 'it does not know who asks (HTTP 401)',
  })
})

test('a redirect within the origin is followed, any other is told and its headers are not sent there', async () => {
  const { origin } = await streamable()
  let visits = 0
  const other = await listen((_, response) => {
    visits += 1
    response.writeHead(500).end()
  })
  const { origin: moved } = await streamable((request, response) => {
    if (request.url === '/mcp') return true
    const location = request.url === '/old' ? '/mcp' : `${other}/new?key=tok-3f9a-77`
    response.writeHead(307, { location }).end()
    return false
  })
  expect(await verify(configured('one', address(`${moved}/old`)))).toMatchObject({ is: 'available' })
  const outcome = await verify(
    configured('one', address(`${moved}/away`, { headers: { Authorization: 'Bearer ${TOKEN}' } })),
  )
  expect(outcome).toMatchObject({
    is: 'unavailable',
    reason: 'redirected',
    message: `it leads to ${other}/new (HTTP 307), which was not followed`,
  })
  expect([visits, origin === moved]).toEqual([0, false])
})

test.each<[string, RequestListener, object]>([
  [
    'asks who we are',
    (_, it) => it.writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="http://127.0.0.1:1/x"' }).end(),
    { reason: 'unauthorized', message: 'it does not know who asks (HTTP 401)' },
  ],
  [
    'wants us not',
    (_, it) => it.writeHead(403).end('no'),
    { reason: 'unauthorized', message: 'it does not know who asks (HTTP 403)' },
  ],
  [
    'fails',
    (_, it) => it.writeHead(500).end('\u001b[31m tok'),
    { reason: 'http-status', message: 'it answered with HTTP 500' },
  ],
  [
    'is a page',
    (_, it) => it.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    { reason: 'refused', message: 'Unexpected content type: text/html' },
  ],
  [
    'answers with no message',
    (_, it) => it.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
    { reason: 'refused', message: 'its answer is not what the protocol has' },
  ],
  [
    'answers with no JSON',
    (_, it) => it.writeHead(200, { 'content-type': 'application/json' }).end('<'),
    { reason: 'refused' },
  ],
  ['never answers', () => undefined, { reason: 'timed-out', message: 'it did not answer within 600 ms' }],
  ['answers without end', (_, it) => flood(it), { reason: 'flooded', message: 'it writes without end' }],
])('a server that %s is not available', async (_, answer, expected) => {
  const origin = await listen(answer)
  const limitMs = 'reason' in expected && expected.reason === 'timed-out' ? 600 : 10_000
  expect(await verify(configured('one', address(origin)), { limitMs })).toMatchObject({
    is: 'unavailable',
    said: [],
    ...expected,
  })
})

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const on = (): void => {
    while (!response.destroyed && response.write('[1,'.repeat(20_000)));
    if (!response.destroyed) response.once('drain', on)
  }
  on()
}

test.each(['http', 'sse', 'either'] as const)('where nobody listens nobody answers (%s)', async (is) => {
  const closed = createServer()
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve)
  })
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const outcome = await verify(configured('one', address(`http://127.0.0.1:${port}/mcp?key=secret`, { is })))
  expect(outcome).toMatchObject({ is: 'unavailable', reason: 'unreachable' })
  expect(JSON.stringify(outcome)).toContain(`http://127.0.0.1:${port}/mcp (`)
  expect(JSON.stringify(outcome)).not.toContain('key=secret')
})

test.each([
  ['no url', {}, 'its url is no address of HTTP'],
  ['file:///etc/passwd', {}, 'its url is no address of HTTP'],
  ['http://ada:pass@127.0.0.1/', {}, 'its url holds a user or a password; a header has to tell them'],
  ['http://127.0.0.1/', { 'X-Key': 'a\nb' }, 'its header X-Key cannot be sent'],
  ['http://127.0.0.1/', { 'X Key': 'a' }, 'its header X Key cannot be sent'],
])('%s with %j is asked by nobody', async (url, headers, message) => {
  expect(await verify(configured('one', address(url, { headers })))).toMatchObject({ reason: 'not-usable', message })
})

test('who asks may want to know no more', async () => {
  const origin = await listen(() => undefined)
  const stop = new AbortController()
  const asked = verify(configured('one', address(origin)), { signal: stop.signal })
  setTimeout(() => stop.abort(), 200)
  expect(await asked).toMatchObject({ is: 'unavailable', reason: 'stopped' })
})

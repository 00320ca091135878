// A program that is no good MCP server; its first word says how.
import { spawn } from 'node:child_process'

const [how, ...more] = process.argv.slice(2)
const stay = () => setInterval(() => undefined, 1_000)
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
/** Answers the first request with what is given for it. */
const answer = (result, then = () => undefined) =>
  process.stdin.once('data', (chunk) => {
    say({ id: JSON.parse(String(chunk).split('\n')[0]).id, ...result })
    then()
  })
const introduced = (protocolVersion = '2025-11-25') => ({
  result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bad', version: '0' } },
})
/** Writes for as long as somebody reads. */
const flood = (text) => {
  const on = () => {
    while (process.stdout.write(text));
    process.stdout.once('drain', on)
  }
  on()
}

switch (how) {
  case 'exit':
    process.stderr.write(`${more.join('\n')}\n`)
    process.exitCode = 3
    break
  case 'usage':
    process.stdout.write('Usage: bad-server FOLDER\n')
    break
  case 'crash':
    process.kill(process.pid, 'SIGSEGV')
    break
  case 'hang':
    process.stderr.write('waiting for a database\n')
    process.stdin.resume()
    stay()
    break
  case 'ignore':
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
    stay()
    break
  case 'children':
    // One in the group, one that has left it, and one that has left it and ends by nothing polite.
    for (const [code, detached] of [
      ['setInterval(() => undefined, 1000)', false],
      ['setInterval(() => undefined, 1000)', true],
      ['process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)', true],
    ])
      spawn(process.execPath, ['-e', code], { detached, stdio: 'ignore' }).unref()
    if (more[0] === 'answer') answer(introduced(), () => setTimeout(() => process.exit(0), 50))
    else stay()
    break
  case 'garbage':
    process.stdout.write('\u001b[31mhello\n<html>\n')
    process.stdin.resume()
    stay()
    break
  case 'flood-lines':
    flood('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n'.repeat(100))
    break
  case 'flood-line':
    flood('x'.repeat(65_536))
    break
  case 'old-version':
    answer(introduced('1999-01-01'))
    stay()
    break
  case 'error':
    answer({ error: { code: -32603, message: `no database for ${process.env.TOKEN ?? 'nobody'}` } })
    stay()
    break
  case 'wrong-answer':
    answer({ result: { hello: true } })
    stay()
    break
  case 'gone-after-introduction':
    answer(introduced(), () => process.stdout.end(() => process.exit(1)))
    break
}

import { describe, expect, test } from 'vitest'
import { fillIn } from '../../../src/tools/mcp/fill-in.ts'
import type { McpClient, McpServer } from '../../../src/tools/mcp/server.ts'
import { takenBy } from '../../../src/tools/mcp/slots.ts'
import { address, configured, program } from './configured.ts'

const files: Record<string, string> = {
  '/nowhere/token.txt': ' from-a-file-1 \n',
  '/home/ada/key': 'from-home-1',
  '/project/.env': 'A=1\nTOKEN="x y"\n# none\n',
}
const from = {
  root: '/project',
  home: '/home/ada',
  environment: { TOKEN: 'tok-3f9a-77', EMPTY: '', MILLWRIGHT_TASK: 'T001' },
  textOf: (file: string) => files[file] ?? null,
}
const server = (client: McpClient, word: string): McpServer => configured('it', program(['x', word]), { client })

describe('words are filled in as the client does it', () => {
  test.each<[McpClient, string, string]>([
    ['project', 'a ${TOKEN} b', 'a tok-3f9a-77 b'],
    ['project', '${NONE:-else}${EMPTY}', 'else'],
    ['project', '${TOKEN:-else}', 'tok-3f9a-77'],
    ['project', '${NONE} $TOKEN ${env:TOKEN} ${ TOKEN} ${}', '${NONE} $TOKEN ${env:TOKEN} ${ TOKEN} ${}'],
    ['project', '${MILLWRIGHT_TASK}', '${MILLWRIGHT_TASK}'],
    ['claude-code', '${${TOKEN}}', '${tok-3f9a-77}'],
    ['claude-desktop', '${TOKEN}', '${TOKEN}'],
    ['codex', '${TOKEN}', '${TOKEN}'],
    ['cursor', '${env:TOKEN}|${env:NONE}', 'tok-3f9a-77|'],
    [
      'cursor',
      '${workspaceFolder}${/}${workspaceFolderBasename}${pathSeparator}${userHome}',
      '/project/project//home/ada',
    ],
    ['vscode', '${env:TOKEN}', 'tok-3f9a-77'],
    ['windsurf', '${env:TOKEN}${file:token.txt}', 'tok-3f9a-77from-a-file-1'],
    ['gemini', '$TOKEN ${TOKEN} $NONE ${NONE} ${NONE:-else} $', 'tok-3f9a-77 tok-3f9a-77 $NONE ${NONE} else $'],
    ['opencode', '{env:TOKEN}|{env:NONE}|{file:~/key}|{other}|${TOKEN}', 'tok-3f9a-77||from-home-1|{other}|${TOKEN}'],
  ])('%s: %s', (client, word, expected) => {
    expect(fillIn(server(client, word), from)).toMatchObject({ is: 'ready', transport: { argv: ['x', expected] } })
  })

  test.each<[McpClient, string, string]>([
    ['vscode', '${input:token}', 'only its client knows what ${input:token} is'],
    ['vscode', '${command:pick}', 'only its client knows what ${command:pick} is'],
    ['cursor', '${selectedText}', 'only its client knows what ${selectedText} is'],
    ['opencode', '{file:gone}', 'the file gone, which it takes a value from, cannot be read'],
  ])('%s: %s cannot be', (client, word, reason) => {
    expect(fillIn(server(client, word), from)).toEqual({ is: 'not-usable', reason })
  })
})

test('what is filled in is not filled in again', () => {
  const environment = { A: '${B}', B: 'no' }
  expect(fillIn(server('project', '${A}'), { ...from, environment })).toMatchObject({
    transport: { argv: ['x', '${B}'] },
  })
})

test('what is not set is told once, but not where something stands in for it', () => {
  expect(fillIn(server('project', '${A} ${A} ${B:-b} ${C:-} ${TOKEN}'), from)).toMatchObject({ unset: ['A'] })
})

test('values of the environment and of files are secrets, and so is what is named like one', () => {
  const env = { API_KEY: 'literal-key-1', NAME: 'value' }
  const filled = fillIn(
    configured('it', program(['x', '{env:TOKEN}', '{file:~/key}'], { env }), { client: 'opencode' }),
    from,
  )
  expect(filled).toMatchObject({
    secrets: expect.arrayContaining(['tok-3f9a-77', 'from-home-1', 'literal-key-1']) as string[],
  })
  const headers = { Authorization: 'Bearer literal-key-2' }
  expect(fillIn(configured('it', address('http://x/', { headers })), from)).toMatchObject({
    secrets: expect.arrayContaining(['literal-key-2']) as string[],
  })
})

test('variables of a file stand behind those that are passed, and before those of the entry', () => {
  const transport = program(['x'], { envFile: '${workspaceFolder}/.env', passes: ['TOKEN', 'GONE'], env: { A: '2' } })
  expect(fillIn(configured('it', transport, { client: 'vscode' }), from)).toMatchObject({
    transport: { env: { TOKEN: 'x y', A: '2' }, cwd: '/project' },
    unset: ['GONE'],
  })
  const gone = program(['x'], { envFile: 'gone.env' })
  expect(fillIn(configured('it', gone, { client: 'cursor' }), from)).toEqual({
    is: 'not-usable',
    reason: 'the file gone.env with its variables cannot be read',
  })
})

test.each([
  ['tools', '/project/tools'],
  ['/abs', '/abs'],
  ['~/tools', '/home/ada/tools'],
])('the folder %s is %s', (cwd, expected) => {
  expect(fillIn(configured('it', program(['x'], { cwd })), from)).toMatchObject({ transport: { cwd: expected } })
})

test('what an entry takes is known before anything is filled in', () => {
  const transport = program(['x', '{env:A}', '{file:f}'], {
    env: { X: '{env:B}{env:A}' },
    passes: ['C'],
    envFile: '.env',
  })
  expect(takenBy(configured('it', transport, { client: 'opencode' }))).toEqual({
    variables: ['A', 'B', 'C'],
    files: ['f', '.env'],
  })
})

test('many slots cost no more than their length', () => {
  const word = '${'.repeat(200_000)
  expect(fillIn(server('project', word), from)).toMatchObject({ transport: { argv: ['x', word] } })
  expect(fillIn(server('gemini', '$'.repeat(200_000)), from)).toMatchObject({ is: 'ready' })
})

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Agent } from '../../src/agents/agent.ts'
import { consult, type ConsultContext, type Consulted, type Question } from '../../src/agents/consult.ts'
import { readDoubles } from '../../src/agents/doubles.ts'
import { humanAgent } from '../../src/agents/human.ts'
import { openAgent, type AgentSettings } from '../../src/agents/open-agent.ts'
import { scriptedAgent } from '../../src/agents/scripted.ts'
import { toolAgent } from '../../src/agents/tool.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'mw-consult-'))
})
afterEach(() => rm(root, { recursive: true }))

const context = (more: Partial<ConsultContext> = {}): ConsultContext => ({
  run: 'r',
  project: root,
  scratch: path.join(root, 'attempts', 'r'),
  limits: { attemptMs: 20_000, idleMs: 20_000, outputBytes: 100_000 },
  from: { PATH: process.env['PATH'], TOKEN: 'tok-3f9a-77' },
  markers: { MILLWRIGHT_TEST: 'consult' },
  keep: (content) =>
    Promise.resolve(Buffer.concat('pieces' in content ? [...content.pieces()] : [content]).toString('utf8')),
  ...more,
})
const question = (more: Partial<Question> = {}): Question => ({
  about: 'research:1',
  nth: 1,
  brief: 'Why is the sky blue?',
  ...more,
})

/** An agent that is a program: what it is written to do, with its environment and its brief at hand. */
async function program(does: string, more: Partial<AgentSettings> = {}): Promise<Agent> {
  const begin = `const fs = require('node:fs'); const brief = fs.readFileSync(0, 'utf8'); const env = process.env;`
  const opened = await openAgent(
    {
      name: 'coder',
      kind: 'command',
      preset: null,
      argv: [process.execPath, '-e', `${begin} ${does}`],
      args: [],
      brief: null,
      env: [],
      set: {},
      script: null,
      attemptMs: null,
      idleMs: null,
      ...more,
    },
    root,
  )
  if (!('agent' in opened)) throw new Error(opened.diagnostics.map((it) => it.message).join())
  return opened.agent
}

const ask = async (does: string, more: Partial<ConsultContext> = {}): Promise<Consulted> =>
  consult(await program(does), question(), context(more)).done

describe('the answer of an agent', () => {
  test('is what it prints last, without blanks around it', async () => {
    expect(await ask(`console.log('\\nIt scatters.\\n')`)).toMatchObject({
      is: 'answered',
      text: 'It scatters.',
      usage: null,
      kept: { output: '\nIt scatters.\n\n' },
    })
  })

  test('is whole, however long', async () => {
    const answer = await ask(`process.stdout.write('word '.repeat(2_000) + 'end')`)
    expect(answer).toMatchObject({ is: 'answered', text: `${'word '.repeat(2_000)}end` })
  })

  test.each([
    ['its text, where the result file is one', { status: 'done', text: 'From the file' }, 'From the file'],
    ['all of the result file, where it has no text', { findings: ['one'] }, '{"findings":["one"]}'],
  ])('is %s', async (_, written, text) => {
    const json = JSON.stringify(written)
    const does = `console.log('printed'); fs.writeFileSync(env.MILLWRIGHT_RESULT, ${JSON.stringify(json)})`
    expect(await ask(does)).toMatchObject({ is: 'answered', text })
  })

  test('is what it prints where its result file says no more than that it is done', async () => {
    const does = `console.log('printed'); fs.writeFileSync(env.MILLWRIGHT_RESULT, '{"status":"done","text":""}')`
    expect(await ask(does)).toMatchObject({ is: 'answered', text: 'printed' })
  })

  test('of a preset is its last message, with what it used', async () => {
    const lines = [
      { type: 'item.completed', item: { type: 'agent_message', text: 'I look it up.' } },
      { type: 'item.completed', item: { type: 'agent_message', text: 'It scatters.' } },
      { type: 'turn.completed', usage: { input_tokens: 40, output_tokens: 2 } },
    ]
    const print = lines.map((it) => `console.log(${JSON.stringify(JSON.stringify(it))});`).join(' ')
    const agent = await program('', { kind: 'preset', preset: 'codex', argv: [process.execPath, '-e', print] })
    expect(await consult(agent, question(), context()).done).toMatchObject({
      is: 'answered',
      text: 'It scatters.',
      usage: { inputTokens: 40, outputTokens: 2, costUsd: null },
    })
  })

  test('tells no secret', async () => {
    const does = `fs.writeFileSync(env.MILLWRIGHT_RESULT, JSON.stringify({ text: 'use tok-3f9a-77' }))`
    expect(await ask(does, { secrets: ['tok-3f9a-77'] })).toMatchObject({ text: 'use ***' })
    expect(await ask(`console.log('use tok-3f9a-77')`, { secrets: ['tok-3f9a-77'] })).toMatchObject({
      text: 'use ***',
      kept: { output: 'use ***\n' },
    })
  })
})

test('it is told what is asked and how to answer, in an empty folder that goes away', async () => {
  const does = `console.log(JSON.stringify({
    brief, files: fs.readdirSync('.'), folder: process.cwd(), task: env.MILLWRIGHT_TASK, token: env.TOKEN ?? null,
    attempt: env.MILLWRIGHT_ATTEMPT, test: env.MILLWRIGHT_TEST })); fs.writeFileSync('left.txt', 'x')`
  const folders: string[] = []
  for (const nth of [1, 2]) {
    const answer = await consult(await program(does), question({ nth }), context()).done
    if (answer.is !== 'answered') throw new Error(answer.failure.reason)
    const seen = JSON.parse(answer.text.replaceAll('"folder":".', '"folder":"')) as Record<string, unknown>
    expect(seen).toMatchObject({ files: [], task: 'research:1', token: null, test: 'consult' })
    expect(seen['attempt']).toMatch(/^r\.question\./)
    expect(seen['brief']).toMatch(/^Why is the sky blue\?\n\n---\n/)
    expect(seen['brief']).toContain('MILLWRIGHT_RESULT')
    folders.push(String(seen['attempt']))
  }
  expect(folders[0]).not.toBe(folders[1])
  expect(await readdir(path.join(root, 'attempts', 'r'))).not.toContainEqual(expect.stringMatching(/\.\d+$/))
})

describe('there is no answer', () => {
  test.each([
    ['where it fails', `console.log('no network'); process.exit(3)`, {}, 'coder failed (exit code 3): no network'],
    ['where it says nothing', '', {}, 'coder ended without an answer'],
    [
      'where it says that it has none',
      `fs.writeFileSync(env.MILLWRIGHT_RESULT, JSON.stringify({ status: 'blocked', text: 'nobody knows' }))`,
      {},
      'coder says that it could not answer: nobody knows',
    ],
    [
      'in time',
      `setInterval(() => 0, 1000)`,
      { limits: { attemptMs: 300, attemptKey: 'research.timeout', idleMs: 20_000, outputBytes: 1_000 } },
      'coder did not answer within 300 ms (research.timeout)',
    ],
  ])('%s', async (_, does, more, reason) => {
    expect(await ask(does, more)).toMatchObject({ is: 'failed', failure: { reason } })
  })

  test('where its program is not there', async () => {
    const agent = await program('', { argv: ['millwright-no-such-program'] })
    const end = await consult(agent, question(), context()).done
    expect(end).toMatchObject({ is: 'failed', failure: { reason: expect.stringContaining('was not found') as string } })
  })

  test('of a person and of a program of the plan, who are not asked', async () => {
    const tool = toolAgent({ name: '1.1', argv: ['true'] })
    for (const [agent, reason] of [
      [humanAgent('human'), 'nothing is asked of human: it is a person'],
      [tool, 'nothing is asked of true: it is a program of the plan'],
    ] as const)
      expect(await consult(agent, question(), context()).done).toMatchObject({ is: 'failed', failure: { reason } })
    expect(existsSync(path.join(root, 'attempts'))).toBe(false)
  })

  test('and what its program said of the failure is told, not the trace around it', async () => {
    const does = `console.error('asking\\nError: no key is set\\n    at ask (agent.js:1:1)'); process.exit(1)`
    expect(await ask(does)).toMatchObject({
      is: 'failed',
      failure: { reason: 'coder failed (exit code 1): Error: no key is set' },
    })
  })

  test('once it is stopped', async () => {
    const asked = consult(await program(`setInterval(() => 0, 1000)`), question(), context())
    setTimeout(() => asked.stop('the executor ends'), 300)
    expect(await asked.done).toMatchObject({
      is: 'failed',
      failure: { reason: 'coder was stopped before it had answered' },
    })
  })
})

describe('a command that names files of the project', () => {
  const write = (file: string, text: string, mode = 0o644): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text, { mode })
  }

  test.each([
    ['as an argument', ['sh', 'agent.sh'], 'agent.sh'],
    ['below a folder', ['sh', './tools/agent.sh'], 'tools/agent.sh'],
    ['as the program itself', ['./agent.sh'], 'agent.sh'],
  ])('%s works in the empty folder of a question', async (_, argv, file) => {
    write(file, '#!/bin/sh\nls; echo "It scatters."\n', 0o755)
    const answer = await consult(await program('', { argv }), question(), context()).done
    expect(answer).toMatchObject({ is: 'answered', text: 'It scatters.' })
  })

  test('gets all other words as they are', async () => {
    mkdirSync(path.join(root, 'folder'))
    write('echo', 'no program of the machine')
    write('--flag', 'x')
    const argv = ['echo', 'folder', '--flag', 'missing.sh', 'two words']
    const answer = await consult(await program('', { argv }), question(), context()).done
    expect(answer).toMatchObject({ is: 'answered', text: 'folder --flag missing.sh two words' })
  })
})

test('a double answers by the name of the question, each time what comes next, and never with what it does for tasks', async () => {
  const read = readDoubles(
    JSON.stringify({
      tasks: { '*': [{ text: 'a task', write: { 'a.txt': 'a' } }] },
      answers: { 'research:1': ['first', { text: 'second', write: { 'b.txt': 'b' } }] },
    }),
    'doubles.json',
  )
  if (read.doubles === null) throw new Error(read.diagnostics.map((it) => it.message).join())
  const agent = scriptedAgent('scripted', read.doubles)
  const said = async (more: Partial<Question>): Promise<string> => {
    const end = await consult(agent, question(more), context()).done
    return end.is === 'answered' ? end.text : end.failure.reason
  }
  expect(await said({})).toBe('first')
  expect(await said({ nth: 2 })).toBe('second')
  expect(await said({ about: 'research:2' })).toBe('scripted ended without an answer')
})

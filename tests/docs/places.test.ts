/** Files, functions, folders, links and words that the documents name are there. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openPlan } from '../../src/index.ts'
import { documents, readDocument, root } from './documents.ts'

/** The words of the design, in its order: one thing has one name. */
const words = [
  'plan',
  'dialect',
  'group',
  'SPECLet',
  'task',
  'step',
  'method',
  'pre-flight',
  'tool',
  'attempt',
  'round',
  'edge',
  'mark',
  'slot',
  'diagnostic',
  'run',
  'event',
  'effect',
  'outcome',
  'role',
  'prompt template',
  'brief',
  'draft',
  'gate',
  'integration test',
  'verification',
  'milestone',
  'contract',
  'verdict',
  'judgement',
  'evidence',
  'proof',
  'review',
  'decision',
  'deviation',
  'mode',
  'policy',
  'budget',
  'step record',
  'trigger',
  'education checkpoint',
  'propagation',
  'violation',
  'workspace',
  'tip',
  'batch',
  'pattern',
  'finding',
  'journal',
  'projection',
  'host',
  'agent',
  'supervisor',
]

/** Text outside fenced blocks. */
const prose = (text: string): string => text.replaceAll(/^(```+)[^`\n]*\n[\s\S]*?^\1$/gm, '')
const ticked = (text: string): string[] => [...prose(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

test('the glossary has each word once, in one line', () => {
  const { text } = readDocument('GLOSSARY.md')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? '')
  expect(headings).toEqual(words)
  for (const [, body = ''] of text.matchAll(/^## .+\n\n([^#]*)/gm)) expect(body.trim().split('\n')).toHaveLength(1)
})

describe.each(documents())('$name', ({ name, text }) => {
  test('source files that it names exist', () => {
    const named = ticked(text).filter((it) => /^[\w./-]+\.(ts|mjs)$/.test(it) && it.includes('/'))
    const missing = named.filter((it) => !existsSync(path.join(root, it)) && !existsSync(path.join(root, 'src', it)))
    expect(missing).toEqual([])
  })

  test('functions that it places in a file are exported there', () => {
    const placed = [...prose(text).matchAll(/`(\w+)` \(`([\w./-]+\.ts)`\)/g)].map(([, what = '', file = '']) => ({
      what,
      file,
    }))
    const missing = placed.filter(({ what, file }) => {
      const source = readFileSync(
        path.join(root, existsSync(path.join(root, file)) ? file : path.join('src', file)),
        'utf8',
      )
      return !new RegExp(`export (async )?(function|const|type|interface) ${what}\\b`).test(source)
    })
    expect(missing).toEqual([])
  })

  test('links inside the project lead somewhere', () => {
    const links = [...prose(text).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '')
    const missing = links.filter((it) => !it.includes('://') && !existsSync(path.join(root, path.dirname(name), it)))
    expect(missing).toEqual([])
  })
})

test('the house is drawn with the folders that are there', () => {
  const { text } = readDocument('ARCHITECTURE.md')
  const drawn = [...text.matchAll(/^\| `src\/([a-z]+)\/` \|/gm)].map((match) => match[1] ?? '').sort()
  const there = readdirSync(path.join(root, 'src'), { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map((it) => it.name)
  expect(drawn).toEqual(there.sort())
})

test('the drawing of the states is the one in the source', () => {
  const source = readFileSync(path.join(root, 'src', 'run', 'step-status.ts'), 'utf8')
  const drawing = /```\n([\s\S]*?)\n \* ```/
    .exec(source)?.[1]
    ?.split('\n')
    .map((line) => line.replace(/^ \* ?/, ''))
    .join('\n')
  expect(drawing).toBeTruthy()
  expect(readDocument('ARCHITECTURE.md').text).toContain(drawing)
})

test('every exit code and every command stands in the README or docs/running.md', async () => {
  const { exitCodes } = await import('../../src/calls/exit-codes.ts')
  const { commandList } = await import('../../src/cli/command-list.ts')
  const readme = readDocument('README.md').text
  for (const code of Object.values(exitCodes)) expect(readme).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'))
  expect(commandList.map((it) => it.name).filter((name) => !readme.includes(`| \`${name}`))).toEqual([])
})

test('the picture shows the tasks and the colours of the example as it is', async () => {
  const picture = readFileSync(path.join(root, 'docs', 'pictures', 'tide-table.svg'), 'utf8')
  const opening = await openPlan(path.join(root, 'examples', 'tide-table', 'tasks.md'), { cwd: root, env: {} })
  if (opening.is !== 'opened') throw new Error('the example is not sound')
  const drawn = [...picture.matchAll(/>(T\d+)<\/text>/g)].map((match) => match[1])
  expect(drawn.sort()).toEqual(opening.plan.tasks.map((task) => task.id).sort())
  expect([...picture.matchAll(/^<!-- t\d+&#45;&gt;t\d+ -->$/gm)]).toHaveLength(opening.plan.edges.length)
  expect([...picture.matchAll(/<path fill="#dafbe1"/g)]).toHaveLength(
    opening.plan.tasks.filter((task) => task.mark === 'done').length,
  )
})

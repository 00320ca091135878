/**
 * What the documents show is what happens: every `console` block is run and its output compared.
 *
 * With RECORD=1 the real output is written into the documents instead; look at the difference before you commit it.
 */

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocksOf, documents, readDocument, root } from './documents.ts'
import { fold, play } from './play.ts'

const recording = process.env['RECORD'] === '1'

describe.each(
  documents().filter((it) => it.blocks.some((block) => block.language === 'console' || block.marks.length > 0)),
)('$name', (document) => {
  test('prints what it shows', { timeout: 240_000 }, () => {
    const played = play(document)
    if (recording) {
      const lines = document.text.split('\n')
      for (const { block, lines: real, same } of [...played].reverse())
        if (!same) lines.splice(block.from, block.lines.length, ...real)
      writeFileSync(path.join(root, document.name), lines.join('\n'))
      return
    }
    for (const { block, lines, same } of played) if (!same) expect(lines.map(fold)).toEqual(block.lines.map(fold))
  })
})

test('the two lines that set everything up stand in the README as they are', () => {
  const commands = readDocument('README.md')
    .blocks.filter((it) => it.language === 'sh')
    .flatMap((it) => it.lines)
  expect(commands).toContain('npm install && npx millwright run examples/tide-table/tasks.md --agent demo')
  expect(commands).toContain('npm install && npm test')
})

test('marks belong to the block below them', () => {
  const text = '<!-- docs: file a -->\n```md\none\n```\n\n<!-- docs: x -->\nwords\n\n```console\n$ two\n```\n'
  expect(blocksOf(text)).toEqual([
    { language: 'md', from: 2, lines: ['one'], marks: ['file a'] },
    { language: 'console', from: 9, lines: ['$ two'], marks: [] },
  ])
})

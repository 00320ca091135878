/** A report as Markdown, as a real reader of Markdown takes it: hostile text adds nothing to it. */

import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { markdownMark, markdownReport, markdownText } from '../../../src/reports/report/markdown.ts'
import { hostile, hostileReport } from './hostile-report.ts'
import { all, named, readPage, type Element } from './page.ts'

const read = (markdown: string): Element =>
  readPage(micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })).root

test('hostile text is text wherever it stands', () => {
  const markdown = markdownReport(hostileReport)
  const root = read(markdown)
  expect([...new Set(all(root).map(({ name }) => name))].sort()).toEqual(
    'a body h1 h2 h3 head html li p strong table tbody td th thead tr ul'.split(' ').sort(),
  )
  // An address is a link of itself, as everywhere; none is hidden behind other words.
  expect(named(root, 'a').filter((it) => !it.text.startsWith('http://example.org/x.png'))).toEqual([])
  expect(named(root, 'h1')).toHaveLength(1)
  expect(named(root, 'h2')).toHaveLength(1)
  expect(named(root, 'h3')).toHaveLength(1)
  expect(named(root, 'table')).toHaveLength(4)
  for (const row of named(root, 'tr')) expect(row.children).toHaveLength(2)
  expect(named(root, 'li').length).toBe(4)
  expect(markdown.split('\n')[0]).toBe(markdownMark)
  expect(/[\p{C}\u2028\u2029]/u.test(markdown.replaceAll('\n', ''))).toBe(false)
})

test.each([
  hostile,
  '# one',
  '- one',
  '+ one',
  '1. one',
  '12) one',
  '===',
  '---',
  '> one',
  '    code',
  '```\ncode',
  '_one_ two_three __four__',
  '*one*',
  'a\\',
  '&amp; &#35;',
  '<b>',
  '[x]: http://example.org',
  '- [x] one',
  '~~one~~',
  '**',
])('%j is read back as it is', (text) => {
  const shown = (of: Element): string => of.text.trim()
  const line = markdownText(text, true)
  const wanted = shown(readPage(`<p>${spelled(text)}</p>`).root)
  expect(line.includes('\n')).toBe(false)
  expect(shown(read(line))).toBe(wanted)
  expect(shown(read(`- ${line}`))).toBe(wanted)
  const [cell, next] = named(read(`| a | b |\n| --- | --- |\n| ${markdownText(text)} | end |\n`), 'td')
  expect([cell && shown(cell), next && shown(next)]).toEqual([wanted, 'end'])
})

/** The text as the house shows it, on one line, for a parser of HTML. */
function spelled(text: string): string {
  const hidden = (sign: string): string => {
    const hex = sign.charCodeAt(0).toString(16)
    return hex.length < 3 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`
  }
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{C}/gu, hidden)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
}

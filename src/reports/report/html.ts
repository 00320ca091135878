/** A report as one HTML file: it needs no script, no network and nothing beside it, and a policy of its own forbids all of that. */

import { textOf, toneOf, type Block, type Cell, type ReportDocument, type Section } from './document.ts'
import { chartHtml } from './html-charts.ts'
import { htmlText } from './html-text.ts'
import { style } from './html-style.ts'

/** How each report in HTML begins, by which a file of ours is known. */
export const htmlMark =
  '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="millwright report">\n'

/**
 * The text of the page, with a final line end.
 * @param digest SHA-256 of a text as base64: nothing but the page's own style is let in
 */
export function htmlReport(report: ReportDocument, digest: (text: string) => string): string {
  const { title, status, facts, sections } = report
  const policy = `default-src 'none'; style-src 'sha256-${digest(style)}'; base-uri 'none'; form-action 'none'`
  const links = sections.map((it, at) => `<li><a href="#s${at + 1}">${htmlText(it.title)}</a></li>`).join('')
  return `${htmlMark}<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Report: ${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="kind">Millwright report</p>
<h1>${htmlText(title)}</h1>
<p class="status">${cellHtml(status)}</p>
${blockHtml(facts, 'f')}</header>
<nav aria-label="Contents"><ul>${links}</ul></nav>
<main>
${sections.map((it, at) => sectionHtml(it, 2, `s${at + 1}`)).join('')}</main>
</body>
</html>
`
}

function sectionHtml({ title, blocks, within = [] }: Section, level: number, id: string): string {
  const heading = `<h${level} id="${id}-h">${htmlText(title)}</h${level}>`
  const own = blocks.map((it, at) => blockHtml(it, `${id}-${at + 1}`)).join('')
  const parts = within.map((it, at) => sectionHtml(it, level + 1, `${id}-s${at + 1}`)).join('')
  return `<section id="${id}" aria-labelledby="${id}-h">\n${heading}\n${own}${parts}</section>\n`
}

function blockHtml(block: Block, id: string): string {
  switch (block.is) {
    case 'facts': {
      const pairs = block.facts.map(
        ([name, value]) => `<div><dt>${htmlText(name)}</dt><dd>${cellHtml(value)}</dd></div>`,
      )
      return `<dl>${pairs.join('')}</dl>\n`
    }
    case 'list':
      return `<ul class="points">${block.items.map((it) => `<li>${cellHtml(it)}</li>`).join('')}</ul>\n`
    case 'words':
      return `<p>${htmlText(block.text)}</p>\n`
    case 'table': {
      const head = block.columns.map((it) => `<th scope="col">${htmlText(it)}</th>`).join('')
      const rows = block.rows.map(
        (row) =>
          `<tr>${row.map((it, at) => (at === 0 ? `<th scope="row">${cellHtml(it)}</th>` : `<td>${cellHtml(it)}</td>`)).join('')}</tr>`,
      )
      return `<div class="wide" tabindex="0" role="group" aria-labelledby="${id}"><table><caption id="${id}">${htmlText(block.caption)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>\n`
    }
    case 'bars':
    case 'timeline':
    case 'stages':
      return chartHtml(block, id)
    default:
      return block satisfies never
  }
}

function cellHtml(cell: Cell): string {
  const tone = toneOf(cell)
  const text = htmlText(textOf(cell))
  return tone === 'plain' ? text : `<span class="t-${tone}">${text}</span>`
}

/** The page of a report: what it says and shows to whoever reads it, and that nothing in it does anything. */

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ReportDocument } from '../../../src/reports/report/document.ts'
import { htmlReport } from '../../../src/reports/report/html.ts'
import { palettes } from '../../../src/reports/report/html-style.ts'
import { hostile, hostileReport } from './hostile-report.ts'
import { all, named, readPage } from './page.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
const page = (report: ReportDocument): ReturnType<typeof readPage> & { readonly html: string } => {
  const html = htmlReport(report, digest)
  return { html, ...readPage(html) }
}

/** Elements that a report is made of. */
const known = new Set(
  'html head meta title style body header p h1 h2 h3 dl div dt dd nav ul li a main section table caption thead tbody tr th td span figure figcaption b svg rect desc g text defs marker path'.split(
    ' ',
  ),
)

describe('hostile text', () => {
  const { html, root, faults } = page(hostileReport)

  test('is text wherever it stands, and no element or attribute comes of it', () => {
    expect(faults).toEqual([])
    expect([...new Set(all(root).map(({ name }) => name))].filter((it) => !known.has(it))).toEqual([])
    const attributes = all(root).flatMap((it) => Object.entries(it.attributes))
    expect(attributes.filter(([name]) => name.startsWith('on') || name === 'style' || name === 'src')).toEqual([])
    expect(named(root, 'a').map((it) => it.attributes['href'])).toEqual(['#s1'])
    expect(named(root, 'td').filter((it) => it.text.includes('<script>alert(1)</script>')).length).toBeGreaterThan(3)
    expect(named(root, 'h2')).toHaveLength(1)
    expect(named(root, 'h3')).toHaveLength(1)
  })

  test('is shown with everything that steers or hides spelled out', () => {
    expect(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/.test(html),
    ).toBe(false)
    expect(named(root, 'title')[0]?.text).toContain(String.raw`\u202egnp.exe`)
  })

  test('is cut where it is longer than anybody reads, and not in the middle of a sign', () => {
    const long = `${'a'.repeat(3999)}😀${'b'.repeat(9000)}`
    const { html: cut } = page({ ...hostileReport, title: long, sections: [] })
    expect(cut).toContain(`<h1>${'a'.repeat(3999)}…</h1>`)
  })
})

describe('the page', () => {
  const { root } = page(hostileReport)
  const ids = all(root).flatMap((it) => it.attributes['id'] ?? [])

  test('lets nothing in but its own style', () => {
    const policy = named(root, 'meta').find((it) => it.attributes['http-equiv'] === 'Content-Security-Policy')
    const [style] = named(root, 'style')
    expect(policy?.attributes['content']).toBe(
      `default-src 'none'; style-src 'sha256-${digest(style?.text ?? '')}'; base-uri 'none'; form-action 'none'`,
    )
    expect(style?.text).not.toMatch(/url\(|@import|expression/)
  })

  test('has a name for every picture, heads for every table and nothing twice', () => {
    expect(new Set(ids).size).toBe(ids.length)
    const pictures = named(root, 'svg').filter((it) => it.attributes['aria-hidden'] !== 'true')
    expect(pictures.length).toBe(3)
    for (const it of pictures) {
      expect(it.attributes['role']).toBe('img')
      expect(it.children[0]?.name).toBe('title')
    }
    for (const it of named(root, 'table')) {
      expect(named(it, 'th').every(({ attributes }) => ['col', 'row'].includes(attributes['scope'] ?? ''))).toBe(true)
      expect(named(it, 'thead')).toHaveLength(1)
      for (const row of named(it, 'tr')) expect(row.children).toHaveLength(named(it, 'tr')[0]?.children.length ?? 0)
    }
    const labels = all(root).flatMap((it) => (it.attributes['aria-labelledby'] ?? '').split(' ').filter(Boolean))
    expect(labels.filter((it) => !ids.includes(it))).toEqual([])
    expect(named(root, 'html')[0]?.attributes['lang']).toBe('en')
  })

  test('draws what the numbers say', () => {
    const rect = (figure: string): readonly Readonly<Record<string, string>>[] =>
      named(root, 'figure')
        .filter((it) => it.attributes['class'] === figure)
        .flatMap((it) => named(it, 'rect'))
        .map((it) => it.attributes)
        .filter((it) => it['x'] !== undefined && it['class'] !== 'line')
    expect(rect('bars')).toMatchObject([{ x: '0%', width: '66.667%', class: 'bad' }])
    expect(rect('timeline')).toMatchObject([{ x: '20%', width: '30%', class: 'busy' }])
    expect(rect('stages').filter((it) => it['class'] === 'box')).toHaveLength(2)
    expect(named(root, 'desc')[0]?.text).toContain(hostile.split(' ')[0] ?? '')
  })
})

test('numbers that make no sense draw nothing outside of the picture', () => {
  const { root } = page({
    ...hostileReport,
    sections: [
      {
        title: 'Odd',
        blocks: [
          {
            is: 'bars',
            title: 'b',
            summary: '',
            most: 0,
            rows: [{ label: 'a', parts: [{ name: 'x', tone: 'bad', count: 3 }], text: '3' }],
          },
          { is: 'bars', title: 'c', summary: '', most: null, rows: [{ label: 'a', parts: [], text: 'none' }] },
          {
            is: 'timeline',
            title: 't',
            summary: '',
            from: 100,
            to: 100,
            rows: [
              {
                label: 'a',
                stretches: [
                  { name: 'x', tone: 'bad', from: 5, to: 9, text: '' },
                  { name: 'x', tone: 'bad', from: 500, to: 900, text: '' },
                ],
                text: '',
              },
            ],
          },
          { is: 'stages', title: 's', summary: '', stages: [], arrows: [['a', 'b']] },
        ],
      },
    ],
  })
  const places = named(root, 'rect').flatMap(({ attributes: { x = '0', width = '0' } }) => [
    parseFloat(x),
    parseFloat(width),
  ])
  expect(places.every((it) => it >= 0 && it <= 100)).toBe(true)
})

/** WCAG 2 contrast of two colours. */
function contrast(one: string, other: string): number {
  const light = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a, b] = [light(one), light(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

describe.each(Object.entries(palettes))('in %s', (_, palette) => {
  const { page: paper, ground, rule, ...inks } = palette

  test.each(Object.entries(inks))('%s can be read, and a bar of it be seen', (_name, ink) => {
    expect(contrast(ink, paper)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(3)
    expect(contrast(rule, paper)).toBeGreaterThan(1.3)
  })
})

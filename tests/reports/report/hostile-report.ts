/** A report with the same hostile text in every place that a text can have. */

import type { Cell, ReportDocument } from '../../../src/reports/report/document.ts'

/** Tags, attributes, references, Markdown of all kinds, controls, direction overrides and what nobody sees. */
export const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onclick='alert(1)",
  '&lt;b&gt;',
  '# heading',
  '| a | b |',
  '`code` *strong* _em_ ~~gone~~ [link](javascript:alert(1)) ![x](http://example.org/x.png)',
  '<!-- comment',
  '\\| end $x$',
  '\n\n## Another heading\n\n- [ ] box\n1. one\n\n| x |\n| --- |\n| y |\n',
  '\u001b[31mred\u001b]0;title\u0007',
  '\u202egnp.exe\u2066\u200b\ud800\u0000',
].join(' ')

const cells: readonly Cell[] = [hostile, { text: hostile, tone: 'bad' }]

export const hostileReport: ReportDocument = {
  title: hostile,
  status: { text: hostile, tone: 'warn' },
  facts: { is: 'facts', facts: [[hostile, hostile]] },
  sections: [
    {
      title: hostile,
      blocks: [
        { is: 'facts', facts: [['name', { text: hostile, tone: 'good' }]] },
        { is: 'list', items: cells },
        { is: 'words', text: hostile },
        { is: 'table', caption: hostile, columns: [hostile, 'plain'], rows: [cells, [...cells].reverse()] },
        {
          is: 'bars',
          title: hostile,
          summary: hostile,
          most: 3,
          rows: [{ label: hostile, parts: [{ name: hostile, tone: 'bad', count: 2 }], text: hostile }],
        },
        {
          is: 'timeline',
          title: hostile,
          summary: hostile,
          from: 1000,
          to: 2000,
          rows: [
            {
              label: hostile,
              stretches: [{ name: hostile, tone: 'busy', from: 1200, to: 1500, text: hostile }],
              text: hostile,
            },
          ],
        },
        {
          is: 'stages',
          title: hostile,
          summary: hostile,
          stages: [
            { name: hostile, boxes: [{ id: hostile, tone: 'good', text: hostile }] },
            { name: 'last', boxes: [{ id: 'b', tone: 'off', text: hostile }] },
          ],
          arrows: [[hostile, 'b']],
        },
      ],
      within: [{ title: hostile, blocks: [{ is: 'words', text: hostile }] }],
    },
  ],
}

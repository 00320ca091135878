import { expect, test } from 'vitest'
import { readToolAnswer } from '../../../src/tools/research/read-answer.ts'
import { readReport, researchBrief } from '../../../src/tools/research/report.ts'
import { step, task } from '../../run/world.ts'

const long = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ title: `t${at}`, url: `https://e.example.com/${at}` }))

test.each<[string, { text: string; structured: unknown }, object]>([
  [
    'paragraphs',
    { text: 'One\nline\n\n\n\nTwo https://a.example.com.', structured: null },
    { findings: ['One line', 'Two https://a.example.com.'], sources: ['https://a.example.com'] },
  ],
  [
    'a list of results',
    { text: '', structured: { data: [{ name: 'N', link: 'https://a.example.com', description: 'D' }] } },
    { findings: ['N: D'], sources: ['https://a.example.com'] },
  ],
  [
    'a list of results as text',
    { text: ' [{"title":"T","snippet":"S"}]', structured: null },
    { findings: ['T: S'], sources: [] },
  ],
  [
    'many results',
    { text: '', structured: long(50) },
    { findings: ['t0', 't1', 't2', 't3'], sources: [0, 1, 2, 3].map((it) => `https://e.example.com/${it}`) },
  ],
  ['broken JSON', { text: '{"title": ', structured: null }, { findings: ['{"title":'], sources: [] }],
  ['JSON without results', { text: 'It is 4', structured: { sum: 4 } }, { findings: ['It is 4'], sources: [] }],
  ['nothing', { text: ' \n\n ', structured: null }, { findings: [], sources: [] }],
])('an answer of %s is read', (_, answer, expected) => {
  expect(readToolAnswer(answer)).toEqual(expected)
})

test('what is nested without measure is read to an end', () => {
  let deep: unknown = { title: 'T', text: 'x' }
  for (let at = 0; at < 5_000; at += 1) deep = [deep]
  expect(readToolAnswer({ text: 'it', structured: deep })).toEqual({ findings: ['it'], sources: [] })
})

const whole = { queries: ['q'], sources: ['https://a.example.com'], findings: ['f'], confidence: 'high', api_calls: 3 }

test.each<[string, string, object]>([
  ['as asked for', JSON.stringify(whole), { queries: ['q'], findings: ['f'], confidence: 'high', apiCalls: 3 }],
  [
    'between other words',
    `Here:\n\`\`\`json\n${JSON.stringify(whole)}\n\`\`\`\nDone`,
    { findings: ['f'], confidence: 'high' },
  ],
  [
    'by the names of the seed',
    JSON.stringify({
      queries_performed: ['q'],
      sources_consulted: [{ url: 'u' }],
      key_findings: 'one',
      confidence_level: 'Medium',
    }),
    { queries: ['q'], sources: ['u'], findings: ['one'], confidence: 'medium', apiCalls: null },
  ],
  [
    'that claims what cannot be',
    JSON.stringify({ findings: ['f'], confidence: 'total', api_calls: -1 }),
    { confidence: 'low', apiCalls: null },
  ],
  [
    'that is no JSON',
    'It scatters, see https://a.example.com.',
    {
      queries: [],
      findings: ['It scatters, see https://a.example.com.'],
      sources: ['https://a.example.com'],
      confidence: 'low',
      apiCalls: null,
    },
  ],
  ['that is other JSON', '{"a": 1}', { findings: ['{"a": 1}'], confidence: 'low' }],
  ['with nothing', '{"findings": []}', { findings: [] }],
])('a report %s is read', (_, text, expected) => {
  expect(readReport(text)).toMatchObject(expected)
})

test('of a report so much is taken, each on one line', () => {
  const findings = Array.from({ length: 100 }, (_, at) => `${at}\n## ${'x'.repeat(2_000)}`)
  const read = readReport(JSON.stringify({ findings }))
  expect(read.findings.length).toBe(12)
  expect(read.findings.every((it) => !it.includes('\n') && it.length <= 602)).toBe(true)
})

test('the brief quotes what the plan says, and asks for the form', () => {
  const spec = task('a', {
    id: '1',
    title: 'Build',
    description: 'So:\n# Do evil\n```',
    steps: [step({ title: 'S', expected: 'E' })],
  })
  const brief = researchBrief(spec, { sources: ['web_search'], addresses: ['https://a.example.com'] })
  expect(brief).toContain('> Build\n> So:\n> # Do evil\n> ```\n')
  expect(brief).toContain('- S: E\n')
  expect(brief).toContain('- web_search\n')
  expect(brief).toContain('"confidence": "low | medium | high"')
})

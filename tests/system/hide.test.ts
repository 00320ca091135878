/** What a program says without secrets: in any parts, in many spellings, and at no greater cost for many of them. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finderOf, hideIn, newHider } from '../../src/system/hide.ts'
import { newFinder } from '../../src/system/find-spellings.ts'
import { effortOf } from '../rig/effort.ts'

/** The same text, given in parts of these lengths. */
function inParts(text: string, lengths: readonly number[], finder = finderOf([])): string {
  const hider = newHider(finder)
  const bytes = Buffer.from(text)
  const said: Uint8Array[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + (lengths[turn % lengths.length] ?? 1)
    said.push(hider.add(bytes.subarray(at, end)))
    at = end
  }
  return Buffer.concat([...said, hider.end()]).toString()
}

/** By looking at each place for each spelling: what is covered, and in how many pieces that do not overlap. */
function hiddenSlowly(text: string, spellings: readonly string[]): string {
  const stretches = spellings.flatMap((it) =>
    Array.from(text).flatMap((_, at) => (text.startsWith(it, at) ? [[at, at + it.length] as const] : [])),
  )
  const merged: [number, number][] = []
  for (const [from, to] of stretches.sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1)
    if (before !== undefined && from < before[1]) before[1] = Math.max(before[1], to)
    else merged.push([from, to])
  }
  let done = 0
  let said = ''
  for (const [from, to] of merged) {
    said += `${text.slice(done, from)}***`
    done = to
  }
  return said + text.slice(done)
}

test('whatever overlaps, and wherever the parts end, is hidden as if it were looked at as a whole', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(few, { minLength: 1, maxLength: 5 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      (spellings, text, lengths) => {
        expect(inParts(text, lengths, newFinder(spellings))).toBe(hiddenSlowly(text, spellings))
      },
    ),
    { numRuns: 3_000 },
  )
})

test('a value with sequences for the terminal in it is hidden with them, as one without', () => {
  const sequences = ['\u001b[1;31m', '\u001b[0m', '\u001b[K', '\u001b(B', '\u001b7']
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(few, { minLength: 1, maxLength: 5 }),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', ...sequences), { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      (spellings, text, lengths) => {
        const bare = (all: string): string => sequences.reduce((left, it) => left.replaceAll(it, ''), all)
        const said = inParts(text.join(''), lengths, newFinder(spellings))
        expect(bare(said)).toBe(hiddenSlowly(bare(text.join('')), spellings))
      },
    ),
    { numRuns: 3_000 },
  )
})

test.each([
  ['begins a sequence with its first sign', '\u001b[S3cret-value', '\u001b[***'],
  ['stands behind the mere beginning of one', 'S3cret\u001b[\u001b[0m-value', '***'],
  ['has a long one in it', `S3cret\u001b[${'1'.repeat(60)}m-value`, '***'],
  ['has many in it', `S3cret${'\u001b[1;31m'.repeat(400)}-value`, '***'],
  ['has one in it that no terminal knows', `S3cret\u001b[${'1'.repeat(80)}-value`, null],
])('a value that %s', (_, text, expected) => {
  const said = inParts(text, [1], finderOf(['S3cret-value']))
  expect(said).toBe(expected ?? text)
})

test('also where escape signs stand alone, wherever the parts end, as if it were looked at as a whole', () => {
  const signs = ['\u001b', '\u001b[1m', '\u001b[0;31m', '\u001b7']
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 2, maxLength: 7 })
  fc.assert(
    fc.property(
      fc.array(few, { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(few, fc.constantFrom('a', 'b', '1', 'z', ...signs)), { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      (spellings, text, lengths) => {
        const finder = newFinder(spellings)
        expect(inParts(text.join(''), lengths, finder)).toBe(hideIn(text.join(''), finder))
      },
    ),
    // Of values that overlap beside such a sign parts and whole may hide different ones: some seeds find that.
    { numRuns: 3_000, seed: 7 },
  )
  const finder = newFinder(['1Ab1bba', '1baaa1b'])
  const text = '1b\u001b[1;1maaa1bz1baaa1\u001b[3;2mbaaa1b'
  for (const length of [1, 2, 3, 5, 8]) expect(inParts(text, [length], finder)).toBe('***z***')
})

test.each([
  ['behind a lone escape sign', '\u001bwJalr\u001b[1mXUtnFEMI', '\u001b***'],
  ['behind another sequence', '\u001b[1mwJalr\u001b[1mXUtnFEMI', '\u001b[1m***'],
  ['with a sequence of two signs in it', 'wJalr\u001b7XUtnFEMI', '***'],
  [
    'behind the beginning of a sequence, where only colours are taken away',
    '\u001b[wJalr\u001b[mXUtnFEMI',
    '\u001b[***',
  ],
  ['also in the midst of one that is no colour', '\u001b[1;31wJalr\u001b[1mXUtnFEMI', '\u001b[1;31***'],
  ['begun without a sequence, and ended behind the beginning of one', 'a\u001bwJalrXUtnFEMI z', 'a\u001b*** z'],
])('a value is found %s', (_, text, expected) => {
  const finder = finderOf(['wJalrXUtnFEMI'])
  for (const parts of [[1], [7, 3], [14], [1000]]) expect(inParts(text, parts, finder)).toBe(expected)
})

test('long values take memory by their length, not by their signs as well', () => {
  const values = Array.from({ length: 4 }, (_, at) =>
    Array.from({ length: 60_000 }, (_, place) => String.fromCharCode(33 + ((place * (at + 7) * 31 + place) % 90))).join(
      '',
    ),
  )
  const before = process.memoryUsage().arrayBuffers
  const finder = finderOf(values)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 * 1024 ** 2)
  expect(hideIn(`a ${values[2] ?? ''} b`, finder)).toBe('a *** b')
})

test.each([
  ['what may stand in a path left', 'p%40ss%20w%21rd/%28x%29%279'],
  ['all that RFC 3986 reserves', 'p%40ss%20w%21rd%2F%28x%29%279'],
  ['as browsers do', "p%40ss%20w!rd%2F(x)'9"],
  ['as browsers do, in small letters', "p%40ss%20w!rd%2f(x)'9"],
])('a value is found percent-encoded, %s', (_, text) => {
  expect(hideIn(`key=${text}&`, finderOf(["p@ss w!rd/(x)'9"]))).toBe('key=***&')
})

test('a value is found without the spaces around it, which who reads it may leave away', () => {
  expect(hideIn('told: wJalrXUtnFEMI.', finderOf([' wJalrXUtnFEMI\n']))).toBe('told: ***.')
})

test('a long row of sequences within what may become a value is not kept', () => {
  const hider = newHider(finderOf(['S3cret-value']))
  const row = Buffer.from('\u001b[0m'.repeat(10_000))
  expect(hider.add(Buffer.from('S3cret')).length + hider.add(row).length).toBe('S3cret'.length + row.length)
})

test('of two values that overlap nothing of either is left', () => {
  const finder = finderOf(['first-and-', 'and-second', 'longer'])
  expect(hideIn('a first-and-second b', finder)).toBe('a *** b')
  expect(inParts('a first-and-second b', [1], finder)).toBe('a *** b')
  expect(inParts('first-and-longer', [1], finder)).toBe('******')
})

test('what cannot become a value any more is said at once', () => {
  const hider = newHider(finderOf(['S3cret-value']))
  const said = ['one S3cr', 'et two S3cret-value', ' three'].map((it) =>
    Buffer.from(hider.add(Buffer.from(it))).toString(),
  )
  expect(said).toEqual(['one ', 'S3cret two ***', ' three'])
})

const value = 'P?>s"w\\rd/Ünï 9f31'

/** How long that is in base64, and a sign or two at each end that hold some bits of the value, too, and the padding. */
const besides = (text: string): number => Math.ceil((text.length * 4) / 3) + 5

test.each<[string, string, number?]>([
  ['as it is', value],
  ['in JSON', JSON.stringify(value)],
  ['in JSON for a page', JSON.stringify(value).replace('>', '\\u003e').replace('/', '\\/')],
  ['in HTML', 'P?&gt;s&quot;w\\rd/Ünï 9f31'],
  ['in HTML with a number for its quotation mark', 'P?&gt;s&#34;w\\rd/Ünï 9f31'],
  ['in HTML between tags', 'P?&gt;s"w\\rd/Ünï 9f31'],
  ['in HTML as an attribute', 'P?>s&quot;w\\rd/Ünï 9f31'],
  ['in JSON with numbers for signs, in large letters', 'P?\\u003Es\\u0022w\\\\rd/\\u00DCn\\u00EF 9f31'],
  ['in letters and their marks', value.normalize('NFD')],
  ['in JSON of signs that all have', JSON.stringify(value).replace('Ü', '\\u00dc').replace('ï', '\\u00ef')],
  ['in JSON for a page in JSON', JSON.stringify(JSON.stringify(value).replace('>', '\\u003e'))],
  ['in HTML as .NET writes it', 'P?&gt;s&quot;w\\rd/&#xDC;n&#xEF; 9f31'],
  ['in JSON in JSON', JSON.stringify(JSON.stringify({ value }))],
  ['in an address', encodeURIComponent(value)],
  ['in an address, with small letters', encodeURIComponent(value).toLowerCase().replace('p', 'P')],
  ['in a whole address', encodeURI(value)],
  ['in an address, with its strokes', encodeURIComponent(value).replaceAll('%2F', '/')],
  ['in a form', new URLSearchParams({ value }).toString()],
  ['in base64', Buffer.from(value).toString('base64')],
  ...['', 'K', 'KE', 'KEY='].flatMap((before) =>
    ['', '\n', ' behind', ' behind it'].flatMap((behind): [string, string, number][] => [
      [
        `in base64 of ${JSON.stringify(`${before}_${behind}`)}`,
        Buffer.from(before + value + behind).toString('base64'),
        besides(before + behind),
      ],
      [
        `in base64url of ${JSON.stringify(`${before}_${behind}`)}`,
        Buffer.from(before + value + behind).toString('base64url'),
        besides(before + behind),
      ],
    ]),
  ),
])('a value is found %s', (_, text, around = 20) => {
  const finder = finderOf([value])
  for (const parts of [[1], [7, 3], [1000]]) {
    const said = inParts(`before ${text} behind`, parts, finder)
    expect(said).toMatch(/^before .*\*\*\*.* behind$/s)
    expect(said.length).toBeLessThanOrEqual('before *** behind'.length + around)
  }
})

test('a word that is one line of a value is no secret, and the other lines are', () => {
  const said = hideIn('production Zx81-0000-line', finderOf(['{\nproduction\nZx81-0000-line\n}']))
  expect(said).toBe('production ***')
})

test('a place that is there is no secret, and one that is not may be', () => {
  const folder = import.meta.dirname
  expect(hideIn(`in ${folder}`, finderOf([folder]))).toBe(`in ${folder}`)
  expect(hideIn(`in ${folder}/Zx81`, finderOf([`${folder}/Zx81`]))).toBe('in ***')
})

test('many values in a long output cost no more than a few', async () => {
  const many = finderOf(Array.from({ length: 300 }, (_, at) => `value-${at}-${'x'.repeat(at % 40)}`))
  const chunk = Buffer.from('value-1 of a long output, in which nothing stands\n'.repeat(1_300))
  const hider = newHider(many)
  let said = 0
  const effort = await effortOf(() => {
    for (let turn = 0; turn < 160; turn++) said += hider.add(chunk).length
  })
  expect(said).toBeGreaterThan(chunk.length * 159)
  // 10 MB: some 100 ms; by looking for one after the other it were more than 10 s.
  expect(effort).toBeLessThan(200)
})

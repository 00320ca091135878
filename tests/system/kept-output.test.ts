/** What is kept of an output that may be endless: in memory and on the disk. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openBlobs } from '../../src/engine/journal/blobs.ts'
import { keepOutput, newKeptOutput } from '../../src/system/kept-output.ts'

const top = mkdtempSync(path.join(os.tmpdir(), 'mw-kept-'))
afterAll(() => {
  rmSync(top, { recursive: true, force: true })
})

test('any chunks: the first 4 KiB, the last bytes, and between them what is missing; nothing is left behind', () => {
  const folder = path.join(top, 'spool')
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 40_000 }),
      fc.integer({ min: 1, max: 8_000 }),
      (chunks, capacity, memory) => {
        const output = newKeptOutput(capacity, memory, path.join(folder, 'file'))
        for (const it of chunks) output.add(it)
        const all = Buffer.concat(chunks)
        const lost = Math.max(0, all.length - capacity - 4096)
        const kept =
          lost === 0
            ? all
            : Buffer.concat([
                all.subarray(0, 4096),
                Buffer.from(`\n[${lost} bytes of output were dropped here]\n`),
                all.subarray(all.length - capacity),
              ])
        const whole = output.whole()
        expect(Buffer.compare(whole ? Buffer.concat([...whole.pieces()]) : output.inMemory(), kept)).toBe(0)
        expect(output.dropped()).toBe(lost)
        // Memory holds little of it, whatever there is.
        expect(output.inMemory().length).toBeLessThan(memory + 4096 + 60)
        output.close()
        if (whole) expect(readdirSync(folder)).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
})

test('where its file cannot be written it keeps what memory holds, and counts what is lost', () => {
  const output = newKeptOutput(100_000, 10, '/proc/no/spool')
  output.add(Buffer.alloc(5_000, 'a'))
  output.add(Buffer.from('0123456789'))
  expect([output.whole(), output.dropped()]).toEqual([null, 5_000 - 4_096])
  expect(Buffer.from(output.inMemory()).toString().slice(-11)).toBe('\n0123456789')
})

describe('what has ended is kept', () => {
  test('in memory or in pieces, with what is said at its end', async () => {
    const put: string[] = []
    const keep = (content: Parameters<Parameters<typeof keepOutput>[0]>[0]): Promise<string> => {
      put.push(Buffer.concat('pieces' in content ? [...content.pieces()] : [content]).toString())
      return Promise.resolve('name')
    }
    let closed = 0
    const whole = { pieces: () => [Buffer.from('one, '), Buffer.from('two')], close: () => (closed += 1) }
    expect(await keepOutput(keep, { output: new Uint8Array(), whole: null })).toBeNull()
    expect(await keepOutput(keep, { output: new Uint8Array(), whole: null }, 'end')).toBe('name')
    expect(await keepOutput(keep, { output: Buffer.from('two'), whole }, ', end')).toBe('name')
    expect(put).toEqual(['end', 'one, two, end'])
    expect(closed).toBe(1)
  })

  test('pieces have the name of what they are together', () => {
    const blobs = openBlobs(path.join(top, 'journal'))
    const text = 'x'.repeat(30_000)
    const pieces = { pieces: () => [Buffer.from(text.slice(0, 7)), Buffer.from(text.slice(7))] }
    const [whole, again, plain] = [blobs.put(pieces), blobs.put(pieces), blobs.put(text)]
    expect([again, plain]).toEqual([whole, whole])
    if (whole.is !== 'stored') throw new Error('not stored')
    expect(blobs.get(whole.hash)).toEqual({ is: 'found', bytes: expect.objectContaining({ length: 30_000 }) })
    expect(readdirSync(path.join(top, 'journal', 'blobs'))).toEqual([whole.hash.slice(0, 2)])
  })

  test('pieces that break off leave nothing behind', () => {
    const blobs = openBlobs(path.join(top, 'broken'))
    const failed = blobs.put({
      *pieces() {
        yield Buffer.from('some')
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    })
    expect(failed.is).toBe('failed')
    expect(readdirSync(path.join(top, 'broken', 'blobs'))).toEqual([])
  })
})

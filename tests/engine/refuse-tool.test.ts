/** What a program of the plan is held against in the folder where it is about to run (RELIABILITY S1, S5). */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refuseTool, type ToolRules } from '../../src/engine/refuse-tool.ts'
import { filesOnDisk } from '../../src/system/tree-files.ts'

let top = ''
let folder = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'mw-tool-')))
  folder = path.join(top, 'work')
  write('work/scripts/a.sh', 'true\n')
  write('base/scripts/a.sh', 'true\n')
})
afterEach(() => rmSync(top, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(path.join(top, path.dirname(name)), { recursive: true })
  writeFileSync(path.join(top, name), text)
}

const everything: ToolRules['trusts'] = () => Promise.resolve(true)
const nothing: ToolRules['trusts'] = () => Promise.resolve(false)
/** The words, and no file. */
const words: ToolRules['trusts'] = (_tool, parts) => Promise.resolve(parts.length === 0)

async function refused(script: string, trusts = everything, reviewed = false): Promise<string | null> {
  const end = await refuseTool(
    { name: 'backup 1 of step 1.1', argv: ['sh', `./${script}`] },
    {
      folder,
      trusts,
      protectedPaths: ['spec_a.md'],
      reviewed: reviewed ? filesOnDisk(path.join(top, 'base')) : null,
      plan: 'spec_a.md',
    },
  )
  return end === null ? null : `${end.is}: ${end.failure.reason}`
}

test('what a person trusts as it lies there runs', async () => {
  expect(await refused('scripts/a.sh')).toBe(null)
})

describe('where nobody trusts what lies there', () => {
  const untrusted = 'untrusted: nobody has trusted what defines it as it is now: scripts/a.sh'

  test('it runs where that is what was reviewed on the way there, and its words are trusted', async () => {
    expect(await refused('scripts/a.sh', words, true)).toBe(null)
    expect(await refused('scripts/a.sh', nothing, true)).toMatch(/^untrusted: nobody has trusted this command/)
  })

  test('it does not where nobody can tell what was reviewed, or that is something else', async () => {
    expect(await refused('scripts/a.sh', words)).toBe(untrusted)
    write('work/scripts/a.sh', 'evil\n')
    expect(await refused('scripts/a.sh', words, true)).toBe(untrusted)
  })

  test('nor where it has come to call what was not there', async () => {
    write('base/scripts/a.sh', 'if test -e scripts/b.sh; then sh scripts/b.sh; fi\n')
    write('work/scripts/a.sh', 'if test -e scripts/b.sh; then sh scripts/b.sh; fi\n')
    expect(await refused('scripts/a.sh', words, true)).toBe(null)
    write('work/scripts/b.sh', 'evil\n')
    expect(await refused('scripts/a.sh', words, true)).toMatch(/^untrusted: .*scripts\/b\.sh/)
  })
})

describe('whoever trusts it, what is in no place for it is not run', () => {
  test('a link that leads out, and a folder that does', async () => {
    write('outside/a.sh', 'evil\n')
    symlinkSync(path.join(top, 'outside/a.sh'), path.join(folder, 'scripts/link.sh'))
    symlinkSync('../outside', path.join(folder, 'tools'))
    for (const it of ['scripts/link.sh', 'tools/a.sh'])
      expect(await refused(it)).toBe(`missing: ${it} leads out of the repository by a link`)
  })

  test('a link within is followed', async () => {
    symlinkSync('a.sh', path.join(folder, 'scripts/link.sh'))
    expect(await refused('scripts/link.sh')).toBe(null)
  })

  test.each(['.git/hooks/a.sh', '.millwright/a.sh', 'spec_a.md', '.GIT/a.sh'])('%s', async (name) => {
    write(`work/${name}`, 'evil\n')
    symlinkSync(path.join(folder, name), path.join(folder, 'scripts/link.sh'))
    for (const it of [name, 'scripts/link.sh']) expect(await refused(it)).toMatch(/^missing: .* lies in /)
  })

  test('nothing, a folder, and what is too large to be looked at', async () => {
    expect(await refused('scripts/b.sh')).toBe('missing: scripts/b.sh is not there')
    expect(await refused('scripts')).toBe('missing: scripts is no script: it cannot be looked at')
    write('work/scripts/large.sh', '#'.repeat(5 * 1024 * 1024))
    expect(await refused('scripts/large.sh')).toMatch(/cannot be looked at$/)
  })
})

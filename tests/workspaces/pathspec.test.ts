/** Paths as they stand in the commands that messages advise: git has to read each as that file, and nothing else. */

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { printable } from '../../src/run/excerpt.ts'
import { pathspec } from '../../src/workspaces/publish/merge-by-hand.ts'
import { plannedRepository } from './repository.ts'

const repository = plannedRepository()
afterEach(() => repository.end())

const signs = Array.from('!"#$%&\'()*+,-.:;<=>?@[\\]^_`{|}~ aZ0ü')

test('whatever a name begins with or holds', () => {
  const unprintable = ['\n', '\t', '\u001b', '\u0007', '\u202e', '\u200b', 'é\n*?[x]\\']
  const names = [...signs, ...unprintable].flatMap((it) => [`${it}x`, `x${it}y`, `${it}d/f`])
  const folder = path.join(repository.root, 'sub')
  mkdirSync(folder)
  for (const name of names) {
    mkdirSync(path.dirname(path.join(repository.root, name)), { recursive: true })
    writeFileSync(path.join(repository.root, name), '')
  }
  const shown = (name: string): string => {
    const call = `git -c core.quotePath=false ls-files -o -z --full-name -- ${pathspec(name)}`
    return execFileSync('sh', ['-c', call], { cwd: folder, encoding: 'utf8' })
  }
  for (const name of names) expect(shown(name).split('\0').slice(0, -1)).toEqual([name])
  // What is printed is what is meant: nothing in it is shown as an escape or breaks the line.
  for (const name of names) expect(printable(pathspec(name)).replaceAll(/[\n\t]/g, '')).toBe(pathspec(name))
})

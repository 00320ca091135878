/**
 * Whether a test still stands in its file as it did, whatever other tests came, went or changed there. It is found by its name
 * and by how lines are indented and brackets closed, in any language. What is not surely another test has to be as it was.
 */

import type { CriterionTest } from '../run/effect.ts'
import { linesOf, type Line } from './code-lines.ts'
import { isOtherTest, isAttribute, isNothing } from './other-tests.ts'
import { importsGrow, isImport } from './test-imports.ts'
import { endOf, headOf } from './test-heads.ts'

/** A longer file is compared as a whole: nobody wrote it by hand. */
const longest = 512 * 1024

/** @param before text of the file when the test was seen red; @param after its text now */
export function isTestUnchanged(test: CriterionTest, before: string, after: string): boolean {
  if (before === after) return true
  if (before.length > longest || after.length > longest) return false
  const [was, is] = [partsOf(test, before), partsOf(test, after)]
  if (was.own === 0 || is.own !== was.own) return false
  return was.kept.join('\n') === is.kept.join('\n') && importsGrow(was.imports, is.imports)
}

/** Whether a file holds the test of a criterion, tests of others only, or none. */
export function testsIn(test: CriterionTest, text: string): 'own' | 'others' | 'none' {
  if (text.length > longest) return 'none'
  const { own, others } = partsOf(test, text)
  return own > 0 ? 'own' : others > 0 ? 'others' : 'none'
}

interface Parts {
  /** How many tests are the one of the criterion, and how many are others that were left out. */
  readonly own: number
  readonly others: number
  /** Lines that are neither imports nor other tests nor remarks; those of the test itself as they are. */
  readonly kept: readonly string[]
  readonly imports: readonly string[]
}

function partsOf(test: CriterionTest, text: string): Parts {
  const lines = linesOf(test.runner, text)
  const isOwn = ownName(test)
  const heads = lines.map(headOf)
  const ownAt = heads.map((head) => head !== null && !head.holdsTests && isOwn(head.name))
  const ownUpTo: number[] = [0]
  for (const own of ownAt) ownUpTo.push((ownUpTo.at(-1) ?? 0) + (own ? 1 : 0))
  const holdsOwn = (from: number, to: number): boolean => (ownUpTo[to + 1] ?? 0) > (ownUpTo[from] ?? 0)
  const kept: string[] = []
  const imports: string[] = []
  /** Attributes: they belong to what comes next. */
  let ahead: string[] = []
  let others = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined || isNothing(line)) continue
    const { plain } = line
    const head = heads[at] ?? null
    const end = head !== null || (!line.isWithin && isImport(plain)) ? endOf(lines, at) : null
    const isOwned = end !== null && holdsOwn(at, end)
    if (end !== null && head === null) {
      imports.push(between(lines, at, end).join('\n'))
      at = end
    } else if (end !== null && head !== null && !isOwned && isOtherTest(head, lines.slice(at, end + 1), ahead)) {
      others += head.holdsTests ? 0 : 1
      ahead = []
      at = end
    } else if (head !== null && ownAt[at] === true) {
      kept.push(...ahead, ...between(lines, at, end ?? at))
      ahead = []
      at = end ?? at
    } else if (isAttribute(line)) ahead.push(line.text)
    else {
      kept.push(...ahead, line.text)
      ahead = []
    }
  }
  return { own: ownUpTo.at(-1) ?? 0, others, kept: [...kept, ...ahead], imports }
}

/** Whether a name is that of the criterion's test, by what its runner was told to look for. */
function ownName({ runner, name }: CriterionTest): (name: string) => boolean {
  if (runner === 'vitest' || runner === 'jest' || runner === 'node') {
    const wanted = new RegExp(name)
    return (it) => wanted.test(it)
  }
  if (runner === 'go') {
    const isLoose = name.startsWith('(?i)')
    const wanted = new RegExp((isLoose ? name.slice(4) : name).split('/')[0] ?? '', isLoose ? 'i' : '')
    return (it) => wanted.test(it)
  }
  const part = (name.split('::').at(-1) ?? name).replaceAll('*', '').toLowerCase()
  return part === '' ? () => false : (it) => it.toLowerCase().includes(part)
}

function between(lines: readonly Line[], from: number, to: number): readonly string[] {
  return lines.slice(from, to + 1).map((it) => it.text)
}

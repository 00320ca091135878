/** What is made of a look at a file: pure, from what was found to a verdict with its words. */

import type { FileVerification } from '../../plan/verification.ts'
import type { GateResult } from '../../run/outcome.ts'
import type { Checking } from './ask-checker.ts'
import type { Inside } from './look-inside.ts'

export interface Judged {
  readonly result: GateResult
  /** Why it did not pass, for the next attempt. */
  readonly text: string
  /** Set where nothing could be verified, for no fault of the step: the verification itself is none. */
  readonly judgesNothing?: true
}

/** What is wrong with a file before anybody looks into it; null where it is there as it has to be. @param most bytes that are read */
export function sayMissing({ is, file }: FileVerification, found: Inside, most: number): Judged | null {
  const failed = (what: string): Judged => ({ result: 'failed', text: `${file} ${what}` })
  switch (found.is) {
    case 'missing':
      return failed('is not there (what git ignores is in no draft)')
    case 'out':
      return failed(`leads out of the repository by a link to ${found.to}`)
    case 'folder':
      return file.endsWith('/') ? null : failed('is a folder, and no file')
    case 'large':
      if (file.endsWith('/')) return failed('is a file, and no folder')
      return is === 'file' ? null : failed(`has ${found.size} bytes; up to ${most} are looked at`)
    case 'file':
      return file.endsWith('/') ? failed('is a file, and no folder') : null
    default:
      return found satisfies never
  }
}

/**
 * @param found what comparing came to, or what lies in the place of a schema
 * @param of.isOwn whether the schema is of the same step, which answers for it then
 */
export function judgeFile(
  asks: Exclude<FileVerification, { is: 'file' }>,
  found: Checking | Exclude<Inside, { is: 'file' }>,
  of: { readonly isOwn: boolean },
): Judged {
  const { file } = asks
  const by = asks.is === 'schema' ? `the schema ${asks.schema}` : `the pattern ${asks.pattern}`
  switch (found.is) {
    case 'holds':
      return { result: 'passed', text: '' }
    case 'differs':
      return {
        result: 'failed',
        text: [`${file} does not hold against ${by}:`, ...found.problems.map((it) => `  ${it}`)].join('\n'),
      }
    case 'timed-out':
      return { result: 'timed-out', text: `${file} against ${by}: ${found.problems.join('; ')}` }
    case 'failed':
      return { result: 'failed', text: `${file} against ${by}: ${found.problems.join('; ')}` }
    case 'cut':
      return { result: 'could-not-run', text: `${file} against ${by}: ${found.problems.join('; ')}` }
    case 'unusable':
      return unusable(`${by} is none: ${found.problems.join('; ')}`, of)
    case 'missing':
      return unusable(`${by} is not there`, { isOwn: false })
    case 'folder':
      return unusable(`${by} is a folder`, of)
    case 'large':
      return unusable(`${by} has ${found.size} bytes, which is more than is looked at`, of)
    case 'out':
      return unusable(`${by} leads out of the repository by a link to ${found.to}`, of)
    default:
      return found satisfies never
  }
}

/** MW525: without rules nothing is verified; where the step itself has left them so, that is its failure. */
function unusable(what: string, { isOwn }: { readonly isOwn: boolean }): Judged {
  if (isOwn) return { result: 'failed', text: what }
  const help = 'write it, or correct the path in the parameters'
  return { result: 'passed', text: `MW525 ${what}: nothing was verified by it (${help})`, judgesNothing: true }
}

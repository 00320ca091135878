/** What in a file of tests is surely another test, so that it may come, change and go: it does nothing before it is run, but to be a test. */

import type { Line } from './code-lines.ts'
import { endOf, headOf, type Head } from './test-heads.ts'

/** Tests are held by what holds tests so deep at most. */
const deepest = 8

/** Whether a line says nothing: it is blank, or a remark. Within a text of several lines each line says something. */
export function isNothing({ plain, isWithin }: Line): boolean {
  if (isWithin) return false
  return (
    plain === '' || /^(?:\/\/|#(?![[!]|(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma)\b))/.test(plain)
  )
}

/** Whether a line belongs to what comes next. */
export function isAttribute({ plain, isWithin }: Line): boolean {
  return !isWithin && /^(?:@|#\[)/.test(plain)
}

/**
 * Whether it is a test that concerns nobody else.
 * @param block its lines
 * @param ahead the attributes in front of it
 */
export function isOtherTest(head: Head, block: readonly Line[], ahead: readonly string[], depth = 0): boolean {
  // Runners put that in front of all that the file does.
  if (block.some(({ plain }) => /\b(?:vi|vitest|jest)\.(?:mock|unmock|hoisted|setMock|enableAutomock)\b/.test(plain)))
    return false
  if (head.holdsTests) return holdsNothingElse(block, depth)
  const [first] = block
  // A function without arguments may be anything.
  if (/^(?:pub )?(?:async )?fn /.test(first?.plain ?? '')) return ahead.some((it) => /^\s*#\[.*\btest\b/.test(it))
  return !ahead.some((it) => /\bfixture\b/.test(it))
}

const hook =
  /^(?:(?:before|after)(?:Each|All)?\(|(?:async )?def (?:setUp|tearDown|asyncSetUp|asyncTearDown|setup_|teardown_)\w*\()/
/** A table of tests: who holds it runs it as tests. */
const table = /^(?:test|it|specify)(?:\.\w{1,20}){1,3}[(`]/
/** A value that is written there, under a name that nobody outside knows. */
const value = /^(?:const|let|var) \w+(?:: ?\w+)?(?: = (?:[\w.]+|'[^']*'|"[^"]*"|\[\]|\{\}))?;?$/
const member = /^\w+(?:: ?\w+)?(?: = (?:[\w.]+|'[^']*'|"[^"]*"|\[\]|\{\}))?;?$/

/** Whether something that holds tests has nothing else in it that would be run with the file. */
function holdsNothingElse(block: readonly Line[], depth: number): boolean {
  const [first, ...rest] = block
  if (first === undefined || depth > deepest || !/[{:]$/.test(first.plain)) return false
  const isBraced = first.plain.endsWith('{')
  if (isBraced && !/^[\])}>;,]+$/.test(rest.at(-1)?.plain ?? '')) return false
  const body = isBraced ? rest.slice(0, -1) : rest
  let ahead: string[] = []
  for (let at = 0; at < body.length; at++) {
    const line = body[at]
    if (line === undefined || isNothing(line)) continue
    if (line.isWithin) return false
    if (isAttribute(line)) {
      ahead.push(line.text)
      continue
    }
    const head = headOf(line)
    const end = endOf(body, at)
    const isFine =
      end !== null &&
      (head === null
        ? (isHarmless(line, first) || isDocument(body.slice(at, end + 1))) &&
          ahead.every((it) => !/\bfixture\b/.test(it))
        : isOtherTest(head, body.slice(at, end + 1), ahead, depth + 1))
    if (!isFine) return false
    ahead = []
    at = end
  }
  return ahead.length === 0
}

function isHarmless({ plain }: Line, holder: Line): boolean {
  if (holder.plain.startsWith('mod ')) return plain.startsWith('use ')
  if (holder.plain.startsWith('class ')) return hook.test(plain) || member.test(plain)
  return hook.test(plain) || table.test(plain) || value.test(plain)
}

/** Whether it is nothing but a text of Python. */
function isDocument(block: readonly Line[]): boolean {
  const words = block.map(({ plain }) => plain).join('\n')
  return words.length >= 6 && words.startsWith('"""') && words.indexOf('"""', 3) === words.length - 3
}

/** With which end a criterion wants the command that it names: to pass is not all that it may say of it. */

/**
 * `pass`: it has to pass, and whatever else is said beside that. `code`, `fail`: the criterion says no more than that it ends with this
 * exit code, or fails. `other`: what it prints or finds counts, or when it fails, so that its exit code alone tells nothing.
 */
export type WantedEnd =
  | { readonly is: 'pass' }
  | { readonly is: 'code'; readonly code: number }
  | { readonly is: 'fail' }
  | { readonly is: 'other' }

/** They end with 1 where they find nothing, or a difference: that is no failure of theirs. */
const searching = /^(?:[ef]?grep|rg|ag|ack|diff|cmp|test|find|git (?:grep|diff|ls-files))(?:\s|$)/

/** It is to pass, whatever else stands beside it. */
const passes =
  /\bpass(?:es|ed|ing)?\b|\bsucceeds?\b|\bsucceeded\b|\bsuccess(?:ful(?:ly)?)?\b|\bgreen\b|\b(?:code|status|exits?(?: with)?):? (?:of )?(?:0|zero)\b|(?:\b(?:not|never|no longer)|n['’]t)\s+(?:\w{1,20}\s+)?fail/i
/** What takes that back. */
const passesNot =
  /(?:\b(?:not|never|no longer|cannot|without)|n['’]t)\s+(?:\w{1,20}\s+)?(?:pass|succe|green)|\b(?:code|status)\b[^.;]{0,20}\b(?:not|other than)\s+(?:0|zero)\b/i
/** Where it passes only under some condition, or is no more wanted to. */
const passesSo =
  /\b(?:pass|succeed|succeeds|passes|passed|succeeded)\s+(?:only|on|in|before|under|against|within|with|for)\b|(?:\bnot|\bno longer|n['’]t)\s+(?:needed|needs?|required|expected|supposed)\s+to\b|\b(?:should|must|has to|is to|needs? to)\s+fail\b|\brejects?\b|\bno success\b/i
/** The same of what looks for faults, where none are found; of a search in files it is what that finds. */
const findsNoFault =
  /\b(?:no|zero|0|without(?: any)?)\s+(?:\S{1,30}\s+)?(?:errors?|warnings?|failures?|fail(?:ing|ed)|issues?|problems?|regressions?|violations?|vulnerabilities|findings?)\b|\breturns? (?:0|zero)\b/i
/** Words that say no more than that it is run, and comes to a good end. */
const runWords: ReadonlySet<string> = new Set(
  (
    'a an the command commands check checks test tests suite build builds lint linter types typecheck type script run runs running ran ' +
    'work works working is are be was ok okay clean cleanly complete completes completed finish finishes finished execute executes ' +
    'executed all full whole and in on of with from at main master ci it must should shall will always still now also project repo ' +
    'repository root local locally end'
  ).split(' '),
)
/** Whether a sentence says nothing else of a command. */
function isBare(told: string): boolean {
  return (told.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((it) => runWords.has(it))
}

const may = String.raw`^\s*(?:(?:must|should|shall|will|has to|now|always)\s+)*`
const end = String.raw`\s*[.!]?\s*$`
const withCode = new RegExp(
  `${may}(?:(?:exits?|ends?|finish(?:es)?|terminates?)\\s+(?:with\\s+)?(?:an?\\s+)?(?:exit\\s+)?(?:(?:code|status)\\s+)?(?:of\\s+)?|(?:returns?|gives?|has)\\s+(?:an?\\s+)?exit\\s+(?:code|status)\\s+(?:of\\s+)?|fails?\\s+with\\s+(?:exit\\s+)?(?:code|status)\\s+|fails?\\s+\\((?:exit\\s+)?(?:code|status)\\s+)(\\d{1,3})\\)?${end}`,
  'i',
)
const failing = new RegExp(
  `${may}(?:fails?|(?:exits?|ends?)\\s+(?:with\\s+)?(?:an?\\s+)?non-?zero(?:\\s+exit)?(?:\\s+(?:code|status))?)${end}`,
  'i',
)
const quoted = /"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|(?<=[\s(])'[^']*'(?=[\s).,;:]|$)/g
/** What may stand before a command and say nothing. */
const nothingBefore = /^\s*(?:(?:the command|the check|running|that)\s+)?$/i

/** A sentence, as it is said of one of its commands. */
export interface SaidOf {
  /** The command, in one line. */
  readonly line: string
  /** What stands before the first command of the sentence. */
  readonly before: string
  /** What stands behind it, up to the next one; where that is no word, what stands behind that one. */
  readonly behind: string
  /** Whether it is the only one that is named, and no heading above says more. */
  readonly isAlone: boolean
  /** The headings above it that say more than of what kind it is. */
  readonly above: readonly string[]
}

/** Such a heading wants something of what a command finds or prints, or that it fails. */
const wantsMore =
  /\b(?:no|not|none|nothing|never|without|zero|must|should|fails?|failing|expect\w*|empty|only|returns?|prints?|outputs?|shows?|errors?|left)\b/i

/** Which end a sentence wants of a command. */
export function wantedEnd({ line, before, behind, isAlone, above }: SaidOf): WantedEnd {
  if (isAlone && nothingBefore.test(before)) {
    const code = withCode.exec(behind)?.[1]
    if (code !== undefined) return { is: 'code', code: Number(code) }
    if (failing.test(behind)) return { is: 'fail' }
  }
  // What is quoted is what it prints or finds: `prints "12 passed"` is another thing than that it has passed.
  const told = `${before} § ${behind}`.replaceAll(quoted, ' … ')
  if (passesNot.test(told) || passesSo.test(told)) return { is: 'other' }
  if (passes.test(told)) return { is: 'pass' }
  if (above.some((it) => wantsMore.test(it))) return { is: 'other' }
  // Of words that nobody has read it is not known what follows from its failing.
  const isOther = searching.test(line) ? /\p{L}/u.test(told) : !findsNoFault.test(told) && !isBare(told)
  return { is: isOther ? 'other' : 'pass' }
}

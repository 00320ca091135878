/**
 * What stands in a Definition of Complete. Points and rows of tables are criteria. So are other words, and no program judges them:
 * nothing that a person wrote there is passed over.
 */

import { byte, byteAt, decode, isBlank, skipBlanks, trimmed, type Extent } from '../../scan/bytes.ts'
import { readBox } from '../../scan/box.ts'
import { skipBullet } from '../../scan/fence.ts'
import { isNameOfOptional } from '../../../plan/optional-criterion.ts'
import { isPlainHeading } from '../../../plan/values/plain-heading.ts'
import { sayPlaceholder } from './placeholder.ts'
import { headings, isUnfilled, listName, readPointLine } from './point-lines.ts'
import type { CriterionBuilder, ListKind, Reading, TextLine } from './reading.ts'

/** Takes a line of a Definition of Complete in. */
export function readCriterionLine(reading: Reading, line: TextLine): void {
  const said = withoutAlert(reading.bytes, behindQuotes(reading.bytes, line))
  if (said === null || isMarkup(reading, said)) return
  const it = asPoint(reading.bytes, said)
  const isRow = byteAt(reading.bytes, it.start) === byte.pipe
  if (it.isBullet) {
    dropIntroduction(reading)
    readPointLine(reading, it, 'criteria')
  } else if (isRow) readRow(reading, it)
  else if (!readPointLine(reading, it, 'criteria')) takeWords(reading, it)
}

/** A line without the marks of a quotation before it. */
export function behindQuotes(bytes: Uint8Array, it: TextLine): TextLine {
  let start = it.start
  while (start < it.end && bytes[start] === byte.greater) start = skipBlanks(bytes, start + 1, it.end)
  if (start === it.start) return it
  const content = Math.min(skipBullet(bytes, start, it.end), it.end)
  return { ...it, start, content, isBullet: content > start }
}

/** `> [!IMPORTANT]`, and with words behind it. */
const alert = /^\[!\w{1,20}\][+-]?\s*/

/** The words behind the kind of an alert; null where it stands alone. */
export function withoutAlert(bytes: Uint8Array, it: TextLine): TextLine | null {
  if (it.isBullet || byteAt(bytes, it.start) !== byte.openSquare) return it
  const kind = alert.exec(decode(bytes, it.start, Math.min(it.end, it.start + longestSign)))?.[0] ?? ''
  const start = it.start + Buffer.byteLength(kind)
  return start >= it.end ? null : { ...it, start, content: start }
}

/** Whether a line is nothing but tags, as `</details>` behind a list: what stands below it goes on with no point. */
export function isMarkup(reading: Reading, it: TextLine): boolean {
  if (byteAt(reading.bytes, it.start) !== byte.less) return false
  const text = decode(reading.bytes, it.start, Math.min(it.end, it.start + longestLine))
  if (text.replace(tags, '').trim() !== '') return false
  if (it.width <= (reading.points.at(-1)?.width ?? 0)) reading.points = []
  reading.words = null
  return true
}

/** Signs that people type for a bullet or a box, and a box without a bullet. */
const signOfPoint = /^(?:[•◦‣·●○▪■□–—→☐☑☒✅✓✔⬜◻]\u{FE0F}?|\[[ xX]?\](?=\s))\s*/u
const longestSign = 40

/** The line as a point where people type one by a sign or a box of their own. */
export function asPoint(bytes: Uint8Array, it: TextLine): TextLine {
  if (it.isBullet || readBox(bytes, it.start, it.end) !== null) return { ...it, isBullet: true }
  const sign = signOfPoint.exec(decode(bytes, it.start, Math.min(it.end, it.start + longestSign)))?.[0] ?? ''
  if (sign === '') return it
  return { ...it, content: Math.min(it.end, it.start + Buffer.byteLength(sign)), isBullet: true }
}

/** A row of a table is a criterion, but for the one above its line. */
function readRow(reading: Reading, it: TextLine): void {
  const { bytes } = reading
  reading.points = []
  reading.words = null
  let end = it.end
  while (end > it.start && (bytes[end - 1] === byte.pipe || isBlank(byteAt(bytes, end - 1)))) end -= 1
  const text = trimmed(bytes, it.start + 1, end)
  const isHead = isHeadOfTable(reading, it.line)
  const said = decode(bytes, text.start, text.end)
  if (!saysSomething(said) || (isHead && isPlainHeading(said))) return
  dropIntroduction(reading)
  // A person may have written a point above the line of a table.
  takeCriterion(reading, it, text, isHead, 'rows')
}

/** Whether the line below is the one that sets the head of a table apart. */
export function isHeadOfTable(reading: Reading, line: number): boolean {
  const below = line + 1
  return below < reading.lines.count && /^[\s>]*\|?[\s:|-]*-[\s:|-]*$/.test(textOfLine(reading, below))
}

function textOfLine({ bytes, lines }: Reading, line: number): string {
  return decode(bytes, lines.start(line), Math.min(lines.textEnd(line), lines.start(line) + longestLine))
}

const longestLine = 400
const tags = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(tags, ''))
}

/** Words of the seed's template below its own list: where to read more. */
const ofTemplate =
  /^(?:for build\/create\/system goals, see software stack section above|validation logic in `exe_[^`]*` section 6\.4)\.?$/i
/** What stands behind a rule at the end of a document: when and by what it was written, what to read beside it. */
const footers: readonly RegExp[] = [
  /^(?:version|date|created|last updated|updated)[*_]{0,3}\s*:[*_]{0,3}\s*(?=[^\d]*\d)[\w.,:/ -]{1,40}$/i,
  /^status[*_]{0,3}\s*:[*_]{0,3}\s*(?:draft|final|approved|active|ready(?: for execution)?|complete|in progress)$/i,
  /^[Aa]uthors?[*_]{0,3}\s*:[*_]{0,3}(?:\s*\p{Lu}[\p{L}.'-]*,?){1,6}$/u,
  /^(?:(?:this (?:spec|specification|document|file|template) (?:was|is) )?generated|last updated|based on)\b.{1,100}$/i,
  /^end of [`\w.-]{1,80}$/i,
  /^(?:for\b[^.]{1,80}\bsee|see)\b:?\s+(?:\[|`|[\w./-]+\.\w).{1,100}$/i,
]
const demanding = /\b(?:must|shall|should|has|have|needs?|only|until|once|unless|sign\w*)\b/i

/** Whether words behind a rule only say when, by whom or from what a document was written, or what to read beside it. */
export function isFooter(text: string): boolean {
  const bare = text.replace(/^[*_]{1,3}/, '').replace(/[*_.]{1,4}$/, '')
  return !demanding.test(bare) && footers.some((it) => it.test(bare))
}

/** Takes words in that are no point: what no program judges. */
export function takeWords(reading: Reading, it: TextLine): void {
  const { bytes, findings, words, isAfterBlank, isBehindRule } = reading
  const text = decode(bytes, it.start, it.end).trim()
  if (!saysSomething(text) || ofTemplate.test(text) || (isBehindRule && isFooter(text))) return
  if (isUnfilled(bytes, it)) sayPlaceholder(findings, it)
  reading.listName = null
  if (words !== null && !isAfterBlank) words.lines.push({ start: it.start, end: it.end, width: it.width })
  else reading.words = takeCriterion(reading, it, it, true)
}

/**
 * Takes a criterion in.
 * @param it the line that it stands in, or begins in
 * @param of what it stands in, which may have a name
 */
export function takeCriterion(
  reading: Reading,
  it: TextLine,
  { start, end }: Extent,
  isWords: boolean,
  of: ListKind | null = null,
): CriterionBuilder {
  const lines = [{ start, end, width: it.width }]
  const under = [...headings(reading), ...(of === null ? [] : listName(reading, of))]
  const criterion = { width: it.width, lines, under, ticked: null, isWords, code: [] }
  reading.criteria.push(criterion)
  reading.criteriaSeen += 1
  return criterion
}

/** The name of a heading of a Definition of Complete below which nothing stands is words, too. */
export function takeEmptyHeading(reading: Reading, place: Extent): void {
  const lines = [{ ...place, width: 0 }]
  reading.criteria.push({ width: 0, lines, under: headings(reading), ticked: null, isWords: true, code: [] })
}

/** Words that say nothing but that a list follows. */
export const introducing: ReadonlySet<string> = new Set(
  (
    'a an the this that these those all any each every both and or of for in to by at is are be been was were will must shall should has have ' +
    'when where if once only what which it its as with ' +
    'goal goals spec specification project work complete completed complete completion achieved reached done met satisfied fulfilled ' +
    'exist exists hold holds true verified check checked criteria criterion condition conditions point points item items box boxes ' +
    'requirement requirements following follow below list listed define definition defined specific measurable mandatory required ' +
    'considered successful success acceptance'
  ).split(' '),
)
/** So many words before a colon may be the name of a list. */
const longestName = 4

/** The same above commands. */
const introducingCommands: ReadonlySet<string> = new Set(
  (
    'run runs running execute executes executed executing use using command commands script scripts shell terminal bash pass passes passed ' +
    'passing succeed succeeds successfully verify verifying verification validate validation test tests suite we you can please then'
  ).split(' '),
)

function introduces(text: string, what: 'points' | 'commands'): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const isIntroducing = (it: string): boolean =>
    introducing.has(it) || (what === 'commands' && introducingCommands.has(it))
  return isNameOfList(text) || words.every(isIntroducing)
}

function isNameOfList(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return isNameOfOptional(text) || (/:[\s*_]*$/.test(text) && words.length <= longestName && isPlainHeading(text))
}

/** Words that only introduced what follows them are none. @param what follows them */
export function dropIntroduction(reading: Reading, what: 'points' | 'commands' = 'points'): void {
  const { bytes, criteria } = reading
  reading.words = null
  for (let last = criteria.at(-1); last?.isWords === true; last = criteria.at(-1)) {
    const text = last.lines.map(({ start, end }) => decode(bytes, start, end)).join(' ')
    if (!introduces(text, what)) {
      // It is a criterion of its own, and what it says of them is said of each point below it.
      if (/:[\s*_]*$/.test(text) && saysOtherwise.test(text)) reading.listName = listNamed(reading, text)
      return
    }
    criteria.pop()
    if (isNameOfList(text)) reading.listName = listNamed(reading, text)
  }
}

/** Words by which a list is of what is not there, not wanted, or wanted later. */
const saysOtherwise =
  /\b(?:no|not|none|never|without|gone|removed?|deleted?|drop(?:ped)?|fails?|failing|won['’]?t|later|bonus|instead|obsolete|forbidden|absent|missing)\b/i

function listNamed({ sections }: Reading, text: string): NonNullable<Reading['listName']> {
  return { name: text.replaceAll(/[*_:]/g, '').trim(), section: sections.at(-1), of: null }
}

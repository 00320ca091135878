/** Whether a sentence lists files and folders, and at most says in which folder they lie: what stands between two of them may say anything else. */

const dress = String.raw`[)"'\]*_\s]*`
const opening = String.raw`[\s(["'*_]*`
const noun =
  '(?:an?|the|user|guide|manual|handbook|report|documents?|documentation|final|primary|files?|folders?|director(?:y|ies)|deliverables?)'
const being =
  '(?:is|are|was|were|be|been|has been|have been|must|shall|should|will|there|exists?|existing|present|available|created|written|exported|generated|produced|delivered|provided)'
const within = '(?:in|at|under|inside|within|into|below|beneath)'

/** `a.md, the guide b.md and c.md`. */
const listed = new RegExp(
  String.raw`^(?:\s+$|${dress}(?:,|[&;、]|\b(?:and|plus|und|et|y)\b|和)(?:\s+and\b)?(?:\s+${noun}\b)*${opening}$)`,
  'iu',
)
/** `a.md exists in the folder docs/`. */
const placed = new RegExp(
  String.raw`^${dress}(?:${being}\s+)*${within}\s+(?:the\s+)?(?:(?:folder|directory)\s+)?${opening}$`,
  'iu',
)
/** What makes the first one a place, or something that another is compared with. */
const leads = new RegExp(
  String.raw`\b(?:${within}|of|to|from|by|for|has|have|(?<!(?:exported|delivered|generated|produced|written|created|provided|available) )as)\s+(?:the\s+)?(?:(?:files?|folder|directory)\s+)?${opening}$`,
  'iu',
)
/** What says more of them, though its words are those by which something is there. */
const more = /\b(?:as|or)\b|\b(?:has|have)\b(?! been)|\b(?:final|primary)\b|(?<![.;!] )\bit\b/i

/**
 * @param told a sentence with `§` for each path
 * @param isFolder of each of these, in their order, whether it may be a folder
 */
export function isToldList(told: string, isFolder: readonly boolean[]): boolean {
  const [before = '', ...between] = told.replaceAll(/\s+/g, ' ').split('§')
  const behind = between.pop() ?? ''
  const isOneFolder = isFolder.filter((it) => it).length === 1
  const isPlace = (at: number): boolean => isOneFolder && at === between.length - 1 && isFolder[at + 1] === true
  return (
    !leads.test(before) &&
    between.every((it, at) => listed.test(it) || (placed.test(it) && isPlace(at))) &&
    !more.test(behind)
  )
}

/** Whether nothing else than the joints of a list stands between the paths of a sentence, or that they are to lie in a folder. */
export function isListed(told: string, isFolder: readonly boolean[]): boolean {
  return told
    .split('§')
    .slice(1, -1)
    .every((it, at) => listed.test(it) || (placed.test(it) && isFolder[at + 1] === true))
}

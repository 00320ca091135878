/** A note in the place of files: `(no file changes; verification only)`, `(touches what T003 does)`. */

const saysNone =
  /^no (?:code |source )?files?(?: (?:changes?|changed|edits?|edited|touched))?(?: (?:needed|required|expected))?$/i
/** What says so only where nothing else is said: `no changes to the API` is about something else. */
const onlyLooks =
  /^(?:none|nothing|n\/a|no (?:code |source )?(?:changes?|edits?)(?: (?:needed|required|expected))?|(?:verif(?:y|ication)|review|read|test execution)(?:[ -]only)?)$/i

/**
 * Whether a note says that a task changes no file. Where it does not plainly say so, it is left open which files the task
 * changes: an agent that changed nothing would else be taken at its word.
 * @param note with or without its parentheses
 */
export function saysNoFiles(note: string): boolean {
  const clauses = note
    .replace(/^[\s([]+|[\s.)\]]+$/g, '')
    .split(/[,;.:—–]|\s-\s/)
    .map((it) => it.trim().replaceAll(/\s+/g, ' '))
    .filter((it) => it !== '')
  return clauses.some((it) => saysNone.test(it)) || (clauses.length > 0 && clauses.every((it) => onlyLooks.test(it)))
}

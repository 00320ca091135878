/** MW136 and MW137: paths that are not one file everywhere, and paths that are patterns. */

import type { Diagnostic } from '../diagnostic.ts'
import { foldCase, nameLength, portability } from '../path-safety.ts'
import type { Span } from '../source.ts'
import type { PlanIndex } from './plan-index.ts'
import { quoted, type Rule } from './rule.ts'

const portable = (message: string, help: string, span: Span): Diagnostic => ({
  code: 'MW136',
  severity: 'warning',
  message,
  help,
  span,
  related: [],
})

const same = 'write one spelling everywhere; some systems take both for the same file'

/** MW136: names that some system changes or refuses (an error where it is this one), and two spellings of what some systems take for one file. */
export const portablePaths: Rule = ({ facts, index, guard }) => {
  const found: Diagnostic[] = []
  const twins = twinsIn(index)
  const spellings = new Map<string, { readonly path: string; readonly span: Span }>()
  const seen = new Uint8Array(index.paths)
  index.files.forEach(({ file, text, verdict, place }) => {
    if (verdict.kind === 'unsafe' || seen[place] === 1 || index.faulted(file.span)) return
    const { path } = verdict
    seen[place] = 1
    if (guard(path, place) !== null) return
    if (facts.paths.get(text)?.tooLong === true) {
      const message = `path has a name of ${nameLength(path)} bytes, more than a name has on this system`
      found.push({ ...portable(message, 'give the file a shorter name', file.span), severity: 'error' })
      return
    }
    const fault = portability(path)
    if (fault !== null) found.push(portable(`path ${fault}`, 'rename the file', file.span))
    const folded = twins.size === 0 ? path : foldCase(path)
    const other = spellings.get(folded)
    const twin = facts.paths.get(text)?.twin ?? null
    if (other !== undefined)
      found.push({
        ...portable(`path differs from ${quoted(other.path)} only in case or Unicode form`, same, file.span),
        related: [{ message: 'the other spelling', span: other.span }],
      })
    else {
      if (twins.has(folded)) spellings.set(folded, { path, span: file.span })
      if (twin !== null)
        found.push(
          portable(`path differs from the existing ${quoted(twin)} only in case or Unicode form`, same, file.span),
        )
    }
  })
  return found
}

/** What paths fold to that is not their own spelling: any other path is the only one that folds to itself. */
function twinsIn({ files, paths }: PlanIndex): ReadonlySet<string> {
  const seen = new Uint8Array(paths)
  const twins = new Set<string>()
  files.forEach(({ verdict, place }) => {
    if (verdict.kind === 'unsafe' || seen[place] === 1) return
    seen[place] = 1
    const folded = foldCase(verdict.path)
    if (folded !== verdict.path) twins.add(folded)
  })
  return twins
}

/** MW137: a pattern is compared as one, a shortened path not at all (FORMATS R20). */
export const patternPaths: Rule = ({ draft, index }) => {
  const found: Diagnostic[] = []
  draft.tasks.forEach(({ files }) => {
    files.forEach(({ form, span }) => {
      if ((form !== 'glob' && form !== 'abbreviated') || index.faulted(span)) return
      const isGlob = form === 'glob'
      found.push({
        code: 'MW137',
        severity: 'warning',
        message: isGlob
          ? 'path is a pattern; changes are compared with the pattern'
          : 'path is shortened with dots; changes are not compared with it',
        help: isGlob ? 'name the files if you know them' : 'write the whole path',
        span,
        related: [],
      })
    })
  })
  return found
}

/** Which of the seed's checks a criterion of a spec belongs to, by its headings and its words (seed 004 §6.4). */

import type { CompletionCriterion } from '../../plan/spec.ts'
import { isPlainHeading } from '../../plan/values/plain-heading.ts'
import type { CompletionCheck } from './finding.ts'
import { commandsNamed } from './named-commands.ts'

/** What a heading, or the label before a colon, says of the points below it. The first that fits counts. */
const byHeading: readonly (readonly [RegExp, CompletionCheck])[] = [
  [/\bproduction\b/i, 'production_ready'],
  [/\bdeliverables?\b|\bfunctional\b/i, 'primary_deliverable_exists'],
  [/\bverification\b|\bverified\b/i, 'verification_passed'],
  [/^\W*validation\W*$|\bvalidation (?:criteri|gate|check|test|step|plan)/i, 'verification_passed'],
  [/(?<!\buser )\b(?:acceptance|completion|success|exit|final) (?:tests?|checks?)\b/i, 'verification_passed'],
  [/\bquality\b/i, 'quality_standards_met'],
  [/\bdeployment\b|\bartifacts?\b|\bpackaging\b|\binstallers?\b/i, 'deployment_artifact_exists'],
  [/\binterface\b|\buser acceptance\b|\bui\b|\bgui\b/i, 'user_interface_implemented'],
  [/\bdocumentation\b|\buser guides?\b|\bmanuals?\b/i, 'user_documentation_exists'],
]

/** What the words of a criterion say that stands under no such heading. */
const byWords: readonly (readonly [RegExp, CompletionCheck])[] = [
  [/\bproduction[- ]ready\b|\btest[_ ]mode\b|\bhard-?coded\b/i, 'production_ready'],
  [/\buser guide\b|\bdocumentation\b|\bmanual\b|\breadme\b/i, 'user_documentation_exists'],
  [/\binstaller\b|\bexecutable\b|\bdocker image\b|\bpublished\b|\binstallable\b/i, 'deployment_artifact_exists'],
  [/\btests?\b|\btested\b|\bsuite\b|\bverified\b|\bvalidates?\b/i, 'verification_passed'],
]

/** What a text begins with as if it were a heading: what stands before a colon or a bracket, or all of a short one. */
function labelOf(text: string): string {
  const end = text.slice(0, 60).search(/[:(]/)
  return end >= 0 ? text.slice(0, end) : text.length <= 40 ? text : ''
}

/** What a goal may have to deliver: below the heading of the deliverable their names are no other check. */
const things: ReadonlySet<CompletionCheck> = new Set([
  'deployment_artifact_exists',
  'user_interface_implemented',
  'user_documentation_exists',
])

/** No more of a text is looked at. */
const longest = 2_000

/**
 * The check of a criterion: by a label that is the name of a check (`Verification: …`), else by the nearest heading that says so, else
 * by its own words, as which a label counts that may be a thing to deliver (`User guide: …`). What says none of
 * it is verification where it names a command, a deliverable where it names a file, and a quality standard else.
 * @param namesPath whether it names a file or a folder (`pathsNamed`)
 */
export function checkOf({ text, under }: CompletionCriterion, namesPath: boolean): CompletionCheck {
  const label = labelOf(text)
  const isName = isPlainHeading(label)
  const named = isName && label.length < text.length ? byHeading.find(([words]) => words.test(label))?.[1] : undefined
  if (named !== undefined && !things.has(named)) return named
  for (const place of [...[...under].reverse(), label]) {
    const found = byHeading.find(([words]) => words.test(place.slice(0, longest)))
    // `Water quality report: …` is the name of a thing, and of no check.
    const isOfThing = place === label && label.length < text.length && !isName
    if (found !== undefined && (!isOfThing || things.has(found[1]))) return found[1]
  }
  const found = byWords.find(([words]) => words.test(text.slice(0, longest)))
  if (found !== undefined) return found[1]
  if (commandsNamed(text, 'verification_passed').length > 0) return 'verification_passed'
  return namesPath ? 'primary_deliverable_exists' : 'quality_standards_met'
}

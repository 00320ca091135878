/** MW503, MW504 and MW528: both files are there, and name one goal and what it consists of (seed 004 §1.1, §1.4). */

import type { Check } from './checked.ts'
import { finding, nameOf, startOf } from './checked.ts'
import { isOptional } from '../../../plan/optional-criterion.ts'
import { saysNothing } from '../placeholder.ts'
import { sameWords } from '../same-words.ts'

/** Both files of a pair are there; a SPECLet of its own may be Markdown alone (FORMATS section 6). */
export const files: Check = ({ files: { markdown, parameters }, unsure, spec: { descriptor } }) => {
  if (markdown !== null && parameters !== null) return []
  const there = parameters ?? markdown
  if (there !== null && unsure.length > 0) {
    const name = parameters === null ? `parameters_${descriptor}.toml` : `spec_${descriptor}.md`
    const message = `no ${name} lies beside ${nameOf(there.path)}, and each of ${unsure.join(', ')} may be meant`
    return [finding('MW503', 'error', startOf(there), message, `call the right one ${name}`)]
  }
  const help = 'write it, or name the right file; both lie in one folder'
  if (parameters !== null) {
    const message = `no spec_${descriptor}.md lies beside ${nameOf(parameters.path)}`
    return [finding('MW503', 'error', startOf(parameters), message, help)]
  }
  if (markdown === null) return []
  const isSpeclet = /^speclet_/i.test(nameOf(markdown.path))
  const message = `no parameters_${descriptor}.toml lies beside ${nameOf(markdown.path)}`
  return [finding('MW503', isSpeclet ? 'warning' : 'error', startOf(markdown), message, help)]
}

const mostRelated = 5

/** A goal of one or two words says nothing that could be judged at the end. */
const fewestWords = 3

/** One goal in each file, and the same one. */
export const goals: Check = ({ markdown, parameters, files: { markdown: text, parameters: data } }) => {
  const [inText = [], inData = []] = [markdown?.goals, parameters?.goals]
  // The same goal under two names is one.
  const more = [inText, inData].flatMap(
    ([first, ...others]) => others.find(({ text: it }) => !sameWords(it, first?.text ?? '')) ?? [],
  )
  if (more.length > 0)
    return more.map(({ span }) =>
      finding('MW504', 'error', span, 'a second goal; a spec has one', 'make one of both, or a spec of each'),
    )
  const [goal = inText[0]] = inData
  if (goal === undefined) {
    // Of what could not be read nobody knows whether it names one.
    if ((data !== null && parameters === null) || (text !== null && markdown === null)) return []
    const where = [data, text].flatMap((it) => (it === null ? [] : nameOf(it.path))).join(' and ')
    const help = 'write [goal] description = "…" into the parameters, and below ## Goal in the Markdown'
    const file = data ?? text
    return [finding('MW504', 'error', file === null ? null : startOf(file), `no goal in ${where}`, help)]
  }
  if ([...inText, ...inData].every(({ text }) => saysNothing(text))) {
    const message = 'the goal is a placeholder of the template'
    return [finding('MW504', 'error', goal.span, message, 'say what is to be there at the end')]
  }
  const vague = goal.text.trim().split(/\s+/).length < fewestWords
  const told = vague
    ? [finding('MW504', 'warning', goal.span, 'the goal is vague', 'say what is to be there at the end')]
    : []
  const [a, b] = [inText[0], inData[0]]
  if (a === undefined || b === undefined) {
    const [without, other] = b === undefined ? [parameters, data] : [markdown, text]
    // Where there is no second file, or it could not be read, that is told.
    if (without === null || other === null) return told
    const where = b === undefined ? 'as [goal] description = "…"' : 'below ## Goal'
    const message = `no goal in ${nameOf(other.path)}; that of ${nameOf(goal.span.path)} counts`
    const help = `write it there, too, ${where}`
    return [...told, finding('MW504', 'warning', startOf(other), message, help)]
  }
  if (sameWords(a.text, b.text)) return told
  const help = 'the goal of the parameters counts; write the same in both'
  const related = [{ message: `the goal of ${nameOf(b.span.path)}`, span: b.span }]
  return [...told, finding('MW504', 'warning', a.span, 'the two files name the goal in other words', help, related)]
}

/** What need not hold is told, since nothing looks at it; where only phases or user stories have criteria, nothing says when the goal is reached. */
export const criteria: Check = ({ markdown, parameters, spec }) => {
  const { deliverable = null, quality = [], verificationMethod = null } = parameters?.settings ?? {}
  const told = [
    ...[markdown, parameters].flatMap((it) => it?.criteria ?? []),
    ...[deliverable, ...quality, verificationMethod].flatMap((text) => (text === null ? [] : { text, under: [] })),
  ]
  const [first, ...more] = told.filter(({ text, under }) => isOptional({ text: text.text, under }))
  if (first !== undefined) {
    const related = more.slice(0, mostRelated).map(({ text }) => ({ message: 'also here', span: text.span }))
    const help = 'if it has to hold, take the word for that away, or write it below another heading'
    return [
      finding(
        'MW528',
        'info',
        first.text.span,
        `${more.length === 0 ? 'a point' : `${more.length + 1} points`} of the goal need not hold: nothing looks at that`,
        help,
        related,
      ),
    ]
  }
  if (spec.completion.criteria.length > 0 || markdown == null || markdown.ofParts === null) return []
  const message = 'only a phase or a story has criteria: the goal has none'
  return [finding('MW528', 'warning', markdown.ofParts, message, 'write them below "## Definition of Complete"')]
}

/** MW516: words of a template that nobody has replaced, in what the parameters say. */

import type { Text } from '../../../plan/draft.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import { holdsPlaceholder, isPlaceholder } from '../placeholder.ts'
import { finding, named, type Check } from './checked.ts'

export const placeholders: Check = ({ parameters }) => {
  if (parameters === null) return []
  const { goals, tasks, criteria, tools, settings } = parameters
  const values: readonly (Text | null)[] = [
    ...goals,
    ...tasks.flatMap((task) => [
      task.title,
      ...task.steps.flatMap(({ title, method, expected, backups }) => [
        title,
        method,
        expected,
        ...backups.map(({ text }) => text),
      ]),
    ]),
    ...criteria.map(({ text }) => text),
    ...tools.map(({ name }) => name),
    settings.deliverable,
    ...settings.quality,
    settings.verificationMethod,
  ]
  const found = values.filter((it): it is Text => it !== null && (isPlaceholder(it.text) || holdsPlaceholder(it.text)))
  const [first, ...others] = found
  if (first === undefined) return []
  const what = named([...new Set(found.map(({ text }) => safeLine(text.trim())))])
  const related = others.slice(0, 5).map(({ span }) => ({ message: 'also here', span }))
  const help = 'write what is meant, or take the entry out; an agent would be given these words'
  return [finding('MW516', 'warning', first.span, `words of a template are left: ${what}`, help, related)]
}

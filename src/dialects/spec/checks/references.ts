/** MW524: components and constraints that steps name are defined (seed 004 §1.9). */

import type { Text } from '../../../plan/draft.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import { finding, type Check } from './checked.ts'

/** `constraints.max_pages`, `components.codebase`: names of the parameters. */
const reference = /^(constraints|components)\.([\w.-]+)$/

/** @param references what the texts name, each with its place */
export function referencesDefined(references: readonly Text[]): Check {
  return ({ parameters, spec }) => {
    if (parameters === null) return []
    const known = {
      constraints: new Set(spec.constraints.flatMap(({ name }) => [name, name.slice(0, name.indexOf('.'))])),
      components: new Set(parameters.components.map(({ text }) => text)),
    }
    const told = new Set<string>()
    return references.flatMap(({ text, span }) => {
      const [, table, rest = ''] = reference.exec(text) ?? []
      const name = rest.replace(/\.+$/, '')
      if ((table !== 'constraints' && table !== 'components') || name === '' || known[table].has(name)) return []
      if (told.has(text)) return []
      told.add(text)
      const message = `${safeLine(text)} is not defined in the parameters`
      return [finding('MW524', 'warning', span, message, `add it below [${table}], or correct the name`)]
    })
  }
}

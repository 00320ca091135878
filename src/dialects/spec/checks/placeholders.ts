/** MW516: words of a template that nobody has replaced, in what the parameters say. */

import type { Text } from '../../../plan/draft.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import type { Verification } from '../../../plan/verification.ts'
import type { ToldParameters } from '../parameters/read-parameters.ts'
import { holdsPlaceholder, isOpen, isPlaceholder, isUndecided, saysNothing } from '../placeholder.ts'
import type { Told } from '../told.ts'
import { finding, named, type Check } from './checked.ts'

export const placeholders: Check = ({ parameters }) => {
  if (parameters === null) return []
  const { goals, tasks, criteria, tools, settings, freeWords } = parameters
  const values: readonly (Text | null)[] = [...freeWords, ...tools.map(({ name }) => name)]
  const toDo: readonly (Text | null)[] = [
    ...goals,
    ...tasks.flatMap((task) => [
      task.title,
      task.description,
      task.verification,
      ...task.steps.flatMap(({ title, method, expected, backups, verification, verifications }) => [
        title,
        method,
        expected,
        ...backups.map(({ text }) => text),
        verification,
        ...verifications.map(toVerify),
      ]),
    ]),
    ...criteria.map(({ text }) => text),
    settings.deliverable,
    ...settings.quality,
    settings.verificationMethod,
  ]
  const isLeft = (it: Text): boolean => isPlaceholder(it.text) || holdsPlaceholder(it.text)
  const found = [
    ...toDo.filter((it): it is Text => it !== null && (isLeft(it) || saysNothing(it.text) || isOpen(it.text))),
    ...values.filter((it): it is Text => it !== null && (isLeft(it) || isOpen(it.text))),
    ...choicesOf(settings).filter((it) => isLeft(it) || isUndecided(it.text)),
  ]
  const [first, ...others] = found
  if (first === undefined) return []
  const what = named([...new Set(found.map(({ text }) => safeLine(text.trim().slice(0, longestText))))])
  const related = others.slice(0, 5).map(({ span }) => ({ message: 'also here', span }))
  const help = 'write what is meant, or take the entry out; an agent would be given these words'
  return [finding('MW516', 'warning', first.span, `words of a template are left: ${what}`, help, related)]
}

/** So much of a text that begins with `TODO:` is shown. */
const longestText = 80

/** What a way to verify a step runs or looks at. */
function toVerify({ value, span }: Told<Verification>): Text {
  return { text: value.is === 'command' ? value.argv.join(' ') : value.file, span }
}

/** What the parameters choose for what is built: each has to be one thing. */
function choicesOf({ stack, userInterface, deployment }: ToldParameters['settings']): readonly Text[] {
  const values = [
    stack?.deployment_type,
    stack?.primary_language,
    stack?.framework,
    stack?.ui_library,
    stack?.packaging_method,
    userInterface?.interface_type,
    userInterface?.target_users,
    userInterface?.skill_level,
    deployment?.target_platform,
    deployment?.installation_type,
    deployment?.startup_method,
  ]
  return values.filter((it): it is Text => it != null)
}

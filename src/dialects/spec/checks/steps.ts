/** MW506, MW508, MW509 and MW519: each step can be told from the others, done, and judged (seed 004 §1.5 to §1.7). */

import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Text } from '../../../plan/draft.ts'
import { isMereRetry, type MethodWords } from '../../../plan/mere-retry.ts'
import type { MethodSpec } from '../../../plan/model.ts'
import { classifyPath, protectedBy } from '../../../plan/path-safety.ts'
import { unsafePathFinding } from '../../../plan/rules/unsafe-paths.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import type { Span } from '../../../plan/source.ts'
import { noWordsText, splitWords } from '../../../plan/split-words.ts'
import type { MergedBackup, MergedStep, MergedTask } from '../merge.ts'
import { modes } from '../parameters/read-settings.ts'
import { isTool, methodId, methodsOf } from '../methods.ts'
import type { ToldTask } from '../told.ts'
import { finding, named, placeOf, stepName, type Check, type Checked } from './checked.ts'
import { sameWords } from '../same-words.ts'

/** Every task has a name and a step (seed 004 §1.5). */
export const wholeTasks: Check = ({ merged }) =>
  merged.tasks.flatMap(({ id, sides, title, description, steps: own }) => {
    const say = (message: string, help: string): Diagnostic =>
      finding('MW506', 'warning', placeOf(sides), `task ${safeLine(id)} has ${message}`, help)
    return [
      ...(title === null && description === null ? [say('no name', 'say in a few words what it is about')] : []),
      ...(own.length === 0 ? [say('no step; it is done as a whole', 'divide it into steps, at least one')] : []),
    ]
  })

/** Every step has an id that no other one of its task has, and says what is to be done. */
export const steps: Check = ({ markdown, parameters, merged }) => [
  ...[...(markdown?.tasks ?? []), ...(parameters?.tasks ?? [])].flatMap(twins),
  ...merged.tasks.flatMap((task) =>
    task.steps
      .filter(({ title, method }) => title === null && method === null)
      .map((step) => {
        const message = `step ${stepName(task, step)} does not say what is to be done`
        return finding('MW506', 'error', placeOf(step.sides), message, 'give it an action, or a description')
      }),
  ),
]

function twins({ id: task, steps: told }: ToldTask): readonly Diagnostic[] {
  const first = new Map<string, Span>()
  return told.flatMap(({ id, span }) => {
    const before = first.get(id)
    if (before === undefined) first.set(id, span)
    if (before === undefined) return []
    const message = `task ${safeLine(task)} has two steps ${safeLine(id)}`
    const related = [{ message: 'the first one', span: before }]
    return [finding('MW506', 'error', span, message, 'give one of them another id', related)]
  })
}

/** Modes are words that there are. */
export const modeWords: Check = ({ merged }) =>
  merged.tasks.flatMap((task) => [...modeWord(task.mode), ...task.steps.flatMap(({ mode }) => modeWord(mode))])

function modeWord(mode: Text | null): readonly Diagnostic[] {
  if (mode === null || modes.some((it) => it === mode.text.trim().toLowerCase())) return []
  const message = `mode must be one of ${modes.join(', ')}`
  return [finding('MW508', 'error', mode.span, message, 'correct the word, or take it out')]
}

/** A backup is another way, can be told from others, and when it is taken; a critical step has one. */
export const backups: Check = ({ merged }) =>
  merged.tasks.flatMap((task) =>
    task.steps.flatMap((step) => {
      const methods = new Map(methodsOf(step).map((method) => [method.id, method]))
      return [
        ...withoutBackup(task, step),
        ...twinBackups(task, step),
        ...step.backups.flatMap((backup) => [
          ...sameAgain(stepName(task, step), backup, methods),
          ...trigger(stepName(task, step), backup, methods),
        ]),
      ]
    }),
  )

function withoutBackup(task: MergedTask, step: MergedStep): readonly Diagnostic[] {
  if (step.backups.length > 0 || (step.critical ?? task.critical)?.value !== true) return []
  const message = `critical step ${stepName(task, step)} has no backup`
  return [finding('MW509', 'warning', placeOf(step.sides), message, 'name another way to do it')]
}

/** Two backups of one id in a file: the second one is taken as another, of an id that no other one has. */
function twinBackups(task: MergedTask, step: MergedStep): readonly Diagnostic[] {
  const first = new Map<string, Span>()
  return step.backups.flatMap(({ id, sides }) =>
    [sides.markdown, sides.parameters].flatMap((told): readonly Diagnostic[] => {
      if (told === null) return []
      const place = `${told.span.path}\0${told.id}`
      const before = first.get(place)
      if (before === undefined) first.set(place, told.span)
      if (before === undefined || told.id === id) return []
      const message = `step ${stepName(task, step)} has two backups ${safeLine(told.id)}; this one is taken as backup ${id}`
      const related = [{ message: 'the first one', span: before }]
      return [finding('MW509', 'warning', told.span, message, 'give one of them another id', related)]
    }),
  )
}

/** @param methods of its step, by their ids */
function sameAgain(
  step: string,
  { id, text, sides }: MergedBackup,
  methods: ReadonlyMap<string, MethodSpec>,
): readonly Diagnostic[] {
  const what = `backup ${safeLine(id)} of step ${step}`
  const help = 'a backup is another way; for the same once more there is max_retries'
  if (text === null)
    return [finding('MW509', 'warning', placeOf(sides), `${what} does not say what it is`, 'describe it')]
  const [primary, own] = [methods.get('primary'), methods.get(methodId(id))]
  if (primary === undefined || own === undefined) return []
  const words = (method: MethodSpec): MethodWords => ({ text: method.instruction, argv: method.argv })
  if (!isMereRetry(words(own), [words(primary)])) return []
  const isSame = sameWords(primary.instruction, own.instruction)
  const how = isSame ? 'is the same as the primary method' : 'only tries the primary method again'
  return [finding('MW509', 'warning', text.span, `${what} ${how}`, help)]
}

/** `backup_3_failure` of a step that has no backup 3. */
function trigger(
  step: string,
  { id, trigger: told }: MergedBackup,
  methods: ReadonlyMap<string, MethodSpec>,
): readonly Diagnostic[] {
  const of = told === null ? null : /^backup_(.+)_failure$/.exec(told.text.trim())?.[1]
  if (told === null || of == null || (of !== id && methods.has(methodId(of)))) return []
  const message = `backup ${safeLine(id)} of step ${step} waits for backup ${safeLine(of)}, which the step does not have`
  return [
    finding('MW509', 'warning', told.span, message, 'backups are taken in order; correct the trigger, or take it out'),
  ]
}

/** A program of the repository, called without a shell; where none is named, an agent is asked. */
export const tools: Check = ({ merged }) =>
  merged.tasks.flatMap((task) =>
    task.steps.flatMap((step) =>
      step.backups.flatMap((backup): readonly Diagnostic[] => {
        const { kind, tool, toolArguments, id, sides } = backup
        const what = `backup ${safeLine(id)} of step ${stepName(task, step)}`
        if (tool === null) {
          if (!isTool(kind?.text ?? '')) return []
          const message = `${what} is a ${safeLine(kind?.text ?? '')} and names no program; an agent is asked instead`
          return [
            finding(
              'MW509',
              'warning',
              kind?.span ?? placeOf(sides),
              message,
              'write tool_path, or execution_method = "cognitive"',
            ),
          ]
        }
        const verdict = classifyPath(tool.text.trim())
        if (verdict.kind === 'unsafe') {
          const { code, message, help } = unsafePathFinding(verdict.why)
          return [finding(code, 'error', tool.span, `${what}: ${message}`, help)]
        }
        const guarded = protectedBy(verdict.path, [])
        if (guarded !== null) {
          const message = `${what}: protected path`
          return [finding('MW131', 'error', tool.span, message, `nothing in ${guarded} is run; name another program`)]
        }
        const words = toolArguments === null ? null : splitWords(toolArguments.text)
        if (toolArguments === null || words === null || words.is === 'words') return []
        const message = `${what}: its arguments are no words: the line ${noWordsText(words)}`
        return [
          finding(
            'MW600',
            'error',
            toolArguments.span,
            message,
            'put the line into a script and name that as tool_path',
          ),
        ]
      }),
    ),
  )

/** What the files leave out, so that a default is taken: told once for each kind. */
export const defaults: Check = (of) => [
  ...absent(
    of,
    'no critical flag: taken as not critical',
    'critical_flag = true or false',
    (step, task) => (step.critical ?? task.critical) === null,
  ),
  ...absent(
    of,
    'no expected output: nothing is compared',
    'write expected_output',
    ({ expected, verifications }) => expected === null && verifications.length === 0,
  ),
  ...absent(
    of,
    'no mode: that of the whole holds',
    'mode = "silent", for instance',
    (step, task) => (step.mode ?? task.mode) === null,
  ),
  ...absent(
    of,
    'no max_retries: the configured number holds',
    'max_retries = 2, for instance',
    (step, task) => (step.retries ?? task.retries) === null,
  ),
]

function absent(
  { merged }: Checked,
  what: string,
  help: string,
  isAbsent: (step: MergedStep, task: MergedTask) => boolean,
): readonly Diagnostic[] {
  const found = merged.tasks.flatMap((task) =>
    task.steps.filter((step) => isAbsent(step, task)).map((step) => ({ name: stepName(task, step), step })),
  )
  const [first] = found
  if (first === undefined) return []
  const which = found.length === 1 ? `step ${first.name} has` : `steps ${named(found.map(({ name }) => name))} have`
  return [finding('MW519', 'info', placeOf(first.step.sides), `${which} ${what}`, help)]
}

/** MW530: what both files of a spec say of one thing is about the same, in whatever words (seed 004 §1.8, §1.8a). */

import { canCompare, contentWords, isTranslated, sharedWords } from '../../../plan/content-words.ts'
import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Text } from '../../../plan/draft.ts'
import { quoted } from '../../../plan/one-line.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import { pathsNamed } from '../../../plan/values/named-paths.ts'
import type { Sides } from '../merge.ts'
import { holdsPlaceholder, isOpen, saysNothing } from '../placeholder.ts'
import { sameWords } from '../same-words.ts'
import type { ToldBackup, ToldSpec, ToldSpeclet, ToldStep, ToldTask } from '../told.ts'
import { finding, stepName, type Check } from './checked.ts'

/**
 * Words of both files that have nothing in common. Honest ones are shortened, or put otherwise: so a text is compared with all that the
 * other file says of the same thing, and one that is too short, or in another language, with none.
 */
export const wording: Check = ({ merged, markdown, parameters }) => {
  if (markdown === null || parameters === null || isTranslated(wordsOf(markdown), wordsOf(parameters))) return []
  return [
    ...merged.speclets.flatMap(({ id, sides }) => differing(`SPECLet ${safeLine(id)}`, sides, ofSpeclet)),
    ...merged.tasks.flatMap((task) => [
      ...differing(`task ${safeLine(task.id)}`, task.sides, ofTask),
      ...task.steps.flatMap((step) => [
        ...differing(`step ${stepName(task, step)}`, step.sides, ofStep),
        ...step.backups.flatMap(({ id, sides }) =>
          differing(`backup ${safeLine(id)} of step ${stepName(task, step)}`, sides, ofBackup),
        ),
      ]),
    ]),
  ]
}

type Texts = readonly (Text | null)[]

/** What one file says and the other one, too; without a name it is what the thing is. */
interface Pair {
  readonly name?: 'method' | 'expected output'
  readonly inText: Text | null
  readonly inData: Text | null
  /** What stands with each where it is too short alone. */
  readonly longer?: Readonly<Record<Side, Text | null>>
}

type Side = 'inText' | 'inData'

/** All that a file says of a thing: what it is and how it is done, and what is said beside that. */
interface Said {
  readonly main: Texts
  readonly beside: Texts
}

/** What is compared of a thing, and with what. */
interface Compared<What> {
  readonly pairs: (inText: What, inData: What) => readonly Pair[]
  readonly all: (it: What) => Said
}

const ofSpeclet: Compared<ToldSpeclet> = {
  pairs: (inText, inData) => [{ inText: inText.title, inData: inData.title }],
  all: ({ id, span, title, notes }) => ({ main: [title], beside: [{ text: id, span }, ...notes] }),
}

const ofTask: Compared<ToldTask> = {
  pairs: (inText, inData) => [{ inText: inText.title, inData: inData.title }],
  // A heading may sum up what the steps say.
  all: ({ title, description, notes, steps }) => ({
    main: [title, ...steps.map(headOf)],
    beside: [description, ...notes],
  }),
}

const ofStep: Compared<ToldStep> = {
  pairs: (inText, inData) => {
    const titles = { inText: inText.title, inData: inData.title }
    const methods = { name: 'method', inText: inText.method, inData: inData.method } as const
    const isBeside = isInBoth(titles) || isInBoth(methods)
    return [
      ...(isBeside
        ? [
            { ...titles, longer: methods },
            { ...methods, longer: titles },
          ]
        : [{ inText: headOf(inText), inData: headOf(inData) }]),
      { name: 'expected output', inText: inText.expected, inData: inData.expected },
    ]
  },
  all: ({ title, method, expected, notes }) => ({ main: [title, method, expected], beside: notes }),
}

const ofBackup: Compared<ToldBackup> = {
  pairs: (inText, inData) => [{ inText: inText.text, inData: inData.text }],
  all: ({ text, tool, toolArguments, notes }) => ({ main: [text, tool, toolArguments], beside: notes }),
}

function headOf({ title, method }: ToldStep): Text | null {
  return title ?? method
}

function isInBoth<It extends Pair>(pair: It): pair is It & { readonly inText: Text; readonly inData: Text } {
  return pair.inText !== null && pair.inData !== null
}

/** One finding for a thing: at the first text that differs, with the others beside it. */
function differing<What>(
  what: string,
  { markdown, parameters }: Sides<What>,
  { pairs, all }: Compared<What>,
): readonly Diagnostic[] {
  if (markdown === null || parameters === null) return []
  const said = { inText: all(markdown), inData: all(parameters) }
  const [first, ...more] = pairs(markdown, parameters)
    .filter(isInBoth)
    .flatMap((it) => {
      const why = namesOtherFiles(it) ? 'they name other files' : isOther(it, said) ? 'hardly a word is in both' : null
      return why === null ? [] : [{ ...it, why }]
    })
  if (first === undefined) return []
  const name = first.name === undefined ? what : `${what}: ${first.name}`
  const message = `${name} is ${quoted(first.inText.text)} here and ${quoted(first.inData.text)} in the parameters; ${first.why}`
  const help = 'agents are told both, and the parameters count; write what holds into both files'
  const related = [
    { message: 'in the parameters', span: first.inData.span },
    ...more.flatMap(({ name: other = 'words', inText, inData }) => [
      { message: `the ${other} here`, span: inText.span },
      { message: `the ${other} in the parameters`, span: inData.span },
    ]),
  ]
  return [finding('MW530', 'warning', first.inText.span, message, help, related)]
}

/** Outputs are looked for by the names of their files: two that share none are two. */
function namesOtherFiles({ name, inText, inData }: Pair): boolean {
  if (name !== 'expected output') return false
  const filesIn = (it: Text | null): readonly string[] =>
    pathsNamed(it?.text ?? '').paths.flatMap(({ path, form, isSure }) =>
      isSure && form === 'path' ? [path.slice(path.lastIndexOf('/') + 1)] : [],
    )
  const [own, theirs] = [filesIn(inText), filesIn(inData)]
  return own.length > 0 && theirs.length > 0 && !own.some((it) => theirs.includes(it))
}

/** Shorter ones say too little to tell. */
const fewest = 3
/** One word in so many is the same by chance. */
const chance = 9

/** Whether one of two texts is about something of which the other file says nothing, and says nothing of the other one anywhere else. */
function isOther(pair: Pair & Readonly<Record<Side, Text>>, others: Readonly<Record<Side, Said>>): boolean {
  const texts = [pair.inText.text, pair.inData.text] as const
  if (sameWords(...texts) || texts.some((it) => saysNothing(it) || isOpen(it) || holdsPlaceholder(it))) return false
  const { inText: own, inData: theirs } = comparedWords(pair)
  if (!canCompare(own, theirs, fewest) || !isApart(own, theirs)) return false
  return (
    (isApart(own, contentWords(allOf(others.inData))) && !isSaid(theirs, others.inText.beside)) ||
    (isApart(theirs, contentWords(allOf(others.inText))) && !isSaid(own, others.inData.beside))
  )
}

function comparedWords({ inText, inData, longer }: Pair): Readonly<Record<Side, ReadonlySet<string>>> {
  const words = (...texts: Texts): ReadonlySet<string> => contentWords(allOf({ main: texts, beside: [] }))
  const alone = { inText: words(inText), inData: words(inData) }
  if (longer === undefined || canCompare(alone.inText, alone.inData, fewest)) return alone
  return { inText: words(inText, longer.inText), inData: words(inData, longer.inData) }
}

function allOf({ main, beside }: Said): string {
  return [...main, ...beside].map((it) => it?.text ?? '').join('\n')
}

function isApart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  const most = Math.floor(few.size / chance)
  return sharedWords(few, many, most + 1) <= most
}

/** Whether one of these says most of it: `Purpose: …` below a heading that has other words. */
function isSaid(words: ReadonlySet<string>, notes: Texts): boolean {
  return notes.some((it) => it !== null && sharedWords(words, contentWords(it.text)) * 2 > words.size)
}

/** What a file says of its tasks, one behind the other. */
function wordsOf({ tasks }: ToldSpec): string {
  const texts = tasks.flatMap(({ title, description, steps }) => [
    title,
    description,
    ...steps.flatMap((it) => [it.title, it.method, it.expected, ...it.backups.map(({ text }) => text)]),
  ])
  return texts.map((it) => it?.text ?? '').join('\n')
}

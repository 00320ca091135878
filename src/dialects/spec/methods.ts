/** From what a step says to the ways in which it is done: its primary, and each backup in order (seed 004 §2.3, §2.6). */

import type { Text } from '../../plan/draft.ts'
import type { MethodSpec } from '../../plan/model.ts'
import { compareNatural } from '../../plan/natural.ts'
import { classifyPath, protectedBy } from '../../plan/path-safety.ts'
import { splitWords } from '../../plan/split-words.ts'
import type { MergedBackup, MergedStep, Sides } from './merge.ts'
import { toldBesides } from './told-besides.ts'

/** Whether a backup is a program that is really run. */
export function isTool(kind: string): boolean {
  return /^(?:tool|script|program)$/i.test(kind.trim())
}

/** What runs a script of this ending; others are run themselves. */
const interpreters: Readonly<Record<string, string>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  sh: 'sh',
  rb: 'ruby',
  pl: 'perl',
}

/** The methods of a step, at least its primary; backups by their numbers, also where each file has some of them. */
export function methodsOf(step: MergedStep): readonly MethodSpec[] {
  const instruction = (step.method ?? step.title)?.text ?? ''
  const notes = primaryNotes(step)
  const primary: MethodSpec = {
    ...{ id: 'primary', does: 'agent', agent: null, instruction, argv: [], repeat: 'safe' },
    ...(notes === '' ? {} : { notes }),
  }
  const backups = [...step.backups].sort((a, b) => compareNatural(a.id, b.id))
  return [primary, ...backups.map(backupMethod)]
}

/** What is told beside it of how a step is done at first: of no backup, which is taken where that has failed. */
function primaryNotes({ title, method, sides }: MergedStep): string {
  return toldBesides(
    withNotes(sides, ({ methodNotes }) => methodNotes),
    { main: [title, method], parts: [['Method', (it) => it.method]] },
  ).join('\n\n')
}

/** Both sides with other notes. */
function withNotes<What extends object>(
  { markdown, parameters }: Sides<What>,
  notes: (it: What) => readonly Text[],
): Sides<What & { readonly notes: readonly Text[] }> {
  const side = (it: What | null) => it && { ...it, notes: notes(it) }
  return { markdown: side(markdown), parameters: side(parameters) }
}

/** Id of the method that a backup is. @param backup its own id */
export function methodId(backup: string): string {
  return `backup-${backup}`
}

function backupMethod(backup: MergedBackup): MethodSpec {
  const argv = toolArgv(backup)
  const more = toldBesides(backup.sides, { main: [backup.text], parts: [['Method', ({ text }) => text]] })
  const instruction = [...(backup.text === null ? [] : [backup.text.text]), ...more].join('\n\n')
  const common = { id: methodId(backup.id), agent: null, instruction }
  const trigger = backup.trigger?.text.trim()
  const [notes] = toldBesides(
    withNotes(backup.sides, () => []),
    { main: [backup.trigger], parts: [['Trigger', (it) => it.trigger]] },
  )
  return {
    ...common,
    ...(argv === null
      ? { does: 'agent' as const, argv: [], repeat: 'safe' as const }
      : { does: 'tool' as const, argv, repeat: 'ask' as const }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(notes === undefined ? {} : { notes }),
  }
}

/** Program and arguments; null where none can be run: then an agent is asked. */
function toolArgv({ tool, toolArguments, kind }: MergedBackup): readonly string[] | null {
  // A path alone says that it is one.
  if (tool === null || (kind !== null && !isTool(kind.text))) return null
  const verdict = classifyPath(tool.text.trim())
  const words = splitWords(toolArguments?.text ?? '')
  if (verdict.kind !== 'safe' || protectedBy(verdict.path, []) !== null || words.is !== 'words') return null
  const ending = /\.([A-Za-z]+)$/.exec(verdict.path)?.[1]?.toLowerCase() ?? ''
  const interpreter = Object.hasOwn(interpreters, ending) ? interpreters[ending] : undefined
  // Only a bare name is a program of the machine: `./install` is the file at the root, and never looked up.
  const isFile = interpreter !== undefined || /[/\\]/.test(tool.text.trim())
  const program = isFile ? `./${verdict.path}` : verdict.path
  return [...(interpreter === undefined ? [] : [interpreter]), program, ...words.words]
}

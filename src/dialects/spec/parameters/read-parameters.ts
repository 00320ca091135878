/** A parameters file: bytes in, what it tells out. It never throws. */

import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Text } from '../../../plan/draft.ts'
import type { CriticalShare } from '../../../plan/spec.ts'
import type { Source } from '../../../plan/source.ts'
import { readToml } from '../../../plan/values/toml.ts'
import { unreadable } from '../../encoding.ts'
import { findingsOf } from '../../findings.ts'
import { bytesFindings, mergeMarkersIn, sayHidden } from '../../json/bytes-of-json.ts'
import type { JsonString } from '../../json/tree.ts'
import { decode } from '../../scan/bytes.ts'
import { codeIn, codeOf } from '../code-spans.ts'
import type { ToldComponent, ToldSpec } from '../told.ts'
import { readBackground } from './background.ts'
import { constitutionShape, parametersShape, sayMisspelt } from './known-keys.ts'
import { readConstitution, shareOf, type ToldConstitution } from './read-constitution.ts'
import { readCriteria, sayHalf } from './read-criteria.ts'
import { readGoals } from './read-goals.ts'
import { readComponents, readFreeWords, readSettings, readTools, type ToldSettings } from './read-settings.ts'
import { readSpeclets, readTasks } from './read-tasks.ts'
import { rootTable, tableOf, type Table } from './table.ts'
import { tomlText } from './toml-text.ts'
import { sayUnreadWork } from './unread-work.ts'

export interface ToldParameters extends ToldSpec {
  readonly settings: ToldSettings
  readonly components: readonly ToldComponent[]
  /** What `[constraints]` and `[components]` say in words. */
  readonly freeWords: readonly Text[]
  readonly criticalShare: CriticalShare | null
  /** What it says of the whole beside all that. */
  readonly background: readonly Text[]
}

/** `told` is null where the file is no TOML: then nothing of it is known. */
interface Read<What> {
  readonly told: What | null
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads `parameters_[d].toml`. Linear in the number of bytes. */
export function readParameters(source: Source): Read<ToldParameters> {
  return readFile(source, (root) => {
    sayMisspelt(root, parametersShape)
    sayUnreadWork(root)
    sayHalf(root)
    const speclets = readSpeclets(root)
    const tasks = [...readTasks(root, null), ...speclets.flatMap((it) => it.tasks)]
    const goals = readGoals(root)
    const told: ToldParameters = {
      title: null,
      goals,
      speclets: speclets.map(({ speclet }) => speclet),
      tasks,
      criteria: readCriteria(root, true),
      tools: readTools(root),
      components: readComponents(root),
      constraints: [],
      settings: readSettings(root),
      freeWords: readFreeWords(root),
      criticalShare: shareIn(root, 'constitution') ?? shareIn(root, 'validation'),
      background: readBackground(root, goals),
    }
    const used = namesIn(told)
    const naming = namingIn(told)
    const tools = toolsIn(told)
    return {
      told,
      used: [...used, ...naming.flatMap((it) => codeIn(source.bytes, it))],
      texts: textsIn(told),
      escaped: [...used.filter((it) => !tools.has(it)), ...naming.flatMap(codeOf)],
    }
  })
}

/** Reads `project_constitution.toml`. */
export function readConstitutionFile(source: Source): Read<ToldConstitution> {
  return readFile(source, (root) => {
    sayMisspelt(root, constitutionShape)
    return { told: readConstitution(root), used: [], texts: [], escaped: [] }
  })
}

function readFile<What>(
  source: Source,
  read: (root: Table) => {
    readonly told: What
    readonly used: readonly Text[]
    readonly texts: readonly Text[]
    /** Names of which an escape may hide something. */
    readonly escaped: readonly Text[]
  },
): Read<What> {
  const refused = unreadable(source)
  if (refused !== null) return { told: null, diagnostics: [refused] }
  const { toml, diagnostics } = readToml(tomlText(source), source.path)
  // Whatever stands in such a file is unknown: what its bytes hide is told once it can be read.
  if (toml === null) {
    // A conflict that nobody has resolved is what is wrong, and not the first sign of it that is no TOML.
    const conflicts = mergeMarkersIn(source)
    return { told: null, diagnostics: conflicts.length > 0 ? conflicts : diagnostics }
  }
  const findings = findingsOf(source)
  const { told, used, texts, escaped } = read(rootTable(toml, source, findings))
  sayHidden({ used: escaped.map((it) => writtenName(source, it)), findings })
  findings.finish()
  const ofBytes = bytesFindings(source, () => ({
    names: used.map(({ span }) => span),
    structure: [],
    texts: texts.map(({ span }) => span),
  }))
  return { told, diagnostics: [...diagnostics, ...findings.found, ...ofBytes] }
}

/** A name as it reads; what its bytes show is found with these. */
function writtenName({ bytes }: Source, { text, span: { offset, length } }: Text): JsonString {
  const written = decode(bytes, offset, offset + length)
  const escaped = written.includes('\\') && !hidden.test(written)
  // Lines of a script that is a word of a command are nothing hidden.
  return { is: 'string', text: text.replaceAll(/[\t\n\r]/g, ' '), escaped, start: offset, end: offset + length }
}

const hidden = /[\p{Cf}\u2028\u2029]/u

function shareIn(root: Table, name: string): CriticalShare | null {
  const table = tableOf(root, name)
  return table === null ? null : shareOf(table, 'critical_percentage_target')
}

/** Programs of backups: what is wrong with such a path is told with it. */
function toolsIn({ tasks }: ToldSpec): ReadonlySet<Text> {
  const backups = tasks.flatMap(({ steps }) => steps.flatMap((it) => it.backups))
  return new Set(backups.flatMap(({ tool }) => (tool === null ? [] : [tool])))
}

/** Texts in which commands are named that are run, and files that are looked for. */
function namingIn({ tasks, criteria }: ToldSpec): readonly Text[] {
  const expected = tasks.flatMap(({ steps }) => steps.flatMap((it) => it.expected ?? []))
  return [...criteria.map(({ text }) => text), ...expected]
}

/** Everything that names something: a fault of encoding there is an error. */
function namesIn({ tasks, speclets, tools }: ToldSpec): readonly Text[] {
  return [
    ...tasks.flatMap((task) => [
      { text: task.id, span: task.span },
      ...task.steps.flatMap(({ id, span, backups, verifications }) => [
        { text: id, span },
        ...verifications.flatMap(({ names }) => names),
        ...backups.flatMap(({ tool, toolArguments }) => [tool, toolArguments].filter((it) => it !== null)),
      ]),
    ]),
    ...speclets.flatMap((it) => [{ text: it.id, span: it.span }, ...it.dependsOn, ...it.tasks]),
    ...tools.map(({ name }) => name),
  ]
}

/** What tasks and steps say is to be done. */
function textsIn({ tasks, goals }: ToldSpec): readonly Text[] {
  return [
    ...goals,
    ...tasks.flatMap(({ title, steps }) =>
      [title, ...steps.flatMap((it) => [it.title, it.method, it.expected])].filter((it) => it !== null),
    ),
  ]
}

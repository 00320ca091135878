/** The reader of project states: bytes in, draft with places and diagnostics out. It never throws. */

import type { Draft, DraftGroup, DraftIntegration, DraftTask } from '../../plan/draft.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { nearest } from '../../plan/nearest-name.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Source } from '../../plan/source.ts'
import { findingsOf, type Findings } from '../findings.ts'
import { readListed } from '../integration/read-test.ts'
import { bytesFindings, sayHidden } from '../json/bytes-of-json.ts'
import { readJson } from '../json/read-json.ts'
import { isNull, valueAt, type JsonNode } from '../json/tree.ts'
import { wrongType } from '../json/typed.ts'
import { readPhase } from '../phase-heading.ts'
import { readAudit } from './audit.ts'
import { readTask, type Reading } from './read-task.ts'
import { taskListsOf } from './task-lists.ts'
import { sayUnread } from './unread-tasks.ts'
import { entryPlaces, isPhaseWord, names, phaseWords, stateOfList, wordPlaces } from './words.ts'

/** What a file holds of a plan. */
interface Part {
  readonly groups: readonly DraftGroup[]
  readonly tasks: readonly DraftTask[]
  readonly integrations: readonly DraftIntegration[] | null
  readonly diagnostics: readonly Diagnostic[]
  readonly coverage: Draft['coverage']
  readonly root: JsonNode | null
}

/**
 * Reads the files of a plan (seed 003 §6, FORMATS section 5). The first one is the plan; the others lie beside it, and their
 * tasks are there for what the plan's own wait for. Linear in the number of bytes.
 */
export function readProjectState(sources: readonly Source[]): Draft {
  const taskKeys = new Map<string, number>()
  const groupKeys = new Map<string, number>()
  const parts: Part[] = []
  const known = new Set<string>()
  sources.forEach((source, at) => {
    const part = readPart(source, at === 0 ? null : source.path, { taskKeys, groupKeys, known })
    for (const { id } of part.tasks) if (id !== null) known.add(id.text)
    parts.push(part)
  })
  const [main] = parts
  const audit = readAudit(main?.root ?? null)
  return {
    dialect: 'project-state',
    title: titleOf(main?.root ?? null) ?? sources[0]?.path ?? '',
    sources,
    groups: parts.flatMap(({ groups }) => groups),
    tasks: parts.flatMap(({ tasks }) => tasks),
    ...(audit.length === 0 ? {} : { audit }),
    ...(main?.integrations == null ? {} : { integrations: main.integrations }),
    diagnostics: parts.flatMap(({ diagnostics }) => diagnostics),
    coverage: {
      taskLike: parts.reduce((sum, { coverage }) => sum + coverage.taskLike, 0),
      read: parts.reduce((sum, { coverage }) => sum + coverage.read, 0),
    },
    relation: { blockedBy: dependenciesOf(main?.root ?? null), blocks: 'blocks', mirrors: true },
    unordered: true,
    expected: {
      text: 'a list of objects with id, title and dependencies, for instance in "tasks"',
      help: 'look whether this is the right file',
    },
  }
}

/** @param file the file's path where it only lies beside the plan, else null */
function readPart(
  source: Source,
  file: string | null,
  of: {
    readonly taskKeys: Map<string, number>
    readonly groupKeys: Map<string, number>
    /** Ids that the files before have. */
    readonly known: ReadonlySet<string>
  },
): Part {
  const { root, diagnostics } = readJson(source)
  const findings = findingsOf(source)
  const reading: Reading = { bytes: source.bytes, findings, used: [], texts: [], taskKeys: of.taskKeys }
  const groups: DraftGroup[] = []
  const tasks: DraftTask[] = []
  const coverage = { taskLike: 0, read: 0 }
  const lists = taskListsOf(root)
  for (const { list, at, name, title, place, called } of lists) {
    const key = groupKey(of.groupKeys, file === null ? called : `${nameOf(file)}/${called}`)
    const phase = readPhase(title)
    groups.push({
      key,
      number: phase?.number ?? null,
      title: phase === null || phase.title === '' ? title : phase.title,
      label: null,
      span: findings.span(place),
      ...(file === null ? {} : { file }),
    })
    list.items.forEach((item, index) => {
      const steps = [...at, index]
      coverage.taskLike += 1
      if (item.is !== 'object') {
        wrongType(item, steps, 'an object', findings)
        return
      }
      const id = valueAt(item, 'id')
      // A copy of a task that the plan has is told, and the plan's own counts.
      if (file !== null && id?.is === 'string' && of.known.has(id.text)) {
        const message = `${oneLine(id.text)} stands in ${nameOf(source.path)} as well; the one of the plan counts`
        findings.add('MW110', 'warning', id, message, 'take one of them out, so that nobody works on the other')
        return
      }
      coverage.read += 1
      tasks.push(readTask(item, steps, { group: key, fallback: stateOfList(name) }, reading))
    })
  }
  if (file === null) {
    checkPlaces(root, findings)
    sayUnread(root, lists, findings)
  }
  const integrations = file === null ? readListed(root, { ...reading, isShared: true }) : null
  sayHidden(reading)
  findings.finish()
  const ofBytes = bytesFindings(source, () => ({
    names: reading.used.map((it) => findings.span(it)),
    structure: [],
    texts: reading.texts.map((it) => findings.span(it)),
  }))
  // Of bytes that are no JSON, where they are cut or nested too deeply, the rest of the file is unknown.
  const all = [...diagnostics, ...findings.found, ...(root === null ? [] : ofBytes)]
  all.sort((a, b) => (a.span?.offset ?? 0) - (b.span?.offset ?? 0))
  return { groups, tasks, integrations, diagnostics: all, coverage, root }
}

/** What a run writes beside statuses finds a place of its shape, or none: into another one nothing would be written, unsaid. */
function checkPlaces(root: JsonNode | null, findings: Findings): void {
  const holds = (node: JsonNode): boolean => node.is === 'object' || node.is === 'list'
  for (const name of entryPlaces(root)) {
    const node = valueAt(root, name)
    if (node !== undefined && !isNull(node) && !holds(node)) wrongType(node, [name], 'an object or a list', findings)
  }
  for (const name of wordPlaces) {
    const node = valueAt(root, name)
    // Ids are numbers as well.
    const isId = name === 'current_task_id' && node?.is === 'number'
    if (node !== undefined && node.is !== 'string' && !isNull(node) && !isId)
      wrongType(node, [name], 'a string', findings)
  }
  const phase = valueAt(root, 'phase')
  const near = phase?.is === 'string' && !isPhaseWord(phase.text) ? nearest(phase.text.trim(), phaseWords) : null
  if (phase !== undefined && near !== null) {
    const message = 'phase is nearly a word that a run keeps up to date; as a title it is left as it is'
    findings.add('MW407', 'warning', phase, message, `did you mean ${near}?`)
  }
}

/** What the file calls that which a task waits for: the name that it uses first. */
function dependenciesOf(root: JsonNode | null): string {
  for (const { list } of taskListsOf(root))
    for (const task of list.items) {
      const name = names.dependencies.find((it) => valueAt(task, it) !== undefined)
      if (name !== undefined) return name
    }
  return names.dependencies[0]
}

/** What the project is called, in the first member that says it. */
function titleOf(root: JsonNode | null): string | null {
  for (const name of ['title', 'name', 'phase', 'project_id', 'request']) {
    const value = valueAt(root, name)
    if (value?.is !== 'string' || value.text.trim() === '' || (name === 'phase' && isPhaseWord(value.text))) continue
    const line = oneLine(value.text.split('\n', 1)[0] ?? '')
    return line.length > 120 ? `${line.slice(0, 119)}…` : line
  }
  return null
}

function groupKey(groupKeys: Map<string, number>, wanted: string): string {
  const count = (groupKeys.get(wanted) ?? 0) + 1
  groupKeys.set(wanted, count)
  return count === 1 ? wanted : `${wanted}#${count}`
}

/** Name of a file without its folder. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

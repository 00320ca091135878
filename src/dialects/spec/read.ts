/** The reader of specs: a Markdown, its parameters and the project's constitution in, one draft out. It never throws. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Draft } from '../../plan/draft.ts'
import type { Source } from '../../plan/source.ts'
import { nameOf, type Check, type Checked } from './checks/checked.ts'
import { flags, order } from './checks/bridging.ts'
import { criteria, files, goals } from './checks/goal.ts'
import { mcpTools } from './checks/mcp-tools.ts'
import { missing } from './checks/one-sided.ts'
import { placeholders } from './checks/placeholders.ts'
import { referencesDefined } from './checks/references.ts'
import { criticalShare, sizes } from './checks/sizes.ts'
import { assignment, dependencies, empty, shared, structure } from './checks/speclets.ts'
import { stack } from './checks/stack.ts'
import { backups, defaults, modeWords, steps, tools, wholeTasks } from './checks/steps.ts'
import { verifications } from './checks/verifications.ts'
import { wording } from './checks/wording.ts'
import { specOf } from './defaults.ts'
import { draftTasks, groupsOf, keysOf } from './draft-tasks.ts'
import { unreadable } from '../encoding.ts'
import { findingsOf } from '../findings.ts'
import { withDocumentTask } from './document-task.ts'
import { readSpecText } from './markdown/read.ts'
import type { ToldSpecText } from './markdown/told-text.ts'
import { merge } from './merge.ts'
import { constitutionName, descriptorOf } from './names.ts'
import { policyOf } from './policy.ts'
import { saysNoConstitution } from './parameters/read-constitution.ts'
import { readConstitutionFile, readParameters } from './parameters/read-parameters.ts'
import { withNumbersAlike } from './shifted-steps.ts'

const checks: readonly Check[] = [
  files,
  goals,
  criteria,
  missing,
  mcpTools,
  flags,
  wording,
  order,
  wholeTasks,
  steps,
  modeWords,
  backups,
  tools,
  verifications,
  dependencies,
  assignment,
  empty,
  shared,
  structure,
  stack,
  sizes,
  criticalShare,
  placeholders,
  defaults,
]

/**
 * Reads the files of a spec (seed 004 §1.3, FORMATS section 6). The first one is the plan; the others lie beside it, or above.
 * Linear in the number of bytes.
 */
export function readSpec(sources: readonly Source[]): Draft {
  const named = (wanted: (name: string) => boolean): readonly Source[] =>
    sources.filter(({ path }) => wanted(path.slice(path.lastIndexOf('/') + 1)))
  const [constitutionFile = null] = named((name) => name === constitutionName)
  const inToml = named((name) => /\.toml$/i.test(name) && name !== constitutionName)
  const inMarkdown = named((name) => !/\.toml$/i.test(name))
  const [parametersFile, markdownFile] = [onlyOf(inToml), onlyOf(inMarkdown)]
  const markdown = markdownFile === null ? null : readMarkdown(markdownFile)
  const parameters = parametersFile === null ? null : readParameters(parametersFile)
  const constitution = constitutionFile === null ? null : readConstitutionFile(constitutionFile)
  const text = markdown?.told ?? null
  const alike = text === null ? null : withNumbersAlike(text, parameters?.told ?? null)
  const told = {
    markdown: alike === null ? null : withDocumentTask(alike.told, parameters?.told ?? null),
    parameters: parameters?.told ?? null,
  }
  const merged = merge(told.markdown, told.parameters)
  const keys = keysOf(merged)
  const main = sources[0]?.path ?? ''
  const spec = specOf({
    descriptor: descriptorOf(main.slice(main.lastIndexOf('/') + 1)),
    ...told,
    constitution: constitution?.told ?? saysNoConstitution,
    merged,
    keys,
  })
  const checked: Checked = {
    ...told,
    files: { markdown: markdownFile, parameters: parametersFile },
    unsure: [inToml, inMarkdown].flatMap((it) => (it.length > 1 ? it.map(({ path }) => nameOf(path)) : [])),
    merged,
    spec,
  }
  // What cannot be read is told alone: of what it may say nothing is known.
  const isRead = told.parameters !== null || parametersFile === null
  const all = isRead ? [...checks, referencesDefined(told.markdown?.references ?? [])] : [files]
  const diagnostics: Diagnostic[] = [markdown, alike, parameters, constitution].flatMap((it) => it?.diagnostics ?? [])
  diagnostics.push(...all.flatMap((check) => check(checked)))
  const tasks = draftTasks(merged, keys, spec, constitution?.told ?? saysNoConstitution)
  return {
    dialect: 'spec',
    title: told.markdown?.title?.text ?? spec.goal ?? main,
    sources,
    groups: groupsOf(merged, spec, checked.files.markdown ?? checked.files.parameters),
    tasks,
    spec,
    policy: policyOf(spec, constitution?.told ?? saysNoConstitution),
    relation: { blockedBy: 'depends_on', blocks: 'depends_on', mirrors: true },
    unordered: true,
    expected: {
      text: '[[tasks]] with steps in the parameters, or headings such as "### Task [1]: …" in the Markdown',
      help: 'write tasks into both files; a spec without any has nothing to run',
    },
    diagnostics,
    coverage: coverageOf(tasks.length, text?.coverage ?? null),
  }
}

/** Of several that may be meant none is. */
function onlyOf(sources: readonly Source[]): Source | null {
  return sources.length === 1 ? (sources[0] ?? null) : null
}

/** `told` is null where its bytes are in an encoding that is not read: then nothing of it is known. */
function readMarkdown(source: Source): {
  readonly told: ToldSpecText | null
  readonly diagnostics: readonly Diagnostic[]
} {
  const refused = unreadable(source)
  if (refused !== null) return { told: null, diagnostics: [refused] }
  const findings = findingsOf(source)
  const told = readSpecText(source, findings)
  findings.finish()
  return { told, diagnostics: findings.found }
}

/** Of a spec whose tasks stand in the parameters alone each is read. */
function coverageOf(tasks: number, ofText: Draft['coverage'] | null): Draft['coverage'] {
  return ofText === null || ofText.taskLike === 0 ? { taskLike: tasks, read: tasks } : ofText
}

/** Whether a project asks for mechanical execution, and for ATDD: its `state.json` and `workflows.json` (seed 000 §1, §5, §7). */

import path from 'node:path'
import type { Diagnostic } from '../plan/diagnostic.ts'
import { readFile } from '../system/files.ts'
import type { TreeFiles } from '../system/tree-files.ts'
import { readJson } from './json-text.ts'

/** The four flags of the seed's modifier; each is on unless the project says false. */
export interface Modifiers {
  /** Tasks come from the plan; false hands the whole phase to one agent. */
  readonly followTaskPlan: boolean
  /** Tasks wait for their blockers; false leaves document order only. */
  readonly respectDependencyOrder: boolean
  /** Departures from the plan are found and written down. */
  readonly flagDeviations: boolean
  /** A phase without `files:` falls back to standard mode; false runs it mechanically all the same. */
  readonly fallbackOnMissingFileTasks: boolean
}

/** Whether the tests of criteria come first. */
export interface Atdd {
  readonly isOn: boolean
  /** One line for people. */
  readonly because: string
  /** Folders below the root that the project keeps what it works on in: its checklist may lie there. */
  readonly folders: readonly string[]
}

export interface ProjectMode {
  readonly mode: 'mechanical' | 'standard'
  /** One line for people. */
  readonly because: string
  readonly atdd: Atdd
  readonly modifiers: Modifiers
  /** Wrong JSON in one of the two files: never a crash, and never silently the default. */
  readonly diagnostics: readonly Diagnostic[]
  /** The files that were read, for showing the diagnostics in them. */
  readonly files: readonly ProjectFile[]
}

const stateFiles = ['.isdlc/state.json', 'state.json'] as const
const workflowFiles = ['.isdlc/config/workflows.json', 'src/isdlc/config/workflows.json', 'workflows.json'] as const

/** A state that is kept over many features is long, but no more than this. */
const longest = 16 * 1024 * 1024

/** Paths, relative to the root, that may say how a project is run. */
export const projectModeFiles: readonly string[] = [...stateFiles, ...workflowFiles]

/** A file of the project, its path relative to the root. */
export interface ProjectFile {
  readonly path: string
  readonly text: string
}

function firstFound(root: string, names: readonly string[]): ProjectFile | null {
  for (const name of names) {
    const read = readFile(path.join(root, name), longest)
    if (read.is === 'read') return { path: name, text: Buffer.from(read.bytes).toString('utf8') }
    if (!['ENOENT', 'ENOTDIR', 'EISDIR'].includes(read.failure.code)) return { path: name, text: '' }
  }
  return null
}

/** Goes down a value by keys; undefined where one is missing or no table. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  let here = value
  for (const key of keys) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string, unknown>)[key]
  }
  return here
}

function parsed(found: ProjectFile | null, isAsked: boolean, diagnostics: Diagnostic[]): unknown {
  if (found === null) return undefined
  const read = readJson(found.text, found.path)
  if ('value' in read) return read.value
  // A flag has settled what it is asked for, and in the root it may be anybody's.
  const isMild = isAsked && !found.path.includes('/')
  diagnostics.push(isMild ? { ...read.diagnostic, severity: 'warning' } : read.diagnostic)
  return undefined
}

/** The modifiers of the implementation phase of one workflow: the first agent modifier that has the block. */
function modifierBlock(workflow: unknown): unknown {
  const modifiers = at(workflow, 'agent_modifiers')
  if (typeof modifiers !== 'object' || modifiers === null) return undefined
  const phases = Object.keys(modifiers).sort(
    (a, b) => Number(b.includes('implementation')) - Number(a.includes('implementation')),
  )
  for (const phase of phases) {
    const block = at(modifiers, phase, '_when_mechanical_mode')
    if (block !== undefined) return block
  }
  return undefined
}

function modifiersOf(block: unknown): Modifiers {
  const flag = (key: string): boolean => at(block, key) !== false
  return {
    followTaskPlan: flag('follow_task_plan'),
    respectDependencyOrder: flag('respect_dependency_order'),
    flagDeviations: flag('flag_deviations'),
    fallbackOnMissingFileTasks: flag('fallback_on_missing_file_tasks'),
  }
}

/**
 * What the files of one state of a project ask for, to be compared with that of another one.
 *
 * @returns the mode without a flag and the modifiers as one text; the same for files that differ in anything else
 */
export async function projectModeIn(files: TreeFiles): Promise<string> {
  const first = async (names: readonly string[]): Promise<ProjectFile | null> => {
    for (const path of names) {
      const found = await files.look(path)
      // A link is followed on the disk only: wherever it leads is another matter than text of the project.
      if (found?.is === 'file') return { path, text: Buffer.from(found.bytes).toString('utf8') }
      if (found?.is === 'link') return { path, text: `link to ${found.to}` }
    }
    return null
  }
  const decided = decideMode(await first(stateFiles), await first(workflowFiles), null, null)
  const { mode, modifiers, atdd, diagnostics } = decided
  return JSON.stringify([mode, modifiers, diagnostics.length, atdd.isOn])
}

/**
 * Decides between mechanical and standard mode (REQUIREMENTS B1).
 *
 * A flag wins. Else, in a project that has one of the files, whatever it holds, `active_workflow.mechanical_mode` decides,
 * and where the state does not name it the workflow option's default; missing or false is standard (seed 000 §1). Where
 * neither file exists, `run` is mechanical: it is what the tool is for.
 *
 * @param root the project's folder
 * @param flag `--mechanical`, `--standard`, or null
 * @param atdd `--atdd`, `--no-atdd`, or null
 * @param plan path of the plan, relative to the root: a plan that is called `state.json` says nothing of the mode
 */
export function readProjectMode(
  root: string,
  flag: 'mechanical' | 'standard' | null,
  atdd: boolean | null = null,
  plan: string | null = null,
): ProjectMode {
  const others = stateFiles.filter((it) => it !== plan)
  return decideMode(firstFound(root, others), firstFound(root, workflowFiles), flag, atdd)
}

/** The modifiers by which a workflow has each criterion seen red first where it has no mode for that any more. */
const alwaysAtdd = ['track_red_green_transitions', 'create_atdd_checklist'] as const

/**
 * ATDD as the seed's option has it, which the mechanical mode mirrors: a flag, else the state, else the option's default, else
 * what the workflow's phases ask for in any case.
 */
function decideAtdd(
  { state, workflow }: { readonly state: unknown; readonly workflow: unknown },
  { stateFile, workflowFile }: { readonly stateFile: string; readonly workflowFile: string },
  flag: boolean | null,
): Atdd {
  const folders = workFolders(state)
  const found = (isOn: boolean, because: string): Atdd => ({ isOn, because, folders })
  if (flag !== null) return found(flag, flag ? '--atdd was given' : '--no-atdd was given')
  const active = at(state, 'active_workflow', 'atdd_mode')
  if (active !== undefined) return found(active === true, `${stateFile} says atdd_mode = ${JSON.stringify(active)}`)
  const option = at(workflow, 'options', 'atdd_mode', 'default')
  if (option !== undefined)
    return found(
      option === true,
      `${workflowFile} has atdd_mode = ${JSON.stringify(option)} as the default of this workflow`,
    )
  const modifiers = at(workflow, 'agent_modifiers')
  const phases = typeof modifiers === 'object' && modifiers !== null ? Object.entries(modifiers) : []
  for (const [phase, block] of phases)
    for (const key of alwaysAtdd)
      if (at(block, key) === true) return found(true, `${workflowFile} says ${key} in ${phase}`)
  return found(false, 'nothing asks for it, --atdd does')
}

/** Where the project says that the artifacts of what it works on lie. */
function workFolders(state: unknown): readonly string[] {
  const folder = at(state, 'active_workflow', 'artifact_folder')
  return typeof folder === 'string' && folder !== '' ? [folder, `docs/requirements/${folder}`] : []
}

function decideMode(
  stateFile: ProjectFile | null,
  workflowFile: ProjectFile | null,
  flag: 'mechanical' | 'standard' | null,
  atddFlag: boolean | null,
): ProjectMode {
  const diagnostics: Diagnostic[] = []
  const state = parsed(stateFile, flag !== null, diagnostics)
  const workflows = parsed(workflowFile, flag !== null, diagnostics)
  const type = at(state, 'active_workflow', 'type')
  const workflow = at(workflows, 'workflows', typeof type === 'string' ? type : 'feature')
  const modifiers = modifiersOf(modifierBlock(workflow))
  const paths = { stateFile: stateFile?.path ?? '', workflowFile: workflowFile?.path ?? '' }
  const atdd = decideAtdd({ state, workflow }, paths, atddFlag)
  const about = { modifiers, atdd, diagnostics, files: [stateFile, workflowFile].filter((it) => it !== null) }
  const decided = (mode: ProjectMode['mode'], because: string): ProjectMode =>
    mode === 'mechanical' && !modifiers.followTaskPlan && flag !== 'mechanical'
      ? { mode: 'standard', because: `${workflowFile?.path ?? ''} says follow_task_plan = false`, ...about }
      : { mode, because, ...about }

  if (flag !== null) return decided(flag, `--${flag} was given`)
  if (stateFile === null && workflowFile === null)
    return decided('mechanical', 'the project has no state.json and no workflows.json')

  const active = at(state, 'active_workflow', 'mechanical_mode')
  if (active !== undefined && stateFile !== null)
    return decided(
      active === true ? 'mechanical' : 'standard',
      `${stateFile.path} says mechanical_mode = ${JSON.stringify(active)}`,
    )

  const option = at(workflow, 'options', 'mechanical_mode', 'default')
  if (option === true && workflowFile !== null)
    return decided('mechanical', `${workflowFile.path} has mechanical_mode as the default of this workflow`)
  const where = stateFile?.path ?? workflowFile?.path ?? ''
  return decided('standard', `${where} does not ask for mechanical_mode, --mechanical does`)
}

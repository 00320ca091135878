/** Looks at everything a run needs: programs, gates, agents, journal, folders and configuration. Writes nothing. */

import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { presets } from '../../agents/presets.ts'
import { noFlags, type Settings } from '../../config/settings.ts'
import { parsersAbsent } from '../../gates/contract/ask-reader.ts'
import { findParsers } from '../../gates/contract/parsers.ts'
import { collectFacts, type Discovered, type Facts } from '../../gates/discovery.ts'
import { findProgram } from '../../gates/find-program.ts'
import { wantedText } from '../../plan/values/numeric-value.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Source } from '../../plan/source.ts'
import { rangeOf } from '../../reports/position.ts'
import type { Environment } from '../../system/environment.ts'
import { tooFewFiles } from '../../system/open-files.ts'
import { ownVariables } from '../../system/own-variables.ts'
import { stateFolder } from '../../system/state-folder.ts'
import { activeEnvironments, isSharedToo } from '../../workspaces/active-environments.ts'
import { isGitNewEnough, lookAtGit, oldestGit, whyNotOpened } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import { readDefinitionsOf } from '../plan/definitions.ts'
import { findProject } from '../plan/find-project.ts'
import { kindOf, type Root } from '../plan/find-root.ts'
import { unmetNeeds } from '../plan/named-gates.ts'
import { readSettings, repositoryFile, type ReadSettings } from '../plan/read-settings.ts'
import type { Where } from '../plan/where.ts'
import { definedGates } from './integration-gates.ts'
import { lookAtTools } from './look-at-tools.ts'
import { readPrompts } from './read-prompts.ts'

export interface Finding {
  /** What it is about, in one or two words. */
  readonly about: string
  /** `note`: a run is possible, with less. `problem`: it is not, or not as configured. */
  readonly is: 'fine' | 'note' | 'problem'
  readonly says: string
  /** What to do; null where nothing has to be done. */
  readonly help: string | null
}

type Told = readonly Finding[]

/**
 * Examines the project of a folder or a plan, as `millwright doctor` does.
 * @returns what was found, or null where there is neither
 */
export async function doctor(
  place: string,
  { cwd, env }: Where,
): Promise<(Examined & { readonly root: string }) | null> {
  const project = findProject(place, cwd)
  if (project === null) return null
  const tools = (await lookAtTools(place, { cwd, env }, project.root)).map(({ says, failure }) =>
    failure === null ? fine('tool', says) : note('tool', `${says}: ${failure.reason}`, failure.help),
  )
  return { root: project.root, ...(await examine(project, env, tools)) }
}

export interface Examined {
  readonly findings: Told
  /** How many findings are problems; with none a run can begin. */
  readonly problems: number
  /** The call that begins one; null while there are problems. */
  readonly call: string | null
}

const fine = (about: string, says: string): Finding => ({ about, is: 'fine', says, help: null })
const note = (about: string, says: string, help: string | null): Finding => ({ about, is: 'note', says, help })
const problem = (about: string, says: string, help: string): Finding => ({ about, is: 'problem', says, help })

/**
 * Examines a project and the machine.
 *
 * @param project its root
 * @param tools what was found of the programs of a plan
 * @param env where programs, the user's configuration and the state folder are looked up
 */
async function examine(project: Root, env: Environment, tools: Told): Promise<Examined> {
  const { root } = project
  const [facts, read, git, journal] = await Promise.all([
    collectFacts(root, env['PATH'], ['bwrap']),
    readSettings({ root, env, dialect: {}, flags: noFlags }),
    onGit(root),
    onJournal(),
  ])
  const bwrap = facts.programs.find(({ name }) => name === 'bwrap')?.path ?? null
  const fewFiles = tooFewFiles()
  const findings = [
    fine('node', facts.node),
    ...(fewFiles === null ? [] : [problem('files', fewFiles.message, fewFiles.help)]),
    ...git,
    journal,
    onState(stateFolder(env), env[ownVariables.state] ?? ''),
    ...onConfiguration(root, read),
    ...(await onAgents(read.settings, root, env)),
    ...(await onGates(read.settings, facts.discovered, root, env)),
    ...(await onDefinitions(read, root, env)),
    ...onPrompts(read.settings, root, env),
    ...tools,
    ...onBelow(read.settings, facts, root),
    ...onWorkspace(read.settings, facts.discovered, root),
    ...onActive(read.settings, facts.discovered, { ...project, env }),
    onSandbox(bwrap, read.settings),
  ]
  const problems = findings.filter(({ is }) => is === 'problem').length
  return { findings, problems, call: problems > 0 ? null : await callOf(read.settings, root, env) }
}

async function onGit(root: string): Promise<Told> {
  const oldest = oldestGit.join('.')
  const [version, facts] = await Promise.all([runGit({ args: ['version'], cwd: root }), lookAtGit(root)])
  if (version.code !== 0)
    return [problem('git', 'git was not found', `install git ${oldest} or newer; without it work happens in place`)]
  const found = version.out
    .toString('utf8')
    .trim()
    .replace(/^git version /, '')
  const closed = facts === null ? await whyNotOpened(root) : null
  if (closed !== null) return [problem('git', `the repository is not opened: ${closed.because}`, closed.help)]
  if (facts === null)
    return [
      note(
        'git',
        `${found}, but this folder is in no repository: work happens in place, one task at a time`,
        'git init',
      ),
    ]
  const remarks = facts.remarks.map((remark) => note('git', remark, null))
  if (!isGitNewEnough(facts))
    return [problem('git', `${found} is too old for worktrees`, `install git ${oldest} or newer`), ...remarks]
  return [fine('git', found), ...remarks]
}

/** The database library is made for each system: where it was not installed for this one, nothing can be kept. */
async function onJournal(): Promise<Finding> {
  const { openDatabase } = await import('../../system/database.ts')
  try {
    const database = openDatabase(':memory:', 0)
    const row = database.get('select sqlite_version() as version') as { version?: unknown } | undefined
    database.close()
    return fine('journal', `SQLite ${String(row?.version)}`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return problem('journal', why, 'install millwright again on this machine')
  }
}

/** @param named by the person's environment */
function onState(folder: string, named: string): Finding {
  if (named !== '' && !path.isAbsolute(named))
    return problem('state', `${ownVariables.state} is no absolute path: ${named}`, 'write it in full')
  let at = folder
  while (kindOf(at) === 'missing' && path.dirname(at) !== at) at = path.dirname(at)
  try {
    if (kindOf(at) !== 'folder') throw new Error('no folder')
    accessSync(at, constants.W_OK)
    return fine('state', folder)
  } catch {
    return problem(
      'state',
      `${folder} cannot be written`,
      'make it writable, or set MILLWRIGHT_STATE to another folder',
    )
  }
}

function found(about: string, diagnostics: readonly Diagnostic[], sources: readonly Source[]): Told {
  return diagnostics.map(({ severity, code, message, help, span }) => {
    const range = span === null ? null : rangeOf(span, sources)
    const place = range === null ? '' : `${range.file}:${range.start.line}:${range.start.column}: `
    const says = `${place}${code} ${message}`
    return severity === 'error' ? problem(about, says, help) : note(about, says, help)
  })
}

function onConfiguration(root: string, read: ReadSettings): Told {
  const { diagnostics, leadsBack, sources } = read
  const isRead = !diagnostics.some(({ severity }) => severity === 'error')
  const unmet = isRead ? unmetNeeds({ tasks: [] }, read.settings) : []
  const wrong = found('config', [...diagnostics, ...unmet, ...leadsBack], sources)
  if (wrong.length > 0) return wrong
  if (sources.length > 0) return [fine('config', sources.map((it) => it.path).join(', '))]
  const file = path.join(root, repositoryFile)
  return [note('config', `none (${file} is not there): everything as built in`, '`millwright init` writes one')]
}

async function onAgents(settings: Settings, root: string, env: Environment): Promise<Told> {
  const programOf = (argv: readonly string[]) => findProgram(argv[0] ?? '', env['PATH'], root)
  const configured = await Promise.all(
    settings.agents.map(async ({ name, argv, preset, kind }): Promise<Finding> => {
      if (kind === 'acp')
        return problem(
          'agent',
          `${name} speaks the Agent Client Protocol, which is not built in yet`,
          'use its command line with kind = "command", or a preset',
        )
      const words = argv.length > 0 ? argv : (presets.find((it) => it.name === preset)?.argv ?? [])
      const [program] = words
      if (program === undefined) return fine('agent', `${name} (${kind})`)
      const place = await programOf(words)
      if (place !== null) return fine('agent', `${name}: ${place}`)
      return problem('agent', `${name}: ${program} was not found`, 'install it, or correct its command')
    }),
  )
  const own = new Set(settings.agents.map(({ name }) => name))
  const found: Finding[] = []
  const missing: string[] = []
  for (const preset of presets) {
    if (own.has(preset.name)) continue
    const place = await programOf(preset.argv)
    const program = preset.argv[0] ?? ''
    if (place === null && settings.agent === preset.name)
      found.push(problem('agent', `${preset.name}: ${program} was not found`, 'install it, or name another agent'))
    else if (place === null) missing.push(`${preset.name} (${program})`)
    else found.push(fine('agent', `${preset.name}: ${place}, use --agent ${preset.name}`))
  }
  const rest = missing.length === 0 ? [] : [note('agent', `presets not installed: ${missing.join(', ')}`, null)]
  if (configured.length + found.length > 0) return [...configured, ...found, ...rest]
  const known = presets.map(({ title, argv }) => `${title} (the program ${argv[0] ?? ''})`).join(' or ')
  return [
    problem(
      'agent',
      'none is configured, and none was found on the PATH: there is nobody to do the work',
      `install ${known}; or name your own in ${repositoryFile}: [agents.NAME] with command = ["program", "argument"]; or give one with each call: --exec "CMD ARGS"`,
    ),
  ]
}

/** How a run is called here: with the configured agent, or with the first preset that is installed; null without either. */
async function callOf(settings: Settings, root: string, env: Environment): Promise<string | null> {
  if (settings.agent !== null) return 'millwright run PLAN'
  const own = settings.agents.map(({ name }) => name)
  const here = await Promise.all(presets.map(({ argv }) => findProgram(argv[0] ?? '', env['PATH'], root)))
  const found = own[0] ?? presets.find((_, at) => here[at] !== null)?.name
  return found === undefined ? null : `millwright run PLAN --agent ${found}`
}

async function onGates(settings: Settings, found: Discovered, root: string, env: Environment): Promise<Told> {
  const configured = await Promise.all(
    settings.gates.map(async ({ name, argv, cwd, origin, kind, values }): Promise<Finding> => {
      const compared =
        kind === 'numeric' ? `, numeric: ${values.map((it) => `${it.name} ${wantedText(it)}`).join(', ')}` : ''
      const says = `${name}: ${argv.join(' ')}${compared} (${origin})`
      if (kind === 'contract') {
        const said = `${name}: public signatures (${origin})`
        return findParsers() === null
          ? problem('gate', `${said}: ${parsersAbsent.reason}`, parsersAbsent.help)
          : fine('gate', said)
      }
      const place = argv.length === 0 ? '' : await findProgram(argv[0] ?? '', env['PATH'], path.join(root, cwd))
      if (place !== null) return fine('gate', says)
      return problem('gate', `${says}: ${argv[0] ?? ''} was not found`, 'install it, or correct the gate')
    }),
  )
  const isConfigured = (name: string, argv: readonly string[]): boolean =>
    settings.gates.some((it) => it.name === name || it.argv.join('\0') === argv.join('\0'))
  const discovered = found.gates
    .filter(({ name, argv }) => !isConfigured(name, argv))
    .map(({ name, argv, origin, needs, program }) => {
      const says = `${name}: ${argv.join(' ')} (found: ${origin})`
      const add = `with run = ${list(argv)}`
      if (settings.gates.some((it) => it.kind === 'command' && it.integration === undefined))
        return note('gate', `${says}: not used, because others are configured`, `add [gates.${name}] ${add}`)
      if (program !== null) return fine('gate', says)
      return note(
        'gate',
        `${says}: ${needs} was not found, and a run goes without it`,
        `install it, or say under [gates.${name}] what to run`,
      )
    })
  if (configured.length + discovered.length > 0) return [...configured, ...discovered]
  return [
    note(
      'gate',
      'none was found: nothing is verified, and tasks end files-only or unverified',
      'add [gates.NAME] with run = ["program", "argument"]',
    ),
  ]
}

/** Integration tests in files of their own. */
async function onDefinitions({ settings, sources }: ReadSettings, root: string, env: Environment): Promise<Told> {
  const read = readDefinitionsOf({ root, settings, plan: [] })
  const wrong = found('gate', read.diagnostics, [...sources, ...read.sources])
  const tests = definedGates(read.tests, settings.policy).map(async ({ name, argv, origin }): Promise<Finding> => {
    const says = `${safeLine(name)}: ${safeLine(argv.join(' '))} (${safeLine(origin)})`
    if ((await findProgram(argv[0] ?? '', env['PATH'], root)) !== null) return fine('gate', says)
    return problem('gate', `${says}: ${safeLine(argv[0] ?? '')} was not found`, 'install it, or correct the command')
  })
  return [...wrong, ...(await Promise.all(tests))]
}

/** By which templates agents are told what to do; `init --prompt` copies one that is built in, to begin from. */
function onPrompts({ prompts: folder }: Settings, root: string, env: Environment): Told {
  const { prompts, diagnostics, texts } = readPrompts({ root, env, folder })
  const all = [...prompts.values()]
  const own = all.filter(({ source }) => source !== 'built-in')
  const builtIn = all.filter(({ source }) => source === 'built-in').map(({ name }) => name)
  return [
    ...found('prompt', diagnostics, texts),
    ...own.map(({ name, origin, source }) =>
      fine('prompt', `${name}: ${origin} (${source === 'user' ? 'yours' : "the repository's"})`),
    ),
    ...(builtIn.length === 0 ? [] : [fine('prompt', `built in: ${builtIn.sort().join(', ')}`)]),
  ]
}

/** A run looks for gates in the root only: of a project below it, people are told what would look there. */
function onBelow(settings: Settings, { below, discovered }: Facts, root: string): Told {
  const { gates } = settings
  const isLookedAt = (folder: string): boolean =>
    gates.some(({ cwd, argv }) => cwd === folder || argv.some((word) => word.includes(folder)))
  const untold = below.filter(({ folder }) => !isLookedAt(folder))
  const isThere = (it: string): boolean => kindOf(path.join(root, it)) === 'folder'
  const { setup, share } = settings.workspace
  // A list of one's own takes the place of what is shared without a word.
  const shared = setup === null && share.length === 0 ? discovered.share.filter(isThere) : share
  const wanted = untold.flatMap((it) => it.share).filter(isThere)
  const all = list([...new Set([...shared, ...wanted])])
  const isWorktree = settings.policy.workspace === 'worktree'
  return untold.map((it) => {
    const { folder, name, argv } = it
    const gate = `add [gates.NAME] with run = ${list(argv)} and cwd = ${JSON.stringify(folder)}`
    const isShared = !isWorktree || it.share.filter(isThere).every((one) => share.includes(one))
    const help = isShared
      ? gate
      : `${gate}; and under [workspace]: share = ${all}, or no workspace has what is installed there`
    return note('gate', `${folder} is a project of its own (${name}), and no gate looks there`, help)
  })
}

function list(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(', ')}]`
}

function onWorkspace({ workspace }: Settings, found: Discovered, root: string): Told {
  if (workspace.setup !== null || workspace.share.length > 0) {
    const setup = workspace.setup === null ? [] : [`set-up ${workspace.setup.join(' ')}`]
    const share = workspace.share.length === 0 ? [] : [`shared ${workspace.share.join(', ')}`]
    return [fine('workspace', [...setup, ...share].join('; '))]
  }
  const here = found.share.filter((it) => kindOf(path.join(root, it)) === 'folder')
  if (here.length > 0) return [fine('workspace', `shared ${here.join(', ')}, since nothing else is configured`)]
  if (found.setup === null && found.share.length === 0) return []
  const setup = found.setup === null ? '' : `; or say under [workspace]: setup = ${list(found.setup)}`
  return [
    note(
      'workspace',
      'a fresh checkout has no dependencies: nothing is installed here that could be shared, and no set-up is configured',
      `install them here${setup}`,
    ),
  ]
}

/** What a workspace has of Python without a word in the configuration. */
function onActive(
  { policy, workspace }: Settings,
  found: Discovered,
  { root, gitCommonDir, env }: Root & { readonly env: Environment },
): Told {
  if (policy.workspace !== 'worktree' || gitCommonDir === null) return []
  const shared = workspace.setup === null && workspace.share.length === 0 ? found.share : workspace.share
  return activeEnvironments(root, env)
    .filter((it) => !isSharedToo(shared, it))
    .map((it) => fine('workspace', `${it} is active: each workspace has its own, with what is installed in yours`))
}

/** Said as it is: no sandbox is built yet, so that a found program changes nothing and a wish for one cannot be met. */
function onSandbox(bwrap: string | null, settings: Settings): Finding {
  const found = bwrap === null ? 'bwrap was not found' : `${bwrap} is there and not used yet`
  const says = `${found}: agents and gates run with all rights that you have`
  if (settings.sandbox === 'on') return problem('sandbox', says, 'set sandbox = "auto", or run in a container')
  return note('sandbox', says, 'where that is too much, run in a container or as another user')
}

/** The way from a plan's name to a plan with one reading, or to all reasons why there is none (DESIGN, The way of the data). */

import { sha256 } from '../../system/digest.ts'
import { noFlags, type Flags, type Settings } from '../../config/settings.ts'
import { testsLeadBack } from '../../config/leads-back.ts'
import { detect, type Detection } from '../../dialects/detect.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { readJson } from '../../dialects/json/read-json.ts'
import { dialects } from '../../dialects/registry.ts'
import { check, factsWanted } from '../../plan/check.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Draft } from '../../plan/draft.ts'
import { noFacts, type Facts } from '../../plan/facts.ts'
import { makePlan } from '../../plan/make-plan.ts'
import type { Plan } from '../../plan/model.ts'
import type { ProgressClaims } from '../../plan/progress-claims.ts'
import type { SpecFile, SpecFinding } from '../../plan/spec.ts'
import type { Source } from '../../plan/source.ts'
import type { Environment } from '../../system/environment.ts'
import { storedFaults } from '../contract/stored-faults.ts'
import { behindLink } from './behind-link.ts'
import { configuredTwins, withDefinitions } from './definitions.ts'
import { copiesOf } from './find-copies.ts'
import { ignoredPaths } from './ignored-paths.ts'
import { claimsBeside, claimsFinding } from './progress-claims.ts'
import { lookUpPaths } from './look-up-paths.ts'
import { missingDocuments } from './missing-documents.ts'
import { undefinedGates, unmetNeeds } from './named-gates.ts'
import { besideRoot, readSettings } from './read-settings.ts'
import { notepadPath } from './notepad-file.ts'
import { progressPaths } from './progress-file.ts'
import { deviationLogOf } from './projectors.ts'
import { mainOf, readBeside, withCauses } from './read-beside.ts'
import { readSources } from './read-sources.ts'

export interface OpenOptions {
  /** Absolute path of the folder that a relative plan path and relative configuration start from. */
  readonly cwd: string
  /** Where the user's configuration is looked up. */
  readonly env: Environment
  /** The plan's format, where a person names it; else it is recognised. */
  readonly dialect?: string | null
  /** What the call itself sets; it is merged over the configuration. */
  readonly flags?: Flags
  /** Absolute path of the folder whose `millwright.toml` holds; where it is left out, the plan's root. */
  readonly configured?: string
  /**
   * False where nobody compares the tasks with others by their words, so that none has a `textHash`: to load what computes
   * them takes longer than to read a small plan.
   */
  readonly compared?: boolean
  /**
   * False where it is told later, or not at all, that the plan names a gate which nobody defines (MW613) and that the stored
   * contract cannot be read (MW611): for who looks at a run, or goes on with one, an earlier call may have defined it.
   */
  readonly checksGates?: boolean
}

/** What is known of a plan's place and reading, sound or not. */
export interface Reading {
  readonly root: string
  readonly gitCommonDir: string | null
  /** Absolute, without symbolic links. */
  readonly planPath: string
  /** Relative to `root`, with `/`. */
  readonly planRelative: string
  /** The plan's file, and behind it those that are read with it. */
  readonly sources: readonly Source[]
  /** All files that diagnostics point into: the plan's and the configuration's. */
  readonly texts: readonly Source[]
  /** What was decided for the caller, for people. */
  readonly notes: readonly string[]
  readonly dialect: Dialect
  readonly draft: Draft
  /** What a progress file of another tool says of it; null where there is none. */
  readonly claims: ProgressClaims | null
  readonly facts: Facts
  readonly settings: Settings
  /** What would let gates judge the checkout: only a run minds. */
  readonly leadsBack: readonly Diagnostic[]
}

/** A plan that can be run, with what was found on the way (warnings at worst). */
export interface OpenedPlan extends Reading {
  readonly is: 'opened'
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
}

/** No plan: an error in the plan or the configuration, or nothing that could be read as one. */
export interface UnsoundPlan {
  readonly is: 'unsound'
  readonly diagnostics: readonly Diagnostic[]
  readonly texts: readonly Source[]
  readonly notes: readonly string[]
  /** The plan's file, absolute; null where none could be read. */
  readonly planPath: string | null
  /** What the files were relative to; null where nothing could be read. */
  readonly root: string | null
  /** What was read; null where nothing was, or the format was not recognised. */
  readonly reading: Reading | null
}

export type Opening = OpenedPlan | UnsoundPlan

/**
 * Opens a plan: reads it, recognises its format, checks it against the disk, and makes the plan where nothing is an
 * error. The configuration's findings stand with the plan's. Prints nothing, starts nothing and writes nothing.
 *
 * @param given the plan: a file, or a folder that holds exactly one at a usual place
 */
export async function openPlan(given: string, options: OpenOptions): Promise<Opening> {
  const asNamed = readSources(given, options.cwd)
  if (asNamed.is === 'unreadable') return unsound([asNamed.diagnostic])
  const named = options.dialect ?? null
  const detection = detect(asNamed.sources, dialects, named)
  if (detection.is === 'unknown')
    return {
      ...unsound(named === null ? await withoutFormat(asNamed.sources, detection) : [detection.diagnostic]),
      texts: asNamed.sources,
      notes: asNamed.notes,
      planPath: asNamed.planPath,
      root: asNamed.root,
    }
  const dialect = await detection.dialect.load()
  const read = mainOf(asNamed, dialect, options.cwd)
  const beside = readBeside(read, dialect)
  const sources = [...read.sources, ...beside.sources]
  const told = withCauses(dialect.read(sources), beside)
  const own = protectedPaths({ dialect, root: read.root, planRelative: read.planRelative, sources, draft: told })
  const configured = await readSettings({
    root: options.configured ?? read.root,
    env: options.env,
    // What a plan says of its run is the repository's word: whoever it belongs to may say otherwise.
    dialect: { ...dialect.policy, ...told.policy },
    flags: options.flags ?? noFlags,
    protectedPaths: own,
  })
  const { draft, definitions } = withDefinitions(told, {
    root: options.configured ?? read.root,
    settings: configured.settings,
    plan: sources.map(({ path }) => path),
  })
  const wanted = factsWanted(draft)
  const facts = {
    paths: lookUpPaths(read.root, wanted),
    ignored: ignoredPaths(read, wanted),
    protectedPaths: own,
  }
  const { settings } = configured
  const gatesIn = { settings, root: options.configured ?? read.root, env: options.env }
  const checksGates = options.checksGates ?? true
  // Of settings that could not be read nobody knows which gates they define.
  const isRead = !configured.diagnostics.some(({ severity }) => severity === 'error')
  const undefinedOnes = checksGates && isRead ? await undefinedGates(draft, gatesIn) : []
  const unmet = checksGates && isRead ? unmetNeeds(draft, settings) : []
  const contract = checksGates ? await storedFaults(draft, gatesIn) : { diagnostics: [] }
  const claims = claimsBeside(read, dialect, draft)
  const extra = [
    ...(claims === null ? [] : [claimsFinding(claims)]),
    ...(dialect.findings?.(draft) ?? []),
    ...beside.unread,
    ...undefinedOnes,
    ...contract.diagnostics,
    ...configuredTwins(draft, settings),
    ...missingDocuments(read, draft),
    ...copiesOf({ ...read, sources }, dialect, draft),
  ]
  const found = check(draft, facts, settings.severities, extra)
  const diagnostics = [...configured.diagnostics, ...unmet, ...found]
  const reading: Reading = {
    root: read.root,
    gitCommonDir: read.gitCommonDir,
    planPath: read.planPath,
    planRelative: read.planRelative,
    sources,
    texts: [...sources, ...configured.sources, ...definitions.sources, ...(contract.texts ?? [])],
    notes: [...read.notes, ...besideRoot(read)],
    dialect,
    draft,
    claims,
    facts,
    settings,
    leadsBack: [
      ...configured.leadsBack,
      ...testsLeadBack(draft.integrations ?? [], {
        root: options.configured ?? read.root,
        home: options.env['HOME'],
        settings,
      }),
    ],
  }
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return { ...unsound(diagnostics), ...pick(reading), reading }
  return { is: 'opened', ...reading, plan: planOf(reading, options.compared ?? true), diagnostics }
}

/** SHA-256 of the plan's file as it was read, lower-case hex: by it a change is noticed. */
export function contentHash({ sources }: Pick<Reading, 'sources'>): string {
  const [file] = sources
  return file ? sha256(file.bytes) : ''
}

/** The same with the length of the file, in bytes: by both it is noticed what was only appended to it. */
export function contentOf({ sources }: Pick<Reading, 'sources'>): { readonly hash: string; readonly length: number } {
  return { hash: contentHash({ sources }), length: sources[0]?.bytes.length ?? 0 }
}

/** What the check has found in a spec, as it is reported, and the files that it was read from; nothing of other plans. */
export function findingsOf({ plan, diagnostics, sources }: Pick<OpenedPlan, 'plan' | 'diagnostics' | 'sources'>): {
  readonly findings?: readonly SpecFinding[]
  readonly files?: readonly SpecFile[]
} {
  if (plan.spec === undefined) return {}
  return {
    files: sources.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })),
    findings: diagnostics.map(({ code, severity, more }) => ({
      code,
      severity,
      ...(more === undefined ? {} : { more }),
    })),
  }
}

function planOf({ draft, dialect, facts }: Reading, compared: boolean): Plan {
  const keys = dialect.implementation?.(draft)
  return makePlan(draft, {
    hash: compared ? sha256 : null,
    implementation: ({ key }) => keys?.has(key) ?? true,
    behind: (path) => facts.paths.get(path),
  })
}

/**
 * What can be told of a plan that must not be run: its tasks as far as they were read, and the edges of which both ends
 * are there. For looking at only; null where nothing was read.
 */
export function planAsRead({ reading }: UnsoundPlan): { readonly plan: Plan; readonly draft: Draft } | null {
  if (reading === null || (reading.draft.tasks.length === 0 && reading.draft.groups.length === 0)) return null
  return { plan: planOf(reading, false), draft: reading.draft }
}

/**
 * What to say of files that no format claims. Text that holds no task in any format's reading has another fault than its
 * format: it is empty, holds no task, is in an encoding that is not read, or is no JSON though it is called so. Where the files look like another format, that
 * is said instead of a missing task, unless lines of ours are among the errors.
 */
async function withoutFormat(
  sources: readonly Source[],
  { diagnostic: unknown, isForeign }: Extract<Detection, { is: 'unknown' }>,
): Promise<readonly Diagnostic[]> {
  const faults = sources.flatMap((source) => (/\.jsonc?$/i.test(source.path) ? readJson(source).diagnostics : []))
  if (faults.some(({ severity }) => severity === 'error')) return faults
  const isText = sources.every(({ path }) => path.endsWith('.md') || path.endsWith('.markdown'))
  const readers = isText ? await Promise.all(dialects.map((it) => it.load())) : []
  // A spec without a task is one all the same: what it lacks would be told of any text.
  const drafts = readers.filter((it) => it.isMarkless !== true).map((it) => it.read(sources))
  const [first] = drafts
  if (first === undefined || drafts.some(({ tasks }) => tasks.length > 0)) return [unknown]
  const errors = check(first, noFacts).filter(({ severity }) => severity === 'error')
  const isOurs = !isForeign || errors.some(({ code }) => code !== 'MW013')
  return errors.length > 0 && isOurs ? errors : [unknown]
}

function unsound(diagnostics: readonly Diagnostic[]): UnsoundPlan {
  return { is: 'unsound', diagnostics, texts: [], notes: [], planPath: null, root: null, reading: null }
}

function pick({ texts, notes, planPath, root }: Reading): Pick<UnsoundPlan, 'texts' | 'notes' | 'planPath' | 'root'> {
  return { texts, notes, planPath, root }
}

/** The plan itself, the log its deviations are written to, the file of its progress and its notepad, as they are called. */
export function namedPaths({
  dialect,
  planRelative,
  draft,
}: Pick<Reading, 'dialect' | 'planRelative' | 'draft'>): readonly string[] {
  const log = deviationLogOf(dialect, planRelative)
  const progress = progressPaths(dialect, planRelative)
  const notepad = notepadPath(draft, planRelative)
  const files = [log, progress?.usual ?? null, progress?.beside ?? null, notepad]
  return [planRelative, ...files.filter((it) => it !== null)]
}

/** These, and the files that they are links to: they are ours to write. */
export function ownPaths(
  reading: Pick<Reading, 'dialect' | 'root' | 'planRelative' | 'sources' | 'draft'>,
): readonly string[] {
  const named = namedPaths(reading)
  const taken = [...named, ...besidePaths(reading)]
  return [...new Set(named.flatMap((it) => [it, behindLink(reading.root, it, taken)]))]
}

/** The files that are read with the plan, relative to the root. */
export function besidePaths({ sources }: Pick<Reading, 'sources'>): readonly string[] {
  return sources.slice(1).map(({ path }) => path)
}

/** What no task may declare (MW131): our own files, and those that say what the plan waits for. */
export function protectedPaths(
  reading: Pick<Reading, 'dialect' | 'root' | 'planRelative' | 'sources' | 'draft'>,
): readonly string[] {
  return [...ownPaths(reading), ...besidePaths(reading)]
}

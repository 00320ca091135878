/** A configuration file's text into checked settings, with every problem at its place. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { nearest } from '../plan/nearest-name.ts'
import { judgeSetting, type Severities, type SeveritySetting } from '../plan/severity.ts'
import type { Code } from '../plan/diagnostic.ts'
import type { Span } from '../plan/source.ts'
import { readArgv } from './argv.ts'
import { checkShape, isThere, type SpanAt } from './check-shape.ts'
import type { Config, ConfigSource, ConfiguredAgent, ConfiguredGate, PolicyPart } from './config.ts'
import { durationMs } from './duration.ts'
import type { ConfigFile } from './schema.ts'
import { findLowered, refused } from './security.ts'
import { placeKey, readToml } from './toml.ts'

export interface ReadConfig {
  /** Null where the file holds an error: nothing of it may be used. */
  readonly config: Config | null
  /** What was named, errors or not, for checks that need several files; null where the file is not TOML. */
  readonly named: NamedAgents | null
  readonly diagnostics: readonly Diagnostic[]
}

export interface NamedAgents {
  /** Names below `[agents]`. */
  readonly agents: readonly string[]
  /** `agent` of `[policy]`, with its place; null where there is none. */
  readonly agent: { readonly name: string; readonly span: Span | null } | null
}

/** Drops what is undefined, so that "not named" is the absence of a key. */
function named<T extends object>(part: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(part).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> }
}

/** What reading one agent or gate needs to know of its file. */
interface Reading {
  readonly path: string
  readonly source: ConfigSource
  readonly spanAt: SpanAt
  /** Whether the file has the key, though its value may have been taken out as wrong. */
  readonly isWritten: (path: readonly PropertyKey[]) => boolean
  /** Whether its value was taken out as wrong. */
  readonly isDropped: (path: readonly PropertyKey[]) => boolean
  /** Null where nobody said which there are. */
  readonly presets: readonly string[] | null
  readonly found: Diagnostic[]
}

function agentOf(name: string, written: NonNullable<ConfigFile['agents']>[string], of: Reading): ConfiguredAgent {
  const at = ['agents', name]
  let argv: readonly string[] = []
  const wrong = (code: Code, message: string, help: string, key: string): void => {
    of.found.push({
      code,
      severity: 'error',
      message,
      help,
      span: of.spanAt([...at, key]) ?? of.spanAt(at),
      related: [],
    })
  }
  // Where its kind was taken out as wrong, nobody knows what belongs to it.
  const isMissing = (key: string): boolean => !of.isDropped([...at, 'kind']) && !of.isWritten([...at, key])
  if (written.command !== undefined) {
    const read = readArgv(written.command, 'agent', of.spanAt([...at, 'command']))
    if ('diagnostic' in read) of.found.push(read.diagnostic)
    else argv = read.argv
  } else if ((written.kind === 'command' || written.kind === 'acp') && isMissing('command'))
    wrong('MW602', `agent ${name} has no command`, 'Write command = ["program", "argument"]', 'kind')
  if (written.kind === 'preset' && written.preset !== undefined && of.presets?.includes(written.preset) === false) {
    const meant = nearest(written.preset, of.presets)
    wrong(
      'MW609',
      `unknown preset ${written.preset}${meant === null ? '' : `; did you mean ${meant}?`}`,
      `Known presets: ${of.presets.join(', ')}`,
      'preset',
    )
  }
  if (written.kind === 'preset' && isMissing('preset'))
    wrong(
      'MW609',
      `agent ${name} names no preset`,
      'Write preset = "claude-code" or another one that doctor lists',
      'kind',
    )
  if (written.kind === 'scripted' && isMissing('script'))
    wrong('MW508', `agent ${name} names no script`, 'Write script = "FILE.json"', 'kind')
  if (written.kind === 'command' && written.brief === 'argument' && argv.length > 0) {
    const slot = argv.findIndex((word) => word.includes('{brief}'))
    const end = argv.indexOf('--')
    if (slot < 0)
      wrong(
        'MW608',
        `agent ${name} has no place for the brief`,
        'Put "{brief}" among its arguments, or use brief = "stdin"',
        'command',
      )
    else if (end > slot)
      wrong('MW608', `agent ${name} has the brief before "--"`, 'Put "{brief}" behind the "--"', 'command')
  }
  return {
    name,
    kind: written.kind,
    preset: written.preset ?? null,
    argv,
    args: written.args ?? [],
    brief: written.brief ?? null,
    env: written.env ?? [],
    set: written.set ?? {},
    script: written.script ?? null,
    attemptMs: written.timeout === undefined ? null : durationMs(written.timeout),
    idleMs: written.idle_timeout === undefined ? null : durationMs(written.idle_timeout),
    origin: of.path,
    source: of.source,
  }
}

function gateOf(name: string, written: NonNullable<ConfigFile['gates']>[string], of: Reading): ConfiguredGate {
  const at = ['gates', name]
  const isMissing = (key: string): boolean => !of.isDropped([...at, 'kind']) && !of.isWritten([...at, key])
  let argv: readonly string[] = []
  if (name === 'files')
    of.found.push({
      code: 'MW508',
      severity: 'error',
      message: 'gates.files is the name of the built-in gate',
      help: 'Take another name',
      span: of.spanAt(at),
      related: [],
    })
  if (written.run !== undefined) {
    const read = readArgv(written.run, 'gate', of.spanAt([...at, 'run']))
    if ('diagnostic' in read) of.found.push(read.diagnostic)
    else argv = read.argv
  } else if (written.kind !== 'contract' && isMissing('run'))
    of.found.push({
      code: 'MW602',
      severity: 'error',
      message: `gate ${name} has no program`,
      help: 'Write run = ["program", "argument"]',
      span: of.spanAt(at),
      related: [],
    })
  if (written.kind === 'numeric' && (written.values?.length ?? 0) === 0 && !of.isDropped([...at, 'values']))
    of.found.push({
      code: 'MW603',
      severity: 'error',
      message: `numeric gate ${name} compares no value`,
      help: `Write [[gates.${name}.values]] with name = "…" and reference = 3`,
      span: of.spanAt([...at, 'values']) ?? of.spanAt(at),
      related: [],
    })
  return {
    name,
    kind: written.kind,
    argv,
    cwd: written.cwd ?? '.',
    env: written.env ?? [],
    timeoutMs: written.timeout === undefined ? null : durationMs(written.timeout),
    outputBytes: written.output ?? null,
    repeat: written.repeat ?? 'safe',
    paths: written.paths ?? [],
    phases: written.phases ?? [],
    values: written.values ?? [],
    origin: of.path,
    source: of.source,
  }
}

function policyOf(written: ConfigFile['policy']): PolicyPart {
  if (written === undefined) return {}
  const { limits, gate_rounds, review_rounds, added_tasks, ...plain } = { ...written, agent: undefined }
  const ms = (value: string | number | undefined) =>
    value === undefined ? undefined : (durationMs(value) ?? undefined)
  const part = named({ ...plain, gateRounds: gate_rounds, reviewRounds: review_rounds, addedTasks: added_tasks })
  if (limits === undefined) return part
  return {
    ...part,
    limits: named({
      attemptMs: ms(limits.attempt),
      idleMs: ms(limits.idle),
      gateMs: ms(limits.gate),
      attemptOutputBytes: limits.attempt_output,
      gateOutputBytes: limits.gate_output,
    }),
  }
}

/** Takes the severities that may be set; the others become diagnostics (DESIGN, Runs and policy; RELIABILITY S2). */
function severitiesOf(
  written: ConfigFile['diagnostics'],
  source: ConfigSource,
  spanAt: SpanAt,
  found: Diagnostic[],
): Severities {
  const kept: Partial<Record<Code, SeveritySetting>> = {}
  for (const [code, severity] of Object.entries(written ?? {})) {
    const verdict = judgeSetting(code, severity)
    if (verdict.is === 'accepted') {
      kept[code as Code] = severity
      continue
    }
    const span = spanAt(['diagnostics', code])
    const security = verdict.why.includes('security rule')
    if (security && source === 'repository') found.push(refused(`lower ${code}, a security rule`, span))
    else
      found.push({
        code: 'MW508',
        severity: verdict.why.startsWith('there is no') ? 'warning' : 'error',
        message: verdict.why,
        help: 'Remove the line',
        span,
        related: [],
      })
  }
  return kept
}

/**
 * Reads a configuration file. It never throws for what the file holds, and names every problem in one pass.
 *
 * @param text the file's text
 * @param path as it is shown to people
 * @param source whose file it is: a repository may not loosen its own security (MW607)
 * @param presets names of the agents that need no configuration; null does not look whether a preset is known
 * @returns the configuration where nothing in it is an error, and all diagnostics in the order of the file
 */
export async function readConfig(
  text: string,
  path: string,
  source: ConfigSource = 'repository',
  presets: readonly string[] | null = null,
): Promise<ReadConfig> {
  const { toml, diagnostics: ofToml } = await readToml(text, path)
  if (toml === null) return { config: null, named: null, diagnostics: ofToml }
  const agents = toml.value['agents']
  const agentNames = typeof agents === 'object' && agents !== null ? Object.keys(agents) : []
  // A key below a list or a record may have no place of its own: its nearest table has one.
  const spanAt: SpanAt = (wanted, part = 'value') => {
    for (let length = wanted.length; length > 0; length--) {
      const place = toml.places.get(placeKey(wanted.slice(0, length)))
      if (place !== undefined) return length === wanted.length ? place[part] : place.value
    }
    return { path, offset: 0, length: 0 }
  }
  const { file, diagnostics: ofShape } = await checkShape(toml, source, spanAt)
  const found: Diagnostic[] = [...ofToml, ...ofShape]
  let config: Config | null = null
  if (file !== null) {
    const isWritten = (wanted: readonly PropertyKey[]): boolean => toml.places.has(placeKey(wanted))
    const isDropped = (wanted: readonly PropertyKey[]): boolean => isWritten(wanted) && !isThere(toml.value, wanted)
    const of = { path, source, spanAt, isWritten, isDropped, presets, found }
    const { setup, share, copy, scratch, kind } = file.workspace ?? {}
    const readSetup = setup === undefined ? null : readArgv(setup, 'set-up', spanAt(['workspace', 'setup']))
    if (readSetup !== null && 'diagnostic' in readSetup) found.push(readSetup.diagnostic)
    const argv = readSetup !== null && 'argv' in readSetup ? readSetup.argv : undefined
    config = {
      path,
      source,
      agents: Object.entries(file.agents ?? {}).map(([name, written]) => agentOf(name, written, of)),
      gates: Object.entries(file.gates ?? {}).map(([name, written]) => gateOf(name, written, of)),
      workspace: named({ setup: argv, share, copy, scratch }),
      policy: kind === undefined ? policyOf(file.policy) : { ...policyOf(file.policy), workspace: kind },
      agent: file.policy?.agent ?? null,
      severities: severitiesOf(file.diagnostics, source, spanAt, found),
      commit: named({ author: file.commit?.author, template: file.commit?.template }),
      git: named({ branch: file.git?.branch, publish: file.git?.publish }),
      sandbox: file.security?.sandbox ?? null,
      places: toml.places,
    }
    if (source === 'repository') found.push(...findLowered(config, spanAt))
  }
  found.sort((a, b) => (a.span?.offset ?? 0) - (b.span?.offset ?? 0))
  const agent = file?.policy?.agent
  return {
    config: found.some((it) => it.severity === 'error') ? null : config,
    named: {
      agents: agentNames,
      agent: agent === undefined ? null : { name: agent, span: spanAt(['policy', 'agent']) },
    },
    diagnostics: found,
  }
}

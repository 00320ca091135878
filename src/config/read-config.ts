/** A configuration file's text into checked settings, with every problem at its place. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Span } from '../plan/source.ts'
import { readArgv } from './argv.ts'
import { checkShape, isThere, type SpanAt } from './check-shape.ts'
import type { Config, ConfigSource } from './config.ts'
import { escalationOf } from './escalation.ts'
import { agentOf } from './read-agent.ts'
import { atddOf } from './read-atdd.ts'
import { gateOf } from './read-gate.ts'
import { patternsOf } from './read-patterns.ts'
import { policyOf, severitiesOf } from './read-policy.ts'
import { judgementOf } from './judgement.ts'
import { named, type Reading } from './reading.ts'
import { researchOf } from './research.ts'
import type { ConfigFile } from './schema.ts'
import { placeKey, type Toml } from '../plan/values/toml-tree.ts'
import { protectedShares } from './protected-shares.ts'
import { findLowered } from './security.ts'

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
  readonly agent: NamedAgent | null
  /** The same of each of `[roles]`, of `[research]` and of `[judgement]`. */
  readonly others: readonly NamedAgent[]
}

interface NamedAgent {
  readonly name: string
  readonly span: Span | null
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
  const { readToml } = await import('../plan/values/toml.ts')
  const { toml, diagnostics: ofToml } = readToml(text, path)
  if (toml === null) return { config: null, named: null, diagnostics: ofToml }
  const spanAt = spansOf(toml, path)
  const { file, diagnostics: ofShape } = await checkShape(toml, source, spanAt)
  const found: Diagnostic[] = [...ofToml, ...ofShape]
  const isWritten: Reading['isWritten'] = (wanted) => toml.places.has(placeKey(wanted))
  const isDropped: Reading['isDropped'] = (wanted) => isWritten(wanted) && !isThere(toml.value, wanted)
  const config =
    file === null ? null : configOf(file, toml, { path, source, spanAt, isWritten, isDropped, presets, found })
  found.sort((a, b) => (a.span?.offset ?? 0) - (b.span?.offset ?? 0))
  const agents = toml.value['agents']
  const agent = file?.policy?.agent
  return {
    config: found.some((it) => it.severity === 'error') ? null : config,
    named: {
      agents: typeof agents === 'object' && agents !== null ? Object.keys(agents) : [],
      agent: agent === undefined ? null : { name: agent, span: spanAt(['policy', 'agent']) },
      others: [
        ...Object.entries(file?.roles ?? {}).map(([role, { agent: name }]) => ({
          name,
          span: spanAt(['roles', role, 'agent']),
        })),
        ...(['research', 'judgement'] as const).flatMap((table) => {
          const name = file?.[table]?.agent
          return name === undefined ? [] : [{ name, span: spanAt([table, 'agent']) }]
        }),
      ],
    },
    diagnostics: found,
  }
}

/** A key below a list or a record may have no place of its own: its nearest table has one. */
function spansOf(toml: Toml, path: string): SpanAt {
  return (wanted, part = 'value') => {
    for (let length = wanted.length; length > 0; length--) {
      const place = toml.places.get(placeKey(wanted.slice(0, length)))
      if (place !== undefined) return length === wanted.length ? place[part] : place.value
    }
    return { path, offset: 0, length: 0 }
  }
}

/** Everything that the file sets; what is wrong with it goes to the findings of the reading. */
function configOf(file: ConfigFile, { places }: Toml, of: Reading): Config {
  const { path, source, spanAt, found } = of
  const { setup, share, copy, scratch, kind } = file.workspace ?? {}
  const read = setup === undefined ? null : readArgv(setup, 'set-up', spanAt(['workspace', 'setup']))
  if (read !== null && 'diagnostic' in read) found.push(read.diagnostic)
  const config: Config = {
    path,
    source,
    agents: Object.entries(file.agents ?? {}).map(([name, written]) => agentOf(name, written, of)),
    gates: Object.entries(file.gates ?? {}).map(([name, written]) => gateOf(name, written, of)),
    atdd: atddOf(file.atdd, of),
    patterns: patternsOf(file.patterns, of),
    workspace: named({ setup: read !== null && 'argv' in read ? read.argv : undefined, share, copy, scratch }),
    policy: kind === undefined ? policyOf(file.policy) : { ...policyOf(file.policy), workspace: kind },
    escalation: escalationOf(file.policy),
    agent: file.policy?.agent ?? null,
    roles: Object.entries(file.roles ?? {}).map(([role, { agent }]) => ({ role, agent })),
    research: researchOf(file.research),
    judgement: judgementOf(file.judgement),
    severities: severitiesOf(file.diagnostics, source, spanAt, found),
    commit: named({ author: file.commit?.author, template: file.commit?.template }),
    git: named({ branch: file.git?.branch, publish: file.git?.publish }),
    sandbox: file.security?.sandbox ?? null,
    prompts: file.prompts?.folder ?? null,
    definitions: file.milestones?.definitions ?? null,
    places,
  }
  found.push(...protectedShares(config, []))
  if (source === 'repository') found.push(...findLowered(config, spanAt))
  return config
}

/** What one configuration file says, checked and with its places, before it is merged with others. */

import type { Policy } from '../plan/policy.ts'
import type { Severities } from '../plan/severity.ts'
import type { Span } from '../plan/source.ts'
import type { TestRunner } from '../plan/test-runner.ts'
import type { NumericValue } from '../plan/values/numeric-value.ts'
import type { Verification } from '../plan/verification.ts'
import type { EscalationNumbers } from './escalation-numbers.ts'
import type { Places } from '../plan/values/toml-tree.ts'

/** Whose word it is: security may be loosened by `user` and `command-line` only. */
export type ConfigSource = 'user' | 'repository' | 'command-line'

/** An agent as configured; a preset is not looked up yet. */
export interface ConfiguredAgent {
  readonly name: string
  readonly kind: 'command' | 'preset' | 'human' | 'scripted' | 'acp'
  readonly preset: string | null
  readonly argv: readonly string[]
  /** Further arguments of a preset. */
  readonly args: readonly string[]
  /** Null takes the kind's usual way. */
  readonly brief: 'stdin' | 'file' | 'argument' | null
  readonly env: readonly string[]
  readonly set: Readonly<Record<string, string>>
  readonly script: string | null
  readonly attemptMs: number | null
  readonly idleMs: number | null
  readonly origin: string
  readonly source: ConfigSource
}

/** A gate as configured; limits that are null take the policy's. */
export interface ConfiguredGate {
  readonly name: string
  readonly kind: 'command' | 'contract' | 'numeric' | 'file'
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: readonly string[]
  readonly timeoutMs: number | null
  /** Null: it may be silent as long as it runs. */
  readonly idleMs: number | null
  readonly outputBytes: number | null
  readonly repeat: 'safe' | 'ask' | 'never'
  readonly paths: readonly string[]
  readonly phases: readonly string[]
  readonly layers: readonly string[]
  readonly types: readonly string[]
  /** Names of gates that have to run first on the same files; absent: what builds. */
  readonly needs?: readonly string[]
  /** Where these are written. */
  readonly needsAt?: Span | null
  /** Of a found gate. */
  readonly ecosystem?: string
  readonly values: readonly NumericValue[]
  /** It runs what a completion criterion of a spec names, and is for no task. */
  readonly completion?: true
  /** How it verifies a single step of a plan. */
  readonly verification?: Verification
  /** Of an integration test: the layer whose end calls for it, and the tasks that it covers. */
  readonly integration?: { readonly layer: string | null; readonly covers: readonly string[] }
  /** What a contract gate makes of new signatures, and which files it does not look at. */
  readonly additions: 'pass' | 'fail'
  readonly ignore: readonly string[]
  readonly origin: string
  readonly source: ConfigSource
}

/** How one test of a project is run. */
export interface TestCommand {
  readonly run: readonly string[]
  /** Where no file is named. */
  readonly byName: readonly string[]
  /** Null tells it by the program. */
  readonly runner: TestRunner | null
  readonly env: readonly string[]
  readonly timeoutMs: number | null
  readonly origin: string
  readonly source: ConfigSource
}

export interface AtddSettings {
  /** Null takes what the project's files name. */
  readonly tests: TestCommand | null
  /** Path of the checklist, relative to the root; null looks at the usual places. */
  readonly checklist: string | null
}

/** Whom patterns that could take the place of one are asked of. */
export type PatternOrigin =
  /** Relative to the root. */
  | { readonly is: 'folder'; readonly folder: string }
  | {
      readonly is: 'command'
      readonly argv: readonly string[]
      readonly env: readonly string[]
      readonly timeoutMs: number | null
    }
  /** A tool of a configured MCP server. */
  | { readonly is: 'mcp'; readonly server: string; readonly tool: string; readonly timeoutMs: number | null }

export interface PatternSettings {
  /** Null asks nobody. `where`: the file that says it; `source`: whose word it is. */
  readonly from: (PatternOrigin & { readonly where: string; readonly source: ConfigSource }) | null
  /** The risk above which a person is warned; null takes the usual one. */
  readonly threshold: number | null
}

export interface WorkspaceSettings {
  /** Run once in a fresh workspace; null where nothing is needed. */
  readonly setup: readonly string[] | null
  readonly share: readonly string[]
  readonly copy: readonly string[]
  /** Whether a run plays in a fresh repository made from a copy of the plan's folder: for examples and demos. */
  readonly scratch: boolean
}

export interface CommitSettings {
  readonly author: 'millwright' | 'user'
  /** Message with `{id}`, `{title}`, `{task}`; null takes the usual one. */
  readonly template: string | null
}

export interface GitSettings {
  readonly branch: string | null
  readonly publish: 'checkout' | 'branch'
}

/** A tool of an MCP server that looks up one kind of source. */
export interface ResearchToolSetting {
  readonly source: string
  readonly server: string
  readonly tool: string
  /** The argument that gets the query. */
  readonly query: string
}

/** What a file says of research; null where it says nothing of it. */
export interface ResearchPart {
  readonly enabled: boolean | null
  readonly agent: string | null
  readonly timeoutMs: number | null
  readonly tools: readonly ResearchToolSetting[]
}

/** What a file says of judgement; null where it says nothing of it. */
export interface JudgementPart {
  readonly agent: string | null
  readonly steps: boolean | null
  readonly completion: boolean | null
  readonly retry: boolean | null
  readonly timeoutMs: number | null
}

export type Sandbox = 'auto' | 'on' | 'off'

/** What a file says of the policy: only what it names. */
export type PolicyPart = Partial<Omit<Policy, 'limits' | 'escalation'>> & {
  readonly limits?: Partial<Policy['limits']>
}

export interface Config {
  /** The file's path as shown to people. */
  readonly path: string
  readonly source: ConfigSource
  readonly agents: readonly ConfiguredAgent[]
  readonly gates: readonly ConfiguredGate[]
  readonly atdd: Partial<AtddSettings>
  readonly patterns: Partial<PatternSettings>
  readonly workspace: Partial<WorkspaceSettings>
  readonly policy: PolicyPart
  readonly escalation: Partial<EscalationNumbers>
  readonly agent: string | null
  /** Agents by role, as written. */
  readonly roles: readonly { readonly role: string; readonly agent: string }[]
  readonly research: ResearchPart
  readonly judgement: JudgementPart
  readonly severities: Severities
  readonly commit: Partial<CommitSettings>
  readonly git: Partial<GitSettings>
  readonly sandbox: Sandbox | null
  /** Folder of the repository with its prompt templates, relative to its root; null where the file does not name it. */
  readonly prompts: string | null
  /** Folder of the repository with definitions of integration tests, relative to its root; null where the file does not name it. */
  readonly definitions: string | null
  readonly places: Places
}

/** Where a key stands, for diagnostics about a merged value; null where the file does not name it. */
export function spanOf(config: Config, path: readonly PropertyKey[]): Span | null {
  return config.places.get(path.map(String).join('\0'))?.value ?? null
}

/** From an agent's settings to the agent: presets looked up, scripts read. */

import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '../plan/diagnostic.ts'
import { nearest } from '../plan/nearest-name.ts'
import type { Agent, AgentSetup } from './agent.ts'
import { commandAgent } from './command.ts'
import { readDoubles } from './doubles.ts'
import { humanAgent } from './human.ts'
import { findPreset, presets } from './presets.ts'
import { textOfFile } from '../system/files.ts'
import { isInside } from '../system/look-at-path.ts'
import { scriptedAgent } from './scripted.ts'

/** What a configuration says of an agent. */
export interface AgentSettings {
  readonly name: string
  readonly kind: 'command' | 'preset' | 'human' | 'scripted' | 'acp'
  readonly preset: string | null
  readonly argv: readonly string[]
  readonly args: readonly string[]
  readonly brief: 'stdin' | 'file' | 'argument' | null
  readonly env: readonly string[]
  readonly set: Readonly<Record<string, string>>
  readonly script: string | null
  readonly attemptMs: number | null
  readonly idleMs: number | null
}

export type Opened = { readonly agent: Agent } | { readonly diagnostics: readonly Diagnostic[] }

/** Further arguments stand before the brief, where the brief is the last argument, else at the end. */
function withArguments(argv: readonly string[], more: readonly string[]): readonly string[] {
  return argv.at(-1) === '{brief}' ? [...argv.slice(0, -1), ...more, '{brief}'] : [...argv, ...more]
}

/**
 * Completes settings from their preset.
 *
 * @param settings as configured
 * @returns everything a command needs, or MW609 where the preset is unknown
 */
export function setupOf(
  settings: AgentSettings,
): { readonly setup: AgentSetup } | { readonly diagnostics: readonly Diagnostic[] } {
  const { name, set, env, script, attemptMs, idleMs } = settings
  if (settings.kind !== 'preset') {
    const brief = settings.brief ?? 'stdin'
    return {
      setup: {
        name,
        kind: settings.kind,
        argv: [...settings.argv, ...settings.args],
        brief,
        env,
        set,
        script,
        reads: null,
        attemptMs,
        idleMs,
      },
    }
  }
  const preset = findPreset(settings.preset ?? name)
  if (preset === null) {
    const names = presets.map((it) => it.name)
    const meant = nearest(settings.preset ?? name, names)
    return wrong(
      'MW609',
      `unknown preset ${settings.preset ?? name}${meant === null ? '' : `; did you mean ${meant}?`}`,
      `Known presets: ${names.join(', ')}`,
    )
  }
  return {
    setup: {
      name,
      kind: 'command',
      argv: withArguments(settings.argv.length > 0 ? settings.argv : preset.argv, settings.args),
      brief: settings.brief ?? preset.brief,
      env: [...preset.env, ...env],
      set: { ...preset.set, ...set },
      script: null,
      reads: preset.reads,
      attemptMs,
      idleMs,
    },
  }
}

function wrong(
  code: Diagnostic['code'],
  message: string,
  help: string,
): { readonly diagnostics: readonly Diagnostic[] } {
  return { diagnostics: [{ code, severity: 'error', message, help, span: null, related: [] }] }
}

/**
 * Opens an agent.
 *
 * @param settings as configured
 * @param folder where a script's path begins: that of the configuration file
 * @param isOfRepository whether a repository names it: it has no business with other files of the person
 * @returns the agent, or why there is none
 */
export async function openAgent(settings: AgentSettings, folder: string, isOfRepository = false): Promise<Opened> {
  switch (settings.kind) {
    case 'human':
      return { agent: humanAgent(settings.name) }
    case 'scripted': {
      const file = settings.script ?? ''
      const place = await realpath(path.resolve(folder, file)).catch(() => null)
      if (isOfRepository && place !== null && !isInside(await realpath(folder), place))
        return wrong(
          'MW508',
          `the script ${file} of agent ${settings.name} lies outside of the repository`,
          'Put the file itself into the repository, or name the agent in your own configuration',
        )
      const text = place === null ? null : textOfFile(place)
      if (text === null)
        return wrong(
          'MW011',
          `the script ${file} of agent ${settings.name} cannot be read`,
          'Correct the path of its script',
        )
      const { doubles, diagnostics } = readDoubles(text, file)
      return doubles === null ? { diagnostics } : { agent: scriptedAgent(settings.name, doubles) }
    }
    case 'acp':
      return wrong(
        'MW609',
        `agent ${settings.name} speaks the Agent Client Protocol, which is not built in yet`,
        'Use its command line with kind = "command", or a preset',
      )
    case 'command':
    case 'preset': {
      const completed = setupOf(settings)
      return 'setup' in completed ? { agent: commandAgent(completed.setup) } : completed
    }
  }
}

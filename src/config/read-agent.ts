/** `[agents.NAME]` of a configuration file. */

import type { Code } from '../plan/diagnostic.ts'
import { nearest } from '../plan/nearest-name.ts'
import { readArgv } from './argv.ts'
import type { ConfiguredAgent } from './config.ts'
import { durationMs } from './duration.ts'
import type { Reading } from './reading.ts'
import type { ConfigFile } from './schema.ts'

/**
 * An agent as it is written; what is wrong with it goes to the findings of the reading.
 *
 * @param name below `[agents]`
 */
export function agentOf(
  name: string,
  written: NonNullable<ConfigFile['agents']>[string],
  of: Reading,
): ConfiguredAgent {
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

/** `[patterns]` of a configuration file: where other patterns than that of a spec are known from (seed 004 §2.0a). */

import { readArgv } from './argv.ts'
import type { PatternOrigin, PatternSettings } from './config.ts'
import { durationMs } from './duration.ts'
import { named, type Reading } from './reading.ts'
import type { ConfigFile } from './schema.ts'

type Written = NonNullable<ConfigFile['patterns']>

const kinds = ['folder', 'command', 'mcp'] as const

/** What the table sets; what is wrong with it goes to the findings of the reading (MW508, MW600, MW602). */
export function patternsOf(written: Written | undefined, of: Reading): Partial<PatternSettings> {
  if (written === undefined) return {}
  const origin = originOf(written, of)
  const threshold = named({ threshold: written.threshold })
  return origin === null ? threshold : { from: { ...origin, where: of.path, source: of.source }, ...threshold }
}

function originOf(written: Written, of: Reading): PatternOrigin | null {
  const wrong = (key: keyof Written | null, message: string, help: string): void => {
    const span = of.spanAt(key === null ? ['patterns'] : ['patterns', key])
    of.found.push({ code: 'MW508', severity: 'error', message, help, span, related: [] })
  }
  const given = kinds.filter((kind) => of.isWritten(['patterns', kind]))
  const [kind, second] = given
  if (second !== undefined) {
    wrong(second, `patterns have ${given.join(' and ')} at once`, 'Leave one of folder, command and mcp')
    return null
  }
  const { folder, command, mcp, tool, env = [], timeout } = written
  const timeoutMs = timeout === undefined ? null : durationMs(timeout)
  if (tool !== undefined && kind !== 'mcp')
    wrong('tool', 'patterns.tool belongs to mcp', 'Write mcp = "SERVER" beside it')
  if (written.env !== undefined && kind !== 'command')
    wrong('env', 'patterns.env belongs to command', 'Take it out: a server has its own variables')
  if (timeout !== undefined && kind !== 'command' && kind !== 'mcp')
    wrong('timeout', 'patterns.timeout belongs to command or mcp', 'Take it out')
  if (folder !== undefined) return { is: 'folder', folder }
  if (command !== undefined) {
    const read = readArgv(command, 'patterns', of.spanAt(['patterns', 'command']))
    if ('argv' in read) return { is: 'command', argv: read.argv, env, timeoutMs }
    of.found.push(read.diagnostic)
  }
  if (mcp === undefined) return null
  if (tool !== undefined) return { is: 'mcp', server: mcp, tool, timeoutMs }
  if (!of.isDropped(['patterns', 'tool']))
    wrong('mcp', `patterns name the MCP server ${mcp} and none of its tools`, 'Write tool = "NAME" beside it')
  return null
}

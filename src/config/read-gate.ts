/** `[gates.NAME]` of a configuration file. */

import { integrationGate } from '../plan/integration-gate.ts'
import { readArgv } from './argv.ts'
import type { ConfiguredGate } from './config.ts'
import { durationMs } from './duration.ts'
import { tellIdleKeys } from './gate-keys.ts'
import { valuesOf } from './read-values.ts'
import type { Reading } from './reading.ts'
import type { ConfigFile } from './schema.ts'

/**
 * A gate as it is written; what is wrong with it goes to the findings of the reading.
 *
 * @param name below `[gates]`
 */
export function gateOf(name: string, written: NonNullable<ConfigFile['gates']>[string], of: Reading): ConfiguredGate {
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
  tellIdleKeys(name, written, of)
  const values = valuesOf(name, written, of)
  const { milestone, covers = [] } = written
  if (milestone === undefined && covers.length > 0)
    of.found.push({
      code: 'MW508',
      severity: 'error',
      message: `gate ${name} covers tasks and is no integration test`,
      help: 'Write milestone = "LAYER" beside it, or take covers out',
      span: of.spanAt([...at, 'covers']),
      related: [],
    })
  if (milestone !== undefined && written.kind === 'contract')
    of.found.push({
      code: 'MW508',
      severity: 'error',
      message: `gate ${name} compares what a task changes, and cannot be an integration test`,
      help: 'Take milestone out: it then judges each task',
      span: of.spanAt([...at, 'milestone']),
      related: [],
    })
  const layer = milestone === undefined || milestone === 'all' ? null : milestone.toLowerCase()
  return {
    name: milestone === undefined ? name : integrationGate(name),
    ...(milestone === undefined ? {} : { integration: { layer, covers } }),
    kind: written.kind,
    argv,
    cwd: written.cwd ?? '.',
    env: written.env ?? [],
    timeoutMs: written.timeout === undefined ? null : durationMs(written.timeout),
    idleMs: written.idle_timeout === undefined ? null : durationMs(written.idle_timeout),
    outputBytes: written.output ?? null,
    repeat: written.repeat ?? 'safe',
    paths: written.paths ?? [],
    phases: written.phases ?? [],
    ...(written.needs === undefined ? {} : { needs: written.needs, needsAt: of.spanAt([...at, 'needs']) }),
    layers: written.layers ?? [],
    types: written.types ?? [],
    values,
    additions: written.additions ?? 'pass',
    ignore: written.ignore ?? [],
    origin: of.path,
    source: of.source,
  }
}

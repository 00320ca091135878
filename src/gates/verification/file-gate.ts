/** A gate of the kind `file`: what verifies a step by a file, its text, or its data (seed 004 §4.1). It runs nothing of the repository. */

import { createHash } from 'node:crypto'
import { verificationText, type FileVerification } from '../../plan/verification.ts'
import type { EvidenceTree, GateSpec } from '../../run/effect.ts'
import { excerptOf, printable } from '../../run/excerpt.ts'
import type { Evidence, GateResult } from '../../run/outcome.ts'
import { monotonic } from '../../system/clock.ts'
import type { TreeFiles } from '../../system/tree-files.ts'
import type { RunningGate } from '../command-gate.ts'
import { askChecker, type RunningCheck } from './ask-checker.ts'
import { judgeFile, sayMissing, type Judged } from './judge-file.ts'
import { lookInside, type Inside } from './look-inside.ts'

/** What such a gate looks at. */
export interface FileContext {
  readonly tree: EvidenceTree | null
  readonly environment: string
  readonly markers?: Readonly<Record<string, string>>
  readonly now: TreeFiles
  /** What the step began on: a schema that was there counts as it was. Null where nothing is kept of it, or it is not asked about. */
  readonly before: TreeFiles | null
  /** By its name: part of the evidence; null where no change is judged. */
  readonly since: string | null
}

/** More bytes than that of one file are not looked at. */
const mostBytes = 4 * 1024 * 1024
/** So long may it take to compare them, where the gate's own limit is not shorter. */
const longestMs = 30_000

/** Starts it; it never rejects. */
export function startFileGate(gate: GateSpec, asks: FileVerification, context: FileContext): RunningGate {
  let running: RunningCheck | null = null
  let isStopped = false
  const ask: typeof askChecker = (...given) => {
    running = askChecker(...given)
    if (isStopped) running.stop()
    return running
  }
  return {
    done: judge(gate, asks, context, ask),
    stop() {
      isStopped = true
      running?.stop()
    },
  }
}

async function judge(
  gate: GateSpec,
  asks: FileVerification,
  context: FileContext,
  ask: typeof askChecker,
): Promise<Evidence> {
  const begun = monotonic()
  const { result, text, judgesNothing } = await look(gate, asks, context, ask).catch((error: unknown): Judged => ({
    result: 'could-not-run',
    text: `${asks.file} cannot be looked at: ${error instanceof Error ? error.message : String(error)}`,
  }))
  const said = printable(result === 'passed' && judgesNothing === undefined ? verificationText(asks) : text)
  return {
    gate: gate.name,
    argv: [],
    result,
    exitCode: exitCodeOf(result),
    tree: context.tree,
    environment: context.environment,
    ...(context.since === null ? {} : { since: context.since }),
    ...(judgesNothing === undefined ? {} : { judgesNothing }),
    output: null,
    excerpt: excerptOf(said),
    fingerprint: result === 'passed' ? '' : createHash('sha256').update(text).digest('hex').slice(0, 16),
    durationMs: Math.round(monotonic() - begun),
    reused: false,
  }
}

function exitCodeOf(result: GateResult): number | null {
  return result === 'passed' ? 0 : result === 'failed' ? 1 : null
}

async function look(
  { timeoutMs }: GateSpec,
  asks: FileVerification,
  { now, before, markers }: FileContext,
  ask: typeof askChecker,
): Promise<Judged> {
  const file = await lookInside(now, asks.file.replace(/\/$/, ''), mostBytes)
  const missing = sayMissing(asks, file, mostBytes)
  if (missing !== null) return missing
  if (asks.is === 'file') return { result: 'passed', text: '' }
  const text = textOf(file)
  const options = { limitMs: Math.min(timeoutMs, longestMs), ...(markers === undefined ? {} : { markers }) }
  if (asks.is === 'pattern')
    return judgeFile(asks, await ask({ is: 'pattern', pattern: asks.pattern, text }, options).done, { isOwn: false })
  // Nobody is judged by rules that they have written themselves meanwhile.
  const was = before === null ? null : await lookInside(before, asks.schema, mostBytes)
  const isOwn = was === null || was.is === 'missing'
  const rules = isOwn ? await lookInside(now, asks.schema, mostBytes) : was
  if (rules.is !== 'file') return judgeFile(asks, rules, { isOwn })
  const { schema } = asks
  const asked = { is: 'schema', file: asks.file, schema, fileText: text, schemaText: textOf(rules) } as const
  return judgeFile(asks, await ask(asked, options).done, { isOwn: isOwn && before !== null })
}

function textOf(file: Inside): string {
  return file.is === 'file' ? new TextDecoder().decode(file.bytes) : ''
}

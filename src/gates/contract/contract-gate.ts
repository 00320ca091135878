/** A gate of the kind `contract`: the public signatures of touched files against their contract (REQUIREMENTS D3, seed 003 §3). */

import { createHash } from 'node:crypto'
import { contractPath } from '../../plan/path-safety.ts'
import { shellWords } from '../../plan/shell-word.ts'
import { excerptOf, printable } from '../../run/excerpt.ts'
import { matchesPattern } from '../../run/path-pattern.ts'
import type { ContractRules, EvidenceTree, GateSpec } from '../../run/effect.ts'
import type { Evidence, GateResult } from '../../run/outcome.ts'
import { monotonic } from '../../system/clock.ts'
import type { Keep } from '../../system/kept-output.ts'
import type { TreeFiles } from '../../system/tree-files.ts'
import type { RunningGate } from '../command-gate.ts'
import { askReader, type RunningReading } from './ask-reader.ts'
import { isTest, languageOf, placesOf } from './languages.ts'
import { readContract, type StoredContract } from './stored-contract.ts'
import type { FileSignatures } from './signature.ts'
import { judgeTouched, type TouchedFile, type Verdict } from './verdict.ts'

/** What a contract gate looks at. */
export interface ContractContext {
  readonly tree: EvidenceTree | null
  readonly environment: string
  readonly keep: Keep
  readonly markers?: Readonly<Record<string, string>>
  /** Where the change begins, which is where the stored contract is read: no draft changes its own. Null where nothing is kept of it. */
  readonly before: TreeFiles | null
  /** What the change begins at, by its name: part of the evidence; null where no change is judged, but what is there. */
  readonly since: string | null
  readonly now: TreeFiles
  /** Paths that differ between the two; null where nobody knows, so that all that the stored contract names is looked at. */
  readonly touched: readonly string[] | null
  /** A look at the tip of a run: each change was judged when it was merged, and what counts now is the stored contract in it. */
  readonly isFinal: boolean
  /** The draft by its commit, for what a person is told to accept. */
  readonly draft: string | null
}

/** Starts a contract gate; it never rejects. */
export function startContractGate(gate: GateSpec, context: ContractContext): RunningGate {
  let reading: RunningReading | null = null
  let isStopped = false
  const ask: typeof askReader = (...given) => {
    reading = askReader(...given)
    if (isStopped) reading.stop()
    return reading
  }
  return {
    done: judge(gate, context, ask),
    stop() {
      isStopped = true
      reading?.stop()
    },
  }
}

type Judged = Omit<Verdict, 'result' | 'acceptable'> & {
  readonly result: GateResult
  readonly acceptable?: readonly string[]
}

async function judge(gate: GateSpec, context: ContractContext, ask: typeof askReader): Promise<Evidence> {
  const begun = monotonic()
  const {
    result,
    text,
    failures,
    acceptable = [],
    judgesNothing,
  } = await look(gate, context, ask).catch((error: unknown): Judged =>
    unable(`its files cannot be read: ${error instanceof Error ? error.message : String(error)}`),
  )
  const help = acceptable.length === 0 ? '' : `\n${acceptText(acceptable, context.draft)}`
  const output = `${printable(text)}${help}\n`
  return {
    gate: gate.name,
    argv: [],
    result,
    exitCode: result === 'passed' ? 0 : result === 'failed' ? 1 : null,
    tree: context.tree,
    environment: context.environment,
    ...(context.since === null ? {} : { since: context.since }),
    ...(judgesNothing === undefined ? {} : { judgesNothing }),
    output: await context.keep(new TextEncoder().encode(output)),
    excerpt: excerptOf(output),
    fingerprint: fingerprintOf(failures),
    durationMs: Math.round(monotonic() - begun),
    reused: false,
  }
}

async function look(gate: GateSpec, context: ContractContext, ask: typeof askReader): Promise<Judged> {
  const { before, now, touched, isFinal } = context
  const rules = gate.contract ?? { additions: 'pass', ignore: [] }
  const source = isFinal ? now : (before ?? now)
  const found = await source.look(contractPath)
  if (found !== null && found.is !== 'file') return unable(`${contractPath} is no file`)
  const stored = found === null ? noContract : readContract(found.bytes)
  if (stored.is === 'damaged')
    return unable(
      `${contractPath}:${stored.line}:${stored.column}: ${stored.what}; correct it, or write it anew with: millwright contract accept`,
    )
  const { contract } = stored
  if (before === null && contract.size === 0)
    return unable(
      'nothing is kept of what was there before, and no contract is stored; write one with: millwright contract accept',
    )
  const paths = (touched ?? [...contract.keys()]).filter((it) => isLookedAt(it, { gate, rules, contract }))
  const files = (isFinal ? paths.filter((it) => contract.has(it)) : paths).toSorted()
  const [old, present] = [await readable(before, files), await readable(now, files)]
  const reading = await ask(
    [...old, ...present].flatMap((it) => it.file ?? []),
    {
      limitMs: gate.timeoutMs,
      ...(context.markers === undefined ? {} : { markers: context.markers }),
    },
  ).done
  if (reading.is !== 'read')
    return unable(`${reading.reason} (${reading.help})`, reading.is === 'timed-out' ? 'timed-out' : 'could-not-run')
  const answers = reading.files.values()
  const take = ({ file, refused }: Readable): FileSignatures | null =>
    refused ?? (file === null ? null : (answers.next().value ?? null))
  const [was, is] = [old.map(take), present.map(take)]
  const judged = files.map((path, at): TouchedFile => ({
    path,
    stored: contract.get(path)?.entries ?? null,
    before: was[at] ?? null,
    now: is[at] ?? null,
    ...placesOf(path),
  }))
  return judgeTouched(judged, rules.additions)
}

const noContract = { is: 'read', contract: new Map() as StoredContract } as const

function isLookedAt(
  path: string,
  of: { readonly gate: GateSpec; readonly rules: ContractRules; readonly contract: StoredContract },
): boolean {
  const written = languageOf(path)
  if (written === null) return false
  // Who stores a contract of a file means it.
  if (of.contract.has(path)) return true
  const paths = of.gate.paths ?? []
  if (paths.length > 0 && !paths.some((it) => matchesPattern(it, path))) return false
  return !isTest(path, written.language) && !of.rules.ignore.some((it) => matchesPattern(it, path))
}

/** A file that can be read; one that is not there has neither. */
interface Readable {
  readonly file: { readonly path: string; readonly bytes: Uint8Array } | null
  readonly refused: FileSignatures | null
}

async function readable(files: TreeFiles | null, paths: readonly string[]): Promise<readonly Readable[]> {
  const all: Readable[] = []
  for (const path of paths) {
    const there = files === null ? null : await files.look(path)
    all.push({
      file: there?.is === 'file' ? { path, bytes: there.bytes } : null,
      refused:
        there?.is === 'link' || there?.is === 'folder' ? { path, is: 'refused', why: `it is a ${there.is}` } : null,
    })
  }
  return all
}

function unable(text: string, result: GateResult = 'could-not-run'): Judged {
  return { result, text, failures: [text] }
}

function acceptText(paths: readonly string[], draft: string | null): string {
  const at = draft === null ? '' : ` --at ${draft.slice(0, 12)}`
  return `A person who wants it so accepts it with: millwright contract accept ${shellWords(paths.slice(0, 20))}${at}`
}

/** The same for the same differences; a part of them is known as one (`run/known-failure.ts`). */
function fingerprintOf(failures: readonly string[]): string {
  if (failures.length === 0) return ''
  const digest = (text: string, length: number): string =>
    createHash('sha256').update(text).digest('hex').slice(0, length)
  const lines = failures.map((it) => `${digest(it, 8)}x1`).sort()
  return [digest(failures.toSorted().join('\n'), 16), ...(failures.length > 200 ? [] : ['exit1', ...lines])].join(' ')
}

/** A gate that is a program: run without a shell, within limits; its verdict is its exit code, and what it prints where that is compared. */

import path from 'node:path'
import { couldNotRun } from '../run/could-not-run.ts'
import { excerptBytes, excerptOf } from '../run/excerpt.ts'
import type { CriterionTest, EvidenceTree, GateSpec } from '../run/effect.ts'
import type { Evidence, GateResult } from '../run/outcome.ts'
import { editsText, type GateEdits } from '../run/gate-edits.ts'
import { isUnable } from '../run/verdict.ts'
import type { Environment } from '../system/environment.ts'
import { toldFrom } from '../system/look-at-path.ts'
import { keepOutput, type Keep } from '../system/kept-output.ts'
import { runProcess, type ProcessResult, type RunningProcess } from '../system/process.ts'
import { fingerprintOf, fingerprintOfEdits } from './fingerprint.ts'
import { handedOn, withFoldersFirst } from '../system/environment.ts'
import { gateEnvironment } from './gate-key.ts'
import type { ValuesJudged } from './numeric/judge-values.ts'
import { newPrinted, type Printed } from './numeric/printed.ts'
import { testVerdict, type TestVerdict } from './test-verdict.ts'
import type { CommandJudged } from './verification/judge-command.ts'

export interface GateContext {
  /** Absolute path of the workspace. */
  readonly folder: string
  readonly tree: EvidenceTree | null
  /** `environmentDigest` of the gate here; part of the evidence. */
  readonly environment: string
  /** Where passed-through values come from. */
  readonly from: Environment
  /** What it must not tell, beside what it is handed on by name. */
  readonly secrets?: readonly string[]
  /** Keeps the output beside the journal and gives its hash. */
  readonly keep: Keep
  /** A file of its own outside the workspace, for what its output is more than memory should hold. */
  readonly spool?: string
  /** Finds the gate's processes again after a crash. */
  readonly markers?: Readonly<Record<string, string>>
  /** Lists of folders of its workspace, by variable: they come before what the gate is given. */
  readonly set?: Readonly<Record<string, string>>
  readonly onOutput?: (chunk: Uint8Array) => void
  /** Asked once when the program has ended: what it has changed of the files that it judges. */
  readonly edits?: () => Promise<GateEdits>
}

export interface RunningGate {
  /** Never rejects for what the program does. */
  readonly done: Promise<Evidence>
  stop(): void
}

function resultOf(end: ProcessResult): GateResult {
  switch (end.how) {
    case 'exited':
      if (isUnable(end.exitCode)) return 'could-not-run'
      return end.exitCode === 0 ? 'passed' : 'failed'
    case 'signalled':
      return 'failed'
    case 'timed-out':
    case 'idle':
      return 'timed-out'
    case 'not-started':
    case 'stopped':
    case 'lost':
      return 'could-not-run'
  }
}

/** The exit code; for a program of the project that is gone or may not be executed the one that a shell would give. */
function exitCodeOf({ argv: [program = ''] }: GateSpec, end: ProcessResult): number | null {
  if (end.how !== 'not-started' || !program.includes('/') || path.isAbsolute(program)) return end.exitCode
  return end.failure?.code === 'ENOENT' ? 127 : end.failure?.code === 'EACCES' ? 126 : null
}

/** What happened, where the output cannot say it. */
function remark(gate: GateSpec, end: ProcessResult): string | null {
  switch (end.how) {
    case 'not-started':
      return end.failure?.message ?? `${gate.argv[0] ?? ''} could not be started`
    case 'timed-out':
      return `${gate.name} took longer than ${gate.timeoutMs} ms and was ended`
    case 'idle':
      return `${gate.name} said nothing for ${gate.idleMs ?? 0} ms (gates.${gate.name}.idle_timeout) and was ended`
    case 'stopped':
      return `${gate.name} was stopped`
    case 'lost':
      return `nobody saw how ${gate.name} ended: the process that had started it died`
    case 'signalled':
      return `${gate.name} was ended by ${end.signal ?? 'a signal'}`
    case 'exited':
      return end.droppedBytes > 0 ? `(${end.droppedBytes} bytes of its output were dropped)` : null
  }
}

/**
 * Starts a gate (REQUIREMENTS D1).
 *
 * @param gate complete in itself
 * @param context where and on what it runs
 */
export function startGate(gate: GateSpec, context: GateContext): RunningGate {
  // A gate of another kind is more than its exit code: running it as a command would verify what nobody compared.
  if (gate.kind === 'contract' || gate.kind === 'file')
    return { done: Promise.resolve(notBuiltIn(gate, context.tree)), stop: () => undefined }
  let printed: Printed | null = null
  const begin = (): RunningProcess => {
    const compared = gate.kind === 'numeric' ? newPrinted(gate.outputBytes) : null
    printed = compared
    return runProcess({
      argv: gate.argv,
      cwd: path.resolve(context.folder, gate.cwd),
      env: withFoldersFirst(gateEnvironment(gate, context.from), context.set ?? {}),
      hide: [...handedOn({ from: context.from, allow: gate.env }), ...(context.secrets ?? [])],
      input: null,
      keepBytes: gate.outputBytes,
      ...(context.spool === undefined ? {} : { spool: context.spool }),
      limitMs: gate.timeoutMs,
      idleMs: gate.idleMs ?? null,
      ...(context.markers === undefined ? {} : { markers: context.markers }),
      onOutput: (chunk, from) => {
        if (from === 'stdout') compared?.add(chunk)
        context.onOutput?.(chunk)
      },
    })
  }
  let running = begin()
  let isStopped = false
  const end = async (): Promise<ProcessResult> => {
    const first = await running.result
    if (first.how !== 'lost' || gate.repeat !== 'safe' || isStopped) return first
    running = begin()
    return running.result
  }
  return {
    done: judge(gate, context, end(), () => printed),
    stop() {
      isStopped = true
      running.stop()
    },
  }
}

function notBuiltIn(gate: GateSpec, tree: EvidenceTree | null): Evidence {
  const why = `${gate.name} is a gate of the kind ${gate.kind}, which is not built in yet`
  return { ...couldNotRun(gate, tree, why), environment: gate.kind, fingerprint: `kind ${gate.kind}` }
}

/** @param printed what is compared; null where the exit code is the whole verdict */
async function judge(
  gate: GateSpec,
  context: GateContext,
  ending: Promise<ProcessResult>,
  printed: () => Printed | null,
): Promise<Evidence> {
  const end = await ending
  const edits = await context.edits?.()
  const told = edits && edits.edited.length > 0 ? editsText(gate.name, edits) : null
  const output = new TextDecoder().decode(end.output)
  // Of what it changed itself nobody knows what it would have said.
  const verdict = gate.test && told === null ? verdictOfTest(gate.test, end, output) : null
  const isCut = end.how === 'stopped' || end.how === 'not-started' || end.how === 'lost'
  const asked = await verifiedBy(gate, end, output)
  const ended = asked?.result ?? resultOf(end)
  const compared = ended === 'passed' ? await comparedBy(gate, printed()) : null
  // What it has said is about files that nobody keeps, whatever it exited with.
  const result =
    told === null || isCut ? (verdict === null ? (compared?.result ?? ended) : resultOfTest(verdict)) : 'failed'
  const noTest = gate.test && !isCut ? (verdict?.is === 'not-run' ? verdict.why : told) : null
  const said = remark(gate, end) ?? (verdict?.is === 'not-run' ? noTestText(gate.test, verdict.why) : null)
  const remarks = [said, asked?.text ?? null].filter((it) => it !== null && it !== '')
  const text = remarks.length === 0 ? output : `${output.trimEnd()}\n${remarks.join('\n')}`
  const failure =
    ended === 'passed' && noTest === null
      ? (compared?.fingerprint ?? '')
      : fingerprintOf(toldFrom(context.folder, text), end.exitCode)
  const added = [compared?.text, asked?.text, told].filter((it) => it != null && it !== '')
  return {
    gate: gate.name,
    argv: gate.argv,
    result,
    exitCode: exitCodeOf(gate, end),
    tree: context.tree,
    environment: context.environment,
    output: await keepOutput(context.keep, end, added.map((it) => `\n${it}\n`).join('')),
    excerpt: excerptWith(
      compared?.text ?? '',
      [text.trimEnd(), ...(told === null ? [] : [told])].join('\n').trimStart(),
      context,
    ),
    fingerprint: edits && told !== null ? fingerprintOfEdits(edits.edited, failure) : failure,
    durationMs: Math.round(end.durationMs),
    reused: false,
    ...(gate.test ? { criterion: gate.test.criterion } : {}),
    ...(noTest === null ? {} : { noTest }),
  }
}

/** What was compared comes first: by its first line people know the verdict. */
function excerptWith(compared: string, output: string, { folder }: GateContext): string {
  const first = excerptOf(compared)
  const left = excerptBytes - Buffer.byteLength(first)
  if (first === '') return excerptOf(toldFrom(folder, output))
  return left < 80 || output === '' ? first : `${first}\n\n${excerptOf(toldFrom(folder, output), left - 2)}`
}

/** Loaded only where values are compared. */
async function comparedBy(gate: GateSpec, printed: Printed | null): Promise<ValuesJudged | null> {
  if (printed === null) return null
  const { judgeValues } = await import('./numeric/judge-values.ts')
  return judgeValues(gate, gate.values ?? [], printed)
}

/** What it says of the step that it verifies; null where it verifies none, or nobody saw such an end. Loaded only where there is one. */
async function verifiedBy(gate: GateSpec, end: ProcessResult, output: string): Promise<CommandJudged | null> {
  if (gate.verification?.is !== 'command') return null
  const { judgeCommand } = await import('./verification/judge-command.ts')
  return judgeCommand(gate.verification, { how: end.how, exitCode: exitCodeOf(gate, end) }, output)
}

/** What the end of a program says of one test; null where nobody saw such an end. */
function verdictOfTest(test: CriterionTest, end: ProcessResult, output: string): TestVerdict | null {
  if (end.how === 'signalled') return { is: 'not-run', why: `its program was ended by ${end.signal ?? 'a signal'}` }
  return end.how === 'exited' ? testVerdict(test, { exitCode: end.exitCode, output }) : null
}

/** A test that has not run is no test that failed for its own sake; what comes of it says that beside (`noTest`). */
function resultOfTest({ is }: TestVerdict): GateResult {
  return is === 'passed' ? 'passed' : 'failed'
}

function noTestText(test: GateSpec['test'], why: string): string {
  return `the test of ${test?.criterion ?? ''} did not run: ${why}`
}

/** Commands of completion criteria that are run as gates at the end of a run, and what they have come to. */

import { completionGate } from '../../plan/completion-gate.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Spec } from '../../plan/spec.ts'
import { isVerification } from '../../plan/verification.ts'
import { pathsNamed } from '../../plan/values/named-paths.ts'
import { isPlainHeading } from '../../plan/values/plain-heading.ts'
import type { GateSpec } from '../effect.ts'
import type { Evidence } from '../outcome.ts'
import { criterionName, type CompletionCheck, type CompletionFinding } from './finding.ts'
import { commandsNamed, saidAround, saysOnlyThatTheyPass, type NamedCommand } from './named-commands.ts'
import { checkOf } from './sort-criterion.ts'
import { wantedEnd, type WantedEnd } from './wanted-end.ts'
import { completionWanted } from './wanted.ts'

/** A command that a criterion is verified by. */
export interface CriterionCommand {
  readonly check: CompletionCheck
  /** The criterion, in one line: `CompletionFinding.what`. */
  readonly what: string
  /** Whether the criterion says no more than that its commands pass. */
  readonly isAll: boolean
  /** With which end it wants its command. */
  readonly end: WantedEnd
  /** The command, in one line. */
  readonly line: string
  readonly argv: readonly string[]
}

/** What a criterion of another kind names starts, installs or publishes something: that is for a person. */
const verifying: ReadonlySet<CompletionCheck> = new Set(['verification_passed', 'quality_standards_met'])

/** More commands than this are no verification that anybody has looked through. */
const most = 20

/** The commands by which a spec is verified, each once; what only a shell could run is none of them (`unrunCommands`). */
export function criterionCommands(spec: Spec): readonly CriterionCommand[] {
  const found = new Map<string, CriterionCommand>()
  for (const { check, what, isAll, end, line, argv } of commandsOf(spec)) {
    if (argv === null || found.size >= most) continue
    const key = `${what}\n${argv.join('\0')}`
    const known = found.get(key)
    const isSame = known === undefined || JSON.stringify([known.isAll, known.end]) === JSON.stringify([isAll, end])
    // The same words below headings of which one says more: what that is no exit code tells.
    if (isSame) found.set(key, { check, what, isAll, end, line, argv })
    else found.set(key, { ...known, isAll: false, end: { is: 'other' } })
  }
  return [...found.values()]
}

/** What nobody can tell because its command has no words to run without a shell, or because there are too many. */
export function unrunCommands(spec: Spec): readonly CompletionFinding[] {
  const run = new Set(criterionCommands(spec).map(({ what, line }) => `${what}\n${line}`))
  return commandsOf(spec)
    .filter(({ what, line }) => !run.has(`${what}\n${line}`))
    .map(({ check, what, line, fault }) => {
      const because = fault ?? `a spec is verified by at most ${most} commands`
      return { check, what, found: 'unknown', by: 'program', why: `${line} was not run: ${because}`, places: [] }
    })
}

function commandsOf(spec: Spec): readonly (NamedCommand & Pick<CriterionCommand, 'what' | 'isAll' | 'end'>)[] {
  return completionWanted(spec).criteria.flatMap((criterion) => {
    if (criterion.isWords === true) return []
    const check = checkOf(criterion, pathsNamed(criterion.text).paths.length > 0)
    if (!verifying.has(check)) return []
    const above = criterion.under.filter((it) => !isPlainHeading(it))
    const isPlain = above.length === 0
    const isAll = saysOnlyThatTheyPass(criterion.text) && isPlain
    return commandsNamed(criterion.text, check).map((it) => {
      const { before, behind, commands } = saidAround(criterion.text, it.line)
      const end: WantedEnd = isAll
        ? { is: 'pass' }
        : wantedEnd({ line: it.line, before, behind, isAlone: commands === 1 && isPlain, above })
      return { ...it, what: criterionName(criterion), isAll, end }
    })
  })
}

/** The gate that runs a command: one of the tasks that runs just that, else the command's own; null where there is none. */
export function gateOfCommand<Gate extends Pick<GateSpec, 'name' | 'argv' | 'cwd'>>(
  gates: Iterable<Gate>,
  { argv, line }: Pick<CriterionCommand, 'argv' | 'line'>,
): Gate | null {
  const wanted = argv.join('\0')
  // What verifies a step may ask for another end of it.
  const all = [...gates].filter((it) => it.argv.join('\0') === wanted && it.cwd === '.' && !isVerification(it.name))
  return all.find(({ name }) => name !== completionGate(line)) ?? all[0] ?? null
}

/** Whether a gate runs what a criterion names and does not want to pass: that it is red is no fault of anything. */
export function isWantedRed(spec: Spec, gate: string): boolean {
  return criterionCommands(spec).some(({ line, end }) => completionGate(line) === gate && end.is !== 'pass')
}

/** What programs say where a file or a program is not there. */
const lacks =
  /cannot find|can['’]t (?:find|open|cd)|no such (?:file|module|command)|not found|could not (?:find|open|be found)|ENOENT|ModuleNotFoundError|missing script|unknown (?:command|subcommand)|does not exist|is not recognized/i

/**
 * What a command has come to, of its gate's evidence; null where that has not judged. One that passed meets its criterion only where
 * that says no more; where a criterion wants another end of it than to pass, its exit code tells no more than what that says of it.
 */
export function commandFinding(
  { check, what, isAll, end, line }: CriterionCommand,
  evidence: Pick<Evidence, 'result' | 'exitCode' | 'excerpt'> | null,
): CompletionFinding {
  const told = (found: CompletionFinding['found'], why: string): CompletionFinding => ({
    check,
    what,
    found,
    by: 'program',
    why: oneLine(why),
    places: [],
  })
  if (evidence === null) return told('unknown', `${line} was not run`)
  const { exitCode } = evidence
  const isOver = evidence.result === 'passed' || evidence.result === 'failed'
  if (isOver && exitCode !== null && (end.is === 'code' || end.is === 'fail')) {
    const ended = `${line} ended with exit code ${exitCode}`
    // It may have failed since it, or what it works on, is not there: that is not what it is to show.
    if (exitCode !== 0 && lacks.test(evidence.excerpt))
      return told(
        'unknown',
        `${ended}: ${evidence.excerpt}; whether that is what it is to show a person or an agent has to judge`,
      )
    if (end.is === 'code')
      return exitCode === end.code
        ? told('met', `${ended}, as it is to`)
        : told('missed', `${ended}, not with ${end.code}`)
    if (exitCode === 1) return told('met', `${ended}: it fails, as it is to`)
    if (exitCode === 0) return told('missed', `${ended}: it does not fail`)
  }
  if (evidence.result === 'passed')
    return isAll
      ? told('met', `${line} passed at the end of the run`)
      : {
          ...told(
            'unknown',
            `${line} passed at the end of the run; what else it says a person or an agent has to judge`,
          ),
          isRest: true,
        }
  if (evidence.result === 'could-not-run') return told('unknown', `${line} could not run: ${evidence.excerpt}`)
  const ended = `${line} ended with exit code ${exitCode ?? 'unknown'}`
  // What it has printed, and whether that is what is wanted, its exit code does not tell.
  if (end.is !== 'pass')
    return {
      ...told('unknown', `${ended}; whether that is what it says a person or an agent has to judge`),
      isRest: true,
    }
  return told('missed', ended)
}

/** Findings with what commands have come to: that takes the place of what no program could tell of the same criterion. */
export function withCommands(
  findings: readonly CompletionFinding[],
  commands: readonly CompletionFinding[],
): readonly CompletionFinding[] {
  const settled = new Set(commands.map(({ what }) => what))
  return [...findings.filter((it) => it.found !== 'unknown' || !settled.has(it.what)), ...commands]
}

/** Commands of completion criteria that are run as gates at the end of a run, and what they have come to. */

import { completionGate } from '../../plan/completion-gate.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Spec } from '../../plan/spec.ts'
import { isVerification } from '../../plan/verification.ts'
import { pathsNamed } from '../../plan/values/named-paths.ts'
import { isPlainHeading } from '../../plan/values/plain-heading.ts'
import type { GateSpec } from '../effect.ts'
import type { Evidence } from '../outcome.ts'
import type { CompletionCheck, CompletionFinding } from './finding.ts'
import { commandsNamed, saysOnlyThatTheyPass, type NamedCommand } from './named-commands.ts'
import { checkOf } from './sort-criterion.ts'
import { completionWanted } from './wanted.ts'

/** A command that a criterion is verified by. */
export interface CriterionCommand {
  readonly check: CompletionCheck
  /** The criterion, in one line: `CompletionFinding.what`. */
  readonly what: string
  /** Whether the criterion says no more than that its commands pass. */
  readonly isAll: boolean
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
  for (const { check, what, isAll, line, argv } of commandsOf(spec))
    if (argv !== null && found.size < most) found.set(`${what}\n${argv.join('\0')}`, { check, what, isAll, line, argv })
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

function commandsOf(spec: Spec): readonly (NamedCommand & Pick<CriterionCommand, 'what' | 'isAll'>)[] {
  return completionWanted(spec).criteria.flatMap((criterion) => {
    if (criterion.isWords === true) return []
    const check = checkOf(criterion, pathsNamed(criterion.text).paths.length > 0)
    if (!verifying.has(check)) return []
    const isAll = saysOnlyThatTheyPass(criterion.text) && criterion.under.every(isPlainHeading)
    return commandsNamed(criterion.text, check).map((it) => ({ ...it, what: oneLine(criterion.text), isAll }))
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

/**
 * What a command has come to, of its gate's evidence; null where that has not judged. One that passed meets its criterion only where
 * that says no more.
 */
export function commandFinding(
  { check, what, isAll, line }: CriterionCommand,
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
  return told('missed', `${line} ended with exit code ${evidence.exitCode ?? 'unknown'}`)
}

/** Findings with what commands have come to: that takes the place of what no program could tell of the same criterion. */
export function withCommands(
  findings: readonly CompletionFinding[],
  commands: readonly CompletionFinding[],
): readonly CompletionFinding[] {
  const settled = new Set(commands.map(({ what }) => what))
  return [...findings.filter((it) => it.found !== 'unknown' || !settled.has(it.what)), ...commands]
}

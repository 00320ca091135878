/** The options of `run` as the settings understand them, and as they are kept for `resume`. */

import { gateFromFlag } from '../../config/gates.ts'
import { agentFromFlag, type Flags } from '../../config/settings.ts'
import type { Modifiers } from '../../config/project-mode.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Mode, Policy } from '../../plan/policy.ts'
import type { Invocation } from '../../run/event.ts'
import { isBranchName } from '../plan/branch-name.ts'
import { fittingOptions } from './run-options.ts'

/** Options that a resumed run takes over from the call that began it; the others belong to one call only. */
const kept = [
  'agent',
  'exec',
  'gate',
  'jobs',
  'mode',
  'mechanical',
  'standard',
  'atdd',
  'phase',
  'workspace',
  'sandbox',
  'only',
  'until',
  'branch',
  'dialect',
] as const

/** What flags and the project's files asked for when a run began: it goes on so, whatever its tasks make of these files. */
export interface Settled {
  /** What was asked for, before the plan had its say; null where the call that goes on has a flag for it. */
  readonly asked: 'mechanical' | 'standard' | null
  /** How tasks are handed out. */
  readonly mode: 'mechanical' | 'standard'
  readonly modifiers: Modifiers
  /** Whether the tests of criteria come first; absent in early journals. */
  readonly atdd?: boolean
}

/** What of a call's options is written into the journal, and beside them what is settled by it. */
export function invocationOf(options: Readonly<Record<string, unknown>>, settled: Settled): Invocation {
  return {
    ...Object.fromEntries(kept.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]))),
    settled,
  }
}

/** What is settled of a run that goes on; null of one that begins, and of runs of early journals. */
export function settledOf(options: Readonly<Record<string, unknown>>): Settled | null {
  return (options['settled'] as Settled | undefined) ?? null
}

const choices = ['only', 'until', 'phase'] as const
const isChoice = (name: string): boolean => choices.some((it) => it === name)

/** Whether options say which tasks a call is about. */
export function saysWork(given: Readonly<Record<string, unknown>>): boolean {
  return choices.some((name) => given[name] !== undefined)
}

/** The options without those that say which tasks the call is about. */
export function withoutChoices(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isChoice(name)))
}

/** The options of a call laid over those of the call that began the run; naming an agent takes the place of either kind. */
export function continueWith(
  recorded: Invocation,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const base = { ...recorded }
  if (given['agent'] !== undefined || given['exec'] !== undefined) {
    delete base['agent']
    delete base['exec']
  }
  if (given['mechanical'] !== undefined) delete base['standard']
  if (given['standard'] !== undefined) delete base['mechanical']
  const settled = settledOf(base)
  if (settled !== null && modeFlag(given) !== null) base['settled'] = { ...settled, asked: null }
  // A call that says which tasks says all of it.
  const gates = new Map([...gateTexts(recorded), ...gateTexts(given)])
  return {
    ...(saysWork(given) ? withoutChoices(base) : base),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    // Gates are only added.
    ...(gates.size === 0 ? {} : { gate: [...gates.values()] }),
  }
}

/** The values of `--gate` by the names in them. */
export function gateTexts(options: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    textsOption(options, 'gate').map((text) => [text.slice(0, Math.max(0, text.indexOf('='))).trim(), text]),
  )
}

/** Text of an option, or null. */
export function textOption(options: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' ? value : null
}

/** Texts of an option that may be given again. */
export function textsOption(options: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = options[name]
  return Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : []
}

/**
 * Reads the options into flags; what is wrong in them is a diagnostic like any other. All that a call is told comes
 * through here, from the command line and from a program.
 */
export function readFlags(given: Readonly<Record<string, unknown>>): {
  readonly flags: Flags
  readonly diagnostics: readonly Diagnostic[]
} {
  const { options, diagnostics: unfit } = fittingOptions(given)
  const diagnostics = [...unfit]
  const gates = textsOption(options, 'gate').flatMap((text) => {
    const read = gateFromFlag(text)
    if ('gate' in read) return [read.gate]
    diagnostics.push(read.diagnostic)
    return []
  })
  const twice = new Set(gates.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at))
  for (const name of twice)
    diagnostics.push({
      code: 'MW602',
      severity: 'error',
      message: `--gate ${name} is given more than once`,
      help: 'Each gate needs a name of its own',
      span: null,
      related: [],
    })
  const branch = textOption(options, 'branch')
  if (branch !== null && !isBranchName(branch))
    diagnostics.push({
      code: 'MW602',
      severity: 'error',
      message: `--branch ${branch} is no name of a branch`,
      help: 'name it as git does; `git check-ref-format --branch NAME` says which names it takes',
      span: null,
      related: [],
    })
  const line = textOption(options, 'exec')
  const exec = line === null ? null : agentFromFlag(line)
  if (exec !== null && 'diagnostic' in exec) diagnostics.push(exec.diagnostic)
  const policy: { -readonly [K in keyof Policy]?: Policy[K] } = {}
  const { jobs, mode, workspace } = options
  if (typeof jobs === 'number') policy.jobs = jobs
  if (mode !== undefined) policy.mode = mode as Mode
  if (typeof workspace === 'string') policy.workspace = workspace as Policy['workspace']
  const sandbox = textOption(options, 'sandbox')
  return {
    flags: {
      policy,
      gates,
      exec: exec !== null && 'agent' in exec ? exec.agent : null,
      agent: textOption(options, 'agent'),
      branch,
      sandbox: sandbox === 'auto' || sandbox === 'on' || sandbox === 'off' ? sandbox : null,
    },
    diagnostics,
  }
}

/** The mode that a call asks for; null where it leaves that to the project. */
export function modeFlag(options: Readonly<Record<string, unknown>>): 'mechanical' | 'standard' | null {
  return options['mechanical'] === true ? 'mechanical' : options['standard'] === true ? 'standard' : null
}

/** Whether a call asks for the tests of criteria first; null where it leaves that to the project. */
export function atddFlag(options: Readonly<Record<string, unknown>>): boolean | null {
  const { atdd } = options
  return typeof atdd === 'boolean' ? atdd : null
}

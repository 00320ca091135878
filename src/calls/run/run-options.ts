/** What the options of `run` may be: the command line offers nothing else, and a program that calls the library is told so. */

import { inspect } from 'node:util'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Mode, Policy } from '../../plan/policy.ts'

export const modes: readonly Mode[] = ['silent', 'collaborative', 'dynamic', 'education']
export const workspaceKinds: readonly Policy['workspace'][] = ['worktree', 'in-place', 'none']
export const sandboxChoices = ['auto', 'on', 'off'] as const
/** How many tasks may be worked on at a time. */
export const jobsRange = { least: 1, most: 256 } as const

/** What a value has to be, in words, and whether it is. */
interface Form {
  readonly says: string
  readonly fits: (value: unknown) => boolean
}

const text: Form = { says: 'a text', fits: (value) => typeof value === 'string' }
const texts: Form = {
  says: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((it) => typeof it === 'string'),
}
/** An empty list would choose everything, although it names nothing. */
const names: Form = {
  says: 'a list of one text or more',
  fits: (value) => texts.fits(value) && (value as readonly string[]).some((it) => it.trim() !== ''),
}
const yesOrNo: Form = { says: 'true or false', fits: (value) => typeof value === 'boolean' }
const { least, most } = jobsRange
const jobs: Form = {
  says: `a whole number from ${least} to ${most}`,
  fits: (value) => typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
}

function oneOf(choices: readonly string[]): Form {
  return { says: `one of ${choices.join(', ')}`, fits: (value) => choices.some((it) => it === value) }
}

/** By the names that commander gives them. */
const forms: Readonly<Record<string, Form>> = {
  agent: text,
  exec: text,
  gate: texts,
  jobs,
  mode: oneOf(modes),
  mechanical: yesOrNo,
  standard: yesOrNo,
  atdd: yesOrNo,
  phase: names,
  workspace: oneOf(workspaceKinds),
  sandbox: oneOf(sandboxChoices),
  only: names,
  until: text,
  branch: text,
  dryRun: yesOrNo,
  doubles: text,
  dialect: text,
  yes: yesOrNo,
}

const exclusive = [
  ['exec', 'agent'],
  ['standard', 'mechanical'],
] as const

/**
 * What is wrong with the options as values, before anybody reads them.
 *
 * @returns those that can be read, and MW602 for each other one and for two that exclude each other
 */
export function fittingOptions(options: Readonly<Record<string, unknown>>): {
  readonly options: Readonly<Record<string, unknown>>
  readonly diagnostics: readonly Diagnostic[]
} {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const odd = given.filter(([name, value]) => forms[name]?.fits(value) === false)
  const isOn = (name: string): boolean => options[name] !== undefined && options[name] !== false
  return {
    options: Object.fromEntries(given.filter((it) => !odd.includes(it))),
    diagnostics: [
      ...odd.map(([name, value]) =>
        wrong(`--${dashed(name)} must be ${forms[name]?.says ?? ''}, and is ${inspect(value, { depth: 0 })}`),
      ),
      ...exclusive
        .filter((pair) => pair.every(isOn))
        .map(([one, other]) => wrong(`--${one} and --${other} exclude each other`)),
    ],
  }
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function wrong(message: string): Diagnostic {
  return {
    code: 'MW602',
    severity: 'error',
    message,
    help: '`millwright run --help` lists the options and their values',
    span: null,
    related: [],
  }
}

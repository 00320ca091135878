/** What a repository may not decide about its own security (RELIABILITY S2, MW607). */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Policy } from '../plan/policy.ts'
import type { Span } from '../plan/source.ts'
import type { Config } from './config.ts'

/** Parts of arguments that switch an agent's own safeguards off. */
const bypasses = [
  'dangerous',
  'yolo',
  'bypass',
  'skip-permission',
  'full-access',
  'allow-all',
  'no-sandbox',
  'trust-all',
  'allowedtools',
  'allowed-tools',
  'permission-mode',
  'approval',
  'sandbox_mode',
] as const

/** Parts of names of variables that hold secrets. */
const secrets = [
  'TOKEN',
  'SECRET',
  'PASSWORD',
  'PASSWD',
  'CREDENTIAL',
  'API_KEY',
  'APIKEY',
  'PRIVATE',
  'ACCESS_KEY',
  'AUTH',
  'COOKIE',
] as const

/**
 * Beginnings and ends of names of variables by which other code is loaded into a program, by which git and programs are
 * found, or by which a program is led to another server.
 */
const steering = {
  names: ['PATH', 'ENV', 'HOME', 'IFS', 'SHELL', 'EDITOR', 'VISUAL', 'PAGER', 'CLASSPATH'],
  starts: [
    'LD_',
    'DYLD_',
    'NODE_',
    'PYTHON',
    'PERL5',
    'RUBY',
    'BASH_',
    'GIT_',
    'SSH_',
    'XDG_',
    'MILLWRIGHT_',
    'NPM_CONFIG_',
    'PIP_',
    'SSL_',
  ],
  ends: ['_PROXY', '_URL', '_URI', '_ENDPOINT', '_HOST', '_OPTIONS', '_OPTS', '_FLAGS', '_WRAPPER', '_CA_BUNDLE'],
} as const

/** Flags of a person's own agent that a repository may give: which model is to work, and how long. */
const harmlessFlags = /^(?:--model|-m|--max-turns|--effort)(?:=.*)?$/

/**
 * Whether an argument would switch off the safeguards of an agent.
 *
 * @param argument one word of an argv
 */
function bypassesSafeguards(argument: string): boolean {
  const low = argument.toLowerCase()
  return bypasses.some((part) => low.includes(part))
}

/** Whether a variable holds a secret, judged by its name alone. */
function namesSecret(variable: string): boolean {
  const high = variable.toUpperCase()
  return high.endsWith('_KEY') || secrets.some((part) => high.includes(part))
}

/** Whether a variable steers which code a program runs or which server it talks to, judged by its name alone. */
function steersPrograms(variable: string): boolean {
  const high = variable.toUpperCase()
  return (
    steering.names.some((name) => high === name) ||
    steering.starts.some((part) => high.startsWith(part)) ||
    steering.ends.some((part) => high.endsWith(part))
  )
}

/**
 * A finding of this kind: `what` completes "the repository may not …".
 * @param flag by which a person may say it for one call; null where there is none
 */
export function refused(what: string, span: Span | null, flag: string | null = null): Diagnostic {
  return {
    code: 'MW607',
    severity: 'error',
    message: `the repository may not ${what}`,
    help: `Take it out here; where you want it so, set it in your own configuration, ~/.config/millwright/config.toml${flag === null ? '' : `, or give ${flag}`}`,
    span,
    related: [],
  }
}

/**
 * Finds what a repository's configuration asks for and may not have, whatever the user says.
 *
 * @param config a file of the repository
 * @param span where a path of keys stands in it
 */
export function findLowered(config: Config, span: SpanOf): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  for (const agent of config.agents) found.push(...(agent.kind === 'preset' ? ofPreset : ofCommand)(agent, span))
  for (const [index, variable] of (config.atdd.tests?.env ?? []).entries())
    if (namesSecret(variable))
      found.push(refused(`hand ${variable} to the tests of criteria`, span(['atdd', 'env', index])))
  const { from } = config.patterns
  for (const [index, variable] of (from?.is === 'command' ? from.env : []).entries())
    if (namesSecret(variable))
      found.push(refused(`hand ${variable} to the source of patterns`, span(['patterns', 'env', index])))
  for (const gate of config.gates)
    for (const [index, variable] of gate.env.entries())
      if (namesSecret(variable))
        found.push(refused(`hand ${variable} to a gate`, span(['gates', gate.name, 'env', index])))
  if (config.sandbox === 'off')
    found.push(refused('switch the sandbox off', span(['security', 'sandbox']), '--sandbox off'))
  return found
}

type Agent = Config['agents'][number]
type SpanOf = (path: readonly PropertyKey[]) => Span | null

function ofCommand(agent: Agent, span: SpanOf): Diagnostic[] {
  const at = ['agents', agent.name]
  const flag = [...agent.argv, ...agent.args].find(bypassesSafeguards)
  const key = flag !== undefined && agent.args.includes(flag) ? 'args' : 'command'
  const found = flag === undefined ? [] : [refused(`switch off an agent's safeguards (${flag})`, span([...at, key]))]
  found.push(...secretsOf(agent, span))
  for (const variable of Object.keys(agent.set))
    if (steersPrograms(variable) || bypassesSafeguards(agent.set[variable] ?? ''))
      found.push(refused(`set ${variable} for an agent`, span([...at, 'set', variable])))
  return found
}

/** A preset starts a program of the person, with the person's account: the repository chooses its model, and no more. */
function ofPreset(agent: Agent, span: SpanOf): Diagnostic[] {
  const at = ['agents', agent.name]
  const preset = agent.preset ?? agent.name
  const flag = agent.args.find(
    (word, index) => !harmlessFlags.test(word) && !(isFlag(agent.args[index - 1]) && !word.startsWith('-')),
  )
  const found = flag === undefined ? [] : [refused(`give ${preset} further flags (${flag})`, span([...at, 'args']))]
  // The program would get the variables that the preset passes on.
  if (agent.argv.length > 0) found.push(refused(`start another program as ${preset}`, span([...at, 'command'])))
  found.push(...secretsOf(agent, span))
  for (const variable of Object.keys(agent.set))
    found.push(refused(`set ${variable} for ${preset}`, span([...at, 'set', variable])))
  return found
}

/** Whether the next word is its value. */
function isFlag(word: string | undefined): boolean {
  return word !== undefined && harmlessFlags.test(word) && !word.includes('=')
}

function secretsOf({ name, env }: Agent, span: SpanOf): Diagnostic[] {
  return env.flatMap((variable, index) =>
    namesSecret(variable) ? [refused(`hand ${variable} to an agent`, span(['agents', name, 'env', index]))] : [],
  )
}

/** Values of the policy from the loosest to the strictest, for the keys by which a person keeps control. */
const strictness = {
  mode: ['silent', 'dynamic', 'collaborative', 'education'],
  review: ['never', 'critical', 'always'],
  unverified: ['accept', 'ask', 'block'],
  deviations: ['record', 'ask', 'block'],
  baseline: ['ignore-same', 'ask', 'block'],
  addedTasks: ['accept', 'record'],
} as const satisfies { readonly [K in StrictKey]: readonly Policy[K][] }

type StrictKey = 'mode' | 'review' | 'unverified' | 'deviations' | 'baseline' | 'addedTasks'

/** The one that asks a person more often. */
export function stricterReview(a: Policy['review'], b: Policy['review']): Policy['review'] {
  const order = strictness.review
  return order.indexOf(a) < order.indexOf(b) ? b : a
}

/**
 * The keys of a repository's policy that are looser than what is in force without it.
 *
 * @param inForce the policy of built-in values, dialect and user
 * @param asked what the repository's file names
 */
export function loosened(inForce: Policy, asked: Partial<Omit<Policy, 'limits'>>): readonly StrictKey[] {
  const keys = Object.keys(strictness) as StrictKey[]
  return keys.filter((key) => {
    const order: readonly string[] = strictness[key]
    const wanted = asked[key]
    return wanted !== undefined && order.indexOf(wanted) < order.indexOf(inForce[key])
  })
}

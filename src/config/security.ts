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

/** Variables by which other code is loaded into a program, or by which git and programs are found. */
const steering = [
  'PATH',
  'LD_',
  'DYLD_',
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_EXTRA',
  'PYTHON',
  'PERL5',
  'RUBYOPT',
  'BASH_ENV',
  'ENV',
  'GIT_',
  'SSH_',
  'HOME',
  'XDG_',
  'MILLWRIGHT_',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NPM_CONFIG_',
  'IFS',
  'SHELL',
] as const

/**
 * Whether an argument would switch off the safeguards of an agent.
 *
 * @param argument one word of an argv
 */
export function bypassesSafeguards(argument: string): boolean {
  const low = argument.toLowerCase()
  return bypasses.some((part) => low.includes(part))
}

/** Whether a variable holds a secret, judged by its name alone. */
export function namesSecret(variable: string): boolean {
  const high = variable.toUpperCase()
  return high.endsWith('_KEY') || secrets.some((part) => high.includes(part))
}

/** Whether a variable steers which code a program runs. */
export function steersPrograms(variable: string): boolean {
  const high = variable.toUpperCase()
  return steering.some(
    (part) =>
      high === part || (part.endsWith('_') && high.startsWith(part)) || (part === 'PYTHON' && high.startsWith(part)),
  )
}

/** A finding of this kind: `what` completes "the repository may not …". */
export function refused(what: string, span: Span | null): Diagnostic {
  return {
    code: 'MW607',
    severity: 'error',
    message: `the repository may not ${what}`,
    help: 'Set it in your own configuration or on the command line',
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
export function findLowered(
  config: Config,
  span: (path: readonly PropertyKey[]) => Span | null,
): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  for (const agent of config.agents) {
    const at = ['agents', agent.name]
    const words = [...agent.argv, ...agent.args]
    const flag = words.find(bypassesSafeguards)
    if (flag !== undefined)
      found.push(
        refused(
          `switch off an agent's safeguards (${flag})`,
          span([...at, agent.args.includes(flag) ? 'args' : 'command']),
        ),
      )
    for (const [index, variable] of agent.env.entries())
      if (namesSecret(variable)) found.push(refused(`hand ${variable} to an agent`, span([...at, 'env', index])))
    for (const variable of Object.keys(agent.set))
      if (steersPrograms(variable) || bypassesSafeguards(agent.set[variable] ?? ''))
        found.push(refused(`set ${variable} for an agent`, span([...at, 'set', variable])))
  }
  for (const gate of config.gates)
    for (const [index, variable] of gate.env.entries())
      if (namesSecret(variable))
        found.push(refused(`hand ${variable} to a gate`, span(['gates', gate.name, 'env', index])))
  if (config.sandbox === 'off') found.push(refused('switch the sandbox off', span(['security', 'sandbox'])))
  return found
}

/** Values of the policy from the loosest to the strictest, for the keys by which a person keeps control. */
const strictness = {
  mode: ['silent', 'dynamic', 'collaborative', 'education'],
  review: ['never', 'critical', 'always'],
  unverified: ['accept', 'ask', 'block'],
  deviations: ['record', 'ask', 'block'],
} as const satisfies { readonly [K in 'mode' | 'review' | 'unverified' | 'deviations']: readonly Policy[K][] }

/**
 * The keys of a repository's policy that are looser than what is in force without it.
 *
 * @param inForce the policy of built-in values, dialect and user
 * @param asked what the repository's file names
 */
export function loosened(
  inForce: Policy,
  asked: Partial<Omit<Policy, 'limits'>>,
): readonly (keyof typeof strictness)[] {
  const keys = ['mode', 'review', 'unverified', 'deviations'] as const
  return keys.filter((key) => {
    const order: readonly string[] = strictness[key]
    const wanted = asked[key]
    return wanted !== undefined && order.indexOf(wanted) < order.indexOf(inForce[key])
  })
}

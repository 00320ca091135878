/** What the person's own git would read for a repository, as data: nothing that it names is run or obeyed here. */

import { runGit, splitNul } from './run-git.ts'

/** The caller's say over which files git reads; a name that is not set there is not set here, so that git looks itself. */
const places = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']

/**
 * The environment in which a call of git reads the configuration of the person and of the machine, as their own git does.
 * @returns variables to lay over those of every call
 */
function personConfigPlaces(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(places.map((it) => [it, process.env[it]]))
}

/**
 * The environment in which git looks for a repository and trusts the folders that the person trusts: by their files of
 * configuration, by the variables that stand for one, and under sudo by who called it (git-config, `safe.directory`).
 * @returns variables to lay over those of every call; of the person's variables nothing but that comes along
 */
export function personTrust(): Readonly<Record<string, string | undefined>> {
  const safe = Object.entries(process.env).flatMap(([name, key]) => {
    const isSafe = name.startsWith('GIT_CONFIG_KEY_') && key?.toLowerCase() === 'safe.directory'
    return isSafe ? [process.env[name.replace('_KEY_', '_VALUE_')] ?? ''] : []
  })
  return {
    ...personConfigPlaces(),
    SUDO_UID: process.env['SUDO_UID'],
    GIT_CONFIG_COUNT: String(safe.length),
    ...Object.fromEntries(safe.map((value, at) => [`GIT_CONFIG_VALUE_${at}`, value])),
    ...Object.fromEntries(safe.map((_, at) => [`GIT_CONFIG_KEY_${at}`, 'safe.directory'])),
  }
}

/** Keys as git prints them, and their values, the ones that count last. */
export type PersonConfig = readonly (readonly [key: string, value: string])[]

/** What was read for each look at a repository: to call git takes longer than all that is done with it. */
const known = new WeakMap<object, Promise<PersonConfig>>()

/**
 * Reads the configuration of a repository and of its person: the repository's, `~/.gitconfig` and `git/config` below
 * `XDG_CONFIG_HOME` (git reads both), and the machine's. `git config` only reads.
 * @param facts of the repository, for which it is read once: who looks anew reads anew
 * @returns all that it holds, of several values of a key the last one counts; empty where git cannot read it
 */
export function readPersonConfig(facts: { readonly gitDir: string }): Promise<PersonConfig> {
  const before = known.get(facts)
  if (before !== undefined) return before
  const reading = readConfig(facts.gitDir)
  known.set(facts, reading)
  return reading
}

async function readConfig(gitDir: string): Promise<PersonConfig> {
  const read = await runGit({
    args: ['config', '-z', '--list', '--includes'],
    cwd: gitDir,
    env: { GIT_DIR: gitDir, ...personConfigPlaces() },
  })
  return splitNul(read.out).map((item): [string, string] => {
    const at = item.indexOf('\n')
    return at < 0 ? [item, 'true'] : [item.slice(0, at), item.slice(at + 1)]
  })
}

/** Whether a key that is true or false is true to the person's own git: it has many words for both. */
export async function isTrueToPerson(gitDir: string, key: string): Promise<boolean> {
  const args = ['config', '--type=bool', '--get', key]
  const { out } = await runGit({ args, cwd: gitDir, env: { GIT_DIR: gitDir, ...personConfigPlaces() } })
  return out.toString('utf8') === 'true\n'
}

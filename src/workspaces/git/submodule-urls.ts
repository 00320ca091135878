/** Where submodules come from, as the person's own git has it: a relative address leads on from their remote. */

import path from 'node:path'
import type { GitFacts } from './git-facts.ts'
import { readPersonConfig } from './person-config.ts'
import { runGit, splitNul } from './run-git.ts'

/**
 * The addresses of submodules that a `.gitmodules` names: the one in the person's configuration, else its own. None has a
 * password in it.
 * @param modules bytes of that file
 * @param branch full name of the person's branch, whose remote is asked first; null for none
 * @returns by the submodules' names; empty where git cannot read it
 */
export async function submoduleUrls(
  facts: GitFacts,
  modules: Uint8Array,
  branch: string | null,
): Promise<ReadonlyMap<string, string>> {
  const read = await runGit({ args: ['config', '-z', '--list', '--file', '-'], cwd: facts.gitDir, input: modules })
  const person = new Map(await readPersonConfig(facts))
  const remote = person.get(`branch.${branch?.replace(/^refs\/heads\//, '') ?? ''}.remote`) ?? 'origin'
  const root = facts.root ?? facts.commonDir
  const from = placed(person.get(`remote.${remote}.url`) ?? root, root)
  const urls = new Map<string, string>()
  for (const item of splitNul(read.out)) {
    const [key = '', ...lines] = item.split('\n')
    if (!key.startsWith('submodule.') || !key.endsWith('.url')) continue
    const named = lines.join('\n')
    const own = person.get(key)
    const url = own === undefined ? leadOn(from, named) : placed(own, root)
    // What git would not read back from its configuration, and what it reads as well from that file, with its password.
    if (url === null || /\p{Cc}/u.test(key + url) || (hasPassword(url) && !isRelative(named))) continue
    urls.set(key.slice('submodule.'.length, -'.url'.length), withoutPassword(url))
  }
  return urls
}

/**
 * An address that leads on from another, as git reads it.
 * @param from address of a remote, or an absolute path
 * @returns `url` itself where it is not relative; null where it leads out of everything
 */
function leadOn(from: string, url: string): string | null {
  if (!isRelative(url)) return url
  let [base, sign, rest] = [from.endsWith('/') ? from.slice(0, -1) : from, '/', url]
  while (isRelative(rest)) {
    const isUp = rest.startsWith('../')
    rest = rest.slice(isUp ? 3 : 2)
    if (!isUp) continue
    const end = Math.max(base.lastIndexOf('/'), base.includes('/') ? -1 : base.lastIndexOf(':'))
    if (end < 0) return null
    if (base[end] === ':') sign = ':'
    base = base.slice(0, end)
  }
  const whole = base + sign + rest
  return whole.endsWith('/') ? whole.slice(0, -1) : whole
}

/** The address without what is secret in it; a name for a web server is often a token, and goes too. */
function withoutPassword(url: string): string {
  const scheme = url.indexOf('://')
  if (scheme < 0) return url
  const begin = scheme + 3
  const slash = url.indexOf('/', begin)
  const end = slash < 0 ? url.length : slash
  const at = url.slice(begin, end).lastIndexOf('@')
  if (at < 0) return url
  const [user = ''] = url.slice(begin, begin + at).split(':')
  const kept = /^https?$/i.test(url.slice(0, scheme)) ? '' : `${user}@`
  return url.slice(0, begin) + kept + url.slice(begin + at + 1)
}

function hasPassword(url: string): boolean {
  return withoutPassword(url) !== url
}

function isRelative(url: string): boolean {
  return url.startsWith('./') || url.startsWith('../')
}

/** A path of the person's is one from the top of their checkout. */
function placed(url: string, root: string): string {
  const colon = url.indexOf(':')
  const isPath = colon < 0 || url.slice(0, colon).includes('/')
  return isPath ? path.resolve(root, url) : url
}

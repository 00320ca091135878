/**
 * Names of files are kept in the journal, shown and committed: one that holds a secret is in no draft (RELIABILITY S11). A
 * secret that is a plain word may stand in any name, and what the plan itself names is told already.
 */

import type { FileSpec } from '../plan/model.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Finder } from '../system/find-spellings.ts'
import { finderOf, hideIn } from '../system/hide.ts'
import { isPlain } from '../system/secrets.ts'

type Taken = Extract<Outcome, { of: 'snapshot' }>

/**
 * What a look at a draft may tell. A file that was there before is known already.
 * @param declared what the plan names of the task
 * @param secrets values that no program is to tell
 * @returns the same; a failure, for the next attempt, where the draft brings a file whose name holds one of them
 */
export function untoldNames(taken: Taken, declared: readonly FileSpec[], secrets: readonly string[]): Taken {
  const telling = secrets.filter((it) => !isPlain(it))
  if (taken.is !== 'taken' || telling.length === 0) return taken
  const finder = finderOf(telling)
  const named = declared.flatMap((it) => [it.path, it.to ?? it.path, it.leadsTo ?? it.path])
  const brought = taken.changes.filter((it) => it.change === 'added' || it.change === 'renamed').map((it) => it.path)
  const told = brought.find((it) => isHidden(unnamed(it, named), finder))
  if (told !== undefined) {
    const reason = `the name of the new file ${hideIn(told, finder)} holds a secret, and names are kept and shown; give it another name`
    return { of: 'snapshot', is: 'failed', failure: { reason, help: '`millwright unblock` tries the task again' } }
  }
  const { links, outside } = taken
  return {
    ...taken,
    ...(links ? { links: links.map((it) => ({ ...it, to: hideIn(it.to, finder) })) } : {}),
    ...(outside ? { outside: outside.map((it) => ({ ...it, path: hideIn(it.path, finder) })) } : {}),
  }
}

/** What of a path the plan does not name. */
function unnamed(path: string, named: readonly string[]): string {
  const above = named.filter((it) => path === it || path.startsWith(`${it}/`))
  return path.slice(Math.max(0, ...above.map((it) => it.length)))
}

function isHidden(text: string, finder: Finder): boolean {
  return hideIn(text, finder) !== text
}

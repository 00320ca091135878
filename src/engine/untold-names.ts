/**
 * Names of files are kept in the journal, shown and committed: one that holds a secret is in no draft (RELIABILITY S11). A
 * secret that could be anything else may stand in any name, and what the plan or the project has named so is told already.
 */

import type { FileSpec } from '../plan/model.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Finder } from '../system/find-spellings.ts'
import { finderOf, hideIn } from '../system/hide.ts'
import { isLikeToken } from '../system/secrets.ts'
import type { TreeFiles } from '../system/tree-files.ts'

type Taken = Extract<Outcome, { of: 'snapshot' }>

/**
 * What a look at a draft may tell. What was there before is known already.
 * @param known.declared what the plan names of the task
 * @param known.base the files before the attempt; null where no state of them is kept
 * @param secrets values that no program is to tell
 * @returns the same; a failure, for the next attempt, where the draft brings a file whose name holds one of them
 */
export async function untoldNames(
  taken: Taken,
  known: { readonly declared: readonly FileSpec[]; readonly base: TreeFiles | null },
  secrets: readonly string[],
): Promise<Taken> {
  if (taken.is !== 'taken' || secrets.length === 0) return taken
  const finder = finderOf(secrets.filter(isLikeToken))
  const all = finderOf(secrets)
  const named = known.declared.flatMap((it) => [it.path, it.to ?? it.path, it.leadsTo ?? it.path])
  const brought = taken.changes.filter((it) => it.change === 'added' || it.change === 'renamed').map((it) => it.path)
  for (const told of brought) {
    if (!isHidden(unnamed(told, named), finder) || !(await isNew(told, known.base, finder))) continue
    const reason = `the name of the new file ${hideIn(told, finder)} holds a secret, and names are kept and shown; give it another name`
    return { of: 'snapshot', is: 'failed', failure: { reason, help: '`millwright unblock` tries the task again' } }
  }
  const { links, outside } = taken
  return {
    ...taken,
    ...(links ? { links: links.map((it) => ({ ...it, to: hideIn(it.to, all) })) } : {}),
    ...(outside ? { outside: outside.map((it) => ({ ...it, path: hideIn(it.path, all) })) } : {}),
  }
}

/** What of a path the plan does not name. */
function unnamed(path: string, named: readonly string[]): string {
  const above = named.filter((it) => path === it || path.startsWith(it.endsWith('/') ? it : `${it}/`))
  return path.slice(Math.max(0, ...above.map((it) => it.length)))
}

/** Whether no folder of that name was there. */
async function isNew(path: string, base: TreeFiles | null, finder: Finder): Promise<boolean> {
  const names = path.split('/')
  for (let depth = names.length - 1; depth > 0 && base !== null; depth--)
    if ((await base.look(names.slice(0, depth).join('/')))?.is === 'folder')
      return isHidden(names.slice(depth).join('/'), finder)
  return true
}

function isHidden(text: string, finder: Finder): boolean {
  return hideIn(text, finder) !== text
}

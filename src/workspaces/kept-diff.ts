/** Without git: what a draft changes, as `git diff` would print it, from the states of the files that are kept. */

import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import type { FileChange } from '../run/outcome.ts'
import { hunksOf } from '../system/text-diff.ts'
import { blobIn, stateIn, type FileState, type FolderState } from './file-states.ts'

/** Of a larger file nobody reads what differs. */
const mostBytes = 1024 * 1024

/**
 * @param store absolute path of the folder that the states are kept in
 * @param changes those that are shown, of what differs between the two
 * @returns null where one of the states is not kept (any more)
 */
export function keptDiff(
  store: string,
  {
    from,
    to,
    changes,
    limit,
  }: {
    readonly from: string
    readonly to: string
    readonly changes: readonly FileChange[]
    /** Characters, behind which no further file is told. */
    readonly limit: number
  },
): string | null {
  const [before, after] = [stateIn(store, from), stateIn(store, to)]
  if (before === null || after === null) return null
  let text = ''
  for (const it of changes) {
    if (text.length > limit) return `${text}… and more files\n`
    text += ofFile(store, it, { before, after })
  }
  return text
}

function ofFile(
  store: string,
  change: FileChange,
  { before, after }: { readonly before: FolderState; readonly after: FolderState },
): string {
  const was = before.get(change.from ?? change.path)
  const is = after.get(change.path)
  const [old, now] = [named(`a/${change.from ?? change.path}`), named(`b/${change.path}`)]
  const head = [
    `diff --git ${old} ${now}`,
    ...(was ? [] : [`new file mode ${modes[is?.mode ?? 'file']}`]),
    ...(is ? [] : [`deleted file mode ${modes[was?.mode ?? 'file']}`]),
    ...(was && is && was.mode !== is.mode ? [`old mode ${modes[was.mode]}`, `new mode ${modes[is.mode]}`] : []),
    ...(change.from === null ? [] : [`rename from ${named(change.from)}`, `rename to ${named(change.path)}`]),
  ]
  const names = [was ? old : '/dev/null', is ? now : '/dev/null'] as const
  const [first, second] = [textOf(store, was), textOf(store, is)]
  const body =
    first === null || second === null
      ? was?.hash === is?.hash
        ? ''
        : `Files ${names[0]} and ${names[1]} differ\n`
      : withNames(names, hunksOf(first, second))
  return `${head.join('\n')}\n${body}`
}

/** A name takes no line of its own. */
function named(name: string): string {
  return /[\p{Cc}"\\]/u.test(name) ? JSON.stringify(name) : name
}

function withNames([old, now]: readonly [string, string], hunks: string): string {
  return hunks === '' ? '' : `--- ${old}\n+++ ${now}\n${hunks}`
}

const modes: Readonly<Record<FileState['mode'], string>> = { file: '100644', executable: '100755', link: '120000' }

/** Null for what is no text, or too much of it, or kept no longer; empty where there is no file. */
function textOf(store: string, file: FileState | undefined): string | null {
  if (file === undefined) return ''
  const kept = blobIn(store, file.hash)
  if (!existsSync(kept)) return null
  const bytes = readFileSync(kept)
  // In another encoding two texts would look like one.
  return bytes.length > mostBytes || bytes.includes(0) || !isUtf8(bytes) ? null : bytes.toString('utf8')
}

/** The value of `tests:`: checks that the plan proposes, and among them files that the task itself is to write. */

import type { DraftFile, Text } from '../../../plan/draft.ts'
import type { FileAction } from '../../../plan/model.ts'
import { decode, trimmed, type Extent } from '../../scan/bytes.ts'
import { splitList, unquoted } from '../../scan/list.ts'
import type { Findings } from '../findings.ts'
import { namesNothing } from './dependencies.ts'
import { actionIn, actionOf } from './file-actions.ts'
import { commas, inBrackets, readFile } from './files.ts'

/** Reads the first `most` of a list of proposed checks: each a path or a command without the action behind it. */
export function readTests(bytes: Uint8Array, value: Extent, findings: Findings, most: number): Text[] {
  return splitList(bytes, inBrackets(bytes, value), commas, most).flatMap((entry) => {
    const { open } = actionOf(bytes, entry)
    const extent = unquoted(bytes, trimmed(bytes, entry.start, open))
    const text = decode(bytes, extent.start, extent.end)
    return text === '' || namesNothing(bytes, extent) ? [] : [{ text, span: findings.span(extent) }]
  })
}

/** A relative path with an ending; a folder may be one of a router (`[id]`, `(group)`). */
const plainFile =
  /^(?:\.\/)?(?:(?:[\p{L}\p{N}_@][\p{L}\p{N}_@.+-]*|\[[\p{L}\p{N}_.-]+\]|\([\p{L}\p{N}_.-]+\))\/)*[\p{L}\p{N}_@][\p{L}\p{N}_@+-]*(?:\.[\p{L}\p{N}_@+-]+)*\.(\w+)$/u
/** Endings of files that tests are written in, or read; `Cart.total` is a name in a program. */
const testEndings: ReadonlySet<string> = new Set(
  (
    'bats c cc clj cpp cs css csv cxx dart erl ex exs feature fs go gql graphql groovy h hpp hs html java jl js json jsx kt kts ' +
    'lua m md mjs cjs ml mm mts cts php pl ps1 py pyi r R rb robot rs scala scss sh snap sol sql svelte swift t tcl ' +
    'toml ts tsx txt vue xml yaml yml zig'
  ).split(' '),
)
const writing: ReadonlySet<FileAction> = new Set(['create', 'modify', 'delete'])

/**
 * The files in such a list that the task itself is to write, said by the action behind them: `a.test.ts (CREATE)`. What is
 * not plainly a path, such as `POST /users (create)`, is prose.
 */
export function readTestFiles(bytes: Uint8Array, value: Extent, findings: Findings, most: number): DraftFile[] {
  return splitList(bytes, inBrackets(bytes, value), commas, most).flatMap((entry) => {
    const { open, close } = actionOf(bytes, entry)
    const isWritten = close > open && writing.has(actionIn(bytes, open + 1, close).action)
    const path = unquoted(bytes, trimmed(bytes, entry.start, open))
    const [, ending = ''] = plainFile.exec(decode(bytes, path.start, path.end)) ?? []
    const isFile = isWritten && testEndings.has(ending)
    const file = isFile ? readFile(bytes, entry, findings) : null
    return file === null ? [] : [file]
  })
}

/** What the real parsers make of a snippet, for tables of tests. */

import { expect } from 'vitest'
import { differencesOf, entriesOf } from '../../../src/gates/contract/compare.ts'
import { openParsers } from '../../../src/gates/contract/parsers.ts'
import { readFiles } from '../../../src/gates/contract/read-files.ts'
import type { FileSignatures } from '../../../src/gates/contract/signature.ts'

let parsers: ReturnType<typeof openParsers> | undefined

/** Reads one file; fails where the parsers are not installed. */
export async function readText(path: string, text: string | Uint8Array): Promise<FileSignatures> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const [read] = (await readFiles([{ path, bytes }], (parsers ??= openParsers()))) ?? []
  if (read === undefined) throw new Error('@vscode/tree-sitter-wasm is not installed: npm install')
  return read
}

/** The signatures as `name: text`, in the order of the file. */
export async function signaturesOf(path: string, text: string | Uint8Array): Promise<readonly string[]> {
  const read = await readText(path, text)
  if (read.is !== 'read') throw new Error(JSON.stringify(read))
  return read.signatures.map((it) => `${it.name}: ${it.text}`)
}

/** What a contract gate would find different between two forms of a file. */
export async function differences(path: string, one: string, other: string): Promise<readonly string[]> {
  const [was, is] = [await readText(path, one), await readText(path, other)]
  if (was.is !== 'read' || is.is !== 'read') throw new Error(JSON.stringify([was, is]))
  expect(was.signatures).not.toEqual([])
  return differencesOf(path, entriesOf(path, was.signatures), is.signatures).map((it) =>
    JSON.stringify([it.name, it.is, it.gone, it.come]),
  )
}

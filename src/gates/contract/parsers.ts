/** The parsers: tree-sitter as WebAssembly, an optional package that is loaded when a file is to be read. */

import { createRequire } from 'node:module'
import path from 'node:path'
import type * as TreeSitter from '@vscode/tree-sitter-wasm'
import type { Language, Node, Parser, Query, QueryMatch, Tree } from '@vscode/tree-sitter-wasm'
import type { Written } from './languages.ts'
import { plainSource } from './plain-source.ts'

/** The package whose grammars read the files. */
export const parserPackage = '@vscode/tree-sitter-wasm'

const require = createRequire(import.meta.filename)

/** Where the parsers of this installation are; null where the optional package is not installed beside it. */
export function findParsers(): { readonly folder: string; readonly version: string } | null {
  try {
    const manifest = require.resolve(`${parserPackage}/package.json`)
    const { version } = require(manifest) as { readonly version?: string }
    return { folder: path.dirname(manifest), version: version ?? '' }
  } catch {
    return null
  }
}

/** A file as its parser sees it. */
export type Parsed =
  | {
      readonly is: 'parsed'
      readonly source: string
      readonly matches: readonly QueryMatch[]
      readonly free: () => void
    }
  /** More of it would have to be looked at once than there is room for. */
  | { readonly is: 'too-much' }
  /** 1-based place of the first thing that does not belong there. */
  | { readonly is: 'broken'; readonly line: number; readonly column: number; readonly what: string }

export interface Parsers {
  /** @throws where a grammar cannot be loaded */
  parse(text: string, written: Written): Promise<Parsed>
}

/** So many matches of a query under way at once are enough for any text that somebody wrote. */
const mostUnderWay = 65_536

/**
 * Loads the parsers.
 * @returns null where they are not installed
 */
export async function openParsers(): Promise<Parsers | null> {
  const found = findParsers()
  if (found === null) return null
  const wasm = require(parserPackage) as typeof TreeSitter
  await wasm.Parser.init()
  const ready = new Map<string, Promise<{ readonly parser: Parser; readonly query: Query }>>()
  const load = async ({ grammar, language }: Written): Promise<{ readonly parser: Parser; readonly query: Query }> => {
    const loaded: Language = await wasm.Language.load(path.join(found.folder, 'wasm', `${grammar}.wasm`))
    const parser = new wasm.Parser()
    parser.setLanguage(loaded)
    return { parser, query: new wasm.Query(loaded, language.query) }
  }
  return {
    async parse(text, written) {
      const opening = ready.get(written.grammar) ?? load(written)
      ready.set(written.grammar, opening)
      const { parser, query } = await opening
      const plain = plainSource(text.startsWith('\uFEFF') ? text.slice(1) : text, written.language)
      // Some grammars know the end of a line by its sign alone, also of the last one.
      const source = plain.endsWith('\n') ? plain : `${plain}\n`
      const tree: Tree | null = parser.parse(source)
      if (tree === null) throw new Error('the parser gave nothing')
      const root = tree.rootNode
      const wrong = root.hasError ? wrongIn(root, written.language.untyped) : null
      if (wrong !== null) {
        const broken = placeOf(wrong)
        tree.delete()
        return broken
      }
      const matches = query.matches(root, { matchLimit: mostUnderWay })
      if (query.didExceedMatchLimit()) {
        tree.delete()
        return { is: 'too-much' }
      }
      return { is: 'parsed', source, matches, free: () => tree.delete() }
    },
  }
}

/**
 * The first node that does not belong there.
 * @param untyped nodes in which a type may be missing
 */
function wrongIn(root: Node, untyped: ReadonlySet<string>): Node | null {
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isMissing && untyped.has(node.parent?.type ?? '')) continue
    const inner = node.isError
      ? []
      : node.children.flatMap((it) => (it !== null && (it.hasError || it.isError || it.isMissing) ? it : []))
    if (inner.length === 0) return node
    open.push(...inner.toReversed())
  }
  return null
}

function placeOf(node: Node): Parsed {
  const { row, column } = node.startPosition
  const near = node.text.trimStart().split('\n', 1)[0]?.trimEnd().slice(0, 40) ?? ''
  const what = node.isMissing ? `"${node.type}" is missing here` : near === '' ? 'it ends too early' : `near ${near}`
  return { is: 'broken', line: row + 1, column: column + 1, what }
}

/** The documents of the project, and the fenced blocks in them with the marks that say what a test does with each. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..', '..')

/** A fenced block. Line numbers are 0-based; `lines` are those between the fences. */
export interface Block {
  readonly language: string
  readonly from: number
  readonly lines: readonly string[]
  /** What stands in `<!-- docs: … -->` on the lines directly above, in order: `file tasks.md`, `in repository`. */
  readonly marks: readonly string[]
}

export interface Document {
  /** Relative to the root, with `/`. */
  readonly name: string
  readonly text: string
  readonly blocks: readonly Block[]
}

/** All documents: those at the root and those in `docs/`, by name. */
export function documents(): readonly Document[] {
  const below = (folder: string): string[] =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => (folder === '.' ? name : `${folder}/${name}`))
  return [...below('.'), ...below('docs')].sort().map(readDocument)
}

/** One document by its name. */
export function readDocument(name: string): Document {
  const text = readFileSync(path.join(root, name), 'utf8')
  return { name, text, blocks: blocksOf(text) }
}

const mark = /^<!-- docs: (.*) -->$/

/** The fenced blocks of a text, with the marks above each. */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let marks: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const said = mark.exec(line)?.[1]
    if (said !== undefined) marks.push(said)
    else if (line.startsWith('```')) {
      const fence = /^`+/.exec(line)?.[0] ?? '```'
      let close = at + 1
      while (close < lines.length && lines[close] !== fence) close += 1
      blocks.push({ language: line.slice(fence.length), from: at + 1, lines: lines.slice(at + 1, close), marks })
      marks = []
      at = close
    } else if (line !== '') marks = []
  }
  return blocks
}

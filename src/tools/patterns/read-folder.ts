/** The pattern files of a folder: data that somebody put there, never more than that. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { oneLine } from '../../plan/one-line.ts'
import type { Pattern } from '../../run/patterns/pattern.ts'
import { readFile } from '../../system/files.ts'
import { isInside, kindOfPath, realPathOf } from '../../system/look-at-path.ts'
import { parseFile, patternEndings } from './parse-data.ts'
import { readPatterns } from './read-patterns.ts'
import type { PatternRemark } from './source.ts'

export interface FolderRead {
  readonly patterns: readonly Pattern[]
  readonly remarks: readonly PatternRemark[]
}

/** More is no collection that anybody looks after, and would be read anew for each question. */
const limits = { files: 1_000, entries: 20_000, depth: 8, fileBytes: 64 * 1024, bytes: 16 * 1024 * 1024 }

interface Found {
  /** Below the folder, with `/`. */
  readonly name: string
  /** Where it really lies. */
  readonly file: string
}

function remarkOf(of: string, reason: string, line: number | null = null, column: number | null = null): PatternRemark {
  return { of: oneLine(of), line, column, reason: oneLine(reason) }
}

/** Files by their names, folder by folder. What begins with a dot is not looked at, nor what has another ending. */
function filesIn(root: string, remarks: PatternRemark[]): readonly Found[] {
  const found: Found[] = []
  let entries = 0
  const look = (folder: string, below: string, depth: number): void => {
    let names
    try {
      names = readdirSync(folder, { withFileTypes: true })
    } catch {
      remarks.push(remarkOf(below, 'this folder cannot be read'))
      return
    }
    for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entries++ >= limits.entries || found.length >= limits.files) return
      if (entry.name.startsWith('.')) continue
      const name = below === '.' ? entry.name : `${below}/${entry.name}`
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (depth < limits.depth) look(file, name, depth + 1)
        else remarks.push(remarkOf(name, `folders more than ${limits.depth} deep are not read`))
        continue
      }
      const real = entry.isSymbolicLink() ? realPathOf(file) : file
      if (real !== null && entry.isSymbolicLink() && kindOfPath(real) === 'folder') {
        remarks.push(remarkOf(name, 'is a link to a folder, which is not followed'))
        continue
      }
      if (!patternEndings.some((it) => entry.name.toLowerCase().endsWith(it))) continue
      if (real === null) remarks.push(remarkOf(name, 'is a link that leads nowhere'))
      else if (!isInside(root, real)) remarks.push(remarkOf(name, 'is a link out of the folder, which is not followed'))
      else found.push({ name, file: real })
    }
  }
  look(root, '.', 0)
  if (entries > limits.entries || found.length >= limits.files)
    remarks.push(remarkOf('.', `only the first ${limits.files} files of ${limits.entries} entries are read`))
  return found
}

/** By file; those of one file as they were found. */
function inOrder(remarks: readonly PatternRemark[]): readonly PatternRemark[] {
  return [...remarks].sort((a, b) => (a.of < b.of ? -1 : a.of > b.of ? 1 : 0))
}

/** The text of a file, or why there is none. */
function textOf(file: string): { readonly text: string } | { readonly fault: string } {
  const read = readFile(file, limits.fileBytes)
  if (read.is === 'failed')
    return {
      fault:
        read.failure.code === 'TOO-LARGE'
          ? `has more than ${limits.fileBytes} bytes`
          : `cannot be read (${read.failure.code})`,
    }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(read.bytes) }
  } catch {
    return { fault: 'is not UTF-8' }
  }
}

/**
 * Reads all patterns of a folder and of the folders in it, in the order of their names. Of two patterns with one name the first
 * counts. What cannot be read is told and left out.
 *
 * @param folder absolute
 * @param signal ends it between two files; what was read until then is given
 * @returns null where there is no such folder
 */
export async function readFolder(folder: string, signal?: AbortSignal): Promise<FolderRead | null> {
  const root = realPathOf(folder)
  if (root === null) return null
  const remarks: PatternRemark[] = []
  const patterns = new Map<string, Pattern>()
  let bytes = 0
  for (const { name, file } of filesIn(root, remarks)) {
    if (signal?.aborted === true) break
    const read = textOf(file)
    if ('fault' in read) {
      remarks.push(remarkOf(name, read.fault))
      continue
    }
    bytes += read.text.length
    if (bytes > limits.bytes) {
      remarks.push(remarkOf(name, `files behind the first ${limits.bytes} characters are not read`))
      break
    }
    const data = await parseFile(name, read.text)
    if (data.is === 'fault') {
      remarks.push(remarkOf(name, data.reason, data.line, data.column))
      continue
    }
    const { patterns: own, faults } = readPatterns(data.value, data.body)
    for (const { entry, reason } of faults)
      remarks.push(remarkOf(name, entry === null ? reason : `entry ${entry}: ${reason}`))
    for (const { pattern } of own) {
      if (patterns.has(pattern.name)) remarks.push(remarkOf(name, `${pattern.name} is there already`))
      else patterns.set(pattern.name, pattern)
    }
  }
  return { patterns: [...patterns.values()], remarks: inOrder(remarks) }
}

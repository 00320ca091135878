/** Programs of the repository that a gate compiles before it runs them: packages that `go run` and `cargo run` name. */

import path from 'node:path'
import { addFile, inRoot, lookUp, textOf, type Search } from './defining-search.ts'
import { quoted, sectionsOf } from './tool-files.ts'
import { foldersMatching } from './workspace-packages.ts'

/**
 * Adds the sources of the program that `go run` or `cargo run` names. What no name of its own calls (`go run .`, `cargo run`) is
 * the product.
 *
 * @param word of a command; any other than `go` or `cargo` adds nothing
 * @param rest the words behind it
 */
export async function addCompiled(
  search: Search,
  word: string,
  rest: readonly string[],
  folder: string,
): Promise<void> {
  if (word === 'go') await addGo(search, rest, folder)
  else if (word === 'cargo') await addCargo(search, rest, folder)
}

async function addGo(search: Search, rest: readonly string[], from: string): Promise<void> {
  const at = rest.indexOf('run')
  if (at < 0) return
  const given = rest.indexOf('-C')
  const folder = given < 0 ? from : (inRoot(from, rest[given + 1] ?? '') ?? from)
  for (const it of rest.slice(at + 1)) {
    const place = inRoot(folder, it)
    if (place === null) continue
    if (it.endsWith('.go')) await addFile(search, place)
    else if (await addSources(search, place, 'go', 0)) return
  }
}

async function addCargo(search: Search, rest: readonly string[], folder: string): Promise<void> {
  const words = await withoutAlias(search, rest, folder)
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  if (!own.some((it) => it === 'run' || it === 'r')) return
  for (const [index, it] of own.entries()) {
    const [, inWord] = /^(?:--package=|-p=?)(.+)$/.exec(it) ?? []
    const name = it === '-p' || it === '--package' ? own[index + 1] : inWord
    for (const place of name === undefined ? [] : await packagesNamed(search, name, folder)) {
      await addFile(search, inRoot(place, 'build.rs'))
      await addSources(search, `${place}/src`, 'rs', deepest)
    }
    const manifest = it === '--manifest-path' ? own[index + 1] : /^--manifest-path=(.+)$/.exec(it)?.[1]
    const place = manifest === undefined ? null : inRoot(folder, path.posix.dirname(manifest))
    if (place !== null) await addSources(search, `${place}/src`, 'rs', deepest)
  }
}

/** `cargo xtask` is what the configuration's aliases say: `xtask = "run --package xtask --"`, or a list of words. */
async function withoutAlias(search: Search, rest: readonly string[], folder: string): Promise<readonly string[]> {
  const [name = ''] = rest
  if (!/^[\w-]+$/.test(name)) return rest
  for (const place of new Set([folder, '.']))
    for (const file of ['.cargo/config.toml', '.cargo/config']) {
      const found = await lookUp(search, inRoot(place, file) ?? '')
      const line = (found === null ? null : sectionsOf(textOf(found), 'alias'))
        ?.split('\n')
        .find((it) => it.split('=')[0]?.trim() === name)
      if (line === undefined) continue
      const said = quoted(line.slice(line.indexOf('=') + 1))
      return [...said.flatMap((it) => it.split(/\s+/)), ...rest.slice(1)]
    }
  return rest
}

/** Folders of the packages so called: members of the workspace, or else a folder of that name. */
async function packagesNamed(search: Search, name: string, folder: string): Promise<readonly string[]> {
  const places: string[] = []
  for (const place of new Set([folder, '.'])) {
    const list = await lookUp(search, inRoot(place, 'Cargo.toml') ?? 'Cargo.toml')
    const workspace = list === null ? '' : (sectionsOf(textOf(list), 'workspace') ?? '')
    for (const it of quoted(/^members\s*=\s*\[([^\]]*)\]/m.exec(workspace)?.[1] ?? ''))
      places.push(...(await foldersMatching(search, place, it, 'Cargo.toml')))
  }
  const named: string[] = []
  for (const place of new Set(places)) {
    const file = await lookUp(search, `${place}/Cargo.toml`)
    const lines = file === null ? '' : (sectionsOf(textOf(file), 'package') ?? '')
    if (quoted(/^name\s*=(.*)$/m.exec(lines)?.[1] ?? '')[0] === name) named.push(place)
  }
  const guess = inRoot(folder, name)
  return named.length > 0 || guess === null ? named : [guess]
}

/** Folders below the sources of one program. */
const deepest = 4
/** Files of one program. */
const most = 500

/** Adds the files of one language in a folder, without tests. @returns whether there is one */
async function addSources(search: Search, place: string, ending: string, depth: number): Promise<boolean> {
  const names = ((await search.files.list?.(place)) ?? []).slice(0, most)
  // Also what is put there later is compiled with it.
  search.folders.add(place)
  let found = false
  for (const name of names) {
    if (name.endsWith(`.${ending}`) && !name.endsWith(`_test.${ending}`))
      found = (await addFile(search, inRoot(place, name))) !== null || found
    else if (depth > 0 && !name.includes('.'))
      found = (await addSources(search, `${place}/${name}`, ending, depth - 1)) || found
  }
  return found
}

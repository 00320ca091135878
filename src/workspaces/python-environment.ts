/**
 * A virtual environment of Python that workspaces share: a folder of the workspace with a link for each package. Python takes
 * the folder of its `pyvenv.cfg` for the environment, before it follows links; so what names the checkout (programs, what is
 * installed for editing) is written anew, and leads to the workspace.
 */

import { existsSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { textOfFile } from '../system/files.ts'
import { isInside, lookAtPath, namesIn, realPathOf } from '../system/look-at-path.ts'
import type { Shape } from './shape.ts'

/** Longer files are no scripts, and none that an installer wrote to lead a Python somewhere. */
const longest = 1024 * 1024

/** Whether a folder is an environment that can be made of links; those of conda, of Windows and behind a link are none. */
export function isEnvironment(folder: string): boolean {
  if (process.platform === 'win32' || !existsSync(path.join(folder, 'pyvenv.cfg'))) return false
  return isOwnFolder(folder) && isOwnFolder(path.join(folder, 'bin')) && sitePackages(folder).length > 0
}

/** Whether an environment is one whose packages are links, as workspaces share it; one that a set-up has made is none. */
export function holdsLinkedPackages(folder: string): boolean {
  const isLink = (file: string): boolean => lookAtPath(file)?.isSymbolicLink() === true
  return isEnvironment(folder) && sitePackages(folder).some((at) => namesIn(at).some((it) => isLink(path.join(at, it))))
}

function sitePackages(folder: string): readonly string[] {
  const lib = path.join(folder, 'lib')
  const all = namesIn(lib).map((name) => path.join(lib, name))
  return all.filter(isOwnFolder).flatMap((it) => {
    const packages = path.join(it, 'site-packages')
    return isOwnFolder(packages) ? [packages] : []
  })
}

function isOwnFolder(folder: string): boolean {
  return lookAtPath(folder)?.isDirectory() === true
}

/** Both ends of an environment. */
interface Sides {
  /** Absolute path in the checkout. */
  readonly at: string
  readonly packages: readonly string[]
  readonly moves: Moves
  readonly isEachFile: boolean
  /** Whether what it names from where it lies, outside of itself, is elsewhere. */
  readonly isBeside: boolean
}

/** What leads into the checkout, by any of its names, and where it leads in a workspace; the nearest comes first. */
type Moves = readonly { readonly from: string; readonly to: string }[]

/**
 * What stands in a workspace for an environment.
 *
 * @param of.root absolute path of the person's checkout
 * @param of.files absolute path of the workspace's files
 * @param of.relative the environment: one by `isEnvironment`
 * @param of.to absolute path of where it stands, unless that is its place in the workspace
 * @param of.isEachFile whether packages are folders with a link for each file: an installer that exchanges one touches links only
 */
export function shapeOfEnvironment(of: {
  readonly root: string
  readonly files: string
  readonly relative: string
  readonly to?: string
  readonly isEachFile?: boolean
}): Shape {
  const { root, files, relative, to = path.join(files, relative), isEachFile = false } = of
  const at = path.join(root, relative)
  const packages = sitePackages(at)
  const roots = [...new Set([root, realPathOf(root) ?? root, ...otherNames(root, at, packages)])]
  const moves = roots.flatMap((it) => [
    { from: it, to: files },
    { from: path.join(it, relative), to },
  ])
  moves.sort((a, b) => b.from.length - a.from.length)
  const isBeside = to !== path.join(files, relative)
  return shapeOfFolder(at, { at, packages, moves, isEachFile, isBeside }, 0)
}

/** What else the checkout is called in an environment, where it was made or used through a link. */
function otherNames(root: string, at: string, packages: readonly string[]): readonly string[] {
  const real = realPathOf(root) ?? root
  const files = [path.join(at, 'bin'), ...packages].flatMap((folder) =>
    namesIn(folder).flatMap((name) => (folder.endsWith('bin') || isWay(name) ? [path.join(folder, name)] : [])),
  )
  const named = files.flatMap((it) => (textOf(it) ?? '').split(/[\n'"]/)).map((it) => it.trim().replace(/^#!/, ''))
  return [...new Set(named.filter((it) => path.isAbsolute(it) && it.length < 4096))].flatMap((it) => {
    // The last part of a program is a link to elsewhere.
    const place = path.dirname(it)
    const below = path.relative(real, realPathOf(place) ?? '/')
    if (below.startsWith('..')) return []
    if (below === '') return [place]
    return place.endsWith(path.sep + below) ? [place.slice(0, -below.length - 1)] : []
  })
}

/** Whether by its name a file of an installer leads a Python somewhere. */
export function isWay(name: string): boolean {
  return /\.(?:pth|egg-link)$/.test(name) || /editable.*\.py$/.test(name)
}

/** Installers put files for everybody into folders no deeper than this (`share/man/man1`); below, a folder is one link. */
const deepest = 3

function shapeOfFolder(folder: string, sides: Sides, depth: number): Shape {
  const isSite = sides.packages.includes(folder)
  const entries = namesIn(folder).filter((name) => name !== compiled)
  return new Map(
    entries.map((name) => {
      const entry = path.join(folder, name)
      return [name, isSite ? shapeOfInstalled(entry, sides, 0) : shapeOfEntry(entry, sides, depth)]
    }),
  )
}

/** What Python keeps of modules that lie in a folder: one that is written anew for a workspace is another one there. */
const compiled = '__pycache__'

function shapeOfEntry(entry: string, sides: Sides, depth: number): Shape {
  const there = lookAtPath(entry)
  if (there?.isSymbolicLink() === true) return shapeOfOutside(entry, sides)
  if (there?.isDirectory() === true)
    return depth < deepest ? shapeOfFolder(entry, sides, depth + 1) : shapeOfPackage(entry, sides)
  const [above, isFile] = [path.dirname(entry), there?.isFile() === true]
  // Programs may look from where they really lie for what is beside them.
  if (isFile && above === path.join(sides.at, 'bin')) return shapeOfProgram(entry, sides.moves)
  return isFile && above === sides.at ? { copyOf: entry } : entry
}

/** A Python that lies in the checkout and is no content of it has no other place. */
function shapeOfOutside(link: string, sides: Sides): string {
  const target = path.resolve(path.dirname(link), readlinkSync(link))
  const to = moved(target, sides.moves)
  return to === null || isInside(sides.at, target) || existsSync(to) ? shapeOfLink(link, sides) : target
}

/** The same words where these lead to the same place of the workspace. */
function shapeOfLink(link: string, { at, moves, isBeside }: Sides): string {
  const lead = readlinkSync(link)
  if (!path.isAbsolute(lead)) {
    const target = path.resolve(path.dirname(link), lead)
    const to = moved(target, moves)
    if (to === null) return target
    return isBeside && !isInside(at, target) ? to : lead
  }
  const real = realPathOf(lead)
  return moved(lead, moves) ?? (real === null ? null : moved(real, moves)) ?? lead
}

function shapeOfProgram(file: string, moves: Moves): Shape {
  const text = textOf(file)
  return text === null ? file : { text: startable(movedText(text, moves), moves), as: file }
}

/** Systems read so much of a first line, and take a space in it for its end: then a shell calls Python, as pip writes it. */
function startable(text: string, moves: Moves): string {
  const [line = ''] = text.split('\n', 1)
  const program = line.slice('#!'.length)
  if (!moves.some(({ to }) => line.startsWith(`#!${to}/`)) || !path.basename(program).startsWith('python')) return text
  if (line.length <= 127 && !program.includes(' ')) return text
  return `#!/bin/sh\n'''exec' "${program}" "$0" "$@"\n' '''${text.slice(line.length)}`
}

/** What lies in `site-packages`. What an installer writes there for one package touches none of the person's files. */
function shapeOfInstalled(entry: string, sides: Sides, depth: number): Shape {
  const there = lookAtPath(entry)
  if (there?.isSymbolicLink() === true) return shapeOfLink(entry, sides)
  if (there?.isFile() === true) return shapeOfFile(entry, sides)
  if (there?.isDirectory() !== true) return entry
  if (depth === deepest || !hasManyParts(entry)) return shapeOfPackage(entry, sides)
  const names = namesIn(entry).filter((name) => name !== compiled)
  return new Map(names.map((name) => [name, shapeOfInstalled(path.join(entry, name), sides, depth + 1)]))
}

/** A folder that holds nothing which names the checkout. */
function shapeOfPackage(folder: string, sides: Sides): Shape {
  if (!sides.isEachFile || lookAtPath(folder)?.isDirectory() !== true) return folder
  const names = namesIn(folder).filter((name) => name !== compiled)
  return new Map(names.map((name) => [name, shapeOfPackage(path.join(folder, name), sides)]))
}

/** Whether a folder is no package: what is noted of one, or a namespace that several have a part of. */
function hasManyParts(folder: string): boolean {
  return isNote(folder) || !existsSync(path.join(folder, '__init__.py'))
}

/** Whether a folder holds what an installer notes of a package. */
export function isNote(folder: string): boolean {
  return /\.(?:dist|egg)-info$/.test(folder)
}

function shapeOfFile(file: string, sides: Sides): Shape {
  const isOwn = /\.(?:pth|egg-link)$/.test(file)
  const text = isOwn || /\.(?:py|json)$/.test(file) ? textOf(file) : null
  if (text === null) return file
  const anew = file.endsWith('.pth') ? movedWays(file, text, sides) : movedText(text, sides.moves)
  return isOwn || anew !== text ? { text: anew, as: file } : file
}

/** Null of what is no text. */
function textOf(file: string): string | null {
  const text = textOfFile(file, longest)
  return text === null || /[\0\uFFFD]/.test(text) ? null : text
}

/** The place of the workspace for a path of the checkout; null for others. */
function moved(file: string, moves: Moves): string | null {
  const move = moves.find((it) => isInside(it.from, file))
  return move === undefined ? null : path.join(move.to, path.relative(move.from, file))
}

/** Not in `/mnt/project` and `/project-old` for `/project`. */
function movedText(text: string, moves: Moves): string {
  const address = (it: string): string => pathToFileURL(it).pathname
  const instead = new Map([
    ...moves.map(({ from, to }) => [address(from), address(to)] as const),
    ...moves.map(({ from, to }) => [from, to] as const),
  ])
  if (![...instead.keys()].some((it) => text.includes(it))) return text
  const names = [...instead.keys()].map((it) => it.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const named = new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${names.join('|')})(?![\\p{L}\\p{N}_.-])`, 'gu')
  return text.replaceAll(named, (it) => instead.get(it) ?? it)
}

/** Lines of a `.pth` name folders, or are programs. */
function movedWays(file: string, text: string, { at, moves, isBeside }: Sides): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const written = line.trim()
      const place = path.resolve(path.dirname(file), written)
      const way = isBeside && written !== '' && !isInside(at, place) && existsSync(place) ? place : written
      const to = path.isAbsolute(way) ? (moved(way, moves) ?? moved(realPathOf(way) ?? way, moves)) : null
      if (to === null) return [movedText(line, moves)]
      const isOfLinks = path.basename(to).startsWith('__editable__') || !existsSync(to)
      const behind = isOfLinks ? sourcesBehind(way, moves) : []
      return behind.length > 0 ? behind : [to]
    })
    .join('\n')
}

/** More files than these are not looked at. */
const mostFiles = 20_000

/**
 * The folders of the workspace for one of links to sources, which setuptools makes in its strict mode and only the checkout
 * has; none where each link has another name than its file.
 */
function sourcesBehind(folder: string, moves: Moves): readonly string[] {
  const found = new Set<string>()
  const open = [folder]
  let looked = 0
  for (const at of open)
    for (const name of namesIn(at)) {
      if ((looked += 1) > mostFiles) return []
      const entry = path.join(at, name)
      const there = lookAtPath(entry)
      if (there?.isDirectory() === true && name !== compiled) open.push(entry)
      if (there?.isSymbolicLink() !== true) continue
      const source = moved(path.resolve(at, readlinkSync(entry)), moves)
      const below = path.sep + path.relative(folder, entry)
      if (source === null) continue
      if (!source.endsWith(below)) return []
      found.add(source.slice(0, -below.length))
    }
  return [...found].sort()
}

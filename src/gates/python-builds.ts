/** What installing a Python project executes: its `setup.py`, the program that builds it, and what that is told to run. */

import path from 'node:path'
import { addFile, addPart, inRoot, lookUp, textOf, type Search } from './defining-search.ts'
import { quoted, sectionsOf } from './tool-files.ts'
import { foldersMatching } from './workspace-packages.ts'

/** Programs that build the project, or what it depends on by a path, where they install. */
const installers = /^(?:pip[\d.]*|uv|poetry|pdm|hatch|rye|flit|pipx|pipenv)$/

const hooks = ['setup.py', 'hatch_build.py', 'pdm_build.py'] as const
/** Sections of `pyproject.toml` that say what runs while it is built; the rest is the product. */
const sections = [
  'build-system',
  'tool.hatch.build',
  'tool.poetry.build',
  'tool.pdm.build',
  'tool.setuptools.cmdclass',
] as const
/** Projects that one call installs; more are no longer followed. */
const most = 200

/**
 * Adds what an installer would execute of the projects in the repository: where it stands, the root, what its words name,
 * the members of a uv workspace, and what these depend on by a path.
 *
 * @param word of a command; any other than an installer adds nothing
 * @param rest the words behind it
 */
export async function addPythonBuilds(
  search: Search,
  word: string,
  rest: readonly string[],
  folder: string,
): Promise<void> {
  if (!installers.test(word.slice(word.lastIndexOf('/') + 1))) return
  const open = ['.', folder, ...rest.flatMap((it) => projectOf(folder, it))]
  for (const [at, it] of rest.entries())
    if (/^(?:-r|--requirement)$/.test(rest[at - 1] ?? '')) open.push(...(await requiredBy(search, folder, it)))
  const seen = new Set<string>()
  for (let place = open.pop(); place !== undefined && seen.size < most; place = open.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    open.push(...(await addProject(search, place)))
  }
}

/** @returns folders of further projects */
async function addProject(search: Search, place: string): Promise<readonly string[]> {
  for (const name of hooks) await addFile(search, inRoot(place, name))
  const file = await lookUp(search, inRoot(place, 'pyproject.toml') ?? '')
  if (file === null) return []
  const text = textOf(file)
  for (const heading of sections) {
    const content = sectionsOf(text, heading)
    if (content === null) continue
    const name = `${file.path} [${heading}]`
    addPart(search, { name, text: name, path: file.path, content })
    for (const it of programsIn(content)) await addFile(search, inRoot(place, it))
  }
  const members = sectionsOf(text, 'tool.uv.workspace') ?? ''
  const patterns = quoted(/^members\s*=\s*\[([^\]]*)\]/m.exec(members)?.[1] ?? '')
  const linked = [...text.slice(0, longest).matchAll(/\bpath\s*=\s*["']([^"'\n]+)["']/g)].map((it) => it[1] ?? '')
  return [
    ...(await Promise.all(patterns.map((it) => foldersMatching(search, place, it, 'pyproject.toml')))).flat(),
    ...linked.flatMap((it) => inRoot(place, it) ?? []),
  ]
}

/** Of one file. */
const longest = 64 * 1024

/** What a section names as a file, and a build program that lies in the repository (`backend-path`). */
function programsIn(section: string): readonly string[] {
  const named = quoted(section).filter((it) => it.endsWith('.py'))
  const folders = quoted(/^backend-path\s*=\s*\[([^\]]*)\]/m.exec(section)?.[1] ?? '')
  const module = quoted(/^build-backend\s*=(.*)$/m.exec(section)?.[1] ?? '')[0] ?? ''
  const base = (module.split(':')[0] ?? '').replaceAll('.', '/')
  const own = folders.flatMap((it) => [`${base}.py`, `${base}/__init__.py`].map((file) => path.posix.join(it, file)))
  return [...named, ...own]
}

/** `./pkg[extra]` and `file:pkg` name a folder. */
function projectOf(folder: string, word: string): readonly string[] {
  const place = inRoot(
    folder,
    word
      .slice(0, 1024)
      .replace(/^file:(?:\/\/)?/, '')
      .replace(/\[[^\]]*\]$/, ''),
  )
  return place === null ? [] : [place]
}

/** The folders that a list of packages names; what is said of its other lines is the product. */
async function requiredBy(search: Search, folder: string, word: string): Promise<readonly string[]> {
  const file = await lookUp(search, inRoot(folder, word) ?? '')
  if (file === null) return []
  return textOf(file)
    .slice(0, longest)
    .split('\n')
    .flatMap((line) => projectOf(path.posix.dirname(file.path), line.trim().replace(/^(?:-e|--editable)[\s=]+/, '')))
}

/** What of the configuration leads to the checkout itself (MW610): a gate would judge that, and call the draft verified. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Diagnostic } from '../plan/diagnostic.ts'
import type { DraftIntegration } from '../plan/draft.ts'
import { integrationGate } from '../plan/integration-gate.ts'
import { safeLine } from '../plan/safe-text.ts'
import type { Span } from '../plan/source.ts'
import { expandHome, homeNames } from '../system/home.ts'
import { isInside, realPathOf } from '../system/look-at-path.ts'
import { buildFoldersIn, buildOf } from './build-folders.ts'
import { spanOf, type Config, type ConfiguredGate } from './config.ts'
import { testGates } from './gates.ts'
import type { Flags, Settings } from './settings.ts'

/** Where gates judge: the checkout that workspaces are made from, and what they are linked to of it. */
interface Checkout {
  /** As it is called, and as it really is. */
  readonly roots: readonly string[]
  /** How words write these: as paths, and for a shell. */
  readonly spellings: readonly Spelling[]
  readonly home: string | undefined
  readonly shared: readonly string[]
}

interface Spelling {
  readonly written: string
  readonly root: string
}

/**
 * MW610 for gates whose words are paths of the checkout, unless these lead to something that is installed there or shared; and
 * for what workspaces would get of builds, which know by themselves where their sources are.
 * Nothing where gates judge the checkout itself.
 *
 * @param of.root absolute path of the checkout
 * @param of.home absolute path of the folder that gates get as `HOME`
 * @param of.configs as they were read, for where things stand
 */
export function leadsBack(of: {
  readonly root: string
  readonly home: string | undefined
  readonly settings: Settings
  readonly configs: readonly Config[]
  readonly flags: Flags
}): readonly Diagnostic[] {
  const { root, settings, configs, flags } = of
  const checkout = checkoutOf(of)
  if (checkout === null) return []
  const inFiles = configs.flatMap((config) =>
    config.gates.flatMap((gate) => ofGate(gate, checkout, spanOf(config, ['gates', gate.name, 'run']))),
  )
  const inTests = configs.flatMap((config) =>
    (config.atdd.tests === undefined || config.atdd.tests === null ? [] : testGates(config.atdd.tests)).flatMap(
      (gate) => ofGate(gate, checkout, spanOf(config, ['atdd', 'run'])),
    ),
  )
  const inBuilds = givenPaths(settings, configs).flatMap(({ given, ...it }) => ofGiven(given, { root, ...it }))
  return [...inFiles, ...inTests, ...flags.gates.flatMap((gate) => ofGate(gate, checkout, null)), ...inBuilds]
}

/** The same for integration tests that a plan, or a file beside it, names. */
export function testsLeadBack(
  tests: readonly Pick<DraftIntegration, 'id' | 'command' | 'argv'>[],
  of: { readonly root: string; readonly home: string | undefined; readonly settings: Settings },
): readonly Diagnostic[] {
  const checkout = tests.length === 0 ? null : checkoutOf(of)
  if (checkout === null) return []
  return tests.flatMap(({ id, command, argv }) =>
    ofGate({ name: safeLine(integrationGate(id.text)), argv: argv ?? [], cwd: '.' }, checkout, command.span),
  )
}

/** Null where gates judge the checkout itself. */
function checkoutOf(of: {
  readonly root: string
  readonly home: string | undefined
  readonly settings: Settings
}): Checkout | null {
  const { root, home, settings } = of
  if (settings.policy.workspace !== 'worktree' || !existsSync(path.join(root, '.git'))) return null
  const roots = [...new Set([root, realPathOf(root) ?? root])]
  const spellings = roots.flatMap((it) => spellingsOf(it, home))
  return { roots, spellings, home, shared: settings.workspace.share }
}

/**
 * A warning (MW610) for a `target` of Cargo that workspaces would get: Cargo takes as fresh there what is newer than the
 * sources, whoever's sources it was made of.
 */
export function sharedTargets(of: {
  readonly root: string
  readonly settings: Settings
  readonly configs: readonly Config[]
}): readonly Diagnostic[] {
  const { root, settings, configs } = of
  if (settings.policy.workspace !== 'worktree') return []
  return givenPaths(settings, configs).flatMap(({ given, shown, span }): readonly Diagnostic[] => {
    const folder = path.join(root, given)
    if (path.basename(folder) !== 'target' || !existsSync(path.join(folder, '../Cargo.toml'))) return []
    return [
      {
        code: 'MW610',
        severity: 'warning',
        message: `${shown} is what Cargo has built of your own checkout: it takes that as fresh for a draft, and broken work passes`,
        help: 'Take it out: each workspace builds its own',
        span,
        related: [],
      },
    ]
  })
}

interface GivenPath {
  readonly given: string
  readonly shown: string
  readonly span: Span | null
}

/** What workspaces get of the checkout, each with the place that says so. */
function givenPaths(settings: Settings, configs: readonly Config[]): readonly GivenPath[] {
  return (['share', 'copy'] as const).flatMap((key) =>
    settings.workspace[key].map((given, at) => {
      const config = configs.findLast((it) => it.workspace[key] !== undefined)
      const span = config && (spanOf(config, ['workspace', key, at]) ?? spanOf(config, ['workspace', key]))
      return { given, shown: `workspace.${key}[${at}]`, span: span ?? null }
    }),
  )
}

function spellingsOf(root: string, home: string | undefined): readonly Spelling[] {
  const above = home === undefined ? [] : [...new Set([home, realPathOf(home) ?? home])]
  const below = above.filter((it) => path.isAbsolute(it) && isInside(it, root)).map((it) => path.relative(it, root))
  const written = below.flatMap((it) => homeNames.map((name) => (it === '' ? name : `${name}/${it}`)))
  return [root, ...written].map((it) => ({ written: it, root }))
}

/** The paths in a word, as they are written there and as a shell reads them. */
function pathsIn(
  word: string,
  home: string | undefined,
): readonly { readonly written: string; readonly file: string }[] {
  return word.split(ends).flatMap((written) => {
    const file = expandHome(written, home)
    return path.isAbsolute(file) ? [{ written, file }] : []
  })
}

function ofGate(gate: Judging, checkout: Checkout, span: Span | null): readonly Diagnostic[] {
  for (const [at, word] of gate.argv.entries()) {
    const told = aboutBuild(word, checkout) ?? aboutPath(word, { gate, checkout, isFirst: at === 0 })
    if (told === null) continue
    const message = `gate ${gate.name} names ${told.names}: it would judge that, and not the draft`
    return [{ code: 'MW610', severity: 'error', message, help: told.help, span, related: [] }]
  }
  return []
}

type Judging = Pick<ConfiguredGate, 'name' | 'argv' | 'cwd'>

interface Told {
  readonly names: string
  readonly help: string
}

function aboutPath(
  word: string,
  of: { readonly gate: Judging; readonly checkout: Checkout; readonly isFirst: boolean },
): Told | null {
  const way = wayBack(word, of.checkout)
  if (way === null) return null
  const up = path.relative(path.join('/', of.gate.cwd), '/') || '.'
  const mended = word.replace(way.written, () => [up, way.path].filter((it) => it !== '').join('/'))
  const instead = of.isFirst ? mended : mended.replace(/^\.\/(?=.)/, '')
  return {
    names: `your own checkout (${way.written})`,
    help: `Write ${JSON.stringify(instead)} in its place; share what git does not know ([workspace] share), or let tasks work in the checkout (--workspace in-place)`,
  }
}

/** A build folder of the checkout, wherever it lies, and what lies in it. */
function aboutBuild(word: string, { roots: [root = ''], home }: Checkout): Told | null {
  for (const { file } of pathsIn(word, home))
    for (let at = realPathOf(file) ?? '/'; path.dirname(at) !== at; at = path.dirname(at)) {
      const name = isInside(root, at) ? path.relative(root, at) : path.basename(at)
      const build = buildOf(at, { root, at: name, within: at })
      if (build === null) continue
      return {
        names: `a build of your own checkout (${build.file})`,
        help: `Let each workspace make its own (${build.setup}), and name that (${name})`,
      }
    }
  return null
}

/** A path of the checkout in a word, as it is written there, and relative to the root. */
interface WayBack {
  readonly written: string
  readonly path: string
}

/** Where a path ends within a word: `-v /project:/app`, `cd '/project' && make`. */
const ends = /[\s:;,'"&|()<>=]/

/** No path that a system takes is longer. */
const longestPath = 4096

function wayBack(word: string, checkout: Checkout): WayBack | null {
  for (const { written, root } of checkout.spellings)
    for (let at = word.indexOf(written); at >= 0; at = word.indexOf(written, at + 1)) {
      const before =
        word
          .slice(Math.max(0, at - longestPath), at)
          .split(ends)
          .at(-1) ?? ''
      const rest = word.slice(at + written.length, at + written.length + longestPath)
      // `/mnt/project` is not `/project`, nor is `/project-old`; `-C/project` and `file:///project` are.
      if (/[^/]/.test(before) && before.includes('/')) continue
      if (written.startsWith('~') && before !== '') continue
      if (/^[\p{L}\p{N}_.-]/u.test(rest)) continue
      const below = rest.split(ends)[0] ?? ''
      const whole = path.join(root, below)
      const way = { written: written + below, path: path.relative(root, whole) }
      if (isInside(root, whole) && leads(way.path, checkout)) return way
    }
  // By another name: through a link on the way.
  for (const { written, file } of pathsIn(word, checkout.home)) {
    const real = realPathOf(file)
    const root = checkout.roots.find((it) => real !== null && isInside(it, real))
    if (real === null || root === undefined || checkout.roots.some((it) => isInside(it, file))) continue
    const below = path.relative(root, real)
    if (leads(below, checkout)) return { written, path: below }
  }
  return null
}

/** Whether a path below the root is content of the project, or leads to such. */
function leads(below: string, checkout: Checkout): boolean {
  const [root = ''] = checkout.roots
  if (!isGiven(below, checkout)) return true
  const real = realPathOf(path.join(root, below))
  const home = checkout.roots.find((it) => real !== null && isInside(it, real))
  return real !== null && home !== undefined && !isGiven(path.relative(home, real), checkout)
}

/** Whether it is shared, or installed: a package of Node, an environment of Python. */
function isGiven(below: string, { roots: [root = ''], shared }: Checkout): boolean {
  if (below === '') return false
  if (shared.some((it) => isInside(path.join(root, it), path.join(root, below)))) return true
  const parts = below.split('/')
  return parts.some((part, at) => {
    const folder = path.join(root, ...parts.slice(0, at + 1))
    return part === 'node_modules' || ['pyvenv.cfg', 'conda-meta'].some((it) => existsSync(path.join(folder, it)))
  })
}

function ofGiven(
  given: string,
  { root, shown, span }: { readonly root: string; readonly shown: string; readonly span: Span | null },
): readonly Diagnostic[] {
  const top = path.join(root, given)
  for (const folder of buildFoldersIn(top)) {
    const build = buildOf(folder, { root, at: path.relative(root, folder), within: realPathOf(top) ?? top })
    if (build === null) continue
    return [
      {
        code: 'MW610',
        severity: 'error',
        message: `${shown} is built from your own checkout (${path.relative(root, build.file)}): gates would build and test that, and not the draft`,
        help: `Leave it out, and let each workspace make its own: ${build.setup}`,
        span,
        related: [],
      },
    ]
  }
  return []
}

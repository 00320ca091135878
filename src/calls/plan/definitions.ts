/** Integration tests that a repository keeps in files of their own: the folder that its configuration names (seed 003 §4). */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { DefinitionsFolder, Settings } from '../../config/settings.ts'
import { readDefinitions } from '../../dialects/integration/read-definitions.ts'
import type { Code, Diagnostic, Severity } from '../../plan/diagnostic.ts'
import type { Draft, DraftIntegration } from '../../plan/draft.ts'
import { integrationGate } from '../../plan/integration-gate.ts'
import { compareNatural } from '../../plan/natural.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Source } from '../../plan/source.ts'
import { readFile } from '../../system/files.ts'
import { isInside, realPathOf } from '../../system/look-at-path.ts'
import { kindOf } from './find-root.ts'

export interface Definitions {
  readonly tests: readonly DraftIntegration[]
  /** With an error among them nothing may be started. */
  readonly diagnostics: readonly Diagnostic[]
  /** The files that were read, for what is said about them. */
  readonly sources: readonly Source[]
}

/** Hundreds of tests of whole layers are many; more is another folder. */
const most = { files: 200, bytes: 1024 * 1024 } as const

const nothing: Definitions = { tests: [], diagnostics: [], sources: [] }

/**
 * Reads all `*.json` and `*.jsonc` files that lie in the folder itself, in the natural order of their names. What is no
 * ordinary file, leads out of the repository or is too large is refused: a test that is silently not there would pass.
 *
 * @param of.root absolute path of the project, without links
 * @param of.plan files that are read as a plan already, relative to the root: their tests are not read twice
 */
export function readDefinitionsOf(of: {
  readonly root: string
  readonly settings: Pick<Settings, 'definitions'>
  readonly plan: readonly string[]
}): Definitions {
  const { root, plan } = of
  const { definitions } = of.settings
  if (definitions === null) return nothing
  const names = namesIn(root, definitions)
  if (!('names' in names)) return names
  const files = names.names.filter((name) => !plan.includes(`${definitions.folder}/${name}`))
  if (files.length > most.files) {
    const message = `${safeLine(definitions.folder)} holds ${files.length} files of integration tests, the limit is ${most.files}`
    return wrong(definitions, { code: 'MW008', message, help: 'put several tests into one file, as a list' })
  }
  const read = files.map((name) => readOne(root, `${definitions.folder}/${name}`))
  const tests = read.flatMap((it) => it.tests)
  const diagnostics = read.flatMap((it) => it.diagnostics)
  if (tests.length === 0 && diagnostics.length === 0) {
    const why = files.length === 0 ? 'no file *.json lies there' : 'its files list none'
    const message = `the folder ${safeLine(definitions.folder)} defines no integration test: ${why}`
    const help = 'write a test into it, or take the folder out of the configuration'
    return wrong(definitions, { code: 'MW011', severity: 'warning', message, help })
  }
  return { tests, diagnostics, sources: read.flatMap((it) => it.sources) }
}

function wrong(
  { span }: Pick<DefinitionsFolder, 'span'>,
  of: { readonly code: Code; readonly severity?: Severity; readonly message: string; readonly help: string },
): Definitions {
  return { ...nothing, diagnostics: [{ severity: 'error', ...of, span, related: [] }] }
}

function namesIn(root: string, of: DefinitionsFolder): { readonly names: readonly string[] } | Definitions {
  const folder = path.join(root, of.folder)
  const shown = safeLine(of.folder)
  const real = realPathOf(folder)
  const refused = (message: string, help: string): Definitions => wrong(of, { code: 'MW011', message, help })
  // What lies outside is nobody's business here: neither read nor named.
  if (real !== null && !isInside(root, real))
    return refused(
      `the folder ${shown} of integration tests is a link that leads out of the repository`,
      'put the folder itself into the repository',
    )
  const kind = kindOf(folder)
  // What somebody says for all repositories is none where there is no such folder.
  if (kind === 'missing' && !of.isOfRepository) return nothing
  if (kind === 'missing')
    return refused(`the folder ${shown} of integration tests is not there`, 'make it, or correct its name')
  // What is behind a link has another name: nobody would be asked about a draft that changes it.
  if (real !== folder)
    return refused(
      `the folder ${shown} of integration tests is reached by a link`,
      `name the folder itself${real === null ? '' : `: ${safeLine(path.relative(root, real))}`}`,
    )
  if (kind !== 'folder')
    return refused(`${shown} is no folder of integration tests, but a file`, 'name the folder that the file lies in')
  try {
    return { names: readdirSync(folder).filter(isDefinition).sort(compareNatural) }
  } catch {
    return refused(`the folder ${shown} of integration tests cannot be read`, 'check its owner and its permissions')
  }
}

/** Hidden files are those of editors and systems. */
function isDefinition(name: string): boolean {
  return !name.startsWith('.') && /\.jsonc?$/i.test(name)
}

/** @param file relative to the root */
function readOne(root: string, file: string): Definitions {
  const place = path.join(root, file)
  const shown = safeLine(file)
  const refused = (code: Code, message: string, help: string): Definitions =>
    wrong({ span: null }, { code, message, help })
  const real = realPathOf(place)
  if (real === null)
    return refused('MW011', `cannot read ${shown}: it is a link that leads to nothing`, 'repair the link or remove it')
  if (!isInside(root, real))
    return refused(
      'MW011',
      `${shown} is a link that leads out of the repository`,
      'put the file itself into the repository',
    )
  if (real !== place) return refused('MW011', `${shown} is a link`, 'put the file itself into the folder')
  const found = readFile(real, most.bytes)
  if (found.is === 'failed') {
    const { code, reason, help } = found.failure
    return refused(
      code === 'TOO-LARGE' ? 'MW008' : 'MW011',
      reason.replace(real, () => shown),
      help,
    )
  }
  const source = { path: file, bytes: found.bytes }
  return { ...readDefinitions(source), sources: [source] }
}

/** The plan's draft with the integration tests that lie in a folder of their own, which are as good as its own. */
export function withDefinitions(
  draft: Draft,
  of: Parameters<typeof readDefinitionsOf>[0],
): { readonly draft: Draft; readonly definitions: Definitions } {
  const definitions = readDefinitionsOf(of)
  const { tests, diagnostics } = definitions
  if (tests.length + diagnostics.length === 0) return { draft, definitions }
  return {
    draft: {
      ...draft,
      integrations: [...(draft.integrations ?? []), ...tests],
      diagnostics: [...draft.diagnostics, ...diagnostics],
    },
    definitions,
  }
}

/** MW110 for tests that the configuration has under the same name: gates are only added, and none takes another's place. */
export function configuredTwins(
  { integrations = [] }: Pick<Draft, 'integrations'>,
  { gates }: Pick<Settings, 'gates'>,
): readonly Diagnostic[] {
  const configured = new Map(gates.map((gate) => [gate.name, gate.origin]))
  return integrations.flatMap(({ id }): readonly Diagnostic[] => {
    const origin = configured.get(integrationGate(id.text))
    if (origin === undefined) return []
    const message = `integration test ${safeLine(id.text)} is defined twice: a gate of ${origin} has that name, too`
    const help = 'give one of them another name, or take it out'
    return [{ code: 'MW110', severity: 'error', message, help, span: id.span, related: [] }]
  })
}

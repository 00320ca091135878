/** The prompt templates of a project: built in, the user's own, the repository's; each name once, the last of these wins. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { readPromptTemplate, type PromptTemplate } from '../../agents/prompt-template.ts'
import type { ConfigSource } from '../../config/config.ts'
import type { PromptsFolder } from '../../config/settings.ts'
import type { TrustPart } from '../../config/trust.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { roleName } from '../../plan/role-names.ts'
import type { Source, Span } from '../../plan/source.ts'
import { sha256 } from '../../system/digest.ts'
import type { Environment } from '../../system/environment.ts'
import { readFile } from '../../system/files.ts'
import { isInside, realPathOf } from '../../system/look-at-path.ts'
import { shippedWith } from '../../system/shipped.ts'
import { notUtf8, userFolder } from '../plan/read-settings.ts'

/** Whose word a template is; nobody has to trust what is built in, or their own. */
export type PromptSource = 'built-in' | Exclude<ConfigSource, 'command-line'>

export interface Prompt {
  /** The role, as `roleName` spells it. */
  readonly name: string
  readonly template: PromptTemplate
  /** The file, as people know it. */
  readonly origin: string
  readonly source: PromptSource
}

export interface ReadPrompts {
  /** By role; the generic one is always among them where nothing is wrong. */
  readonly prompts: ReadonlyMap<string, Prompt>
  /** With an error among them nothing may be started. */
  readonly diagnostics: readonly Diagnostic[]
  /** The files that these are about. */
  readonly texts: readonly Source[]
  /** What a person has to trust: what the repository has agents told (RELIABILITY S1, S12). */
  readonly trust: readonly TrustPart[]
}

/** A template is a page or a few, and there are some of them. */
const most = { bytes: 16 * 1024, templates: 64 } as const

/** A folder that templates may lie in. */
interface PromptFolder {
  readonly folder: string
  readonly shown: string
  readonly source: PromptSource
  /** What nothing of it may lead out of; null where it may lead anywhere. */
  readonly inside: string | null
  /** Set where it has to be there: where that is said. */
  readonly isNeeded: { readonly span: Span | null } | null
}

/** Folder of the templates that ship with the program. */
export function builtInPrompts(): string {
  return shippedWith('prompts', import.meta.dirname) ?? path.join(import.meta.dirname, 'prompts')
}

/**
 * Reads all templates: a wrong one is told whether or not a task has its role.
 *
 * @param of.root absolute path of the project
 * @param of.folder where the repository keeps them
 */
export function readPrompts(of: {
  readonly root: string
  readonly env: Environment
  readonly folder: PromptsFolder
}): ReadPrompts {
  const own = userFolder(of.env)
  const { folder, span } = of.folder
  const needed = { span: null }
  const folders: readonly PromptFolder[] = [
    { folder: builtInPrompts(), shown: 'built in', source: 'built-in', inside: null, isNeeded: needed },
    {
      folder: path.join(own.folder, 'prompts'),
      shown: `${own.shown}/prompts`,
      source: 'user',
      inside: null,
      isNeeded: null,
    },
    {
      folder: path.join(of.root, folder),
      shown: folder,
      source: 'repository',
      inside: of.root,
      isNeeded: span === null ? null : { span },
    },
  ]
  const read = folders.map(readFolder)
  return {
    prompts: new Map(read.flatMap((it) => it.prompts.map((prompt) => [prompt.name, prompt] as const))),
    diagnostics: read.flatMap((it) => it.diagnostics),
    texts: read.flatMap((it) => it.texts),
    trust: read.flatMap((it) => it.trust),
  }
}

interface ReadFolder extends Omit<ReadPrompts, 'prompts'> {
  readonly prompts: readonly Prompt[]
}

const nothing: ReadFolder = { prompts: [], diagnostics: [], texts: [], trust: [] }

function wrong(code: 'MW011' | 'MW620', message: string, help: string, span: Span | null = null): ReadFolder {
  return { ...nothing, diagnostics: [{ code, severity: 'error', message, help, span, related: [] }] }
}

/** Names in lower case that end in `.md`: a README beside the templates is none. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder)
      .filter((it) => it.endsWith('.md') && it === it.toLowerCase() && roleName(it.slice(0, -3)) !== '')
      .sort()
  } catch {
    return null
  }
}

function readFolder(of: PromptFolder): ReadFolder {
  const { folder, shown, source, isNeeded } = of
  const files = namesIn(folder)
  if (files === null) {
    if (isNeeded === null) return nothing
    return source === 'built-in'
      ? wrong('MW011', 'the built-in prompt templates cannot be read', 'install millwright again')
      : wrong(
          'MW011',
          `cannot read the folder ${shown} of prompt templates`,
          'make it, or correct its name',
          isNeeded.span,
        )
  }
  if (files.length > most.templates)
    return wrong(
      'MW620',
      `${shown} holds ${files.length} prompt templates, the limit is ${most.templates}`,
      'keep those that tasks have a role for',
    )
  const read = files.map((file) => readOne(file, of))
  const byName = new Map<string, Prompt>()
  const twins: Diagnostic[] = []
  for (const prompt of read.flatMap((it) => it.prompts)) {
    const other = byName.get(prompt.name)
    byName.set(prompt.name, prompt)
    if (other === undefined) continue
    const message = `${other.origin} and ${prompt.origin} are for the same role, ${prompt.name}`
    twins.push(...wrong('MW620', message, 'keep one of them').diagnostics)
  }
  return {
    prompts: [...byName.values()],
    diagnostics: [...read.flatMap((it) => it.diagnostics), ...twins],
    texts: read.flatMap((it) => it.texts),
    trust: read.flatMap((it) => it.trust),
  }
}

function readOne(file: string, { folder, shown, source, inside }: PromptFolder): ReadFolder {
  const place = path.join(folder, file)
  const origin = `${shown}/${file}`
  const real = realPathOf(place)
  if (real === null)
    return wrong('MW011', `cannot read ${origin}: it is a link that leads to nothing`, 'repair the link or remove it')
  // What lies outside is nobody's business here: neither read nor named.
  if (inside !== null && !isInside(realPathOf(inside) ?? inside, real))
    return wrong(
      'MW011',
      `${origin} is a link that leads out of the repository`,
      'put the file itself into the repository',
    )
  const found = readFile(real, most.bytes)
  if (found.is === 'failed')
    return found.failure.code === 'TOO-LARGE'
      ? wrong(
          'MW620',
          `${origin} is longer than ${most.bytes} bytes, which no prompt template may be`,
          'shorten it: a brief has to hold the task, too',
        )
      : wrong(
          'MW011',
          found.failure.reason.replace(real, () => origin),
          found.failure.help,
        )
  const texts = [{ path: origin, bytes: found.bytes }]
  const encoding = notUtf8(found.bytes, origin)
  if (encoding !== null) return { ...nothing, diagnostics: [encoding], texts }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes)
  const read = readPromptTemplate(text, origin)
  if ('diagnostics' in read) return { ...nothing, diagnostics: read.diagnostics, texts }
  const name = roleName(file.slice(0, -3))
  const part = {
    text: `prompt ${name}: ${origin}`,
    hash: sha256(JSON.stringify(['prompt', origin, text])),
    slot: sha256(JSON.stringify(['prompt', origin])),
  }
  return {
    prompts: [{ name, template: read.template, origin, source }],
    diagnostics: [],
    texts,
    trust: source === 'repository' ? [part] : [],
  }
}

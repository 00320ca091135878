/** The places in an entry's texts that its client fills in; each client writes them in its own way. */

import type { McpClient, McpServer, McpTransport } from './server.ts'

/** A place that is filled in. */
export interface Slot {
  /** `env` takes a variable, `file` a file's text, `place` a folder; `foreign` is known to the client alone. */
  readonly is: 'env' | 'file' | 'place' | 'foreign'
  readonly name: string
  /** What stands there where the variable is not set. */
  readonly otherwise: string
  /** Whether its file says what stands there then, so that nothing is missing. */
  readonly hasDefault: boolean
  /** As it is written. */
  readonly whole: string
}

/** No expression here looks at a sign more than twice. */
interface Spelling {
  readonly pattern: RegExp
  /** @returns null for what is no slot */
  readonly slotOf: (inside: string, whole: string) => Slot | null
}

const braces = /\$\{([^{}]*)\}/g

/** `${TOKEN}` and `${TOKEN:-none}`; of one that is not set the words stay. */
function shellSlot(inside: string, whole: string): Slot | null {
  const [, name = '', given] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inside) ?? []
  const hasDefault = given !== undefined
  return name === '' ? null : { is: 'env', name, otherwise: given ?? whole, hasDefault, whole }
}

/** `${env:TOKEN}`, `${file:token.txt}`, `${workspaceFolder}`, `${input:token}`; a variable that is not set is empty. */
function editorSlot(inside: string, whole: string): Slot {
  const colon = inside.indexOf(':')
  const kind = colon < 0 ? inside : inside.slice(0, colon)
  if (kind === 'env' || kind === 'file')
    return { is: kind, name: inside.slice(colon + 1), otherwise: '', hasDefault: false, whole }
  return { is: colon < 0 ? 'place' : 'foreign', name: inside, otherwise: whole, hasDefault: false, whole }
}

const shell: Spelling = { pattern: braces, slotOf: shellSlot }
const editor: Spelling = { pattern: braces, slotOf: editorSlot }

/** Null: the client fills nothing in. Source: documentation of each client, November 2026. */
const spellings: Readonly<Record<McpClient, Spelling | null>> = {
  project: shell,
  'claude-code': shell,
  'claude-desktop': null,
  cursor: editor,
  vscode: editor,
  gemini: { pattern: /\$(?:\{([^{}]*)\}|(\w+))/g, slotOf: shellSlot },
  opencode: { pattern: /\{((?:env|file):[^{}]*)\}/g, slotOf: editorSlot },
  codex: null,
  windsurf: editor,
}

/** A text of a client's file with the values of its slots. What was filled in is not looked at again. */
export function fillSlots(client: McpClient, text: string, valueOf: (slot: Slot) => string): string {
  let filled = ''
  let done = 0
  for (const { slot, at } of slotsIn(client, text)) {
    filled += text.slice(done, at) + valueOf(slot)
    done = at + slot.whole.length
  }
  return filled + text.slice(done)
}

function slotsIn(client: McpClient, text: string): readonly { readonly slot: Slot; readonly at: number }[] {
  const spelling = spellings[client]
  if (spelling === null) return []
  return [...text.matchAll(spelling.pattern)].flatMap((match) => {
    const slot = spelling.slotOf(match[1] ?? match[2] ?? '', match[0])
    return slot === null ? [] : [{ slot, at: match.index }]
  })
}

/**
 * The variables that an entry takes from the environment, and the files whose text it takes: what a person has to know who is
 * asked to trust it.
 */
export function takenBy({ transport, place }: Pick<McpServer, 'transport' | 'place'>): {
  readonly variables: readonly string[]
  readonly files: readonly string[]
} {
  if (transport === null) return { variables: [], files: [] }
  const slots = textsOf(transport).flatMap((text) => slotsIn(place.client, text).map(({ slot }) => slot))
  const named = transport.is === 'stdio' ? transport.passes : transport.headersFrom.map(({ variable }) => variable)
  const envFile = transport.is === 'stdio' && transport.envFile !== null ? [transport.envFile] : []
  const of = (kind: Slot['is']): readonly string[] => slots.filter((it) => it.is === kind).map(({ name }) => name)
  return { variables: [...new Set([...of('env'), ...named])], files: [...new Set([...of('file'), ...envFile])] }
}

function textsOf(transport: McpTransport): readonly string[] {
  if (transport.is !== 'stdio') return [transport.url, ...Object.values(transport.headers)]
  const { argv, env, cwd, envFile } = transport
  return [...argv, ...Object.values(env), ...[cwd, envFile].filter((it) => it !== null)]
}

/** Keys of a gate that only some kinds read: where another kind has one, what was meant does not happen. */

import type { Reading } from './reading.ts'
import type { ConfigFile } from './schema.ts'

type WrittenGate = NonNullable<ConfigFile['gates']>[string]

const ofContracts = ['additions', 'ignore'] as const
const ofPrograms = ['run', 'cwd', 'env', 'output', 'idle_timeout'] as const

/** Tells of each key that says nothing to a gate of this kind (MW508). */
export function tellIdleKeys(name: string, written: WrittenGate, of: Reading): void {
  const at = ['gates', name]
  if (of.isDropped([...at, 'kind'])) return
  const isContract = written.kind === 'contract'
  for (const key of isContract ? ofPrograms : ofContracts) {
    if (!of.isWritten([...at, key])) continue
    of.found.push({
      code: 'MW508',
      severity: 'error',
      message: isContract
        ? `gate ${name} is of the kind contract, which runs no program: ${key} says nothing to it`
        : `gate ${name} is of the kind ${written.kind}, which reads no signatures: ${key} says nothing to it`,
      help: isContract
        ? `Take ${key} out, or make a gate of its own of it`
        : `Write kind = "contract" under [gates.${name}], or take ${key} out`,
      span: of.spanAt([...at, key], 'key'),
      related: [],
    })
  }
}

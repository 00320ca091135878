/** The project states that tests read: our own fixtures, and the real ones where they lie beside the checkout. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { phasesBeside } from '../../../src/dialects/project-state/beside.ts'
import { recogniseProjectState } from '../../../src/dialects/project-state/recognise.ts'
import type { Source } from '../../../src/plan/source.ts'
import { corpusFiles } from '../../rig/corpus.ts'

export const fixtureFolder = path.join(import.meta.dirname, '..', '..', 'fixtures', 'project-state')

export interface State {
  readonly name: string
  readonly source: Source
  readonly beside: readonly Source[]
}

/** All states of a list of files, each with what lies beside it. */
function statesOf(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): readonly State[] {
  return files.flatMap(({ name, bytes }) => {
    const source = { path: path.posix.basename(name), bytes }
    if (recogniseProjectState([source]) === null) return []
    const near = files.filter((it) => path.posix.dirname(it.name) === path.posix.dirname(name))
    const beside = phasesBeside(
      source.path,
      near.map((it) => path.posix.basename(it.name)),
    )
    const sources = near
      .filter((it) => beside.includes(path.posix.basename(it.name)))
      .map((it) => ({ path: path.posix.basename(it.name), bytes: it.bytes }))
    return [{ name, source, beside: sources }]
  })
}

export const ownStates: readonly State[] = statesOf(
  readdirSync(fixtureFolder, { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith('.json') && !it.endsWith('facts.json'))
    .sort()
    .map((it) => ({
      name: it.split(path.sep).join('/'),
      bytes: new Uint8Array(readFileSync(path.join(fixtureFolder, it))),
    })),
)

/** Empty where the collection does not lie beside the checkout. */
export const realStates: readonly State[] = statesOf(corpusFiles('project-state', (it) => it.endsWith('.json')))
